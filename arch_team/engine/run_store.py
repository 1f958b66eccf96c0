"""Runs and their events in SQL. One transaction per method; what may only happen once is a condition of its UPDATE.

An execution of a run has an attempt number. Only the latest attempt of a run that is `running` may write, so an
execution that was given up, and does not know it yet, changes nothing.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from arch_team.clarify.clarification import Clarification, utc_now
from arch_team.engine.database import insert_new, sayable
from arch_team.engine.dbos_tables import DbosTables
from arch_team.engine.durable_steps import StepRecord
from arch_team.engine.engine import IdempotencyConflict, Levels, RunNotEnded, UnknownRun
from arch_team.engine.pages import page as one_page
from arch_team.engine.run_statements import (
    BRIEF,
    CLAIM,
    GOES_ON,
    NEW,
    SINCE,
    STATES,
    advancing,
    bound,
    frozen,
    given,
    how_far,
    whole,
)
from arch_team.engine.schema import CLARIFICATIONS, EVENTS, INTERCEPTIONS, PROBES, RUNS, seen_by
from arch_team.evidence.interceptions import Interception
from arch_team.runs.answer import Answer
from arch_team.runs.records import ENDED, Page, RunEvent, RunRecord, RunRequest, RunStatus, Scope, Whose
from arch_team.runs.trace import AgentTrace

TRIED = 20
"""Rows that are read to see whether rows can be read."""
_OPEN: tuple[RunStatus, ...] = (*GOES_ON, "waiting")


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to work on a run, and what is needed for it."""

    run_id: str
    attempt: int
    scope: Scope
    request: RunRequest
    last_seq: int
    failures: float = 0.0
    """How often a process died of this run, as far as that can be told."""
    steps: Sequence[StepRecord] = ()
    """What was recorded of it before."""


@dataclass(frozen=True, slots=True)
class Told:
    """What an execution has to say since it last wrote."""

    events: Sequence[RunEvent] = ()
    interceptions: Sequence[Interception] = ()
    steps: Sequence[StepRecord] = ()


