"""`arch-team ask`: one question, one answer, one exit code."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arch_team.console import exits, options

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
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    db: options.Db = None,
    file: options.Files = None,
    ontology: options.Ontology = None,
    mandate: options.Mandate = None,
    questions: Annotated[
        str | None,
        typer.Option("--questions", metavar="FOLDER", help="Folder for questions back, as JSON files for a GUI."),
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Show where each figure is from.")] = False,
) -> None:
    """Answer one question from your own tables, or say honestly why not."""
    from arch_team.console.warm import warm_up

    warm_up()
    from arch_team.console.learned_words import own_words
    from arch_team.society import Society

    settings = options.data_settings(db, file, ontology, mandate, model=model, base_url=base_url)
    interactive = sys.stdin.isatty() and not as_json
    society = Society(settings, clarifier=_clarifier(questions, interactive), words=own_words(settings))
    try:
        answer = asyncio.run(_asked(society, question, skill, show=not as_json and sys.stderr.isatty()))
    except KeyboardInterrupt:
        typer.echo("cancelled", err=True)
        raise typer.Exit(exits.ERROR) from None
    options.tell_notes(society.notes)
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
