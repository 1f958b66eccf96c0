"""The questions that a caller may see in SQL, by the rules that every store of questions keeps."""

import asyncio
from collections.abc import Iterable
from functools import cached_property

import sqlalchemy as sa

from arch_team.clarify.clarification import Clarification, Status, utc_now
from arch_team.clarify.errors import UnknownClarification
from arch_team.clarify.store import ClarificationStore, Clock, Pause
from arch_team.engine.database import insert_new, sayable
from arch_team.engine.pages import page as one_page
from arch_team.engine.schema import CLARIFICATIONS, seen_by
from arch_team.runs.records import Page, Whose

_C = CLARIFICATIONS.c


class SqlQuestions(ClarificationStore):
    """A question of another tenant, or of another mandate where the caller has one, does not exist here."""

    def __init__(
        self,
        engine: sa.Engine,
        whose: Whose,
        *,
        clock: Clock = utc_now,
        pause: Pause = asyncio.sleep,
        interval: float = 0.25,
    ) -> None:
        super().__init__(clock=clock, pause=pause, interval=interval)
        self._engine = engine
        self._whose = whose
        self._tenant = whose if isinstance(whose, str) else whose.tenant

    @cached_property
    def _seen(self) -> sa.ColumnElement[bool]:
        """Made when it is needed: most runs ask nobody."""
        return seen_by(self._whose, CLARIFICATIONS)

    def page(self, status: Status | None, run_id: str | None, after: str | None, limit: int) -> Page[Clarification]:
        """Oldest first."""
        self._settle_overdue()
        query = sa.select(_C.id, _C.created_at, _C.body).where(self._seen)
        if status is not None:
            query = query.where(_C.status == status)
        if run_id is not None:
            query = query.where(_C.run_id == sayable(run_id))
        with self._engine.connect() as connection:
            return one_page(
                connection,
                query,
                _C.created_at,
                _C.id,
                newest_first=False,
                after=after,
                limit=limit,
                made=lambda row: Clarification.model_validate_json(row.body),
            )

    def _settle_overdue(self) -> None:
        overdue = (_C.tenant == self._tenant) & (_C.status == "pending") & (_C.deadline <= self.now())
        with self._engine.connect() as connection:
            found = connection.execute(sa.select(_C.body).where(overdue).limit(1_000)).scalars().all()
        for body in found:
            self._settle(Clarification.model_validate_json(body).ended("expired"))

    def _create(self, clarification: Clarification) -> Clarification:
        with self._engine.begin() as connection:
            connection.execute(
                insert_new(self._engine.dialect, CLARIFICATIONS).values(
                    id=clarification.id,
                    tenant=self._tenant,
                    run_id=clarification.run_id,
                    status=clarification.status,
                    created_at=clarification.created_at,
                    deadline=clarification.deadline,
                    body=clarification.to_json(),
                )
            )
        return self._there(clarification.id)

    def _load(self, clarification_id: str) -> Clarification | None:
        query = sa.select(_C.body).where(_C.id == clarification_id, self._seen)
        with self._engine.connect() as connection:
            body = connection.execute(query).scalar_one_or_none()
        return None if body is None else Clarification.model_validate_json(body)

    def _all(self) -> Iterable[Clarification]:
        with self._engine.connect() as connection:
            bodies = connection.execute(sa.select(_C.body).where(self._seen)).scalars().all()
        return [Clarification.model_validate_json(body) for body in bodies]

    def _settle(self, ended: Clarification) -> Clarification:
        with self._engine.begin() as connection:
            connection.execute(
                sa.update(CLARIFICATIONS)
                .where(_C.id == ended.id, self._seen, _C.status == "pending")
                .values(status=ended.status, body=ended.to_json())
            )
        return self._there(ended.id)

    def _there(self, clarification_id: str) -> Clarification:
        found = self._load(clarification_id)
        if found is None:
            raise UnknownClarification(f"the question {clarification_id} has disappeared", "Ask again.")
        return found
