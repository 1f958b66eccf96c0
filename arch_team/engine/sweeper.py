"""What no event tells us, looked for once a second: deadlines, dead processes, and runs that a crash left between two
states. Every process does it; whatever it mends is mended by one of them only."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import sqlalchemy as sa
from dbos import DBOS
from sqlalchemy.exc import OperationalError

from arch_team.clarify.clarification import Clarification
from arch_team.engine.liveness import Liveness
from arch_team.engine.question_store import SqlQuestions
from arch_team.engine.retention import delete_ended
from arch_team.engine.run_store import RunStore
from arch_team.engine.schema import CLARIFICATIONS, RUNS
from arch_team.engine.workflows import IN_FLIGHT, Workflows
from arch_team.runs.records import ENDED
from arch_team.settings import Settings

_log = logging.getLogger(__name__)
EVERY = 1.0
RETENTION_EVERY = 3600.0


class Sweeper:
    def __init__(
        self,
        settings: Settings,
        store: RunStore,
        workflows: Workflows,
        liveness: Liveness,
        drop: Callable[[str], None],
    ) -> None:
        self._settings, self._store, self._workflows, self._liveness = settings, store, workflows, liveness
        self._drop = drop
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._suspects: set[tuple[str, int]] = set()
        self._kept_until = 0.0

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="arch-team-sweeper", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=10.0)

    def _run(self) -> None:
        while True:
            for task in (self._bury, self._wake_settled, self._mend, self._drop_ended, self._retain):
                try:
                    task()
                except OperationalError as error:
                    _log.warning("the database of runs does not answer: %s", error.orig)
                except Exception:
                    _log.exception("looking after runs failed")
                if self._stop.is_set():
                    return
            if self._stop.wait(EVERY):
                return

    def _bury(self) -> None:
        self._liveness.bury(lambda dead: DBOS._recover_pending_workflows([dead]))  # pyright: ignore[reportPrivateUsage]

    def _wake_settled(self) -> None:
        """Runs whose question has its answer, or is overdue."""
        now = self._store.now()
        question = CLARIFICATIONS.c
        query = (
            sa.select(RUNS.c.id, RUNS.c.tenant, question.status, question.body)
            .join(CLARIFICATIONS, question.id == RUNS.c.waiting_for)
            .where(RUNS.c.status == "waiting", (question.status != "pending") | (question.deadline <= now))
            .limit(1_000)
        )
        with self._store.engine.connect() as connection:
            found = connection.execute(query).all()
        for row in found:
            if row.status == "pending":
                asked = Clarification.model_validate_json(row.body)
                SqlQuestions(self._store.engine, row.tenant, clock=self._store.now).get(asked.id)
            if self._store.wake(row.id):
                self._workflows.put_back(row.id)

    def _mend(self) -> None: ...

    def _drop_ended(self) -> None: ...

    def _retain(self) -> None:
        days = self._settings.retention_days
        if days is not None and time.monotonic() >= self._kept_until:
            self._kept_until = time.monotonic() + RETENTION_EVERY
            delete_ended(self._store, self._workflows, self._store.now() - timedelta(days=days), None)


_ = (IN_FLIGHT, ENDED)
