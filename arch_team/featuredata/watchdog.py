"""Stops what runs too long. One sleeping thread for all statements: a timer thread for each would cost more than many
a statement itself."""

import heapq
import itertools
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

AGAIN = 0.05
"""Seconds between two stops of the same block: one that comes before its statement has begun stops nothing."""


class Watchdog:
    def __init__(self) -> None:
        self._change = threading.Condition()
        self._deadlines: list[tuple[float, int]] = []
        self._numbers = itertools.count()
        self._stops: dict[int, Callable[[], None]] = {}
        """What is being watched. Nothing of it is held on to once its block is left."""
        self._thread: threading.Thread | None = None

    @contextmanager
    def watching(self, seconds: float, stop: Callable[[], None]) -> Generator[None]:
        """Call `stop` from another thread unless the block is left within `seconds`, and again until it is."""
        number = next(self._numbers)
        deadline = time.monotonic() + seconds
        with self._change:
            self._stops[number] = stop
            sooner = not self._deadlines or deadline < self._deadlines[0][0]
            heapq.heappush(self._deadlines, (deadline, number))
            self._start()
            if sooner:
                self._change.notify()
        try:
            yield
        finally:
            with self._change:  # a stop under way ends before the block does, so it cannot hit what comes next
                self._stops.pop(number, None)

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():  # a forked child has no threads
            self._thread = threading.Thread(target=self._watch, name="statement-watchdog", daemon=True)
            self._thread.start()

    def _watch(self) -> None:
        with self._change:
            while True:
                now = time.monotonic()
                while self._deadlines and self._deadlines[0][0] <= now:
                    _, number = heapq.heappop(self._deadlines)
                    if stop := self._stops.get(number):
                        stop()
                        heapq.heappush(self._deadlines, (now + AGAIN, number))
                    stop = None
                self._change.wait(self._deadlines[0][0] - now if self._deadlines else None)


WATCHDOG = Watchdog()