class RunStore:
    def __init__(self, engine: sa.Engine, *, clock: Callable[[], datetime] = utc_now) -> None:
        self.engine = engine
        self.now = clock
        self._dbos = DbosTables(engine.dialect)
        self._add = insert_new(engine.dialect, RUNS).values(**bound(NEW)).returning(RUNS.c.id)
        self._add_events = insert_new(engine.dialect, EVENTS)
        self._add_held = insert_new(engine.dialect, INTERCEPTIONS)

    def add(
        self,
        run_id: str,
        scope: Scope,
        request: RunRequest,
        idempotency_key: str | None,
        enqueue: Callable[[sa.Connection], object],
    ) -> RunRecord:
        """Keeps the run and queues its work, both or neither. A known key gives the run it was used for."""
        values: dict[str, Any] = {
            "id": run_id,
            "tenant": scope.tenant,
            "mandate": scope.mandate,
            "feature_instance": scope.feature_instance,
            "status": "queued",
            "scope": scope.to_json(),
            "request": request.to_json(),
            "searchable": sayable(request.question.casefold()),
            "created_at": self.now(),
            "attempt": 0,
            "last_seq": 0,
            "idempotency_key": None if idempotency_key is None else _digest(scope, idempotency_key),
        }
        with self.engine.begin() as connection:
            added = connection.execute(self._add, given(values)).first()
            if added is not None:
                enqueue(connection)
                return RunRecord(
                    id=run_id, tenant=scope.tenant, status="queued", request=request, created_at=values["created_at"]
                )
        with self.engine.connect() as connection:
            found = connection.execute(
                sa.select(RUNS.c.id, RUNS.c.request, RUNS.c.scope).where(
                    RUNS.c.tenant == scope.tenant, RUNS.c.idempotency_key == values["idempotency_key"]
                )
            ).one()
            if (found.request, found.scope) != (values["request"], values["scope"]):
                raise IdempotencyConflict(
                    "this idempotency key was used for another question", "Take a new key for a new question."
                )
            return self._one(connection, scope, found.id)

    def get(self, whose: Whose, run_id: str) -> RunRecord:
        with self.engine.connect() as connection:
            return self._one(connection, whose, run_id)

    def at_rest(self, whose: Whose, run_id: str) -> RunRecord | None:
        """The run once it has ended, or waits for a person. None: it is at work."""
        with self.engine.connect() as connection:
            row = self._row(connection, whose, run_id)
        return None if row.status in GOES_ON else _record(row)

    def _one(self, connection: sa.Connection, whose: Whose, run_id: str) -> RunRecord:
        return _record(self._row(connection, whose, run_id))

    def _row(self, connection: sa.Connection, whose: Whose, run_id: str) -> Any:
        row = connection.execute(whole(frozen(whose)), {"run": sayable(run_id)}).one_or_none()
        if row is None:
            raise unknown(run_id)
        return row

    def page(
        self, whose: Whose, *, status: RunStatus | None, search: str | None, after: str | None, limit: int
    ) -> Page[RunRecord]:
        query = sa.select(*BRIEF).where(seen_by(whose))
        if status is not None:
            query = query.where(RUNS.c.status == status)
        for word in sayable(search or "").casefold().split():
            query = query.where(RUNS.c.searchable.contains(word, autoescape=True))
        with self.engine.connect() as connection:
            return one_page(
                connection,
                query,
                RUNS.c.created_at,
                RUNS.c.id,
                newest_first=True,
                after=after,
                limit=limit,
                made=_record,
            )

    def events(self, whose: Whose, run_id: str, *, after: int, limit: int = 500) -> tuple[list[RunEvent], bool]:
        """Up to `limit` events, and whether the run has ended and these are its last."""
        with self.engine.connect() as connection:
            run = connection.execute(how_far(frozen(whose)), {"run": sayable(run_id)}).one_or_none()
            if run is None:
                raise unknown(run_id)
            rows = connection.execute(SINCE, {"run": run_id, "after": after, "most": limit}).all()
        found = [RunEvent(seq=r.seq, at=r.at, kind=r.kind, seat=r.seat, text=r.text) for r in rows]
        last = found[-1].seq if found else after
        return found, run.status in ENDED and last >= run.last_seq

    def claim(self, run_id: str) -> Claim | None:
        """The work on a run begins, or begins again. None: there is nothing left to do on it."""
        return self.claim_all([run_id]).get(run_id)

    def claim_all(self, run_ids: Sequence[str]) -> dict[str, Claim]:
        """The same for several runs at once; those that there is something to do on."""
        with self.engine.begin() as connection:
            rows = connection.execute(CLAIM, {"runs": list(run_ids), "now": self.now()}).all()
            steps = {row.id: self._dbos.steps_of(connection, row.id) for row in rows if row.attempt > 1}
        return {
            row.id: Claim(
                row.id,
                row.attempt,
                Scope.model_validate_json(row.scope),
                RunRequest.model_validate_json(row.request),
                row.last_seq,
                row.failures or 0.0,
                steps.get(row.id, ()),
            )
            for row in rows
        }

    def is_held(self, claim: Claim) -> bool:
        """Whether the run is still this execution's."""
        query = sa.select(RUNS.c.id).where(
            RUNS.c.id == claim.run_id, RUNS.c.attempt == claim.attempt, RUNS.c.status == "running"
        )
        with self.engine.connect() as connection:
            return connection.execute(query).first() is not None

    def blame(self, run_ids: Sequence[str]) -> None:
        """A process died while it worked on these. Which of them it died of nobody knows: those that had come nowhere
        since they began share one failure among them, and those that had moved on start from none."""
        if not run_ids:
            return
        at_work = (RUNS.c.id.in_(run_ids)) & (RUNS.c.status == "running")
        stuck = at_work & (RUNS.c.last_seq <= sa.func.coalesce(RUNS.c.begun_at_seq, -1))
        with self.engine.begin() as connection:
            count = connection.execute(sa.select(sa.func.count()).where(stuck)).scalar_one()
            connection.execute(sa.update(RUNS).where(at_work, ~stuck).values(failures=0.0))
            if count:
                more = sa.func.coalesce(RUNS.c.failures, 0.0) + 1.0 / count
                connection.execute(sa.update(RUNS).where(stuck).values(failures=more))

    def write(self, claim: Claim, told: Told) -> bool:
        """Whether it was ours to write."""
        return self._advance(claim, told, {})

    def park(self, claim: Claim, clarification_id: str) -> bool:
        return self._advance(claim, Told(), {"status": "waiting", "waiting_for": clarification_id})

    def finish(self, claim: Claim, told: Told, answer: Answer) -> bool:
        """The answer, once."""
        brief = answer.model_copy(update={"evidence": (), "trace": AgentTrace()})
        said = "\n".join((claim.request.question, answer.text, answer.reason or ""))
        ending: dict[str, Any] = {
            "status": "done",
            "finished_at": self.now(),
            "answer": answer.to_json(),
            "brief": brief.to_json(),
            "searchable": sayable(said.casefold()),
        }
        return self._advance(claim, told, ending)

    def _advance(self, claim: Claim, told: Told, change: dict[str, Any]) -> bool:
        newest = max((event.seq for event in told.events), default=0)
        ours = {"run": claim.run_id, "whose": claim.attempt, "newest": newest}
        with self.engine.begin() as connection:
            if connection.execute(advancing(tuple(change)), ours | given(change)).rowcount == 0:
                return False
            self._tell(connection, claim.run_id, claim.scope.tenant, told)
            if change.get("status") == "done":
                self._dbos.end(connection, claim.run_id)
        return True

    def _tell(self, connection: sa.Connection, run_id: str, tenant: str, told: Told) -> None:
        own = {"run_id": run_id, "tenant": tenant}
        events = [
            {**own, "seq": e.seq, "at": e.at, "kind": e.kind, "seat": e.seat, "text": sayable(e.text)}
            for e in told.events
        ]
        held = [
            {**own, "id": i.id, "status": i.status, "time": i.time, "body": i.to_json()} for i in told.interceptions
        ]
        if events:
            connection.execute(self._add_events, events)
        if held:
            connection.execute(self._add_held, held)
        if told.steps:
            self._dbos.add_steps(connection, run_id, told.steps)

    def wake(self, run_id: str) -> bool:
        """A run that waits may go on. Only one caller is told so."""
        with self.engine.begin() as connection:
            changed = sa.update(RUNS).where(RUNS.c.id == run_id, RUNS.c.status == "waiting").values(status="queued")
            return connection.execute(changed).rowcount > 0

    def cancel(self, whose: Whose, run_id: str) -> bool:
        """Whether this ended it. Its open questions are withdrawn with it."""
        now = self.now()
        with self.engine.begin() as connection:
            ended = connection.execute(
                sa.update(RUNS)
                .where(_is(whose, run_id), RUNS.c.status.not_in(ENDED))
                .values(status="cancelled", finished_at=now, last_seq=RUNS.c.last_seq + 1)
                .returning(RUNS.c.last_seq, RUNS.c.tenant)
            ).one_or_none()
            if ended is None:
                return False
            told = RunEvent(seq=ended.last_seq, at=now, kind="cancelled")
            self._tell(connection, run_id, ended.tenant, Told(events=[told]))
            pending = (CLARIFICATIONS.c.run_id == run_id) & (CLARIFICATIONS.c.status == "pending")
            for row in connection.execute(sa.select(CLARIFICATIONS.c.id, CLARIFICATIONS.c.body).where(pending)).all():
                withdrawn = Clarification.model_validate_json(row.body).ended("cancelled")
                connection.execute(
                    sa.update(CLARIFICATIONS)
                    .where(CLARIFICATIONS.c.id == row.id, CLARIFICATIONS.c.status == "pending")
                    .values(status="cancelled", body=withdrawn.to_json())
                )
        return True

    def levels(self) -> Levels:
        query = sa.select(RUNS.c.status, sa.func.count()).where(RUNS.c.status.in_(_OPEN)).group_by(RUNS.c.status)
        pending = sa.select(sa.func.count()).where(CLARIFICATIONS.c.status == "pending")
        with self.engine.connect() as connection:
            found = {str(status): int(count) for status, count in connection.execute(query).all()}
            return Levels(dict.fromkeys(_OPEN, 0) | found, connection.execute(pending).scalar_one())

    def try_out(self) -> None:
        """Raises where runs could not be taken on, or not be read again: a full disk, a damaged file."""
        with self.engine.begin() as connection:
            connection.execute(sa.delete(PROBES))
            connection.execute(PROBES.insert().values(id="probe", at=self.now()))
        newest = sa.select(RUNS).order_by(RUNS.c.created_at.desc()).limit(TRIED)
        with self.engine.connect() as connection:
            for row in connection.execute(newest):
                RunRequest.model_validate_json(row.request)
                if row.brief is not None:
                    Answer.model_validate_json(row.brief)
            connection.execute(sa.select(EVENTS).order_by(EVENTS.c.run_id.desc()).limit(TRIED)).all()

    def require_ended(self, whose: Whose, run_id: str) -> None:
        if not self.get(whose, run_id).ended:
            raise RunNotEnded(f"the run {run_id} goes on", "Cancel it first.")

    def ended_before(self, before: datetime, tenant: str | None, limit: int) -> list[str]:
        query = sa.select(RUNS.c.id).where(RUNS.c.status.in_(ENDED), RUNS.c.finished_at < before)
        if tenant is not None:
            query = query.where(RUNS.c.tenant == tenant)
        with self.engine.connect() as connection:
            return list(connection.execute(query.order_by(RUNS.c.finished_at).limit(limit)).scalars())

    def remove(self, run_ids: Sequence[str]) -> int:
        with self.engine.begin() as connection:
            for table in (EVENTS, CLARIFICATIONS, INTERCEPTIONS):
                connection.execute(sa.delete(table).where(table.c.run_id.in_(run_ids)))
            return connection.execute(sa.delete(RUNS).where(RUNS.c.id.in_(run_ids))).rowcount

    def states(self, run_ids: Sequence[str]) -> dict[str, tuple[RunStatus, int]]:
        """Status and last event of each: what whoever watches runs asks again and again."""
        with self.engine.connect() as connection:
            found = connection.execute(STATES, {"runs": list(run_ids)})
            return {row.id: (row.status, row.last_seq) for row in found}


def unknown(run_id: str) -> UnknownRun:
    return UnknownRun(f"there is no run {sayable(run_id)[:100]}", "List the runs for their ids.")


def _is(whose: Whose, run_id: str) -> sa.ColumnElement[bool]:
    return (RUNS.c.id == sayable(run_id)) & seen_by(whose)


def _digest(scope: Scope, key: str) -> str:
    """Of any length, and telling nothing: not even, to another mandate, that somebody used the same key."""
    narrow = (scope.mandate, scope.feature_instance)
    whole = key if narrow == (None, None) else json.dumps([*narrow, key])
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def _record(row: Any) -> RunRecord:
    return RunRecord(
        id=row.id,
        tenant=row.tenant,
        status=row.status,
        request=RunRequest.model_validate_json(row.request),
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        answer=None if row.answer is None else Answer.model_validate(json.loads(row.answer)),
    )
