"""`arch-team serve` as a process of its own, which tests may kill and start again."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError

START_WITHIN = 400.0
"""Seconds. Far more than it needs: a busy machine is no failure."""
_GLANCE = 0.05


class Served:
    """One home, one port; the process behind it may change."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.more: dict[str, str] = {}
        """Settings of this server, beside its home."""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")}
        return own | {"ARCH_TEAM_HOME": str(self.home)} | self.more

    def command(self, *arguments: str) -> str:
        """Runs another command on the same home."""
        done = subprocess.run(
            [sys.executable, "-m", "arch_team.console", *arguments],
            env=self.environment,
            cwd=self.home,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    def start(self) -> None:
        log = (self.home / "serve.log").open("ab")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "arch_team.console", "serve", "--port", str(self.port)],
            env=self.environment,
            cwd=self.home,
            stdout=log,
            stderr=log,
        )
        log.close()
        for _ in range(int(START_WITHIN / _GLANCE)):
            if self._answers():
                return
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GLANCE)
                break
        self.kill()
        raise AssertionError(f"the server did not start:\n{self.log()[-4000:]}")

    def kill(self) -> None:
        """As a power cut would: nothing is put in order."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def log(self) -> str:
        return (self.home / "serve.log").read_text(encoding="utf-8", errors="replace")

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:  # noqa: S310
                return answer.status == 200
        except (URLError, OSError):
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
