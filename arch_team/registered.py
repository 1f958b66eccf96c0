"""What other packages register with this one, under a group of entry points.

Looking for them reads a file of every installed package, ten milliseconds and more: it is done once, and again where
Python's search path has changed. What is installed while a process runs is found by the next one.
"""

import sys
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points


def registered(group: str) -> tuple[EntryPoint, ...]:
    return _found(group, tuple(sys.path))


@lru_cache(maxsize=16)
def _found(group: str, _path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=group))
