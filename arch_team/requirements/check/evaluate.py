"""A requirement in, its findings and scores out, as a sum everyone can do by hand (docs/decisions/0013 says why)."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from arch_team.requirements.check.checks.wording import explained
from arch_team.requirements.check.engine import Engine
from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.check.rules import ANY_RULE, Rule, RuleSet, Suppression, load_rules
from arch_team.requirements.model import (
    CRITERIA,
    PASS_AT,
    Criterion,
    CriterionScore,
    Deduction,
    Evaluation,
    Finding,
    Level,
    Requirement,
    Verdict,
)
from arch_team.requirements.showing import shown
from arch_team.requirements.wording_key import key_of
from arch_team.text.packaged import packaged as packaged_in
from arch_team.text.sentence.words import fold
from arch_team.wire import Language

WEAKEST = 3
"""The overall score is the mean of this many weakest criteria: asking for more criteria never hides a weakness."""
NOT_ABOVE_WEAKEST = 0.2
"""It is never further above the weakest one: with a mark of 0.7, a criterion below 0.5 fails the requirement."""


def criterion_score(
    criterion: Criterion, findings: Sequence[Finding], pass_at: float, language: Language, left: dict[str, float]
) -> CriterionScore:
    """Starts at 1 and loses each finding's weight, down to 0. A suppressed finding costs nothing.

    `left` says what the findings inside a part of a story may cost together: as much as its absence. So a part that is
    there is never worse than one that is missing, and taking content away never raises a score.
    """
    counted = [found for found in findings if found.criterion == criterion and found.suppressed is None]
    charged: list[Deduction] = []
    for found in counted:
        amount = min(found.weight, left.get(found.part or "", 1.0))
        if found.part in left:
            left[found.part] = round(left[found.part] - amount, 4)
        if amount:
            words = ", ".join(span.text for span in found.spans)
            charged.append(Deduction(rule=found.rule, amount=amount, words=words))
    deductions = tuple(charged)
    score = round(max(0.0, 1 - sum(deduction.amount for deduction in deductions)), 4)
    fine = packaged_in("rules/lexicon/wording.yaml", "arch_team.requirements.check")[language]["fine"]
    feedback = " ".join(dict.fromkeys(found.message for found in counted)) or str(fine)
    return CriterionScore(
        criterion=criterion, score=score, passed=score >= pass_at, feedback=feedback, deductions=deductions
    )


def overall(scores: Sequence[CriterionScore]) -> float:
    """The mean of the three weakest, held near the weakest of all."""
    weakest = sorted(score.score for score in scores)[:WEAKEST]
    return round(min(sum(weakest) / len(weakest), weakest[0] + NOT_ABOVE_WEAKEST), 2) if weakest else 1.0


def absence_costs(rules: Sequence[Rule], criterion: Criterion) -> dict[str, float]:
    """By the part of a story: what its absence costs this criterion."""
    costs = {"role": 0.0, "ends": 0.0}
    for rule in rules:
        if rule.lacks is not None and rule.criterion == criterion:
            costs[rule.lacks] += rule.weight
    return costs


def explanation(scores: Sequence[CriterionScore], score: float, most: float, language: Language) -> str:
    """The sum in words: which criteria it comes from, and what they lost by which rule."""
    texts: dict[str, str] = packaged_in("rules/lexicon/wording.yaml", "arch_team.requirements.check")[language]
    names: dict[str, str] = packaged_in("report/texts.yaml", "arch_team.requirements")[language]
    if most < overall(scores):
        return texts["capped"].format(score=shown(score, language))
    weakest = sorted(scores, key=lambda one: one.score)[:WEAKEST]
    lost = [
        f"{names[one.criterion]} {shown(one.score, language)}"
        + "".join(f" −{shown(charge.amount, language)} {charge.rule}" for charge in one.deductions)
        for one in weakest
    ]
    return texts["sum"].format(score=shown(score, language), criteria="; ".join(lost))


def verdict(score: float, pass_at: float) -> Verdict:
    return "pass" if score >= pass_at else "fail"


@lru_cache(maxsize=6)
def _engines(rules: RuleSet, speaks: Language | None) -> dict[Language, Engine]:
    languages: tuple[Language, ...] = ("de", "en")
    return {language: Engine(rules, language, speaks) for language in languages}


class Evaluator:
    """Reads requirements with a set of rules. Needs no model and keeps nothing between two calls."""

    def __init__(self, rules: RuleSet | None = None, pass_at: float = PASS_AT, speaks: Language | None = None) -> None:
        """`speaks` is the language of all that is said; None: that of each requirement."""
        self.rules = rules or load_rules()
        self.pass_at = pass_at
        self.speaks: Language | None = speaks
        self._engines = _engines(self.rules.same_rules_as or self.rules, speaks)

    def evaluate(self, requirement: Requirement | str, criteria: Sequence[Criterion] | None = None) -> Evaluation:
        if isinstance(requirement, str):
            requirement = Requirement(id="REQ_1", text=requirement)
        prose = read(requirement)
        return self._evaluation(prose, self._engines[prose.language].run(prose), criteria)

    def evaluate_set(
        self,
        requirements: Sequence[Requirement],
        criteria: Sequence[Criterion] | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> tuple[Evaluation, ...]:
        """Each by itself, then what only shows when they stand side by side."""
        proses = [read(requirement) for requirement in requirements]
        defined = frozenset(name for prose in proses for name in explained(prose))
        findings: list[list[Finding]] = []
        for number, prose in enumerate(proses, 1):
            prose.defined = defined
            findings.append(self._engines[prose.language].run(prose))
            if progress is not None:
                progress(number, len(proses))
        for engine in self._engines.values():
            for index, found in engine.run_set(proses):
                findings[index].append(found)
        return tuple(self._evaluation(prose, found, criteria) for prose, found in zip(proses, findings, strict=True))

    def _evaluation(
        self, prose: Prose, findings: Sequence[Finding], criteria: Sequence[Criterion] | None
    ) -> Evaluation:
        asked = tuple(dict.fromkeys(criteria)) if criteria else CRITERIA
        kept = tuple(
            decided(found, prose.requirement, self.rules).model_copy(update={"part": prose.part_of(found.spans)})
            for found in findings
            if found.criterion in asked
        )
        rules, language = self.rules.of(prose.language), self.speaks or prose.language
        scores = tuple(criterion_score(one, kept, self.pass_at, language, absence_costs(rules, one)) for one in asked)
        caps = {rule.id: rule.at_most for rule in rules if rule.at_most is not None}
        most = min((caps.get(found.rule, 1.0) for found in kept if found.suppressed is None), default=1.0)
        score = min(overall(scores), most)
        return Evaluation(
            requirement=prose.requirement,
            language=prose.language,
            score=score,
            verdict=verdict(score, self.pass_at),
            criteria=scores,
            findings=kept,
            explanation=explanation(scores, score, most, language),
        )


_GRAVER: dict[Level, Level] = {"info": "warning", "warning": "error", "error": "error"}


def decided(finding: Finding, requirement: Requirement, rules: RuleSet) -> Finding:
    """The finding as people have decided about it: silenced, or a step graver where they agreed to it."""
    if (silenced := _about(finding, requirement, rules.suppressions)) is not None:
        return finding.model_copy(update={"suppressed": silenced.reason})
    if _about(finding, requirement, rules.confirmed) is not None:
        return finding.model_copy(update={"level": _GRAVER[finding.level]})
    return finding


def _about(finding: Finding, requirement: Requirement, listed: Sequence[Suppression]) -> Suppression | None:
    """The first of them that speaks of this finding."""
    for one in listed:
        if one.rule not in {finding.rule, ANY_RULE} or one.requirement not in {None, requirement.id}:
            continue
        same = one.words is None or any(fold(one.words) == fold(span.text) for span in finding.spans)
        if same and (one.wording is None or one.wording == key_of(requirement.text)):
            return one
    return None
