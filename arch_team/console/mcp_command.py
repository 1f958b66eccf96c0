"""`arch-team mcp`: the team as an MCP server on standard input and output."""

from typing import Annotated

import typer

from arch_team.console.plain import plainly


@plainly()
def mcp(
    model: Annotated[str | None, typer.Option("--model", help="Model name. Default: the embedded operator.")] = None,
    base_url: Annotated[str | None, typer.Option("--base-url", help="OpenAI-compatible endpoint.")] = None,
    db: Annotated[str | None, typer.Option("--db", help="Database URL. Default: the demo company.")] = None,
    mandate: Annotated[str | None, typer.Option("--mandate", help="Whose data to read.")] = None,
) -> None:
    """Speak MCP on standard input and output: data, requirements and knowledge tools, and `ask`."""
    import asyncio

    from arch_team.console.setup import configured
    from arch_team.telemetry.setup import observe

    settings = configured(model=model, base_url=base_url, db=db, mandate=mandate)
    observe(settings, level="warning")
    from arch_team.server.mcp_door.door import serve_stdio

    asyncio.run(serve_stdio(settings))
