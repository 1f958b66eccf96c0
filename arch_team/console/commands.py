"""The commands by name. Only what is called is imported; for the help, all of them."""

from importlib import import_module
from typing import Any

import typer

_GROUPS = (
    "data",
    "ontology",
    "demo",
    "skills",
    "requirements",
    "knowledge",
    "benchmark",
    "interceptions",
    "words",
    "keys",
    "runs",
)
_COMMANDS = ("ask", "chat", "serve", "worker", "mcp")


def commands(called: str = "") -> typer.Typer:
    """The command line with the command that is called, or with all where none of that name is known."""
    known = called in (*_GROUPS, *_COMMANDS)
    app = typer.Typer(
        name="arch-team",
        help="Answers from your own tables: every figure is bound to the cell it came from.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    for name in _GROUPS:
        if not known or name == called:
            app.add_typer(import_module(f"arch_team.console.{name}_commands").app, name=name)
    for name in _COMMANDS:
        if not known or name == called:
            app.command()(getattr(import_module(f"arch_team.console.{name}_command"), name))
    app.command()(version)
    return app


def plain_flags(command: Any) -> None:
    """Shows a flag in the help without the type it has in Python: it takes no value."""
    asked = command.get_help_option(typer.Context(command))
    for parameter in (*command.params, *([asked] if asked else [])):
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    for inner in getattr(command, "commands", {}).values():
        plain_flags(inner)


def version() -> None:
    """Print the version."""
    from arch_team import __version__

    typer.echo(__version__)
