"""What no event tells us, looked for once a second: deadlines, dead processes, and runs that a crash left between two
states. Every process that works on runs does it; whatever there is to mend is mended by one of them."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta

import sqlalchemy as sa
from dbos import DBOS
from sqlalchemy.exc import OperationalError

from arch_team.engine.liveness import Liveness
from arch_team.engine.mending import Mending
from arch_team.engine.question_store import SqlQuestions
from arch_team.engine.retention import delete_ended
from arch_team.engine.run_store import RunStore
from arch_team.engine.schema import CLARIFICATIONS, RUNS
from arch_team.engine.workflows import Workflows
from arch_team.settings import Settings

_log = logging.getLogger(__name__)
EVERY = 1.0
IDLE = 10.0
"""Seconds after which a run that nobody works on is put back, where no other run has moved either."""
IDLE_AT_MOST = 120.0
"""The same for a process that is never at rest. One that has taken on hundreds of runs needs a while to begin them all:
to put these back would have them played twice, and make it slower still."""
RETENTION_EVERY = 3600.0


class Sweeper:
    def __init__(
        self,
        settings: Settings,
        store: RunStore,
        workflows: Workflows,
        liveness: Liveness,
        active: Callable[[], list[str]],
        moved: Callable[[], float],
        drop: Callable[[str], None],
    ) -> None:
        self._settings, self._store, self._workflows, self._liveness = settings, store, workflows, liveness
        self._active, self._moved, self._drop = active, moved, drop
        self._mending = Mending(store, workflows)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="arch-team-sweeper", daemon=True)
        self._idle: dict[str, float] = {}
        self._kept_until = 0.0

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(timeout=30.0)

    def _run(self) -> None:
        tasks = (
            self._recover,
            self._put_back,
            self._wake_settled,
            self._mending.look,
            self._drop_cancelled,
            self._forget,
        )
        while not self._stop.is_set():
            for task in tasks:
                try:
                    task()
                except OperationalError as error:
                    _log.warning("the database of runs does not answer: %s", error.orig)
                except Exception:
                    _log.exception("looking after runs failed")
            self._stop.wait(EVERY)

    def _recover(self) -> None:
        def recover(dead: str) -> None:
            self._store.blame(sorted(self._workflows.held_by(dead)))
            DBOS._recover_pending_workflows([dead])  # pyright: ignore[reportPrivateUsage]

        self._liveness.look_after(recover)

    def _put_back(self) -> None:
        """Runs that this process has taken and does not work on: the database went away between the two."""
        now = time.monotonic()
        idle = self._workflows.held_by(self._liveness.own) - set(self._active())
        self._idle = {run_id: self._idle.get(run_id, now) for run_id in idle}
        for run_id, since in tuple(self._idle.items()):
            if now - max(since, self._moved()) > IDLE or now - since > IDLE_AT_MOST:
                self._workflows.put_back(run_id)
                del self._idle[run_id]

    def _wake_settled(self) -> None:
        """Runs that wait, and whose question is settled or overdue."""
        question = CLARIFICATIONS.c
        query = (
            sa.select(RUNS.c.id, RUNS.c.tenant, RUNS.c.waiting_for)
            .join(CLARIFICATIONS, question.id == RUNS.c.waiting_for)
            .where(RUNS.c.status == "waiting")
            .where((question.status != "pending") | (question.deadline <= self._store.now()))
            .limit(1_000)
        )
        with self._store.engine.connect() as connection:
            found = connection.execute(query).all()
        for row in found:
            settled = SqlQuestions(self._store.engine, row.tenant, clock=self._store.now).get(row.waiting_for)
            if settled.status != "pending" and self._store.wake(row.id):
                self._workflows.put_back(row.id)

    def _drop_cancelled(self) -> None:
        """Runs at work here that were cancelled in another process."""
        active = self._active()
        for run_id, (status, _) in self._store.states(active).items() if active else ():
            if status == "cancelled":
                self._workflows.take_out(run_id)
                self._drop(run_id)

    def _forget(self) -> None:
        days = self._settings.retention_days
        if days is not None and time.monotonic() >= self._kept_until:
            self._kept_until = time.monotonic() + RETENTION_EVERY
            delete_ended(self._store, self._workflows, self._store.now() - timedelta(days=days), None)
