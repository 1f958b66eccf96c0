"""The board: pinned questions, asked again on request, with what changed since the time before."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import AwareDatetime, Field

from arch_team.access.caller import Caller
from arch_team.access.pins import Pin, Pins, TooManyPins, UnknownPin
from arch_team.engine.engine import UnknownRun
from arch_team.owndata.choice import chosen
from arch_team.runs.answer_changes import Change, changes_between
from arch_team.runs.records import RunRecord, RunRequest
from arch_team.server.errors import STATUS
from arch_team.server.own import Own
from arch_team.server.service import CallerHere, Service, described
from arch_team.wire import Wire

STATUS.update({UnknownPin: 404, TooManyPins: 409})
MOST_CHANGES = 20

PinId = Annotated[str, Path(max_length=40, description="As on the board.")]


class PinBody(Wire):
    run_id: str = Field(min_length=1, max_length=200)


class PinnedQuestion(Wire):
    id: str
    question: str
    pinned_at: AwareDatetime
    run: RunRecord | None = None
    """The latest run, without evidence and trace. None: it was deleted."""
    compared_with: AwareDatetime | None = None
    """When the run before was asked."""
    changed: bool | None = None
    """None: there is nothing to compare with."""
    changes: tuple[Change, ...] = ()


class Board(Wire):
    items: tuple[PinnedQuestion, ...]


def pins_router(service: Service, own: Own, pins: Pins) -> APIRouter:
    router = APIRouter(prefix="/api/pins", tags=["board"], responses=described(404, 422))

    async def found(caller: Caller, run_id: str | None) -> RunRecord | None:
        if run_id is None:
            return None
        try:
            return await service.engine.get(caller.scope, run_id)
        except UnknownRun:
            return None

    async def shown(caller: Caller, pin: Pin) -> PinnedQuestion:
        run, before = await found(caller, pin.run_id), await found(caller, pin.before_id)
        answer, earlier = run.answer if run else None, before.answer if before else None
        changes = None
        if answer is not None and answer.ok and earlier is not None and earlier.ok:
            changes = changes_between(earlier, answer)
        return PinnedQuestion(
            id=pin.id,
            question=pin.request.question,
            pinned_at=pin.created_at,
            run=_brief(run) if run else None,
            compared_with=before.created_at if before else None,
            changed=None if changes is None else bool(changes),
            changes=(changes or ())[:MOST_CHANGES],
        )

    @router.get("")
    async def board(caller: CallerHere) -> Board:
        """The pinned questions, each with its latest answer and what changed."""
        held = await asyncio.to_thread(pins.list, caller.scope)
        return Board(items=tuple([await shown(caller, pin) for pin in held]))

    @router.post("", status_code=201, responses=described(409))
    async def pin_question(body: PinBody, caller: CallerHere) -> PinnedQuestion:
        """Pins the question of a run, with the data it was asked of."""
        run = await service.engine.get(caller.scope, body.run_id)
        source = run.request.source or await asyncio.to_thread(chosen, own.settings(caller))
        request = run.request.model_copy(update={"source": source})
        return await shown(caller, await asyncio.to_thread(pins.add, caller.scope, request, run.id))

    @router.post("/{pin_id}/run", status_code=202)
    async def run_pin(pin_id: PinId, caller: CallerHere) -> PinnedQuestion:
        """Asks a pinned question again. While it is being answered, nothing new is started."""
        pin = await asyncio.to_thread(pins.get, caller.scope, pin_id)
        last = await found(caller, pin.run_id)
        if last is not None and not last.ended:
            return await shown(caller, pin)
        request = RunRequest.model_validate({**pin.request.model_dump(), "person": caller.key_id})
        started = await service.engine.start(caller.scope, request)
        answered = last is not None and last.answer is not None and last.answer.ok
        before = pin.run_id if answered else pin.before_id
        return await shown(caller, await asyncio.to_thread(pins.ran, caller.scope, pin_id, started.id, before))

    @router.delete("/{pin_id}", status_code=204)
    async def unpin(pin_id: PinId, caller: CallerHere) -> None:
        """Takes a question off the board. Its runs stay."""
        await asyncio.to_thread(pins.remove, caller.scope, pin_id)

    _ = (board, pin_question, run_pin, unpin)
    return router


def _brief(run: RunRecord) -> RunRecord:
    """Without what is looked at in the run itself."""
    if run.answer is None:
        return run
    return run.model_copy(update={"answer": run.answer.model_copy(update={"evidence": ()})})
