"""`arch-team runs`: what is kept of runs, for whoever looks after a server."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from arch_team.console.plain import plainly

if TYPE_CHECKING:
    from arch_team.engine.durable import DurableEngine
    from arch_team.runs.records import RunRecord, RunStatus

T = TypeVar("T")
app = typer.Typer(help="List, show, export and delete saved runs.", no_args_is_help=True)

IdArg = Annotated[str, typer.Argument(metavar="ID", help="Id of a run, as `list` shows it.")]
TenantOpt = Annotated[str, typer.Option("--tenant", "-t", help="Whose runs. Without keys: local.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
@plainly()
def list_(
    tenant: TenantOpt = "local",
    status: Annotated[str | None, typer.Option("--status", help="queued, running, waiting, done or cancelled.")] = None,
    search: Annotated[str | None, typer.Option("--search", "-s", help="Words of question or answer.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=200, help="At most this many.")] = 50,
    as_json: AsJson = False,
) -> None:
    """The latest runs, newest first."""
    known = _status(status)
    found = _engine(lambda engine: engine.list(tenant, status=known, search=search, limit=limit)).items
    if as_json:
        import json

        typer.echo(json.dumps([run.to_wire() for run in found], ensure_ascii=False, indent=2))
    elif not found:
        typer.echo(f"No such run of {tenant}.")
    else:
        _print(found)


@app.command()
@plainly()
def feedback(
    tenant: TenantOpt = "local",
    wrong: Annotated[bool, typer.Option("--wrong", help="Only what was called wrong.")] = False,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=200, help="At most this many.")] = 50,
    as_json: AsJson = False,
) -> None:
    """What people said of answers, newest first."""
    from arch_team.access.feedback import FeedbackLog
    from arch_team.access.opening import open_access_database
    from arch_team.clarify.terminal import printable
    from arch_team.console.setup import configured

    database = open_access_database(configured())
    found = FeedbackLog(database).list(tenant, verdict="wrong" if wrong else None, limit=limit).items
    database.dispose()
    if as_json:
        import json

        typer.echo(json.dumps([one.to_wire() for one in found], ensure_ascii=False, indent=2))
    elif not found:
        typer.echo(f"Nobody of {tenant} has said anything yet.")
    for one in () if as_json else found:
        note = f" ({printable(one.note)})" if one.note else ""
        typer.echo(f"{one.verdict:>5}  {one.run_id}  {printable(one.question)}{note}")


@app.command()
@plainly()
def show(
    run_id: IdArg,
    tenant: TenantOpt = "local",
    as_json: AsJson = False,
    trace: Annotated[bool, typer.Option("--trace", help="What it did and when, instead of its answer.")] = False,
) -> None:
    """One run with its answer."""
    run = _engine(lambda engine: engine.get(tenant, run_id))
    if as_json:
        typer.echo(run.to_json(indent=2))
        return
    from arch_team.clarify.terminal import printable

    typer.echo(f"{run.id}  {run.status}  {run.created_at:%Y-%m-%d %H:%M:%S} UTC")
    typer.echo(printable(run.request.question) + "\n")
    if trace:
        from pydantic import TypeAdapter

        from arch_team.console.timeline import timeline
        from arch_team.runs.records import RunEvent

        kept = _engine(lambda engine: engine.export(tenant, run_id))
        for line in timeline(run, TypeAdapter(list[RunEvent]).validate_python(kept["events"])):
            typer.echo(printable(line))
    elif run.answer is not None:
        from arch_team.console.answers import print_answer

        print_answer(run.answer, why=True)


@app.command()
@plainly()
def export(
    run_id: IdArg,
    tenant: TenantOpt = "local",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write. Default: print it.")] = None,
) -> None:
    """All there is of a run, as JSON: answer, evidence, trace, events, questions, interceptions."""
    import json

    text = json.dumps(_engine(lambda engine: engine.export(tenant, run_id)), ensure_ascii=False, indent=2)
    if out is None:
        typer.echo(text)
    else:
        out.write_text(text + "\n", encoding="utf-8")
        typer.echo(f"Written: {out}", err=True)


@app.command()
@plainly()
def cancel(run_id: IdArg, tenant: TenantOpt = "local") -> None:
    """End a run. Its open question is withdrawn."""
    run = _engine(lambda engine: engine.cancel(tenant, run_id))
    typer.echo(f"{run.id} is {run.status}.")


@app.command()
@plainly()
def delete(run_id: IdArg, tenant: TenantOpt = "local") -> None:
    """Delete an ended run and everything kept of it."""
    _engine(lambda engine: engine.delete(tenant, run_id))
    typer.echo(f"{run_id} is deleted.")


@app.command()
@plainly()
def retention(
    days: Annotated[
        int | None, typer.Option("--days", min=0, help="Delete what ended longer ago. Default: as configured.")
    ] = None,
    tenant: Annotated[str | None, typer.Option("--tenant", "-t", help="Only runs of this tenant.")] = None,
) -> None:
    """Delete ended runs that are too old, now. With ARCH_TEAM_RETENTION_DAYS a server does so every hour."""
    from datetime import UTC, datetime, timedelta

    from arch_team.console.setup import configured
    from arch_team.errors import UsageError

    kept = configured().retention_days if days is None else days
    if kept is None:
        raise UsageError("runs are kept for good", "Give --days, or set ARCH_TEAM_RETENTION_DAYS.")
    before = datetime.now(UTC) - timedelta(days=kept)
    deleted = _engine(lambda engine: engine.delete_older(before, tenant=tenant))
    typer.echo(f"{deleted} runs deleted.")


def _engine(work: "Callable[[DurableEngine], Awaitable[T]]") -> T:
    """Looks at what is kept, and works on none of it."""
    from arch_team.console.setup import configured
    from arch_team.engine.opening import open_engine

    async def done() -> T:
        async with open_engine(configured(), works=False) as engine:
            return await work(engine)

    return asyncio.run(done())


def _status(given: str | None) -> "RunStatus | None":
    from typing import get_args

    from arch_team.errors import UsageError
    from arch_team.runs.records import RunStatus

    known: tuple[RunStatus, ...] = get_args(RunStatus)
    found: RunStatus | None = None
    for status in known:
        found = status if status == given else found
    if given is not None and found is None:
        raise UsageError(f"there is no status {given!r}", f"Take one of {', '.join(known)}.")
    return found


def _print(found: "tuple[RunRecord, ...]") -> None:
    from rich.table import Table
    from rich.text import Text

    from arch_team.clarify.terminal import printable
    from arch_team.console.screen import Screen

    table = Table(box=None, pad_edge=False)
    for heading in ("id", "created (UTC)", "status", "answer", "question"):
        table.add_column(heading, no_wrap=heading != "question")
    for run in found:
        question = " ".join(printable(run.request.question).split())
        cells = (run.id, f"{run.created_at:%Y-%m-%d %H:%M}", run.status, run.answer.status if run.answer else "")
        table.add_row(*cells, Text(question if len(question) <= 80 else question[:79] + "…"))
    Screen().print(table)
