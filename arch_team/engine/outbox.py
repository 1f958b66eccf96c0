"""What a run has to say and the steps it comes from, on their way to the database: collected for a moment and written
together."""

import asyncio
from collections.abc import Callable, Sequence

from arch_team.engine.database import patiently
from arch_team.engine.durable_steps import DoneStep, StepRecord
from arch_team.engine.run_store import Claim, RunStore, Told
from arch_team.evidence.interceptions import Interception
from arch_team.runs.answer import Answer
from arch_team.runs.records import EventKind, RunEvent

MOMENT = 0.5
"""Seconds. Short for who watches, and long enough for the events of most runs to be one write with their end."""


Wrote = Callable[[str, bool], None]
"""Told of every write: of which run, and whether it goes on as before."""


class Outbox:
    """Numbers the events. What was written before, by an execution that this one plays again, is not written again."""

    def __init__(self, store: RunStore, claim: Claim, wrote: Wrote, over: Callable[[], bool]) -> None:
        self._store, self._claim, self._wrote, self._over = store, claim, wrote, over
        self._seq = 0
        self._events: list[RunEvent] = []
        self._interceptions: list[Interception] = []
        self._steps: list[DoneStep] = []
        self._leaves_steps = bool(claim.steps)
        self._turn = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._background: asyncio.Task[bool] | None = None
        self.lost = False
        """The run belongs to another execution by now, or to none."""
        self._is_hushed = False

    def hush(self) -> None:
        """The run goes on elsewhere, or not at all: what its agents still say here never happened in it. What happened
        before is still written."""
        self._is_hushed = True

    def tell(self, kind: EventKind, seat: str = "", text: str = "") -> None:
        if self._is_hushed and kind != "done":
            return
        self._seq += 1
        if self._seq > self._claim.last_seq:
            self._events.append(RunEvent(seq=self._seq, at=self._store.now(), kind=kind, seat=seat, text=text))
            self._write_soon()

    def intercept(self, interception: Interception) -> None:
        if self._is_hushed:
            return
        self._interceptions.append(interception)
        self._write_soon()

    @property
    def recorded(self) -> Sequence[StepRecord]:
        return self._claim.steps

    def note(self, step: DoneStep) -> None:
        self._steps.append(step)
        self._write_soon()

    async def flush(self) -> bool:
        """Everything is written now. Whether the run is still ours."""
        async with self._turn:
            told = self._taken(with_steps=True)
            if not self.lost and (told.events or told.interceptions or told.steps):
                self._leaves_steps = True
                await self._write(lambda: self._store.write(self._claim, told), goes_on=True)
        return not self.lost

    async def finish(self, answer: Answer) -> bool:
        """The last events and the answer, together: who sees the end of the run finds its answer. Steps are written
        where there are some already; else nobody needs them any more."""
        async with self._turn:
            self.tell("done", text=answer.status)
            told = self._taken(with_steps=self._leaves_steps)
            if not self.lost:
                await self._write(lambda: self._store.finish(self._claim, told, answer))
        return not self.lost

    def close(self) -> None:
        """Nothing more is written."""
        self.lost = True
        if self._timer is not None:
            self._timer.cancel()

    def _write_soon(self) -> None:
        if self._timer is None and not self.lost:
            self._timer = asyncio.get_running_loop().call_later(MOMENT, self._write_now)

    def _write_now(self) -> None:
        self._timer = None
        self._background = asyncio.create_task(self.flush())

    async def _write(self, work: Callable[[], bool], *, goes_on: bool = False) -> None:
        self.lost = not await asyncio.to_thread(patiently, work, over=self._over)
        self._wrote(self._claim.run_id, goes_on)

    def _taken(self, *, with_steps: bool) -> Told:
        told = Told(self._events, self._interceptions, [step.record() for step in self._steps] if with_steps else ())
        self._events, self._interceptions, self._steps = [], [], []
        return told
