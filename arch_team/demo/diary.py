"""What a company will do on which day. Days come in order, so every decision knows the balances of that day."""

import heapq
from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import count

FIRST_DAY = date(2023, 1, 1)
LAST_DAY = date(2025, 12, 31)

_HOLIDAYS = frozenset({(1, 1), (1, 2), (8, 1), (12, 25), (12, 26)})

Action = Callable[[date], None]


class Diary:
    def __init__(self) -> None:
        self._pages: list[tuple[date, int, int, Action]] = []
        self._order = count()

    def at(self, day: date, action: Action, *, turn: int = 0) -> None:
        """Plan an action. On one day, lower turns come first, and equal ones in the order they were planned."""
        heapq.heappush(self._pages, (day, turn, next(self._order), action))

    def live(self, last: date = LAST_DAY) -> None:
        """Do everything up to and including the last day. What was planned for later stays undone."""
        while self._pages and self._pages[0][0] <= last:
            day, _, _, action = heapq.heappop(self._pages)
            action(day)


def months() -> Iterator[tuple[int, int]]:
    return ((year, month) for year in range(FIRST_DAY.year, LAST_DAY.year + 1) for month in range(1, 13))


def month_end(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def workday(day: date) -> date:
    """The day itself, or the next one on which banks are open."""
    while _is_closed(day):
        day += timedelta(1)
    return day


def workday_before(day: date) -> date:
    """The day itself, or the last one before it on which banks are open: wages are there in time."""
    while _is_closed(day):
        day -= timedelta(1)
    return day


def _is_closed(day: date) -> bool:
    return day.weekday() >= 5 or (day.month, day.day) in _HOLIDAYS
