"""`arch-team serve` as a process of its own, which tests may kill and start again."""

import os
import signal
import socket
import urllib.request
from pathlib import Path
from urllib.error import URLError

from tests import warm

START_WITHIN = 400.0
"""Seconds. Far more than it needs: a busy machine is no failure."""
_GLANCE = 0.05


class Served:
    """One home, one port; the process behind it may change."""

    def __init__(self, home: Path, demo_home: Path | None = None) -> None:
        self.home = home
        self.demo_home = demo_home
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.more: dict[str, str] = {}
        """Settings of this server, beside its home."""
        self._process: warm.Running | None = None

    @property
    def environment(self) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")}
        demo = {"ARCH_TEAM_DEMO_HOME": str(self.demo_home)} if self.demo_home else {}
        return own | {"ARCH_TEAM_HOME": str(self.home)} | demo | self.more

    def command(self, *arguments: str) -> str:
        """Runs another command on the same home."""
        done = warm.command(*arguments, cwd=self.home, env=self.environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        log = self.home / "serve.log"
        log.touch()
        arguments = ("serve", "--port", str(self.port))
        self._process = warm.begun(*arguments, cwd=self.home, env=self.environment, log=log)
        for _ in range(int(START_WITHIN / _GLANCE)):
            if self._answers():
                return
            if self._process.wait(_GLANCE) is not None:
                self._process = None
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
        if self._process.wait(20) is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait(20)
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
