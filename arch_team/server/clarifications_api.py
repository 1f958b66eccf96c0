"""The team's questions to people: the inbox, and the answer."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from arch_team.clarify.clarification import ANSWER_LIMIT, Clarification, Status
from arch_team.runs.records import Page
from arch_team.server.service import DEFAULT_PER_PAGE, After, CallerHere, Limit, Service, described
from arch_team.wire import Wire

RunId = Annotated[str | None, Query(alias="runId", max_length=120, description="Only those of this run.")]


class AnswerBody(Wire):
    """One of the suggested answers, or the person's own words."""

    answer: str = Field(min_length=1, max_length=ANSWER_LIMIT, examples=["Nur die Bankkonten"])


def clarifications_router(service: Service) -> APIRouter:
    router = APIRouter(prefix="/api/clarifications", tags=["clarifications"], responses=described(404, 422))

    @router.get("")
    async def list_clarifications(
        caller: CallerHere,
        status: Status | Literal["all"] = "pending",
        run_id: RunId = None,
        after: After = None,
        limit: Limit = DEFAULT_PER_PAGE,
    ) -> Page[Clarification]:
        """Open questions, oldest first; with another `status`, those or all."""
        wanted = None if status == "all" else status
        return await service.engine.clarifications(caller.scope, status=wanted, run_id=run_id, after=after, limit=limit)

    @router.get("/{clarification_id}")
    async def get_clarification(clarification_id: str, caller: CallerHere) -> Clarification:
        return await service.engine.clarification(caller.scope, clarification_id)

    @router.post("/{clarification_id}/answer", responses=described(409, 410, 413, 415))
    async def answer_clarification(clarification_id: str, body: AnswerBody, caller: CallerHere) -> Clarification:
        """Answers; the run goes on. The same answer again is the same; another one is refused, and so is a late one."""
        return await service.engine.answer(caller.scope, clarification_id, body.answer)

    _ = (list_clarifications, get_clarification, answer_clarification)
    return router
