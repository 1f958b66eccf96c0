"""Options that several commands share, spelled and meant the same in each: which data, whose, and which model."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from arch_team.settings import Settings
    from arch_team.tools.model_choice import SourceNote

Db = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help="Database to ask, e.g. sqlite:///shop.sqlite. Default: the demo."),
]
Files = Annotated[
    list[Path] | None,
    typer.Option("--file", metavar="FILE", help="CSV, Excel or Parquet file to ask. Several files are one database."),
]
Ontology = Annotated[
    Path | None,
    typer.Option(
        "--ontology", metavar="MODEL", help="Semantic model of the tables: a YAML file, or the name of a saved model."
    ),
]
Mandate = Annotated[str | None, typer.Option("--mandate", metavar="NAME", help="Whose rows to read.")]
Model = Annotated[
    str | None, typer.Option("--model", metavar="NAME", help="Language model. Default: the embedded operator.")
]
BaseUrl = Annotated[
    str | None, typer.Option("--base-url", metavar="URL", help="OpenAI-style endpoint of the language model.")
]


def data_settings(
    db: str | None, file: list[Path] | None, ontology: Path | None, mandate: str | None = None, **more: Any
) -> "Settings":
    """Settings for the data that the options name. What is named here stands before the environment and the settings
    file: a database that is named is asked although a file is configured, and the other way round."""
    from arch_team.console.setup import configured
    from arch_team.errors import UsageError

    if db is not None and file:
        raise UsageError("--db and --file are both given", "Ask one of them at a time.")
    first, *others = file or [None]
    settings = configured(
        db=db, file=first, files=tuple(others) if first else None, ontology=ontology, mandate=mandate, **more
    )
    for path in file or ():
        if not path.is_file():
            raise UsageError(f"there is no file {path}", "Check the name and the folder.")
    return settings.model_copy(update={"file": None, "files": ()}) if db is not None else settings


def tell_notes(notes: "tuple[SourceNote, ...]") -> None:
    """Says beside the output how the data was opened, where that is not what its reader may expect."""
    for note in notes:
        typer.echo(f"arch-team: {note.told()}", err=True)
