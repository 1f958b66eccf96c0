"""A model that answers in JSON, behind a real local HTTP server."""

import asyncio
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import pytest
from openai import APITimeoutError
from pydantic import BaseModel

from arch_team.models.json_model import JsonModel, OpinionModel
from arch_team.models.provider import ProviderConfig
from arch_team.settings import Settings


class _Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Replies)
        self.reply = '{"score": 0.5}'
        self.hold: Event | None = None
        self.bodies: list[dict[str, Any]] = []


class _Replies(BaseHTTPRequestHandler):
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        self.server.bodies.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        if self.server.hold:
            self.server.hold.wait(30)
        message = {"role": "assistant", "content": self.server.reply}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        body = {"id": "x", "object": "chat.completion", "created": 1, "model": "any", "choices": [choice]}
        sent = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(sent)))
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[_Server]:
    with _Server() as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield made
        finally:
            if made.hold:
                made.hold.set()
            made.shutdown()
            thread.join()


class Score(BaseModel):
    score: float


def model(server: _Server) -> JsonModel:
    return JsonModel(ProviderConfig(model="any", base_url=f"http://127.0.0.1:{server.server_port}/v1", timeout=5))


def test_it_sends_the_schema_and_gives_the_text(server: _Server) -> None:
    asked = model(server)("score this", Score.model_json_schema(), temperature=0.3, max_tokens=2000, timeout=5)
    assert asyncio.run(asked) == '{"score": 0.5}'
    body = server.bodies[0]
    assert body["temperature"] == 0.3
    assert body["max_tokens"] == 2000
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["score"]


def test_an_opinion_is_the_json_read(server: _Server) -> None:
    assert asyncio.run(OpinionModel(model(server))("what do you say", Score)) == {"score": 0.5}


def test_words_around_the_json_are_left_out(server: _Server) -> None:
    server.reply = 'Sure: ```json {"score": 0.25} ```'
    assert asyncio.run(OpinionModel(model(server))("what do you say", Score)) == {"score": 0.25}


def test_an_opinion_that_is_no_json_raises(server: _Server) -> None:
    server.reply = "I would say so."
    with pytest.raises(ValueError, match="no JSON object"):
        asyncio.run(OpinionModel(model(server))("what do you say", Score))


def test_the_timeout_holds(server: _Server) -> None:
    server.hold = Event()
    with pytest.raises((TimeoutError, APITimeoutError)):
        asyncio.run(model(server)("?", {}, temperature=0, max_tokens=1, timeout=0.3))


def test_without_a_model_there_is_none() -> None:
    assert JsonModel.from_settings(Settings(model=None)) is None
