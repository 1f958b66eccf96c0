"""The desk of the skill `requirements`: the review's tools, and a checklist instead of a ledger."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from arch_team.agents.desk import Broken, Desk, Task
from arch_team.agents.requirements_evidence import carried, texts_of, values_in, values_of
from arch_team.evidence.rendering import visible
from arch_team.evidence.verdict import GuardCode, GuardFinding, GuardResult, finding, refused
from arch_team.models.embedded.requirements_request import Missing, language_of_all, missing_in, next_missing
from arch_team.models.speech import Need, need_of
from arch_team.requirements.contract import EvaluationResult, Requirements, ValidatedItem
from arch_team.runs.trace import AgentTrace
from arch_team.text.numbers import numbers_in
from arch_team.text.showing import may_be_shown_as
from arch_team.tools.ask_user import AskUser
from arch_team.tools.requirements import (
    DUPLICATES,
    EVALUATE,
    REWRITE,
    SUGGEST,
    Noted,
    RequirementTools,
    requirement_tools,
)

if TYPE_CHECKING:
    from arch_team.models.embedded.seated import Seated
    from arch_team.tools.tool import Tool

_NAMES = {"de": "German", "en": "English"}
_STORY = re.compile(
    r"(?:\bAls\b[^\n.]*?\bmöchte ich\b|\bAs an?\b[^\n.]*?\bI want\b)[^\n]*?(?:\.(?=[\s\"'”“»’)]|$)|$)", re.MULTILINE
)
_QUOTES = re.compile(r"[\"'„“”«»‚‘’*_`]")
_REASONS = {
    "de": {
        "not evaluated": "Es wurde keine Anforderung bewertet.",
        "own rewrite": "Diese Neufassung hat kein Werkzeug gemacht.",
        "no score": "Die Bewertung von «{quoted}» wird nicht gezeigt.",
        "below": "«{quoted}» liegt unter {mark}: {tool} aufrufen.",
        "no duplicates": "Es sind mehrere Anforderungen: {tool} aufrufen.",
        "not asked": "Die Frage hinter {mark} wird nicht gestellt.",
    },
    "en": {
        "not evaluated": "No requirement has been evaluated.",
        "own rewrite": "This rewrite was made by no tool.",
        "no score": "The score of «{quoted}» is not shown.",
        "below": "«{quoted}» is below {mark}: call {tool}.",
        "no duplicates": "There are several requirements: call {tool}.",
        "not asked": "The question behind {mark} is not asked.",
    },
}
"""What keeps a draft back. The person reads it where the run ends with it, so it speaks the run's language."""
_LONGEST_COUNT = 20
"""A bare whole number up to this may number a list."""


