"""What one caller sends must not hurt another: heavy work, slow clients, odd bytes, a database that is away."""

import asyncio
import csv
import io
import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from arch_team.access.keys import ApiKey, KeyStore
from arch_team.access.opening import open_access_database
from arch_team.engine import database as engine_database
from arch_team.engine.database import open_database
from arch_team.engine.durable import DurableEngine
from arch_team.requirements.model import Requirement
from arch_team.runs.evidence_table import EvidenceTable
from arch_team.server import heavy_work, listening
from arch_team.server.heavy import Heavy, TooBusy, WorkTooLarge, WorkTooSlow
from arch_team.server.table_files import to_csv
from arch_team.settings import Settings
from tests.server.house import House, open_house, until_ready

LONG = " ".join(f"Das System muss die Rechnung {n} dem Kunden {n * 7} anzeigen und speichern." for n in range(14))
"""About a thousand characters."""


class TestHeavyWork:
    def test_it_is_done_elsewhere_and_what_is_given_up_is_ended(self) -> None:
        async def tried() -> None:
            heavy = Heavy(2, 30.0)
            try:
                found = await heavy.do("a", os.getpid)
                assert found != os.getpid()
                slow = asyncio.create_task(heavy.do("a", time.sleep, 600))
                assert await heavy.do("b", os.getpid) != os.getpid(), "another tenant need not wait"
                slow.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await slow
                assert await heavy.do("a", abs, -3) == 3
            finally:
                heavy.close()

        asyncio.run(tried())

    def test_it_has_a_budget_of_time_and_of_memory(self) -> None:
        async def tried() -> None:
            heavy = Heavy(1, 20.0)
            try:
                await heavy.do("a", abs, 1)
                with pytest.raises(WorkTooLarge):
                    await heavy.do("a", bytearray, 6 * 1024**3)
            finally:
                heavy.close()
            heavy = Heavy(1, 0.2)
            try:
                with pytest.raises(WorkTooSlow):
                    await heavy.do("a", time.sleep, 600)
            finally:
                heavy.close()

        asyncio.run(tried())

    def test_a_tenant_may_not_queue_without_end(self) -> None:
        async def tried() -> None:
            heavy = Heavy(1, 60.0)
            waiting = [asyncio.create_task(heavy.do("a", time.sleep, 600)) for _ in range(16)]
            await asyncio.sleep(0)
            try:
                with pytest.raises(TooBusy):
                    await heavy.do("a", abs, 1)
            finally:
                for task in waiting:
                    task.cancel()
                await asyncio.gather(*waiting, return_exceptions=True)
                heavy.close()

        asyncio.run(tried())

    def test_an_error_comes_back_as_it_is(self, house: House) -> None:
        answer = house.post("/api/v2/evaluate/single", {"text": "Die App ist schnell.", "criteria_keys": ["nope"]})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "UNKNOWN_CRITERION")

    def test_long_texts_cost_at_most_a_few_times_what_short_ones_do(self) -> None:
        def cost(texts: list[str]) -> float:
            from arch_team.requirements.compare import find_duplicates

            begun = time.process_time()
            find_duplicates([Requirement(id=str(n), text=text) for n, text in enumerate(texts)])
            return time.process_time() - begun

        cost(["Eins ist so.", "Zwei ist so."])
        long = cost([f"Punkt {n}. {LONG}" for n in range(8)])
        longer = cost([f"Punkt {n}, anders. " + 15 * LONG for n in range(8)])
        assert longer < 3 * long + 0.2

    def test_too_many_characters_at_once_are_refused(self, house: House) -> None:
        body = {"requirements": [{"id": str(n), "text": "x y " * 4_999} for n in range(120)]}
        assert house.post("/api/requirements/duplicates", body).status_code == 413
        with pytest.raises(Exception, match="too long"):
            heavy_work.check_size(["x" * (heavy_work.MOST_CHARACTERS + 1)])


