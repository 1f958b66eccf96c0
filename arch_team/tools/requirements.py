"""The tools of the skill `requirements`: arguments as a model writes them in, the contract's shapes out."""

import json
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from arch_team.errors import ArchTeamError
from arch_team.requirements.contract import (
    ConflictFound,
    DuplicateFound,
    EvaluationResult,
    Item,
    Requirements,
    ValidatedItem,
)
from arch_team.requirements.errors import ReviewUnavailable
from arch_team.requirements.model import CRITERIA, Suggestion
from arch_team.runs.steps import Inline, RunSuspended, Steps
from arch_team.runs.trace import ToolCallLog
from arch_team.telemetry.signals import tool_call
from arch_team.tools.arguments import sayable_arguments
from arch_team.tools.tool import Schema, Tool, schema_of

ToolName = Literal[
    "evaluate_requirement", "suggest_improvements", "rewrite_requirement", "detect_duplicates", "detect_conflicts"
]
EVALUATE, SUGGEST, REWRITE, DUPLICATES, CONFLICTS = (
    "evaluate_requirement", "suggest_improvements", "rewrite_requirement", "detect_duplicates", "detect_conflicts",
)  # fmt: skip
SYSTEM_ERROR = "SYSTEM ERROR:"
_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())

_TEXT: dict[str, Any] = {"type": "string"}
_PARAMETERS: dict[str, tuple[dict[str, Any], list[str]]] = {
    EVALUATE: (
        {"requirement_text": _TEXT, "criteria_keys": {"type": "array", "items": {"enum": [*CRITERIA]}}},
        ["requirement_text"],
    ),
    SUGGEST: ({"requirement_text": _TEXT}, ["requirement_text"]),
    REWRITE: (
        {"requirement_text": _TEXT, "answers": {"type": "object", "additionalProperties": _TEXT}},
        ["requirement_text"],
    ),
    DUPLICATES: ({"requirements": {"type": "array", "items": _TEXT}}, ["requirements"]),
    CONFLICTS: ({"requirements": {"type": "array", "items": _TEXT}}, ["requirements"]),
}
_DESCRIPTIONS = {
    EVALUATE: "Scores of one requirement, 0 to 1, with feedback per criterion. Without criteria_keys, by all criteria.",
    SUGGEST: "Single changes that would mend the requirement.",
    REWRITE: (
        "The requirement as user story and acceptance criteria. [Marks?] are what only the user knows; questions asks "
        "for them. Give the user's words in answers, by mark."
    ),
    DUPLICATES: "Pairs of requirements that say the same, by their index from 0.",
    CONFLICTS: "Pairs of requirements that cannot both hold, by their index from 0, with kind and reason.",
}


Listed = tuple[Suggestion, ...] | tuple[DuplicateFound, ...] | tuple[ConflictFound, ...]


class BadArguments(ArchTeamError):
    """The model left something out, or wrote something else."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What one call returned, for the check on a draft."""

    tool: str
    texts: tuple[str, ...]
    """The requirements it was about."""
    result: (
        EvaluationResult
        | ValidatedItem
        | tuple[Suggestion, ...]
        | tuple[DuplicateFound, ...]
        | tuple[ConflictFound, ...]
    )


