"""Steps that tell whether they were done now or read back, so that nothing is counted twice."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from arch_team.runs.steps import Steps
from arch_team.telemetry.current import current_run

T = TypeVar("T")


class _Does(Protocol):
    async def __call__(self, name: str, work: Callable[[], Awaitable[T]]) -> T: ...


class WatchedSteps:
    def __init__(self, inner: Steps) -> None:
        self._inner = inner

    async def once(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        return await self._watched(self._inner.once, name, work)

    async def read(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        return await self._watched(self._inner.read, name, work)

    async def _watched(self, does: _Does, name: str, work: Callable[[], Awaitable[T]]) -> T:
        is_done_now = False

        async def noted() -> T:
            nonlocal is_done_now
            is_done_now = True
            return await work()

        try:
            return await does(name, noted)
        finally:
            if (run := current_run.get()) is not None:
                run.is_replaying = not is_done_now
