"""Words that say which of two things is meant: the row between or any row, all rows together or one, women or all."""

from pathlib import Path

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

SEEDS = """
CREATE TABLE people (person_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
CREATE TABLE finds (find_id INTEGER PRIMARY KEY, plant TEXT, found_on DATE);
CREATE TABLE find_collectors (find_id INTEGER REFERENCES finds(find_id),
  person_id INTEGER REFERENCES people(person_id), is_lead INTEGER, PRIMARY KEY (find_id, person_id));
CREATE TABLE tests (test_id INTEGER PRIMARY KEY, find_id INTEGER REFERENCES finds(find_id), seeds_sown INTEGER,
  test_date DATE);
CREATE TABLE shifts (shift_id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES people(person_id), shift_date DATE,
  hours REAL);
CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, boat_name TEXT, out_of_service_since DATE);
INSERT INTO people VALUES (1, 'Clara', 'Byrne'), (2, 'Otto', 'Reed'), (3, 'Ines', 'Vale');
INSERT INTO finds VALUES (1, 'Reed grass', '2024-05-01'), (2, 'Sea kale', '2024-06-01'), (3, 'Thrift', '2024-06-09');
INSERT INTO find_collectors VALUES (1, 1, 1), (1, 2, 0), (2, 1, 0), (2, 2, 1), (3, 1, 0), (3, 3, 1);
INSERT INTO tests VALUES (1, 1, 50, '2024-08-01'), (2, 1, 100, '2024-08-02'), (3, 2, 30, '2024-09-02');
INSERT INTO shifts VALUES (1, 1, '2024-05-01', 120), (2, 1, '2024-05-02', 120), (3, 2, '2024-05-01', 90);
INSERT INTO boats VALUES (1, 'Marlin', NULL), (2, 'Orion', '2024-02-11'), (3, 'Elbe', NULL);
"""

RANGERS = """
CREATE TABLE ranks (code TEXT PRIMARY KEY, label TEXT);
CREATE TABLE rangers (ranger_id INTEGER PRIMARY KEY, ranger_name TEXT, rank_code TEXT);
INSERT INTO ranks VALUES ('RC', 'Chief'), ('RN', 'Novice'), ('RS', 'Senior');
INSERT INTO rangers VALUES (1, 'Ann Lee', 'RC'), (2, 'Bob Ray', 'RN'), (3, 'Cid Orr', 'RN'), (4, 'Dot Fry', 'RS');
"""

VERSICHERUNG = """
CREATE TABLE kunde (kunde_id INTEGER PRIMARY KEY, name TEXT, ort TEXT);
CREATE TABLE police (police_id INTEGER PRIMARY KEY, kunde_id INTEGER REFERENCES kunde(kunde_id), art TEXT);
CREATE TABLE mitarbeiter (mitarbeiter_id INTEGER PRIMARY KEY, vorname TEXT, nachname TEXT, geschlecht TEXT,
  gehalt REAL);
CREATE TABLE lernende (lernende_id INTEGER PRIMARY KEY, vorname TEXT, nachname TEXT);
INSERT INTO kunde VALUES (1, 'Huber AG', 'Bern'), (2, 'Meier AG', 'Thun');
INSERT INTO police VALUES (1, 1, 'Hausrat'), (2, 1, 'Glas');
INSERT INTO mitarbeiter VALUES (1, 'Anna', 'Moser', 'F', 5000), (2, 'Beat', 'Kern', 'M', 6000),
  (3, 'Cora', 'Suter', 'F', 5500);
INSERT INTO lernende VALUES (1, 'Dora', 'Frei'), (2, 'Emil', 'Graf');
"""

WOMEN = """
model: versicherung
tables:
  mitarbeiter:
    nouns: {de: [Mitarbeiter, Mitarbeiterin], en: [employees, employee]}
    sets:
      women: {where: {geschlecht: [F]}, words: {de: [Mitarbeiterinnen], en: [women]}}
"""


LISTED = """
model: versicherung
tables:
  kunde: {nouns: {de: [Kunden, Kunde]}, rowName: name, columns: [name, ort]}
  police: {nouns: {de: [Policen, Police]}}
"""


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("seeds"), SEEDS)


@pytest.fixture(scope="module")
def versicherung(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("versicherung"), VERSICHERUNG)


def test_what_a_tie_tells_is_said_of_that_tie(seeds: Society) -> None:
    approved(seeds, "How many finds did Clara Byrne collect as the lead collector?", "en", "1")


def test_the_average_of_what_each_row_tells_once_is_that_of_all(seeds: Society) -> None:
    approved(seeds, "What is the average number of seeds sown per test?", "en", "60")


@pytest.mark.parametrize(
    "question",
    [
        "Which people have logged more than 200 hours?",
        "Which boats are out of service, and since when?",
    ],
)
def test_what_may_mean_all_rows_or_some_is_not_answered(seeds: Society, question: str) -> None:
    answer = seeds.ask_sync(question, language="en")
    assert answer.status != "approved" or "Marlin" not in answer.text
    assert answer.status != "approved" or "Nothing" not in answer.text


def test_from_the_highest_to_the_lowest_is_an_order(seeds: Society) -> None:
    asked = "List the shift id and hours of all shifts, from the highest hours to the lowest."
    text = approved(seeds, asked, "en", "120", "90").text
    assert text.index("120") < text.index("90")


def test_a_value_behind_a_figure_is_that_figure(seeds: Society) -> None:
    approved(seeds, "What is the average seeds sown value of all tests?", "en", "60")


def test_a_verb_that_sounds_like_a_noun_is_none(versicherung: Society) -> None:
    answer = versicherung.ask_sync("Welche Kunden haben ihre Police gekündigt?", language="de")
    assert answer.status != "approved", answer.text


def test_women_are_those_of_whom_that_is_told(versicherung: Society) -> None:
    approved(versicherung, "Wie viele Mitarbeiterinnen gibt es?", "de", "2")
    text = approved(versicherung, "Liste Vorname und Nachname aller Mitarbeiterinnen auf.", "de", "Anna", "Cora").text
    assert "Beat" not in text


def test_rows_are_counted_by_their_name_whatever_a_list_of_them_shows(versicherung: Society, tmp_path: Path) -> None:
    model = tmp_path / "versicherung.yaml"
    model.write_text(LISTED, encoding="utf-8")
    described = Society(versicherung.settings.model_copy(update={"ontology": model, "home": tmp_path / "home"}))
    text = approved(described, "Wie viele Policen gibt es zu jedem Kunden?", "de", "Huber AG").text
    assert "Bern" not in text
    approved(described, "Liste alle Kunden auf.", "de", "Huber AG, Bern")
    described.source.close()


def test_a_set_of_a_model_is_not_the_rows_it_is_of(versicherung: Society, tmp_path: Path) -> None:
    model = tmp_path / "versicherung.yaml"
    model.write_text(WOMEN, encoding="utf-8")
    described = Society(versicherung.settings.model_copy(update={"ontology": model, "home": tmp_path / "home"}))
    approved(described, "Wie viele Mitarbeiterinnen gibt es?", "de", "2")
    approved(described, "Wie viele Mitarbeiter gibt es?", "de", "3")
    described.source.close()


def test_how_something_is_to_be_shown_is_no_second_question(tmp_path: Path) -> None:
    rangers = opened(tmp_path, RANGERS)
    answer = rangers.ask_sync("How many rangers hold each rank? Use the rank label.", language="en")
    assert answer.status != "approved" or "Chief, 1" in answer.text
