"""Medians of interleaved runs, so that a busy machine slows both sides alike."""

import statistics
import time
from collections.abc import Callable


def medians(*contenders: Callable[[], object], repeats: int, in_a_row: int = 1) -> list[float]:
    """The median seconds of each, run in turns; `in_a_row` runs make one measurement of a quick thing."""
    times: list[list[float]] = [[] for _ in contenders]
    for _ in range(repeats):
        for slot, contender in zip(times, contenders, strict=True):
            start = time.perf_counter()
            for _ in range(in_a_row):
                contender()
            slot.append((time.perf_counter() - start) / in_a_row)
    return [statistics.median(slot) for slot in times]


def row(*cells: object) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"
