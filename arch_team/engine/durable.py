"""The engine of a server: runs are kept in a database and survive whatever happens to a process."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import TYPE_CHECKING, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from arch_team.clarify.clarification import Clarification, checked_answer, checked_id
from arch_team.clarify.clarification import Status as ClarificationStatus
from arch_team.engine.database import patiently
from arch_team.engine.engine import Levels
from arch_team.engine.interception_store import SqlInterceptions
from arch_team.engine.question_store import SqlQuestions
from arch_team.engine.retention import delete_ended, delete_runs
from arch_team.engine.run_store import RunStore
from arch_team.engine.threads import Threads
from arch_team.engine.watch import Watch
from arch_team.engine.workflows import Workflows
from arch_team.evidence.interceptions import Interception
from arch_team.evidence.interceptions import Status as InterceptionStatus
from arch_team.runs.records import Page, RunEvent, RunRecord, RunRequest, RunStatus, Scope, Whose
from arch_team.settings import Settings

if TYPE_CHECKING:
    from arch_team.engine.worker import Worker

T = TypeVar("T")
_log = logging.getLogger(__name__)
TRIED_EVERY = 2.0
READERS, WRITERS = 8, 8
"""Threads. More would not make a database faster."""


class DurableEngine:
    """Every call says whose runs are meant. Calls to the database run in threads, so that no loop waits for them."""

    def __init__(self, settings: Settings, database: sa.Engine) -> None:
        self.settings = settings
        self.database = database
        self.store = RunStore(database)
        self.workflows = Workflows(database)
        self.watch = Watch(self.store)
        self._interceptions = SqlInterceptions(database)
        self._worker: Worker | None = None
        self._tried = (float("-inf"), False)
        self._reading, self._writing = Threads(READERS, "reads"), Threads(WRITERS, "writes")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self, scope: Scope, request: RunRequest, *, idempotency_key: str | None = None) -> RunRecord:
        run_id = _new_id()

        def added() -> RunRecord:
            return self.store.add(
                run_id,
                scope,
                request,
                idempotency_key,
                lambda connection: self.workflows.enqueue(connection, run_id, scope.tenant),
            )

        record = await self._write(added)
        if record.id == run_id:
            self.watch.begun(run_id, scope)
        return record

    async def get(self, whose: Whose, run_id: str) -> RunRecord:
        return await self._read(lambda: self.store.get(whose, run_id))

    async def list(
        self,
        whose: Whose,
        *,
        status: RunStatus | None = None,
        search: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[RunRecord]:
        return await self._read(lambda: self.store.page(whose, status=status, search=search, after=after, limit=limit))

    async def events(self, whose: Whose, run_id: str, *, after: int = 0) -> AsyncIterator[RunEvent]:
        with self.watch.on(run_id) as news:
            if self.watch.is_new(whose, run_id):
                await news.wait()
            while True:
                news.clear()
                found, ended = await self._read(lambda seen=after: self.store.events(whose, run_id, after=seen))
                for event in found:
                    yield event
                    after = event.seq
                if ended:
                    return
                if not found:
                    await news.wait()

    async def finished(self, whose: Whose, run_id: str, *, seconds: float | None = None) -> RunRecord:
        with self.watch.on(run_id, at_rest=True) as news:
            try:
                async with asyncio.timeout(seconds):
                    if self.watch.is_new(whose, run_id):
                        await news.wait()
                    while True:
                        news.clear()
                        found = await self._read(lambda: self.store.at_rest(whose, run_id))
                        if found is not None:
                            return found
                        await news.wait()
            except TimeoutError:
                return await self.get(whose, run_id)

    async def cancel(self, whose: Whose, run_id: str) -> RunRecord:
        def cancelled() -> RunRecord:
            if self.store.cancel(whose, run_id):
                self.workflows.take_out(run_id)
            return self.store.get(whose, run_id)

        record = await self._write(cancelled)
        if self._worker is not None and record.status == "cancelled":
            self._worker.drop(run_id)
        self.watch.happened(run_id)
        return record

    async def delete(self, whose: Whose, run_id: str) -> None:
        def deleted() -> None:
            self.store.require_ended(whose, run_id)
            delete_runs(self.store, self.workflows, [run_id])

        await self._write(deleted)
        self.watch.happened(run_id)

    async def delete_older(self, before: datetime, *, tenant: str | None = None) -> int:
        return await self._write(lambda: delete_ended(self.store, self.workflows, before, tenant))

    async def export(self, whose: Whose, run_id: str) -> dict[str, object]:
        record = await self.get(whose, run_id)

        def rest() -> dict[str, object]:
            events = list_of(lambda seen: self.store.events(whose, run_id, after=seen)[0])
            questions = SqlQuestions(self.database, whose, clock=self.store.now).list(run_id=run_id)
            held = self._interceptions.of_run(whose, run_id)
            return {
                "run": record.to_wire(),
                "events": [event.to_wire() for event in events],
                "clarifications": [question.to_wire() for question in questions],
                "interceptions": [interception.to_wire() for interception in held],
            }

        return await self._read(rest)

    async def clarifications(
        self,
        whose: Whose,
        *,
        status: ClarificationStatus | None = "pending",
        run_id: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[Clarification]:
        return await self._read(lambda: self._questions(whose).page(status, run_id, after, limit))

    async def clarification(self, whose: Whose, clarification_id: str) -> Clarification:
        return await self._read(lambda: self._questions(whose).get(clarification_id))

    async def answer(self, whose: Whose, clarification_id: str, text: str) -> Clarification:
        def answered() -> Clarification:
            settled = self._questions(whose).answer(checked_id(clarification_id), checked_answer(text))
            if self.store.wake(settled.run_id):
                self.workflows.put_back(settled.run_id)
            return settled

        settled = await self._write(answered)
        self.watch.happened(settled.run_id)
        return settled

    async def interceptions(
        self,
        whose: Whose,
        *,
        status: InterceptionStatus | None = None,
        run_id: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[Interception]:
        return await self._read(
            lambda: self._interceptions.page(whose, status=status, run_id=run_id, after=after, limit=limit)
        )

    async def review(
        self, whose: Whose, interception_id: str, status: InterceptionStatus, note: str = ""
    ) -> Interception:
        return await self._write(lambda: self._interceptions.review(whose, interception_id, status, note))

    async def ready(self) -> bool:
        """Whether the database takes and gives runs; tried out every few seconds."""
        if time.monotonic() - self._tried[0] < TRIED_EVERY:
            return self._tried[1]
        try:
            await self._writing.do(self.store.try_out)
            self._tried = (time.monotonic(), True)
        except (DBAPIError, ValueError) as error:
            _log.warning("the database of runs cannot be used: %s", error)
            self._tried = (time.monotonic() - TRIED_EVERY, False)
        return self._tried[1]

    async def levels(self) -> Levels:
        return await self._read(self.store.levels)

    async def work(self, worker: "Worker") -> None:
        """This process works on runs from here on, until the engine is closed."""
        await asyncio.to_thread(worker.start)
        self._worker = worker

    async def close(self) -> None:
        self.watch.close()
        worker, self._worker = self._worker, None
        if worker is not None:
            await asyncio.to_thread(worker.stop)
        for threads in (self._reading, self._writing):
            threads.close()
        self.workflows.close()
        self.database.dispose()

    async def _read(self, work: Callable[[], T]) -> T:
        return await self._reading.do(lambda: patiently(work))

    async def _write(self, work: Callable[[], T]) -> T:
        return await self._writing.do(lambda: patiently(work))

    def _questions(self, whose: Whose) -> SqlQuestions:
        return SqlQuestions(self.database, whose, clock=self.store.now)


def list_of(more: "Callable[[int], list[RunEvent]]") -> "list[RunEvent]":
    found: list[RunEvent] = []
    while batch := more(found[-1].seq if found else 0):
        found += batch
    return found


def _new_id() -> str:
    """Later ones sort after earlier ones: DBOS on SQLite dates a run by the second, and takes them by id within it."""
    return f"r{time.time_ns() // 1_000:014x}{secrets.token_hex(6)}"
