"""The process that `tests.warm` asks: it has imported the program, and forks for every command.

It does one thing at a time and has no threads, so that it may fork. It ends with the test run, and with it whatever of
its commands still runs.
"""

import atexit
import contextlib
import gc
import json
import math
import os
import select
import signal
import socket
import sys
import tempfile
import time
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from tests.warm import OWNER, TIMED_OUT

_GLANCE = 0.5
"""Seconds between two looks whether the test run is still there."""

_NEEDED = (
    "agents.desks",
    "agents.engine_desk",
    "agents.team",
    "demo.database",
    "engine.opening",
    "engine.worker",
    "evidence.named_things",
    "featuredata.duckdb_dialect",
    "featuredata.reflection",
    "measuring.following",
    "models.embedded.engine_operator",
    "models.embedded.suggesting",
    "models.embedded.text_plans",
    "models.operators",
    "requirements.report.programs",
    "semantics.reader",
    "server.app",
    "server.listening",
    "society",
    "telemetry.setup",
    "tools.form_guard",
    "tools.session",
)
_OF_TESTS = (
    "arch_team.console.chat",
    "arch_team.evals.runner",
    "arch_team.onboarding.drafting",
    "arch_team.search.retrieval",
    "arch_team.vectors.server",
    "docx",
    "openai",
    "openpyxl",
    "playwright.sync_api",
    "pypdf",
    "tests.pace",
)


def _imported() -> None:
    """What commands import and load when they run, and what test processes import beside it."""
    from arch_team.console.commands import commands

    commands()
    for name in (*(f"arch_team.{needed}" for needed in _NEEDED), *_OF_TESTS):
        import_module(name)
    from arch_team.measuring.vocabulary import language_words
    from arch_team.requirements.review import review_files
    from arch_team.routing.language import language_of
    from arch_team.text.dictionary import is_word
    from arch_team.vectors.embedding import default_embedder

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "some.txt"
        file.write_text("The system shall store invoices.\n\nDas System muss Rechnungen speichern.\n", encoding="utf-8")
        review_files([file])
    language_of("Le solde de la banque")
    is_word("Haus", "de")
    is_word("house", "en")
    language_words("de")
    language_words("en")
    default_embedder().embed(["warm"])
    # It brings a plugin of pytest, which would have liked to change its assertions before it is imported.
    sys.modules["anyio"].__doc__ = "PYTEST_DONT_REWRITE"


@dataclass
class _Awaited:
    """Somebody who waits for the end of a command."""

    line: socket.socket
    pid: int
    until: float
    kills: bool
    """The command is ended when its time is over."""


