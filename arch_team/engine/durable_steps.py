"""Steps that are written down before the run goes on. DBOS numbers them in the order in which they start, so one run
does one after the other: a turn with several calls is played again in the same order."""

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar, cast

from dbos import DBOS
from dbos import error as dbos_errors

from arch_team.runs.steps import RunSuspended
from arch_team.telemetry.current import left_off

T = TypeVar("T")
_inside: ContextVar[bool] = ContextVar("inside_a_step", default=False)


class StepFailed(Exception):
    """A step failed with an error that cannot be kept itself; its text can."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step came to. A failure is kept as well: the run played again fails in the same place."""

    value: object = None
    error: Exception | None = None


class DurableSteps:
    def __init__(self, told: Callable[[], None] = lambda: None) -> None:
        """`told` is called at once when the run cannot go on here: what its agents make of that is not the run's."""
        self._told = told
        self._turn = asyncio.Lock()
        self._doing: asyncio.Future[object] | None = None
        self.stopped: BaseException | None = None
        """Why the run cannot go on in this process: cancelled, given to another one, or not to be played again."""

    def stop(self) -> None:
        """Ends the step that is being done without a word of it, and lets none begin: the run unwinds by itself."""
        if self.stopped is None:
            self._stop(dbos_errors.DBOSWorkflowCancelledError("the run is left off here"))
        if self._doing is not None:
            self._doing.cancel()

    def _stop(self, why: BaseException) -> None:
        self.stopped = why
        self._told()

    async def once(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        if _inside.get():
            return await work()  # part of a step that is being written down as a whole
        async with self._turn:
            if self.stopped is not None:
                left_off()
                raise RunSuspended(str(self.stopped))
            try:
                outcome = await DBOS.run_step_async({"name": name}, self._done, work)
            except asyncio.CancelledError:
                raise
            except BaseException as stopped:  # from DBOS, not from the work; an agent must not make an answer of it
                self._stop(stopped)
                left_off()
                raise RunSuspended(str(stopped)) from stopped
        if outcome.error is not None:
            raise outcome.error
        return cast("T", outcome.value)

    async def _done(self, work: Callable[[], Awaitable[object]]) -> Outcome:
        token = _inside.set(True)
        self._doing = asyncio.ensure_future(work())
        try:
            return Outcome(await self._doing)
        except asyncio.CancelledError:
            if self.stopped is not None:
                raise self.stopped from None  # DBOS records nothing for a step that ends so
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
