"""Commands in processes of their own, forked from one that has imported the program already.

A command is as separate as one that is started: its arguments, folder, environment, input, output and exit code are its
own. Only the seconds that Python takes to import everything are paid once in a test run, and not every time: all test
processes ask the same one (`tests.warm_process`), which the first of them starts. They are forked from it themselves.
"""

import atexit
import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

TIMED_OUT = 999
WHERE = "TESTS_WARM"
"""Names the folder of its socket, for all processes of a test run."""
OWNER = "owner"
"""The file in that folder with the id of the process that the test run began with."""


def command(
    *arguments: str, cwd: Path, env: Mapping[str, str], given: str = "", timeout: float = 90
) -> "subprocess.CompletedProcess[str]":
    """What `arch-team` with these arguments does."""
    with tempfile.TemporaryDirectory() as folder:
        files = {name: str(Path(folder) / name) for name in ("in", "out", "err")}
        Path(files["in"]).write_text(given, encoding="utf-8")
        code = _asked({"args": arguments, "cwd": str(cwd), "env": dict(env), "timeout": timeout, **files})
        out, err = (Path(files[name]).read_text(encoding="utf-8") for name in ("out", "err"))
    if code == TIMED_OUT:
        raise subprocess.TimeoutExpired(["arch-team", *arguments], timeout, out, err)
    return subprocess.CompletedProcess(["arch-team", *arguments], code, out, err)


@dataclass(frozen=True)
class Running:
    """A command that goes on, as a server does."""

    pid: int

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def wait(self, timeout: float) -> int | None:
        """Its exit code. None: it still runs."""
        code = _asked({"wait": self.pid, "timeout": timeout})
        return None if code == TIMED_OUT else code


def begun(*arguments: str, cwd: Path, env: Mapping[str, str], log: Path) -> Running:
    """`arch-team` with these arguments, while it works. What it says is added to the log."""
    files = {"in": os.devnull, "out": str(log), "err": str(log)}
    return Running(_asked({"args": arguments, "cwd": str(cwd), "env": dict(env), **files}))


def python(statement: str, *arguments: str) -> list[str]:
    """A command line that does what `python -c` with these does, for whatever starts a process by one."""
    given = ["-c", *arguments]
    program = f"import sys\nsys.argv = {given!r}\n{statement}"
    return [sys.executable, str(Path(__file__).with_name("worker.py")), "-c", program]


def console(*arguments: str) -> list[str]:
    """The same of `arch-team`."""
    return python("from arch_team.console.app import main\nmain()", *arguments)


def place() -> dict[str, str]:
    """What a process that gets an environment of its own needs beside it, to find the warm one."""
    if WHERE not in os.environ:
        prepare()
    return {WHERE: os.environ[WHERE]}


def stand_in(statement: str) -> int:
    """A process that runs a statement of Python with this one's folder, environment, input and output, and has all
    imported. Gives its exit code."""
    return _asked({"statement": statement, "cwd": str(Path.cwd()), "env": dict(os.environ)}, (0, 1, 2))


def prepare() -> None:
    """For the process that all others of a test run descend from. When it ends, so does the warm one."""
    folder = Path(tempfile.mkdtemp(prefix="warm-"))
    (folder / OWNER).write_text(str(os.getpid()), encoding="utf-8")
    os.environ[WHERE] = str(folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _asked(what: Mapping[str, object], handed: Sequence[int] = ()) -> int:
    with _connected() as line, line.makefile("rw", encoding="utf-8") as file:
        socket.send_fds(line, [b" "], handed)
        file.write(json.dumps(what) + "\n")
        file.flush()
        return int(file.readline())


def _connected() -> socket.socket:
    folder = Path(place()[WHERE])
    line = socket.socket(socket.AF_UNIX)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            line.connect(str(folder / "line"))
        except (FileNotFoundError, ConnectionRefusedError):
            _start(folder)
            line.connect(str(folder / "line"))
    return line


def _start(folder: Path) -> None:
    """It is listening before it has imported anything: who asks meanwhile waits for the answer."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")}
    (folder / "line").unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "line"))
        listening.listen(64)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm_process", str(listening.fileno()), str(folder)],
            cwd=Path(__file__).parent.parent,
            env=own,
            pass_fds=[listening.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
    process.returncode = 0  # it outlives who has started it, and nobody waits for it
