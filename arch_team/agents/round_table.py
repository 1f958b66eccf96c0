"""AutoGen's round robin without its message bus. The seats are asked one after the other, and each hears what the
others said since its last turn: the bus does the same with a hundred messages and tasks, a third of a run's cost."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from functools import lru_cache
from itertools import count
from typing import Any

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response, TaskResult, TerminationCondition
from autogen_agentchat.messages import BaseAgentEvent, BaseChatMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken, SingleThreadedAgentRuntime

Said = BaseAgentEvent | BaseChatMessage


class RoundTable(RoundRobinGroupChat):
    """Serves one run: a team is never used twice. What a seat raises comes out as it is."""

    def __init__(self, seats: Sequence[BaseChatAgent], ends: TerminationCondition, max_turns: int) -> None:
        super().__init__(list(seats), termination_condition=ends, max_turns=max_turns, runtime=_unused_bus())
        self._seats, self._ends, self._most_turns = seats, ends, max_turns

    async def run_stream(
        self,
        *,
        task: str | BaseChatMessage | Sequence[BaseChatMessage] | None = None,
        cancellation_token: CancellationToken | None = None,
        output_task_messages: bool = True,
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | TaskResult, None]:
        token, given = cancellation_token or CancellationToken(), _messages(task)
        told: list[Said] = list(given) if output_task_messages else []
        for message in told:
            yield message
        unheard = [list(given) for _ in self._seats]
        stop = await self._ends(given)
        for turn in count():
            if stop is not None or turn >= self._most_turns:
                break
            place = turn % len(self._seats)
            heard, unheard[place] = unheard[place], []
            response: Response | None = None
            async with aclosing(self._seats[place].on_messages_stream(heard, token)) as events:
                async for event in events:
                    response, said = (event, event.chat_message) if isinstance(event, Response) else (None, event)
                    told.append(said)
                    yield said
                    await asyncio.sleep(0)  # other runs go on meanwhile, and who watches sees it
            if response is None:
                raise RuntimeError(f"{self._seats[place].name} ended its turn without a word")
            for other, waiting in enumerate(unheard):
                if other != place:
                    waiting.append(response.chat_message)
            stop = await self._ends([*(response.inner_messages or ()), response.chat_message])
        yield TaskResult(messages=told, stop_reason=stop.content if stop else "every turn is used up")


def _messages(task: Any) -> list[BaseChatMessage]:
    if isinstance(task, str):
        return [TextMessage(content=task, source="user")]
    if isinstance(task, BaseChatMessage):
        return [task]
    return list(task or ())


@lru_cache(maxsize=1)
def _unused_bus() -> SingleThreadedAgentRuntime:
    """AutoGen makes one for every team that has none."""
    return SingleThreadedAgentRuntime()
