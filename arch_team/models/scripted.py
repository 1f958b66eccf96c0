"""A client that says what it is told to, for tests: yours as well as ours.

Scripted(Call("queryTable", {...}), "The balance is {{e1.r0.closingBalance}}. READY_FOR_VALIDATION")
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import ChatCompletionClient, CreateResult, LLMMessage, ModelFamily, ModelInfo, RequestUsage
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel


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


class Scripted(ChatCompletionClient):
    """Plays its turns in order, then the last one for ever."""

    component_type = "chat_completion_client"

    def __init__(self, *turns: Script, tokens: int = 0) -> None:
        self._turns = turns
        self._tokens = tokens
        self.requests: list[Sequence[LLMMessage]] = []
        self.choices: list[object] = []

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        number = len(self.requests)
        self.requests.append(list(messages))
        self.choices.append(tool_choice)
        script = self._turns[min(number, len(self._turns) - 1)]
        turn = script if isinstance(script, str | Call | Fails | Hangs) else script(messages)
        usage = RequestUsage(prompt_tokens=self._tokens, completion_tokens=self._tokens)
        if isinstance(turn, Fails):
            raise turn.error
        if isinstance(turn, Hangs):
            await asyncio.Event().wait()
        if isinstance(turn, Call):
            call = FunctionCall(id=f"call_{number}", name=turn.tool, arguments=json.dumps(turn.arguments))
            return CreateResult(finish_reason="function_calls", content=[call], usage=usage, cached=False)
        return CreateResult(finish_reason="stop", content=str(turn), usage=usage, cached=False)

    async def create_stream(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Tool | Literal["auto", "required", "none"] = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> AsyncGenerator[str | CreateResult, None]:
        yield await self.create(messages, tools=tools, tool_choice=tool_choice)

    async def close(self) -> None:
        pass

    def actual_usage(self) -> RequestUsage:
        return RequestUsage(prompt_tokens=0, completion_tokens=0)

    def total_usage(self) -> RequestUsage:
        return RequestUsage(prompt_tokens=0, completion_tokens=0)

    def count_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        return 0

    def remaining_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        return 1_000_000

    @property
    def capabilities(self) -> ModelInfo:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.model_info

    @property
    def model_info(self) -> ModelInfo:
        return ModelInfo(
            vision=False,
            function_calling=True,
            json_output=False,
            structured_output=False,
            family=ModelFamily.UNKNOWN,
            multiple_system_messages=True,
        )
