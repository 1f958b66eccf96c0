"""The OpenAI door, through OpenAI's own client over a real socket."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
from openai.types.chat import ChatCompletion, ChatCompletionMessageParam

from arch_team.settings import Settings
from tests.server.house import BANK, VAGUE, listening

APPROVED = "CHF 152'400.00"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[str]:
    settings = Settings(home=tmp_path_factory.mktemp("door"), demo_home=demo_home)
    with listening(settings) as url:
        yield url


@pytest.fixture(scope="module")
def client(address: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0, timeout=60) as client:
        yield client


def ours(completion: Any) -> dict[str, Any]:
    extra: dict[str, Any] = completion.model_extra or {}
    return extra["arch_team"]


def said(completion: ChatCompletion) -> str:
    return completion.choices[0].message.content or ""


def asked(client: openai.OpenAI, *turns: str, model: str = "arch-team", **more: Any) -> ChatCompletion:
    """Turns of user and assistant, the user first."""
    messages: list[ChatCompletionMessageParam] = [
        {"role": "assistant", "content": text} if place % 2 else {"role": "user", "content": text}
        for place, text in enumerate(turns)
    ]
    completion: ChatCompletion = client.chat.completions.create(model=model, messages=messages, stream=False, **more)
    return completion


def test_models(client: openai.OpenAI) -> None:
    names = [model.id for model in client.models.list()]
    assert names[0] == "arch-team"
    assert {"arch-team/data", "arch-team/requirements", "arch-team/knowledge"} <= set(names)
    assert client.models.retrieve("arch-team/data").id == "arch-team/data"
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("gpt-4")


def test_an_answer_with_its_figures(client: openai.OpenAI) -> None:
    completion = asked(client, BANK)
    assert APPROVED in said(completion)
    assert completion.choices[0].finish_reason == "stop"
    assert ours(completion)["status"] == "approved"
    assert ours(completion)["figures"][0]["display"] == APPROVED
    assert ours(completion)["figures"][0]["references"] == ["e1.r0.closingBalance"]


def test_a_stream_says_the_same_as_the_whole(client: openai.OpenAI) -> None:
    whole = said(asked(client, BANK))
    messages: list[ChatCompletionMessageParam] = [{"role": "user", "content": BANK}]
    with client.chat.completions.create(
        model="arch-team", messages=messages, stream=True, stream_options={"include_usage": True}
    ) as stream:
        chunks = list(stream)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == whole
    assert len(chunks) > 4
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert ours(chunks[-2])["status"] == "approved"
    assert chunks[-1].usage is not None


def test_a_question_of_the_team_is_answered_by_the_next_turn(client: openai.OpenAI) -> None:
    """A plain client sends back what was said and nothing else; the same run goes on."""
    first = asked(client, VAGUE)
    assert ours(first)["status"] == "waiting"
    assert "1) Bank" in said(first)
    second = asked(client, VAGUE, said(first), "Bank")
    assert ours(second)["status"] == "waiting"
    assert said(second) != said(first)
    third = asked(client, VAGUE, said(first), "Bank", said(second), "31.12.2025")
    assert APPROVED in said(third)
    assert {ours(one)["runId"] for one in (first, second, third)} == {ours(first)["runId"]}


def test_a_suggestion_may_be_chosen_by_its_number(client: openai.OpenAI) -> None:
    first = asked(client, VAGUE, model="arch-team/data")
    second = asked(client, VAGUE, said(first), "1", model="arch-team/data")
    assert ours(second)["runId"] == ours(first)["runId"]


def test_the_same_conversation_later_gets_an_answer_of_its_own(client: openai.OpenAI) -> None:
    turns = [VAGUE, said(asked(client, VAGUE)), "Bank"]
    earlier = asked(client, *turns)
    again = asked(client, VAGUE)
    assert ours(asked(client, *turns))["runId"] == ours(again)["runId"] != ours(earlier)["runId"]


def test_a_client_that_heard_nothing_may_send_the_same_again(client: openai.OpenAI) -> None:
    question = f"Ich frage nochmals. {VAGUE}"
    first = asked(client, question)
    answers = [asked(client, question, said(first), "Bank") for _ in range(2)]
    assert {ours(answer)["runId"] for answer in answers} == {ours(first)["runId"]}
    assert said(answers[0]) == said(answers[1])


def test_another_answer_afterwards_is_refused(client: openai.OpenAI) -> None:
    question = f"Nochmals bitte: {VAGUE}"
    first = asked(client, question)
    asked(client, question, said(first), "Bank")
    with pytest.raises(openai.ConflictError):
        asked(client, question, said(first), "Umsatz")


def test_a_client_that_knows_us_names_the_question(client: openai.OpenAI) -> None:
    first = asked(client, f"Bitte sagen: {VAGUE}")
    hint = {"arch_team": {"clarificationId": ours(first)["clarification"]["id"]}}
    second = asked(client, "Bank", extra_body=hint)
    assert ours(second)["runId"] == ours(first)["runId"]


def test_a_further_question_starts_a_run_of_its_own(client: openai.OpenAI) -> None:
    first = asked(client, BANK)
    second = asked(client, BANK, said(first), "Was ist der Banksaldo per 31.12.2024?")
    assert ours(second)["runId"] != ours(first)["runId"]


def test_a_refusal_is_said_and_marked(client: openai.OpenAI) -> None:
    completion = asked(client, "Wie hoch ist das Budget 2026?")
    assert ours(completion)["status"] in ("refused", "needs_clarification")
    assert said(completion)
    assert ours(completion)["figures"] == []


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"model": "gpt-4", "messages": [{"role": "user", "content": "x"}]}, openai.NotFoundError),
        ({"model": "arch-team/nope", "messages": [{"role": "user", "content": "x"}]}, openai.UnprocessableEntityError),
        ({"model": "arch-team", "messages": []}, openai.UnprocessableEntityError),
        ({"model": "arch-team", "messages": [{"role": "assistant", "content": "x"}]}, openai.UnprocessableEntityError),
        ({"model": "arch-team", "messages": [{"role": "user", "content": " "}]}, openai.UnprocessableEntityError),
    ],
)
def test_what_is_wrong_comes_in_openais_shape(
    client: openai.OpenAI, body: dict[str, Any], kind: type[openai.APIStatusError]
) -> None:
    with pytest.raises(kind) as caught:
        client.chat.completions.create(**body)
    assert caught.value.code
    assert caught.value.type == "invalid_request_error"


def test_a_turn_goes_on_with_the_one_before(client: openai.OpenAI) -> None:
    first = said(asked(client, "Wie hoch war der Umsatz 2025?"))
    assert "2'863'710.29" in said(asked(client, "Wie hoch war der Umsatz 2025?", first, "und 2024?"))


def test_a_new_question_is_no_answer_to_ours(client: openai.OpenAI) -> None:
    back = said(asked(client, VAGUE))
    other = asked(client, VAGUE, back, "Wie viele Kunden haben wir?")
    assert "23" in said(other)
    assert ours(other)["status"] != "waiting"
