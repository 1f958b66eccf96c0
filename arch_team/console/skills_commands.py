"""`arch-team skills`: which skills are at hand, and whether their files hold together."""

from pathlib import Path
from typing import Annotated

import typer

from arch_team.console import exits

app = typer.Typer(help="List and check skills.", no_args_is_help=True)


@app.command("list")
def list_skills() -> None:
    """List the skills: shipped, registered by other packages, and in your own folder."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from arch_team.routing.skill_loader import load_skills

    found = load_skills(_own_folder())
    table = Table(box=None, pad_edge=False)
    for column in ("skill", "needs a model", "description"):
        table.add_column(column)
    for skill in found:
        note = "" if skill.available else f" (not available: {skill.unavailable_reason})"
        table.add_row(skill.name, "yes" if skill.needs_model else "no", escape(skill.description + note))
    Console(highlight=False).print(table)
    if found.issues:
        typer.echo(f"\n{_counted(len(found.issues), 'error')} in skill files: see `arch-team skills check`.", err=True)


@app.command()
def check(
    path: Annotated[
        Path | None, typer.Argument(help="A skill file or a folder of them. Without it, all skills at hand.")
    ] = None,
) -> None:
    """Check skill files. Everything wrong is told at once, with file, line and path."""
    from arch_team.routing.skill_loader import check_skills, load_skills

    if path is not None and not path.exists():
        typer.echo(f"{path}: there is no such file or folder", err=True)
        raise typer.Exit(exits.USAGE)
    found = load_skills(_own_folder()) if path is None else check_skills(path, _own_folder())
    for issue in found.issues:
        typer.echo(str(issue), err=True)
    typer.echo(f"{_counted(len(found), 'skill')}, {_counted(len(found.issues), 'error')}.")
    if found.issues:
        raise typer.Exit(exits.USAGE)


def _own_folder() -> Path:
    from arch_team.settings import Settings

    return Settings().skills_folder


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
