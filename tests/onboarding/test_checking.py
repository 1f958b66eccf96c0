"""`ontology check` tells all that is wrong with a model file at once, each with its line, in plain words."""

from pathlib import Path

import pytest

from arch_team.errors import OntologyError
from arch_team.featuredata.ontology_check import Level
from arch_team.onboarding.checking import check_file
from arch_team.ontologies.yaml_model import load_model
from arch_team.tools.session import DataSource

MANY = """\
model: m
tables:
  orders:
    nouns: {en: order, fr: commande}
    rowname: id
    times:
      ordered_at: {default: maybe}
      sent_on: {}
    fields:
      amount: {labels: {en: amount}, nature: flows}
    sets:
      large: {where: {status: [open]}, words: {en: large orders}, parent: huge}
  customers:
    rowName: nam
relations:
  - {from: orders, via: customer_id}
  - {from: orders, to: customer, via: customer_id=id}
  - {from: orders, to: customers, via: customr_id=id}
constraints:
  - {appliesTo: orders.amoun, rule: NEVER_AGGREGATE, message: never}
"""


def told(text: str, source: DataSource, folder: Path) -> list[str]:
    file = folder / "m.yaml"
    file.write_text(text, encoding="utf-8")
    return [concern.told("m.yaml") for concern in check_file(file, source)[1]]


def test_all_mistakes_are_told_at_once_with_their_lines(shop: DataSource, tmp_path: Path) -> None:
    said = told(MANY, shop, tmp_path)
    expected = [
        ("line 4", "no setting fr"),
        ("line 5", "Did you mean rowName?"),
        ("line 7", "true or false is expected, and not maybe"),
        ("line 8", "orders has no field sent_on"),
        ("line 10", "'flow', 'level'"),
        ("line 12", "which is no set of orders"),
        ("line 14", "Did you mean name?"),
        ("line 16", "relations.0.to: this is missing"),
        ("line 17", "Did you mean customers?"),
        ("line 18", "Did you mean customer_id?"),
        ("line 20", "the rule for orders.amoun: it applies to nothing"),
    ]
    errors = [line for line in said if line.startswith("error")]
    assert len(errors) == len(expected), errors
    for error, (line, words) in zip(errors, expected, strict=True):
        assert f"{line}:" in error, error
        assert words in error, error


def test_a_fault_does_not_hide_the_model_beside_it(shop: DataSource, tmp_path: Path) -> None:
    file = tmp_path / "m.yaml"
    file.write_text(MANY, encoding="utf-8")
    model, _ = check_file(file, shop)
    assert model is not None
    assert {entity.name for entity in model.entities if entity.python_class} == {"orders", "customers"}


def test_whoever_asks_with_such_a_file_hears_the_first_and_that_there_are_more(tmp_path: Path) -> None:
    file = tmp_path / "m.yaml"
    file.write_text(MANY, encoding="utf-8")
    with pytest.raises(OntologyError, match="line 4") as raised:
        load_model(file)
    assert "ontology check" in raised.value.next_step


@pytest.mark.parametrize("text", ["- a\n- b\n", "model: [\n"])
def test_what_is_no_model_at_all_is_said_so(shop: DataSource, tmp_path: Path, text: str) -> None:
    with pytest.raises(OntologyError):
        told(text, shop, tmp_path)


def test_a_file_without_tables_is_told_what_is_missing(shop: DataSource, tmp_path: Path) -> None:
    [said] = told("model: m\n", shop, tmp_path)
    assert "tables: this is missing" in said


def test_a_relation_that_no_row_can_follow_is_an_error(shop: DataSource, tmp_path: Path) -> None:
    """It is tried on the data: several rows of the other side may have the same value."""
    text = (
        "model: m\ntables: {orders: {}, customers: {}}\nrelations:\n  - {from: customers, to: orders, via: id=status}\n"
    )
    file = tmp_path / "m.yaml"
    file.write_text(text, encoding="utf-8")
    errors = [each for each in check_file(file, shop)[1] if each.level is Level.ERROR]
    assert [error.line for error in errors] == [3], errors


def test_movements_by_a_date_are_told_to_need_seconds(shop: DataSource, tmp_path: Path) -> None:
    role = "{member: id, rise: amount, fall: amount, unit: currency, date: ordered_at}"
    said = told(f"model: m\ntables:\n  orders:\n    movements: {role}\n", shop, tmp_path)
    assert any("line 4: movements need orders.ordered_at as Unix seconds" in line for line in said), said


COMPUTED = """\
model: m
tables:
  orders:
    nouns: {en: order}
metrics:
  basket: {expression: orders.amuont / count(order), labels: {en: basket}}
  half: {expression: orders.amount /, labels: {en: half}}
identities:
  - {left: orders.amount, right: orders.amount + orders.amount}
  - {left: orders.amount + orders.amount, right: orders.amount + orders.amount}
"""


def test_what_is_computed_is_held_against_tables_and_rows(shop: DataSource, tmp_path: Path) -> None:
    said = "\n".join(told(COMPUTED, shop, tmp_path))
    assert "line 6: the metric basket: orders has no field amuont" in said
    assert "line 6: the metric basket: there is no table order" in said
    assert "line 7: the metric half: it ends too early" in said
    assert "line 9: orders.amount = orders.amount + orders.amount does not hold in" in said
    assert "line 10" not in said
