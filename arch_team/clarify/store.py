"""Where questions wait for their answers. The rules live here, once; a store only says how things are kept.

A question is settled exactly once, by whatever comes first: an answer, its deadline, a cancel. The same answer twice
gives the same result; a different second one is a conflict. Opening the same question under the same id again gives the
one that is stored, with its deadline: that is how a run takes up its question after a restart.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime
from typing import NoReturn

from arch_team.clarify.clarification import AnswerNote, Clarification, Status, checked_answer, checked_id, utc_now
from arch_team.clarify.errors import (
    ClarificationCancelled,
    ClarificationConflict,
    ClarificationExpired,
    UnknownClarification,
)

Clock = Callable[[], datetime]
Pause = Callable[[float], Awaitable[object]]
"""Lets this many seconds pass: `asyncio.sleep`, or a test's own."""

_log = logging.getLogger(__name__)


class ClarificationStore(ABC):
    def __init__(self, *, clock: Clock = utc_now, pause: Pause = asyncio.sleep, interval: float = 0.25) -> None:
        self._clock = clock
        self._pause = pause
        self._interval = interval

    def now(self) -> datetime:
        return self._clock()

    def open(self, clarification: Clarification) -> Clarification:
        """Put a question to the person. A second time: the stored one, whatever has become of it."""
        if clarification.status != "pending":
            raise ValueError("a question is opened as pending")
        stored = self._create(clarification)
        if not stored.asks_the_same(clarification):
            raise ClarificationConflict(
                f"the id {clarification.id} belongs to another question", "Give each question an id of its own."
            )
        return self._up_to_date(stored, self._clock())

    def get(self, clarification_id: str) -> Clarification:
        return self._current(clarification_id, self._clock())

    def list(self, status: Status | None = None, run_id: str | None = None) -> tuple[Clarification, ...]:
        """Oldest first."""
        now = self._clock()
        found = (self._up_to_date(clarification, now) for clarification in self._all())
        wanted = (c for c in found if status in (None, c.status) and run_id in (None, c.run_id))
        return tuple(sorted(wanted, key=lambda c: (c.created_at, c.id)))

    def answer(self, clarification_id: str, text: str) -> Clarification:
        answer, now = checked_answer(text), self._clock()
        current = self._current(clarification_id, now)
        if current.status == "pending":
            current = self._settle(current.answered(answer, now))
        if current.answer != answer:
            _refuse(current)
        return current

    def cancel(self, clarification_id: str) -> Clarification:
        """Withdraw a question. Cancelling twice is fine; what was answered or has expired stays so."""
        current = self._current(clarification_id, self._clock())
        if current.status == "pending":
            current = self._settle(current.ended("cancelled"))
        if current.status != "cancelled":
            _refuse(current)
        return current

    async def wait(self, clarification_id: str) -> Clarification:
        """The question once it is settled, one way or another."""
        while True:
            current = await asyncio.to_thread(self.get, clarification_id)
            if current.status != "pending":
                return current
            left = (current.deadline - self._clock()).total_seconds() if current.deadline else self._interval
            await self._pause(max(0.0, min(self._interval, left)))

    def _current(self, clarification_id: str, now: datetime) -> Clarification:
        found = self._load(checked_id(clarification_id))
        if found is None:
            raise UnknownClarification(f"there is no question {clarification_id}", "List the open questions first.")
        return self._up_to_date(found, now)

    def _up_to_date(self, found: Clarification, now: datetime) -> Clarification:
        if found.status != "pending":
            return found
        note = self._handed_in(found)
        if note is not None:
            at = now if note.answered_at is None else min(note.answered_at, now)
            if not found.overdue(at):
                return self._settle(found.answered(note.answer, at))
            _log.warning("the answer to question %s came after its deadline and is not taken", found.id)
        return self._settle(found.ended("expired")) if found.overdue(now) else found

    @abstractmethod
    def _create(self, clarification: Clarification) -> Clarification:
        """Keep it if its id is free. Gives what is stored under the id."""

    @abstractmethod
    def _load(self, clarification_id: str) -> Clarification | None: ...

    @abstractmethod
    def _all(self) -> Iterable[Clarification]: ...

    @abstractmethod
    def _settle(self, ended: Clarification) -> Clarification:
        """Settle a question unless it is settled: the first one wins, across processes too. Gives the winner."""

    def _handed_in(self, pending: Clarification) -> AnswerNote | None:
        """An answer that reached the store past `answer`, as a file in a folder does."""
        return None


def _refuse(settled: Clarification) -> NoReturn:
    if settled.status == "expired":
        raise ClarificationExpired(
            f"the question {settled.id} has expired: its deadline was {settled.deadline}", "Ask again."
        )
    if settled.status == "cancelled":
        raise ClarificationCancelled(f"the question {settled.id} was withdrawn", "Nobody waits for it any more.")
    raise ClarificationConflict(
        f"the question {settled.id} already has its answer: {settled.answer}", "The first answer stands. Ask again."
    )
