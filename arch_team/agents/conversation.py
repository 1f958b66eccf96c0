"""Running a society and telling what it does. Whatever happens inside, it ends with the state saying how."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from traceback import format_exception

from arch_team.agents.model_failures import kind_of, told
from arch_team.agents.state import Ending, RunState
from arch_team.agents.table import Table, Told
from arch_team.telemetry.current import left_off
from arch_team.text.messages import Messages, messages_of

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())
WHILE_ASKING = 0.2
"""Seconds between two looks at whether a person, whose time is not the run's, has answered."""
GRACE = 1.0
"""Seconds a cancelled team gets to clean up. Then it is left behind: a team is never used twice anyway."""


async def converse(table: Table, task: str, seconds: float, state: RunState) -> AsyncGenerator[Told, None]:
    """Seat, kind and text of each event. Never raises for what goes wrong inside the run."""
    told: asyncio.Queue[Told | None] = asyncio.Queue()
    work = asyncio.create_task(_work(table, task, told, state))
    deadline = asyncio.get_running_loop().time() + seconds
    try:
        while True:
            try:
                async with asyncio.timeout_at(deadline + state.waited):
                    item = await told.get()
            except TimeoutError:
                if not state.waits and asyncio.get_running_loop().time() >= deadline + state.waited:
                    raise
                await asyncio.sleep(WHILE_ASKING)
                continue
            if item is None:
                break
            yield item
    except TimeoutError:
        state.ending, state.reason = Ending.EXHAUSTED, _say(state)("too_long", seconds=f"{seconds:g}")
    finally:
        if not work.done():
            work.cancel()
            await asyncio.wait({work}, timeout=GRACE)


async def _work(table: Table, task: str, told: "asyncio.Queue[Told | None]", state: RunState) -> None:
    try:
        async with aclosing(table.told(task)) as events:
            async for event in events:
                told.put_nowait(event)
    except Exception as error:
        _settle(error, state)
    finally:
        told.put_nowait(None)


def _settle(error: Exception, state: RunState) -> None:
    """What went wrong may be wrapped in other errors on its way: the cause is found in the text of all of them."""
    text, say = "".join(format_exception(error)), _say(state)
    if "BudgetExceeded" in text or "budget is used up" in text:
        state.ending, state.reason = Ending.EXHAUSTED, say("budget")
        return
    state.ending = Ending.FAILED
    if "RunSuspended" in text:
        left_off()
        state.reason = say("left_off")
        return
    kind = kind_of(error)
    if kind is None:
        _log.warning("a run failed", exc_info=error)
        state.reason = say("inside")
        return
    state.reason, state.next_step = told(kind, state.desk.task.settings, state.model, state.language)


def _say(state: RunState) -> Messages:
    return messages_of("arch_team.agents", "run_failures.yaml", state.language)
