"""Every request is counted and told of. By its route, never its address: that may hold ids and words searched for."""

import logging
import time
from typing import TYPE_CHECKING

from arch_team.telemetry.metrics import metrics

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER = "other"
"""What has no route, and methods nobody has heard of: a label takes few values, whatever is sent."""
_log = logging.getLogger("arch_team.requests")


class Watched:
    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        begun: list[tuple[int, float]] = []

        async def noted(message: "Message") -> None:
            if message["type"] == "http.response.start":
                begun.append((message["status"], time.perf_counter() - started))
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            status, seconds = begun[0] if begun else (499, time.perf_counter() - started)
            _note(scope, status, seconds)


def _note(scope: "Scope", status: int, seconds: float) -> None:
    """499: the caller went away before there was an answer."""
    method = scope["method"] if scope["method"] in METHODS else OTHER
    route = str(getattr(scope.get("route"), "path", "") or OTHER)
    if (counts := metrics()) is not None:
        counts.http_requests.labels(method, route, status).inc()
        counts.http_seconds.labels(route).observe(seconds)
    level = logging.ERROR if status >= 500 else logging.INFO if status >= 400 or method != "GET" else logging.DEBUG
    if _log.isEnabledFor(level):
        caller = scope.get("state", {}).get("caller")
        told = {"method": method, "route": route, "status": status, "seconds": round(seconds, 3)}
        _log.log(level, "request", extra=told if caller is None else {**told, "tenant": caller.tenant})
