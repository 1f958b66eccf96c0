"""`arch-team worker`: a process that works on runs and serves nobody. Any number of them may share a database."""

import asyncio
import signal
from typing import TYPE_CHECKING, Annotated

import typer

from arch_team.console import options
from arch_team.console.plain import plainly

if TYPE_CHECKING:
    from arch_team.settings import Settings


@plainly()
def worker(
    runs_db: Annotated[
        str | None, typer.Option("--runs-db", help="Database of runs, shared with the servers. Default: in the home.")
    ] = None,
    concurrency: Annotated[
        int | None, typer.Option("--concurrency", min=1, help="Runs this process works on at once.")
    ] = None,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    db: options.Db = None,
    file: options.Files = None,
    ontology: options.Ontology = None,
    mandate: options.Mandate = None,
) -> None:
    """Work on runs until Ctrl-C. What is left off then, another process goes on with."""
    from arch_team.telemetry.metrics import turn_on
    from arch_team.telemetry.setup import observe

    settings = options.data_settings(
        db, file, ontology, mandate, runs_db=runs_db, worker_concurrency=concurrency, model=model, base_url=base_url
    )
    observe(settings, level="info")
    if settings.metrics_port is not None:
        turn_on().listen(settings.metrics_port)
    asyncio.run(_work(settings))


async def _work(settings: "Settings") -> None:
    from arch_team.engine.opening import open_engine

    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, ended.set)
    async with open_engine(settings):
        typer.echo("Working on runs. Ctrl-C ends it.", err=True)
        await ended.wait()
    typer.echo("Ended.", err=True)
