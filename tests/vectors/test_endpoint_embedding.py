"""Vectors from an endpoint: in the order asked for, of length 1, or an error that names the address."""

import json
from collections.abc import Callable

import httpx
import pytest

from arch_team.errors import SourceUnavailable
from arch_team.vectors.endpoint_embedding import EndpointEmbedder

Answer = Callable[[httpx.Request], httpx.Response]


def embedder(answer: Answer, size: int | None = None) -> EndpointEmbedder:
    return EndpointEmbedder(
        "http://models.test/v1/", "small", "secret", size=size, batch=2, transport=httpx.MockTransport(answer)
    )


def lengths(request: httpx.Request) -> httpx.Response:
    """Each text as its length and 1, the last text first."""
    inputs = json.loads(request.content)["input"]
    rows = [{"index": place, "embedding": [len(text), 1]} for place, text in enumerate(inputs)]
    return httpx.Response(200, json={"data": rows[::-1]})


def test_texts_are_asked_for_in_batches_and_come_back_in_their_order() -> None:
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return lengths(request)

    model = embedder(answer)
    vectors = model.embed(["a", "bb", "", "x" * 30_000, "\ud800"])
    assert vectors.shape == (5, 2)
    assert [round(float(row[0] / row[1])) for row in vectors] == [1, 2, 1, 20_000, 1]
    assert (vectors**2).sum(axis=1).tolist() == pytest.approx([1] * 5)
    assert [len(json.loads(request.content)["input"]) for request in asked] == [2, 2, 1]
    assert {str(request.url) for request in asked} == {"http://models.test/v1/embeddings"}
    assert asked[0].headers["authorization"] == "Bearer secret"
    model.close()


def test_the_size_is_that_of_the_first_answer() -> None:
    model = embedder(lengths)
    assert (model.size, model.name) == (2, "small")
    assert model.embed([]).shape == (0, 2)
    model.close()


@pytest.mark.parametrize(
    ("response", "said", "next_step"),
    [
        (httpx.Response(401), "status 401", "key"),
        (httpx.Response(404), "status 404", "/v1"),
        (httpx.Response(429), "status 429", "wait"),
        (httpx.Response(500), "status 500", "packaged model"),
        (httpx.Response(200, text="<html>"), "no JSON", "address"),
        (httpx.Response(200, json={"data": "none"}), "no list of embeddings", "address"),
        (httpx.Response(200, json={"data": [{"index": 0, "embedding": ["x"]}]}), "no list of embeddings", "address"),
        (httpx.Response(200, json={"data": []}), "0 vectors for 1 texts", "address"),
        (httpx.Response(200, json={"data": [{"index": 0, "embedding": [1, 2, 3]}]}), "3 numbers where 2", "address"),
    ],
)
def test_what_is_no_answer_names_the_address_and_what_to_do(
    response: httpx.Response, said: str, next_step: str
) -> None:
    model = embedder(lambda _: response, size=2)
    with pytest.raises(SourceUnavailable, match=said) as error:
        model.embed(["text"])
    assert "http://models.test/v1/embeddings" in str(error.value)
    assert next_step in error.value.next_step
    assert "secret" not in str(error.value)
    model.close()


def test_an_endpoint_that_is_not_there_is_named() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    model = embedder(refuse)
    with pytest.raises(SourceUnavailable, match=r"models\.test"):
        model.embed(["text"])
    model.close()
