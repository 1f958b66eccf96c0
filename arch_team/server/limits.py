"""What a request may weigh and how long it may take."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import anyio
from starlette.exceptions import HTTPException

from arch_team.server.errors import refusal

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONG_PATHS = ("/v1/chat/", "/mcp")
"""Here an answer may take as long as its run does; each of them has a limit of its own."""
LONG_ENDING = "/events"


class BodyLimit:
    """Refuses a body that is too large, before it is read whole."""

    def __init__(self, app: "ASGIApp", largest: int, larger: Mapping[str, int] = MappingProxyType({})) -> None:
        self._app = app
        self._largest = largest
        self._larger = larger

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        largest = self._larger.get(scope["path"], self._largest)
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > largest:
            await refusal(413, "the body is too large", scope["path"])(scope, receive, send)
            return
        read = 0

        async def counted() -> "Message":
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > largest:
                raise HTTPException(413, "the body is too large")
            return message

        await self._app(scope, counted, send)


class TimeLimit:
    """Gives up on a request that takes too long, a body that never comes included."""

    def __init__(self, app: "ASGIApp", seconds: float) -> None:
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        path = scope.get("path", "")
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if path.startswith(LONG_PATHS) or path.endswith(LONG_ENDING):
            await self._app(scope, self._come_in_time(receive), send)
            return
        begun = False

        async def watched(message: "Message") -> None:
            nonlocal begun
            begun = True
            await send(message)

        with anyio.move_on_after(self._seconds) as limit:
            await self._app(scope, receive, watched)
        if limit.cancelled_caught and not begun:
            await refusal(504, "this took too long and was given up", path)(scope, receive, send)

    def _come_in_time(self, receive: "Receive") -> "Receive":
        """Whose answer may take long must still have said in time what they ask."""
        end, is_whole = anyio.current_time() + self._seconds, False

        async def received() -> "Message":
            nonlocal is_whole
            if is_whole:
                return await receive()
            try:
                with anyio.fail_after(max(0.0, end - anyio.current_time())):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, "the body did not come in time") from None
            is_whole = message["type"] != "http.request" or not message.get("more_body", False)
            return message

        return received
