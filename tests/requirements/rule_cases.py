"""Labelled texts, and how findings are held against them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import yaml

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Evaluation, Verdict
from arch_team.wire import Language

FOLLOWERS: frozenset[str] = frozenset({"unverifiable-quality", "missing-metric"})
LEADERS: frozenset[str] = frozenset({"vague-quality", "comparative", "superlative", "vague-time", "vague-adjective"})
"""Where one of these is expected, the two that follow it are right as well."""


@dataclass(frozen=True, slots=True)
class Labelled:
    text: str
    expect: frozenset[str]
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class Counted:
    """What was rightly said, wrongly said and not said; and how many clear verdicts were right."""

    right: int
    wrong: int
    missed: int
    verdicts: int
    verdicts_right: int

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed)


def labelled(name: str, language: Language) -> list[Labelled]:
    text = (Path(__file__).parent / f"{name}_{language}.yaml").read_text(encoding="utf-8")
    return [
        Labelled(str(one["text"]), frozenset(one["expect"]), one.get("verdict"))
        for one in cast("list[dict[str, Any]]", yaml.safe_load(text))
    ]


@dataclass(frozen=True, slots=True)
class Judged:
    """The rules that rightly spoke, that spoke in vain, and that should have spoken."""

    right: frozenset[str]
    wrong: frozenset[str]
    missed: frozenset[str]


def judged(evaluation: Evaluation, case: Labelled) -> Judged:
    """Findings of level info are remarks: they count where they were expected, and are never held to be wrong."""
    said = {finding.rule for finding in evaluation.findings}
    held = {finding.rule for finding in evaluation.findings if finding.level != "info"}
    allowed = case.expect | (FOLLOWERS if case.expect & LEADERS else frozenset[str]())
    return Judged(case.expect & said, frozenset(held - allowed), case.expect - said)


def counted(evaluator: Evaluator, cases: list[Labelled]) -> Counted:
    right = wrong = missed = verdicts = verdicts_right = 0
    for case in cases:
        evaluation = evaluator.evaluate(case.text)
        one = judged(evaluation, case)
        right += len(one.right)
        wrong += len(one.wrong)
        missed += len(one.missed)
        if case.verdict is not None:
            verdicts += 1
            verdicts_right += evaluation.verdict == case.verdict
    return Counted(right, wrong, missed, verdicts, verdicts_right)
