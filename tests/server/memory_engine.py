"""An engine in memory, for tests of what stands in front of one: real runs of the society, nothing written down."""

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from arch_team.clarify.clarification import Clarification, Status
from arch_team.clarify.clarifiers import StoreClarifier
from arch_team.clarify.errors import UnknownClarification
from arch_team.clarify.memory import MemoryStore
from arch_team.engine.engine import IdempotencyConflict, Levels, RunNotEnded, UnknownRun
from arch_team.engine.tenants import settings_for
from arch_team.evidence.interceptions import Interception, UnknownInterception
from arch_team.evidence.interceptions import Status as InterceptionStatus
from arch_team.owndata.choice import settings_with
from arch_team.runs.records import Page, RunEvent, RunRecord, RunRequest, RunStatus, Scope, Whose
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.wire import Language


@dataclass
class Kept:
    record: RunRecord
    scope: Scope
    events: list[RunEvent] = field(default_factory=list[RunEvent])
    task: "asyncio.Task[None] | None" = None

    def seen_by(self, whose: Whose) -> bool:
        """As the durable engine has it."""
        if isinstance(whose, str):
            return self.scope.tenant == whose
        wanted = (whose.mandate, whose.feature_instance)
        own = (self.scope.mandate, self.scope.feature_instance)
        return self.scope.tenant == whose.tenant and all(w in (None, o) for w, o in zip(wanted, own, strict=True))


class Asking(StoreClarifier):
    """Says in the run's events that it asks, and that it was answered."""

    def __init__(self, store: MemoryStore, engine: "MemoryEngine", run_id: str) -> None:
        super().__init__(store)
        self._engine = engine
        self._run_id = run_id

    async def ask(
        self,
        question: str,
        suggested_answers: Sequence[str] = (),
        *,
        run_id: str = "",
        language: Language = "de",
        timeout: float | None = None,
        clarification_id: str | None = None,
    ) -> str | None:
        asked = self.store.open(
            Clarification.new(question, suggested_answers, run_id=run_id, language=language, now=self.store.now())
        )
        await self._engine.tell(self._run_id, "asked", question, status="waiting")
        settled = await self.store.wait(asked.id)
        await self._engine.tell(self._run_id, "answered", settled.answer or "", status="running")
        return settled.answer


