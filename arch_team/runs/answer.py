"""What comes out of a run, for a person, a program or a page."""

from typing import Any, Literal

from arch_team.evidence.verdict import Figure
from arch_team.runs.trace import AgentTrace
from arch_team.wire import Language, Wire

Status = Literal["approved", "needs_clarification", "refused", "exhausted", "failed"]


_READ_AS: dict[Language, str] = {"de": "Gelesen als", "en": "Read as"}


class OpenQuestion(Wire):
    question: str
    suggested_answers: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """All that is missing, this question among it."""


class ReadingPart(Wire):
    """Words of the question, and what they were read as."""

    words: str
    meaning: str


class Answer(Wire):
    """Nothing but an approved `text` is an answer. For the other endings `reason` says why there is none."""

    run_id: str
    question: str
    language: Language
    status: Status
    text: str = ""
    reason: str | None = None
    next_step: str | None = None
    figures: tuple[Figure, ...] = ()
    clarification: OpenQuestion | None = None
    from_own_data: bool = True
    """False for direct chat: such an answer is marked as not from the user's data."""
    route: str = "react"
    skill: str | None = None
    model: str = "embedded"
    source: str | None = None
    understood_as: str | None = None
    """The whole question, where what was asked goes on with one before it."""
    reading: str | None = None
    """How the question was read, in one line, so that a person sees a misreading at once."""
    reading_parts: tuple[ReadingPart, ...] = ()
    evidence: tuple[dict[str, Any], ...] = ()
    warnings: tuple[str, ...] = ()
    trace: AgentTrace = AgentTrace()

    @property
    def read_as(self) -> str | None:
        """The line that tells a person how the question was read."""
        return f"{_READ_AS[self.language]}: {self.reading}" if self.reading else None

    @property
    def ok(self) -> bool:
        return self.status == "approved"