@dataclass
class _Warm:
    listening: socket.socket
    owner: int
    waking: tuple[socket.socket, socket.socket] = field(default_factory=socket.socketpair)
    running: set[int] = field(default_factory=set[int])
    ended: dict[int, int] = field(default_factory=dict[int, int])
    awaited: list[_Awaited] = field(default_factory=list[_Awaited])

    def serve(self) -> None:
        for end in self.waking:
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, _woken)
        signal.set_wakeup_fd(self.waking[1].fileno(), warn_on_full_buffer=False)
        while _lives(self.owner):
            due = min((one.until - time.monotonic() for one in self.awaited), default=_GLANCE)
            found, _, _ = select.select([self.listening, self.waking[0]], [], [], max(0.0, min(_GLANCE, due)))
            if self.waking[0] in found:
                with contextlib.suppress(BlockingIOError):
                    self.waking[0].recv(4096)
            if self.listening in found:
                self._take(self.listening.accept()[0])
            self._reap()
            self._tell()
        for pid in self.running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _take(self, line: socket.socket) -> None:
        _, handed, _, _ = socket.recv_fds(line, 1, 3)
        with line.makefile("r", encoding="utf-8") as file:
            asked: dict[str, Any] = json.loads(file.readline())
        until = time.monotonic() + asked.get("timeout", 0)
        if "wait" in asked:
            self.awaited.append(_Awaited(line, asked["wait"], until, kills=False))
            return
        pid = os.fork()
        if pid == 0:
            self._let_go(line)
            _become(asked, handed)
        self.running.add(pid)
        for one in handed:
            os.close(one)
        if "statement" in asked:
            self.awaited.append(_Awaited(line, pid, math.inf, kills=False))
        elif "timeout" in asked:
            self.awaited.append(_Awaited(line, pid, until, kills=True))
        else:
            _answer(line, pid)

    def _let_go(self, line: socket.socket) -> None:
        """In a command's own process: what belongs to this one is none of its business."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for one in (self.listening, *self.waking, line, *(other.line for other in self.awaited)):
            one.close()

    def _reap(self) -> None:
        with contextlib.suppress(ChildProcessError):
            while (found := os.waitpid(-1, os.WNOHANG))[0]:
                pid, status = found
                if pid in self.running:
                    self.running.remove(pid)
                    self.ended[pid] = os.waitstatus_to_exitcode(status)

    def _tell(self) -> None:
        left: list[_Awaited] = []
        for one in self.awaited:
            if one.pid in self.ended:
                _answer(one.line, self.ended[one.pid])
            elif time.monotonic() < one.until:
                left.append(one)
            else:
                if one.kills:
                    os.kill(one.pid, signal.SIGKILL)
                _answer(one.line, TIMED_OUT)
        self.awaited = left


def _woken(_number: int, _frame: FrameType | None) -> None:
    """A signal that somebody handles ends the waiting; what has ended is looked for then."""


def _answer(line: socket.socket, number: int) -> None:
    with line, contextlib.suppress(OSError):
        line.sendall(f"{number}\n".encode())


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _make_heavy_ready() -> None:
    """Servers make their processes of heavy work from one that has imported what these need. Here they share it, as
    they share what this process has imported."""
    from multiprocessing import forkserver

    forkserver.set_forkserver_preload(["tests.forked"])
    forkserver.ensure_running()


def _shared_heavy() -> None:
    from multiprocessing import forkserver

    shared: Any = getattr(forkserver, "_forkserver")  # noqa: B009 - it looks after its child, which is not ours
    if shared._forkserver_address is not None:
        shared.ensure_running = lambda: None


def _become(asked: dict[str, Any], handed: list[int]) -> None:
    code = 1
    try:
        os.chdir(asked["cwd"])
        os.environ.clear()
        os.environ.update(asked["env"])
        for number, given in enumerate(handed or _opened(asked)):
            os.dup2(given, number)
            os.close(given)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - it is this process's own
        _shared_heavy()
        if "statement" in asked:
            _run(asked["statement"])
        else:
            _command(asked["args"])
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _opened(asked: dict[str, Any]) -> list[int]:
    """Input, output and what goes wrong, in files."""
    return [os.open(asked["in"], os.O_RDONLY)] + [
        os.open(asked[name], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600) for name in ("out", "err")
    ]


def _command(arguments: list[str]) -> None:
    sys.argv = ["arch-team", *arguments]
    sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    from arch_team.console.app import main

    main()


def _run(statement: str) -> None:
    """As `python -c` would, in a main module of its own."""
    sys.argv = ["-c"]
    main = ModuleType("__main__")
    sys.modules["__main__"] = main
    try:
        exec(statement, main.__dict__)  # noqa: S102 - it comes from the test run itself
    finally:
        atexit._run_exitfuncs()  # pyright: ignore[reportPrivateUsage]


def _main(arguments: Iterable[str]) -> None:
    number, folder = arguments
    owner = int((Path(folder) / OWNER).read_text(encoding="utf-8"))
    _make_heavy_ready()
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # as in the test processes, which import nothing of it again
        _imported()
    gc.collect()
    gc.freeze()
    _Warm(socket.socket(fileno=int(number)), owner).serve()


if __name__ == "__main__":
    _main(sys.argv[1:])
