"""The server on its socket: who connects and does not say what they want is let go, and a signal ends it in time."""

import asyncio
import os
import socket
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

GRACEFUL = 4
"""Seconds that requests get to end once the server is told to."""
LONGEST_END = 9.0
"""Seconds after which it ends whatever is still going on: runs go on with the next start, and a thread that nobody
waits for any more is not waited for here either."""
HEADERS = 20.0
"""Seconds in which a request must have said what it wants."""
PROXIES = "FORWARDED_ALLOW_IPS"
"""Whose `X-Forwarded-For` is believed. Nobody's by default: anybody could write one."""

if TYPE_CHECKING:

    class _Protocol:
        cycle: Any
        transport: Any

        def connection_made(self, transport: Any) -> None: ...
        def data_received(self, data: bytes) -> None: ...
        def connection_lost(self, exc: Exception | None) -> None: ...
else:
    _Protocol = AutoHTTPProtocol


class Impatient(_Protocol):
    """A connection on which no request has begun in time is closed. uvicorn itself waits for ever for headers."""

    _waits: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_asked():
            self._stop_waiting()
        elif self._waits is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_asked(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._waits = asyncio.get_running_loop().call_later(HEADERS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None

    def _give_up(self) -> None:
        self._waits = None
        if not self._is_asked():
            self.transport.close()


class Ending(uvicorn.Server):
    """Ends within `LONGEST_END` seconds of a signal. `opened` is told the port once connections are taken on it."""

    def __init__(self, config: uvicorn.Config, opened: Callable[[int], None] = lambda _: None) -> None:
        super().__init__(config)
        self._opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._opened(self.servers[0].sockets[0].getsockname()[1])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            timer = threading.Timer(LONGEST_END, os._exit, (0,))
            timer.daemon = True
            timer.start()
        super().handle_exit(sig, frame)


def listening_config(app: Any, **more: Any) -> uvicorn.Config:
    trusted = os.environ.get(PROXIES, "")
    return uvicorn.Config(
        app,
        http=cast("Any", Impatient),
        server_header=False,
        log_config=None,
        access_log=False,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=trusted or None,
        timeout_graceful_shutdown=GRACEFUL,
        **more,
    )


def listen(app: Any, host: str, port: int, opened: Callable[[int], None] = lambda _: None) -> None:
    """Serves until it is told to end. `opened` is told on which port, once whoever connects there is served."""
    server = Ending(listening_config(app, host=host, port=port), opened)
    server.run()
    if not server.started:
        sys.exit(3)
    late = threading.Timer(1.0, os._exit, (0,))  # a thread at work that nobody waits for does not keep the process
    late.daemon = True
    late.start()
