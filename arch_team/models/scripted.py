"""A client that says what it is told to, for tests: yours as well as ours.

Scripted(Call("queryTable", {...}), "That is {{e1.r0.amount}}. READY_FOR_VALIDATION")
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from autogen_core import FunctionCall
from autogen_core.models import CreateResult, LLMMessage, RequestUsage

from arch_team.models.request import Client, ModelRequest


@dataclass(frozen=True, slots=True)
class Call:
    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fails:
    error: Exception


@dataclass(frozen=True, slots=True)
class Hangs:
    """Never answers; only a cancellation ends it."""


Turn = str | Call | Fails | Hangs
Script = Turn | Callable[[Sequence[LLMMessage]], Turn]


class Scripted(Client):
    """Plays its turns in order, then the last one for ever."""

    def __init__(self, *turns: Script, tokens: int = 0) -> None:
        self._turns = turns
        self._tokens = tokens
        self.requests: list[Sequence[LLMMessage]] = []
        self.choices: list[object] = []

    async def answer(self, request: ModelRequest) -> CreateResult:
        number = len(self.requests)
        self.requests.append(list(request.messages))
        self.choices.append(request.tool_choice)
        script = self._turns[min(number, len(self._turns) - 1)]
        turn = script if isinstance(script, str | Call | Fails | Hangs) else script(request.messages)
        usage = RequestUsage(prompt_tokens=self._tokens, completion_tokens=self._tokens)
        if isinstance(turn, Fails):
            raise turn.error
        if isinstance(turn, Hangs):
            await asyncio.Event().wait()
        if isinstance(turn, Call):
            call = FunctionCall(id=f"call_{number}", name=turn.tool, arguments=json.dumps(turn.arguments))
            return CreateResult(finish_reason="function_calls", content=[call], usage=usage, cached=False)
        return CreateResult(finish_reason="stop", content=str(turn), usage=usage, cached=False)
