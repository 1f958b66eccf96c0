"""The review at another address: what goes wrong on the way is told as one of the review's own errors."""

import asyncio

import httpx
import pytest

from arch_team.requirements.errors import ReviewUnavailable, UnknownCriterion
from arch_team.requirements.remote import RemoteRequirements


def answering(
    handler: httpx.MockTransport, url: str = "http://review.test/", api_key: str | None = None
) -> RemoteRequirements:
    return RemoteRequirements(url, api_key=api_key, transport=handler)


def evaluated(remote: RemoteRequirements) -> None:
    async def go() -> None:
        async with remote as review:
            await review.evaluate("Die App muss schnell sein")

    asyncio.run(go())


def test_the_key_goes_along_and_the_path_is_the_contracts() -> None:
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, json={"score": 1, "verdict": "pass", "evaluation": [], "language": "de"})

    evaluated(answering(httpx.MockTransport(handler), api_key="k1"))
    assert seen[0].url.path == "/api/v2/evaluate/single"
    assert seen[0].headers["Authorization"] == "Bearer k1"
    assert seen[0].headers["Content-Type"] == "application/json"
    assert b'"criteria_keys"' in seen[0].content


@pytest.mark.parametrize(
    "failure",
    [httpx.ConnectError("refused"), httpx.ReadTimeout("slow"), httpx.RemoteProtocolError("gone"), httpx.ReadError("x")],
)
def test_an_unreachable_service_is_unavailable_and_says_where(failure: Exception) -> None:
    def handler(_: httpx.Request) -> httpx.Response:
        raise failure

    with pytest.raises(ReviewUnavailable, match=r"http://review\.test") as caught:
        evaluated(answering(httpx.MockTransport(handler), "http://user:secret@review.test"))
    assert "secret" not in str(caught.value)
    assert caught.value.next_step


@pytest.mark.parametrize(
    "response",
    [
        httpx.Response(200, text="<html>"),
        httpx.Response(200, json={"score": "high"}),
        httpx.Response(200, json=[]),
        httpx.Response(500, text="oops"),
        httpx.Response(404, json={"detail": "Not Found"}),
        httpx.Response(302, headers={"Location": "http://elsewhere.test"}),
        httpx.Response(502, json={"error": "bad gateway"}),
    ],
)
def test_an_answer_of_another_form_is_unavailable(response: httpx.Response) -> None:
    with pytest.raises(ReviewUnavailable):
        evaluated(answering(httpx.MockTransport(lambda _: response)))


def test_an_error_of_the_other_end_comes_back_as_the_same_error() -> None:
    body = {"error": {"code": "UNKNOWN_CRITERION", "message": "no such", "nextStep": "Use others."}}
    with pytest.raises(UnknownCriterion, match="no such") as caught:
        evaluated(answering(httpx.MockTransport(lambda _: httpx.Response(422, json=body))))
    assert caught.value.next_step == "Use others."
