"""Heavy work of requests: done in a few processes of their own, so that nobody else waits for it.

Reading a file, comparing or reviewing hundreds of requirements, making the vectors of a document: each may take seconds
of a processor. In the server's own process that would keep every other caller waiting. Here it has a budget of time and
memory, and a tenant has a share of the processes; whatever is given up, too late or cut off, is ended with its process.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import pickle
import sys
import threading
from collections import Counter
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, ParamSpec, TypeVar, cast

from arch_team.engine.threads import Threads
from arch_team.errors import ArchTeamError, DataError, UsageError

P = ParamSpec("P")
T = TypeVar("T")
MOST_WAITING = 16
"""Requests of one tenant that may wait for their turn."""
MEMORY = 3 * 1024**3
"""Bytes that the work of one request may take."""
NICE = 10
"""Who answers questions goes first."""
_PRELOADED = "arch_team.server.heavy_preload"
_log = logging.getLogger(__name__)


class TooBusy(UsageError):
    """Too much heavy work of one tenant is waiting."""


class WorkTooSlow(DataError):
    """The work took more time than it may, and was ended."""


class WorkTooLarge(UsageError):
    """The work took more memory than it may, and was ended."""


class Heavy:
    """Belongs to one event loop. Processes start when they are first needed."""

    def __init__(self, processes: int, seconds: float) -> None:
        self._seconds = seconds
        self._idle = [_Process() for _ in range(processes)]
        self._every = tuple(self._idle)
        self._threads = Threads(processes, "heavy")
        self._places = asyncio.Semaphore(processes)
        self._share = max(1, processes - 1)
        """One process at least is left for the others, where there are two."""
        self._shares: dict[str, asyncio.Semaphore] = {}
        self._waiting: Counter[str] = Counter()

    async def do(self, tenant: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function gives, called in another process: it, its arguments and its result are pickled."""
        if self._waiting[tenant] >= MOST_WAITING:
            raise TooBusy("too much work of this kind is waiting", "Wait for the requests before, then try again.")
        share = self._shares.setdefault(tenant, asyncio.Semaphore(self._share))
        self._waiting[tenant] += 1
        try:
            async with share, self._places:
                process = self._idle.pop()
                try:
                    return cast("T", await self._done(process, (work, args, kwargs)))
                finally:
                    self._idle.append(process)
        finally:
            self._waiting[tenant] -= 1
            if not self._waiting[tenant]:
                del self._waiting[tenant], self._shares[tenant]

    async def _done(self, process: "_Process", job: object) -> object:
        process.is_wanted = True
        doing = asyncio.ensure_future(self._threads.do(lambda: process.run(job)))
        try:
            async with asyncio.timeout(self._seconds):
                return await asyncio.shield(doing)
        except TimeoutError:
            raise WorkTooSlow("the work took too long and was ended", "Send less at once.") from None
        finally:
            if not doing.done():
                process.kill()
                await asyncio.wait({doing})
                doing.exception()

    def close(self) -> None:
        for process in self._every:
            process.kill()
        self._threads.close()


class _Process:
    """A process and the line to it. Ended by whoever gives up on it; the next work starts another."""

    def __init__(self) -> None:
        self._process: Any = None
        self._line: Connection[Any, Any] | None = None
        self._changing = threading.Lock()
        self.is_wanted = False
        """Whether somebody still waits for what it does."""

    def run(self, job: object) -> object:
        """Blocks until it is done, or the process has ended."""
        try:
            line = self._started()
            line.send_bytes(pickle.dumps(job))
            succeeded, value = pickle.loads(line.recv_bytes())  # noqa: S301 - from our own process
        except (EOFError, OSError):
            self.kill()
            raise WorkTooLarge("the work took too much memory and was ended", "Send less at once.") from None
        if succeeded:
            return value
        raise value

    def kill(self) -> None:
        """From any thread, also while it is being started."""
        with self._changing:
            self.is_wanted = False
            process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ValueError, OSError):
                process.kill()

    def _started(self) -> "Connection[Any, Any]":
        with self._changing:
            if not self.is_wanted:
                raise EOFError
            return self._open()

    def _open(self) -> "Connection[Any, Any]":
        if self._process is not None and self._process.is_alive() and self._line is not None:
            return self._line
        context = _context()
        ours, theirs = context.Pipe()
        self._line = ours
        self._process = context.Process(target=_serve, args=(theirs,), name="arch-team-heavy", daemon=True)
        self._process.start()
        theirs.close()
        return ours


def _context() -> Any:
    """Processes made from a clean one that has loaded what they need: they start at once, and inherit no thread."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([_PRELOADED])
    return context


def _serve(line: "Connection[Any, Any]") -> None:
    """What such a process does: one piece of work after the other, until the line is cut."""
    _hold_back()
    while True:
        try:
            work, args, kwargs = pickle.loads(line.recv_bytes())  # noqa: S301 - from the server
        except (EOFError, OSError):
            return
        try:
            told: tuple[bool, object] = (True, work(*args, **kwargs))
            packed = pickle.dumps(told)
        except BaseException as error:
            packed = pickle.dumps((False, _sendable(error)))
        line.send_bytes(packed)


def _hold_back() -> None:
    import os
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to end
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(OSError):
            os.nice(NICE)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def _sendable(error: BaseException) -> Exception:
    """The error itself where it survives the way, else what it says."""
    if isinstance(error, MemoryError | RecursionError):
        return WorkTooLarge("this is too large or too deeply nested to be worked on", "Send less at once.")
    try:
        again = pickle.loads(pickle.dumps(error))  # noqa: S301
        if isinstance(error, Exception) and str(again) == str(error):
            return error
    except Exception as unsendable:
        _log.debug("an error cannot be sent: %s", unsendable)
    if isinstance(error, ArchTeamError):
        known = next(kind for kind in type(error).__mro__ if kind in (UsageError, DataError, ArchTeamError))
        return known(str(error), error.next_step)
    return RuntimeError(f"{type(error).__name__}: {error}")
