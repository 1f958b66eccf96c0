"""`arch-team serve`: the API and the page."""

from typing import TYPE_CHECKING, Annotated

import typer

from arch_team.console import options
from arch_team.console.plain import plainly

if TYPE_CHECKING:
    from arch_team.settings import Settings

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8321


@plainly()
def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on. Beyond this machine only with keys.")] = (
        LOOPBACK
    ),
    port: Annotated[int, typer.Option("--port", "-p", min=0, max=65535, help="0: any free one.")] = DEFAULT_PORT,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    db: options.Db = None,
    file: options.Files = None,
    ontology: options.Ontology = None,
    mandate: options.Mandate = None,
    work: Annotated[bool, typer.Option(help="Work on runs, or leave them to `arch-team worker` processes.")] = True,
) -> None:
    """Serve the page and the API (HTTP, OpenAI-style, MCP). Ends with Ctrl-C; runs go on with the next start."""
    settings = options.data_settings(db, file, ontology, mandate, model=model, base_url=base_url)
    check_address(settings, host)
    from arch_team.server.app import create_app
    from arch_team.server.listening import listen
    from arch_team.telemetry.setup import observe

    observe(settings, level="info")

    def opened(at: int) -> None:
        typer.echo(f"Open http://{'localhost' if is_everywhere(host) else host}:{at}. Ctrl-C ends it.", err=True)

    listen(create_app(settings, works=work), host, port, opened)


def is_everywhere(host: str) -> bool:
    return host in ("0.0.0.0", "::")  # noqa: S104 - it is asked about, not bound


def check_address(settings: "Settings", host: str) -> None:
    """Without keys everybody who reaches the server is let in: then nobody but this machine may reach it."""
    from arch_team.access.opening import open_keys
    from arch_team.errors import UsageError
    from arch_team.server.gate import is_loopback

    if not is_loopback(host) and not open_keys(settings).exist():
        raise UsageError(
            f"without keys this server listens on this machine only, not on {host}",
            "Make a key first: arch-team keys create --tenant NAME --role admin.",
        )
