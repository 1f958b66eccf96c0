"""One shape for everything that goes wrong, on every endpoint:

    {"error": {"code": "UNKNOWN_CRITERION", "message": "…", "nextStep": "…", "details": […]}}

Nothing from inside leaks: an unexpected error is logged and told without its text. A body's own words are not repeated.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from arch_team.errors import ArchTeamError, DataError, UsageError
from arch_team.requirements.errors import ReviewUnavailable, TooMuch
from arch_team.wire import Wire

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger(__name__)

LARGEST_BODY = 5 * 1024 * 1024
MOST_DETAILS = 20
STATUS: dict[type[ArchTeamError], int] = {
    TooMuch: 413,
    ReviewUnavailable: 502,
    UsageError: 422,
    DataError: 503,
    ArchTeamError: 500,
}
"""By the nearest class an error is of."""
_CODES = {
    400: "BAD_REQUEST", 401: "UNAUTHORIZED", 403: "FORBIDDEN", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED",
    409: "CONFLICT", 413: "TOO_LARGE", 415: "UNSUPPORTED_MEDIA_TYPE", 422: "INVALID_BODY", 429: "TOO_MANY_REQUESTS",
}  # fmt: skip
_NEXT = {
    404: "Check the path; /openapi.json lists all of them.",
    405: "Use the method that /openapi.json names.",
    413: "Send less at once.",
    415: "Send JSON with Content-Type: application/json.",
}


class ErrorDetail(Wire):
    field: str = ""
    problem: str


class ErrorBody(Wire):
    code: str
    message: str
    next_step: str = ""
    details: tuple[ErrorDetail, ...] = ()


class ErrorAnswer(Wire):
    """What every endpoint answers when it does not do what was asked."""

    error: ErrorBody


def error_answer(
    status: int,
    code: str,
    message: str,
    next_step: str = "",
    details: Sequence[ErrorDetail] = (),
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    body = ErrorBody(code=code, message=message, next_step=next_step, details=tuple(details)[:MOST_DETAILS])
    return JSONResponse(ErrorAnswer(error=body).to_wire(), status_code=status, headers=dict(headers or {}))


def install_errors(app: FastAPI, largest_body: int = LARGEST_BODY) -> None:
    """Every error of the app gets the one shape, those of unknown paths and oversized bodies too."""
    app.add_exception_handler(ArchTeamError, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)
    app.add_middleware(BodyLimit, largest=largest_body)


async def _known(_: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, ArchTeamError):
        return await _unexpected(_, error)
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 500)
    code = getattr(error, "code", None) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).upper()
    return error_answer(status, str(code), _sayable(str(error)), _sayable(error.next_step))


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        return await _unexpected(request, error)
    found = error.errors()
    if any(problem.get("type") == "json_invalid" for problem in found):
        return error_answer(400, "NOT_JSON", "the body is not JSON", "Send one JSON object.")
    if request.method in ("POST", "PUT", "PATCH") and not _says_json(request):
        return error_answer(415, _CODES[415], "the body is not sent as JSON", _NEXT[415])
    details = [
        ErrorDetail(field=_field(problem.get("loc", ())), problem=_sayable(str(problem.get("msg", ""))))
        for problem in found[:MOST_DETAILS]
    ]
    return error_answer(
        422, _CODES[422], "the request does not have the form it needs", "Mend the fields named in details.", details
    )


async def _http(_: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        return await _unexpected(_, error)
    status = error.status_code
    code = _CODES.get(status, "ERROR" if status < 500 else "INTERNAL")
    return error_answer(status, code, _sayable(str(error.detail)), _NEXT.get(status, ""), headers=error.headers)


async def _unexpected(_: Request, error: Exception) -> JSONResponse:
    _log.error("an endpoint failed", exc_info=error)
    return error_answer(500, "INTERNAL", "something went wrong on the server", "Try again; the server's log says more.")


def _says_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "").split(";")[0].strip().casefold()
    return kind == "application/json" or kind.endswith("+json")


def _field(location: Sequence[object]) -> str:
    return ".".join(_sayable(str(part))[:80] for part in location if part != "body")


def _sayable(text: str) -> str:
    """Text that can be written as JSON, whatever it quotes."""
    return "".join(c if c.isprintable() else "�" for c in text)[:500]


class BodyLimit:
    """Refuses a body that is too large, before it is read whole."""

    def __init__(self, app: "ASGIApp", largest: int) -> None:
        self._app = app
        self._largest = largest

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if declared.isdigit() and int(declared) > self._largest:
            answer = error_answer(413, _CODES[413], "the body is too large", _NEXT[413])
            await answer(scope, receive, send)
            return
        read = 0

        async def counted() -> "Message":
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._largest:
                raise HTTPException(413, "the body is too large")
            return message

        await self._app(scope, counted, send)
