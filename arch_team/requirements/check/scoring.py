"""From findings to scores, so that everyone can do the sum by hand. docs/decisions says why it is this sum."""

from collections.abc import Sequence

from arch_team.requirements.check.reading.lexicon import packaged
from arch_team.requirements.model import Criterion, CriterionScore, Deduction, Finding, Verdict
from arch_team.wire import Language

WEAKEST = 3
"""The overall score is the mean of this many weakest criteria: asking for more criteria never hides a weakness."""
NOT_ABOVE_WEAKEST = 0.2
"""It is never further above the weakest one: with a mark of 0.7, a criterion below 0.5 fails the requirement."""


def criterion_score(
    criterion: Criterion, findings: Sequence[Finding], pass_at: float, language: Language
) -> CriterionScore:
    """Starts at 1 and loses each finding's weight, down to 0. A suppressed finding costs nothing."""
    counted = [found for found in findings if found.criterion == criterion and found.suppressed is None]
    deductions = tuple(
        Deduction(rule=found.rule, amount=found.weight, words=", ".join(span.text for span in found.spans))
        for found in counted
        if found.weight
    )
    score = round(max(0.0, 1 - sum(deduction.amount for deduction in deductions)), 4)
    feedback = " ".join(dict.fromkeys(found.message for found in counted)) or " ".join(
        packaged("wording")[language]["fine"]
    )
    return CriterionScore(
        criterion=criterion, score=score, passed=score >= pass_at, feedback=feedback, deductions=deductions
    )


def overall(scores: Sequence[CriterionScore]) -> float:
    """The mean of the three weakest, held near the weakest of all."""
    weakest = sorted(score.score for score in scores)[:WEAKEST]
    return round(min(sum(weakest) / len(weakest), weakest[0] + NOT_ABOVE_WEAKEST), 2) if weakest else 1.0


def verdict(score: float, pass_at: float) -> Verdict:
    return "pass" if score >= pass_at else "fail"
