"""`arch-team mcp`: the team as an MCP server on standard input and output."""

from arch_team.console import options
from arch_team.console.plain import plainly


@plainly()
def mcp(
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    db: options.Db = None,
    file: options.Files = None,
    ontology: options.Ontology = None,
    mandate: options.Mandate = None,
) -> None:
    """Speak MCP on standard input and output: data, requirements and knowledge tools, and `ask`."""
    import asyncio

    from arch_team.telemetry.setup import observe

    settings = options.data_settings(db, file, ontology, mandate, model=model, base_url=base_url)
    observe(settings, level="warning")
    from arch_team.server.mcp_door.door import serve_stdio

    asyncio.run(serve_stdio(settings))
