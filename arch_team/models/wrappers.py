"""Clients around a client: each adds one thing and passes the rest on."""

import time
from collections.abc import Callable
from dataclasses import replace

from autogen_core.models import ChatCompletionClient, CreateResult, ModelInfo, RequestUsage

from arch_team.models.request import Client, ModelRequest
from arch_team.models.spending import Budget, BudgetExceeded, Spending


class Wrapped(Client):
    """Passes everything on. Wrappers override `answer`."""

    def __init__(self, inner: ChatCompletionClient) -> None:
        self._inner = inner

    async def answer(self, request: ModelRequest) -> CreateResult:
        return await request.to(self._inner)

    async def close(self) -> None:
        await self._inner.close()

    def actual_usage(self) -> RequestUsage:
        return self._inner.actual_usage()

    def total_usage(self) -> RequestUsage:
        return self._inner.total_usage()

    @property
    def model_info(self) -> ModelInfo:
        return self._inner.model_info


class EvidenceFirst(Wrapped):
    """While it `must_call`, the model calls a tool: there is nothing to answer from yet."""

    def __init__(self, inner: ChatCompletionClient, must_call: Callable[[], bool]) -> None:
        super().__init__(inner)
        self._must_call = must_call

    async def answer(self, request: ModelRequest) -> CreateResult:
        if request.tools and request.tool_choice == "auto" and self._must_call():
            request = replace(request, tool_choice="required")
        return await request.to(self._inner)


class Budgeted(Wrapped):
    """Counts what is used, and refuses the call that would come after the budget's end."""

    def __init__(self, inner: ChatCompletionClient, budget: Budget, spending: Spending) -> None:
        super().__init__(inner)
        self._budget, self.spending = budget, spending

    async def answer(self, request: ModelRequest) -> CreateResult:
        budget, spent = self._budget, self.spending
        if spent.calls >= budget.max_calls or spent.tokens >= budget.max_tokens or spent.cost >= budget.max_cost:
            raise BudgetExceeded("the run's budget is used up", "Ask something narrower, or raise the budget.")
        start = time.perf_counter()
        result = await request.to(self._inner)
        usage = result.usage
        spent.calls += 1
        spent.seconds += time.perf_counter() - start
        spent.prompt_tokens += usage.prompt_tokens
        spent.completion_tokens += usage.completion_tokens
        spent.cost += (
            usage.prompt_tokens * budget.prompt_price + usage.completion_tokens * budget.completion_price
        ) / 1e6
        return result
