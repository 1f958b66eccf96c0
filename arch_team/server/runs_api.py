"""Runs: start, look at, follow, cancel, delete, export."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Response
from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse

from arch_team.errors import ArchTeamError
from arch_team.owndata.choice import chosen
from arch_team.runs.records import MOST_EARLIER, Page, RunEvent, RunRecord, RunRequest, RunStatus, Whose
from arch_team.server.errors import ErrorAnswer, error_of
from arch_team.server.known_skills import checked_skill
from arch_team.server.own import Own
from arch_team.server.service import DEFAULT_PER_PAGE, AdminHere, After, CallerHere, Limit, Service, described

HEARTBEAT = 15
"""Seconds between two signs of life, so that nothing on the way takes the line for dead."""

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        description="Sent again with the same body, the same run comes back; with another body, 409.",
    ),
]
Search = Annotated[str | None, Query(max_length=200, description="Words in questions and answers.")]
LastSeen = Annotated[int, Query(ge=0, le=2**31, description="The `seq` seen last.")]
LastEventId = Annotated[
    str | None, Header(alias="Last-Event-ID", max_length=20, pattern=r"^\d+$", description="As `after`.")
]


def runs_router(service: Service, own: Own) -> APIRouter:
    router = APIRouter(prefix="/api/runs", tags=["runs"], responses=described(404, 422))

    @router.post("", status_code=202, responses=described(409, 413, 415))
    async def start_run(
        body: RunRequest, caller: CallerHere, response: Response, idempotency_key: IdempotencyKey = None
    ) -> RunRecord:
        """Takes a question on. The answer comes later: follow `events`, or look at the run."""
        checked_skill(body.skill, service.settings.skills_folder)
        source = body.source or await asyncio.to_thread(chosen, own.settings(caller))
        before = await service.engine.get(caller.scope, body.follows) if body.follows else None
        earlier = (*before.request.earlier, await _answered(service, before)) if before else body.earlier
        known = {"source": source, "earlier": earlier[-MOST_EARLIER:], "person": caller.key_id}
        asked = body.model_copy(update=known)
        record = await service.engine.start(caller.scope, asked, idempotency_key=idempotency_key)
        response.headers["Location"] = f"/api/runs/{record.id}"
        return record

    @router.get("")
    async def list_runs(
        caller: CallerHere,
        status: RunStatus | None = None,
        search: Search = None,
        after: After = None,
        limit: Limit = DEFAULT_PER_PAGE,
    ) -> Page[RunRecord]:
        """Newest first, without evidence and trace."""
        return await service.engine.list(caller.scope, status=status, search=search, after=after, limit=limit)

    @router.get("/{run_id}")
    async def get_run(run_id: str, caller: CallerHere) -> RunRecord:
        """The run, whole."""
        return await service.engine.get(caller.scope, run_id)

    @router.get("/{run_id}/events", response_class=EventSourceResponse, responses=_EVENTS)
    async def run_events(
        run_id: str, caller: CallerHere, after: LastSeen = 0, last_event_id: LastEventId = None
    ) -> Response:
        """What happens in a run, as it happens. Ends with the run; comes back to where it was by `Last-Event-ID`."""
        await service.engine.get(caller.scope, run_id)
        seen = int(last_event_id) if last_event_id is not None else after
        return EventSourceResponse(_events(service, caller.scope, run_id, seen), ping=HEARTBEAT)

    @router.post("/{run_id}/cancel")
    async def cancel_run(run_id: str, caller: CallerHere) -> RunRecord:
        """Ends it. Its open question is withdrawn with it. Cancelling what has ended changes nothing."""
        return await service.engine.cancel(caller.scope, run_id)

    @router.delete("/{run_id}", status_code=204, responses=described(409))
    async def delete_run(run_id: str, caller: AdminHere) -> None:
        """The run with its events, evidence, questions and interceptions. Admins only; the run must have ended."""
        await service.engine.delete(caller.scope, run_id)

    @router.get("/{run_id}/export")
    async def export_run(run_id: str, caller: CallerHere) -> dict[str, object]:
        """All there is of a run, as one JSON document."""
        return await service.engine.export(caller.scope, run_id)

    _ = (start_run, list_runs, get_run, run_events, cancel_run, delete_run, export_run)
    return router


async def _answered(service: Service, run: RunRecord) -> str:
    """A run's question, with what the person answered when it was asked back."""
    found = await service.engine.clarifications(run.tenant, status="answered", run_id=run.id)
    return " ".join((run.request.question.rstrip(" ?.!"), *(one.answer or "" for one in found.items))).strip()


_EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Server-sent events: `id` is the event's seq, `event` its kind, `data` a RunEvent.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


async def _events(service: Service, whose: Whose, run_id: str, after: int) -> AsyncGenerator[ServerSentEvent]:
    try:
        async for event in service.engine.events(whose, run_id, after=after):
            yield as_sse(event)
    except ArchTeamError as error:
        _, body = error_of(error)
        yield ServerSentEvent(ErrorAnswer(error=body).to_json(), event="error")


def as_sse(event: RunEvent) -> ServerSentEvent:
    return ServerSentEvent(event.to_json(), event=event.kind, id=str(event.seq))
