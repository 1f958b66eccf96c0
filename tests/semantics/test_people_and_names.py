"""Who did something; how long it took; and courses that have a column called course."""

import sqlite3
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.settings import Settings

HIRE = """
CREATE TABLE boat (boat_id INTEGER PRIMARY KEY, boat_name TEXT, boat_type TEXT);
CREATE TABLE skipper (skipper_id INTEGER PRIMARY KEY, personal_name TEXT, family_name TEXT, joined_on DATE);
CREATE TABLE charter (charter_id INTEGER PRIMARY KEY, boat_id INTEGER REFERENCES boat(boat_id),
  skipper_id INTEGER REFERENCES skipper(skipper_id), started_at DATETIME, ended_at DATETIME);
INSERT INTO boat VALUES (1, 'Anka', 'sail'), (2, 'Borea', 'motor');
INSERT INTO skipper VALUES (1, 'Ada', 'Kern', '2020-03-01'), (2, 'Beat', 'Vogt', '2023-03-01');
INSERT INTO charter VALUES (1, 1, 1, '2025-05-01 08:00:00', '2025-05-01 10:00:00'),
  (2, 1, 1, '2025-05-02 08:00:00', '2025-05-02 09:00:00');
"""
COURSES = "Kurs-Nr;Kurs;Ort;Beginn;Ende\n1;Tanz;Bern;01.02.2025;11.02.2025\n2;Jodeln;Thun;01.03.2025;04.03.2025\n"


@pytest.fixture(scope="module")
def hire(tmp_path_factory: pytest.TempPathFactory) -> Society:
    folder = tmp_path_factory.mktemp("hire")
    with sqlite3.connect(folder / "own.sqlite") as database:
        database.executescript(HIRE)
    return Society(Settings(home=folder / "home", db=f"sqlite:///{folder / 'own.sqlite'}", model=None))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who joined after 2021?", ": Beat, Vogt, 2"),
        ("Who has the most charters?", ": Ada, Kern, 1, 2"),
        ("Who has made no charters?", ": Beat, Vogt, 2"),
        ("Who chartered Anka?", ": Ada, Kern, 1"),
        ("How long did charter 1 last?", ": 120.00"),
        ("How long was charter 2 in hours?", ": 1.00"),
    ],
)
def test_who_and_how_long(hire: Society, question: str, told: str) -> None:
    answer = hire.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert answer.text.endswith(told)


@pytest.mark.parametrize("question", ["Who repaired Anka?", "Who discovered the boat Anka?", "Who is the oldest?"])
def test_what_was_done_must_be_told_by_the_tables(hire: Society, question: str) -> None:
    assert hire.ask_sync(question).status != "approved"


def test_what_is_used_most_needs_its_rows(hire: Society) -> None:
    """The boats of a type, or its charters?"""
    assert hire.ask_sync("What is the most frequently used boat type?").status != "approved"


@pytest.mark.parametrize(
    ("question", "told"),
    [("Welche Kurse finden in Bern statt?", ": Tanz, 1"), ("Wie lange dauert der Kurs Jodeln?", ": 3")],
)
def test_a_column_called_as_its_rows_leaves_nothing_open(tmp_path: Path, question: str, told: str) -> None:
    file = tmp_path / "kurse.csv"
    file.write_text(COURSES, encoding="utf-8")
    answer = Society(Settings(home=tmp_path / "home", file=file, model=None)).ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert answer.text.endswith(told)
