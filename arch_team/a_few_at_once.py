"""Many calls that wait for somebody else, a few of them at a time."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TypeVar

_Answer = TypeVar("_Answer")


async def a_few_at_once(most: int, calls: Sequence[Awaitable[_Answer]]) -> list[_Answer]:
    """The answers in the order of the calls."""
    turn = asyncio.Semaphore(most)

    async def in_turn(call: Awaitable[_Answer]) -> _Answer:
        async with turn:
            return await call

    return list(await asyncio.gather(*map(in_turn, calls)))
