"""A requirement in, its findings and scores out, as a sum everyone can do by hand (docs/decisions/0013 says why)."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from arch_team.requirements.check.checks.wording import explained
from arch_team.requirements.check.engine import Engine
from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.check.rules import ANY_RULE, LANGUAGES, Rule, RuleSet, Suppression, load_rules
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
from arch_team.requirements.wording_key import key_of
from arch_team.text.folding import composed
from arch_team.text.packaged import packaged
from arch_team.text.showing import shown
from arch_team.wire import Language

WEAKEST = 3
"""The overall score is the mean of this many weakest criteria: asking for more criteria never hides a weakness."""
NOT_ABOVE_WEAKEST = 0.2
"""It is never further above the weakest one: with a mark of 0.7, a criterion below 0.5 fails the requirement."""
_GRAVER: dict[Level, Level] = {"info": "warning", "warning": "error", "error": "error"}


def overall(scores: Sequence[CriterionScore]) -> float:
    """The mean of the three weakest, held near the weakest of all."""
    weakest = sorted(score.score for score in scores)[:WEAKEST]
    return round(min(sum(weakest) / len(weakest), weakest[0] + NOT_ABOVE_WEAKEST), 2) if weakest else 1.0


def verdict(score: float, pass_at: float) -> Verdict:
    return "pass" if score >= pass_at else "fail"


@lru_cache(maxsize=6)
def _engines(rules: RuleSet, speaks: Language | None) -> dict[Language, Engine]:
    return {language: Engine(rules, language, speaks) for language in LANGUAGES}


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
            _decided(found, prose.requirement, self.rules).model_copy(update={"part": prose.part_of(found.spans)})
            for found in findings
            if found.criterion in asked
        )
        counted = [found for found in kept if found.suppressed is None]
        rules, language = self.rules.of(prose.language), self.speaks or prose.language
        scores = tuple(self._score(criterion, counted, rules, language) for criterion in asked)
        caps = {rule.id: rule.at_most for rule in rules if rule.at_most is not None}
        most = min((caps.get(found.rule, 1.0) for found in counted), default=1.0)
        score = min(overall(scores), most)
        return Evaluation(
            requirement=prose.requirement,
            language=prose.language,
            score=score,
            verdict=verdict(score, self.pass_at),
            criteria=scores,
            findings=kept,
            explanation=_explanation(scores, score, language, is_capped=most < overall(scores)),
        )

    def _score(
        self, criterion: Criterion, counted: Sequence[Finding], rules: Sequence[Rule], language: Language
    ) -> CriterionScore:
        """Starts at 1 and loses each finding's weight, down to 0.

        What the findings inside a part of a story cost together is at most what its absence costs. So a part that is
        there is never worse than one that is missing, and taking content away never raises a score.
        """
        left = {"role": 0.0, "ends": 0.0}
        for rule in rules:
            if rule.lacks is not None and rule.criterion == criterion:
                left[rule.lacks] += rule.weight
        found = [one for one in counted if one.criterion == criterion]
        deductions: list[Deduction] = []
        for one in found:
            amount = min(one.weight, left.get(one.part or "", 1.0))
            if one.part in left:
                left[one.part] = round(left[one.part] - amount, 4)
            if amount:
                words = ", ".join(span.text for span in one.spans)
                deductions.append(Deduction(rule=one.rule, amount=amount, words=words))
        score = round(max(0.0, 1 - sum(deduction.amount for deduction in deductions)), 4)
        return CriterionScore(
            criterion=criterion,
            score=score,
            passed=score >= self.pass_at,
            feedback=" ".join(dict.fromkeys(one.message for one in found)) or _texts(language)["fine"],
            deductions=tuple(deductions),
        )


def _texts(language: Language) -> dict[str, str]:
    return packaged("rules/lexicon/wording.yaml", "arch_team.requirements.check")[language]


def _explanation(scores: Sequence[CriterionScore], score: float, language: Language, *, is_capped: bool) -> str:
    """The sum in words: which criteria it comes from, and what they lost by which rule."""
    if is_capped:
        return _texts(language)["capped"].format(score=shown(score, language))
    names: dict[str, str] = packaged("report/texts.yaml", "arch_team.requirements")[language]
    lost = [
        f"{names[one.criterion]} {shown(one.score, language)}"
        + "".join(f" −{shown(charge.amount, language)} {charge.rule}" for charge in one.deductions)
        for one in sorted(scores, key=lambda one: one.score)[:WEAKEST]
    ]
    return _texts(language)["sum"].format(score=shown(score, language), criteria="; ".join(lost))


def _decided(finding: Finding, requirement: Requirement, rules: RuleSet) -> Finding:
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
        same = one.words is None or any(composed(one.words) == composed(span.text) for span in finding.spans)
        if same and (one.wording is None or one.wording == key_of(requirement.text)):
            return one
    return None
