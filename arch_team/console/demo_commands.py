"""`arch-team demo`: the synthetic company to try things on."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from arch_team.console.plain import plainly

app = typer.Typer(help="The demo company: build it, copy it, export its journal.", no_args_is_help=True)


class ExportFormat(StrEnum):
    HLEDGER = "hledger"


@app.command()
@plainly()
def build(
    out: Annotated[Path, typer.Argument(help="DuckDB file to write.")],
    lines: Annotated[int, typer.Option("--lines", min=0, help="Add this many journal lines, for benches.")] = 0,
) -> None:
    """Write the demo company into a DuckDB file."""
    from arch_team.demo.database import build as build_demo

    build_demo(out, lines=lines)
    typer.echo(f"wrote {out}")


@app.command()
@plainly()
def copy(url: Annotated[str, typer.Argument(help="SQLite or PostgreSQL URL of an empty database.")]) -> None:
    """Copy the demo company into another database."""
    from arch_team.console.setup import configured
    from arch_team.demo import demo_database
    from arch_team.demo.copy import copy_to

    copy_to(demo_database(configured().home), url)
    typer.echo("copied")


@app.command()
@plainly()
def export(
    form: Annotated[ExportFormat, typer.Option("--format", help="hledger")] = ExportFormat.HLEDGER,
    mandate: Annotated[str | None, typer.Option("--mandate", help="Whose journal to export.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write. Default: standard output.")] = None,
) -> None:
    """Export a mandate's journal, for a program that computes the balances independently."""
    from arch_team.console.setup import configured
    from arch_team.demo import DEFAULT_MANDATE, MANDATES, demo_database
    from arch_team.demo.hledger import journal
    from arch_team.errors import UsageError

    chosen = DEFAULT_MANDATE if mandate is None else mandate
    if chosen not in MANDATES:
        raise UsageError(f"the demo company has no mandate {chosen!r}", f"Use one of: {', '.join(MANDATES)}.")
    text = journal(demo_database(configured().home), chosen)
    if out is None:
        for line in text:
            typer.echo(line)
    else:
        out.write_text("".join(f"{line}\n" for line in text), encoding="utf-8")
        typer.echo(f"wrote {out}")


@app.command()
@plainly()
def tour() -> None:
    """Four calls on the demo company: two answers, one exact refusal, one figure traced to its cell."""
    from arch_team.console.tour import show_tour

    show_tour()
