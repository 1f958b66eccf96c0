"""`make attack`: the server attacked as a stranger would. Prints a table of tries and failures; exits with 1 where one
failed. A few minutes. `python -m bench.attack postgres` keeps the runs in PostgreSQL."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from arch_team.access.keys import KeyStore
from arch_team.access.opening import open_access_database
from arch_team.settings import Settings
from bench.attack_texts import LONG, bombs, hostile_names, names_in_every_column
from bench.attack_walk import Victim, walk
from bench.load import postgres
from bench.timing import row

QUESTION = "Was ist der Banksaldo per 31.12.2025?"
SLOW_LINES, KILLS, RUNS_BETWEEN = 40, 5, 12


@dataclass
class Result:
    what: str
    tries: int = 0
    failures: list[str] = field(default_factory=list[str])
    note: str = ""

    def expect(self, holds: bool, otherwise: str) -> None:
        self.tries += 1
        if not holds:
            self.failures.append(otherwise[:200])


class Server:
    """`arch-team serve` as a process, with a home of its own."""

    def __init__(self, home: Path, runs_db: str | None) -> None:
        self.settings = Settings(home=home, runs_db=runs_db)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")}
        self._env = {**kept, "ARCH_TEAM_HOME": str(home), **({"ARCH_TEAM_RUNS_DB": runs_db} if runs_db else {})}
        self._log = home / "serve.log"
        self._process: subprocess.Popen[bytes] | None = None

    def key(self, tenant: str, mandate: str | None = None, role: Any = "admin") -> str:
        database = open_access_database(self.settings)
        try:
            return KeyStore(database).create(tenant, role, mandate=mandate)[1]
        finally:
            database.dispose()

    def start(self) -> None:
        command = [sys.executable, "-m", "arch_team.console", "serve", "--port", str(self.port)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=self._env)
        end = time.monotonic() + 90
        while time.monotonic() < end:
            with suppress(httpx.TransportError):
                if httpx.get(f"{self.address}/readyz", timeout=5).status_code == 200:
                    return
            time.sleep(0.1)
        raise SystemExit(f"the server did not come up: {self._log.read_text()[-2000:]}")

    def end(self, how: signal.Signals) -> float:
        """Ends it, and says how long that took."""
        began = time.monotonic()
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(60)
        return time.monotonic() - began

    def client(self, key: str) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=90, headers={"Authorization": f"Bearer {key}"})


@contextmanager
def running(home: Path, runs_db: str | None) -> Generator[Server]:
    server = Server(home, runs_db)
    server.start()
    try:
        yield server
    finally:
        server.end(signal.SIGKILL)


def answered(client: httpx.Client, question: str = QUESTION) -> tuple[str, float]:
    """How a question ended, and the seconds it took."""
    began = time.monotonic()
    run_id = client.post("/api/runs", json={"question": question}).json()["id"]
    client.get(f"/api/runs/{run_id}/events")
    answer: dict[str, Any] = client.get(f"/api/runs/{run_id}").json().get("answer") or {}
    return str(answer.get("status")), time.monotonic() - began


def walks(server: Server) -> Generator[Result]:
    victim = Victim(server.client(server.key("b", "seeland")), QUESTION)
    for what, key in (
        ("another tenant", server.key("a")),
        ("another mandate", server.key("b", "alpenblick")),
        ("no key", None),
    ):
        result = Result(f"walk over the API, OpenAI-style and MCP too: {what}")
        stranger = server.client(key) if key else httpx.Client(base_url=server.address, timeout=90)
        for holds, told in walk(stranger, victim, is_anybody=key is None):
            result.expect(holds, told)
        yield result
    result = Result("the victim's own things are as they were")
    result.expect(victim.is_whole(), "something changed")
    yield result


def names(server: Server, folder: Path) -> Generator[Result]:
    result = Result("hostile names in every text column")
    for holds, told in names_in_every_column(folder):
        result.expect(holds, told)
    yield result
    result = Result("hostile questions and answers")
    with server.client(server.key("names")) as client:
        for text in hostile_names():
            status = client.post("/api/runs", json={"question": text or "x"}).status_code
            result.expect(status in (202, 422), f"{text!r}: {status}")
    yield result


def bombed(server: Server) -> Generator[Result]:
    result = Result("bombs: nesting, archives, long words, odd bytes")
    with server.client(server.key("bombs")) as client, server.client(server.key("good")) as good:
        for name, path, sent in bombs():
            began = time.monotonic()
            try:
                status = client.post(path, **sent).status_code
            except httpx.TransportError as error:
                status = -1
                result.expect(good.get("/api/me").status_code == 200, f"{name}: {error!r}")
            took = time.monotonic() - began
            result.expect(status < 500 or status in (503, 504), f"{name}: {status}")
            result.expect(took < 75, f"{name}: {took:.0f} s")
            result.expect(good.get("/api/me").status_code == 200, f"{name}: the server is hurt")
    yield result


def slowed(server: Server) -> Generator[Result]:
    result = Result("slow clients: headers and bodies that never end")
    lines: list[socket.socket] = []
    begun = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-",
        b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-",
    )
    for number in range(SLOW_LINES):
        line = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        line.sendall(begun[number % len(begun)])
        lines.append(line)
    with server.client(server.key("good")) as good:
        for _ in range(10):
            began = time.monotonic()
            result.expect(good.get("/api/me").status_code == 200, "no answer beside slow clients")
            result.expect(time.monotonic() - began < 1.0, "a second and more beside slow clients")
    end = time.monotonic() + 40
    for line in lines:
        line.settimeout(max(0.1, end - time.monotonic()))
        with suppress(TimeoutError, ConnectionError):
            line.recv(1000)
            result.expect(True, "")
            line.close()
            continue
        result.expect(False, "still open after 40 seconds")
    yield result


def flooded(server: Server) -> Generator[Result]:
    result = Result("a flood of one tenant beside another's questions")
    bad, good = server.client(server.key("bad")), server.client(server.key("good"))
    for _ in range(3):
        answered(good)
    quiet = sorted(answered(good)[1] for _ in range(7))[3]
    body = {"requirements": [{"id": str(n), "text": f"Punkt {n}. {LONG}"} for n in range(150)]}
    body_of_runs = {"question": QUESTION}
    with ThreadPoolExecutor(8) as pool:
        sent = [pool.submit(bad.post, "/api/requirements/duplicates", json=body) for _ in range(8)]
        time.sleep(1.0)
        looked: list[float] = []
        for _ in range(20):
            began = time.monotonic()
            result.expect(good.get("/api/me").status_code == 200, "no answer")
            looked.append(time.monotonic() - began)
        result.expect(max(looked) < 1.0, f"/api/me took {max(looked):.2f} s")
        beside = sorted(answered(good)[1] for _ in range(7))[3]
        result.expect(not all(one.done() for one in sent), "the flood was over too early to tell")
        result.expect(beside < 3 * quiet, f"a question took {beside:.2f} s, {quiet:.2f} s when quiet")
        result.note = f"/api/me at most {max(looked) * 1e3:.0f} ms; a question {beside:.2f} s, {quiet:.2f} s when quiet"
        ended = server.end(signal.SIGTERM)
        result.expect(ended < 10.5, f"SIGTERM took {ended:.1f} s")
        result.note += f"; SIGTERM {ended:.1f} s"
        for one in sent:
            with suppress(httpx.HTTPError):
                one.result()
    server.start()
    yield result
    result = Result("a tenant that starts hundreds of runs")
    for _ in range(200):
        bad.post("/api/runs", json=body_of_runs)
    status, took = answered(good)
    result.expect(status == "approved", status)
    result.note = f"another's question took {took:.1f} s behind 200 runs"
    result.expect(took < 30, f"{took:.1f} s")
    yield result


def killed(server: Server) -> Generator[Result]:
    result = Result("kills: SIGKILL under load")
    key = server.key("killed")
    started: dict[str, str] = {}
    for number in range(KILLS):
        with server.client(key) as client:
            for place in range(RUNS_BETWEEN):
                once = f"{number}-{place}-{secrets.token_hex(4)}"
                taken = client.post("/api/runs", json={"question": QUESTION}, headers={"Idempotency-Key": once})
                started[once] = taken.json()["id"]
        time.sleep(0.3 * number)
        server.end(signal.SIGKILL)
        server.start()
    with server.client(key) as client:
        for once, run_id in started.items():
            again = client.post("/api/runs", json={"question": QUESTION}, headers={"Idempotency-Key": once})
            result.expect(again.json().get("id") == run_id, f"{once}: another run")
            seen = [line for line in client.get(f"/api/runs/{run_id}/events").text.splitlines() if line[:4] == "id: "]
            result.expect(seen == [f"id: {n}" for n in range(1, len(seen) + 1)], f"{run_id}: gaps in its events")
            run: dict[str, Any] = client.get(f"/api/runs/{run_id}").json()
            answer: dict[str, Any] = run.get("answer") or {}
            result.expect(answer.get("status") == "approved", f"{run_id}: {run.get('status')} {answer.get('reason')}")
        listed = client.get("/api/runs?limit=200").json()["items"]
        result.expect(len(listed) == len(started), f"{len(listed)} runs of {len(started)}")
    yield result


PARTS: tuple[Callable[[Server], Generator[Result]], ...] = (walks, bombed, slowed, flooded, killed)


def attacked(folder: Path, runs_db: str | None) -> list[Result]:
    results: list[Result] = []
    home = folder / "home"
    home.mkdir()
    with running(home, runs_db) as server:
        for part in PARTS:
            began = time.monotonic()
            results += part(server)
            print(f"{part.__name__}: {time.monotonic() - began:.0f} s", file=sys.stderr)
        results += names(server, folder)
    return results


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if sys.argv[1:] == ["postgres"]:
            with postgres(folder) as url:
                where, results = "PostgreSQL", attacked(folder, url)
        else:
            where, results = "SQLite", attacked(folder, None)
    print(row(f"attack, runs kept in {where}", "tries", "failures", ""))
    print(row("---", "--:", "--:", "---"))
    for result in results:
        told = "; ".join([*([result.note] if result.note else []), *result.failures[:5]])
        print(row(result.what, result.tries, len(result.failures), told))
    sys.exit(1 if any(result.failures for result in results) else 0)


if __name__ == "__main__":
    main()