class RequirementTools:
    """The calls of one run: made, logged and noted. Never raises."""

    def __init__(self, review: Requirements, steps: Steps | None = None) -> None:
        self._review = review
        self._steps = steps or Inline()
        self.log: list[ToolCallLog] = []
        self.noted: list[Noted] = []
        self.broken: ArchTeamError | None = None
        """The first failure that no repair helps against."""
        self.round = 1

    async def call(self, tool: str, given: object) -> object:
        """The result as a model reads it: the contract's shape, or what was wrong and what to do."""
        started = time.perf_counter()
        code: str | None = None
        error: str | None = None
        try:
            noted = await self._done(tool, _named(given))
            self.noted.append(noted)
            told: object = _told(noted)
        except RunSuspended:
            raise
        except ReviewUnavailable as failure:
            self.broken = self.broken or failure
            error = f"{failure}. {failure.next_step}".strip()
            told = {"success": False, "error": f"{SYSTEM_ERROR} {error}"}
        except ArchTeamError as failure:
            code, error = str(getattr(failure, "code", "INVALID_ARGUMENT")), str(failure)
            told = {"success": False, "error": error, "errorDetails": {"code": code, "hint": failure.next_step}}
        except Exception as failure:
            _log.exception("%s failed unexpectedly", tool)
            error = type(failure).__name__
            self.broken = self.broken or ArchTeamError(error, "Tell the operator.")
            told = {"success": False, "error": f"{SYSTEM_ERROR} {error}."}
        self.log.append(
            ToolCallLog(
                call_id=f"c{len(self.log) + 1}",
                round=self.round,
                tool=tool,
                arguments=sayable_arguments(given),
                success=error is None,
                validation_failure_code=code,
                error=error,
                duration_ms=round((time.perf_counter() - started) * 1000, 3),
            )
        )
        return told

    async def _done(self, tool: str, given: Mapping[str, object]) -> Noted:
        if tool == DUPLICATES:
            texts = _texts(given, "requirements")
            pairs = await self._steps.once(tool, lambda: self._review.detect_duplicates(texts))
            return Noted(tool, texts, pairs)
        if tool == CONFLICTS:
            texts = _texts(given, "requirements")
            return Noted(tool, texts, await self._steps.once(tool, lambda: self._review.detect_conflicts(texts)))
        text = _text(given)
        if tool == EVALUATE:
            keys = _texts(given, "criteria_keys") if given.get("criteria_keys") else None
            return Noted(tool, (text,), await self._steps.once(tool, lambda: self._review.evaluate(text, keys)))
        if tool == SUGGEST:
            found = await self._steps.once(tool, lambda: self._review.suggest((text,)))
            (first,) = found.items.values()
            return Noted(tool, (text,), first.suggestions)
        item = Item(text=text, answers=_answers(given))
        (rewritten,) = await self._steps.once(tool, lambda: self._review.rewrite((item,)))
        return Noted(tool, (text,), rewritten)


class RequirementTool(Tool):
    def __init__(self, name: str, tools: RequirementTools) -> None:
        super().__init__(name, _DESCRIPTIONS[name])
        self._tools = tools

    @property
    def schema(self) -> Schema:
        return schema_of(self.name, self.description, *_PARAMETERS[self.name])

    async def run(self, given: object, call_id: str | None = None) -> str:
        with tool_call(self.name, given, call_id) as call:
            told = await self._tools.call(self.name, given)
            call.code = self._tools.log[-1].code
        return json.dumps(told, ensure_ascii=False)


def requirement_tools(tools: RequirementTools) -> list[RequirementTool]:
    return [RequirementTool(name, tools) for name in _PARAMETERS]


def _told(noted: Noted) -> object:
    """Short enough for a model: deductions, findings and spans stay in the log of the run."""
    result = noted.result
    if isinstance(result, EvaluationResult | ValidatedItem):
        shown = result.model_dump(
            mode="json", by_alias=True, exclude_none=True, exclude={"findings", "answers", "parts"}
        )
        for one in shown["evaluation"]:
            one.pop("deductions", None)
        return shown
    return [one.model_dump(mode="json", by_alias=True, include=_SHOWN, exclude_none=True) for one in result]


_SHOWN = {"type", "suggestion", "priority", "req1_idx", "req2_idx", "similarity", "kind", "reason"}


def _named(given: object) -> Mapping[str, object]:
    if not isinstance(given, Mapping):
        raise BadArguments("the arguments are not an object", "Give the arguments by name.")
    return cast("Mapping[str, object]", given)


def _text(given: Mapping[str, object]) -> str:
    text = given.get("requirement_text")
    if not isinstance(text, str):
        raise BadArguments("requirement_text is missing", "Give the requirement's own words as requirement_text.")
    return text


def _texts(given: Mapping[str, object], name: str) -> tuple[str, ...]:
    """A list of texts; one text with commas is taken for one where criteria are meant."""
    value = given.get(name)
    if isinstance(value, str) and name == "criteria_keys":
        return tuple(part.strip() for part in value.split(",") if part.strip())
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in cast("list[object]", value)):
        raise BadArguments(f"{name} is not a list of texts", f"Give {name} as a list of texts.")
    return tuple(cast("list[str]", value))


def _answers(given: Mapping[str, object]) -> dict[str, str]:
    value = given.get("answers")
    if not value:
        return {}
    if not isinstance(value, Mapping):
        raise BadArguments("answers is not an object", "Give answers as mark and text.")
    return {str(key): str(text) for key, text in cast("Mapping[object, object]", value).items()}
