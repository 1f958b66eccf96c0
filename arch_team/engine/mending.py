"""Runs that a crash left between two states: their row says one thing, their workflow another.

A row and its workflow change one after the other, so a gap is nothing strange for a moment. Who looks twice and finds
the same gap mends it, and only one of all processes: the attempt number changes hands.
"""

from typing import Any

import sqlalchemy as sa

from arch_team.engine.execution import give_up
from arch_team.engine.run_store import RunStore
from arch_team.engine.schema import CLARIFICATIONS, RUNS
from arch_team.engine.workflows import IN_FLIGHT, Workflows

_Gap = tuple[str, int, str | None]
"""Run, attempt, and how its workflow stands: None where it has none."""


class Mending:
    def __init__(self, store: RunStore, workflows: Workflows) -> None:
        self._store, self._workflows = store, workflows
        self._seen: set[_Gap] = set()

    def look(self) -> None:
        found = self._gaps()
        for gap in found & self._seen:
            self._mend(*gap)
        self._seen = found - self._seen

    def _gaps(self) -> set[_Gap]:
        """Runs that should go on and have no workflow that does."""
        workflow = self._workflows.table
        query = (
            sa.select(RUNS.c.id, RUNS.c.attempt, workflow.c.status.label("workflow"))
            .select_from(RUNS.outerjoin(workflow, workflow.c.workflow_uuid == RUNS.c.id))
            .where(RUNS.c.status.in_(("queued", "running")))
            .where(workflow.c.status.is_(None) | workflow.c.status.not_in(IN_FLIGHT))
            .limit(1_000)
        )
        with self._store.engine.connect() as connection:
            return {(row.id, row.attempt, row.workflow) for row in connection.execute(query)}

    def _mend(self, run_id: str, attempt: int, workflow: str | None) -> None:
        if workflow == "CANCELLED":  # it was parked, or put back, and not all the way
            asked = self._open_question(run_id)
            change: dict[str, Any] = {"status": "waiting", "waiting_for": asked} if asked else {"status": "queued"}
            if self._taken(run_id, attempt, change) and asked is None:
                self._workflows.put_back(run_id)
        elif workflow is None:
            with self._store.engine.begin() as connection:
                tenant = connection.scalar(sa.select(RUNS.c.tenant).where(RUNS.c.id == run_id))
                if tenant is not None:
                    self._workflows.enqueue(connection, run_id, tenant)
        else:  # DBOS has given it up
            claim = self._store.claim(run_id)
            if claim is not None:
                give_up(self._store, claim, workflow)

    def _open_question(self, run_id: str) -> str | None:
        question = CLARIFICATIONS.c
        query = sa.select(question.id).where(question.run_id == run_id, question.status == "pending")
        with self._store.engine.connect() as connection:
            return connection.scalar(query)

    def _taken(self, run_id: str, attempt: int, change: dict[str, Any]) -> bool:
        ours = sa.update(RUNS).where(
            RUNS.c.id == run_id, RUNS.c.attempt == attempt, RUNS.c.status.in_(("queued", "running"))
        )
        with self._store.engine.begin() as connection:
            return connection.execute(ours.values(attempt=attempt + 1, **change)).rowcount > 0
