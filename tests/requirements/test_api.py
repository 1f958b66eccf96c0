"""The endpoints: the source's shapes out, and one shape for everything that goes wrong."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from arch_team.requirements.contract import EvaluationResult
from arch_team.requirements.service import RequirementsService
from tests.requirements.reviewing import app, in_process

EVALUATE, BATCH, SUGGEST = "/api/v2/evaluate/single", "/api/v1/validate/batch", "/api/v1/validate/suggest"
FAST = "Die Plattform muss schnell sein"


def call(method: str, path: str, served: FastAPI | None = None, **more: Any) -> httpx.Response:
    async def go() -> httpx.Response:
        transport = httpx.ASGITransport(served or app(in_process()), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://t") as client:
            return await client.request(method, path, **more)

    return asyncio.run(go())


def error_of(response: httpx.Response) -> dict[str, Any]:
    body = response.json()
    assert list(body) == ["error"]
    assert list(body["error"]) == ["code", "message", "nextStep", "details"]
    assert body["error"]["message"]
    return body["error"]


class TestShapes:
    def test_evaluate_single(self) -> None:
        keys = ["clarity", "testability", "measurability"]
        body = call("POST", EVALUATE, json={"text": FAST, "criteria_keys": keys}).json()
        assert {"score", "verdict", "evaluation"} <= set(body)
        assert body["verdict"] == "fail"
        assert [one["criterion"] for one in body["evaluation"]] == keys
        assert {"criterion", "score", "passed", "feedback"} <= set(body["evaluation"][0])

    def test_validate_batch(self) -> None:
        (body,) = call("POST", BATCH, json={"items": [FAST]}).json()
        assert {"id", "originalText", "correctedText", "status", "score", "verdict", "evaluation"} <= set(body)
        assert (body["id"], body["originalText"], body["status"]) == (1, FAST, "needs_clarification")
        assert body["questions"][0]["suggestedAnswers"]

    def test_a_batch_item_may_carry_answers(self) -> None:
        answers = {"[Metrik?]": "P95 < 2 s", "[Rolle?]": "Kunde", "[Nutzen?]": "ohne"}
        (body,) = call("POST", BATCH, json={"items": [{"text": FAST, "answers": answers}]}).json()
        assert (body["status"], body["verdict"]) == ("accepted", "pass")

    def test_validate_suggest(self) -> None:
        body = call("POST", SUGGEST, json={"items": [FAST]}).json()
        assert list(body) == ["items"]
        first = body["items"]["REQ_1"]["suggestions"][0]
        assert (first["type"], first["priority"]) == ("add_actor", "high")
        assert first["suggestion"]


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        (EVALUATE, "{", 400, "NOT_JSON"),
        (EVALUATE, "", 422, "INVALID_BODY"),
        (EVALUATE, "null", 422, "INVALID_BODY"),
        (EVALUATE, "[]", 422, "INVALID_BODY"),
        (EVALUATE, '{"text": 7}', 422, "INVALID_BODY"),
        (EVALUATE, '{"text": "x", "criteria_keys": "clarity"}', 422, "INVALID_BODY"),
        (EVALUATE, '{"text": "x", "surprise": 1}', 422, "INVALID_BODY"),
        (EVALUATE, '{"text": "Die App \\ud800 muss schnell sein"}', 422, "UNREADABLE_TEXT"),
        (EVALUATE, '{"text": "x", "criteria_keys": ["beauty"]}', 422, "UNKNOWN_CRITERION"),
        (EVALUATE, '{"text": ""}', 422, "NOTHING_TO_REVIEW"),
        (EVALUATE, json.dumps({"text": "x" * 20_001}), 413, "TOO_MUCH"),
        (BATCH, '{"items": "x"}', 422, "INVALID_BODY"),
        (BATCH, '{"items": [1]}', 422, "INVALID_BODY"),
        (BATCH, '{"items": []}', 422, "NOTHING_TO_REVIEW"),
        (BATCH, json.dumps({"items": ["x"] * 1001}), 413, "TOO_MUCH"),
        (
            BATCH,
            '{"items": [{"text": "Die App muss schnell sein", "answers": {"[Farbe?]": "rot"}}]}',
            422,
            "USAGE_ERROR",
        ),
        (SUGGEST, "{}", 422, "INVALID_BODY"),
        (SUGGEST, json.dumps({"items": ["x" * 120_000]}), 413, "TOO_LARGE"),
        (SUGGEST, "[" * 60_000, 400, "BAD_REQUEST"),
    ],
)
def test_bad_bodies_get_the_one_shape(path: str, body: str, status: int, code: str) -> None:
    response = call("POST", path, content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == status, response.text
    assert error_of(response)["code"] == code


def test_the_details_name_the_fields_and_do_not_repeat_the_body() -> None:
    told = error_of(call("POST", BATCH, json={"items": ["ok", 17, "secret words"], "more": True}))
    assert any(detail["field"].startswith("items.1") for detail in told["details"])
    assert "secret words" not in json.dumps(told)


def test_a_body_that_is_not_json_by_its_type_is_told_so() -> None:
    response = call("POST", EVALUATE, content="text=x", headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert (response.status_code, error_of(response)["code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")


def test_unknown_paths_and_methods_have_the_shape_too() -> None:
    missing = call("GET", "/api/nowhere")
    assert (missing.status_code, error_of(missing)["code"]) == (404, "NOT_FOUND")
    wrong = call("GET", EVALUATE)
    assert (wrong.status_code, error_of(wrong)["code"]) == (405, "METHOD_NOT_ALLOWED")
    assert wrong.headers["allow"] == "POST"


def test_a_body_without_a_length_is_stopped_when_it_grows_too_large() -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b'{"text": "'
        for _ in range(200):
            yield b"x" * 1000
        yield b'"}'

    response = call("POST", EVALUATE, content=endless(), headers={"Content-Type": "application/json"})
    assert (response.status_code, error_of(response)["code"]) == (413, "TOO_LARGE")


def test_what_breaks_inside_is_not_told_outside() -> None:
    class Broken(RequirementsService):
        async def evaluate(self, text: str, criteria_keys: object = None) -> EvaluationResult:
            raise RuntimeError("password=hunter2")

    response = call("POST", EVALUATE, app(Broken()), json={"text": "x"})
    assert (response.status_code, error_of(response)["code"]) == (500, "INTERNAL")
    assert "hunter2" not in response.text


@pytest.mark.parametrize(
    "text",
    ["<script>alert(1)</script>", "=cmd|' /C calc'!A0", "\x00\x07 Ärger", "Пользователь должен", "👩‍💻" * 50 + "a"],
)
def test_hostile_texts_are_reviewed_like_any_other(text: str) -> None:
    for path, body in ((EVALUATE, {"text": text}), (BATCH, {"items": [text]}), (SUGGEST, {"items": [text]})):
        assert call("POST", path, json=body).status_code == 200


def test_the_openapi_page_names_the_error_shape() -> None:
    schema = call("GET", "/openapi.json").json()
    responses = schema["paths"][EVALUATE]["post"]["responses"]
    assert responses["422"]["content"]["application/json"]["schema"]["$ref"].endswith("ErrorAnswer")
