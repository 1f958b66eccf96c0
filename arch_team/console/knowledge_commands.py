"""`arch-team knowledge`: the documents the team may answer from. Add, list, remove, search."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arch_team.console import exits
from arch_team.console.plain import plainly

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arch_team.search.contracts_stages import RetrievalQuery
    from arch_team.search.knowledge import FoundPassages, Knowledge
    from arch_team.search.library import Progress
    from arch_team.search.passages_model import AddOutcome, HeldDocument

app = typer.Typer(help="The documents to answer from: add, list, remove, search.", no_args_is_help=True)

Collection = Annotated[str | None, typer.Option("--collection", "-c", help="A named part of the library.")]
Mandate = Annotated[str | None, typer.Option("--mandate", help="Whose documents.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
@plainly()
def add(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders: Markdown, text, HTML, PDF, DOCX, ODT, PPTX.")],
    collection: Collection = None,
    sensitive: Annotated[
        bool, typer.Option("--sensitive", help="Its use is never approved by a deadline, only by a person.")
    ] = False,
    sync: Annotated[
        bool, typer.Option("--sync", help="Also remove what is held of these folders and no longer in them.")
    ] = False,
    mandate: Mandate = None,
    as_json: AsJson = False,
) -> None:
    """Add documents. What has not changed is left, what has changed is replaced, an interrupted run goes on."""
    from arch_team.search.passages_model import DEFAULT_COLLECTION

    with _library(mandate) as (knowledge, tenant), _progress() as show:
        library = knowledge.library(tenant)
        try:
            outcomes = library.add(
                paths, collection=collection or DEFAULT_COLLECTION, sensitive=sensitive, sync=sync, progress=show
            )
            advice = library.outgrown()
        finally:
            library.close()
    if as_json:
        _print_json([outcome.model_dump(mode="json") for outcome in outcomes])
    else:
        _print_outcomes(outcomes)
    if advice:
        typer.echo(advice, err=True)
    if any(outcome.status == "failed" for outcome in outcomes):
        raise typer.Exit(exits.ERROR)


@app.command("list")
@plainly()
def list_(collection: Collection = None, mandate: Mandate = None, as_json: AsJson = False) -> None:
    """The documents that are held."""
    with _library(mandate) as (knowledge, tenant):
        library = knowledge.library(tenant)
        try:
            held = library.list(collection=collection)
        finally:
            library.close()
    if as_json:
        _print_json([document.model_dump(mode="json") for document in held])
    elif not held:
        typer.echo("No documents are held. Add some: arch-team knowledge add PATH…")
    else:
        _print_documents(held)


@app.command()
@plainly()
def remove(
    names: Annotated[list[str], typer.Argument(help="Ids or paths as `list` shows them, or folders.")],
    mandate: Mandate = None,
) -> None:
    """Remove documents. Their files are not touched, and need not be there any more."""
    with _library(mandate) as (knowledge, tenant):
        library = knowledge.library(tenant)
        try:
            gone = library.remove(names)
        finally:
            library.close()
    for document in gone:
        typer.echo(f"removed  {_tame(document.source)} ({_passages(document.passages)})")


@app.command()
@plainly()
def move(
    to: Annotated[str, typer.Option("--to", help="Address of a Qdrant server: http://localhost:6333.")],
    mandate: Mandate = None,
) -> None:
    """Copy what is held to a Qdrant server, vectors and all. What is here stays until you remove it."""
    from arch_team.console.setup import configured
    from arch_team.search.knowledge import tenant_of
    from arch_team.search.moving import moved

    settings = configured(mandate=mandate)
    count = moved(settings, to, tenant=tenant_of(settings))
    typer.echo(f"copied   {_passages(count)} to {_tame(to)}. Set ARCH_TEAM_QDRANT_URL={_tame(to)} to use them there.")


@app.command()
@plainly()
def search(
    question: Annotated[str, typer.Argument(help="A question, or words to look for.")],
    top_k: Annotated[int, typer.Option("--top-k", "-k", min=1, max=50, help="How many passages.")] = 5,
    why: Annotated[bool, typer.Option("--why", help="Say why each stands where it does.")] = False,
    collection: Collection = None,
    freshness: Annotated[
        str, typer.Option("--freshness", help="standard (12 months), software_docs_strict (36), law_evergreen.")
    ] = "law_evergreen",
    mandate: Mandate = None,
    as_json: AsJson = False,
) -> None:
    """The held passages that fit best, by meaning and by words."""
    import asyncio

    from arch_team.routing.language import language_of
    from arch_team.search.contracts import FreshnessMode
    from arch_team.search.contracts_stages import RetrievalQuery

    mode = _freshness(freshness, [each.value for each in FreshnessMode])
    with _library(mandate) as (knowledge, tenant):
        knowledge.retriever.ready(tenant)
        found = asyncio.run(
            knowledge.find(
                question,
                tenant=tenant,
                top_k=top_k,
                collection=collection,
                freshness=FreshnessMode(mode),
                language=language_of(question),
                debug=why,
            )
        )
        ranks = _ranks(knowledge, RetrievalQuery(tenant, question, 100, collection)) if why else {}
    if found.unavailable:
        from arch_team.errors import SourceUnavailable

        raise SourceUnavailable("the documents cannot be searched", "Check ARCH_TEAM_QDRANT_URL and that Qdrant runs.")
    if as_json:
        _print_json(found.model_dump(mode="json"))
    elif not found.hits:
        typer.echo("Nothing was found. `arch-team knowledge list` shows what is held.")
    else:
        _print_hits(found, ranks)


@contextmanager
def _library(mandate: str | None) -> "Generator[tuple[Knowledge, str]]":
    from arch_team.console.setup import configured
    from arch_team.search.knowledge import open_knowledge, tenant_of

    settings = configured(mandate=mandate)
    scorer = None
    if settings.model:
        from arch_team.models.judges import scorer_of

        scorer = scorer_of(settings)
    knowledge = open_knowledge(settings, scorer=scorer)
    try:
        yield knowledge, tenant_of(settings)
    finally:
        knowledge.close()


@contextmanager
def _progress() -> "Generator[Callable[[Progress], None]]":
    """A bar on standard error, where somebody can see it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[file]}", markup=False),
    )
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None, file="")

        def show(progress: "Progress") -> None:
            name = Path(progress.last.source).name if progress.last else Path(progress.file).name
            part = f" {progress.passages_done}/{progress.passages_total}" if progress.passages_total else ""
            bar.update(task, total=progress.total, completed=progress.done, file=_tame(name)[:40] + part)

        yield show


