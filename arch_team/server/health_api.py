"""For whoever watches the server: does it live, can it work, and how is it doing."""

import anyio
from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from arch_team import __version__
from arch_team.server.gate import METRICS
from arch_team.server.service import Service, described
from arch_team.telemetry.metrics import CONTENT_TYPE, turn_on
from arch_team.wire import Wire

PATIENCE = 5.0


class Health(Wire):
    status: str = "ok"
    version: str = __version__


def health_router(service: Service) -> APIRouter:
    router = APIRouter(tags=["server"])

    @router.get("/healthz")
    async def healthz() -> Health:
        """The process lives."""
        return Health()

    @router.get("/readyz", responses={503: described(503)[503]})
    async def readyz() -> Health:
        """It can take a question: the engine is open and the database answers."""
        engine = service.engine
        with anyio.move_on_after(PATIENCE):
            if await engine.ready():
                return Health()
        raise HTTPException(503, "the database does not answer")

    @router.get(METRICS, response_class=Response, responses=described())
    async def metrics(request: Request) -> Response:
        """Prometheus' text format. Free on this machine; elsewhere an admin's key is needed."""
        caller = getattr(request.state, "caller", None)
        if caller is not None and not caller.is_admin:
            raise HTTPException(403, "this needs a key with the role admin")
        counts = turn_on()
        levels = await service.engine.levels()
        counts.level(levels.runs, levels.open_clarifications)
        return Response(counts.text(), media_type=CONTENT_TYPE)

    _ = (healthz, readyz, metrics)
    return router
