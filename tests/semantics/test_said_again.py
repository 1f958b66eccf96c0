"""Questions in two sentences, of which the second says the columns; and words that stand for a column or a value in
another form: as the database writes it, as an adjective, or with narrower kinds."""

import sqlite3

import pytest

from arch_team import Society
from arch_team.settings import Settings

GARAGE = """
CREATE TABLE workshops (wid INTEGER PRIMARY KEY, name TEXT, branch TEXT, state TEXT);
CREATE TABLE repairs (rid INTEGER PRIMARY KEY, workshop_id INTEGER REFERENCES workshops(wid), repair_kind TEXT,
  result TEXT, amount REAL, brakepad REAL);
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, workshop_id INTEGER REFERENCES workshops(wid), entry_type TEXT);
INSERT INTO workshops VALUES (1, 'Nord', 'cars', 'open'), (2, 'Ost', 'cars (vintage)', 'open'),
  (3, 'West', 'boats', 'open'), (4, 'Sud', 'cars', 'shut');
INSERT INTO repairs VALUES (1, 1, 'inspection', 'success', 10, 1), (2, 1, 'inspection', 'failure', 20, 2),
  (3, 2, 'addition', 'success', 5, 3), (4, 3, 'addition', 'success', 7, 4), (5, 4, 'inspection', 'success', 1, 5);
INSERT INTO visits VALUES (1, 1, 'gate_a'), (2, 1, 'gate_a'), (3, 2, 'gate_b');
"""


@pytest.fixture(scope="module")
def garage(tmp_path_factory: pytest.TempPathFactory) -> Society:
    folder = tmp_path_factory.mktemp("garage")
    with sqlite3.connect(folder / "own.sqlite") as database:
        database.executescript(GARAGE)
    return Society(Settings(home=folder / "home", db=f"sqlite:///{folder / 'own.sqlite'}", model=None))


def told(society: Society, question: str) -> str:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    return answer.text


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        (
            "What is the total amount of repairs for each workshop? Return the workshop ID and the total amount.",
            ["- 1, 30", "- 2, 5", "- 3, 7", "- 4, 1"],
        ),
        (
            "Which workshops have made repairs? Return the workshop name and the number of repairs made.",
            ["- Nord, 2", "- Ost, 1", "- West, 1", "- Sud, 1"],
        ),
        (
            "How many open workshops have made repairs? Return the workshop name and the number of repairs made.",
            ["- Nord, 2", "- Ost, 1", "- West, 1"],
        ),
    ],
)
def test_the_second_sentence_says_the_columns(garage: Society, question: str, lines: list[str]) -> None:
    assert told(garage, question).splitlines()[1:] == lines


def test_a_figure_that_says_more_is_not_the_one_before(garage: Society) -> None:
    asked = "What is the total amount of repairs for each workshop? Return the workshop ID and the average amount."
    answer = garage.ask_sync(asked)
    assert answer.status != "approved" or "average" in answer.text.lower()


def test_a_row_has_an_id_where_others_call_its_key_so(garage: Society) -> None:
    assert told(garage, "How many repairs does the workshop with ID 1 have?").endswith(": 2")


def test_columns_may_be_written_as_the_database_writes_them(garage: Society) -> None:
    answer = told(garage, "What is the number of visits per entry_type?")
    assert answer.splitlines()[1:] == ["- gate_a, 2", "- gate_b, 1"]
    assert told(garage, "How many visits have entry_type gate_a?").endswith(": 2")


def test_and_their_words_apart(garage: Society) -> None:
    """Where nobody knows the one word by itself."""
    assert told(garage, "What is the highest brake pad of repairs?").endswith(": 5.0")
    assert garage.ask_sync("What is the highest note pad of repairs?").status != "approved"


def test_an_adjective_stands_for_the_value_it_is_made_of(garage: Society) -> None:
    assert told(garage, "How many successful repairs are there?").endswith(": 4")
    assert told(garage, "How many additional repairs are there?").endswith(": 2")
    assert garage.ask_sync("How many wonderful repairs are there?").status != "approved"


def test_a_german_question_before_does_not_change_that(garage: Society) -> None:
    garage.ask_sync("Wie viele Inspektionen gibt es?")
    assert told(garage, "How many successful repairs are there?").endswith(": 4")


def test_a_kind_in_small_letters_has_its_narrower_kinds(garage: Society) -> None:
    assert told(garage, "How many cars workshops are there?").endswith(": 3")
    assert told(garage, 'How many workshops have the branch "cars"?').endswith(": 2")


def test_what_is_used_most_is_the_most_common(garage: Society) -> None:
    assert "gate_a" in told(garage, "What is the most frequently used entry type of visits?")
    assert "gate_b" in told(garage, "What is the least used entry type of visits?")