@pytest.mark.thorough
def test_a_flood_of_one_tenant_keeps_nobody_else_waiting_and_a_signal_ends_it(tmp_path: Path, demo_home: Path) -> None:
    """Eight heavy requests in flight: another tenant's /api/me answers within a second, and SIGTERM is obeyed."""
    settings = Settings(home=tmp_path, demo_home=demo_home)
    database = open_access_database(settings)
    bad, good = (KeyStore(database).create(tenant, "user")[1] for tenant in ("bad", "good"))
    database.dispose()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "ARCH_TEAM_HOME": str(tmp_path), "ARCH_TEAM_DEMO_HOME": str(demo_home)}
    command = [sys.executable, "-m", "arch_team.console", "serve", "--port", str(port)]
    log = tmp_path / "serve.log"
    body = {"requirements": [{"id": str(n), "text": f"Punkt {n}. {LONG}"} for n in range(190)]}
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out, env=env) as process:
        address = f"http://127.0.0.1:{port}"
        try:
            until_ready(process.poll, address, log)
            with ThreadPoolExecutor(8) as pool, httpx.Client(base_url=address, timeout=60) as client:

                def flood(_: int) -> int:
                    headers = {"Authorization": f"Bearer {bad}"}
                    try:
                        return httpx.post(
                            f"{address}/api/requirements/duplicates", json=body, headers=headers, timeout=60
                        ).status_code
                    except httpx.TransportError:
                        return 0

                sent = [pool.submit(flood, n) for n in range(8)]
                took: list[float] = []
                for _ in range(12):
                    begun = time.monotonic()
                    assert client.get("/api/me", headers={"Authorization": f"Bearer {good}"}).status_code == 200
                    took.append(time.monotonic() - begun)
                assert not all(one.done() for one in sent), "the flood was over before it was looked at"
                assert sorted(took)[-2] < 1.0, took
                begun = time.monotonic()
                process.send_signal(signal.SIGTERM)
                process.wait(20)
                assert time.monotonic() - begun < 10.5
        finally:  # what fails must not wait for a server that nobody ends
            process.kill()


class TestSlowClients:
    def test_headers_that_never_end_are_not_waited_for(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(listening, "HEADERS", 0.3)
        with _listening(house) as port, socket.create_connection(("127.0.0.1", port), timeout=20) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            assert line.recv(100) == b""
        with _listening(house) as port, socket.create_connection(("127.0.0.1", port), timeout=20) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert line.recv(12) == b"HTTP/1.1 200"

    @pytest.mark.parametrize("path", ["/v1/chat/completions", "/mcp", "/api/runs"])
    def test_bodies_that_never_end_are_not_waited_for(self, tmp_path: Path, demo_home: Path, path: str) -> None:
        with (
            open_house(tmp_path, demo_home, request_timeout=0.5) as house,
            _listening(house) as port,
            socket.create_connection(("127.0.0.1", port), timeout=20) as line,
        ):
            head = "Host: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\n"
            line.sendall(f"POST {path} HTTP/1.1\r\n{head}Content-Length: 100\r\n\r\n{{".encode())
            said = line.recv(400)
            assert said.split()[1] in (b"408", b"504", b"400", b"500"), said


def _listening(house: House) -> "_Listening":
    return _Listening(house)


class _Listening:
    """The house's application on a real socket."""

    def __init__(self, house: House) -> None:
        self._house = house

    def __enter__(self) -> int:
        import threading

        import uvicorn

        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        config = listening.listening_config(self._house.client.app, lifespan="off")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()
        while not self._server.started and self._thread.is_alive():
            self._thread.join(0.01)
        return self._socket.getsockname()[1]

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._socket.close()


class TestDatabaseAway:
    def test_the_gate_waits_a_moment_and_goes_on(self, locked: House, monkeypatch: pytest.MonkeyPatch) -> None:
        key, real, failures = locked.key("patient"), KeyStore.opened_by, [2]

        def sometimes(keys: KeyStore, text: str) -> ApiKey | None:
            if failures[0]:
                failures[0] -= 1
                raise OperationalError("SELECT", {}, Exception("server closed the connection"))
            return real(keys, text)

        monkeypatch.setattr(KeyStore, "opened_by", sometimes)
        assert locked.get("/api/me", key).status_code == 200
        assert failures == [0]

    def test_then_it_says_so_plainly(self, locked: House, monkeypatch: pytest.MonkeyPatch) -> None:
        def never(keys: KeyStore, text: str) -> ApiKey | None:
            raise OperationalError("SELECT", {}, Exception("no route"))

        key = locked.key("patient")
        monkeypatch.setattr(KeyStore, "opened_by", never)
        monkeypatch.setattr(engine_database, "PATIENCE", 0.2)
        answer = locked.get("/api/me", key)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "SOURCE_UNAVAILABLE")
        assert answer.headers["retry-after"]