class MemoryEngine:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._runs: dict[str, Kept] = {}
        self._once: dict[tuple[str, str], str] = {}
        self._news = asyncio.Condition()
        self._numbers = itertools.count(1)
        self.questions = MemoryStore(interval=0.005)
        self.started: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self, scope: Scope, request: RunRequest, *, idempotency_key: str | None = None) -> RunRecord:
        known = self._once.get((scope.tenant, idempotency_key)) if idempotency_key else None
        if known is not None:
            if self._runs[known].record.request != request:
                raise IdempotencyConflict("the key was used for another question", "Use a new one.")
            return self._runs[known].record
        run_id = f"run-{scope.tenant}-{next(self._numbers)}"
        record = RunRecord(
            id=run_id, tenant=scope.tenant, status="queued", request=request, created_at=datetime.now(UTC)
        )
        kept = self._runs[run_id] = Kept(record, scope)
        if idempotency_key:
            self._once[scope.tenant, idempotency_key] = run_id
        self.started[scope.tenant] += 1
        self._loop = asyncio.get_running_loop()
        kept.task = asyncio.create_task(self._work(run_id, scope))
        return record

    async def _work(self, run_id: str, scope: Scope) -> None:
        request = self._runs[run_id].record.request
        settings = settings_with(settings_for(self._settings, scope), request.source)
        society = Society(settings, clarifier=Asking(self.questions, self, run_id))
        self._change(run_id, status="running", started_at=datetime.now(UTC))
        async for event in society.events(
            request.question,
            skill=request.skill,
            language=request.language,
            run_id=run_id,
            earlier=request.earlier,
        ):
            if event.kind != "answer":
                await self.tell(run_id, event.kind, event.text, event.seat)
            else:
                self._change(run_id, answer=event.answer, finished_at=datetime.now(UTC))
        await self.tell(run_id, "done", "", status="done")

    async def tell(self, run_id: str, kind: str, text: str, seat: str = "", status: RunStatus | None = None) -> None:
        events = self._runs[run_id].events
        told = {"seq": len(events) + 1, "at": datetime.now(UTC), "kind": kind, "text": text, "seat": seat}
        async with self._news:
            events.append(RunEvent.model_validate(told))
            if status is not None:
                self._change(run_id, status=status)
            self._news.notify_all()

    def _change(self, run_id: str, **fields: object) -> None:
        """An ended run keeps its ending, as in the durable engine."""
        kept = self._runs[run_id]
        if kept.record.ended:
            fields.pop("status", None)
        kept.record = kept.record.model_copy(update=fields)

    def _kept(self, whose: Whose, run_id: str) -> Kept:
        kept = self._runs.get(run_id)
        if kept is None or not kept.seen_by(whose):
            raise UnknownRun("there is no such run", "List the runs for their ids.")
        return kept

    async def get(self, whose: Whose, run_id: str) -> RunRecord:
        return self._kept(whose, run_id).record

    async def list(
        self,
        whose: Whose,
        *,
        status: RunStatus | None = None,
        search: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[RunRecord]:
        own = [kept.record for kept in reversed(self._runs.values()) if kept.seen_by(whose)]
        found = [r for r in own if status in (None, r.status) and (search or "") in r.request.question]
        ids = [record.id for record in found]
        found = found[ids.index(after) + 1 :] if after in ids else found
        return Page[RunRecord](items=tuple(found[:limit]), next=found[limit - 1].id if len(found) > limit else None)

    async def events(self, whose: Whose, run_id: str, *, after: int = 0) -> AsyncIterator[RunEvent]:
        kept = self._kept(whose, run_id)
        while not (kept.record.ended and after >= len(kept.events)):
            async with self._news:
                while len(kept.events) <= after and not kept.record.ended:
                    await self._news.wait()
                new = kept.events[after:]
            for event in new:
                yield event
                after = event.seq

    async def finished(self, whose: Whose, run_id: str, *, seconds: float | None = None) -> RunRecord:
        kept = self._kept(whose, run_id)
        async with asyncio.timeout(seconds), self._news:
            await self._news.wait_for(lambda: kept.record.ended or kept.record.status == "waiting")
        return kept.record

    async def cancel(self, whose: Whose, run_id: str) -> RunRecord:
        kept = self._kept(whose, run_id)
        if not kept.record.ended:
            self._change(run_id, status="cancelled")
            if kept.task is not None:
                kept.task.cancel()
            for question in self.questions.list("pending", run_id):
                self.questions.cancel(question.id)
            if kept.task is not None:
                await asyncio.gather(kept.task, return_exceptions=True)
            await self.tell(run_id, "cancelled", "")
        return kept.record

    async def delete(self, whose: Whose, run_id: str) -> None:
        if not self._kept(whose, run_id).record.ended:
            raise RunNotEnded("the run goes on", "Cancel it first.")
        del self._runs[run_id]

    async def delete_older(self, before: datetime, *, tenant: str | None = None) -> int:
        return 0

    async def export(self, whose: Whose, run_id: str) -> dict[str, object]:
        kept = self._kept(whose, run_id)
        return {"run": kept.record.to_wire(), "events": [event.to_wire() for event in kept.events]}

    async def clarifications(
        self,
        whose: Whose,
        *,
        status: Status | None = "pending",
        run_id: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[Clarification]:
        found = [one for one in self.questions.list(status, run_id) if self._belongs(whose, one)]
        ids = [one.id for one in found]
        found = found[ids.index(after) + 1 :] if after in ids else found
        return Page[Clarification](items=tuple(found[:limit]), next=found[limit - 1].id if len(found) > limit else None)

    def _belongs(self, whose: Whose, question: Clarification) -> bool:
        run = self._runs.get(question.run_id)
        return run is not None and run.seen_by(whose)

    async def clarification(self, whose: Whose, clarification_id: str) -> Clarification:
        found = self.questions.get(clarification_id)
        if not self._belongs(whose, found):
            raise UnknownClarification("there is no such question", "List the open questions first.")
        return found

    async def answer(self, whose: Whose, clarification_id: str, text: str) -> Clarification:
        asked = await self.clarification(whose, clarification_id)
        answered = self.questions.answer(clarification_id, text)
        if asked.status == "pending":
            self._change(asked.run_id, status="running")
        return answered

    async def interceptions(
        self,
        whose: Whose,
        *,
        status: InterceptionStatus | None = None,
        run_id: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[Interception]:
        return Page[Interception](items=())

    async def review(
        self, whose: Whose, interception_id: str, status: InterceptionStatus, note: str = ""
    ) -> Interception:
        raise UnknownInterception("there is no such interception", "List them for their ids.")

    async def ready(self) -> bool:
        return True

    async def levels(self) -> Levels:
        runs = Counter(kept.record.status for kept in self._runs.values() if not kept.record.ended)
        return Levels(runs, runs["waiting"])

    def close_from_outside(self) -> None:
        """For a test that does not live in the engine's loop."""
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self.close(), self._loop).result(20)

    async def close(self) -> None:
        tasks = [kept.task for kept in self._runs.values() if kept.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
