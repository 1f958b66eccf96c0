"""Drafts of semantic models: from tables nobody described to a file that people edit."""

import asyncio
import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from arch_team.errors import OntologyError, UsageError
from arch_team.featuredata.ontology_check import Level, check_ontology
from arch_team.onboarding.checking import check_file
from arch_team.onboarding.draft import Draft, OpenPoint
from arch_team.onboarding.drafting import drafted
from arch_team.onboarding.proposing import propose_words
from arch_team.ontologies.yaml_model import model_of
from arch_team.ontologies.yaml_text import yaml_text
from arch_team.settings import Settings
from arch_team.society import Society, open_data
from arch_team.tools.session import DataSource, with_borne_keys
from tests.model_server import serving

QUESTIONS = (
    "How many orders are there?",
    "Names of customers in Bern",
    "Which customer has the most orders?",
    "Orders placed in 2024",
    "Number of orders per status",
    "Average price of products",
    "Orders of Adler AG",
    "What is the dean?",
    "Which customers were hired?",
    "Which products were shipped?",
    "How many gadgets were sold?",
)


def test_a_draft_tells_keys_dates_rules_and_what_to_look_at(shop: DataSource) -> None:
    draft = drafted(shop, "shop")
    assert draft.tables["customers"]["rowName"] == "name"
    assert list(draft.tables["orders"]["times"]) == ["ordered_at", "shipped_at"]
    assert {(one["from"], one["to"], one["via"]) for one in draft.content["relations"]} == {
        ("orders", "customers", "customer_id=id"),
        ("orders", "products", "product_code=code"),
    }
    rules = {(rule["appliesTo"], rule["rule"]) for rule in draft.content["constraints"]}
    assert ("orders.closing_balance", "NEVER_AGGREGATE") in rules
    assert ("orders.amount", "SAME_UNIT") in rules
    text = draft.text()
    assert "# check: which date does a bare year mean?" in text
    assert "# check: told from names and data" in text.split("product_code=code")[1].splitlines()[0]
    assert "# check" not in text.split("customer_id=id")[1].splitlines()[0]
    assert "# holds closed, open" in text


def test_a_draft_is_a_model_without_errors(shop: DataSource) -> None:
    draft = drafted(shop, "shop")
    model = model_of(draft.text(), "shop.yaml")
    tables = [view.table for view in shop.catalog.views.values()]
    issues = check_ontology(model, with_borne_keys(tables, model, shop.provider))
    assert [issue for issue in issues if issue.level is Level.ERROR] == []


