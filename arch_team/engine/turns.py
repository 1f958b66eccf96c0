"""Who writes to an SQLite file waits in line. SQLite has one writer at a time; left to itself, whoever comes too early
sleeps and tries again, longer each time, and under load some never get their turn."""

import threading
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

LONGEST = 30.0
"""Seconds in line within this process. After that SQLite itself decides."""
_WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
_HOLDS = "holds_the_turn"
_turns: dict[str, threading.Lock] = {}
"""By file: a process may open it more than once."""
_looking = threading.Lock()


def take_turns(engine: sa.Engine) -> None:
    """Between the threads of this process. Other processes are still waited for by SQLite."""
    with _looking:
        turn = _turns.setdefault(str(engine.url.database), threading.Lock())

    @event.listens_for(engine, "before_cursor_execute")
    def begin(connection: sa.Connection, cursor: Any, statement: str, *_: Any) -> None:
        kept = connection.connection.record_info  # outlives a connection that breaks
        writes = statement.lstrip()[:7].upper().startswith(_WRITES)
        if kept is not None and writes and _HOLDS not in kept and turn.acquire(timeout=LONGEST):
            kept[_HOLDS] = True

    @event.listens_for(engine, "checkin")
    def end(connection: Any, record: Any) -> None:
        if record.record_info.pop(_HOLDS, False):
            turn.release()

    _ = begin, end
