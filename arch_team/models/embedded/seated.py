"""An operator that works by code: what every one without a model has in common."""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arch_team.models.embedded.plan import Cannot, Outcome, Say, ToolCall
from arch_team.models.speech import Draft, Refusal, Word, need_of

BROKEN = "SYSTEM ERROR"
"""How the error of a broken tool begins."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What the person or another seat said."""

    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Returned:
    """What a tool gave back."""

    text: str

    @property
    def result(self) -> Any:
        """As the tool made it; a failure of the tool itself where it is no JSON."""
        try:
            return json.loads(self.text)
        except ValueError:
            return {"success": False, "error": f"{BROKEN}: the tool's answer could not be read."}


@dataclass(frozen=True, slots=True)
class Turned:
    """The operator said or called something itself."""


Heard = Spoken | Returned | Turned


class Seated(ABC):
    """Costs nothing and remembers nothing: from what it heard alone it knows what to do next."""

    async def listen(self, heard: Sequence[Heard]) -> None:  # noqa: B027 - most have nothing to find out
        """What has to be found out before its turn."""

    @abstractmethod
    def turn(self, heard: Sequence[Heard]) -> Outcome | ToolCall:
        """What the operator says or calls next."""

    async def work(self, heard: Sequence[Heard]) -> Word | ToolCall:
        await self.listen(heard)
        turn = self.turn(heard)
        return turn if isinstance(turn, ToolCall) else _word(turn)


def _word(outcome: Outcome) -> Word:
    if isinstance(outcome, Say):
        return Draft(outcome.text)
    if isinstance(outcome, Cannot):
        return Refusal(outcome.reason)
    return need_of(outcome.question, outcome.suggestions)
