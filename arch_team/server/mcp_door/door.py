"""The MCP server, and its two transports."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import HTTPConnection

from arch_team import __version__
from arch_team.access.caller import LOCAL, Caller
from arch_team.engine.decision_store import SqlDecisions
from arch_team.engine.engine import Engine
from arch_team.errors import UsageError
from arch_team.server.errors import refusal
from arch_team.server.gate import caller_of
from arch_team.server.heavy import Heavy
from arch_team.server.mcp_door.asking import Asking
from arch_team.server.mcp_door.toolbox import ASK, Toolbox, failed
from arch_team.server.own import Own
from arch_team.settings import Settings

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

Context = ServerRequestContext[Any, HTTPConnection]
_ABOUT = "Answers from the company's own tables, requirements and documents. Figures are proven, never guessed."


class UnknownTool(UsageError): ...


def mcp_server(engine_now: Callable[[], Engine], own: Own) -> "Server[Any]":
    """One for all callers: whose call it is comes with each request."""

    async def list_tools(context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        import asyncio

        return types.ListToolsResult(tools=await asyncio.to_thread(Toolbox(own, _caller(context)).listed))

    async def call_tool(
        context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        caller = _caller(context)
        if context.request is not None:
            context.request.state.note = f"tool {params.name}"
        if params.name == ASK:
            return await Asking(engine_now(), caller, context, own.settings(caller).skills_folder).call(params)
        found = await Toolbox(own, caller).call(params.name, params.arguments or {})
        return found or failed(UnknownTool("there is no such tool", "List the tools for their names."))

    return Server(
        "arch-team",
        version=__version__,
        title="arch_team",
        instructions=_ABOUT,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _caller(context: Context) -> Caller:
    """From the request that the gate let in. On stdio it is whoever started the process."""
    return LOCAL if context.request is None else caller_of(context.request)


class McpDoor:
    """Streamable HTTP. A session belongs to the key that opened it."""

    def __init__(self, engine_now: Callable[[], Engine], own: Own) -> None:
        self._server = mcp_server(engine_now, own)
        self._manager: StreamableHTTPSessionManager | None = None

    @asynccontextmanager
    async def open(self) -> AsyncGenerator[None]:
        self._manager = StreamableHTTPSessionManager(self._server)
        try:
            async with self._manager.run():
                yield
        finally:
            self._manager = None

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if self._manager is None:
            await refusal(503, "the server is starting or stopping", scope["path"])(scope, receive, send)
            return
        caller = caller_of(HTTPConnection(scope))
        token = AccessToken(token="", client_id=caller.key_id or caller.tenant, scopes=[])
        await self._manager.handle_request({**scope, "user": AuthenticatedUser(token)}, receive, send)


async def serve_stdio(settings: Settings) -> None:
    from mcp.server.stdio import stdio_server

    from arch_team.engine.opening import open_engine

    heavy = Heavy(settings.heavy_processes, settings.request_timeout)
    try:
        async with open_engine(settings) as engine, stdio_server() as (incoming, outgoing):
            server = mcp_server(lambda: engine, Own(settings, SqlDecisions(engine.database), heavy))
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        heavy.close()
