"""`arch-team ontology init`: looks at the data with a progress bar, asks what it cannot tell, writes the draft."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.markup import escape

from arch_team.errors import UsageError

if TYPE_CHECKING:
    from arch_team.onboarding.draft import Draft, OpenPoint
    from arch_team.settings import Settings
    from arch_team.tools.session import DataSource

MOST_ASKED = 12
"""Questions to a person. The rest stays marked in the file."""
_NATURES = {"f": "flow", "l": "level", "p": "price", "r": "rate", "c": "code"}


def draft_model(
    settings: "Settings", out: Path | None, name: str | None, *, force: bool, ask: bool, propose: bool, german: bool
) -> None:
    if not (settings.db or settings.named_files):
        raise UsageError("there is nothing to look at", "Name a database (--db URL) or files (--file FILE).")
    if out is not None and out.exists() and not force:
        raise UsageError(f"{out} is there already", "Choose another name, or write over it with --force.")
    console = Console(stderr=True, highlight=False)
    source, draft = _looked_at(settings, name or _name_of(settings), console, german=german)
    if propose:
        _proposed(settings, draft, console)
    if ask and sys.stdin.isatty() and sys.stderr.isatty():
        _asked(draft, console)
    text = draft.text()
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")
        _schema_beside(out, console)
    _told(source, draft, settings, out, console)


def _schema_beside(out: Path, console: Console) -> None:
    """What the first line of the draft names, for editors that check the file while it is written."""
    from arch_team.ontologies.yaml_model import SCHEMA_FILE, write_schema

    if write_schema(out.parent) is None:
        told = f"{out.parent / SCHEMA_FILE} is another file and stays; editors find no schema for {out.name}."
        console.print(f"[yellow]{escape(told)}[/yellow]", soft_wrap=True)


def _looked_at(settings: "Settings", name: str, console: Console, *, german: bool) -> "tuple[DataSource, Draft]":
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from arch_team.onboarding.drafting import drafted
    from arch_team.society import open_data

    undescribed = settings.model_copy(update={"ontology": None, "ontologies": settings.home / ".none", "feature": None})
    source = open_data(undescribed)
    if not source.catalog.views:
        raise UsageError(f"{source.name} holds no tables", "Name another database or file.")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("keys and values", total=len(source.catalog.views))

        def step(table: str) -> None:
            bar.update(task, description=table or "keys and values", advance=1 if table else 0)

        return source, drafted(source, name, step, german=german)


def _name_of(settings: "Settings") -> str:
    import sqlalchemy as sa

    first = str(settings.named_files[0]) if settings.named_files else sa.make_url(settings.db or "").database or "model"
    return re.sub(r"\W+", "_", Path(first).stem).strip("_") or "model"


def _proposed(settings: "Settings", draft: "Draft", console: Console) -> None:
    import asyncio

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from arch_team.onboarding.proposing import propose_words

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())

    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("words", total=None)
        problem = asyncio.run(
            propose_words(settings, draft, lambda done, of: bar.update(task, completed=done, total=of))
        )
    if problem:
        console.print(f"[yellow]No words were proposed: {escape(problem)}[/yellow]")


def _asked(draft: "Draft", console: Console) -> None:
    points = draft.open_points[:]
    points.sort(key=lambda point: ("default_time", "german", "english", "nature").index(point.matter))
    if not points:
        return
    console.print("A few things the data cannot tell. Enter leaves one open, marked in the file.")
    for point in points[:MOST_ASKED]:
        said = _put(point, console)
        if said:
            draft.answer(point, said)


def _put(point: "OpenPoint", console: Console) -> str | None:
    """Asks one thing until the answer can be used, or there is none."""
    table = escape(point.table)
    while True:
        if point.matter == "default_time":
            console.print(f"[bold]{table}[/bold]: which date is meant by “in 2024”? {', '.join(point.choices)}")
        elif point.matter == "nature":
            field = escape(f"{point.table}.{point.field}")
            console.print(
                f"[bold]{field}[/bold]: (f)low that may be added up, (l)evel at a moment, (p)rice per piece, (r)ate,"
                " or (c)ode: no amount, it numbers something?"
            )
        else:
            language = "German" if point.matter == "german" else "English"
            console.print(f"[bold]{table}[/bold]: what is a row called in {language}? (several with commas)")
        try:
            said = console.input("› ").strip()
        except (EOFError, KeyboardInterrupt):
            return None
        if not said or point.matter in ("german", "english"):
            return said or None
        if point.matter == "nature" and said[:1].lower() in _NATURES:
            return _NATURES[said[:1].lower()]
        if said in point.choices:
            return said
        console.print("[yellow]That is none of them.[/yellow]")


def _told(source: "DataSource", draft: "Draft", settings: "Settings", out: Path | None, console: Console) -> None:
    from arch_team.onboarding.phrasing import number_of
    from arch_team.onboarding.questions import first_questions

    relations = len(draft.content.get("relations", ()))
    where = f"{out}: " if out else ""
    checks, proposals = draft.checks - draft.proposals, draft.proposals
    marked = [f"{many} marked # {mark}" for many, mark in ((checks, "check"), (proposals, "proposal")) if many]
    looked = ", ".join(marked) or "nothing left open"
    held = f"{number_of(len(draft.tables), 'table')}, {number_of(relations, 'relation')}"
    console.print(f"{escape(where)}{held}; {looked}.", soft_wrap=True)
    questions = first_questions(source.engine, "en")
    option = f'--db "{_without_password(settings.db)}"' if settings.db else _file_options(settings)
    if questions:
        console.print("It can answer now, for example:")
        for question in questions:
            console.print(f"  {escape(question)}", soft_wrap=True)
        chosen = f" --ontology {out}" if out else ""
        console.print(
            f'[dim]arch-team ask {escape(option)}{escape(chosen)} "{escape(questions[0])}"[/dim]', soft_wrap=True
        )
    if out:
        then = f"arch-team ontology check {out} {option}"
        console.print(f"[dim]Edit {escape(str(out))}, then: {escape(then)}[/dim]", soft_wrap=True)


def _without_password(url: str | None) -> str:
    import sqlalchemy as sa

    return sa.make_url(url or "").render_as_string(hide_password=True)


def _file_options(settings: "Settings") -> str:
    return " ".join(f'--file "{path}"' for path in settings.named_files)
