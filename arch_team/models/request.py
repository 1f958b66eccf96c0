"""A request to a model as one value, and a client that is written by saying what it answers to one."""

from abc import abstractmethod
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from autogen_core import CancellationToken
from autogen_core.models import (
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelFamily,
    ModelInfo,
    RequestUsage,
)
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

Choice = Tool | Literal["auto", "required", "none"]
NOTHING = RequestUsage(prompt_tokens=0, completion_tokens=0)


@dataclass(frozen=True, slots=True)
class ModelRequest:
    messages: Sequence[LLMMessage]
    tools: Sequence[Tool | ToolSchema] = ()
    tool_choice: Choice = "auto"
    json_output: bool | type[BaseModel] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])
    cancellation: CancellationToken | None = None

    async def to(self, client: ChatCompletionClient) -> CreateResult:
        return await client.create(
            self.messages,
            tools=self.tools,
            tool_choice=self.tool_choice,
            json_output=self.json_output,
            extra_create_args=self.extra,
            cancellation_token=self.cancellation,
        )


class Client(ChatCompletionClient):
    """Costs nothing and has no limit, unless it says otherwise."""

    component_type = "chat_completion_client"

    @abstractmethod
    async def answer(self, request: ModelRequest) -> CreateResult: ...

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Choice = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        return await self.answer(
            ModelRequest(messages, tools, tool_choice, json_output, extra_create_args, cancellation_token)
        )

    async def create_stream(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Choice = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> AsyncGenerator[str | CreateResult, None]:
        yield await self.answer(
            ModelRequest(messages, tools, tool_choice, json_output, extra_create_args, cancellation_token)
        )

    async def close(self) -> None:
        pass

    def actual_usage(self) -> RequestUsage:
        return NOTHING

    def total_usage(self) -> RequestUsage:
        return NOTHING

    def count_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        return 0  # the OpenAI client would download an encoding for this

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
