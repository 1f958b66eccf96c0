"""Which desk serves which skill."""

from collections.abc import Callable

from arch_team.agents.desk import Desk, Task
from arch_team.tools.session import DataSource

Source = Callable[[], DataSource]
OpenDesk = Callable[[str, Task, Source], Desk]


def open_desk(skill: str, task: Task, source: Source) -> Desk:
    """The desk of a skill for one task. An unknown or unusable skill raises a UsageError that names the others."""
    if skill == "data":
        from arch_team.agents.engine_desk import EngineDesk

        opened = source()
        return EngineDesk(task, opened, opened.engine)
    if skill == "requirements":
        from arch_team.agents.requirements_desk import RequirementsDesk

        return RequirementsDesk(task)
    if skill == "knowledge":
        from arch_team.agents.knowledge_desk import KnowledgeDesk

        return KnowledgeDesk(task)
    from arch_team.routing.skill_loader import load_skill

    chosen = load_skill(skill, task.settings.skills_folder).get(skill)
    if chosen.tools:
        from arch_team.agents.skill_desk import SkillDesk

        return SkillDesk(task, chosen, source)
    from arch_team.agents.general_desk import GeneralDesk

    return GeneralDesk(task, chosen)
