"""Clients around a client: evidence comes first, and the budget holds."""

import asyncio
from collections.abc import Sequence

import pytest
from autogen_core.models import ChatCompletionClient, CreateResult, LLMMessage, UserMessage
from autogen_core.tools import ToolSchema

from arch_team.models.scripted import Fails, Scripted
from arch_team.models.spending import Budget, BudgetExceeded, Spending
from arch_team.models.wrappers import Budgeted, EvidenceFirst, Wrapped

QUESTION: list[LLMMessage] = [UserMessage(content="?", source="user")]
TOOLS = [ToolSchema(name="queryTable", description="reads")]


def create(client: ChatCompletionClient, tools: Sequence[ToolSchema] = TOOLS) -> CreateResult:
    return asyncio.run(client.create(QUESTION, tools=tools))


class TestEvidenceFirst:
    def test_the_model_must_call_a_tool_while_none_was_called(self) -> None:
        calls = 0
        inner = Scripted("words")
        client = EvidenceFirst(inner, lambda: calls == 0)
        create(client)
        calls = 1
        create(client)
        assert inner.choices == ["required", "auto"]

    def test_without_tools_nothing_is_required(self) -> None:
        inner = Scripted("words")
        create(EvidenceFirst(inner, lambda: True), tools=())
        assert inner.choices == ["auto"]

    def test_a_choice_that_was_made_is_left_alone(self) -> None:
        inner = Scripted("words")
        asyncio.run(EvidenceFirst(inner, lambda: True).create(QUESTION, tools=TOOLS, tool_choice="none"))
        assert inner.choices == ["none"]


class TestBudget:
    def test_what_is_used_is_counted(self) -> None:
        spending = Spending()
        client = Budgeted(
            Scripted("words", tokens=500_000), Budget(max_tokens=10**9, prompt_price=2, completion_price=6), spending
        )
        create(client)
        create(client)
        assert (spending.calls, spending.prompt_tokens, spending.completion_tokens) == (2, 1_000_000, 1_000_000)
        assert spending.tokens == 2_000_000
        assert spending.cost == pytest.approx(8.0)

    @pytest.mark.parametrize(
        "budget",
        [Budget(max_calls=2), Budget(max_tokens=40), Budget(max_cost=4e-5, prompt_price=1, completion_price=1)],
    )
    def test_the_call_after_the_end_is_refused_before_it_is_made(self, budget: Budget) -> None:
        inner = Scripted("words", tokens=10)
        client = Budgeted(inner, budget, Spending())
        create(client)
        create(client)
        with pytest.raises(BudgetExceeded, match="budget is used up") as refused:
            create(client)
        assert refused.value.next_step
        assert len(inner.requests) == 2

    def test_one_spending_serves_several_clients(self) -> None:
        spending = Spending()
        create(Budgeted(Scripted("words"), Budget(max_calls=1), spending))
        with pytest.raises(BudgetExceeded):
            create(Budgeted(Scripted("words"), Budget(max_calls=1), spending))

    def test_a_failure_goes_through(self) -> None:
        with pytest.raises(ValueError, match="boom"):
            create(Budgeted(Scripted(Fails(ValueError("boom"))), Budget(), Spending()))


def test_a_stream_gives_what_create_gives() -> None:
    async def streamed() -> list[str | CreateResult]:
        return [item async for item in Wrapped(Scripted("words")).create_stream(QUESTION)]

    (result,) = asyncio.run(streamed())
    assert isinstance(result, CreateResult)
    assert result.content == "words"


def test_counting_tokens_needs_no_network() -> None:
    client = Wrapped(Scripted("words"))
    assert client.count_tokens(QUESTION) == 0
    assert client.remaining_tokens(QUESTION) > 0
