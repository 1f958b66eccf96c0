"""A question as a value: its id, its times, its status."""

import pytest
from pydantic import ValidationError

from arch_team.clarify.clarification import Clarification
from arch_team.clarify.errors import UnknownClarification
from tests.clarify.stores import HOUR, NOT_IDS, START, question


@pytest.mark.parametrize("not_an_id", NOT_IDS)
def test_no_question_is_made_with_such_an_id(not_an_id: str) -> None:
    with pytest.raises(UnknownClarification):
        question(not_an_id)
    with pytest.raises(ValidationError):
        Clarification(id=not_an_id, run_id="r", question="?", created_at=START)


def test_times_are_given_in_utc() -> None:
    asked = question(timeout=HOUR).to_wire()
    assert asked["createdAt"] == "2026-03-01T08:00:00Z"
    assert asked["deadline"] == "2026-03-01T09:00:00Z"
    with pytest.raises(ValidationError):
        Clarification(id="q", run_id="r", question="?", created_at=START.replace(tzinfo=None))


@pytest.mark.parametrize(
    "fields",
    [
        {"status": "answered"},
        {"status": "answered", "answer": "2025"},
        {"status": "pending", "answer": "2025", "answered_at": START},
        {"status": "cancelled", "answered_at": START},
    ],
)
def test_an_answer_belongs_to_an_answered_question(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="belong to the status 'answered'"):
        Clarification.model_validate({**dict(question()), **fields})


def test_ids_that_nobody_gave_are_all_different() -> None:
    made = {Clarification.new("Welches Jahr?", run_id="r", now=START).id for _ in range(100)}
    assert len(made) == 100
