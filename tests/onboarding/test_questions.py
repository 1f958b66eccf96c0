"""Questions that are suggested can be answered; pictures and overviews show what there is."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from arch_team.onboarding.overview import overview_of
from arch_team.onboarding.phrasing import one_of, several_of
from arch_team.onboarding.picture import picture_of
from arch_team.onboarding.questions import first_questions, next_questions, questions_after
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.tools.session import DataSource
from arch_team.wire import Language

STUDENTS = [("Ann", "Bern"), ("Bob", "Bern"), ("Cid", "Chur"), ("Dot", "Chur"), ("Eve", "Bern")]
GERMAN = """
model: laden
tables:
  customers: {nouns: {de: Kunde}}
  products: {nouns: {de: Produkt}, fields: {price: {labels: {de: Preis}, nature: flow}}}
  orders: {nouns: {de: Bestellung}, fields: {status: {de: Zustand}, amount: {labels: {de: Betrag}, nature: flow}}}
"""


def test_suggested_questions_get_answers(shop: DataSource, shop_file: Path, tmp_path: Path) -> None:
    questions = first_questions(shop.engine, "en", 4)
    assert len(questions) == 4
    society = Society(Settings(db=f"sqlite:///{shop_file}", home=tmp_path))
    for question in questions:
        assert society.ask_sync(question).status == "approved", question


def test_german_questions_use_german_words_only(shop_file: Path, tmp_path: Path) -> None:
    file = tmp_path / "laden.yaml"
    file.write_text(GERMAN, encoding="utf-8")
    settings = Settings(db=f"sqlite:///{shop_file}", ontology=file, home=tmp_path)
    society = Society(settings)
    questions = first_questions(society.source.engine, "de", 2)
    assert questions
    for question in questions:
        assert not {"orders", "customers", "status", "amount"} & set(question.casefold().split())
        assert society.ask_sync(question).status == "approved", question


def test_without_german_words_questions_are_english(shop: DataSource) -> None:
    assert first_questions(shop.engine, "de") == first_questions(shop.engine, "en")


def test_what_comes_next_is_never_the_same_again(shop: DataSource) -> None:
    asked = "Number of orders per status"
    form = shop.engine.read(asked, "en").read.candidates[0].form
    following = next_questions(shop.engine, "en", form, asked)
    assert len(following) == 3
    assert asked not in following
    forms = [shop.engine.read(question, "en").read.candidates[0].form for question in following]
    assert form not in forms
    assert any(other.table == "orders" for other in forms)


@pytest.mark.parametrize(
    ("one", "several"), [("order", "orders"), ("city", "cities"), ("address", "addresses"), ("day", "days")]
)
def test_numbers_of_things(one: str, several: str) -> None:
    assert several_of(one, "en") == several
    assert one_of(several, "en") == one


@pytest.mark.parametrize(
    ("one", "several"), [("Bestellung", "Bestellungen"), ("Kunde", "Kunden"), ("Mieter", "Mieter")]
)
def test_numbers_of_german_things(one: str, several: str) -> None:
    assert several_of(one, "de") == several
    assert one_of(several, "de") == one


def test_a_german_plural_nobody_can_tell_is_not_made_up() -> None:
    assert several_of("Zug", "de") is None


BOATS = """Boot;Typ;Heimathafen;laenge_m;baujahr;miete_pro_tag
Möwe;Segelboot;Arbon;8,4;1998;120
Hecht;Motorboot;Horn;6,1;2011;260
Welle;Segelboot;Horn;11,0;2004;180
Otter;Kajak;Arbon;4,2;2019;40
Falke;Segelboot;Arbon;9,3;2004;150
"""


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_german_file_is_asked_in_german_sentences(tmp_path: Path, language: Language) -> None:
    (tmp_path / "boote.csv").write_text(BOATS, encoding="utf-8")
    society = Society(Settings(file=tmp_path / "boote.csv", home=tmp_path))
    questions = first_questions(society.source.engine, language)
    assert "Wie viele Boote gibt es pro Typ?" in questions
    assert "Wie hoch ist die durchschnittliche Länge pro Typ?" in questions
    for question in questions:
        assert society.ask_sync(question).status == "approved", question


def test_nothing_is_added_up_that_no_name_says_is(tmp_path: Path) -> None:
    rows = "".join(f"{name},{600 + 20 * (n % 3)},{1990 + n},{town}\n" for n, (name, town) in enumerate(STUDENTS))
    (tmp_path / "students.csv").write_text("name,major,founded,town\n" + rows, encoding="utf-8")
    society = Society(Settings(file=tmp_path / "students.csv", home=tmp_path))
    questions = first_questions(society.source.engine, "en")
    assert questions
    assert not any("major" in question or "founded" in question for question in questions), questions


def test_the_picture_shows_every_table_and_relation(shop: DataSource) -> None:
    overview = overview_of(shop, "en")
    roles = {field.name: field.role for table in overview.tables for field in table.fields if table.name == "orders"}
    assert roles["id"] == "key"
    assert (roles["customer_id"], roles["ordered_at"], roles["amount"], roles["status"]) == (
        "link",
        "date",
        "amount",
        "text",
    )
    for theme in ("light", "dark"):
        drawn = ElementTree.fromstring(picture_of(overview, theme))  # noqa: S314 - our own
        boxes = [node for node in drawn.iter("{http://www.w3.org/2000/svg}text") if node.get("font-weight") == "bold"]
        assert {node.text for node in boxes} == {"customers", "products", "orders"}
        assert len(list(drawn.iter("{http://www.w3.org/2000/svg}path"))) == 2


def test_names_in_a_picture_are_text(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("<b>a</b>,n\nv,1\nw,2\n", encoding="utf-8")
    source = Society(Settings(file=tmp_path / "x.csv", home=tmp_path)).source
    assert "<b>" not in picture_of(overview_of(source, "en"))


def test_a_model_with_measures_brings_its_questions_along(tmp_path: Path) -> None:
    society = Society(Settings(home=tmp_path))
    beginnings: dict[Language, str] = {"de": "wie", "en": "what"}
    for language, word in beginnings.items():
        questions = first_questions(society.source.engine, language, 4)
        assert len(set(questions)) == 4
        assert any(question.casefold().startswith(word) for question in questions)
        for question in questions:
            assert society.ask_sync(question).status == "approved", question
        (asked, *_) = questions
        following = questions_after(society.source.engine, language, "TrusteeDataAccountBalance", asked)
        assert len(following) == 3
        assert asked not in following
