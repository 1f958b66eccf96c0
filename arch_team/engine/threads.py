"""Threads for one kind of work, so that no other kind stands in its way: who reads does not queue behind who writes."""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class Threads:
    def __init__(self, count: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=f"arch-team-{name}")

    async def do(self, work: Callable[[], T]) -> T:
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: context.run(work))

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
