"""The command `arch-team`. Heavy imports live inside the commands, so that `--help` answers at once."""

import sys

import typer

from arch_team.console import (
    ask_command,
    benchmark_commands,
    chat_command,
    data_commands,
    demo_commands,
    interceptions_commands,
    keys_commands,
    knowledge_commands,
    mcp_command,
    ontology_commands,
    requirements_commands,
    runs_commands,
    serve_command,
    skills_commands,
    worker_command,
)

app = typer.Typer(
    name="arch-team",
    help="Answers from your own tables: every figure is bound to the cell it came from.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(data_commands.app, name="data")
app.add_typer(ontology_commands.app, name="ontology")
app.add_typer(demo_commands.app, name="demo")
app.add_typer(skills_commands.app, name="skills")
app.add_typer(requirements_commands.app, name="requirements")
app.add_typer(knowledge_commands.app, name="knowledge")
app.add_typer(benchmark_commands.app, name="benchmark")
app.add_typer(interceptions_commands.app, name="interceptions")
app.add_typer(keys_commands.app, name="keys")
app.add_typer(runs_commands.app, name="runs")
app.command()(ask_command.ask)
app.command()(chat_command.chat)
app.command()(serve_command.serve)
app.command()(worker_command.worker)
app.command()(mcp_command.mcp)


@app.command()
def version() -> None:
    """Print the version."""
    from arch_team import __version__

    typer.echo(__version__)


def main() -> None:
    """Run a command. Our own errors become one clear line and an exit code, never a traceback."""
    from arch_team.errors import ArchTeamError, UsageError

    try:
        app()
    except ArchTeamError as error:
        typer.echo(f"arch-team: {error}", err=True)
        if error.next_step:
            typer.echo(error.next_step, err=True)
        sys.exit(2 if isinstance(error, UsageError) else 1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
