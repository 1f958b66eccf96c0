"""Commands in processes of their own, forked from one that has imported the program already.

A command is as separate as one that is started: its arguments, folder, environment, input, output and exit code are its
own. Only the second or two that Python takes to import everything is paid once and not every time.
"""

import atexit
import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

_MOST = 300.0
_lock = threading.Lock()
_process: "subprocess.Popen[str] | None" = None


def command(
    *arguments: str, cwd: Path, env: Mapping[str, str], given: str = "", timeout: float = 90
) -> "subprocess.CompletedProcess[str]":
    """What `arch-team` with these arguments does."""
    with tempfile.TemporaryDirectory() as folder:
        files = {name: str(Path(folder) / name) for name in ("in", "out", "err")}
        Path(files["in"]).write_text(given, encoding="utf-8")
        code = _asked({"args": arguments, "cwd": str(cwd), "env": dict(env), "timeout": timeout, **files})
        out, err = (Path(files[name]).read_text(encoding="utf-8") for name in ("out", "err"))
    if code == _TIMED_OUT:
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
        return None if code == _TIMED_OUT else code


def begun(*arguments: str, cwd: Path, env: Mapping[str, str], log: Path) -> Running:
    """`arch-team` with these arguments, while it works. What it says is added to the log."""
    files = {"in": os.devnull, "out": str(log), "err": str(log)}
    return Running(_asked({"args": arguments, "cwd": str(cwd), "env": dict(env), **files}))


def _asked(what: Mapping[str, object]) -> int:
    with _lock:
        process = _started()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(what) + "\n")
        process.stdin.flush()
        return int(process.stdout.readline())


_TIMED_OUT = 999


def _started() -> "subprocess.Popen[str]":
    global _process
    if _process is None or _process.poll() is not None:
        _process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parent.parent,
            env={name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")},
        )
        atexit.register(_process.kill)
    return _process


def _serve() -> None:
    from arch_team.console.commands import commands

    commands()
    _imported()
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        asked = json.loads(line)
        if "wait" in asked:
            print(_seen_to_end(asked["wait"], asked["timeout"]), flush=True)
            continue
        child = os.fork()
        if child == 0:
            _become(asked)
        print(_waited(child, asked["timeout"]) if "timeout" in asked else child, flush=True)


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


def _imported() -> None:
    """What commands import and load when they run."""
    for name in _NEEDED:
        import_module(f"arch_team.{name}")
    import_module("tests.pace")
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


def _become(asked: dict[str, Any]) -> None:
    code = 1
    try:
        os.chdir(asked["cwd"])
        os.environ.clear()
        os.environ.update(asked["env"])
        for number, name in enumerate(("in", "out", "err")):
            flags = os.O_RDONLY if name == "in" else os.O_WRONLY | os.O_CREAT | os.O_APPEND
            os.dup2(os.open(asked[name], flags, 0o600), number)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - it is this process's own
        sys.argv = ["arch-team", *asked["args"]]
        from arch_team.console.app import main

        main()
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


def _waited(child: int, timeout: float) -> int:
    ended = threading.Event()

    def end() -> None:
        if not ended.wait(min(timeout, _MOST)):
            os.kill(child, 9)

    watch = threading.Thread(target=end, daemon=True)
    watch.start()
    _, status = os.waitpid(child, 0)
    ended.set()
    watch.join()
    return _TIMED_OUT if os.WIFSIGNALED(status) and os.WTERMSIG(status) == 9 else os.waitstatus_to_exitcode(status)


def _seen_to_end(child: int, timeout: float) -> int:
    """The exit code of a process that was begun, as soon as it has ended."""
    end = time.monotonic() + timeout
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            return _TIMED_OUT
        time.sleep(0.02)


if __name__ == "__main__":
    _serve()
