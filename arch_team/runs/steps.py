"""How a thing that must happen once is done: at once, or written down first so that a restart does not do it again.

A model call and a read of the data are steps. Everything between them is computed from what they returned, so a run
that is played again from its recorded steps says the same.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class RunSuspended(Exception):
    """The run leaves off here and goes on later, perhaps elsewhere. It is not a failure, and nothing is said of it."""


class Steps(Protocol):
    async def once(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """Does the work, or returns what it returned when it was done before. The value must survive pickling."""
        ...

    async def read(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """The same for what only reads, and quickly: it may be done again after a crash, as long as nobody was told of
        anything that came of it."""
        ...


class Inline:
    """For scripts and the console: does it, and writes nothing down."""

    async def once(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        return await work()

    async def read(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        return await self.once(name, work)
