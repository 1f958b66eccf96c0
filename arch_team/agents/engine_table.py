"""The four seats where code works the task: no model, and none of the framework that models are asked through."""

import asyncio
import json
from collections.abc import AsyncGenerator

from arch_team.agents.seats import QAApprover, UserClarification, Validator
from arch_team.agents.state import RunState
from arch_team.agents.table import SEATS, Rounds, Told
from arch_team.models.embedded.plan import ToolCall
from arch_team.models.embedded.seated import Heard, Returned, Seated, Spoken, Turned
from arch_team.models.speech import OPERATOR, PERSON, Word, spoken
from arch_team.telemetry.signals import seat_turn

MOST_CALLS = 80
"""An operator plans its calls and ends by itself; this only keeps a broken plan from going on for ever."""


class EngineTable:
    """The operator and the three seats beside it, in turn; each hears what was said before."""

    def __init__(self, state: RunState, operator: Seated, max_rounds: int) -> None:
        self._state, self._operator = state, operator
        self._rounds = Rounds(state, max_rounds)
        self._seats = (Validator(state), UserClarification(state), QAApprover(state))
        self._tools = {tool.name: tool for tool in state.desk.tools()}
        self._heard: list[Heard] = []
        self._word: Word | None = None
        state.speaks = lambda: self._word

    async def told(self, task: str) -> AsyncGenerator[Told, None]:
        self._heard = [Spoken(PERSON, task)]
        for _ in range(self._rounds.most_turns // SEATS):
            text = ""
            with seat_turn(OPERATOR) as turn:
                async for event in turn.each(self._worked()):
                    text = event[2] if event[1] == "seat" else ""
                    yield event
                    await asyncio.sleep(0)  # other runs go on meanwhile, and who watches sees it
            for seat in self._seats:
                said = await seat.take(text)
                self._heard.append(Spoken(seat.name, said))
                yield seat.name, "seat", said
                await asyncio.sleep(0)
                if self._rounds.are_over(seat.name, said):
                    return

    async def _worked(self) -> AsyncGenerator[Told, None]:
        """The operator's turn: its calls with what they gave, then its word."""
        self._word = None
        for number in range(1, MOST_CALLS + 1):
            next_ = await self._operator.work(self._heard)
            self._heard.append(Turned())
            if not isinstance(next_, ToolCall):
                self._word = next_
                yield OPERATOR, "seat", spoken(next_)
                return
            arguments = json.dumps(next_.arguments, ensure_ascii=False)
            self._state.desk.next_round()
            yield OPERATOR, "call", f"{next_.tool} {arguments}"
            result = await self._tools[next_.tool].run(json.loads(arguments), f"embedded_{number}")
            self._heard.append(Returned(result))
            yield OPERATOR, "result", result

    async def close(self) -> None:
        """Nothing is open."""