def test_half_a_character_in_a_chat_is_refused_not_a_failure(house: House) -> None:
    body = '{"model": "arch-team", "messages": [{"role": "user", "content": "Saldo \\ud800?"}]}'
    answer = house.call(
        "POST", "/v1/chat/completions", content=body.encode(), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize("text", ["＝1+1", "\ufeff=1+1", "\u200b=1+1", "=1+1", " @x", "＋1", "\u00a0-1", "\u2060\t=x"])
def test_no_cell_of_an_export_becomes_a_formula(text: str) -> None:
    table = EvidenceTable(id="e1", name="t", columns=(text,), rows=((text,), ("Bank",)))
    rows = list(csv.reader(io.StringIO(to_csv(table).decode("utf-8-sig"))))
    assert all(row[0].startswith("'") for row in rows[:2]), rows
    assert rows[2] == ["Bank"]


def test_the_run_store_is_ours_alone_in_a_home_made_beforehand(tmp_path: Path) -> None:
    home = tmp_path / "made"
    home.mkdir(mode=0o755)
    (home / "runs.sqlite").touch(0o644)
    database = open_database(Settings(home=home))
    with database.begin() as connection:
        connection.execute(sa.text("SELECT 1"))
    readable = [p.name for p in home.glob("runs.sqlite*") if stat.S_IMODE(p.stat().st_mode) & 0o077]
    database.dispose()
    assert readable == []


def test_it_is_not_ready_where_rows_are_damaged_or_nothing_can_be_written(tmp_path: Path) -> None:
    async def ready(engine: DurableEngine) -> bool:
        engine._tried = (float("-inf"), False)  # pyright: ignore[reportPrivateUsage]
        return await engine.ready()

    async def tried() -> None:
        settings = Settings(home=tmp_path)
        engine = DurableEngine(settings, open_database(settings))
        assert await ready(engine)
        with sqlite3.connect(tmp_path / "runs.sqlite") as file:
            file.execute(
                "INSERT INTO arch_team_runs (id, tenant, status, scope, request, searchable, created_at, attempt,"
                " last_seq) VALUES ('r1', 't', 'done', '{}', 'x', '', 1, 0, 0)"
            )
        assert not await ready(engine)
        with sqlite3.connect(tmp_path / "runs.sqlite") as file:
            file.execute("DELETE FROM arch_team_runs")
        assert await ready(engine)
        with sqlite3.connect(tmp_path / "runs.sqlite") as file:
            file.execute("CREATE TRIGGER full BEFORE INSERT ON arch_team_probes BEGIN SELECT RAISE(FAIL, 'full'); END")
        assert not await ready(engine)
        await engine.close()

    asyncio.run(tried())


def test_a_forwarded_address_that_nobody_vouches_for_is_not_believed(locked: House) -> None:
    from arch_team.server.listening import listening_config

    assert not listening_config(locked.client.app).proxy_headers
    answers = [
        locked.get("/api/me", "at_000000000000_" + "a" * 43, headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code
        for n in range(40)
    ]
    assert 429 in answers


def test_who_comes_through_a_proxy_is_not_at_this_machine(house: House) -> None:
    assert house.get("/api/me").status_code == 200
    assert house.get("/api/me", headers={"X-Forwarded-For": "203.0.113.5"}).status_code == 401
