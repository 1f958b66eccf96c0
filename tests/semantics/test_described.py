"""What people wrote about tables, laid over what is inferred."""

import sqlalchemy as sa

from arch_team.featuredata.calls import Function
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.reflection import reflected
from arch_team.featuredata.tables import Scope
from arch_team.forms.form import Column, Expression, Figure
from arch_team.forms.running import run_form
from arch_team.forms.showing import in_usual_order
from arch_team.modelling.described import described
from arch_team.modelling.inference import inferred_model
from arch_team.modelling.keys import keys_of
from arch_team.modelling.model import Link, Model
from arch_team.modelling.naming import EXACT
from arch_team.modelling.values import values_of
from arch_team.ontologies.yaml_model import model_of
from arch_team.semantics.reader import Reader
from arch_team.text.lexicon import lexicon_of
from arch_team.wire import Language

ROWS = (
    "CREATE TABLE cst (cid INTEGER PRIMARY KEY, nm TEXT, kind TEXT)",
    "CREATE TABLE ord (oid INTEGER PRIMARY KEY, cid INTEGER REFERENCES cst (cid), st TEXT, d1 DATE, d2 DATE, amt REAL)",
    "INSERT INTO cst VALUES (1, 'Anna', 'P'), (2, 'Bea', 'C'), (3, 'Carl', 'P')",
    "INSERT INTO ord VALUES (1, 1, 'X', '2025-01-05', '2025-02-05', 10), (2, 1, 'N', '2025-02-06', '2025-03-06', 30), "
    "(3, 2, 'O', '2025-02-07', '2025-04-07', 50)",
)
MODEL = """
model: shop
tables:
  cst:
    nouns: {en: customer, de: Kunde}
    rowName: nm
    fields:
      nm: {en: name, de: Name}
      kind: {labels: {en: kind, de: Art}, values: {de: {Firma: C, Privatperson: P}, en: {company: C}}}
  ord:
    nouns: {en: order, de: Bestellung}
    rowName: oid
    times:
      d1: {words: {en: placed, de: aufgegeben}, default: true}
      d2: {words: {en: due, de: fällig}}
    fields:
      st: {labels: Status, values: {de: {storniert: X}, en: {cancelled: X}}}
      amt: {labels: {en: amount, de: Betrag}, nature: flow, verbs: {en: cost, de: kosten}}
    sets:
      open: {where: {st: [N, O]}, words: {en: open, de: offen}}
relations:
  - {from: ord, to: cst, via: cid, words: {en: bought, de: gekauft}}
"""


class Shop:
    def __init__(self) -> None:
        self.engine = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
        with self.engine.begin() as connection:
            for statement in ROWS:
                connection.execute(sa.text(statement))
        self.provider = SqlProvider(self.engine, compile_catalog(reflected(self.engine).tables), Scope())

    def model(self, language: Language) -> Model:
        keys = keys_of(self.provider)
        links = tuple(Link(k.table, k.field, k.to_table, k.to_field) for k in keys.foreign_keys)
        tables = tuple(self.provider.tables.values())
        inferred = inferred_model(tables, links, values_of(self.provider), lexicon_of(language), keys.unique)
        return described(inferred, model_of(MODEL, "shop"), language)

    def answer(self, question: str, language: Language) -> list[list[object]]:
        read = Reader(self.model(language), language).read(question)
        assert read.candidates, read
        return [list(row) for row in run_form(read.candidates[0].form, self.provider).rows]


def test_labels_are_names_of_the_first_tier_and_inferred_names_stay() -> None:
    model = Shop().model("de")
    tiers = {name.words: name.tier for name in model.tables["cst"].names}
    assert tiers[("kund",)] == EXACT
    assert ("cst",) in tiers
    assert model.tables["cst"].label == ("nm",)
    assert model.tables["cst"].is_person


def test_each_language_has_its_own_words() -> None:
    shop = Shop()
    assert shop.answer("How many customers are there?", "en") == [[3]]
    assert shop.answer("Wie viele Kunden gibt es?", "de") == [[3]]


def test_values_are_found_by_what_people_call_them() -> None:
    shop = Shop()
    assert shop.answer("Wie viele Bestellungen wurden storniert?", "de") == [[1]]
    assert shop.answer("How many orders are cancelled?", "en") == [[1]]
    assert shop.answer('Wie viele Bestellungen haben den Status "storniert"?', "de") == [[1]]


def test_a_set_is_said_like_a_value() -> None:
    shop = Shop()
    assert shop.answer("Wie viele offene Bestellungen gibt es?", "de") == [[2]]
    assert shop.answer("Which customers have open orders?", "en") == [["Anna", 1], ["Bea", 2]]


def test_a_word_says_which_date_is_meant() -> None:
    shop = Shop()
    assert shop.answer("Wie viele Bestellungen wurden im Februar 2025 aufgegeben?", "de") == [[2]]
    assert shop.answer("Wie viele Bestellungen gab es im Januar 2025?", "de") == [[1]]


def test_a_verb_says_which_number_is_meant() -> None:
    assert Shop().answer("Welche Bestellungen kosten mehr als 20,5?", "de") == [[2], [3]]


def test_what_is_not_there_is_passed_over() -> None:
    shop = Shop()
    other = model_of("model: x\ntables: {nowhere: {nouns: Ding, fields: {a: b}}}", "x")
    model = shop.model("de")
    assert described(model, other, "de").tables.keys() == model.tables.keys()


FULLER = MODEL.replace("    rowName: nm\n", "    rowName: nm\n    columns: [nm, kind]\n    order: kind\n").replace(
    "nature: flow,", "nature: flow, aggregation: sum,"
).replace("rowName: oid", "rowName: oid\n    code: st") + (
    "notHeld:\n  - {words: {en: budget, de: Budget}, message: No budgets here., message_de: Keine Budgets hier.}\n"
)


class FullShop(Shop):
    def model(self, language: Language) -> Model:
        return described(super().model(language), model_of(FULLER, "shop"), language)


def test_a_list_of_rows_shows_the_columns_of_the_model() -> None:
    assert FullShop().answer("List all customers.", "en") == [["Anna", "P"], ["Bea", "C"], ["Carl", "P"]]


def test_rows_are_listed_in_the_order_of_the_model() -> None:
    shop = FullShop()
    model = shop.model("en")
    form = Reader(model, "en").read("List all customers.").candidates[0].form
    rows = run_form(in_usual_order(form, model), shop.provider).rows
    assert [row[0] for row in rows] == ["Bea", "Anna", "Carl"]


def test_a_figure_that_the_question_does_not_name_is_the_usual_one() -> None:
    shop = FullShop()
    reader = Reader(shop.model("en"), "en")
    total = Figure(function=Function.SUM, of=Column(field="amt"))

    def asked(question: str) -> list[Expression]:
        return [output.value for output in reader.read(question).candidates[0].form.outputs]

    assert asked("What is the amount of all orders?") == [total]
    assert asked("What is the amount of orders per status?") == [Column(field="st"), total]
    assert asked("List the amounts of all orders.") == [Column(field="amt")]


def test_a_topic_that_is_not_held_is_said_to_be_so() -> None:
    shop = FullShop()
    assert Reader(shop.model("en"), "en").read("What is the budget of all orders?").not_held == "No budgets here."
    assert Reader(shop.model("de"), "de").read("Wie hoch ist das Budget?").not_held == "Keine Budgets hier."
