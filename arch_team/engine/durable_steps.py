"""Steps that are written down before the run goes on. They are numbered in the order in which they start, so one run
does one after the other: a turn with several calls is played again in the same order.

What only reads is written down with whatever is next: until then nobody has been told of anything that came of it, and
after a crash it is read again. A short run without a model so ends before any of its steps is written, and none is.
"""

import asyncio
import base64
import pickle
import time
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol, TypeVar, cast

from arch_team.runs.steps import RunSuspended
from arch_team.telemetry.current import left_off

T = TypeVar("T")
_inside: ContextVar[bool] = ContextVar("inside_a_step", default=False)
_FIRST = 1


class StepFailed(Exception):
    """A step failed with an error that cannot be kept itself; its text can."""


class LeftOff(Exception):
    """The run goes on elsewhere, later, or not at all."""


class UnexpectedStep(Exception):
    """The run was begun by code that did other steps, or in another order."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step came to. A failure is kept as well: the run played again fails in the same place."""

    value: object = None
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class DoneStep:
    """A step that was done and is not written yet. Most are never: their run ends before."""

    number: int
    name: str
    outcome: Outcome
    started: float
    ended: float
    """Seconds since 1970."""

    def record(self) -> "StepRecord":
        body = base64.b64encode(pickle.dumps(self.outcome)).decode()
        return StepRecord(self.number, self.name, body, self.started, self.ended)


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A step as it is written. `body` is its outcome."""

    number: int
    name: str
    body: str
    started: float = 0.0
    ended: float = 0.0
    """Seconds since 1970."""

    @property
    def outcome(self) -> Outcome:
        return cast("Outcome", pickle.loads(base64.b64decode(self.body)))  # noqa: S301 - from our own database


class Journal(Protocol):
    """Where steps are written down."""

    @property
    def recorded(self) -> Sequence[StepRecord]:
        """Those of executions before this one."""
        ...

    @property
    def lost(self) -> bool:
        """Whether the run belongs to another execution by now, or to none."""
        ...

    def note(self, step: DoneStep) -> None:
        """It is written with what is written next."""
        ...

    async def flush(self) -> bool:
        """Everything noted is written now. Whether the run is still ours."""
        ...

    def hush(self) -> None:
        """The run cannot go on here: what its agents make of that is not the run's."""
        ...


class DurableSteps:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._ahead = list(reversed(journal.recorded))
        self._number = max((step.number for step in journal.recorded), default=_FIRST - 1)
        self._turn = asyncio.Lock()
        self._doing: asyncio.Future[object] | None = None
        self._writes_at_once = False
        self.stopped: BaseException | None = None
        """Why the run cannot go on in this process: cancelled, given to another one, or not to be played again."""

    def stop(self) -> None:
        """Ends the step that is being done without a word of it, and lets none begin: the run unwinds by itself."""
        if self.stopped is None:
            self._stop(LeftOff("the run is left off here"))
        if self._doing is not None:
            self._doing.cancel()

    def _stop(self, why: BaseException) -> None:
        self.stopped = why
        self._journal.hush()

    async def once(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """From the first of these on every step is written at once."""
        self._writes_at_once = True
        return await self._step(name, work)

    async def read(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        return await self._step(name, work)

    async def _step(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        if _inside.get():
            return await work()  # part of a step that is being written down as a whole
        async with self._turn:
            self._may_begin()
            try:
                outcome = self._recalled(name) if self._ahead else await self._done(name, work)
            except asyncio.CancelledError:
                raise
            except BaseException as stopped:  # not from the work; an agent must not make an answer of it
                if self.stopped is None:
                    self._stop(stopped)
                raise self._suspended() from stopped
        if outcome.error is not None:
            raise outcome.error
        return cast("T", outcome.value)

    def _may_begin(self) -> None:
        if self.stopped is None and self._journal.lost:
            self._stop(LeftOff("the run belongs to another execution by now"))
        if self.stopped is not None:
            raise self._suspended()

    def _suspended(self) -> RunSuspended:
        left_off()
        return RunSuspended(str(self.stopped))

    def _recalled(self, name: str) -> Outcome:
        step = self._ahead.pop()
        if step.name != name:
            raise UnexpectedStep(f"{step.name} was done where {name} is to be done")
        return step.outcome

    async def _done(self, name: str, work: Callable[[], Awaitable[object]]) -> Outcome:
        started = time.time()
        outcome = await self._outcome(work)
        self._number += 1
        self._journal.note(DoneStep(self._number, name, outcome, started, time.time()))
        if self._writes_at_once and not await self._journal.flush():
            raise LeftOff("the run belongs to another execution by now")
        return outcome

    async def _outcome(self, work: Callable[[], Awaitable[object]]) -> Outcome:
        token = _inside.set(True)
        self._doing = asyncio.ensure_future(work())
        try:
            return Outcome(await self._doing)
        except asyncio.CancelledError:
            if self.stopped is not None:
                raise self.stopped from None  # nothing is recorded for a step that ends so
            raise
        except Exception as error:
            return Outcome(error=_kept(error))
        finally:
            self._doing = None
            _inside.reset(token)


def _kept(error: Exception) -> Exception:
    try:
        again = pickle.loads(pickle.dumps(error))  # noqa: S301
        if type(again) is type(error) and str(again) == str(error):
            return error
    except Exception:  # noqa: S110
        pass
    return StepFailed(f"{type(error).__name__}: {error}")
