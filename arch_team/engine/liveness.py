"""Which processes that work on runs have died without a word.

DBOS has no heartbeat: the runs of a killed process would stay its own for ever. So each process holds the lock of its
id for as long as it lives, and whoever can take the lock of another one puts its runs back on the queue. Should a
process be taken for dead by mistake, its connection having broken for one, nothing is lost: a run belongs to whoever
took it last, and what an earlier execution still writes is refused.
"""

import logging
from collections.abc import Callable

import sqlalchemy as sa

from arch_team.engine.locks import open_locks
from arch_team.engine.workflows import Workflows

_log = logging.getLogger(__name__)


class Liveness:
    def __init__(self, engine: sa.Engine, workflows: Workflows, executor_id: str) -> None:
        self._workflows = workflows
        self.own = executor_id
        self._locks = open_locks(engine)

    def begin(self) -> None:
        self._locks.take(self.own)

    def end(self) -> None:
        self._locks.close()

    def look_after(self, recover: Callable[[str], object]) -> None:
        """Stays alive, and recovers what dead processes worked on."""
        self._locks.take(self.own)
        for other in self._workflows.executors() - {self.own}:
            if self._locks.take(other):
                try:
                    recover(other)
                    _log.warning("the process %s has ended; its runs are on the queue again", other)
                finally:
                    self._locks.release(other)
