"""The command `arch-team`. Heavy imports live inside the commands, so that `--help` answers at once."""

import sys

import typer

from arch_team.console.commands import commands, plain_values


def __getattr__(name: str) -> typer.Typer:
    """`app`: the whole command line, for whoever does not call one command."""
    if name != "app":
        raise AttributeError(name)
    return commands()


def run() -> None:
    """The program: `main`, and an end that does not take apart what it put together."""
    from arch_team.console.leaving import leave

    try:
        main()
    except SystemExit as ended:
        if sys.argv[1:2] == ["ask"]:
            leave(ended.code)
        raise


def main() -> None:
    """Run a command. Our own errors become one clear line and an exit code, never a traceback."""
    from arch_team.errors import ArchTeamError, UsageError

    if sys.argv[1:] == ["--version"]:
        sys.argv[1] = "version"
    try:
        command = typer.main.get_command(commands(*sys.argv[1:2]))
        plain_values(command)
        command()
    except ArchTeamError as error:
        typer.echo(f"arch-team: {error}", err=True)
        if error.next_step:
            typer.echo(error.next_step, err=True)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
