"""Opening the engine of a process.

async with open_engine(settings) as engine:      # takes runs on and works on them
async with open_engine(settings, works=False)    # takes them on only; `arch-team worker` processes do the work
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from arch_team.settings import Settings

if TYPE_CHECKING:
    from arch_team.engine.durable import DurableEngine
    from arch_team.engine.worker import MakeSociety


@asynccontextmanager
async def open_engine(
    settings: Settings, *, works: bool = True, society: "MakeSociety | None" = None
) -> "AsyncGenerator[DurableEngine]":
    """`society` makes the society of a run, for tests; None: as settings and scope say."""
    from arch_team.engine.database import open_database
    from arch_team.engine.durable import DurableEngine

    engine = DurableEngine(settings, await asyncio.to_thread(open_database, settings))
    try:
        if works:
            from arch_team.engine.worker import Worker

            worker = Worker(settings, engine.store, engine.workflows, engine.watch.happened, society)
            await engine.work(worker)
        yield engine
    finally:
        await engine.close()
