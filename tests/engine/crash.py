"""A process that works on a run and is killed on the way, at a point that does not depend on time.

The points are put into the code from here: the function named is called, and before or after it the process kills
itself the hard way. What a model was asked and what was read is noted in a file, which survives.
"""

import inspect
import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from autogen_core.models import CreateResult, LLMMessage

from arch_team.engine.durable_steps import DurableSteps
from arch_team.engine.question_store import SqlQuestions
from arch_team.engine.run_store import RunStore
from arch_team.engine.workflows import Workflows
from arch_team.models.scripted import Scripted
from arch_team.settings import Settings
from arch_team.tools.data import DataTools
from tests.engine.office import Office
from tests.engine.operators import ASKS, QUESTION, Cast, turn_number

ANSWER, TOOL = "2025", "queryTable"


@dataclass(frozen=True, slots=True)
class Point:
    """Where the process dies: around the n-th call of a method."""

    owner: type
    method: str
    after: bool
    nth: int = 1
    of: str | None = None
    """Only calls for this tool or step count."""
    answered: bool = False
    """The person has answered by then."""
    repeats: str | None = None
    """What has to be done again: it was done, and there was no time to write it down."""


POINTS: dict[str, Point] = {
    "taken on": Point(RunStore, "add", after=True),
    "model called": Point(Scripted, "create", after=True, repeats="turn 0"),
    "model call recorded": Point(DurableSteps, "once", after=True, of="model"),
    "before the tool": Point(DataTools, "read", after=False, of=TOOL),
    "tool called": Point(DataTools, "read", after=True, of=TOOL, repeats="read"),
    "tool call recorded": Point(DurableSteps, "read", after=True, of=TOOL),
    "second model call recorded": Point(DurableSteps, "once", after=True, nth=2, of="model"),
    "question asked": Point(SqlQuestions, "_create", after=True),
    "before it leaves work": Point(Workflows, "take_out", after=False),
    "after it left work": Point(Workflows, "take_out", after=True),
    "waiting": Point(RunStore, "park", after=True),
    "answer given": Point(RunStore, "wake", after=False, answered=True),
    "about to go on": Point(RunStore, "wake", after=True, answered=True),
    "going on": Point(Workflows, "put_back", after=True, answered=True),
    "answered, model call recorded": Point(DurableSteps, "once", after=True, nth=3, of="model", answered=True),
    "before the result": Point(RunStore, "finish", after=False, answered=True),
    "result written": Point(RunStore, "finish", after=True, answered=True),
}


class Noted(Scripted):
    """Says the next of its turns, by what was said before, and notes that it was asked."""

    def __init__(self, notes: Path) -> None:
        super().__init__(lambda messages: ASKS[min(turn_number(messages), len(ASKS) - 1)])
        self._notes = notes

    async def create(self, messages: Sequence[LLMMessage], **more: Any) -> CreateResult:
        note(self._notes, f"turn {turn_number(messages)}")
        return await super().create(messages, **more)


def note(notes: Path, what: str) -> None:
    handle = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(handle, f"{what}\n".encode())
    os.close(handle)


def noting_reads(notes: Path) -> Callable[..., Any]:
    real = DataTools.read

    def read(self: DataTools, tool: str, arguments: object) -> Any:
        caller = inspect.stack(context=0)[1].function  # a desk or a guard that looks calls at once
        is_step = caller != DataTools.call.__name__
        if tool == TOOL and is_step:
            note(notes, "read")
        return real(self, tool, arguments)

    return read


def work_until_killed(settings: Settings, notes: Path, point: str) -> None:
    """What the process does. It does not come back from it."""
    DataTools.read = noting_reads(notes)  # type: ignore[method-assign]
    _lay(POINTS[point])
    with Office(settings, Cast(Noted(notes))) as office:
        run = office.start(QUESTION)
        if POINTS[point].answered:
            office.finished(run)
            office.answer(run, ANSWER)
        Event().wait(60)


def _lay(point: Point) -> None:
    real = getattr(point.owner, point.method)
    calls = 0

    def counts(arguments: tuple[Any, ...]) -> bool:
        nonlocal calls
        meant = point.of is None or point.of == arguments[1]
        calls += meant
        return meant and calls == point.nth

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)
        Event().wait()

    if inspect.iscoroutinefunction(real):

        async def later(*arguments: Any, **more: Any) -> Any:
            ours = counts(arguments)
            if ours and not point.after:
                die()
            result = await real(*arguments, **more)
            if ours:
                die()
            return result

        setattr(point.owner, point.method, later)
        return

    def now(*arguments: Any, **more: Any) -> Any:
        ours = counts(arguments)
        if ours and not point.after:
            die()
        result = real(*arguments, **more)
        if ours:
            die()
        return result

    setattr(point.owner, point.method, now)


def work_until_told(settings: Settings, notes: Path, over: Any) -> None:
    """A process that works on whatever there is, and ends when it is told to."""
    with Office(settings, Cast(Noted(notes))):
        over.wait(120)
