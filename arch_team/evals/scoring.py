"""The verdict on one run. The same for all modes: figures are read from the answer's text, as a person would.

- right       ended as expected; an answer shows every gold figure and word, and no amount beside what is true
- wrong       shows an amount that is not gold, a gold figure under another name, or answers what it must not
- incomplete  answers, shows no wrong amount, and misses a gold figure or word
- refused     ended without an answer although there is one
- asked       asked back although the question is clear
- timeout     did not end in time
- failed      broke off: the model cannot be reached, a tool failed. It says nothing about what the model can do
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache
from typing import Literal

from arch_team.evals.gold import GoldFigure, GoldQuestion
from arch_team.evals.patterns import Domains, matches
from arch_team.evals.repairs import Repairs, repairs_of
from arch_team.evidence.figures import TypedFigure, find_figures
from arch_team.runs.answer import Answer
from arch_team.text.packaged import packaged
from arch_team.wire import Language, Wire

Verdict = Literal["right", "wrong", "incomplete", "refused", "asked", "timeout", "failed"]
VERDICTS: tuple[Verdict, ...] = ("right", "incomplete", "asked", "refused", "timeout", "failed", "wrong")
_LATE = (
    "the run took longer than",
    "the model did not answer in time",
    "der Lauf dauerte länger als",
    "das Modell hat nicht rechtzeitig geantwortet",
)
_UNIX_SECONDS = (Decimal(10**9), Decimal(2 * 10**9))
_LABEL_DIGITS = 4


class Score(Wire):
    """One run, judged and counted."""

    verdict: Verdict
    numeric_correct: bool
    missing: tuple[str, ...] = ()
    """Gold figures and words that the answer does not show."""
    stray: tuple[str, ...] = ()
    """What it shows and should not."""
    pattern_match: bool | None = None
    """None where no call is expected."""
    forbidden_used: tuple[str, ...] = ()
    repairs: Repairs = Repairs()
    tool_calls: int = 0
    rounds: int = 0
    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0


def score(question: GoldQuestion, answer: Answer, domains: Domains | None = None) -> Score:
    judged = _Judged(question, answer)
    trace = answer.trace
    called = [call.tool for call in trace.tool_calls if call.success]
    patterns = question.expected_tool_pattern
    return Score(
        verdict=judged.verdict(),
        numeric_correct=not judged.missing_figures and not judged.stray,
        missing=(*judged.missing_figures, *judged.missing_words),
        stray=tuple(judged.stray),
        pattern_match=any(matches(p, entry, domains or {}) for p in patterns for entry in answer.evidence)
        if patterns
        else None,
        forbidden_used=tuple(tool for tool in question.forbidden_tools if tool in called),
        repairs=repairs_of(trace),
        tool_calls=len(trace.tool_calls),
        rounds=trace.rounds,
        llm_calls=trace.llm_calls,
        prompt_tokens=trace.prompt_tokens,
        completion_tokens=trace.completion_tokens,
        cost=trace.cost,
    )


def verdict_of(question: GoldQuestion, answer: Answer) -> Verdict:
    """The verdict alone."""
    return _Judged(question, answer).verdict()


class _Judged:
    def __init__(self, question: GoldQuestion, answer: Answer) -> None:
        self._question, self._answer = question, answer
        text = answer.text if answer.status == "approved" else ""
        self._text = text
        self._figures = [f for f in find_figures(text, language=question.language) if f.readings and not f.is_code]
        gold, allowed = question.expected_answer_numeric, question.allowed_numeric
        self._known = [*gold.values(), *allowed.values()]
        asked = find_figures(question.question, language=question.language)
        self._asked = {abs(reading.value) for figure in asked for reading in figure.readings}
        self.missing_figures = [name for name, figure in gold.items() if not self._shows(figure)]
        self.missing_words = [
            words[0] for words in question.expected_answer_contains if not any(_has(text, w) for w in words)
        ]
        self.stray = [*self._strays(), *(w for w in question.forbidden_answer_contains if _has(text, w))]
        self.stray += _misnamed(question, text, self._figures)

    def verdict(self) -> Verdict:
        answer, expect = self._answer, self._question.expect
        if answer.status == "needs_clarification":
            return "right" if "ask" in expect else "asked"
        if answer.status != "approved":
            if answer.reason and answer.reason.startswith(_LATE):
                return "timeout"
            if answer.status == "failed":
                return "failed"
            return "right" if "refuse" in expect else "refused"
        if "answer" in expect and not (self.missing_figures or self.missing_words or self.stray):
            return "right"
        if self._shows_a_wrong_figure():
            return "wrong"
        return self._without_figures()

    def _shows_a_wrong_figure(self) -> bool:
        if self.stray:
            return True
        if not self._question.is_answerable:
            return any(f.is_asserted or _is_amount(f) for f in self._figures if not self._is_quoted_label(f))
        if not self.missing_figures:
            return False
        loose = [f for f in self._figures if not any(_said(gold, f) for gold in self._known)]
        return any(not self._is_label(f) for f in loose)

    def _without_figures(self) -> Verdict:
        """It shows no wrong figure. Does it ask back, does it decline, or does it just not say what was asked?"""
        expect = self._question.expect
        if any(_is_amount(f) for f in self._figures):
            return "incomplete"
        if "?" in self._text:
            return "right" if "ask" in expect else "asked"
        if any(_has(self._text, word) for word in _declining(self._question.language)):
            return "right" if "refuse" in expect else "refused"
        return "incomplete"

    def _shows(self, gold: GoldFigure) -> bool:
        return any(_said(gold, figure) for figure in self._figures)

    def _strays(self) -> Iterator[str]:
        """Amounts that are neither gold, nor allowed, nor the question's own."""
        for figure in self._figures:
            quoted = any(abs(reading.value) in self._asked for reading in figure.readings)
            if _is_amount(figure) and not quoted and not any(_said(gold, figure) for gold in self._known):
                yield figure.text

    def _is_quoted_label(self, figure: TypedFigure) -> bool:
        return figure.is_bare and any(reading.value in self._asked for reading in figure.readings)

    def _is_label(self, figure: TypedFigure) -> bool:
        """An account number, a year, a date's part: it claims no amount."""
        if not figure.is_bare:
            return False
        words = {word for words in self._question.expected_answer_contains for word in words}
        return figure.text in words or self._is_quoted_label(figure) or figure.is_labelled or _is_timestamp(figure)