def _ranks(knowledge: "Knowledge", query: "RetrievalQuery") -> dict[str, str]:
    """Where each arm had a passage."""
    found = knowledge.retriever.find(query)
    told: dict[str, str] = {}
    for own in found.passages:
        places = [
            f"{name} #{arm.ids.index(own) + 1} ({arm.scores[arm.ids.index(own)]:.2f})"
            for name, arm in (("by words", found.sparse), ("by meaning", found.dense))
            if own in arm.ids
        ]
        told[own] = ", ".join(places)
    return told


def _freshness(given: str, known: "Sequence[str]") -> str:
    from arch_team.errors import UsageError

    if given not in known:
        raise UsageError(f"there is no freshness {given!r}", f"Take one of {', '.join(known)}.")
    return given


def _print_outcomes(outcomes: "Sequence[AddOutcome]") -> None:
    for outcome in outcomes:
        told = _passages(outcome.passages) if outcome.status != "failed" else f"{outcome.message}. {outcome.next_step}"
        extra = f"; {outcome.message}" if outcome.message and outcome.status != "failed" else ""
        typer.echo(
            f"{outcome.status:<9} {_tame(outcome.source)}: {_tame(told + extra)}", err=outcome.status == "failed"
        )
    counts = {status: sum(o.status == status for o in outcomes) for status in dict.fromkeys(o.status for o in outcomes)}
    if not outcomes:
        typer.echo("There was no document to add: Markdown, text, HTML, PDF, DOCX, ODT and PPTX can be read.")
    elif len(outcomes) > 1:
        typer.echo(", ".join(f"{count} {status}" for status, count in counts.items()) + ".")


def _print_documents(held: "Sequence[HeldDocument]") -> None:
    from rich.table import Table
    from rich.text import Text

    from arch_team.console.screen import Screen

    table = Table()
    for name in ("id", "title", "kind", "passages", "date", "collection", "source"):
        table.add_column(name, overflow="fold", no_wrap=name in ("id", "kind", "passages", "date"))
    for d in held:
        date = f"{d.date:%Y-%m-%d}{'' if d.date_source == 'document' else ' (file)'}" if d.date else ""
        marks = f"{d.collection}{', sensitive' if d.sensitive else ''}"
        row = (d.id, d.title, d.kind, str(d.passages), date, marks, d.source)
        table.add_row(*(Text(_tame(cell)) for cell in row))
    Screen().print(table)


def _print_hits(found: "FoundPassages", ranks: dict[str, str]) -> None:
    from rich.text import Text

    from arch_team.console.screen import Screen
    from arch_team.search.passages_model import source_line

    screen = Screen()
    for hit in found.hits:
        screen.print(Text(f"[{hit.rank}] {_tame(source_line(hit.passage))}", style="bold"))
        screen.print(Text(_tame(hit.passage.text)))
        if ranks:
            screen.print(Text(f"    {hit.score:.0f} points: {_tame(hit.reason)}", style="dim"))
            screen.print(Text(f"    {ranks.get(hit.passage.id, '')}", style="dim"))
        screen.print()


def _passages(count: int) -> str:
    return f"{count} passage{'' if count == 1 else 's'}"


def _print_json(value: object) -> None:
    import json

    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _tame(text: str) -> str:
    """Documents come from anywhere: they must not steer the terminal."""
    from arch_team.clarify.terminal import printable

    return printable(text)
