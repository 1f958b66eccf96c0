"""One question to the person and what became of it. The deadline is stored with it: no timer has to survive."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal, Self
from uuid import uuid4

from pydantic import AfterValidator, AwareDatetime, Field, ValidationError, model_validator

from arch_team.clarify.errors import InvalidAnswer, UnknownClarification
from arch_team.wire import Language, Wire

Status = Literal["pending", "answered", "expired", "cancelled"]
ANSWER_LIMIT = 10_000
"""Characters. An answer goes into a prompt."""

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")
"""Also a file name, so: no dots, no slashes, nothing a path could be made of."""


def utc_now() -> datetime:
    return datetime.now(UTC)


def is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


def checked_id(text: str) -> str:
    if not is_id(text):
        raise UnknownClarification(
            f"{text[:100]!r} is not the id of a question",
            "An id holds letters, digits, '-' and '_', at most 100 of them.",
        )
    return text


def _in_utc(time: datetime) -> datetime:
    return time.astimezone(UTC)


def _an_id(text: str) -> str:
    if not is_id(text):
        raise ValueError("an id holds letters, digits, '-' and '_', at most 100 of them")
    return text


def _with_words(text: str) -> str:
    if not any(c.isprintable() and not c.isspace() for c in text):
        raise ValueError("it says nothing")
    return text.strip()


UtcTime = Annotated[AwareDatetime, AfterValidator(_in_utc)]
Id = Annotated[str, AfterValidator(_an_id)]
Text = Annotated[str, AfterValidator(_with_words)]
AnswerText = Annotated[str, AfterValidator(_with_words), Field(max_length=ANSWER_LIMIT)]


class AnswerNote(Wire, extra="ignore"):
    """An answer as it is handed in, in `<id>.answer.json` for one. Only `answer` has to be there.

    `answeredAt` proves that an answer was in time when nobody was there to read it before the deadline.
    """

    id: str | None = None
    answer: AnswerText
    answered_at: UtcTime | None = None


class Clarification(Wire, extra="ignore"):
    """A question with its suggested answers. Fields it does not know are tolerated: others may add their own."""

    id: Id
    run_id: str
    question: Text
    suggested_answers: tuple[str, ...] = ()
    language: Language = "de"
    created_at: UtcTime
    deadline: UtcTime | None = None
    """None: the question waits for good."""
    status: Status = "pending"
    answer: str | None = None
    answered_at: UtcTime | None = None

    @model_validator(mode="after")
    def _an_answer_belongs_to_answered(self) -> Self:
        answered = self.status == "answered"
        if (self.answer is not None, self.answered_at is not None) != (answered, answered):
            raise ValueError("answer and answeredAt belong to the status 'answered', and only to it")
        return self

    @classmethod
    def new(
        cls,
        question: str,
        suggested_answers: Sequence[str] = (),
        *,
        run_id: str,
        language: Language = "de",
        now: datetime,
        timeout: float | None = None,
        clarification_id: str | None = None,
    ) -> "Clarification":
        """`timeout` in seconds from now; None: no deadline."""
        return cls(
            id=uuid4().hex if clarification_id is None else checked_id(clarification_id),
            run_id=run_id,
            question=question,
            suggested_answers=tuple(suggested_answers),
            language=language,
            created_at=now,
            deadline=None if timeout is None else now + timedelta(seconds=timeout),
        )

    def asks_the_same(self, other: "Clarification") -> bool:
        mine = (self.run_id, self.question, self.suggested_answers, self.language)
        return mine == (other.run_id, other.question, other.suggested_answers, other.language)

    def overdue(self, at: datetime) -> bool:
        return self.deadline is not None and at >= self.deadline

    def answered(self, text: str, at: datetime) -> "Clarification":
        return self.model_copy(update={"status": "answered", "answer": text, "answered_at": _in_utc(at)})

    def ended(self, status: Literal["expired", "cancelled"]) -> "Clarification":
        return self.model_copy(update={"status": status})


def checked_answer(text: str) -> str:
    try:
        return AnswerNote(answer=text).answer
    except ValidationError as error:
        problem = error.errors()[0]["msg"]
        raise InvalidAnswer(
            f"the answer cannot be taken: {problem}", f"Give some text, at most {ANSWER_LIMIT} characters."
        ) from error
