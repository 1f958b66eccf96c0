"""Medians of interleaved runs, so that a busy machine slows both sides alike."""

import statistics
import time
from collections.abc import Callable


def medians(*contenders: Callable[[], object], repeats: int) -> list[float]:
    """The median seconds of each, run in turns."""
    times: list[list[float]] = [[] for _ in contenders]
    for _ in range(repeats):
        for slot, contender in zip(times, contenders, strict=True):
            start = time.perf_counter()
            contender()
            slot.append(time.perf_counter() - start)
    return [statistics.median(slot) for slot in times]


def row(*cells: object) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"
