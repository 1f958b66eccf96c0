"""What became of rejected calls: did the model, in the next round, make another call that was valid?

A rejection of one call is mended by a valid call with other arguments, of whatever tool: a model that turns from
summing balances to querying them has repaired its plan. `AgentTrace` counts per tool; both are reported.
"""

import json

from arch_team.runs.trace import AgentTrace, ToolCallLog
from arch_team.wire import Wire


class Repairs(Wire):
    validation_failures: int = 0
    repair_attempts: int = 0
    success_after_repair: int = 0
    answered_next_round: int = 0
    """Rejections after which the next round held another, valid call."""
    triggered: bool = False
    succeeded: bool = False
    """Every series of rejections in the run ended with another, valid call in the round after it."""

    @property
    def conversion(self) -> float | None:
        return self.answered_next_round / self.validation_failures if self.validation_failures else None


def repairs_of(trace: AgentTrace) -> Repairs:
    rounds = [
        [call for call in trace.tool_calls if call.round == number]
        for number in sorted({call.round for call in trace.tool_calls})
    ]
    answered = 0
    mended = True
    for number, calls in enumerate(rounds):
        rejected = [call for call in calls if call.validation_failure_code is not None]
        following = rounds[number + 1] if number + 1 < len(rounds) else []
        found = [any(_is_other_and_valid(call, later) for later in following) for call in rejected]
        answered += sum(found)
        series_ends = not any(call.validation_failure_code is not None for call in following)
        if rejected and series_ends and not any(found):
            mended = False
    return Repairs(
        validation_failures=trace.validation_failures,
        repair_attempts=trace.repair_attempts,
        success_after_repair=trace.success_after_repair,
        answered_next_round=answered,
        triggered=trace.validation_failures > 0,
        succeeded=trace.validation_failures > 0 and mended,
    )


def _is_other_and_valid(rejected: ToolCallLog, later: ToolCallLog) -> bool:
    same = later.tool == rejected.tool and _written(later) == _written(rejected)
    return later.success and not same


def _written(call: ToolCallLog) -> str:
    return json.dumps(call.arguments, sort_keys=True, default=str)
