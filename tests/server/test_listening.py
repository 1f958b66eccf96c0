"""When the server says where it is: once whoever connects there is served, and never where it cannot listen."""

import os
import re
import signal
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from arch_team.server.listening import Ending, listening_config
from tests import warm

_ADDRESS = re.compile(r"^Open (http://\S+[0-9])\. Ctrl-C ends it\.$", re.MULTILINE)


class _App:
    """An application that tells when it has started."""

    def __init__(self) -> None:
        self.told: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "lifespan"
        for part in ("startup", "shutdown"):
            await receive()
            self.told.append(part)
            await send({"type": f"lifespan.{part}.complete"})


def test_the_address_is_told_once_connections_are_taken() -> None:
    app = _App()

    def opened(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            app.told.append("taken")
        server.should_exit = True

    server = Ending(listening_config(app, host="127.0.0.1", port=0), opened)
    server.run()
    assert app.told == ["startup", "taken", "shutdown"]


def test_no_address_is_told_where_somebody_else_listens() -> None:
    told: list[int] = []
    with socket.create_server(("127.0.0.1", 0)) as other:
        server = Ending(listening_config(_App(), host="127.0.0.1", port=other.getsockname()[1]), told.append)
        with pytest.raises(SystemExit):
            server.run()
    assert told == []


def test_what_serve_prints_can_be_opened_at_once(tmp_path: Path, demo_home: Path) -> None:
    env = {**os.environ, "ARCH_TEAM_HOME": str(tmp_path), "ARCH_TEAM_DEMO_HOME": str(demo_home)}
    log = tmp_path / "serve.log"
    log.touch()
    process = warm.begun("serve", "--port", "0", cwd=tmp_path, env=env, log=log)
    found = None
    while found is None and process.wait(0.05) is None:
        found = _ADDRESS.search(log.read_text(encoding="utf-8"))
    assert found is not None, log.read_text(encoding="utf-8")
    try:
        assert httpx.get(f"{found[1]}/healthz", timeout=20).status_code == 200
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(120) is not None