def _said(gold: GoldFigure, figure: TypedFigure) -> bool:
    return any(gold.is_said_by(reading.value, figure.unit) for reading in figure.readings)


def _is_amount(figure: TypedFigure) -> bool:
    """Has a unit, decimals or grouping, or more digits than a label has."""
    if not figure.is_bare:
        return True
    return len(figure.text) > _LABEL_DIGITS and not _is_timestamp(figure)


def _is_timestamp(figure: TypedFigure) -> bool:
    low, high = _UNIX_SECONDS
    return figure.is_bare and any(low <= reading.value <= high for reading in figure.readings)


def _misnamed(question: GoldQuestion, text: str, figures: Iterable[TypedFigure]) -> list[str]:
    """Gold figures at the label of another: right numbers, wrong rows. A label may stand before a figure or behind."""
    named = {name.partition(".")[0]: gold for name, gold in question.expected_answer_numeric.items() if "." in name}
    shown = [(f, own) for f in figures if (own := [label for label, gold in named.items() if _said(gold, f)])]
    if len(named) < 2 or not shown:
        return []
    starts, ends = [f.start for f, _ in shown], [f.end for f, _ in shown]
    before = [text[end:start] for end, start in zip([0, *ends], starts, strict=False)]
    behind = [text[end:start] for end, start in zip(ends, [*starts[1:], len(text)], strict=True)]
    if all(any(_has(part, label) for label in own) for part, (_, own) in zip(behind, shown, strict=True)):
        return []
    found: list[str] = []
    for part, (figure, own) in zip(before, shown, strict=False):
        labels = [label for label in named if _has(part, label)]
        if labels and not set(own) & set(labels) and figure.unit not in own:
            found.append(figure.text)
    return found


def _has(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


@cache
def _declining(language: Language) -> tuple[str, ...]:
    data = packaged("answers.yaml", "arch_team.evals")
    return tuple(data["declines"][language])
