"""The quality gate on an answer of a skill."""

from collections.abc import Callable
from functools import cache

from arch_team.quality.gate import QualityGate, SkillContext


@cache
def gate_for(skill: str) -> Callable[[str], list[str]]:
    """What keeps a text of this skill from being approved, in words. An unknown skill raises a UsageError."""
    from arch_team.routing.skill_loader import load_skill

    known = load_skill(skill)
    chosen = known.get(skill)
    gate = QualityGate(chosen.quality)
    context = SkillContext(
        name=chosen.name,
        intent_keywords=chosen.intent.keywords,
        disambiguation_keywords=chosen.intent.disambiguation_keywords,
        twins=known.twin_keywords(chosen.name),
    )

    def lacking(text: str) -> list[str]:
        return [f"{check.name}: {check.message}" for check in gate.validate(text, context).failures]

    return lacking
