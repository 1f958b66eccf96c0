"""What an operator without a model knows of a run: the question, what the person added, what the tools returned."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arch_team.models.embedded.plan import Found, Outcome, Plan, ToolCall
from arch_team.models.embedded.seated import BROKEN, Heard, Returned, Spoken
from arch_team.models.speech import CLARIFICATION, PERSON, PROVIDED, VALIDATOR, answer_in, is_invalid
from arch_team.tools.results import ToolResult


@dataclass(frozen=True, slots=True)
class Conversation:
    question: str
    answers: tuple[str, ...]
    results: tuple[dict[str, Any], ...]
    """What the tools returned since the person last spoke."""
    is_rejected: bool
    """The validator did not accept the draft."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A call that came to nothing, and could not be mended."""

    result: dict[str, Any]

    @property
    def is_broken(self) -> bool:
        """Whether the tool itself failed. Its cause is for the person; what a rejected call was told is not."""
        return self.error.startswith(BROKEN)

    @property
    def error(self) -> str:
        return str(self.result.get("error"))

    @property
    def details(self) -> dict[str, Any]:
        return self.result.get("errorDetails") or {}


def conversation_in(heard: Sequence[Heard]) -> Conversation:
    question = ""
    answers: list[str] = []
    results: list[dict[str, Any]] = []
    is_rejected = False
    for one in heard:
        if isinstance(one, Spoken):
            if one.source == PERSON:
                question = one.text
            elif one.source == CLARIFICATION and one.text.startswith(PROVIDED):
                answers.append(answer_in(one.text))
                results, is_rejected = [], False
            elif one.source == VALIDATOR and is_invalid(one.text):
                is_rejected = True
        elif isinstance(one, Returned):
            results.append(one.result)
        else:
            is_rejected = False
    return Conversation(question, tuple(answers), tuple(results), is_rejected)


def followed(plan: Plan, results: Sequence[dict[str, Any]]) -> Outcome | ToolCall | Failed:
    """Where a plan is after these results: its next call, what it says in the end, or the call that failed. A rejected
    call is repaired from its error details, once."""
    try:
        call = next(plan)
        ahead = iter(results)
        while True:
            result = next(ahead, None)
            if result is None:
                return call
            if not result.get("success"):
                corrected = Failed(result).details.get("correctedCall")
                if corrected is None:
                    return Failed(result)
                result = next(ahead, None)
                if result is None:
                    return ToolCall(call.tool, corrected)
                if not result.get("success"):
                    return Failed(result)
            call = plan.send(_found(result))
    except StopIteration as stop:
        outcome: Outcome = stop.value
        return outcome


def found_in(result: ToolResult) -> Found:
    """What a tool gave back, as a plan sees it."""
    return _found(json.loads(result.model_dump_json(by_alias=True)))


def _found(result: dict[str, Any]) -> Found:
    evidence, data = result["evidence"], result["data"]
    is_cut, is_tied = bool(evidence.get("truncated")), bool(data.get("tied"))
    units: dict[str, str] = evidence.get("units") or {}
    return Found(evidence["id"], tuple(data["rows"]), is_cut, is_tied, frozenset(units.values()))
