"""The timeout reaches the HTTP layer: a server that does not answer is given up in time."""

import asyncio
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

import openai
import pytest
from autogen_core.models import UserMessage
from pydantic import ValidationError

from arch_team.models.provider import ProviderConfig, open_model


class _Silent(ThreadingHTTPServer):
    """Takes requests and answers none until it is released."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Waits)
        self.released = Event()
        self.requests = 0


class _Waits(BaseHTTPRequestHandler):
    server: _Silent  # pyright: ignore[reportIncompatibleVariableOverride]

    def do_POST(self) -> None:
        self.server.requests += 1
        self.server.released.wait(30)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def silent() -> Iterator[_Silent]:
    with _Silent() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.released.set()
            server.shutdown()
            thread.join()


def test_a_server_that_does_not_answer_is_given_up_in_time(silent: _Silent) -> None:
    config = ProviderConfig(
        model="any", base_url=f"http://127.0.0.1:{silent.server_port}/v1", timeout=0.5, max_retries=0
    )

    async def waited() -> float:
        client = open_model(config)
        start = time.monotonic()
        with pytest.raises(openai.APITimeoutError):
            await client.create([UserMessage(content="?", source="user")])
        seconds = time.monotonic() - start
        await client.close()
        return seconds

    assert 0.4 <= asyncio.run(waited()) < 2
    assert silent.requests == 1


def test_a_timeout_of_zero_is_a_minute_not_for_ever() -> None:
    assert ProviderConfig(model="any", timeout=0).seconds == 60


def test_without_a_timeout_two_minutes_are_given() -> None:
    assert ProviderConfig(model="any").seconds == 120


def test_a_timeout_below_zero_is_refused() -> None:
    with pytest.raises(ValidationError):
        ProviderConfig(model="any", timeout=-1)


def test_a_key_is_not_shown() -> None:
    assert "hunter2" not in repr(ProviderConfig(model="any", api_key="hunter2"))