class RequirementsDesk(Desk):
    skill = "requirements"
    max_calls = 15
    most_questions = 60
    from_own_data = True

    def __init__(self, task: Task, review: Requirements | None = None) -> None:
        super().__init__(task)
        url = task.settings.requirements_url
        self.source = f"requirements review at {url}" if url else "requirements review"
        self._tools = RequirementTools(review or _review(url), task.steps)
        self.prompt = _prompt().replace("{language}", _NAMES[task.language])

    def tools(self) -> "Sequence[Tool]":
        return [*requirement_tools(self._tools), AskUser(_nobody_here)]

    def embedded(self) -> "Seated":
        from arch_team.models.embedded.requirements_operator import RequirementsOperator

        return RequirementsOperator(self.task.language)

    def broken(self) -> Broken | None:
        found = self._tools.broken
        return Broken(str(found), found.next_step) if found else None

    def check(self, draft: str) -> GuardResult:
        """Nothing leaves that no tool said: no score, no number, no rewrite of the operator's own."""
        text = visible(draft).strip()
        if not text:
            return refused(finding(GuardCode.NO_TEXT, "There is no text.", "Write the report."))
        if not any(noted.tool in (EVALUATE, DUPLICATES) for noted in self._noted):
            hint = "Call evaluate_requirement with the requirement's own words."
            return refused(finding(GuardCode.REQUIRED_TOOL_MISSING, self._reason("not evaluated"), hint))
        found = [*self._invented(text), *self.placeholders.found_in(text, question=self._known())]
        return refused(*found) if found else GuardResult(ok=True, text=text)

    def lacking(self, text: str) -> list[str]:
        """The checklist: scores shown, improvements made below the mark, duplicates looked for, questions kept."""
        lacks: list[str] = []
        evaluated = {
            noted.texts[0]: noted.result for noted in self._noted if isinstance(noted.result, EvaluationResult)
        }
        for requirement, result in evaluated.items():
            quoted = requirement[:60]
            if not self._shows(text, result.score):
                lacks.append(self._reason("no score", quoted=quoted))
            if result.verdict == "fail":
                missing = [tool for tool in (SUGGEST, REWRITE) if not self._was_called(tool, requirement)]
                mark = str(result.pass_at).replace(".", "," if self.task.language == "de" else ".")
                lacks += [self._reason("below", quoted=quoted, mark=mark, tool=tool) for tool in missing]
        if len(evaluated) > 1 and not any(noted.tool == DUPLICATES for noted in self._noted):
            lacks.append(self._reason("no duplicates", tool=DUPLICATES))
        for rewrite in self._rewrites().values():
            lacks += [self._reason("not asked", mark=mark) for mark in _unasked(rewrite, text)]
        return lacks

    def unasked(self, asked: Sequence[str], answers: Sequence[str]) -> Need | None:
        found = next_missing(self._missing(), asked, answers)
        return need_of(found.question, found.suggested_answers, found.mark) if found else None

    def missing(self) -> tuple[str, ...]:
        return tuple(str(one) for one in self._missing())

    def _missing(self) -> tuple[Missing, ...]:
        gaps = {text: rewrite.questions for text, rewrite in self._rewrites().items()}
        every = dict.fromkeys(noted.texts[0] for noted in self._noted if noted.tool == EVALUATE)
        language = language_of_all(tuple(every)) or self.task.language
        return missing_in({text: gaps.get(text, ()) for text in every}, language, several=len(every) > 1)

    def approval(self, checked: GuardResult) -> str:
        """`2 requirements reviewed (0.38 → 1.00; 0.95)`."""
        rewrites = self._rewrites()
        scores: dict[str, str] = {}
        for noted in self._noted:
            if isinstance(noted.result, EvaluationResult):
                rewrite = rewrites.get(noted.texts[0])
                after = f" → {rewrite.score:.2f}" if rewrite and rewrite.status == "accepted" else ""
                asks = f" → {len(rewrite.questions)} questions" if rewrite and rewrite.questions else ""
                scores[noted.texts[0]] = f"{noted.result.score:.2f}{after or asks}"
        return (
            f"{len(scores)} requirements reviewed ({'; '.join(scores.values())})." if scores else "duplicates checked."
        )

    def next_round(self) -> None:
        self._tools.round += 1

    @property
    def calls_made(self) -> int:
        return len(self._tools.log)

    def trace(self) -> AgentTrace:
        return AgentTrace.from_log(self._tools.log)

    def evidence(self) -> tuple[dict[str, Any], ...]:
        """What each call returned, whole: the scorecards of the answer."""
        return tuple(carried(number, noted) for number, noted in enumerate(self._noted, 1))

    @property
    def _noted(self) -> list[Noted]:
        return self._tools.noted

    def _rewrites(self) -> dict[str, ValidatedItem]:
        """The last one of each requirement: answers may have filled an earlier one."""
        return {n.texts[0]: n.result for n in self._noted if isinstance(n.result, ValidatedItem)}

    def _known(self) -> str:
        """All that the person and the tools have said."""
        return "\n".join((self.task.asked, *texts_of(self._noted)))

    def _invented(self, text: str) -> Iterator[GuardFinding]:
        known = self._known()
        language = self.task.language
        values, shown = values_in([known], language)
        values |= values_of(self._noted)
        for number in numbers_in(text, language):
            is_count = number.shown.isdecimal() and len(number.shown) < 3 and int(number.shown) <= _LONGEST_COUNT
            if (
                not (is_count and not number.unit)
                and not number.values & values
                and number.shown.casefold() not in shown
            ):
                message = f"{number.shown} stands in no tool result and not in the question."
                yield finding(
                    GuardCode.UNBOUND_FIGURE, message, "Use the tools' numbers, or leave it out.", number.shown
                )
        plain = _plain(known)
        for match in _STORY.finditer(text):
            if _plain(match[0]) not in plain:
                hint = "Show the rewrite as rewrite_requirement returned it."
                yield finding(GuardCode.NOT_SUPPORTED, self._reason("own rewrite"), hint, match[0])

    def _reason(self, name: str, **parts: str) -> str:
        return _REASONS[self.task.language][name].format(**parts)

    def _shows(self, text: str, score: float) -> bool:
        return any(not may_be_shown_as(score).isdisjoint(number.values) for number in numbers_in(text, "en"))

    def _was_called(self, tool: str, requirement: str) -> bool:
        return any(noted.tool == tool and requirement in noted.texts for noted in self._noted)


def _unasked(item: ValidatedItem, text: str) -> list[str]:
    """Marks of a shown rewrite that the report does not explain."""
    return [gap.placeholder for gap in item.questions if gap.placeholder not in text]


async def _nobody_here(question: str, suggestions: Sequence[str]) -> str | None:
    """A model's call becomes the operator's need, and the seat beside it asks; what comes here names no question."""
    return None


def _plain(text: str) -> str:
    return " ".join(_QUOTES.sub(" ", text).split()).rstrip(".").casefold()


def _review(url: str | None) -> Requirements:
    if url:
        from arch_team.requirements.remote import RemoteRequirements

        return RemoteRequirements(url)
    from arch_team.requirements.service import RequirementsService

    return RequirementsService()


@cache
def _prompt() -> str:
    return (files("arch_team.prompts") / "requirements.md").read_text(encoding="utf-8")
