"""A semantic model written as YAML."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from arch_team.errors import OntologyError
from arch_team.ontologies.compiler import OntologyToPromptCompiler
from arch_team.ontologies.descriptor import Nature
from arch_team.ontologies.jsonld import from_jsonld, to_jsonld
from arch_team.ontologies.yaml_model import load_model, model_of, model_schema
from arch_team.packaged import load_yaml

SCHEMA = Path(__file__).parents[2] / "docs" / "semantic-model.schema.json"

SHOP = """
model: shop
tables:
  orders:
    nouns: {en: [order, purchase], de: [Bestellung, Auftrag]}
    rowName: number
    code: number
    columns: [number, ordered]
    order: ordered
    times:
      ordered: {words: {en: placed, de: aufgegeben}, default: true}
      due: {words: {en: due, de: fällig}}
    fields:
      number: {en: order number, de: Bestellnummer}
      team: Team
      amount: {labels: {en: amount, de: Betrag}, nature: flow, unit: CHF, aggregation: sum}
      status:
        labels: Status
        values: {storniert: cancelled, annulliert: cancelled}
      paid:
        values: {de: {bezahlt: 1}, en: {paid: 1}}
    sets:
      open: {where: {status: [new, pending]}, words: {en: open, de: offen}}
      new: {where: {status: new}, words: {en: new, de: neu}, parent: open}
  customers:
    nouns: {en: customer, de: Kunde}
relations:
  - {from: orders, to: customers, via: customer_id=id, words: {en: bought, de: [gekauft, bestellt]}}
metrics:
  average order: {expression: orders.amount / count(orders), labels: {en: basket, de: Warenkorb}}
identities:
  - {left: orders.net + orders.tax, right: orders.amount}
notHeld:
  - {words: {en: budget, de: Budget}, message: There are no budgets here.}
