"""What a run did, for telemetry: a log line per tool call, and counters computed from the log at the run's end."""

from collections import Counter
from collections.abc import Iterable

from arch_team.wire import Wire


class ToolCallLog(Wire):
    call_id: str
    round: int
    """Calls a model makes in one turn share a round: none of them can be the repair of another."""
    tool: str
    arguments: dict[str, object]
    success: bool
    validation_failure_code: str | None = None
    error: str | None = None
    evidence: str | None = None
    duration_ms: float = 0.0

    @property
    def code(self) -> str:
        """How it went, in one word."""
        return "OK" if self.success else self.validation_failure_code or "SYSTEM_ERROR"


class AgentTrace(Wire, extra="ignore"):
    """A run in figures. Repairs are per tool: turning to another tool after a rejection is a detour, no repair.

    A call that was taken up again and then failed in the database is an attempt and no success. Traces that were kept
    by an earlier version may hold more than this one knows.
    """

    tool_calls: tuple[ToolCallLog, ...] = ()
    validation_failures: int = 0
    repair_attempts: int = 0
    success_after_repair: int = 0
    rounds: int = 0
    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    duration_ms: float = 0.0

    @classmethod
    def from_log(cls, log: Iterable[ToolCallLog]) -> "AgentTrace":
        calls = tuple(log)
        failures = attempts = repaired = 0
        open_failures: Counter[str] = Counter()
        """Rejected calls per tool that no later call has taken up yet."""
        for round_number in sorted({call.round for call in calls}):
            before = open_failures.copy()
            for call in (c for c in calls if c.round == round_number):
                rejected = call.validation_failure_code is not None
                if before[call.tool] > 0:
                    before[call.tool] -= 1
                    open_failures[call.tool] -= 1
                    attempts += 1
                    repaired += call.success
                if rejected:
                    failures += 1
                    open_failures[call.tool] += 1
        return cls(
            tool_calls=calls,
            validation_failures=failures,
            repair_attempts=attempts,
            success_after_repair=repaired,
            rounds=len({call.round for call in calls}),
            duration_ms=sum(call.duration_ms for call in calls),
        )
