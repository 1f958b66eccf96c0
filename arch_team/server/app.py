"""The server put together: `create_app(settings)`."""

import asyncio
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager

import sqlalchemy as sa
from fastapi import Depends, FastAPI
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Route

from arch_team import __version__
from arch_team.access.audit import AuditLog
from arch_team.access.conversations import Conversations
from arch_team.access.feedback import FeedbackLog
from arch_team.access.keys import KeyStore
from arch_team.access.opening import open_access_database
from arch_team.access.pins import Pins
from arch_team.access.rate import RateLimit
from arch_team.engine.decision_store import SqlDecisions
from arch_team.engine.engine import Engine
from arch_team.engine.word_store import SqlWords
from arch_team.owndata.uploads import MEGABYTE
from arch_team.server.answer_api import answer_router
from arch_team.server.benchmarks_api import benchmarks_router
from arch_team.server.clarifications_api import clarifications_router
from arch_team.server.data_api import FILES, data_router
from arch_team.server.documents_api import LARGEST_DOCUMENT, documents_router
from arch_team.server.errors import install_errors
from arch_team.server.gate import Access, Gate
from arch_team.server.headers import SafeHeaders
from arch_team.server.health_api import health_router
from arch_team.server.heavy import Heavy
from arch_team.server.interceptions_api import interceptions_router
from arch_team.server.knowledge_api import DOCUMENTS, knowledge_router
from arch_team.server.limits import TimeLimit
from arch_team.server.mcp_door.door import McpDoor
from arch_team.server.me_api import me_router
from arch_team.server.openai_door.api import openai_router
from arch_team.server.own import Own
from arch_team.server.page_files import page_mount
from arch_team.server.pins_api import pins_router
from arch_team.server.requirements_api import requirements_router
from arch_team.server.review_api import LARGEST_UPLOAD, UPLOAD, review_router
from arch_team.server.runs_api import runs_router
from arch_team.server.service import Service, described
from arch_team.server.tables_api import tables_router
from arch_team.server.watched import Watched
from arch_team.server.words_api import words_router
from arch_team.settings import Settings
from arch_team.telemetry.metrics import turn_on

MCP = "/mcp"
BURST = 10.0
"""Seconds' worth of requests that may come at once."""
FAILURES_PER_MINUTE = 30
THREADS = 24
"""For what requests do beside the gate, the engine and heavy work: each of these has its own."""
_ABOUT = """Ask a company's own tables; every figure of an answer is bound to the cell it came from.

Send `Authorization: Bearer at_…` with every request. On the machine itself no key is needed until one is made.
Whose data is meant comes from the key, never from the request. Everything that goes wrong has one shape, `ErrorAnswer`.
"""


def create_app(settings: Settings, engine: Engine | None = None, *, works: bool = True) -> FastAPI:
    """`engine`: one that is open already and stays open. None: opened with the application, closed with it; it then
    works on runs itself, or leaves them to other processes."""
    database = open_access_database(settings)
    service = Service(settings, access_in(database, settings), engine)
    heavy = Heavy(settings.heavy_processes, settings.request_timeout)
    own = Own(settings, SqlDecisions(database), heavy)
    mcp = McpDoor(lambda: service.engine, own)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        async with AsyncExitStack() as stack:
            if engine is None:
                from arch_team.engine.opening import open_engine

                service.opened = await stack.enter_async_context(open_engine(settings, works=works))
            await stack.enter_async_context(mcp.open())
            stack.callback(heavy.close)
            asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "arch-team-requests"))
            yield
        if engine is None:
            service.opened = None
        database.dispose()

    app = FastAPI(
        title="arch_team",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_name,
    )
    install_errors(app, larger=_larger(settings))
    app.add_middleware(TimeLimit, seconds=settings.request_timeout)
    app.add_middleware(Gate, access=service.access)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.cors_origins),
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID"],
        )
    app.add_middleware(SafeHeaders)
    app.add_middleware(Watched)
    turn_on()
    app.include_router(health_router(service))
    for router in (
        runs_router(service, own),
        tables_router(service),
        answer_router(service, own, FeedbackLog(database)),
        data_router(own),
        pins_router(service, own, Pins(database)),
        clarifications_router(service),
        interceptions_router(service),
        words_router(SqlWords(database)),
        requirements_router(own.requirements),
        review_router(own),
        knowledge_router(own.knowledge, own.requirements),
        documents_router(own.knowledge, own),
        benchmarks_router(own),
        me_router(service),
        openai_router(service, Conversations(database), own),
    ):
        app.include_router(
            router, dependencies=[Depends(HTTPBearer(auto_error=False, description="A key"))], responses=described()
        )
    app.router.routes.append(Route(MCP, mcp))
    if (page := page_mount()) is not None:
        app.router.routes.append(page)
    return app


def _larger(settings: Settings) -> dict[str, int]:
    """Where a body may be larger than elsewhere. A file comes with a little around it."""
    tables = settings.upload_megabytes * MEGABYTE + MEGABYTE
    return {UPLOAD: LARGEST_UPLOAD, DOCUMENTS: LARGEST_DOCUMENT, FILES: tables}


def access_in(database: sa.Engine, settings: Settings) -> Access:
    per_minute = settings.requests_per_minute
    return Access(
        keys=KeyStore(database),
        audit=AuditLog(database),
        rate=RateLimit(per_minute, per_minute * BURST / 60),
        failures=RateLimit(FAILURES_PER_MINUTE, FAILURES_PER_MINUTE),
        origins=frozenset(settings.cors_origins),
    )


def _name(route: APIRoute) -> str:
    return route.name
