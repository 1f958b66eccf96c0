"""Where the seats of one run sit: who tells what they do, and when they are done."""

from collections.abc import AsyncGenerator
from typing import Literal, Protocol

from arch_team.agents.state import RunState
from arch_team.models.speech import APPROVE, APPROVER

Kind = Literal["seat", "call", "result"]
Told = tuple[str, Kind, str]
"""Seat, kind and text of something that happened."""
SEATS = 4


class Table(Protocol):
    """Serves one run. Never used twice: a cancelled one cannot be healed."""

    def told(self, task: str) -> AsyncGenerator[Told, None]:
        """What the seats say and call, as they do it. The state says how it ended."""
        ...

    async def close(self) -> None: ...


class Rounds:
    """Ends on the approver's verdict, parsed in full, and on nothing anybody else says; or when the rounds are used up.
    A round in which the person answered is not counted."""

    def __init__(self, state: RunState, most: int) -> None:
        self._state, self._most, self._used = state, most, 0

    @property
    def most_turns(self) -> int:
        return SEATS * (self._most + self._state.desk.most_questions)

    def are_over(self, source: str, text: str) -> bool:
        """After what a seat said."""
        state, is_verdict = self._state, source == APPROVER
        self._used += is_verdict
        is_approved = is_verdict and text.startswith(APPROVE) and state.approved is not None
        return is_approved or state.ending is not None or self._used - len(state.asked) >= self._most

    def begin(self) -> None:
        self._used = 0
