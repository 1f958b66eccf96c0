"""An engine at work, on a loop of its own: tests ask it things from outside, as a server's threads do."""

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from threading import Thread
from typing import Any, Self, TypeVar

from pydantic import TypeAdapter

from arch_team.clarify.clarification import Clarification
from arch_team.engine.durable import DurableEngine
from arch_team.engine.opening import open_engine
from arch_team.engine.worker import MakeSociety
from arch_team.runs.records import RunEvent, RunRecord, RunRequest, Scope
from arch_team.settings import Settings
from tests import pace as pace

T = TypeVar("T")
PATIENCE = 90.0


class Office:
    engine: DurableEngine

    def __init__(self, settings: Settings, society: MakeSociety | None = None, *, works: bool = True) -> None:
        self._settings, self._society, self._works = settings, society, works
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._open = AsyncExitStack()

    def __enter__(self) -> Self:
        self._thread.start()
        opening = open_engine(self._settings, works=self._works, society=self._society)
        try:
            self.engine = self.do(self._open.enter_async_context(opening))
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.do(self._open.aclose())
        finally:
            self._end()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def start(
        self, question: str, tenant: str = "own", *, key: str | None = None, skill: str | None = None
    ) -> RunRecord:
        wanted = RunRequest(question=question, skill=skill)
        return self.do(self.engine.start(Scope(tenant=tenant), wanted, idempotency_key=key))

    def get(self, run: RunRecord) -> RunRecord:
        return self.do(self.engine.get(run.tenant, run.id))

    def finished(self, run: RunRecord) -> RunRecord:
        """Once it has ended, or waits for a person."""
        found = self.do(self.engine.finished(run.tenant, run.id, seconds=PATIENCE - 5))
        assert found.ended or found.status == "waiting", f"still {found.status}"
        return found

    def ended(self, run: RunRecord) -> RunRecord:
        """Once it has ended."""
        self.events(run)
        return self.get(run)

    def ask(self, question: str, tenant: str = "own") -> RunRecord:
        return self.finished(self.start(question, tenant))

    def question_of(self, run: RunRecord) -> Clarification:
        (found,) = self.do(self.engine.clarifications(run.tenant, run_id=run.id)).items
        return found

    def answer(self, run: RunRecord, text: str) -> Clarification:
        return self.do(self.engine.answer(run.tenant, self.question_of(run).id, text))

    def events(self, run: RunRecord, after: int = 0) -> list[RunEvent]:
        """All that happens, until the run has ended."""

        async def gathered() -> list[RunEvent]:
            return [event async for event in self.engine.events(run.tenant, run.id, after=after)]

        return self.do(gathered())

    def rows(self, table: str, run: RunRecord, *columns: str) -> list[tuple[Any, ...]]:
        """What DBOS keeps of a run."""
        schema = "dbos." if self.engine.database.dialect.name == "postgresql" else ""
        order = " ORDER BY function_id" if table == "operation_outputs" else ""
        query = f"SELECT {', '.join(columns)} FROM {schema}{table} WHERE workflow_uuid = '{run.id}'{order}"
        with self.engine.database.connect() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(query)]

    def events_so_far(self, run: RunRecord) -> list[RunEvent]:
        exported = self.do(self.engine.export(run.tenant, run.id))
        return TypeAdapter(list[RunEvent]).validate_python(exported["events"])
