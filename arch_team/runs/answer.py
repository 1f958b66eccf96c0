"""What comes out of a run, for a person, a program or a page."""

from typing import Any, Literal

from arch_team.evidence.verdict import Figure
from arch_team.runs.trace import AgentTrace
from arch_team.wire import Language, Wire

Status = Literal["approved", "needs_clarification", "refused", "exhausted", "failed"]


_READ_AS: dict[Language, str] = {"de": "Gelesen als", "en": "Read as"}
_TAKEN: dict[Language, str] = {
    "de": "«{word}» gelesen als «{meaning}» ({origin})",
    "en": "“{word}” read as “{meaning}” ({origin})",
}
_ORIGINS: dict[Language, dict[str, str]] = {
    "de": {"confirmed": "von Ihnen so gesagt", "learned": "gelernt", "agreed": "zwei Lesungen mit gleichem Ergebnis"},
    "en": {"confirmed": "as you said", "learned": "learned", "agreed": "two readings with the same result"},
}


class OpenQuestion(Wire):
    question: str
    suggested_answers: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """All that is missing, this question among it."""


class ReadingPart(Wire):
    """Words of the question, and what they were read as."""

    words: str
    meaning: str


class Assumption(Wire):
    """A word that the tables do not explain, and what it was taken for."""

    word: str
    meaning: str
    origin: Literal["confirmed", "learned", "agreed"]
    """The person said so; somebody said so before; two readings that knew nothing of each other came to the same."""

    def told(self, language: Language) -> str:
        return _TAKEN[language].format(word=self.word, meaning=self.meaning, origin=_ORIGINS[language][self.origin])


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
    assumptions: tuple[Assumption, ...] = ()
    """Words that the tables do not explain, and what they were taken for."""
    evidence: tuple[dict[str, Any], ...] = ()
    warnings: tuple[str, ...] = ()
    trace: AgentTrace = AgentTrace()

    @property
    def read_as(self) -> str | None:
        """The line that tells a person how the question was read, and what was taken for granted."""
        taken = [assumption.told(self.language) for assumption in self.assumptions]
        told = "; ".join([self.reading, *taken] if self.reading else taken)
        return f"{_READ_AS[self.language]}: {told}" if told else None

    @property
    def ok(self) -> bool:
        return self.status == "approved"
