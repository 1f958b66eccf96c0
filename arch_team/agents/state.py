"""What the seats of one run share. Made new for each run and thrown away with it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from arch_team.agents.desk import Desk
from arch_team.clarify.clarifiers import Clarifier
from arch_team.evidence.interceptions import InterceptionLog, NullLog
from arch_team.evidence.verdict import GuardResult
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
    interceptions: InterceptionLog | NullLog = field(default_factory=NullLog)
    ending: Ending | None = None
    approved: GuardResult | None = None
    draft: GuardResult | None = None
    reason: str | None = None
    """Why there is no answer."""
    need: tuple[str, tuple[str, ...]] | None = None
    """The question nobody answered, with its suggestions."""
    answers: list[str] = field(default_factory=list[str])
    warnings: tuple[str, ...] = ()
    """What the quality gate minds in the approved text, though it does not hold it back; for the person."""
    rejections: int = 0
    repeats: int = 0
    last_objection: str | None = None
