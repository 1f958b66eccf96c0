"""What questions by people who had seen nothing showed: each of these was answered by something else, or not at all."""

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

OBSERVATORY = """
CREATE TABLE observers (observer_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, joined_on DATE);
CREATE TABLE telescopes (telescope_id INTEGER PRIMARY KEY, telescope_name TEXT, kind TEXT, purchase_price REAL,
  condition TEXT);
CREATE TABLE sessions (session_id INTEGER PRIMARY KEY, observer_id INTEGER REFERENCES observers(observer_id),
  telescope_id INTEGER REFERENCES telescopes(telescope_id), held_on DATE, hours REAL, is_public TEXT, status TEXT);
CREATE TABLE parts (part_id INTEGER PRIMARY KEY, part_name TEXT, unit_price REAL);
CREATE TABLE session_parts (session_id INTEGER REFERENCES sessions(session_id),
  part_id INTEGER REFERENCES parts(part_id), quantity INTEGER, PRIMARY KEY (session_id, part_id));
INSERT INTO observers VALUES (1, 'Ann', 'Lee', '2025-01-10'), (2, 'Bob', 'Ray', '2019-05-01'),
  (3, 'Cid', 'Orr', '2020-02-02');
INSERT INTO telescopes VALUES (1, 'Big Eye', 'mirror', 9000, 'used'), (2, 'Old Glass', 'lens', 400, 'new'),
  (3, 'Twin', 'lens', 700, 'used');
INSERT INTO sessions VALUES (1, 2, 1, '2024-03-01', 4, 'Y', 'on hold'), (2, 2, 1, '2025-03-01', 2, 'N', 'done'),
  (3, 2, 2, '2025-04-01', 3, 'N', 'done'), (4, 1, 2, '2025-05-01', 1, 'Y', 'done'),
  (5, NULL, 3, '2024-06-01', 9, 'N', 'done');
INSERT INTO parts VALUES (1, 'Filter', 10), (2, 'Bulb', 5);
INSERT INTO session_parts VALUES (1, 1, 3), (2, 2, 4);
"""

WACHE = """
CREATE TABLE Helfer (HelferId INTEGER PRIMARY KEY, Vorname TEXT, Nachname TEXT, DabeiSeit DATE, Stundenlohn REAL);
CREATE TABLE Boot (BootId INTEGER PRIMARY KEY, Name TEXT, Plaetze INTEGER, PreisKind REAL, Zustand TEXT);
CREATE TABLE Einsatz (EinsatzId INTEGER PRIMARY KEY, HelferId INTEGER REFERENCES Helfer(HelferId),
  BootId INTEGER REFERENCES Boot(BootId), Datum DATE, DauerMin INTEGER, Art TEXT, Status TEXT, Grund TEXT);
CREATE TABLE Material (MaterialId INTEGER PRIMARY KEY, Bezeichnung TEXT);
CREATE TABLE EinsatzMaterial (EinsatzId INTEGER REFERENCES Einsatz(EinsatzId),
  MaterialId INTEGER REFERENCES Material(MaterialId), PRIMARY KEY (EinsatzId, MaterialId));
INSERT INTO Helfer VALUES (1, 'Anna', 'Moser', '2025-02-01', 30), (2, 'Beat', 'Kern', '2020-02-01', 40);
INSERT INTO Boot VALUES (1, 'Seestern', 12, 8, 'in Betrieb'), (2, 'Möwe', 6, 5, 'in Revision');
INSERT INTO Einsatz VALUES (1, 2, 1, '2024-01-05', 60, 'Bergung', 'durchgefuehrt', NULL),
  (2, 2, 1, '2025-01-05', 30, 'Bergung', 'durchgefuehrt', NULL),
  (3, 1, 2, '2025-02-05', 10, 'Suche', 'abgesagt', 'Nebel'),
  (4, 2, 2, '2025-03-05', 20, 'Suche', 'durchgefuehrt', NULL);
INSERT INTO Material VALUES (1, 'Seil'), (2, 'Boje'), (3, 'Decke');
INSERT INTO EinsatzMaterial VALUES (1, 1), (2, 2);
"""


@pytest.fixture(scope="module")
def observatory(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("observatory"), OBSERVATORY)


@pytest.fixture(scope="module")
def wache(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("wache"), WACHE)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which sessions are on hold?", "Ray, 1"),
        ("Were there more sessions in 2024 than in 2025?", "No."),
        ("Were there fewer sessions in 2024 than in 2025?", "Yes."),
        ("Are there any sessions on hold?", "Yes."),
        ("Who held the most sessions in 2025?", "Bob, Ray"),
        ("Which telescope has the most sessions in our collection?", "Big Eye"),
        ("Which telescope was the most expensive? Give the kind and the price.", "mirror, 9,000"),
        ("Which telescopes are lens telescopes? List each telescope only once.", "Old Glass"),
        (
            "How many sessions did each observer hold? Show first name, last name and the number of sessions.",
            "Bob, Ray, 3",
        ),
        ("How many sessions were there per year, from earliest to latest?", "2024, 2\n- 2025, 3"),
    ],
)
def test_in_english(observatory: Society, question: str, says: str) -> None:
    approved(observatory, question, "en", says)


@pytest.mark.parametrize(
    "question",
    [
        "What is the average number of hours for public sessions and for sessions that are not public?",
        "What is the total price of the parts used in the sessions of Big Eye?",
        "How many sessions were held online?",
        "Which telescopes are used for the sessions of Ann Lee?",
    ],
)
def test_what_may_mean_something_else_is_not_answered(observatory: Society, question: str) -> None:
    answer = observatory.ask_sync(question, language="en")
    assert answer.status != "approved", answer.text


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Wie viele Einsätze wurden im Jahr 2025 durchgeführt?", ": 2"),
        ("Wie viele Boote sind in Betrieb?", ": 1"),
        ("Hat die Seestern mehr Plätze als die Möwe?", "Ja."),
        ("Gab es 2024 mehr Einsätze als 2025?", "Nein."),
        ("Wie hoch ist der Kinderpreis der Möwe?", "5"),
        ("Wie viele Materialien gibt es?", ": 3"),
        ("Was sind der höchste und der tiefste Stundenlohn?", ": 40.0, 30.0"),
        ("Wie viele Minuten dauert eine Bergung im Durchschnitt?", "45"),
        ("Welche verschiedenen Gründe gibt es bei den Einsätzen?", ": Nebel"),
    ],
)
def test_in_german(wache: Society, question: str, says: str) -> None:
    approved(wache, question, "de", says)


def test_who_did_most_in_a_year_need_not_have_come_then(wache: Society) -> None:
    answer = wache.ask_sync("Wer hat im Jahr 2025 die meisten Einsätze durchgeführt?", language="de")
    assert answer.status != "approved" or "Beat" in answer.text, answer.text
