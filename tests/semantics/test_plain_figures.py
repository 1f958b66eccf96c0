"""Figures asked for plainly: so many days of something, for each of what many rows share, than the average one; and
what is said of those who took part."""

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

DIGS = """
CREATE TABLE site (site_id INTEGER PRIMARY KEY, site_name TEXT);
CREATE TABLE expedition (expedition_id INTEGER PRIMARY KEY, site_id INTEGER REFERENCES site, year INTEGER,
  days INTEGER);
CREATE TABLE digger (digger_id INTEGER PRIMARY KEY, digger_name TEXT, home_town TEXT, height_cm INTEGER);
CREATE TABLE expedition_digger (expedition_id INTEGER REFERENCES expedition, digger_id INTEGER REFERENCES digger,
  is_leader TEXT, hours REAL);
CREATE TABLE response (response_id INTEGER PRIMARY KEY, digger_id INTEGER REFERENCES digger,
  alarm_id INTEGER REFERENCES alarm, minutes INTEGER);
CREATE TABLE alarm (alarm_id INTEGER PRIMARY KEY, alarm_code TEXT);
INSERT INTO site VALUES (1, 'Red Gulch'), (2, 'Blue Cliff');
INSERT INTO expedition VALUES (1, 1, 2008, 42), (2, 1, 2011, 35), (3, 2, 2019, 20);
INSERT INTO digger VALUES (1, 'Ann', 'Riverton', 160), (2, 'Bob', 'Riverton', 190), (3, 'Cid', 'Oakham', 170);
INSERT INTO expedition_digger VALUES (1, 1, 'Y', 10), (1, 2, 'N', 20), (2, 2, 'N', 30), (3, 3, 'Y', 5);
INSERT INTO alarm VALUES (1, 'A-1'), (2, 'A-2'), (3, 'A-3');
INSERT INTO response VALUES (1, 1, 1, 5), (2, 2, 1, 6), (3, 2, 2, 7);
"""


@pytest.fixture(scope="module")
def digs(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("digs"), DIGS)


@pytest.mark.parametrize(
    ("question", "says", "hides"),
    [
        ("Show the number of days of the expeditions to Red Gulch.", "77", "2 "),
        (
            "For each home town, show the town and the total hours of expedition diggers.",
            "Riverton, 60",
            "Riverton, 10",
        ),
        ("Which diggers are taller than the average digger?", "Bob", "Ann"),
        ("Which diggers have led an expedition?", "Cid", "Bob"),
        ("Which diggers never responded to an alarm?", "Cid", "Ann"),
        ("Which digger has the most responses? Show the name and the number of responses.", "Bob, 2", "2, 2"),
    ],
)
def test_it_answers(digs: Society, question: str, says: str, hides: str) -> None:
    assert hides not in approved(digs, question, "en", says).text


@pytest.mark.parametrize(
    "question",
    ["Which digger led the most expeditions?", "Which diggers have led the expedition to Red Gulch in 2011?"],
)
def test_what_is_said_of_the_tie_is_not_passed_over(digs: Society, question: str) -> None:
    """Who was there most often has not led most often."""
    answer = digs.ask_sync(question, language="en")
    assert answer.status != "approved" or "Bob" not in answer.text


def test_who_led_is_asked_by_the_rows_between(digs: Society) -> None:
    """Those who were there most often are others: only who led is offered."""
    asked = digs.ask_sync("Which digger led the most expeditions?", language="en").clarification
    assert asked is not None
    assert len(asked.suggested_answers) == 2, "one reading, and none of these"
    assert "is leader = Y" in asked.suggested_answers[0]
