"""A model that sends the same rejected call again gets warmer, then is not asked any more."""

import asyncio
from collections.abc import Sequence
from typing import Any

from autogen_core import FunctionCall
from autogen_core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    UserMessage,
)

from arch_team.models.scripted import Scripted
from arch_team.models.unstuck import END_AFTER, WARM_AFTER, Unstuck


def exchange(number: int, arguments: str, *, success: bool) -> list[LLMMessage]:
    call = FunctionCall(id=f"c{number}", name="queryTable", arguments=arguments)
    content = '{"success":true}' if success else '{"success":false,"error":"FIELD_NOT_FOUND"}'
    result = FunctionExecutionResult(content=content, name="queryTable", call_id=call.id, is_error=False)
    return [AssistantMessage(content=[call], source="QueryOperator"), FunctionExecutionResultMessage(content=[result])]


def said(client: Scripted, *exchanges: Sequence[LLMMessage]) -> tuple[Any, int]:
    messages: list[LLMMessage] = [UserMessage(content="?", source="user")]
    for each in exchanges:
        messages += each
    result = asyncio.run(Unstuck(client, "de").create(messages))
    return result.content, len(client.requests)


def rejected(times: int, arguments: str = "{}") -> list[list[LLMMessage]]:
    return [exchange(number, arguments, success=False) for number in range(times)]


def test_the_first_repetitions_reach_the_model() -> None:
    assert said(Scripted("again"), *rejected(END_AFTER - 1)) == ("again", 1)


def test_after_a_few_more_it_gives_up_without_a_call() -> None:
    content, calls = said(Scripted("again"), *rejected(END_AFTER))
    assert content.startswith("CANNOT_ANSWER:")
    assert calls == 0


def test_a_changed_call_starts_anew() -> None:
    content, _ = said(Scripted("fine"), *rejected(END_AFTER - 1, "{}"), exchange(9, '{"a":1}', success=False))
    assert content == "fine"


def test_a_success_in_between_starts_anew() -> None:
    content, _ = said(Scripted("fine"), *rejected(2), exchange(8, "{}", success=True), *rejected(END_AFTER - 1))
    assert content == "fine"


def test_it_gets_warmer_before_it_gives_up() -> None:
    assert WARM_AFTER < END_AFTER


def test_a_call_that_was_answered_before_must_be_followed_by_words() -> None:
    client = Scripted("fine")
    said(client, exchange(0, "{}", success=True), exchange(1, "{}", success=True))
    assert client.choices == ["none"]


def test_a_new_call_leaves_the_choice() -> None:
    client = Scripted("fine")
    said(client, exchange(0, "{}", success=True), exchange(1, '{"a":1}', success=True))
    assert client.choices == ["auto"]


def test_a_draft_that_was_held_back_is_not_shown_again() -> None:
    client = Scripted("better")
    drafted = AssistantMessage(content="It is 1.23.", source="QueryOperator")
    objected = UserMessage(content="INVALID: UNBOUND_FIGURE: 1.23 has no evidence.", source="Validator")
    content, _ = said(client, exchange(1, "{}", success=True), [drafted, objected])

    assert content == "better"
    assert drafted not in client.requests[0]
    assert client.requests[0][-1] == objected


def test_what_was_asked_back_stays() -> None:
    client = Scripted("fine")
    asked = AssistantMessage(content="NEED_USER_CLARIFICATION: which?", source="QueryOperator")
    said(client, [asked, UserMessage(content="VALID: the operator asks the user.", source="Validator")])

    assert asked in client.requests[0]


def test_who_has_enough_speaks_also_after_a_draft_was_held_back() -> None:
    client = Scripted("better")
    messages: list[LLMMessage] = [
        UserMessage(content="?", source="user"),
        *exchange(1, "{}", success=True),
        AssistantMessage(content="It is 1.23.", source="QueryOperator"),
        UserMessage(content="INVALID: 1.23 has no evidence.", source="Validator"),
    ]
    asyncio.run(Unstuck(client, "de", has_enough=lambda: True).create(messages))

    assert client.choices == ["none"]
