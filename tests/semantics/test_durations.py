"""How long something took, where a row has the moment it began and the moment it ended."""

import sqlite3
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.onboarding.drafting import drafted
from arch_team.settings import Settings
from arch_team.society import open_data

WORKS = """
CREATE TABLE machine (machine_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE run (run_id INTEGER PRIMARY KEY, machine_id INTEGER REFERENCES machine(machine_id), mode TEXT,
  started_at DATETIME, ended_at DATETIME);
CREATE TABLE rental (rental_id INTEGER PRIMARY KEY, machine_id INTEGER REFERENCES machine(machine_id),
  rental_date DATE, return_date DATE);
CREATE TABLE film (film_id INTEGER PRIMARY KEY, title TEXT, duration INTEGER, start_date DATE, end_date DATE);
INSERT INTO machine VALUES (1, 'Saw'), (2, 'Drill');
INSERT INTO run VALUES (1, 1, 'slow', '2025-03-01 08:00:00', '2025-03-01 09:30:00'),
  (2, 1, 'fast', '2025-03-02 08:00:00', '2025-03-02 08:20:30'), (3, 2, 'fast', '2025-03-02 23:50:00',
  '2025-03-03 00:10:00'), (4, 2, 'fast', '2025-03-04 10:00:00', NULL);
INSERT INTO rental VALUES (1, 1, '2025-01-30', '2025-02-02'), (2, 2, '2025-01-01', '2025-01-02');
INSERT INTO film VALUES (1, 'One', 90, '2025-01-01', '2025-02-01');
"""
GERMAN = "Kurs;Beginn;Ende\nTanz;01.02.2025;11.02.2025\nJodeln;01.03.2025;04.03.2025\n"


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("works")
    with sqlite3.connect(folder / "own.sqlite") as database:
        database.executescript(WORKS)
    return Settings(home=folder / "home", db=f"sqlite:///{folder / 'own.sqlite'}", model=None)


@pytest.fixture(scope="module")
def works(settings: Settings) -> Society:
    return Society(settings)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the average duration of runs in seconds?", "2,610"),
        ("What is the total duration of runs in hours?", ": 2.175"),
        ("What is the average run duration in seconds split by mode?", "- slow, 5,400"),
        ("How many runs lasted longer than 1 hour?", ": 1"),
        ("Which machine has the longest run?", "Saw"),
        ("What is the total duration of rentals in days?", ": 4"),
        ("What is the average duration of films?", ": 90"),
    ],
)
def test_a_duration_is_the_time_between_beginning_and_end(works: Society, question: str, told: str) -> None:
    answer = works.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert told in answer.text


def test_the_unit_is_said_where_the_question_says_none(works: Society) -> None:
    assert "duration in minutes" in str(works.ask_sync("What is the average duration of runs?").reading)


def test_the_evidence_names_the_unit_that_was_asked(works: Society) -> None:
    answer = works.ask_sync("What is the total duration of runs in seconds?")
    assert answer.text.endswith(": 7,830")
    assert answer.figures[0].references[0].endswith("ended_at - started_at in seconds")


def test_days_are_told_in_no_hours(works: Society) -> None:
    assert works.ask_sync("What is the average duration of rentals in hours?").status != "approved"


def test_a_list_of_rows_shows_the_columns_the_table_has(works: Society) -> None:
    assert "duration" not in works.ask_sync("Show all information about runs.").text.casefold()


def test_a_draft_does_not_write_it_down(settings: Settings) -> None:
    source = open_data(settings)
    assert " in minutes" not in drafted(source, "works").text()
    source.close()


def test_in_german_and_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "kurse.csv").write_text(GERMAN, encoding="utf-8")
    society = Society(Settings(home=tmp_path / "home", files=(tmp_path / "kurse.csv",), model=None))
    answer = society.ask_sync("Was ist die durchschnittliche Dauer der Kurse?")
    assert answer.status == "approved", answer.reason
    assert "6.5" in answer.text
