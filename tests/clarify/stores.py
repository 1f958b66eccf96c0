"""The stores under test, on a clock that moves only when a waiting store lets it."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy import event

from arch_team.clarify.clarification import Clarification
from arch_team.clarify.folder import FolderStore
from arch_team.clarify.memory import MemoryStore
from arch_team.clarify.store import ClarificationStore
from arch_team.engine.question_store import SqlQuestions
from arch_team.engine.schema import METADATA

START = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
HOUR = 3600.0
NOT_IDS = ("", ".", "..", "../q1", "a/b", "a\\b", "/etc/passwd", "q1\n", "q\x001", "a.b", "-q", "é", "C:q", "q" * 101)


@dataclass
class Time:
    """What happens in each pause is a list: the test decides, nothing sleeps."""

    now: datetime = START
    happenings: list[Callable[[], object]] = field(default_factory=list[Callable[[], object]])
    pauses: list[float] = field(default_factory=list[float])

    def __call__(self) -> datetime:
        return self.now

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += timedelta(seconds=seconds)
        if self.happenings:
            self.happenings.pop(0)()


Open = Callable[[Time], ClarificationStore]


def _without_waiting(made: sqlite3.Connection, _: object) -> None:
    made.execute("PRAGMA synchronous=OFF")


def opener(kind: str, folder: Path) -> Open:
    """Opens the same store each time where the kind of store can be opened twice."""
    if kind == "memory":
        return lambda time: MemoryStore(clock=time, pause=time.pause, interval=1.0)
    if kind == "sql":
        folder.parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(f"sqlite:///{folder}.sqlite", poolclass=sa.NullPool, connect_args={"timeout": 30})
        event.listen(engine, "connect", _without_waiting)
        METADATA.create_all(engine)
        return lambda time: SqlQuestions(engine, "own", clock=time, pause=time.pause, interval=1.0)
    return lambda time: FolderStore(folder, clock=time, pause=time.pause, interval=1.0)


def question(
    clarification_id: str = "q1",
    text: str = "Welches Jahr?",
    suggested: tuple[str, ...] = ("2024", "2025"),
    *,
    run_id: str = "run-1",
    timeout: float | None = HOUR,
    now: datetime = START,
) -> Clarification:
    return Clarification.new(
        text, suggested, run_id=run_id, timeout=timeout, now=now, clarification_id=clarification_id
    )