"""


def test_a_model_says_what_a_reader_must_know() -> None:
    model = model_of(SHOP, "shop.yaml")
    orders = model.entity("orders")
    assert orders is not None
    assert orders.labels.de == ("Bestellung", "Auftrag")
    assert (orders.row_name, orders.code, orders.order) == (("number",), "number", ("ordered",))
    assert [(role.field, role.words.of("de"), role.is_default) for role in orders.time_roles] == [
        ("ordered", ("aufgegeben",), True),
        ("due", ("fällig",), False),
    ]
    amount = model.entity("orders.amount")
    assert amount is not None
    assert (amount.nature, amount.unit, amount.aggregation) == (Nature.FLOW, "CHF", "sum")
    assert model.relations[0].words.de == ("gekauft", "bestellt")
    assert model.relations[0].joins == (("customer_id", "id"),)
    assert model.metrics[0].labels.de == ("Warenkorb",)
    assert model.not_held[0].labels.en == ("budget",)


def test_what_is_the_same_in_both_languages_is_written_once() -> None:
    model = model_of(SHOP, "shop.yaml")
    team, status, paid = (model.entity(f"orders.{name}") for name in ("team", "status", "paid"))
    assert team is not None
    assert status is not None
    assert paid is not None
    assert team.labels.de == team.labels.en == ("Team",)
    assert [(v.value, v.words.de) for v in status.values] == [("cancelled", ("storniert", "annulliert"))]
    assert [(v.value, v.words.de, v.words.en) for v in paid.values] == [("1", ("bezahlt",), ("paid",))]


def test_a_set_is_an_entity_with_a_filter_and_a_parent() -> None:
    model = model_of(SHOP, "shop.yaml")
    new = model.entity("orders:new")
    assert new is not None
    assert new.where is not None
    assert (new.where.field, new.where.values, new.parent_entity) == ("status", ("new",), "orders:open")
    assert model.table_of("orders:new") == "orders"


def test_other_rooms_read_the_same_model() -> None:
    model = model_of(SHOP, "shop.yaml")
    assert from_jsonld(to_jsonld(model)) == model
    told = OntologyToPromptCompiler().compile(model, "de")
    assert "offen" in told
    assert "orders.customers → customers" in told


@pytest.mark.parametrize(
    ("text", "said", "advice"),
    [
        ("a: [", "shop.yaml, line 1", "Mend the indentation"),
        ("[]", "holds no model", "Begin with"),
        (
            "model: x\ntables:\n  a:\n    nonsense: 1",
            "shop.yaml, line 4: there is no setting nonsense",
            "mend its name",
        ),
        (
            "model: x\ntables:\n  a:\n    nuons: 1",
            "line 4: there is no setting nuons in tables.a",
            "Did you mean nouns?",
        ),
        (
            "model: x\ntables:\n  a:\n    times: day",
            "line 4: tables.a.times: a block of name: value",
            "Mend this place",
        ),
        ("model: x", "shop.yaml: tables", "Add it"),
        ("model: x\ntables:\n  a:\n    fields:\n      b: {nature: foo}", "line 5: tables.a.fields.b", "may stand"),
        ("model: x\ntables: {a: {}}\nrelations: [{from: a, to: b}]", "names the table b", "Add b under tables"),
        (
            "model: x\ntables: {a: {sets: {s: {where: {f: v}, words: w, parent: p}}}}",
            "has the parent p",
            "Name a set of the same table",
        ),
    ],
)
def test_an_error_says_where_and_what_to_do(text: str, said: str, advice: str) -> None:
    with pytest.raises(OntologyError) as caught:
        model_of(text, "shop.yaml")
    assert said in str(caught.value)
    assert advice in caught.value.next_step


def test_a_file_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(OntologyError, match="cannot be read"):
        load_model(tmp_path / "none.yaml")


def test_the_published_schema_is_up_to_date() -> None:
    written = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert written == model_schema(), "run: make schema"


def test_the_schema_takes_what_the_loader_takes() -> None:
    check = Draft202012Validator(model_schema())
    assert check.is_valid(load_yaml(SHOP))  # pyright: ignore[reportUnknownMemberType]
    assert not check.is_valid({"model": "x", "tables": {"a": {"nonsense": 1}}})  # pyright: ignore[reportUnknownMemberType]


def test_the_guide_shows_a_model_that_loads() -> None:
    guide = (SCHEMA.parent / "semantic-model.md").read_text(encoding="utf-8")
    shown = guide.partition("```yaml\n")[2].partition("```")[0]
    assert model_of(shown, "guide").entity("orders:open") is not None
    assert Draft202012Validator(model_schema()).is_valid(load_yaml(shown))  # pyright: ignore[reportUnknownMemberType]


def test_a_language_model_reads_the_words_of_a_model_file() -> None:
    ontology = model_of(
        "model: m\ntables:\n  orders:\n    nouns: {de: [Bestellungen, Bestellung]}\n    fields:\n"
        "      status: {labels: {de: Zustand}, values: {de: {storniert: cancelled}}}\n      plain: plain\n"
        "    sets: {done: {where: {status: [shipped]}, words: {de: erledigt}}}\n",
        "m.yaml",
    )
    prompt = OntologyToPromptCompiler().compile(ontology, "de").splitlines()
    assert "orders: Bestellungen, Bestellung" in prompt
    assert "  status: Zustand; storniert = cancelled" in prompt
    assert "erledigt: orders with status = shipped" in prompt
    assert not any(line.startswith("  plain") for line in prompt)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("model: m\ntables:\n  a: {}\n  a: {}\n", "line 4: a is written twice in tables, on lines 3 and 4"),
        ("model: m\nmodel: n\ntables: {a: {}}\n", "line 2: model is written twice, on lines 1 and 2"),
        (
            "model: m\ntables:\n  a:\n    fields:\n      b: {de: X}\n      c: Y\n      b: Z\n      b: W\n",
            "line 8: b is written 3 times in tables.a.fields, on lines 5, 7 and 8",
        ),
        (
            "model: m\ntables: {a: {}}\nrelations:\n  - {from: a, to: a,\n     to: a, via: x=y}\n",
            "line 5: to is written twice in relations.0, on lines 4 and 5",
        ),
    ],
)
def test_what_is_written_twice_is_no_model(text: str, said: str) -> None:
    with pytest.raises(OntologyError) as raised:
        model_of(text, "m.yaml")
    assert said in str(raised.value)
    assert raised.value.next_step.startswith("Keep one of them")


def test_the_same_name_in_two_blocks_is_fine() -> None:
    shared = "model: m\ntables:\n  a: &a {nouns: {de: A}, fields: {x: X}}\n  b: {<<: *a, fields: {x: Y}}\n"
    assert {entity.name for entity in model_of(shared, "m.yaml").entities} == {"a", "a.x", "b", "b.x"}
