"""The operator of the skill `requirements` without a model: evaluates, suggests, rewrites, compares, asks, reports.

With every turn the plan runs again from its start with what was heard so far, as that of the data skill does. It yields
calls and questions, and is sent their results and answers in the order in which they came.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from arch_team.models.embedded.plan import Ask, Cannot, Say, ToolCall
from arch_team.models.embedded.requirements_report import Reviewed, report
from arch_team.models.embedded.requirements_request import (
    Request,
    filled,
    language_of_all,
    missing_in,
    next_missing,
    read_request,
    said_texts,
)
from arch_team.models.embedded.seated import Heard, Returned, Seated, Spoken
from arch_team.models.speech import (
    APPROVER,
    CLARIFICATION,
    NOT_APPROVED,
    PERSON,
    PROVIDED,
    VALIDATOR,
    answer_in,
    is_invalid,
)
from arch_team.requirements.model import Gap
from arch_team.requirements.rewrite.gaps import LONGEST_ANSWER
from arch_team.tools.requirements import CONFLICTS, DUPLICATES, EVALUATE, REWRITE, SUGGEST
from arch_team.wire import Language

MOST_REQUIREMENTS = 12
"""More than these are a file, and have a command of their own."""
CRITERIA_OFFERED = ("clarity", "testability", "measurability", "all")
MOST_REWRITES = 3
"""An answer may bring up another gap. So often a rewrite is made anew with what was said since."""

Plan = Generator[ToolCall | Ask, Any, Say | Cannot]


class RequirementsOperator(Seated):
    def __init__(self, language: Language) -> None:
        self._language: Language = language

    def turn(self, heard: Sequence[Heard]) -> Say | Cannot | Ask | ToolCall:
        known = _heard(heard)
        return Cannot(said_texts(self._language)["not_confirmed"]) if known.is_rejected else self._outcome(known)

    def _outcome(self, heard: "_Heard") -> Say | Cannot | Ask | ToolCall:
        plan = self._plan(heard.question)
        try:
            step = next(plan)
            for told in heard.told:
                if (failure := _failure(told)) is not None:
                    return Cannot(failure)
                step = plan.send(told)
        except StopIteration as stop:
            outcome: Say | Cannot = stop.value
            return outcome
        return step

    def _plan(self, question: str) -> Plan:
        """In the language of the requirements: that is what their feedback and rewrites are in."""
        said: list[str] = []
        request = read_request(question)
        while not request.requirements:
            said.append((yield Ask(said_texts(self._language)["ask_requirement"])))
            request = read_request(question, tuple(said))
        language = language_of_all(request.requirements) or self._language
        words = said_texts(language)
        if len(request.requirements) > MOST_REQUIREMENTS:
            return Cannot(words["too_many"].format(count=len(request.requirements), most=MOST_REQUIREMENTS))
        while request.asks_which_criteria:
            said.append((yield Ask(words["ask_criteria"], CRITERIA_OFFERED)))
            request = read_request(question, tuple(said))
        reviewed = [] if request.only_duplicates else (yield from _reviewed(request))
        pairs: list[dict[str, Any]] | None = None
        conflicts: list[dict[str, Any]] = []
        if len(request.requirements) > 1:
            pairs = yield ToolCall(DUPLICATES, {"requirements": list(request.requirements)})
            conflicts = yield ToolCall(CONFLICTS, {"requirements": list(request.requirements)})
        reviewed = yield from _completed(reviewed, language)
        return Say(report(reviewed, pairs, conflicts, language))


def _reviewed(request: Request) -> Generator[ToolCall, Any, list[Reviewed]]:
    found: list[Reviewed] = []
    for text in request.requirements:
        asked: dict[str, object] = {"requirement_text": text}
        keys = {"criteria_keys": list(request.criteria)} if request.criteria else {}
        evaluation = yield ToolCall(EVALUATE, {**asked, **keys})
        suggestions: list[dict[str, Any]] = []
        rewrite: dict[str, Any] | None = None
        answers: dict[str, str] = {}
        if evaluation["verdict"] == "fail":
            suggestions = yield ToolCall(SUGGEST, asked)
            rewrite = yield ToolCall(REWRITE, asked)
            answers = _fitting(request, rewrite or {})
            if answers:
                rewrite = yield ToolCall(REWRITE, {**asked, "answers": answers})
        found.append(Reviewed(text, evaluation, suggestions, rewrite, answers))
    return found


def _completed(reviewed: list[Reviewed], language: Language) -> Generator[ToolCall | Ask, Any, list[Reviewed]]:
    """What is missing is asked, one thing after the other; then the rewrites are made with the answers."""
    asked: set[str] = set()
    said: list[str] = []
    for _ in range(MOST_REWRITES):
        given: dict[str, dict[str, str]] = {}
        while True:
            gaps = {one.text: _open_gaps(one, given.get(one.text, {})) for one in reviewed}
            missing = next_missing(missing_in(gaps, language, several=len(reviewed) > 1), asked, said)
            if missing is None:
                break
            asked.add(missing.question)
            answer = yield from _asked(missing.question, missing.suggested_answers, language)
            said.append(answer)
            given.setdefault(missing.requirement, {}).update(filled(missing, answer))
        changed = {text: answers for text, answers in given.items() if answers}
        if not changed:
            return reviewed
        reviewed = yield from _rewritten(reviewed, changed)
    return reviewed


def _asked(question: str, suggestions: tuple[str, ...], language: Language) -> Generator[Ask, Any, str]:
    answer: str = yield Ask(question, suggestions)
    while len(answer) > LONGEST_ANSWER:
        shorter = said_texts(language)["too_long"].format(most=LONGEST_ANSWER, question=question)
        answer = yield Ask(shorter, suggestions)
    return answer


def _rewritten(
    reviewed: Sequence[Reviewed], given: Mapping[str, Mapping[str, str]]
) -> Generator[ToolCall, Any, list[Reviewed]]:
    found: list[Reviewed] = []
    for one in reviewed:
        open_marks = {gap.placeholder for gap in _open_gaps(one, {})}
        fitting = {mark: answer for mark, answer in given.get(one.text, {}).items() if mark in open_marks}
        if fitting:
            answers = {**one.answers, **fitting}
            rewrite = yield ToolCall(REWRITE, {"requirement_text": one.text, "answers": answers})
            found.append(Reviewed(one.text, one.evaluation, one.suggestions, rewrite, answers))
        else:
            found.append(one)
    return found


def _open_gaps(one: Reviewed, given: Mapping[str, str]) -> tuple[Gap, ...]:
    questions = (one.rewrite or {}).get("questions", ())
    gaps = [Gap.model_validate(question) for question in questions]
    return tuple(gap for gap in gaps if gap.placeholder not in given)


@dataclass(frozen=True, slots=True)
class _Heard:
    question: str
    told: tuple[Any, ...]
    """What the tools returned and, as plain texts, what the person answered, in the order in which it came."""
    is_rejected: bool
    """The draft was held back. It is what the tools said, so there is no other one."""


def _heard(messages: Sequence[Heard]) -> _Heard:
    question, told = "", list[Any]()
    is_rejected = has_answered = False
    for one in messages:
        if isinstance(one, Spoken):
            if one.source == PERSON:
                question = one.text
            elif one.source == CLARIFICATION and one.text.startswith(PROVIDED):
                told.append(answer_in(one.text))
                has_answered = True
            elif _holds_back(one.source, one.text) and not (one.source == APPROVER and has_answered):
                is_rejected = True
        elif isinstance(one, Returned):
            told.append(one.result)
        else:
            is_rejected = has_answered = False
    return _Heard(question, tuple(told), is_rejected)


def _holds_back(seat: str, text: str) -> bool:
    return (seat == VALIDATOR and is_invalid(text)) or (seat == APPROVER and text.startswith(NOT_APPROVED))


def _failure(result: Any) -> str | None:
    if not isinstance(result, dict):
        return None
    told = cast("dict[str, Any]", result)
    return str(told.get("error")) if told.get("success") is False else None


def _fitting(request: Request, rewrite: dict[str, Any]) -> dict[str, str]:
    """The person's answers to what this rewrite asks, by its marks."""
    from arch_team.requirements.rewrite.gaps import texts

    marks = {gap.mark: kind for language in ("de", "en") for kind, gap in texts(language).gaps.items()}
    asked = [question["placeholder"] for question in rewrite.get("questions", ())]
    return {mark: request.answers[kind] for mark in asked if (kind := marks.get(mark, "")) in request.answers}
