"""The outside benchmark: which questions our calls answer, exactly as its gold SQL does, and which they do not."""

from collections import Counter

import pytest

from .a_few_calls import A_FEW_CALLS
from .answers import Answer, carried_out, difference
from .benchmark import Gold
from .company import Company
from .on_views import FORMERLY_A_FEW, FORMERLY_NONE
from .one_call import ONE_CALL
from .unanswered import UNANSWERED

QUESTIONS = 44
ANSWERS = {
    "tables": (*ONE_CALL, *A_FEW_CALLS),
    "views": (*FORMERLY_A_FEW, *FORMERLY_NONE),
}
EVERY_ANSWER = [
    pytest.param(answer, id=f"{way}-{answer.key}") for way, answers in ANSWERS.items() for answer in answers
]


@pytest.mark.parametrize("answer", EVERY_ANSWER)
def test_the_calls_say_what_the_gold_says(answer: Answer, acme: Company, benchmark: dict[str, Gold]) -> None:
    shown = carried_out(acme.tools(), answer)
    for sql in benchmark[answer.key].sql:
        gold = acme.select(sql)
        assert gold, "an empty gold proves nothing"
        assert difference(answer, shown, gold) is None


@pytest.mark.parametrize("answer", EVERY_ANSWER)
def test_and_on_other_rows_unless_the_gold_is_at_fault(
    answer: Answer, made_up: Company, benchmark: dict[str, Gold]
) -> None:
    """The benchmark's own rows are few and regular. On the made-up ones the gold holds wherever its joins do."""
    shown = carried_out(made_up.tools(), answer)
    found = [difference(answer, shown, made_up.select(sql)) for sql in benchmark[answer.key].sql]
    if answer.gold_needs:
        assert any(found), "the gold is right here too: drop gold_needs"
    else:
        assert not any(found)


def test_every_question_is_answered_or_says_why_not(benchmark: dict[str, Gold]) -> None:
    assert len(benchmark) == QUESTIONS
    accounted = Counter(item.key for item in (*ONE_CALL, *A_FEW_CALLS, *FORMERLY_NONE, *UNANSWERED))
    assert accounted == Counter(list(benchmark))
    assert all(len(item.reason) > 20 for item in UNANSWERED)


def test_the_reach_does_not_shrink() -> None:
    assert len(ONE_CALL) == 20
    assert len(A_FEW_CALLS) == 14
    assert len(FORMERLY_NONE) == 4
    assert {a.key for a in FORMERLY_A_FEW} < {a.key for a in A_FEW_CALLS}
    assert len(FORMERLY_A_FEW) == 9
    assert len(UNANSWERED) == QUESTIONS - 38


def test_one_call_is_one_call() -> None:
    assert all(len(answer.steps) == 1 for answer in (*ONE_CALL, *FORMERLY_A_FEW, *FORMERLY_NONE))
    assert all(1 < len(answer.steps) <= 8 for answer in A_FEW_CALLS)
