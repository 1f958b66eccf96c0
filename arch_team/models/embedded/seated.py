"""A client that answers by code: what every operator without a model has in common."""

import json
from abc import abstractmethod
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, Literal

from autogen_core import CancellationToken, FunctionCall
from autogen_core.models import ChatCompletionClient, CreateResult, LLMMessage, ModelFamily, ModelInfo, RequestUsage
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

from arch_team.models.embedded.plan import ToolCall

_NOTHING = RequestUsage(prompt_tokens=0, completion_tokens=0)


class Seated(ChatCompletionClient):
    """Costs nothing and remembers nothing: from the messages alone it knows what to do next."""

    component_type = "chat_completion_client"

    def __init__(self) -> None:
        self._calls = 0

    @abstractmethod
    def turn(self, messages: Sequence[LLMMessage]) -> str | ToolCall:
        """What the operator says or calls next."""

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
        turn = self.turn(messages)
        if isinstance(turn, str):
            return CreateResult(finish_reason="stop", content=turn, usage=_NOTHING, cached=False)
        self._calls += 1
        arguments = json.dumps(turn.arguments, ensure_ascii=False)
        call = FunctionCall(id=f"embedded_{self._calls}", name=turn.tool, arguments=arguments)
        return CreateResult(finish_reason="function_calls", content=[call], usage=_NOTHING, cached=False)

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
        return _NOTHING

    def total_usage(self) -> RequestUsage:
        return _NOTHING

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
