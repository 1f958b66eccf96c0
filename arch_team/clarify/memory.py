"""Questions in memory: for one process and its threads, gone with it."""

import asyncio
from collections.abc import Iterable
from threading import Lock

from arch_team.clarify.clarification import Clarification, utc_now
from arch_team.clarify.store import ClarificationStore, Clock, Pause


class MemoryStore(ClarificationStore):
    def __init__(self, *, clock: Clock = utc_now, pause: Pause = asyncio.sleep, interval: float = 0.05) -> None:
        super().__init__(clock=clock, pause=pause, interval=interval)
        self._kept: dict[str, Clarification] = {}
        self._lock = Lock()

    def _create(self, clarification: Clarification) -> Clarification:
        with self._lock:
            return self._kept.setdefault(clarification.id, clarification)

    def _load(self, clarification_id: str) -> Clarification | None:
        return self._kept.get(clarification_id)

    def _all(self) -> Iterable[Clarification]:
        with self._lock:
            return tuple(self._kept.values())

    def _settle(self, ended: Clarification) -> Clarification:
        with self._lock:
            if self._kept[ended.id].status == "pending":
                self._kept[ended.id] = ended
            return self._kept[ended.id]
