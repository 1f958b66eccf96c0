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
_VALUES = {
    "str": "TEXT",
    "int": "NUMBER",
    "int range": "NUMBER",
    "float": "NUMBER",
    "float range": "NUMBER",
    "path": "PATH",
    "Path": "PATH",
}
"""What people call a value, by what the help calls its type. Of a few words, the words are shown."""
_NAMED = dict.fromkeys(
    ("model", "mandate", "tenant", "feature", "collection", "skill", "name"), "NAME"
) | dict.fromkeys(("base_url", "db", "to"), "URL")
"""What is a name or an address wherever it is an option."""
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


def plain_values(command: Any) -> None:
    """Shows in the help what people are to write, not the type it has in Python: `NUMBER`, not `<int range>`; a flag
    takes nothing. What a command says itself stands."""
    context = typer.Context(command)
    asked = command.get_help_option(context)
    for parameter in (*command.params, *([asked] if asked else [])):
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
        elif parameter.param_type_name == "argument":
            parameter.metavar = (parameter.metavar or parameter.name.upper()).strip("[].…")  # the usage adds its own
            parameter.display_type_rich = _no_type  # its name says what it is
        elif parameter.metavar is None:
            shown = parameter.display_type(context).strip("<>").removeprefix("list[").removesuffix("]")
            parameter.metavar = _NAMED.get(parameter.name) or _VALUES.get(shown, shown)
    for inner in getattr(command, "commands", {}).values():
        plain_values(inner)


def _no_type(ctx: typer.Context) -> str:
    return ""


def version() -> None:
    """Print the version."""
    from arch_team import __version__

    typer.echo(__version__)
