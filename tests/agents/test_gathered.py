"""Words that no sentence is made of: what they come to is asked, never answered by itself."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from arch_team.clarify.clarifiers import ScriptedClarifier
from arch_team.models.scripted import Fails, Script, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society

LAST = "When was the last callout to Aygill? Just the date."
RESCUES = """
CREATE TABLE keeper (keeper_id INTEGER PRIMARY KEY, full_name TEXT, started_on DATE);
CREATE TABLE site (site_id INTEGER PRIMARY KEY, site_name TEXT, depth_m INTEGER);
CREATE TABLE callout (callout_id INTEGER PRIMARY KEY, site_id INTEGER REFERENCES site(site_id),
  keeper_id INTEGER REFERENCES keeper(keeper_id), called_on DATE, cause TEXT, outcome TEXT, hours INTEGER);
INSERT INTO keeper VALUES (1, 'Anna Amsler', '2019-05-01'), (2, 'Beat Brunner', '2012-02-01');
INSERT INTO site VALUES (1, 'Aygill', 208), (2, 'Long Kin', 90), (3, 'Birks Fell', 60);
INSERT INTO callout VALUES
  (10, 1, 1, '2024-03-01', 'Fall', 'rescued', 4), (11, 1, 1, '2024-04-01', 'Flooding', 'rescued', 9),
  (12, 1, 2, '2023-12-31', 'Fall', 'cancelled', 1), (13, 2, 2, '2024-06-02', 'Lost', 'rescued', 2);
"""


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder: Path = tmp_path_factory.mktemp("gathered")
    with sqlite3.connect(folder / "rescue.sqlite") as connection:
        connection.executescript(RESCUES)
    return Settings(home=folder, db=f"sqlite:///{folder / 'rescue.sqlite'}", model=None)


def ask(settings: Settings, question: str, *turns: Script, answers: Sequence[str | None] = ()) -> Answer:
    clarifier = ScriptedClarifier(answers) if answers else None
    client = Scripted(*turns) if turns else None
    society = Society(settings, client=client, clarifier=clarifier, seconds=30)
    answer = asyncio.run(society.ask(question, skill="data"))
    society.source.close()
    return answer


@pytest.mark.parametrize(
    ("question", "line", "shown"),
    [
        (LAST, "Latest called on of callout", "2024-04-01"),
        ("top 2 sites by hours, most hours first, with the hours", "the 2 with the highest total hours", "14"),
        ("Sites with three or more callouts, how many each?", "number of callout ≥ 3", "Aygill, 1, 3"),
        ("What percentage of all callouts on the list was cancelled?", "outcome = cancelled in % of", "25.00 %"),
    ],
)
def test_what_the_words_come_to_is_asked_and_answered_once_it_is_meant(
    settings: Settings, question: str, line: str, shown: str
) -> None:
    asked = ask(settings, question)
    assert (asked.status, asked.figures) == ("needs_clarification", ()), asked.text
    assert asked.clarification is not None
    assert any(line in choice for choice in asked.clarification.suggested_answers), asked.clarification
    at = next(n for n, choice in enumerate(asked.clarification.suggested_answers, 1) if line in choice)
    answer = ask(settings, question, answers=[str(at)])
    assert answer.status == "approved", answer.reason
    assert shown in answer.text
    assert line in (answer.reading or "")


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Which is the deepest site on our list, and how deep?", "Aygill, 1, 208"),
        ("Callouts per cause, please.", "Fall, 2"),
    ],
)
def test_what_is_put_together_needs_no_question(settings: Settings, question: str, shown: str) -> None:
    answer = ask(settings, question)
    assert answer.status == "approved", answer.reason
    assert shown in answer.text


def test_what_is_not_meant_is_not_answered(settings: Settings) -> None:
    answer = ask(settings, LAST, answers=["none of these"])
    assert (answer.status, answer.figures) == ("refused", ())


@pytest.mark.parametrize(
    "question",
    [
        "Weather per cause, please.",  # one word is not told
        "Average and total hours, most first, per site, please.",  # two figures
        "Which sites had no callouts in 2023, please, and how many?",  # of those that are lacking?
    ],
)
def test_nothing_is_asked_about_what_does_not_hold_all_that_was_said(settings: Settings, question: str) -> None:
    assert ask(settings, question).status == "refused"


COUNTED = "Callouts, and how many by cause?"
RIGHT = "SELECT cause, COUNT(*) FROM callout GROUP BY cause"
OTHER = "SELECT cause, SUM(hours) FROM callout GROUP BY cause"
MEANT = "Number of callout per cause"


class TestWithAModel:
    def test_where_nobody_can_be_asked_two_readings_that_come_to_the_same_are_meant(self, settings: Settings) -> None:
        answer = ask(settings, COUNTED, RIGHT)
        assert (answer.status, answer.model, answer.trace.llm_calls) == ("approved", "embedded", 1), answer.reason
        assert answer.reading == MEANT
        assert all(figure.evidence for figure in answer.figures)

    @pytest.mark.parametrize("said", [OTHER, "SELECT nothing FROM nowhere", Fails(RuntimeError("away"))])
    def test_what_they_do_not_agree_on_is_asked(self, settings: Settings, said: Script) -> None:
        answer = ask(settings, COUNTED, said, said)
        assert (answer.status, answer.figures) == ("needs_clarification", ())

    def test_a_person_is_asked_with_both_where_they_differ(self, settings: Settings) -> None:
        answer = ask(settings, COUNTED, OTHER, answers=["2"])
        assert (answer.status, answer.reading) == ("approved", MEANT)

    def test_and_with_one_where_they_are_the_same(self, settings: Settings) -> None:
        answer = ask(settings, COUNTED, RIGHT, answers=["1"])
        assert (answer.status, answer.reading) == ("approved", MEANT)


DOGS = """
CREATE TABLE rescue_dog (dog_id INTEGER PRIMARY KEY, name TEXT, breed TEXT, birth_year INTEGER);
CREATE TABLE honey_harvest (harvest_id INTEGER PRIMARY KEY, kind TEXT, kg REAL);
INSERT INTO rescue_dog VALUES (1, 'Balu', 'Border Collie', 2018), (2, 'Nanook', 'Husky', 2019);
INSERT INTO honey_harvest VALUES (1, 'chestnut', 5), (2, 'chestnut', 7), (3, 'linden', 4);
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the weight of the dog Balu?", "SELECT breed FROM rescue_dog WHERE name = 'Balu'"),
        (
            "How many jars were filled from the chestnut harvests?",
            "SELECT COUNT(*) FROM honey_harvest WHERE kind = 'chestnut'",
        ),
    ],
)
def test_a_model_that_agrees_to_what_is_far_settles_nothing(tmp_path: Path, question: str, said: str) -> None:
    with sqlite3.connect(tmp_path / "dogs.sqlite") as connection:
        connection.executescript(DOGS)
    settings = Settings(home=tmp_path, db=f"sqlite:///{tmp_path / 'dogs.sqlite'}", model=None)
    answer = ask(settings, question, said, said)
    assert (answer.status, answer.figures) == ("needs_clarification", ())
