"""The development set is well formed, varied enough, and its gold is what plain SQL finds in a fresh demo."""

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

import duckdb
import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from arch_team.packaged import load_yaml

Ending = Literal["answer", "ask", "refuse"]
Kind = Literal["answerable", "ambiguous", "unanswerable", "out_of_scope", "false_premise", "trap"]
Text = Annotated[str, Field(min_length=1)]

AT_LEAST: dict[Kind, int] = {
    "answerable": 60,
    "ambiguous": 10,
    "unanswerable": 8,
    "out_of_scope": 5,
    "false_premise": 6,
    "trap": 5,
}
# How a question of a kind may never end, and how it must be allowed to end.
NEVER: dict[Kind, set[Ending]] = {"ambiguous": {"answer"}, "out_of_scope": {"answer"}}
ALWAYS: dict[Kind, Ending] = {
    "answerable": "answer",
    "ambiguous": "ask",
    "unanswerable": "refuse",
    "out_of_scope": "refuse",
    "false_premise": "answer",
    "trap": "refuse",
}
BALANCES_UNLIKE_THE_LINES = """
    WITH moves AS (
        SELECT l.mandateId, l.accountNumber, l.debitAmount - l.creditAmount AS amount,
            make_timestamp(e.bookingDate * 1000000)::DATE AS day
        FROM TrusteeDataJournalLine l
        JOIN TrusteeDataJournalEntry e ON e.id = l.journalEntryId AND e.mandateId = l.mandateId
    )
    SELECT b.mandateId, b.accountNumber, b.periodYear, b.periodMonth
    FROM TrusteeDataAccountBalance b
    LEFT JOIN moves m ON m.mandateId = b.mandateId AND m.accountNumber = b.accountNumber
        AND m.day <= last_day(make_date(b.periodYear, if(b.periodMonth = 0, 12, b.periodMonth), 1))
        AND (b.accountNumber < '3000' OR year(m.day) = b.periodYear)
    GROUP BY ALL
    HAVING coalesce(sum(m.amount), 0) <> any_value(b.closingBalance)
"""


class Figure(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    value: Annotated[str, Field(pattern=r"^-?\d+(\.\d{2})?$")]
    unit: Literal["CHF", "EUR", "count", "%"]
    what: Text
    sign: Literal["any"] | None = None


class Question(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)+$")]
    language: Literal["de", "en"]
    kind: Kind
    question: Text
    expect: Ending | Annotated[list[Ending], Field(min_length=2)]
    figures: list[Figure]
    contains: list[Text]
    excludes: list[Text] = []
    sql: str
    note: Text

    @property
    def endings(self) -> list[Ending]:
        return self.expect if isinstance(self.expect, list) else [self.expect]


def _load() -> list[Question]:
    text = (files("arch_team.evals") / "development.yaml").read_text(encoding="utf-8")
    return TypeAdapter(list[Question]).validate_python(load_yaml(text))


QUESTIONS = _load()
WITH_GOLD = [question for question in QUESTIONS if question.sql]


@pytest.fixture(scope="module")
def demo(demo_file: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(demo_file, read_only=True) as connection:
        yield connection


def test_no_question_is_there_twice() -> None:
    for texts in ([q.id for q in QUESTIONS], [q.question.casefold() for q in QUESTIONS]):
        assert [text for text, times in Counter(texts).items() if times > 1] == []


def test_there_are_enough_of_each_kind_in_both_languages() -> None:
    assert len(QUESTIONS) >= 90
    for kind, least in AT_LEAST.items():
        languages = Counter(q.language for q in QUESTIONS if q.kind == kind)
        assert languages.total() >= least, kind
        assert min(languages["de"], languages["en"]) * 3 >= languages.total(), kind
    german = sum(q.language == "de" for q in QUESTIONS) / len(QUESTIONS)
    assert 0.45 <= german <= 0.55


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.id)
def test_the_endings_fit_the_kind(question: Question) -> None:
    assert len(set(question.endings)) == len(question.endings)
    assert ALWAYS[question.kind] in question.endings
    assert not NEVER.get(question.kind, set()) & set(question.endings)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.id)
def test_what_can_be_answered_has_gold_and_nothing_else_has(question: Question) -> None:
    if question.kind == "answerable":
        assert question.figures or question.contains
    if question.figures or question.contains:
        assert "answer" in question.endings
        assert question.sql
    else:
        assert not question.sql


@pytest.mark.parametrize("question", WITH_GOLD, ids=lambda q: q.id)
def test_the_gold_is_what_plain_sql_finds(question: Question, demo: duckdb.DuckDBPyConnection) -> None:
    assert "mandateId = 'alpenblick'" in question.sql
    assert re.match(r"(SELECT|WITH)\b", question.sql)
    cells: list[object] = [cell for row in demo.execute(question.sql).fetchall() for cell in row]
    numbers = [cell for cell in cells if not isinstance(cell, str)]
    assert all(isinstance(number, Decimal | int) for number in numbers)
    assert [Decimal(str(number)) for number in numbers] == [Decimal(figure.value) for figure in question.figures]
    for cell in cells:
        if isinstance(cell, str):
            assert any(word in cell for word in question.contains), cell


def test_the_balances_in_the_gold_are_those_of_the_journal(demo: duckdb.DuckDBPyConnection) -> None:
    assert demo.execute(BALANCES_UNLIKE_THE_LINES).fetchall() == []
