"""`arch-team ask`: one question, one answer, one exit code."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arch_team.console import exits

if TYPE_CHECKING:
    from arch_team.clarify.clarifiers import Clarifier
    from arch_team.runs.answer import Answer
    from arch_team.society import Society

_EXITS = {
    "approved": exits.ANSWERED,
    "needs_clarification": exits.CLARIFY,
    "refused": exits.REFUSED,
    "exhausted": exits.ERROR,
    "failed": exits.ERROR,
}


def ask(
    question: Annotated[str, typer.Argument(help="The question, in German or English.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole Answer as JSON.")] = False,
    skill: Annotated[str | None, typer.Option("--skill", help="Skill to use, e.g. data.")] = None,
    model: Annotated[str | None, typer.Option("--model", help="Model name. Default: the embedded operator.")] = None,
    base_url: Annotated[str | None, typer.Option("--base-url", help="OpenAI-compatible endpoint.")] = None,
    db: Annotated[str | None, typer.Option("--db", help="Database URL. Default: the demo company.")] = None,
    file: Annotated[
        list[Path] | None,
        typer.Option("--file", help="CSV, Excel or Parquet file to ask instead. Several files are one database."),
    ] = None,
    ontology: Annotated[
        Path | None, typer.Option("--ontology", help="Semantic model of the tables, a YAML file: words, values, relations.")
    ] = None,
    mandate: Annotated[str | None, typer.Option("--mandate", help="Whose data to read.")] = None,
    questions: Annotated[
        str | None, typer.Option("--questions", help="Folder for questions back, as JSON files for a GUI.")
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Show where each figure is from.")] = False,
) -> None:
    """Answer one question from your own tables, or say honestly why not."""
    from arch_team.console.warm import warm_up

    warm_up()
    from arch_team.console.setup import configured
    from arch_team.society import Society

    first, *others = file or [None]
    more = tuple(others) if others else None
    settings = configured(model=model, base_url=base_url, db=db, file=first, files=more, ontology=ontology, mandate=mandate)
    interactive = sys.stdin.isatty() and not as_json
    society = Society(settings, clarifier=_clarifier(questions, interactive))
    try:
        answer = asyncio.run(_asked(society, question, skill, show=not as_json and sys.stderr.isatty()))
    except KeyboardInterrupt:
        typer.echo("cancelled", err=True)
        raise typer.Exit(exits.ERROR) from None
    if as_json:
        typer.echo(answer.to_json(indent=2))
    else:
        from arch_team.console.answers import print_answer

        print_answer(answer, why=why)
    raise typer.Exit(exit_code(answer))


def exit_code(answer: "Answer") -> int:
    return _EXITS[answer.status]


async def _asked(society: "Society", question: str, skill: str | None, *, show: bool) -> "Answer":
    from arch_team.console.progress import Progress

    progress = Progress(show)
    answer: Answer | None = None
    async for event in society.events(question, skill=skill):
        progress.show(event)
        answer = event.answer or answer
    progress.done()
    if answer is None:
        raise RuntimeError("the run ended without a result")
    return answer


def _clarifier(folder: str | None, interactive: bool) -> "Clarifier":
    from arch_team.clarify.clarifiers import FolderClarifier, NoClarifier

    if folder:
        return FolderClarifier(Path(folder))
    if interactive:
        from arch_team.clarify.terminal import ConsoleClarifier

        return ConsoleClarifier()
    return NoClarifier()
