"""The desk of a skill that is only a prompt: it works on what the user gave, needs a model, and shows no data."""

from collections.abc import Iterator

from arch_team.agents.desk import Desk, Task
from arch_team.evidence.figures import find_figures
from arch_team.evidence.rendering import visible
from arch_team.evidence.verdict import GuardCode, GuardFinding, GuardResult, finding, refused
from arch_team.routing.skills import Skill

_NAMES = {"de": "German", "en": "English"}
_FRAME = """{prompt}

Answer in {language}. You have no data of the user's beyond what the question itself holds: never state a figure that
does not stand in it. If something needed is missing, reply only: NEED_USER_CLARIFICATION: <one question>
If you cannot do it, reply only: CANNOT_ANSWER: <why>
End your answer with READY_FOR_VALIDATION."""
_COUNTS_TO = 10
"""A bare whole number up to this is a step, a line or a count of the text's own."""


class GeneralDesk(Desk):
    from_own_data = False

    def __init__(self, task: Task, skill: Skill) -> None:
        super().__init__(task)
        self.skill = skill.name
        self.prompt = _FRAME.format(prompt=skill.operator_prompt.read(), language=_NAMES[task.language])

    def check(self, draft: str) -> GuardResult:
        text = visible(draft).strip()
        if not text:
            return refused(finding(GuardCode.NO_TEXT, "There is no text.", "Write the answer."))
        asked = self.task.asked
        found = [*_invented(text, asked), *self.placeholders.found_in(text, question=asked)]
        return refused(*found) if found else GuardResult(ok=True, text=text)


def _invented(text: str, asked: str) -> Iterator[GuardFinding]:
    """Figures that do not stand in the question."""
    known = {reading.value for figure in find_figures(asked) for reading in figure.readings}
    words = {figure.text for figure in find_figures(asked)}
    for figure in find_figures(text):
        values = {reading.value for reading in figure.readings}
        own_count = figure.is_bare and any(0 <= value <= _COUNTS_TO for value in values)
        if own_count or figure.is_code or values & known or figure.text in words:
            continue
        message = f"{figure.text} does not stand in the question."
        yield finding(GuardCode.UNBOUND_FIGURE, message, "Leave the figure out, or ask for it.", figure.text)
