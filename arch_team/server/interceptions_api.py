"""What was held back and why, and what a person makes of it."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from arch_team.evidence.interceptions import Interception, Status
from arch_team.runs.records import Page
from arch_team.server.service import DEFAULT_PER_PAGE, After, CallerHere, Limit, Service, described
from arch_team.wire import Wire

RunId = Annotated[str | None, Query(alias="runId", max_length=120, description="Only those of this run.")]


class ReviewBody(Wire):
    status: Literal["false_alarm", "confirmed", "open"]
    note: str = Field(default="", max_length=2_000, examples=["Der Kunde heisst wirklich so."])


def interceptions_router(service: Service) -> APIRouter:
    router = APIRouter(prefix="/api/interceptions", tags=["interceptions"], responses=described(404, 422))

    @router.get("")
    async def list_interceptions(
        caller: CallerHere,
        status: Status | None = None,
        run_id: RunId = None,
        after: After = None,
        limit: Limit = DEFAULT_PER_PAGE,
    ) -> Page[Interception]:
        """Newest first."""
        return await service.engine.interceptions(caller.scope, status=status, run_id=run_id, after=after, limit=limit)

    @router.post("/{interception_id}/review", responses=described(413, 415))
    async def review_interception(interception_id: str, body: ReviewBody, caller: CallerHere) -> Interception:
        """Report a false alarm, or confirm it. Saying so again replaces what was said before."""
        return await service.engine.review(caller.scope, interception_id, body.status, body.note)

    _ = (list_interceptions, review_interception)
    return router
