"""The door to this room: a requirement in, its scores and findings out."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from arch_team.requirements.check.checks.references import explained
from arch_team.requirements.check.engine import Engine
from arch_team.requirements.check.reading.prose import Prose, read
from arch_team.requirements.check.rule_loader import load_rules
from arch_team.requirements.check.rule_set import RuleSet
from arch_team.requirements.check.scoring import criterion_score, overall, verdict
from arch_team.requirements.check.suppressions import suppressed
from arch_team.requirements.model import CRITERIA, PASS_AT, Criterion, Evaluation, Finding, Requirement
from arch_team.wire import Language


@lru_cache(maxsize=4)
def _engines(rules: RuleSet) -> dict[Language, Engine]:
    languages: tuple[Language, ...] = ("de", "en")
    return {language: Engine(rules, language) for language in languages}


class Evaluator:
    """Reads requirements with a set of rules. Needs no model and keeps nothing between two calls."""

    def __init__(self, rules: RuleSet | None = None, pass_at: float = PASS_AT) -> None:
        self.rules = rules or load_rules()
        self.pass_at = pass_at
        self._engines = _engines(self.rules.same_rules_as or self.rules)

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
            suppressed(found, prose.requirement, self.rules.suppressions)
            for found in findings
            if found.criterion in asked
        )
        scores = tuple(criterion_score(one, kept, self.pass_at, prose.language) for one in asked)
        score = overall(scores)
        return Evaluation(
            requirement=prose.requirement,
            language=prose.language,
            score=score,
            verdict=verdict(score, self.pass_at),
            criteria=scores,
            findings=kept,
        )