def test_questions_are_read_the_same_with_the_draft(shop: DataSource, shop_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "shop.yaml"
    file.write_text(drafted(shop, "shop").text(), encoding="utf-8")
    described = open_data(Settings(db=f"sqlite:///{shop_file}", ontology=file, home=tmp_path))
    for question in QUESTIONS:
        plain, drawn = (engine.read(question, "en").read for engine in (shop.engine, described.engine))
        assert [c.form for c in plain.candidates] == [c.form for c in drawn.candidates], question
        assert [c.form for c in plain.doubtful] == [c.form for c in drawn.doubtful], question
        assert plain.unknown == drawn.unknown
    described.close()


def test_german_words_are_asked_of_who_wants_them(shop: DataSource) -> None:
    assert "German" not in drafted(shop, "shop").text()
    assert "German" in drafted(shop, "shop", german=True).text()


def test_what_a_person_says_is_in_the_file_and_no_longer_marked(shop: DataSource) -> None:
    draft = drafted(shop, "shop", german=True)
    before = draft.checks
    draft.answer(OpenPoint("default_time", "orders", choices=("ordered_at", "shipped_at")), "ordered_at")
    draft.answer(OpenPoint("german", "customers"), "Kunde, Kundin")
    draft.answer(OpenPoint("nature", "orders", "amount"), "flow")
    assert draft.checks == before - 3
    model = model_of(draft.text(), "shop.yaml")
    customers = model.entity("customers")
    orders = model.entity("orders")
    assert customers is not None
    assert customers.labels.de == ("Kunde", "Kundin")
    assert orders is not None
    assert [role.field for role in orders.time_roles if role.is_default] == ["ordered_at"]


def test_the_date_a_person_names_is_the_one_of_a_series(shop: DataSource, shop_file: Path, tmp_path: Path) -> None:
    draft, question = drafted(shop, "shop"), "Number of orders per month"
    assert len(shop.engine.read(question, "en").read.candidates) == 2  # by either date: it is asked which
    draft.answer(OpenPoint("default_time", "orders", choices=("ordered_at", "shipped_at")), "shipped_at")
    file = tmp_path / "shop.yaml"
    file.write_text(draft.text(), encoding="utf-8")
    answer = Society(Settings(db=f"sqlite:///{shop_file}", ontology=file, home=tmp_path)).ask_sync(question)
    assert "2024-03, 2" in answer.text


def test_files_without_declared_keys_get_a_draft_that_opens(tmp_path: Path) -> None:
    (tmp_path / "customers.csv").write_text("id,name\n1,Adler\n2,Birke\n", encoding="utf-8")
    (tmp_path / "orders.csv").write_text("id,customer_id,amount\n1,1,5.0\n2,1,6.0\n3,2,7.5\n", encoding="utf-8")
    files = {"file": tmp_path / "customers.csv", "files": (tmp_path / "orders.csv",), "home": tmp_path / "home"}
    source = open_data(Settings(**files))  # pyright: ignore[reportArgumentType]
    file = tmp_path / "model.yaml"
    file.write_text(drafted(source, "shop").text(), encoding="utf-8")
    assert "customer_id=id" in file.read_text(encoding="utf-8")
    answer = Society(Settings(**files, ontology=file)).ask_sync("Which customer has the highest total amount?")  # pyright: ignore[reportArgumentType]
    assert "Adler" in answer.text


def test_a_german_file_is_drafted_in_german(tmp_path: Path) -> None:
    (tmp_path / "boote.csv").write_text(
        "Boot;Typ;laenge_m;baujahr;miete_pro_tag\nMöwe;Kajak;4,5;1998;120\nHecht;Kajak;6,1;2011;260\n", encoding="utf-8"
    )
    draft = drafted(open_data(Settings(file=tmp_path / "boote.csv", home=tmp_path)), "boote")
    table = draft.tables["boote"]
    assert table["nouns"] == {"de": "Boote"}
    assert table["fields"]["Typ"] == {"de": "Typ"}
    assert table["fields"]["laenge_m"]["labels"] == {"de": "Länge (m)"}
    assert list(table["times"]) == ["baujahr"]
    assert table["fields"]["miete_pro_tag"] == {"labels": {"de": "Miete pro Tag"}}  # so much per day: never a flow
    assert "measured of one thing" in draft.text().split("miete_pro_tag")[1]


def test_kept_models_are_found_by_name_and_by_their_tables(shop: DataSource, shop_file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "home" / "ontologies"
    kept.mkdir(parents=True)
    (kept / "shop.yaml").write_text(drafted(shop, "shop").text(), encoding="utf-8")
    url = f"sqlite:///{shop_file}"
    assert open_data(Settings(db=url, home=tmp_path / "home")).name == "sqlite database (shop)"
    assert open_data(Settings(db=url, home=tmp_path / "home", ontology=Path("shop"))).name == "sqlite database (shop)"
    with pytest.raises(OntologyError, match="no semantic model nothing") as raised:
        open_data(Settings(db=url, home=tmp_path / "home", ontology=Path("nothing")))
    assert "shop" in raised.value.next_step
    (kept / "other.yaml").write_text("model: other\ntables: {orders: {fields: {nothing: x}}}\n", encoding="utf-8")
    assert open_data(Settings(db=url, home=tmp_path / "home")).name == "sqlite database (shop)"
    (kept / "other.yaml").write_text("model: other\ntables: {orders: {}}\n", encoding="utf-8")
    assert open_data(Settings(db=url, home=tmp_path / "home")).name == "sqlite database (shop)"  # it describes them all


def test_of_two_kept_models_that_fit_none_is_taken_and_it_is_said(
    shop: DataSource, shop_file: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "home" / "ontologies"
    kept.mkdir(parents=True)
    for name in ("a", "b"):
        (kept / f"{name}.yaml").write_text(drafted(shop, name).text(), encoding="utf-8")
    source = open_data(Settings(db=f"sqlite:///{shop_file}", home=tmp_path / "home"))
    assert source.name == "sqlite database"
    told = "a.yaml and b.yaml both fit this data, so none is used; name one with --ontology."
    assert [note.told() for note in source.notes] == [told]
    named = open_data(Settings(db=f"sqlite:///{shop_file}", home=tmp_path / "home", ontology=Path("b")))
    assert (named.name, named.notes) == ("sqlite database (b)", ())


def test_a_model_of_other_tables_is_refused(shop_file: Path, tmp_path: Path) -> None:
    model, sales = tmp_path / "m.yaml", tmp_path / "sales.csv"
    model.write_text("model: m\ntables: {wallets: {}, merchants: {}}\n", encoding="utf-8")
    sales.write_text("customer,amount\nAdler,1.50\nBirke,2.50\n", encoding="utf-8")
    for settings in (Settings(db=f"sqlite:///{shop_file}", ontology=model), Settings(file=sales, ontology=model)):
        with pytest.raises(OntologyError, match=r"m\.yaml .* no table merchants or wallets") as raised:
            open_data(settings)
        assert "ontology init" in raised.value.next_step
    with pytest.raises(UsageError, match="no data is named"):
        open_data(Settings(ontology=model, home=tmp_path))


def test_a_table_of_a_model_that_is_not_there_is_said(shop_file: Path, tmp_path: Path) -> None:
    model = tmp_path / "m.yaml"
    model.write_text("model: m\ntables: {orders: {}, wallets: {}}\n", encoding="utf-8")
    source = open_data(Settings(db=f"sqlite:///{shop_file}", ontology=model, home=tmp_path))
    assert [note.told() for note in source.notes] == [
        "there is no table wallets in this data, which the semantic model describes."
    ]


def test_a_relation_to_what_is_no_key_is_refused(shop_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "m.yaml"
    relation = "{from: customers, to: orders, via: id=customer_id}"
    file.write_text(f"model: m\ntables: {{orders: {{}}, customers: {{}}}}\nrelations: [{relation}]\n", encoding="utf-8")
    with pytest.raises(OntologyError, match="many rows"):
        open_data(Settings(db=f"sqlite:///{shop_file}", ontology=file, home=tmp_path))


def test_tables_with_an_ontology_are_not_drafted(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        drafted(open_data(Settings(home=tmp_path)), "demo")


@pytest.mark.parametrize(
    ("written", "line", "said", "advice"),
    [
        ("tables:\n  ordrs: {}", 3, "no table ordrs", "Did you mean orders?"),
        ("tables:\n  orders:\n    rowName: idd", 4, "orders has no field idd", "Did you mean id?"),
        (
            "tables:\n  orders:\n    fields:\n      status: {values: {offen: opne}}",
            5,
            "no row of orders has status = opne",
            "Did you mean open?",
        ),
        (
            "tables:\n  orders:\n    times: {ordered_at: {default: true}, shipped_at: {default: true}}",
            4,
            "two dates",
            "Keep default: true",
        ),
        (
            "tables: {orders: {}, customers: {}}\nrelations:\n  - {from: orders, to: customers, via: customr_id=id}",
            4,
            "orders has no field customr_id",
            "Did you mean customer_id?",
        ),
        ("tables:\n  orders: {}\n  customers: {}\n  orders: {}", 5, "orders is written twice", "Keep one of them"),
    ],
)
def test_mistakes_are_told_with_line_and_advice(
    shop: DataSource, tmp_path: Path, written: str, line: int, said: str, advice: str
) -> None:
    file = tmp_path / "m.yaml"
    file.write_text(f"model: m\n{written}\n", encoding="utf-8")
    _, found = check_file(file, shop)
    told = next(concern for concern in found if said in concern.message)
    assert (told.line, told.advice.startswith(advice)) == (line, True)


def test_a_draft_has_nothing_to_complain_about(shop: DataSource, tmp_path: Path) -> None:
    """Two tables with a field of the same name are nothing to look at."""
    file = tmp_path / "shop.yaml"
    file.write_text(drafted(shop, "shop").text().replace("{en: city}", "{en: status}"), encoding="utf-8")
    assert check_file(file, shop)[1] == []


def test_without_a_model_nothing_is_proposed(shop: DataSource) -> None:
    draft = drafted(shop, "shop")
    before = draft.text()
    assert "no language model" in (asyncio.run(propose_words(Settings(model=None), draft)) or "")
    assert draft.text() == before


_PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(min_size=1, max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(min_size=1, max_size=8), _PLAIN, min_size=1, max_size=4), st.text(max_size=20))
def test_what_is_written_is_read_back(content: dict[str, object], remark: str) -> None:
    first = next(iter(content))
    assert yaml.safe_load(yaml_text(content, {(first,): remark})) == content
    assert Draft({"model": "m", "tables": {}}).checks == 0


def test_words_of_a_model_are_proposals(shop: DataSource) -> None:
    """What a model says is marked, stands only where nothing stands, and never at a place that is not there."""
    words = {
        "customers": "Kunden",
        "orders.amount": "Betrag",
        "orders.status": "status",
        "nowhere": "Nirgends",
        "orders.nothing": "Nichts",
        "products": "{" * 200,
    }
    draft = drafted(shop, "shop")
    with serving(lambda _: json.dumps({"words": words})) as server:
        settings = Settings(model="m", base_url=server.base_url)
        assert asyncio.run(propose_words(settings, draft)) is None
    text = draft.text()
    assert "nouns: {en: customers, de: Kunden}  # proposal: words of a language model" in text
    assert draft.tables["orders"]["fields"]["amount"]["labels"]["de"] == "Betrag"
    assert "de" not in draft.tables["orders"]["fields"]["status"]  # the same word again
    assert "Nirgends" not in text
    assert draft.tables["products"]["nouns"] == {"en": "products"}
    model_of(text, "shop.yaml")


@pytest.mark.parametrize("reply", ["no JSON", "{}", '{"words": 3}', '{"words": {}}'])
def test_a_model_that_talks_nonsense_changes_nothing(shop: DataSource, reply: str) -> None:
    draft = drafted(shop, "shop")
    before = draft.text()
    with serving(lambda _: reply) as server:
        problem = asyncio.run(propose_words(Settings(model="m", base_url=server.base_url), draft))
    assert problem is not None
    assert draft.text() == before
