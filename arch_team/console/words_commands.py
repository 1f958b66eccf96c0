"""`arch-team words`: what people said words mean, and what of it holds for everybody."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from arch_team.clarify.words import LearnedWord, WordStatus
    from arch_team.engine.word_store import SqlWords

app = typer.Typer(help="Words that people explained: approve, reject, export.", no_args_is_help=True)

IdArg = Annotated[str, typer.Argument(metavar="ID", help="Id of a word, as `list` shows it.")]
TenantOpt = Annotated[str, typer.Option("--tenant", "-t", help="Whose words. Without keys: local.")]
_HERE = "this machine"


@app.command("list")
def list_(
    status: Annotated[str | None, typer.Option("--status", help="proposed, approved or rejected.")] = None,
    tenant: TenantOpt = "local",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """The learned words, oldest first."""
    found = _open().list(tenant, _status(status))
    if as_json:
        import json

        typer.echo(json.dumps([word.to_wire() for word in found], ensure_ascii=False, indent=2))
    elif not found:
        typer.echo("No word was learned yet." if status is None else f"No word is {status}.")
    else:
        _print(found)


@app.command()
def approve(word_id: IdArg, tenant: TenantOpt = "local") -> None:
    """From now on the word means that for everybody of the tenant."""
    _decide(tenant, word_id, "approved")


@app.command()
def reject(word_id: IdArg, tenant: TenantOpt = "local") -> None:
    """The word means that to nobody, not even to who said so."""
    _decide(tenant, word_id, "rejected")


@app.command()
def forget(word_id: IdArg, tenant: TenantOpt = "local") -> None:
    """Take a word out for good. It can be learned anew."""
    _open().forget(tenant, word_id)
    typer.echo(f"{word_id} is forgotten.")


@app.command()
def export(tenant: TenantOpt = "local") -> None:
    """The approved words as YAML, by what they mean: synonyms for the labels of a semantic model."""
    from arch_team.clarify.words import as_yaml

    typer.echo(as_yaml(_open().list(tenant, "approved")), nl=False)


def _open() -> "SqlWords":
    from arch_team.console.setup import configured
    from arch_team.engine.word_store import open_words

    return open_words(configured())


def _decide(tenant: str, word_id: str, status: "WordStatus") -> None:
    word = _open().decide(tenant, word_id, status, _HERE)
    typer.echo(f"{word.word} = {word.meaning} is {word.status}.")


def _status(given: str | None) -> "WordStatus | None":
    from typing import get_args

    from arch_team.clarify.words import WordStatus
    from arch_team.errors import UsageError

    known: tuple[WordStatus, ...] = get_args(WordStatus)
    found: WordStatus | None = next((status for status in known if status == given), None)
    if given is not None and found is None:
        raise UsageError(f"there is no status {given!r}", f"Take one of {', '.join(known)}.")
    return found


def _print(found: "tuple[LearnedWord, ...]") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from arch_team.clarify.terminal import printable

    table = Table()
    for name in ("id", "word", "means", "data", "question", "status"):
        table.add_column(name, overflow="fold", no_wrap=name in ("id", "status"))
    for word in found:
        row = (word.id, word.word, word.meaning, word.source, word.question, word.status)
        table.add_row(*(Text(printable(cell)) for cell in row))
    Console(highlight=False).print(table)
