"""`arch-team interceptions`: what was held back and why, and the way to report a false alarm."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from arch_team.evidence.interceptions import Interception, InterceptionLog, Status

app = typer.Typer(help="See what was held back and why, and report false alarms.", no_args_is_help=True)

IdArg = Annotated[str, typer.Argument(metavar="ID", help="Id of an interception, as `list` shows it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_(
    status: Annotated[str | None, typer.Option("--status", help="open, false_alarm or confirmed.")] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most this many.")] = 50,
    as_json: AsJson = False,
) -> None:
    """The latest interceptions, newest first."""
    found = _open_log().list(_status(status), limit)
    if as_json:
        import json

        typer.echo(json.dumps([interception.to_wire() for interception in found], ensure_ascii=False, indent=2))
    elif not found:
        typer.echo("Nothing was held back." if status is None else f"No interception is {status}.")
    else:
        _print_all(found)


@app.command()
def show(interception_id: IdArg, as_json: AsJson = False) -> None:
    """One interception in full."""
    interception = _open_log().get(interception_id)
    if as_json:
        typer.echo(interception.to_json(indent=2))
    else:
        _print_one(interception)


@app.command()
def report(
    interception_id: IdArg,
    false_alarm: Annotated[bool, typer.Option("--false-alarm", help="It should not have been held back.")] = False,
    confirmed: Annotated[bool, typer.Option("--confirmed", help="It was rightly held back.")] = False,
    note: Annotated[str, typer.Option("--note", help="Why, for whoever tunes the rules.")] = "",
) -> None:
    """Say whether an interception was right. Saying so again replaces what was said before."""
    from arch_team.errors import UsageError

    if false_alarm == confirmed:
        raise UsageError("was it right or not?", "Give one of --false-alarm and --confirmed.")
    reviewed = _open_log().review(interception_id, "false_alarm" if false_alarm else "confirmed", note)
    typer.echo(f"{reviewed.id} is now {reviewed.status}.")


def _open_log() -> "InterceptionLog":
    from arch_team.console.setup import configured
    from arch_team.evidence.interceptions import FILE_NAME, InterceptionLog

    return InterceptionLog(configured().home / FILE_NAME)


def _status(given: str | None) -> "Status | None":
    from arch_team.errors import UsageError
    from arch_team.evidence.interceptions import STATUSES

    if given is None:
        return None
    for status in STATUSES:
        if status == given.replace("-", "_").lower():
            return status
    raise UsageError(f"there is no status {given!r}", f"Take one of {', '.join(STATUSES)}.")


def _print_all(found: "tuple[Interception, ...]") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table()
    for name in ("id", "time (UTC)", "agent", "reason", "question", "status"):
        table.add_column(name, overflow="fold", no_wrap=name in ("id", "time (UTC)", "status"))
    for i in found:
        row = (i.id, f"{i.time:%Y-%m-%d %H:%M}", i.seat, i.reason_code, _one_line(i.question, 60), i.status)
        table.add_row(*(Text(_tame(cell)) for cell in row))
    Console(highlight=False).print(table)


def _print_one(interception: "Interception") -> None:
    import json

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    i = interception
    findings = "\n".join(f if isinstance(f, str) else json.dumps(f, ensure_ascii=False) for f in i.findings)
    rows = {
        "id": i.id,
        "time": f"{i.time:%Y-%m-%d %H:%M:%S} UTC",
        "run": i.run_id,
        "seat": i.seat,
        "reason": i.reason_code,
        "message": i.message,
        "question": i.question,
        "held back": i.blocked_text,
        "findings": findings,
        "feature": i.feature,
        "model": i.model,
        "status": i.status,
        "reviewed": f"{i.reviewed_at:%Y-%m-%d %H:%M:%S} UTC" if i.reviewed_at else "",
        "note": i.note,
    }
    table = Table(show_header=False)
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for name, value in rows.items():
        if value:
            table.add_row(name, Text(_tame(value)))
    Console(highlight=False).print(table)


def _one_line(text: str, limit: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _tame(text: str) -> str:
    """Blocked text comes from a model: it must not steer the terminal."""
    from arch_team.clarify.terminal import printable

    return printable(text)
