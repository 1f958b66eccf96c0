"""Clients around a client: each adds one thing and passes the rest on."""

import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from autogen_core import CancellationToken
from autogen_core.models import ChatCompletionClient, CreateResult, LLMMessage, ModelInfo, RequestUsage
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

from arch_team.errors import ArchTeamError

Choice = Tool | Literal["auto", "required", "none"]


class BudgetExceeded(ArchTeamError):
    """The run has used up its tokens, its money or its calls."""


class Wrapped(ChatCompletionClient):
    """Passes everything on. Wrappers override `create`."""

    component_type = "chat_completion_client"

    def __init__(self, inner: ChatCompletionClient) -> None:
        self._inner = inner

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
        return await self._inner.create(
            messages,
            tools=tools,
            tool_choice=tool_choice,
            json_output=json_output,
            extra_create_args=extra_create_args,
            cancellation_token=cancellation_token,
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
        yield await self.create(
            messages,
            tools=tools,
            tool_choice=tool_choice,
            json_output=json_output,
            extra_create_args=extra_create_args,
            cancellation_token=cancellation_token,
        )

    async def close(self) -> None:
        await self._inner.close()

    def actual_usage(self) -> RequestUsage:
        return self._inner.actual_usage()

    def total_usage(self) -> RequestUsage:
        return self._inner.total_usage()

    def count_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        return 0  # the OpenAI client would download an encoding for this

    def remaining_tokens(self, messages: Sequence[LLMMessage], *, tools: Sequence[Tool | ToolSchema] = []) -> int:
        return 1_000_000

    @property
    def capabilities(self) -> ModelInfo:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self.model_info

    @property
    def model_info(self) -> ModelInfo:
        return self._inner.model_info


class EvidenceFirst(Wrapped):
    """While it `must_call`, the model calls a tool: there is nothing to answer from yet."""

    def __init__(self, inner: ChatCompletionClient, must_call: Callable[[], bool]) -> None:
        super().__init__(inner)
        self._must_call = must_call

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
        if tools and tool_choice == "auto" and self._must_call():
            tool_choice = "required"
        return await self._inner.create(
            messages,
            tools=tools,
            tool_choice=tool_choice,
            json_output=json_output,
            extra_create_args=extra_create_args,
            cancellation_token=cancellation_token,
        )


@dataclass
class Spending:
    """What a run has used."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Budget:
    max_calls: int = 24
    max_tokens: int = 200_000
    max_cost: float = float("inf")
    prompt_price: float = 0.0
    """Per million tokens."""
    completion_price: float = 0.0


class Budgeted(Wrapped):
    """Counts what is used, and refuses the call that would come after the budget's end."""

    def __init__(self, inner: ChatCompletionClient, budget: Budget, spending: Spending) -> None:
        super().__init__(inner)
        self._budget, self.spending = budget, spending

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
        budget, spent = self._budget, self.spending
        if spent.calls >= budget.max_calls or spent.tokens >= budget.max_tokens or spent.cost >= budget.max_cost:
            raise BudgetExceeded("the run's budget is used up", "Ask something narrower, or raise the budget.")
        start = time.perf_counter()
        result = await self._inner.create(
            messages,
            tools=tools,
            tool_choice=tool_choice,
            json_output=json_output,
            extra_create_args=extra_create_args,
            cancellation_token=cancellation_token,
        )
        usage = result.usage
        spent.calls += 1
        spent.seconds += time.perf_counter() - start
        spent.prompt_tokens += usage.prompt_tokens
        spent.completion_tokens += usage.completion_tokens
        spent.cost += (
            usage.prompt_tokens * budget.prompt_price + usage.completion_tokens * budget.completion_price
        ) / 1e6
        return result
