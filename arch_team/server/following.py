"""Following a run from outside: until it has ended, or asks a question that is still open."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from arch_team.clarify.clarification import Clarification
from arch_team.engine.engine import Engine
from arch_team.runs.records import RunEvent, RunRecord, Whose

Told = Callable[[RunEvent], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How far a run is. Neither ended nor a question: the time was up, and the run goes on."""

    record: RunRecord
    question: Clarification | None = None


async def _nothing(event: RunEvent) -> None: ...


async def followed(
    engine: Engine, whose: Whose, run_id: str, *, seconds: float | None, told: Told = _nothing
) -> Outcome:
    try:
        async with asyncio.timeout(seconds):
            async for event in engine.events(whose, run_id):
                await told(event)
                if event.kind == "asked" and (question := await open_question(engine, whose, run_id)):
                    return Outcome(await engine.get(whose, run_id), question)
    except TimeoutError:
        return Outcome(await engine.get(whose, run_id), await open_question(engine, whose, run_id))
    return Outcome(await engine.get(whose, run_id))


async def open_question(engine: Engine, whose: Whose, run_id: str) -> Clarification | None:
    found = await engine.clarifications(whose, run_id=run_id, limit=1)
    return found.items[0] if found.items else None
