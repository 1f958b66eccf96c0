"""What the seats of one run share. Made new for each run and thrown away with it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import cast

from arch_team.agents.desk import Desk
from arch_team.clarify.clarifiers import Clarifier
from arch_team.evidence.interceptions import InterceptionLog, NullLog
from arch_team.evidence.verdict import GuardResult
from arch_team.models.speech import CANNOT, NEED, Word, word_in
from arch_team.quality.gate import GateResult
from arch_team.wire import Language


class Ending(StrEnum):
    APPROVED = "approved"
    NEEDS_CLARIFICATION = "needs_clarification"
    REFUSED = "refused"
    EXHAUSTED = "exhausted"
    FAILED = "failed"


@dataclass
class RunState:
    run_id: str
    question: str
    language: Language
    desk: Desk
    clarifier: Clarifier
    quality: Callable[[GuardResult], GateResult] = lambda _checked: GateResult(())
    """What the quality gate has to say of a checked draft."""
    speaks: Callable[[], Word | None] = lambda: None
    """The operator's last word, where it is one of ours. None: its turn is a model's text, and has to be read."""
    interceptions: InterceptionLog | NullLog = field(default_factory=NullLog)
    ending: Ending | None = None
    approved: GuardResult | None = None
    draft: GuardResult | None = None
    reason: str | None = None
    """Why there is no answer."""
    next_step: str | None = None
    """What to do about it, where something better is known than what fits every run that ends so."""
    model: str | None = None
    """Who sits in the operator's seat, for the log of interceptions."""
    need: tuple[str, tuple[str, ...]] | None = None
    """The question nobody answered, with its suggestions."""
    answers: list[str] = field(default_factory=list[str])
    asked: list[str] = field(default_factory=list[str])
    """The questions that were put to the person."""
    has_answered: bool = False
    """The person has just said something that the operator does not know yet."""
    waits: bool = False
    """A person is being asked."""
    waited: float = 0.0
    """Seconds that people took to answer. They are not the run's."""
    warnings: tuple[str, ...] = ()
    """What the quality gate minds in the approved text, though it does not hold it back; for the person."""
    rejections: int = 0
    is_blocked: bool = False
    """The latest draft said something, and the guard held it back."""
    repeats: int = 0
    last_objection: str | None = None

    def word_of(self, turn: str) -> Word:
        """What the operator's turn says to the other seats."""
        return self.speaks() or word_in(turn, self._held_marks(turn))

    def _held_marks(self, turn: str) -> list[str]:
        """Texts of this run's data that hold a word of the seats; looked for only where the turn holds one."""
        if not any(mark in turn for mark in (NEED, CANNOT)):
            return []
        return [text for text in _texts_in(self.desk.evidence()) if NEED in text or CANNOT in text]

    def intercepted(self, seat: str, code: str, message: str, text: str, findings: Sequence[object] = ()) -> None:
        """Notes what was held back, with what the run works with and who works it."""
        self.interceptions.record(
            run_id=self.run_id,
            seat=seat,
            reason_code=code,
            message=message,
            question=self.question,
            blocked_text=text,
            findings=findings,
            feature=self.desk.feature,
            model=self.model,
        )


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in cast("Mapping[object, object]", value).values():
            yield from _texts_in(part)
    elif isinstance(value, Sequence):
        for part in cast("Sequence[object]", value):
            yield from _texts_in(part)
