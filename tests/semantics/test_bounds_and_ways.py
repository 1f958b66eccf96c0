"""A bound stays a bound, a way keeps its direction, and what rows are put together by is of the rows that were said."""

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

FREIGHT = """
CREATE TABLE kd (kd_nr INTEGER PRIMARY KEY, name TEXT, kred_limit REAL, rabatt_prozent INTEGER);
CREATE TABLE fahrer (pers_nr INTEGER PRIMARY KEY, nachn TEXT, vorn TEXT, std_ort TEXT, geb_dat TEXT);
CREATE TABLE auftr (auftr_nr INTEGER PRIMARY KEY, kd_nr INTEGER REFERENCES kd, lade_ort TEXT, entl_ort TEXT,
  eingangsdatum TEXT, publikationsdatum TEXT, stat TEXT);
INSERT INTO kd VALUES (1, 'Papier Werra', 45000, 3), (2, 'Fliesen Rhein', NULL, 5);
INSERT INTO fahrer VALUES (7, 'Egli', 'Uta', 'Erfurt', '1980-01-01'), (8, 'Frei', 'Max', 'Gera', '1990-01-01');
INSERT INTO auftr VALUES (11, 1, 'Hamburg', 'Leipzig', '2024-01-05', '2024-02-01', 'bewilligt'),
  (12, 2, 'Leipzig', 'Hamburg', '2024-03-05', NULL, 'offen');
"""
TOURS = """
CREATE TABLE venue (venue_id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE patron (patron_id INTEGER PRIMARY KEY, full_name TEXT, town TEXT);
CREATE TABLE show (show_id INTEGER PRIMARY KEY, venue_id INTEGER REFERENCES venue, title TEXT);
CREATE TABLE booking (booking_id INTEGER PRIMARY KEY, patron_id INTEGER REFERENCES patron,
  show_id INTEGER REFERENCES show, destination TEXT, seats INTEGER);
INSERT INTO venue VALUES (1, 'Stage', 'Ripon'), (2, 'Hall', 'Malton');
INSERT INTO patron VALUES (1, 'Ann Lee', 'Leeds'), (2, 'Bob Ray', 'York');
INSERT INTO show VALUES (1, 1, 'Fools'), (2, 2, 'Kings');
INSERT INTO booking VALUES (1, 1, 1, 'London', 2), (2, 2, 1, 'London', 3), (3, 2, 2, 'Paris', 4);
"""


@pytest.fixture(scope="module")
def freight(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("freight"), FREIGHT)


@pytest.fixture(scope="module")
def tours(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("tours"), TOURS)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Welche Kunden haben mehr als 3 Prozent Rabatt?", ["> 3", "Fliesen Rhein"]),
        ("Welche Kunden haben mindestens 5 % Rabatt?", ["≥ 5", "Fliesen Rhein"]),
        ("Wie hoch ist das Kreditlimit von Papier Werra?", ["45'000"]),
        ("Welche Fahrer sind am Standort Gera?", ["Max, Frei"]),
        ("Wann ist der Auftrag 11 eingegangen?", ["2024-01-05"]),
        ("Wann wurde der Auftrag 11 publiziert?", ["2024-02-01"]),
        ("Welche Aufträge wurden noch nicht publiziert?", ["12"]),
        ("Welche Aufträge haben den Ladeort Hamburg und den Entladeort Leipzig?", ["11"]),
    ],
)
def test_in_german(freight: Society, question: str, told: list[str]) -> None:
    answer = approved(freight, question, "de")
    assert all(each in f"{answer.reading} {answer.text}" for each in told)


@pytest.mark.parametrize(
    "question",
    [
        "Wann wurde der Auftrag 11 bewilligt?",
        "Welche Aufträge werden in Hamburg geladen und in Leipzig entladen?",
    ],
)
def test_what_nothing_says_is_not_answered(freight: Society, question: str) -> None:
    assert freight.ask_sync(question).status != "approved"


def test_a_group_is_of_what_was_said(tours: Society) -> None:
    approved(tours, "How many bookings were there per town of the venue?", "en", "Malton, 1", "Ripon, 2")
    approved(tours, "How many bookings were there per town of the patron?", "en", "Leeds, 1", "York, 2")
    assert tours.ask_sync("How many bookings were there per town of the show?").status != "approved"


def test_a_destination_is_where_it_goes(tours: Society) -> None:
    approved(tours, "How many bookings went to London?", "en", ": 2")
    assert tours.ask_sync("How many bookings came from London?").status != "approved"


def test_where_is_a_place(tours: Society) -> None:
    approved(tours, "Where is the Stage?", "en", "Ripon")
    approved(tours, "Where does Ann Lee live?", "en", "Leeds")
    assert tours.ask_sync("Where is booking 1?").status != "approved"


SHELTER = """
CREATE TABLE pfleger (pfleger_id INTEGER PRIMARY KEY, name TEXT, wohnort TEXT, eintrittsdatum TEXT);
CREATE TABLE tier (tier_id INTEGER PRIMARY KEY, name TEXT, geschlecht TEXT, geburtsdatum TEXT, eigentuemer TEXT,
  pfleger_id INTEGER REFERENCES pfleger);
CREATE TABLE spender (spender_id INTEGER PRIMARY KEY, name TEXT, tier_id INTEGER REFERENCES tier, total_price REAL);
INSERT INTO pfleger VALUES (1, 'Uta Egli', 'Gera', '2001-01-01'), (2, 'Max Frei', 'Jena', '2011-01-01');
INSERT INTO tier VALUES (31, 'Karlchen', 'm', '2020-01-01', 'Konrad Brandl', 1),
  (32, 'Susi', 'w', '2021-01-01', NULL, 2);
INSERT INTO spender VALUES (5, 'Ina Roth', 31, 20), (6, 'Jan Roth', 31, 30);
"""


@pytest.fixture(scope="module")
def shelter(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("shelter"), SHELTER)


def test_who_is_nobody_else(shelter: Society) -> None:
    approved(shelter, "Wo wohnt Uta Egli?", "de", "Gera")
    approved(shelter, "What is the total price of all spender?", "en", ": 50")
    for question in ("Wo hat Uta Egli studiert?", "Wem gehört das Tier 31?"):
        answer = shelter.ask_sync(question)
        assert answer.status != "approved" or "Konrad Brandl" in answer.text
    answer = shelter.ask_sync("Wer von unseren Pflegern hat das früheste Eintrittsdatum?")
    assert "Karlchen" not in answer.text
