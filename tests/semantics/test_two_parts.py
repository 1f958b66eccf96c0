"""A question on any tables that is two is answered as both, each with how it was read, or not at all."""

from pathlib import Path

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

GARAGE = """
CREATE TABLE workshops (wid INTEGER PRIMARY KEY, name TEXT, state TEXT);
CREATE TABLE repairs (rid INTEGER PRIMARY KEY, workshop_id INTEGER REFERENCES workshops(wid), amount REAL);
INSERT INTO workshops VALUES (1, 'Nord', 'open'), (2, 'Ost', 'open'), (3, 'West', 'open'), (4, 'Sud', 'shut');
INSERT INTO repairs VALUES (1, 1, 10), (2, 1, 20), (3, 2, 5), (4, 3, 8);
"""


@pytest.fixture(scope="module")
def garage(tmp_path_factory: pytest.TempPathFactory) -> Society:
    folder: Path = tmp_path_factory.mktemp("garage")
    return opened(folder, GARAGE)


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("How many workshops are open? Which are shut?", "3", "Sud"),
        ("What is the total amount of repairs? And the average?", "43", "10.75"),
        ("How many repairs were there and what was the total amount?", "4", "43"),
    ],
)
def test_both_are_answered(garage: Society, question: str, first: str, second: str) -> None:
    answer = approved(garage, question, "en", first, second)
    assert answer.reading is not None


@pytest.mark.parametrize(
    "question",
    ["Which workshops are open? What colour are they?", "How many repairs were there and what was the weather?"],
)
def test_half_is_no_answer(garage: Society, question: str) -> None:
    answer = garage.ask_sync(question, language="en")
    assert answer.status == "refused"
    assert answer.reason is not None
    assert "colour" in answer.reason or "weather" in answer.reason


@pytest.mark.parametrize(
    "question",
    [
        "How many repairs does each workshop have? Show the name and the number.",
        "How many workshops are there per state? List the state and the count.",
    ],
)
def test_what_to_show_is_no_second_question(garage: Society, question: str) -> None:
    answer = garage.ask_sync(question, language="en")
    assert answer.status != "approved" or (answer.reading is not None and "; " not in answer.reading)
