"""`make kept`: what it costs in processor time that a run is kept, and what a run costs inline. In turns, in one run,
so that the ratio does not depend on the machine. Prints Markdown. `python -m bench.kept postgres` for PostgreSQL."""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from arch_team.engine.opening import open_engine
from arch_team.engine.societies import Societies
from arch_team.runs.records import RunRequest, Scope
from arch_team.society import Society
from bench.load import postgres
from bench.load_server import settings_for_load
from bench.questions import QUESTION, TWO_READS, worded
from bench.timing import row

AT_ONCE, TURNS = 20, 6


async def measured(home: Path, runs_db: str | None, question: str) -> tuple[float, float]:
    """Seconds of processor for a run inline and for a kept one, medians."""
    settings, sources = settings_for_load(home, runs_db, 10), Societies()
    async with open_engine(settings) as engine:

        async def inline(number: int) -> None:
            assert (await Society(settings, opens=sources.source).ask(worded(number, question))).ok

        async def kept(number: int) -> None:
            run = await engine.start(Scope(tenant="kept"), RunRequest(question=worded(number, question)))
            run = await engine.finished("kept", run.id)
            assert run.answer is not None
            assert run.answer.ok

        async def cost(ask: Callable[[int], Awaitable[None]]) -> float:
            began = time.process_time()
            await asyncio.gather(*(ask(number) for number in range(AT_ONCE)))
            return (time.process_time() - began) / AT_ONCE

        await cost(inline)
        await cost(kept)
        turns = [(await cost(inline), await cost(kept)) for _ in range(TURNS)]
    alone, with_keeping = zip(*turns, strict=True)
    return statistics.median(alone), statistics.median(with_keeping)


def main() -> None:
    print(row("processor time of a run", "inline", "kept", "ratio"))
    print(row("---", "--:", "--:", "--:"))
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        if sys.argv[1:] == ["postgres"]:
            with postgres(home) as url:
                tell("PostgreSQL", home, url)
        else:
            tell("SQLite", home, None)


def tell(where: str, home: Path, runs_db: str | None) -> None:
    for reads, question in (("one read", QUESTION), ("two reads", TWO_READS)):
        inline, kept = asyncio.run(measured(home, runs_db, question))
        print(row(f"{where}, {reads}", f"{inline * 1e3:.1f} ms", f"{kept * 1e3:.1f} ms", f"{kept / inline:.2f}"))


if __name__ == "__main__":
    main()
