"""`make crash`, its second half: three servers that only serve and one to three workers on one PostgreSQL, killed at
random under load. Nothing may be lost or doubled, and throughput should grow with the workers. Prints Markdown.

python -m bench.crash [seconds]: how long processes are killed; 600 by default. `calm` for the throughput alone.
"""

import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from arch_team.access.keys import KeyStore
from arch_team.access.opening import open_access_database
from arch_team.settings import Settings
from bench.load import postgres
from bench.timing import row

QUESTION = "Was ist der Banksaldo per 31.12.2025?"
SERVERS, WORKERS, ASKERS = 3, 3, 6
UNLIMITED = "1000000"
"""Requests a minute: one key asks for everybody here."""
CALM = 30.0
"""Seconds for which each number of workers is measured, without kills."""
WARM = 180.0
"""Seconds after which a worker that has taken no run yet is not waited for any more."""
BETWEEN = (1.0, 6.0)
"""Seconds between two kills."""


class House:
    """Processes of one installation. Who is killed is started again."""

    def __init__(self, home: Path, runs_db: str) -> None:
        self.settings = Settings(home=home, runs_db=runs_db)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")}
        own = {"HOME": str(home), "RUNS_DB": runs_db, "REQUESTS_PER_MINUTE": UNLIMITED}
        self._env = {**kept, **{f"ARCH_TEAM_{name}": value for name, value in own.items()}}
        self._log = (home / "processes.log").open("ab")
        self.ports = [_free_port() for _ in range(SERVERS)]
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._started: dict[str, float] = {}
        self.start_takes = 0.0
        """Seconds until a process answers, here and now."""
        database = open_access_database(self.settings)
        self.key = KeyStore(database).create("crash", "user")[1]
        database.dispose()

    def start(self, name: str) -> None:
        place = int(name.rpartition(" ")[2])
        serve = ("serve", "--no-work", "--port", str(self.ports[place]))
        command = serve if name.startswith("server") else ("worker", "--concurrency", "10")
        self._started[name] = time.monotonic()
        self.processes[name] = subprocess.Popen(
            [sys.executable, "-m", "arch_team.console", *command], env=self._env, stdout=self._log, stderr=self._log
        )

    def at_work(self) -> list[str]:
        """Those that have had the time to start: to kill one before tells nothing."""
        now = time.monotonic()
        return [name for name in self.processes if now - self._started[name] > self.start_takes]

    def kill(self, name: str) -> None:
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def until_ready(self) -> None:
        for port in self.ports:
            end = time.monotonic() + 120
            while time.monotonic() < end:
                with suppress(httpx.HTTPError):
                    if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200:
                        break
                time.sleep(0.2)

    def close(self) -> None:
        for name in tuple(self.processes):
            self.kill(name)
        self._log.close()


@dataclass
class Load:
    """People who ask through whichever server answers, with a key for each question, until told to stop."""

    house: House
    asked: dict[str, str] = field(default_factory=dict[str, str])
    stopped: threading.Event = field(default_factory=threading.Event)
    most_open: int = 40

    def run(self) -> None:
        headers = {"Authorization": f"Bearer {self.house.key}"}
        with httpx.Client(headers=headers, timeout=30) as client:
            while not self.stopped.is_set():
                self._ask(client, secrets.token_hex(8))
                while not self.stopped.is_set() and self._open(client) > self.most_open:
                    time.sleep(0.05)

    def _ask(self, client: httpx.Client, once: str) -> None:
        """Asked with the same key until a server takes it on: one that died may have."""
        while not self.stopped.is_set():
            with suppress(httpx.HTTPError):
                told = {"Idempotency-Key": once}
                answer = client.post(f"{self._address()}/api/runs", json={"question": QUESTION}, headers=told)
                if answer.status_code == 202:
                    self.asked[once] = answer.json()["id"]
                    return
            time.sleep(0.2)

    def _open(self, client: httpx.Client) -> int:
        with suppress(httpx.HTTPError, KeyError, ValueError):
            return len(client.get(f"{self._address()}/api/runs?status=queued&limit=100").json()["items"])
        return self.most_open + 1

    def _address(self) -> str:
        return f"http://127.0.0.1:{random.choice(self.house.ports)}"

    def started(self) -> list[threading.Thread]:
        threads = [threading.Thread(target=self.run, daemon=True) for _ in range(ASKERS)]
        for thread in threads:
            thread.start()
        return threads


