"""Which processes work on runs, and which of them have died without a word.

DBOS has no heartbeat: the runs of a killed process would stay its own for ever. So each process writes its id down and
holds the lock of that id; whoever can take the lock of another one puts its runs back on the queue. Should a process be
taken for dead by mistake, its connection having broken for one, nothing is lost: a run then belongs to whoever took it
last, and what the earlier execution still writes is refused.
"""

import logging
from collections.abc import Callable

import sqlalchemy as sa

from arch_team.clarify.clarification import utc_now
from arch_team.engine.database import insert_new
from arch_team.engine.locks import open_locks
from arch_team.engine.schema import EXECUTORS

_log = logging.getLogger(__name__)


class Liveness:
    def __init__(self, engine: sa.Engine, executor_id: str) -> None:
        self._engine = engine
        self._own = executor_id
        self._locks = open_locks(engine)

    def begin(self) -> None:
        """Alive from here on. The lock comes first: an id without a holder is a dead one."""
        self._locks.take(self._own)
        with self._engine.begin() as connection:
            connection.execute(insert_new(self._engine, EXECUTORS).values(id=self._own, since=utc_now()))

    def end(self) -> None:
        """The id stays written down: runs may still bear it, and the next process looks after them."""
        self._locks.close()

    def bury(self, recover: Callable[[str], object]) -> None:
        """Recovers what dead processes worked on."""
        with self._engine.connect() as connection:
            known = set(connection.execute(sa.select(EXECUTORS.c.id)).scalars())
        if not self._locks.take(self._own) or self._own not in known:
            self.begin()
        for other in known - {self._own}:
            if not self._locks.take(other):
                continue
            try:
                recover(other)
                with self._engine.begin() as connection:
                    connection.execute(sa.delete(EXECUTORS).where(EXECUTORS.c.id == other))
                _log.info("the runs of %s, which has ended, are on the queue again", other)
            finally:
                self._locks.release(other)
