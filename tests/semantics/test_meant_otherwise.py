"""What could be read so and is not meant so is asked or refused; what is said in another way is read all the same."""

from pathlib import Path

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

FARM = """
CREATE TABLE species (species_id INTEGER PRIMARY KEY, species_name TEXT);
CREATE TABLE animal (animal_id INTEGER PRIMARY KEY, call_name TEXT, species_id INTEGER REFERENCES species, price REAL,
  pipe_count INTEGER);
CREATE TABLE shoot (shoot_id INTEGER PRIMARY KEY, animal_id INTEGER REFERENCES animal, days INTEGER, customer TEXT);
CREATE TABLE tower (tower_id INTEGER PRIMARY KEY, tower_name TEXT, built_year INTEGER);
CREATE TABLE supply_order (order_id INTEGER PRIMARY KEY, order_date DATE, due_date DATE, delivered_date DATE,
  order_status TEXT);
CREATE TABLE honey_harvest (harvest_id INTEGER PRIMARY KEY, animal_id INTEGER REFERENCES animal);
CREATE TABLE keeper (keeper_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, hired_on DATE);
CREATE TABLE guest (guest_id INTEGER PRIMARY KEY, full_name TEXT);
INSERT INTO species VALUES (1, 'donkey'), (2, 'goat');
INSERT INTO animal VALUES (1, 'Odin', 1, 300, 4), (2, 'Bibi', 1, 200, 6), (3, 'Caro', 2, 100, 8);
INSERT INTO shoot VALUES (1, 1, 5, 'Nova Film'), (2, 2, 9, 'Nova Film'), (3, 3, 2, 'Arte');
INSERT INTO tower VALUES (1, 'North Tower', 1383), (2, 'Great Tower', 1510);
INSERT INTO supply_order VALUES (1, '2024-01-01', '2024-02-01', '2024-02-05', 'delivered'),
  (2, '2024-01-02', '2024-02-01', '2024-01-20', 'delivered');
INSERT INTO honey_harvest VALUES (1, 1), (2, 1), (3, 2);
INSERT INTO keeper VALUES (1, 'Ruth', 'Kofler', '2011-05-01'), (2, 'Jan', 'Moser', '2015-06-01');
INSERT INTO guest VALUES (1, 'Ruth Kofler'), (2, 'Ina Graf');
"""
CELLAR = """
CREATE TABLE batch (batch_no INTEGER PRIMARY KEY, made_on DATE, wheels INTEGER);
CREATE TABLE tasting (tasting_id INTEGER PRIMARY KEY, batch_no INTEGER REFERENCES batch, score REAL);
CREATE TABLE treatment (treatment_id INTEGER PRIMARY KEY, batch_no INTEGER REFERENCES batch);
CREATE TABLE seed_request (request_id INTEGER PRIMARY KEY, land TEXT);
CREATE TABLE request_item (item_id INTEGER PRIMARY KEY, request_id INTEGER REFERENCES seed_request, seeds_sent INTEGER);
INSERT INTO batch VALUES (1, '2024-01-01', 4), (2, '2024-01-02', 5), (3, '2024-01-03', 6);
INSERT INTO tasting VALUES (1, 1, 4.5);
INSERT INTO treatment VALUES (1, 2);
INSERT INTO seed_request VALUES (1, 'Kenya'), (2, 'Peru');
INSERT INTO request_item VALUES (1, 1, 600), (2, 1, 40), (3, 2, 7);
"""


@pytest.fixture
def farm(tmp_path: Path) -> Society:
    return opened(tmp_path, FARM)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which towers were built before 1400, and in which year was each one built?", "North Tower, 1, 1,383"),
        ("When was Ruth Kofler hired?", "2011-05-01"),
        ("How many orders were delivered after their due date?", ": 1"),
        ("What is the average number of pipes of the animals?", ": 6"),
        ("What is the price of the most expensive animal?", ": 300"),
        ("Which animals are more expensive than Bibi?", "Odin"),
        ("Which animals have a price higher than the price of Bibi?", "Odin"),
    ],
)
def test_it_is_read_as_it_is_meant(farm: Society, question: str, says: str) -> None:
    assert says.replace(",", "") in approved(farm, question, "en").text.replace(",", "")