def counted(house: House, query: str) -> int:
    import sqlalchemy as sa

    engine = sa.create_engine(sa.make_url(house.settings.runs_db or "").set(drivername="postgresql+psycopg"))
    try:
        with engine.connect() as connection:
            return int(connection.scalar(sa.text(query)) or 0)
    finally:
        engine.dispose()


DONE = "SELECT count(*) FROM arch_team_runs WHERE status = 'done'"
WORKING = "SELECT count(DISTINCT executor_id) FROM dbos.workflow_status WHERE status = 'SUCCESS'"


def calm(house: House, workers: int, seconds: float) -> float:
    """Runs ended per second, once every worker has ended one: a process needs a while to start."""
    load = Load(house)
    threads = load.started()
    end = time.monotonic() + WARM
    while counted(house, WORKING) < workers and time.monotonic() < end:
        time.sleep(0.5)
    before, began = counted(house, DONE), time.monotonic()
    time.sleep(seconds)
    rate = (counted(house, DONE) - before) / (time.monotonic() - began)
    load.stopped.set()
    for thread in threads:
        thread.join(40)
    return rate


def killing(house: House, seconds: float) -> tuple[Load, int]:
    load, kills = Load(house), 0
    threads = load.started()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(random.uniform(*BETWEEN))
        if not (running := house.at_work()):
            continue
        name = random.choice(running)
        house.kill(name)
        house.start(name)
        kills += 1
    load.stopped.set()
    for thread in threads:
        thread.join(40)
    return load, kills


def judged(house: House, load: Load, patience: float = 300.0) -> Counter[str]:
    """What became of every run that was taken on."""
    found: Counter[str] = Counter()
    headers = {"Authorization": f"Bearer {house.key}"}
    with httpx.Client(base_url=f"http://127.0.0.1:{house.ports[0]}", headers=headers, timeout=60) as client:
        end = time.monotonic() + patience
        for once, run_id in load.asked.items():
            run = client.get(f"/api/runs/{run_id}")
            while run.status_code == 200 and run.json()["status"] not in ("done", "cancelled"):
                if time.monotonic() > end:
                    break
                time.sleep(0.2)
                run = client.get(f"/api/runs/{run_id}")
            answer: dict[str, Any] = run.json().get("answer") or {}
            ended = str(answer.get("status"))
            if ended != "approved":
                ended = f"{ended}: {answer.get('reason')}"
            found["lost" if run.status_code != 200 else ended] += 1
            told = {"Idempotency-Key": once}
            again = client.post("/api/runs", json={"question": QUESTION}, headers=told)
            found["doubled"] += again.json().get("id") != run_id
            exported = client.get(f"/api/runs/{run_id}/export").json()
            numbers = [event["seq"] for event in exported.get("events", ())]
            found["events with gaps"] += numbers != list(range(1, len(numbers) + 1))
    return found


def main() -> None:
    is_calm = sys.argv[1:] == ["calm"]
    seconds = float(sys.argv[1]) if sys.argv[1:] and not is_calm else 600.0
    with tempfile.TemporaryDirectory() as made, postgres(Path(made)) as url:
        home = Path(made) / "home"
        home.mkdir()
        house = House(home, url)
        try:
            for place in range(SERVERS):
                house.start(f"server {place}")
            began = time.monotonic()
            house.until_ready()
            house.start_takes = time.monotonic() - began
            print(row("workers", "runs ended per second"))
            print(row("--:", "--:"), flush=True)
            for place in range(WORKERS):
                house.start(f"worker {place}")
                print(row(place + 1, f"{calm(house, place + 1, min(CALM, seconds)):.1f}"), flush=True)
            if is_calm:
                return
            load, kills = killing(house, seconds)
            house.until_ready()
            found = judged(house, load)
        finally:
            house.close()
    print()
    print(row("killed for", "kills", "runs taken on", "approved", "other endings", "lost", "doubled", "gaps"))
    print(row(*["--:"] * 8))
    known = ("approved", "lost", "doubled", "events with gaps")
    others = {name: count for name, count in found.items() if name not in known and count}
    bad = found["lost"] + found["doubled"] + found["events with gaps"] + sum(others.values())
    print(
        row(
            f"{seconds:.0f} s", kills, len(load.asked), found["approved"], others or 0, found["lost"],
            found["doubled"], found["events with gaps"],
        )
    )  # fmt: skip
    sys.exit(1 if bad else 0)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


if __name__ == "__main__":
    main()
