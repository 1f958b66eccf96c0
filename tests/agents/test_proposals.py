"""A model's reading where the engine has none: put to the person as a form, never answered by itself."""

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

LIBRARY = """
CREATE TABLE mbr (mbr_id INTEGER PRIMARY KEY, nm TEXT, town TEXT);
CREATE TABLE loan (loan_id INTEGER PRIMARY KEY, mbr_id INTEGER REFERENCES mbr(mbr_id), out_dt DATE, ret_dt DATE,
  fee NUMERIC(8, 2), dur_h INTEGER);
INSERT INTO mbr VALUES (1, 'Anna', 'Bern'), (2, 'Beat', 'Basel'), (3, 'Carla', 'Bern');
INSERT INTO loan VALUES (10, 1, '2025-03-01', '2025-03-09', 2.50, 4), (11, 1, '2025-04-01', NULL, 0, 2),
  (12, 2, '2024-12-31', '2025-01-02', 1.25, 1);
"""
QUESTION = "Who came round most of all?"
MOST = "SELECT m.nm FROM loan l JOIN mbr m ON m.mbr_id = l.mbr_id GROUP BY m.mbr_id ORDER BY COUNT(*) DESC LIMIT 1"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    path = tmp_path / "library.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(LIBRARY)
    return Settings(home=tmp_path, db=f"sqlite:///{path}", model=None)


def ask(settings: Settings, question: str, *turns: Script, answers: Sequence[str | None] = ()) -> Answer:
    clarifier = ScriptedClarifier(answers) if answers else None
    society = Society(settings, client=Scripted(*turns), clarifier=clarifier, seconds=30)
    answer = asyncio.run(society.ask(question, skill="data"))
    society.source.close()
    return answer


def test_the_model_s_reading_is_asked_in_words_with_a_way_out(settings: Settings) -> None:
    answer = ask(settings, QUESTION, MOST)
    assert (answer.status, answer.figures) == ("needs_clarification", ())
    assert answer.trace.llm_calls == 1
    asked = answer.clarification
    assert asked is not None
    assert asked.suggested_answers == ("Nm of mbr of loan, highest number of loan", "none of these")
    assert "round" in asked.question, "words that the tables do not explain are named"


@pytest.mark.parametrize("said", ["1", "Nm of mbr of loan, highest number of loan"])
def test_once_it_is_meant_the_engine_answers_with_its_own_proof(settings: Settings, said: str) -> None:
    answer = ask(settings, QUESTION, MOST, answers=[said])
    assert (answer.status, answer.model, answer.trace.llm_calls) == ("approved", "embedded", 1), answer.reason
    assert "Anna" in answer.text
    assert answer.reading == "Nm of mbr of loan, highest number of loan"
    assert all(figure.evidence for figure in answer.figures)


def test_what_is_not_meant_is_not_answered(settings: Settings) -> None:
    answer = ask(settings, QUESTION, MOST, answers=["none of these"])
    assert (answer.status, answer.figures) == ("refused", ())


@pytest.mark.parametrize(
    "statement",
    [
        "It is Anna.",
        "DELETE FROM loan",
        "SELECT nm FROM nobody",
        "SELECT secret FROM mbr",
        "SELECT nm FROM mbr WHERE town = 'Mars'",
        "SELECT m.nm, x.nm FROM mbr m, mbr x",
        "SELECT m.nm, SUM(m.mbr_id * l.fee) FROM loan l JOIN mbr m ON m.mbr_id = l.mbr_id GROUP BY m.nm",
        "WITH x AS (SELECT 1) SELECT * FROM x",
        "SELECT load_extension('x')",
        "SELECT nm FROM mbr; SELECT nm FROM mbr",
    ],
)
def test_what_is_no_form_of_these_tables_or_finds_nothing_is_not_proposed(settings: Settings, statement: str) -> None:
    answer = ask(settings, QUESTION, statement, statement)
    assert (answer.status, answer.figures) == ("refused", ())


def test_a_statement_that_cannot_be_taken_comes_back_once(settings: Settings) -> None:
    answer = ask(settings, QUESTION, "SELECT name FROM members", MOST, answers=["1"])
    assert (answer.status, answer.trace.llm_calls) == ("approved", 2)


def test_a_model_that_fails_costs_nothing_but_its_say(settings: Settings) -> None:
    assert ask(settings, QUESTION, Fails(RuntimeError("away"))).status == "refused"


def test_a_question_that_is_read_needs_no_model(settings: Settings) -> None:
    answer = ask(settings, "How many loans are there?", Fails(RuntimeError("not to be called")))
    assert (answer.status, answer.trace.llm_calls) == ("approved", 0)


@pytest.mark.parametrize(
    ("statement", "line", "shown"),
    [
        ("SELECT COUNT(*) FROM loan WHERE ret_dt IS NULL", "Number of loan, without ret dt", "1"),
        ("SELECT SUM(fee) FROM loan WHERE out_dt BETWEEN '2025-01-01' AND '2025-12-31'", "Total fee of loan", "2.50"),
        ("SELECT COUNT(*) FROM loan WHERE strftime('%Y', out_dt) = '2025'", "year (out dt) = 2025", "2"),
        ("SELECT nm FROM mbr WHERE mbr_id NOT IN (SELECT mbr_id FROM loan)", "Nm of mbr, without loan", "Carla"),
        ("SELECT nm FROM mbr EXCEPT SELECT nm FROM mbr WHERE town = 'Bern'", "Nm of mbr", "Beat"),
        (
            "SELECT m.town, COUNT(*) FROM loan l JOIN mbr m USING (mbr_id) GROUP BY m.town HAVING COUNT(*) > 1",
            "per",
            "Bern",
        ),
        ("SELECT COUNT(*) FROM loan WHERE dur_h > (SELECT AVG(dur_h) FROM loan)", "Number of loan, dur h >", "1"),
        ("SELECT 100.0 * SUM(fee) / SUM(dur_h) FROM loan", "in %", "53.57"),
    ],
)
def test_statements_of_many_kinds_are_forms(settings: Settings, statement: str, line: str, shown: str) -> None:
    answer = ask(settings, QUESTION, statement, answers=["1"])
    assert answer.status == "approved", answer.reason
    assert answer.reading is not None
    assert line in answer.reading
    assert shown in answer.text
