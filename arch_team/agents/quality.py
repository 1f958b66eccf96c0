"""The quality gate on an answer of a skill: what it holds back, and what it only minds and tells."""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from arch_team.evidence.verdict import GuardResult
from arch_team.quality.gate import SKILL_MATCH, Check, GateResult, QualityGate, SkillContext
from arch_team.wire import Language

_ENOUGH = 20
"""What an answer proves is told by its first figures."""

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())


def gate_for(skill: str, *folders: Path, by_keywords: bool = True) -> Callable[[GuardResult], GateResult]:
    """The gate of a skill, which logs what it finds. An unknown skill raises a UsageError.

    What the evidence of the run proves counts among the skill's words: an answer that quotes a cell is its work. On
    tables of any domain the words of the skill say nothing: then it is not looked at `by_keywords`.
    """
    from arch_team.routing.skill_loader import load_skill

    known = load_skill(skill, *folders)
    chosen = known.get(skill)
    gate = QualityGate(chosen.quality)
    context = SkillContext(
        name=chosen.name,
        intent_keywords=chosen.intent.keywords,
        disambiguation_keywords=chosen.intent.disambiguation_keywords,
        twins=known.twin_keywords(chosen.name),
    )

    def looked_at(checked: GuardResult) -> GateResult:
        proven = tuple(dict.fromkeys(figure.display for figure in checked.figures if figure.is_verified))[:_ENOUGH]
        known_by = replace(context, intent_keywords=(*context.intent_keywords, *proven))
        result = gate.validate(checked.text, known_by if by_keywords else None)
        for check in result.checks:
            level = logging.INFO if check.passed else logging.WARNING
            outcome = "passed" if check.passed else str(check.level)
            told = {"check": check.name, "outcome": outcome, "skill": chosen.name, "reason": check.message}
            _log.log(level, "quality check", extra=told)
        return result

    return looked_at


def in_words(check: Check, language: Language) -> str:
    """A warning for the person who asked. What a validator of the skill's own says is passed on as it is."""
    if check.name != SKILL_MATCH or language == "en":
        return check.message
    if check.reads_like:
        return f"Die Antwort liest sich eher wie ein Ergebnis der Fähigkeit {check.reads_like}."
    return "In der Antwort kommt keines der Stichwörter der gewählten Fähigkeit vor."
