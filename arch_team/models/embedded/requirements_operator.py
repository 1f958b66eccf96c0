"""The operator of the skill `requirements` without a model: evaluates, suggests, rewrites, finds duplicates, reports.

With every turn the plan runs again from its start with the results so far, as that of the data skill does.
"""

import json
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from autogen_core.models import AssistantMessage, FunctionExecutionResultMessage, LLMMessage, UserMessage

from arch_team.models.embedded.plan import Ask, Cannot, Outcome, Say, ToolCall
from arch_team.models.embedded.requirements_report import Reviewed, report
from arch_team.models.embedded.seated import Seated
from arch_team.models.speech import CANNOT, NEED, NOT_APPROVED, PROVIDED, READY, SUGGESTIONS, answer_in, is_invalid
from arch_team.requirements.request import Request, language_of_all, read_request, said_texts
from arch_team.tools.requirements import DUPLICATES, EVALUATE, REWRITE, SUGGEST
from arch_team.wire import Language

MOST_REQUIREMENTS = 12
"""More than these are a file, and have a command of their own."""
CRITERIA_OFFERED = ("clarity", "testability", "measurability", "all")

Plan = Generator[ToolCall, Any, Outcome]


class RequirementsOperator(Seated):
    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language: Language = language

    def turn(self, messages: Sequence[LLMMessage]) -> str | ToolCall:
        heard = _heard(messages)
        outcome = Cannot(heard.objection) if heard.objection else self._outcome(heard)
        if isinstance(outcome, ToolCall):
            return outcome
        if isinstance(outcome, Say):
            return f"{outcome.text}\n\n{READY}"
        if isinstance(outcome, Ask):
            offered = f"\n{SUGGESTIONS} {' | '.join(outcome.suggestions)}" if outcome.suggestions else ""
            return f"{NEED} {outcome.question}{offered}"
        return f"{CANNOT} {outcome.reason}"

    def _outcome(self, heard: "_Heard") -> Outcome | ToolCall:
        request = read_request(heard.question, heard.answers)
        plan = self._plan(request, language_of_all(request.requirements) or self._language)
        try:
            call = next(plan)
            for result in heard.results:
                if (failure := _failure(result)) is not None:
                    return Cannot(failure)
                call = plan.send(result)
        except StopIteration as stop:
            outcome: Outcome = stop.value
            return outcome
        return call

    def _plan(self, request: Request, language: Language) -> Plan:
        """In the language of the requirements: that is what their feedback and rewrites are in."""
        texts, said = request.requirements, said_texts(language)
        if not texts:
            return Ask(said["ask_requirement"])
        if len(texts) > MOST_REQUIREMENTS:
            return Cannot(said["too_many"].format(count=len(texts), most=MOST_REQUIREMENTS))
        if request.asks_which_criteria:
            return Ask(said["ask_criteria"], CRITERIA_OFFERED)
        reviewed = [] if request.only_duplicates else (yield from self._reviewed(request))
        pairs: list[dict[str, Any]] | None = None
        if len(texts) > 1:
            pairs = yield ToolCall(DUPLICATES, {"requirements": list(texts)})
        return Say(report(reviewed, pairs, language))

    def _reviewed(self, request: Request) -> Generator[ToolCall, Any, list[Reviewed]]:
        found: list[Reviewed] = []
        for text in request.requirements:
            asked: dict[str, object] = {"requirement_text": text}
            keys = {"criteria_keys": list(request.criteria)} if request.criteria else {}
            evaluation = yield ToolCall(EVALUATE, {**asked, **keys})
            suggestions: list[dict[str, Any]] = []
            rewrite: dict[str, Any] | None = None
            if evaluation["verdict"] == "fail":
                suggestions = yield ToolCall(SUGGEST, asked)
                rewrite = yield ToolCall(REWRITE, asked)
                answers = _fitting(request, rewrite or {})
                if answers:
                    rewrite = yield ToolCall(REWRITE, {**asked, "answers": answers})
            found.append(Reviewed(text, evaluation, suggestions, rewrite))
        return found


@dataclass(frozen=True, slots=True)
class _Heard:
    question: str
    answers: tuple[str, ...]
    results: tuple[Any, ...]
    """What the tools returned since the person last spoke."""
    objection: str | None


def _heard(messages: Sequence[LLMMessage]) -> _Heard:
    question, answers, results = "", list[str](), list[Any]()
    objection: str | None = None
    for message in messages:
        if isinstance(message, UserMessage):
            text = message.content if isinstance(message.content, str) else ""
            if not question:
                question = text
            elif text.startswith(PROVIDED):
                answers.append(answer_in(text))
                results, objection = [], None
            elif is_invalid(text) or (text.startswith(NOT_APPROVED) and not answers):
                objection = text
        elif isinstance(message, FunctionExecutionResultMessage):
            results += [_read(result.content) for result in message.content]
        elif isinstance(message, AssistantMessage):
            objection = None
    return _Heard(question, tuple(answers), tuple(results), objection)


def _read(content: str) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return {"success": False, "error": "SYSTEM ERROR: the tool's answer could not be read."}


def _failure(result: Any) -> str | None:
    if not isinstance(result, dict):
        return None
    told = cast("dict[str, Any]", result)
    return str(told.get("error")) if told.get("success") is False else None


def _fitting(request: Request, rewrite: dict[str, Any]) -> dict[str, str]:
    """The person's answers to what this rewrite asks, by its marks."""
    from arch_team.requirements.wording.texts import texts

    marks = {gap.mark: kind for language in ("de", "en") for kind, gap in texts(language).gaps.items()}
    asked = [question["placeholder"] for question in rewrite.get("questions", ())]
    return {mark: request.answers[kind] for mark in asked if (kind := marks.get(mark, "")) in request.answers}
