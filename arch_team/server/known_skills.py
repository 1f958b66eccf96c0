"""The skills a caller may name: those shipped and registered, and those in the server's own folder."""

from pathlib import Path

from arch_team.errors import UsageError
from arch_team.wire import Wire


class UnknownSkill(UsageError): ...


class SkillTitle(Wire):
    name: str
    title: str
    needs_model: bool


def known_skills(folder: Path) -> tuple[SkillTitle, ...]:
    from arch_team.routing.skill_loader import load_skills

    return tuple(
        SkillTitle(name=skill.name, title=skill.description, needs_model=skill.needs_model)
        for skill in load_skills(folder)
        if skill.available
    )


def checked_skill(name: str | None, folder: Path) -> str | None:
    names = [skill.name for skill in known_skills(folder)]
    if name is not None and name not in names:
        raise UnknownSkill("there is no such skill", f"Use one of: {', '.join(names)}.")
    return name
