"""A whole server for tests: the real application on an engine in memory, asked over HTTP."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi.testclient import TestClient

from arch_team.access.caller import Role
from arch_team.access.keys import KeyStore
from arch_team.access.opening import open_access_database
from arch_team.runs.records import RunRecord
from arch_team.server.app import create_app
from arch_team.settings import Settings
from tests import warm
from tests.server.memory_engine import MemoryEngine

BANK = "Was ist der Banksaldo per 31.12.2025?"
VAGUE = "Wie hoch ist der Saldo?"
"""Of which account? The team asks back."""
PATIENCE = 300.0
"""Seconds a request may take in tests: a busy machine is no failure."""
LOCALHOST = ("127.0.0.1", 50_000)
Json = dict[str, Any]


@dataclass
class House:
    settings: Settings
    engine: MemoryEngine
    client: TestClient

    def key(self, tenant: str, role: Role = "user", **more: Any) -> str:
        database = open_access_database(self.settings)
        try:
            return KeyStore(database).create(tenant, role, **more)[1]
        finally:
            database.dispose()

    def call(self, method: str, path: str, key: str | None = None, **more: Any) -> Any:
        headers = {**more.pop("headers", {}), **({"Authorization": f"Bearer {key}"} if key else {})}
        return self.client.request(method, path, headers=headers, **more)

    def get(self, path: str, key: str | None = None, **more: Any) -> Any:
        return self.call("GET", path, key, **more)

    def post(self, path: str, body: object = None, key: str | None = None, **more: Any) -> Any:
        return self.call("POST", path, key, json=body, **more)

    def run(self, question: str, key: str | None = None, **more: Any) -> Json:
        """Asks, and follows until the run has ended."""
        started = self.post("/api/runs", {"question": question, **more}, key)
        assert started.status_code == 202, started.text
        self.get(f"{started.headers['location']}/events", key)
        return self.get(started.headers["location"], key).json()

    def waiting(self, key: str | None = None) -> Json:
        """A run that waits for a person. Gives its open question."""
        run_id = self.post("/api/runs", {"question": VAGUE}, key).json()["id"]
        (question,) = self.waits_with(run_id, key)
        return question

    def waits_with(self, run_id: str, key: str | None = None) -> list[Json]:
        """The open questions of a run, once it waits for a person."""
        tenant = run_id.split("-")[1]

        async def until_asked() -> RunRecord:
            return await self.engine.finished(tenant, run_id, seconds=30)

        assert self.client.portal is not None
        assert self.client.portal.call(until_asked).status == "waiting"
        return self.get(f"/api/clarifications?runId={run_id}", key).json()["items"]


@contextmanager
def open_house(home: Path, demo_home: Path, **given: Any) -> Generator[House]:
    wanted: dict[str, Any] = {"request_timeout": PATIENCE, **given}
    settings = Settings(home=home, demo_home=demo_home, **wanted)
    engine = MemoryEngine(settings)
    app = create_app(settings, engine)
    with TestClient(app, "http://localhost", raise_server_exceptions=False, client=LOCALHOST) as client:
        try:
            yield House(settings, engine, client)
        finally:
            engine.close_from_outside()


@contextmanager
def listening(settings: Settings) -> Generator[str]:
    """The application behind a real socket of this machine. Gives its address."""
    engine = MemoryEngine(settings)
    app = create_app(settings, engine)
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=2))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [own]}, daemon=True)
        thread.start()
        try:
            while not server.started and thread.is_alive():
                thread.join(0.01)
            yield f"http://127.0.0.1:{own.getsockname()[1]}"
        finally:
            engine.close_from_outside()
            server.should_exit = True
            thread.join(20)


@contextmanager
def serving(home: Path, demo_home: Path, *options: str) -> Generator[str]:
    """`arch-team serve` as a process of its own. Gives its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "ARCH_TEAM_HOME": str(home), "ARCH_TEAM_DEMO_HOME": str(demo_home)}
    log = home / "serve.log"
    process = warm.begun("serve", "--port", str(port), *options, cwd=home, env=env, log=log)
    try:
        until_ready(lambda: process.wait(0), f"http://127.0.0.1:{port}", log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(120) is not None, "the server did not end"


def until_ready(ended: Callable[[], int | None], address: str, log: Path) -> None:
    """`ended` gives the exit code of the server's process once it has ended."""
    end = time.monotonic() + 90
    while time.monotonic() < end and ended() is None:
        try:
            if httpx.get(f"{address}/readyz", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"the server did not come up: {log.read_text()}")
