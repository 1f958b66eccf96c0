"""A process that works on runs. DBOS hands them out and lives once in a process, so there is one worker in it."""

import asyncio
import logging
import threading
import time
import uuid
from collections.abc import Callable
from importlib import import_module

from dbos import DBOS, DBOSConfig

from arch_team.engine.claims import Claims
from arch_team.engine.database import patiently
from arch_team.engine.execution import Execution, Waits, give_up
from arch_team.engine.liveness import Liveness
from arch_team.engine.outbox import Wrote
from arch_team.engine.question_store import SqlQuestions
from arch_team.engine.run_store import Claim, RunStore
from arch_team.engine.schema import APPLICATION, DBOS_SCHEMA, EDITION, QUEUE, WORKFLOW
from arch_team.engine.societies import Societies
from arch_team.engine.sweeper import Sweeper
from arch_team.engine.workflows import MOST_FAILURES, MOST_RECOVERIES, Workflows
from arch_team.errors import UsageError
from arch_team.settings import Settings
from arch_team.society import Society

_log = logging.getLogger(__name__)
THREADS = 64
GRACE = 5.0
"""Seconds that runs get to leave off when the process ends."""

MakeSociety = Callable[[Claim, Settings], Society]


_BEGINS = 0.01
"""Seconds after which a thread that was told to start is looked at again."""


class Worker:
    def __init__(
        self,
        settings: Settings,
        store: RunStore,
        workflows: Workflows,
        wrote: Wrote,
        society: MakeSociety | None = None,
    ) -> None:
        self._settings, self._store, self._workflows, self._wrote = settings, store, workflows, wrote
        self._society = society or Societies()
        self.executor_id = f"e{uuid.uuid4().hex[:16]}"
        self._liveness = Liveness(store.engine, workflows, self.executor_id)
        self._sweeper = Sweeper(settings, store, workflows, self._liveness, self.active, lambda: self._moved, self.drop)
        self._claims = Claims(store, self._over)
        self._active: dict[str, tuple[asyncio.AbstractEventLoop, Execution]] = {}
        self._changed = threading.Condition()
        self._moved = time.monotonic()
        """When a run last began, was taken up or ended here."""
        self._stopping = False
        self._dbos: DBOS | None = None

    def start(self) -> None:
        """Blocks until runs are being taken on. Must not be called on an event loop: DBOS would take it for its own."""
        global _working
        if _working is not None:
            raise UsageError(
                "this process works on runs already", "Close the engine first, or open the second one in a new process."
            )
        self._liveness.begin()
        self._workflows.set_limits(self._settings)
        _warm_up(asks_model=self._settings.model is not None)
        config: DBOSConfig = {
            "name": APPLICATION,
            "system_database_engine": self._store.engine,
            "dbos_system_schema": DBOS_SCHEMA,
            "application_version": EDITION,
            "executor_id": self.executor_id,
            "run_migrations": False,
            "enable_otlp": False,
            "log_level": "WARNING",
            "max_executor_threads": THREADS,
            "scheduler_polling_interval_sec": 3600.0,
            "use_listen_notify": False,
            "notification_listener_polling_interval_sec": 0.2,
        }
        _working = self
        try:
            self._dbos = DBOS(config=config)
            DBOS.listen_queues([QUEUE])
            DBOS.launch()
        except BaseException:
            _working = None
            DBOS.destroy()
            self._liveness.end()
            raise
        self._sweeper.start()

    def stop(self) -> None:
        """What is being worked on is left off where it is. Another process, or the next one here, goes on with it."""
        global _working
        self._sweeper.stop()
        self._take_no_more()
        with self._changed:
            self._stopping = True
            for loop, execution in self._active.values():
                loop.call_soon_threadsafe(execution.stop)
            self._changed.wait_for(lambda: not self._active, timeout=GRACE)
        DBOS.destroy()
        self._liveness.end()
        _working = None

    def _take_no_more(self) -> None:
        """DBOS stops its queues and its loop at once, and a run that is just being handed over would fall between."""
        if self._dbos is not None:
            for event in self._dbos.background_thread_stop_events:
                event.set()
        for thread in threading.enumerate():
            if thread.name.startswith("queue-worker-"):
                _join(thread)

    def drop(self, run_id: str) -> None:
        """Stops working on a run, from any thread: it was cancelled."""
        with self._changed:
            found = self._active.get(run_id)
        if found is not None:
            loop, execution = found
            loop.call_soon_threadsafe(execution.stop)

    def active(self) -> list[str]:
        with self._changed:
            return list(self._active)

    def _over(self) -> bool:
        return self._stopping

    async def work(self, run_id: str) -> None:
        """Leaves no outcome for DBOS: a run that has ended has ended its workflow, and any other is not over."""
        self._moved = time.monotonic()
        claim = await self._claims.of(run_id)
        if claim is None:
            return
        if claim.failures >= MOST_FAILURES:
            await asyncio.to_thread(patiently, lambda: give_up(self._store, claim, "PROCESS_DIED"), over=self._over)
            self._wrote(run_id, False)
            raise asyncio.CancelledError
        execution = Execution(claim, self._settings, self._store, self._society, self._wrote, self._over)
        with self._changed:
            if self._stopping:
                raise asyncio.CancelledError
            self._active[run_id] = (asyncio.get_running_loop(), execution)
            self._moved = time.monotonic()
        try:
            end = await execution.go()
            if isinstance(end, Waits):
                await asyncio.to_thread(patiently, lambda: self._park(claim, end.clarification_id), over=self._over)
        finally:
            with self._changed:
                if self._active.get(run_id, (None, None))[1] is execution:  # else it was taken up here once more
                    del self._active[run_id]
                self._moved = time.monotonic()
                self._changed.notify_all()
        raise asyncio.CancelledError

    def _park(self, claim: Claim, clarification_id: str) -> None:
        """The workflow goes first: an answer that comes between the two finds the run `running` and leaves it to us."""
        self._workflows.take_out(claim.run_id)
        if self._store.park(claim, clarification_id):
            questions = SqlQuestions(self._store.engine, claim.scope.tenant, clock=self._store.now)
            if questions.get(clarification_id).status != "pending" and self._store.wake(claim.run_id):
                self._workflows.put_back(claim.run_id)
        self._wrote(claim.run_id, False)


_working: Worker | None = None


@DBOS.workflow(name=WORKFLOW, max_recovery_attempts=MOST_RECOVERIES)
async def run(run_id: str) -> None:
    if _working is None:
        raise asyncio.CancelledError
    await _working.work(run_id)


def _join(thread: threading.Thread) -> None:
    """Waits for the end of a thread, also of one that was told to start and has not begun, which cannot be joined."""
    until = time.monotonic() + GRACE
    while (left := until - time.monotonic()) > 0:
        try:
            thread.join(timeout=left)
        except RuntimeError:
            time.sleep(_BEGINS)
        else:
            return


def _warm_up(*, asks_model: bool) -> None:
    """What runs need takes a while to import: not in the first run's time."""
    import_module("arch_team.agents.engine_table")
    if asks_model:
        import_module("arch_team.agents.team")
        import_module("arch_team.models.operators")
