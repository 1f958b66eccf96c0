"""Waiting for something to happen to a run. Whoever waits is woken at once by what happens in this process; one query
for all of them, a few times a second, sees what happens in others."""

import asyncio
import time
from collections.abc import Generator
from contextlib import contextmanager

from arch_team.engine.run_store import RunStore
from arch_team.engine.schema import is_seen_by
from arch_team.runs.records import Scope, Whose

EVERY = 0.25
NEW = 1.0
"""Seconds for which a run that began here is taken to be as it began, as long as nothing was heard of it."""
MOST_NEW = 1_000
_AT_WORK = ("queued", "running")


class Watch:
    def __init__(self, store: RunStore) -> None:
        self._store = store
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: dict[str, set[asyncio.Event]] = {}
        self._at_rest: dict[str, set[asyncio.Event]] = {}
        """Those of the watchers who care only for when a run is at rest: ended, or waiting for a person."""
        self._seen: dict[str, object] = {}
        self._new: dict[str, tuple[float, Scope]] = {}
        self._poll: asyncio.Task[None] | None = None

    @contextmanager
    def on(self, run_id: str, *, at_rest: bool = False) -> Generator[asyncio.Event]:
        """An event that is set whenever there may be news of the run, or, `at_rest`, when it may have come to rest. Who
        has looked clears it before looking."""
        news = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._watchers.setdefault(run_id, set()).add(news)
        if at_rest:
            self._at_rest.setdefault(run_id, set()).add(news)
        if self._poll is None or self._poll.done():
            self._poll = asyncio.create_task(self._look())
        try:
            yield news
        finally:
            others = self._watchers[run_id]
            others.discard(news)
            self._at_rest.get(run_id, set()).discard(news)
            if not others:
                del self._watchers[run_id]
                self._at_rest.pop(run_id, None)
                self._seen.pop(run_id, None)

    def begun(self, run_id: str, scope: Scope) -> None:
        """A run was taken on here, and nothing has happened in it yet."""
        self._new[run_id] = time.monotonic(), scope
        while len(self._new) > MOST_NEW:
            self._new.pop(next(iter(self._new)), None)

    def is_new(self, whose: Whose, run_id: str) -> bool:
        """Whether a run that the caller may see has just begun, so that there is nothing to read of it. Who watches it
        already misses nothing by waiting."""
        since, scope = self._new.get(run_id, (float("-inf"), None))
        return scope is not None and time.monotonic() - since < NEW and is_seen_by(whose, scope)

    def happened(self, run_id: str, goes_on: bool = False) -> None:
        """From any thread. `goes_on`: something was said, and the run is at work as before."""
        self._new.pop(run_id, None)
        loop = self._loop
        if loop is not None and run_id in self._watchers and not loop.is_closed():
            loop.call_soon_threadsafe(self._tell, run_id, goes_on)

    def close(self) -> None:
        if self._poll is not None:
            self._poll.cancel()

    def _tell(self, run_id: str, goes_on: bool = False) -> None:
        patient = self._at_rest.get(run_id, ()) if goes_on else ()
        for news in self._watchers.get(run_id, ()):
            if news not in patient:
                news.set()

    async def _look(self) -> None:
        while self._watchers:
            await asyncio.sleep(EVERY)
            watched = list(self._watchers)
            for start in range(0, len(watched), 500):
                chunk = watched[start : start + 500]
                try:
                    states = await asyncio.to_thread(self._store.states, chunk)
                except Exception:
                    states = {}  # the database is away: who watches looks for themselves, and is told
                for run_id in chunk:
                    state = states.get(run_id)
                    if run_id in self._watchers and self._seen.get(run_id, ...) != state:
                        self._seen[run_id] = state
                        self._tell(run_id, state is not None and state[0] in _AT_WORK)