@pytest.mark.parametrize(
    "question",
    [
        "Who owns the animal Odin?",
        "How many delivered orders arrived after their due date?",
        "Which animal has given us the most honey?",
    ],
)
def test_what_is_not_told_is_not_answered_by_something_near(farm: Society, question: str) -> None:
    assert farm.ask_sync(question, language="en").status != "approved"


def test_what_only_shares_something_is_not_meant(farm: Society) -> None:
    answer = farm.ask_sync("What is the total number of days of the donkey Odin?", language="en")
    assert answer.status != "approved" or answer.text.endswith(": 5"), answer.text


def test_neither_nor_is_neither_of_both(tmp_path: Path) -> None:
    approved(opened(tmp_path, CELLAR), "How many batches have been neither tasted nor treated?", "en", ": 1")


def test_what_is_called_after_it_is_not_counted_for_it(tmp_path: Path) -> None:
    answer = opened(tmp_path, CELLAR).ask_sync("How many seeds have been sent in total to Kenya?", language="en")
    assert answer.status != "approved" or "640" in answer.text, answer.text


GERMAN = """
CREATE TABLE T_KAMPAG (KAMP_ID INTEGER PRIMARY KEY, KAMP_BEZ TEXT, BUDGET_EUR REAL, SCHAETZW REAL);
CREATE TABLE Untersuchung (UntersuchungId INTEGER PRIMARY KEY, Anlass TEXT, Datum DATE, KampId INTEGER);
CREATE TABLE Geraet (GeraetId INTEGER PRIMARY KEY, Name TEXT, Baujahr INTEGER);
CREATE TABLE Messung (MessungId INTEGER PRIMARY KEY, GeraetId INTEGER REFERENCES Geraet, Wert REAL);
INSERT INTO T_KAMPAG VALUES (1, 'Nord', 500, 3), (2, 'Süd', 700, 4);
INSERT INTO Untersuchung VALUES (1, 'Routine', '2024-01-02', 1), (2, 'Unfall', '2024-02-03', 1),
  (3, 'Routine', '2023-04-05', 2);
INSERT INTO Geraet VALUES (1, 'Alpha', 2024), (2, 'Beta', 2020);
INSERT INTO Messung VALUES (1, 1, 4), (2, 2, 5);
"""


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Wie viele Untersuchungen wurden je Anlass vorgenommen?", "Routine, 2"),
        ("Welche Kampagne hat das grösste Budget?", "Süd"),
        ("Bei wie vielen Untersuchungen ist der Anlass Routine?", ": 2"),
    ],
)
def test_german_words_are_read_as_they_are_meant(tmp_path: Path, question: str, says: str) -> None:
    approved(opened(tmp_path, GERMAN), question, "de", says)


@pytest.mark.parametrize("question", ["Wie hoch ist die Provokation von Nord?", "Wie viele Messner gibt es?"])
def test_what_only_begins_so_is_another_word(tmp_path: Path, question: str) -> None:
    script = GERMAN + "CREATE TABLE t_prov (prov_id INTEGER PRIMARY KEY, prov REAL, name TEXT);"
    script += "INSERT INTO t_prov VALUES (1, 5.5, 'Nord'), (2, 7.5, 'Ost');"
    assert opened(tmp_path, script).ask_sync(question).status != "approved"


def test_a_bare_year_is_no_year_of_other_rows(tmp_path: Path) -> None:
    assert opened(tmp_path, GERMAN).ask_sync("Wie viele Messungen gab es im Jahr 2024?").status != "approved"
