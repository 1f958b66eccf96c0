"""One shape for everything that goes wrong, on every endpoint:

    {"error": {"code": "UNKNOWN_CRITERION", "message": "…", "nextStep": "…", "details": […]}}

Nothing from inside leaks: an unexpected error is logged and told without its text. A body's own words are not repeated.
Under `/v1` the same comes in the shape that OpenAI's clients read: `{"error": {"message", "type", "param", "code"}}`.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException

from arch_team.clarify.errors import (
    ClarificationCancelled,
    ClarificationConflict,
    ClarificationExpired,
    UnknownClarification,
)
from arch_team.engine.database import away, passing
from arch_team.engine.engine import IdempotencyConflict, RunNotEnded, UnknownRun
from arch_team.errors import ArchTeamError, DataError, UsageError
from arch_team.evidence.interceptions import UnknownInterception
from arch_team.requirements.errors import ReviewUnavailable, TooMuch
from arch_team.server.heavy import TooBusy, WorkTooLarge, WorkTooSlow
from arch_team.wire import Wire

_log = logging.getLogger(__name__)

LARGEST_BODY = 5 * 1024 * 1024
MOST_DETAILS = 20
STATUS: dict[type[ArchTeamError], int] = {
    TooMuch: 413,
    WorkTooLarge: 413,
    WorkTooSlow: 504,
    TooBusy: 429,
    ReviewUnavailable: 502,
    UnknownRun: 404,
    UnknownClarification: 404,
    UnknownInterception: 404,
    IdempotencyConflict: 409,
    RunNotEnded: 409,
    ClarificationConflict: 409,
    ClarificationExpired: 410,
    ClarificationCancelled: 410,
    UsageError: 422,
    DataError: 503,
    ArchTeamError: 500,
}
"""By the nearest class an error is of."""
_CODES = {
    400: "BAD_REQUEST", 401: "UNAUTHORIZED", 403: "FORBIDDEN", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED",
    408: "TOO_SLOW", 409: "CONFLICT", 410: "GONE", 413: "TOO_LARGE", 415: "UNSUPPORTED_MEDIA_TYPE", 422: "INVALID_BODY",
    429: "TOO_MANY_REQUESTS", 503: "UNAVAILABLE", 504: "TOO_SLOW",
}  # fmt: skip
_NEXT = {
    401: "Send a key: Authorization: Bearer at_… (made with: arch-team keys create).",
    403: "Ask whoever runs the server for a key with another role.",
    404: "Check the path; /openapi.json lists all of them.",
    405: "Use the method that /openapi.json names.",
    413: "Send less at once.",
    415: "Send JSON with Content-Type: application/json.",
}
_OPENAI_TYPES = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
OPENAI_PATHS = "/v1/"


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


class OpenaiError(BaseModel):
    message: str
    type: str
    param: str | None
    code: str


class OpenaiErrorAnswer(BaseModel):
    """The same under `/v1`, as OpenAI's clients read it."""

    error: OpenaiError


def error_answer(
    status: int,
    code: str,
    message: str,
    next_step: str = "",
    details: Sequence[ErrorDetail] = (),
    headers: Mapping[str, str] | None = None,
    *,
    path: str = "",
) -> JSONResponse:
    """`path`: where it was asked for, which decides on the shape."""
    if path.startswith(OPENAI_PATHS):
        return JSONResponse(openai_error(status, code, message, next_step, details), status, dict(headers or {}))
    body = ErrorBody(code=code, message=message, next_step=next_step, details=tuple(details)[:MOST_DETAILS])
    return JSONResponse(ErrorAnswer(error=body).to_wire(), status_code=status, headers=dict(headers or {}))


def error_of(error: ArchTeamError) -> tuple[int, ErrorBody]:
    """The status and the words for an error of ours."""
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 500)
    code = getattr(error, "code", None) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).upper()
    return status, ErrorBody(code=str(code), message=_sayable(str(error)), next_step=_sayable(error.next_step))


def refusal(status: int, message: str, path: str = "", headers: Mapping[str, str] | None = None) -> JSONResponse:
    """For what is refused before an endpoint is reached."""
    return error_answer(status, _CODES[status], message, _NEXT.get(status, ""), headers=headers, path=path)


def openai_error(
    status: int, code: str, message: str, next_step: str, details: Sequence[ErrorDetail] = ()
) -> dict[str, object]:
    """The shape that OpenAI's clients read."""
    told = [f"{one.field}: {one.problem}" for one in details[:MOST_DETAILS]]
    kind = _OPENAI_TYPES.get(status, "invalid_request_error" if status < 500 else "server_error")
    text = " ".join(part for part in (f"{message}.", *told, next_step) if part)
    field = next((one.field for one in details if one.field), None)
    return {"error": {"message": text, "type": kind, "param": field, "code": code}}


def install_errors(
    app: FastAPI, largest_body: int = LARGEST_BODY, larger: Mapping[str, int] = MappingProxyType({})
) -> None:
    """Every error of the app gets the one shape, those of unknown paths and oversized bodies too.

    `larger`: paths that take more than others.
    """
    app.add_exception_handler(ArchTeamError, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(DBAPIError, _database)
    app.add_exception_handler(Exception, _unexpected)
    from arch_team.server.limits import BodyLimit

    app.add_middleware(BodyLimit, largest=largest_body, larger=larger)


async def _known(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, ArchTeamError):
        return await _unexpected(request, error)
    status, body = error_of(error)
    if status >= 500:
        _log.error("%s %s failed: %s", request.method, request.url.path, error, exc_info=error)
    return error_answer(status, body.code, body.message, body.next_step, path=request.url.path)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, RequestValidationError):
        return await _unexpected(request, error)
    found = error.errors()
    if any(problem.get("type") == "json_invalid" for problem in found):
        return error_answer(400, "NOT_JSON", "the body is not JSON", "Send one JSON object.", path=request.url.path)
    if _takes_json(found) and not _says_json(request):
        return error_answer(415, _CODES[415], "the body is not sent as JSON", _NEXT[415], path=request.url.path)
    details = [
        ErrorDetail(field=_field(problem.get("loc", ())), problem=_sayable(str(problem.get("msg", ""))))
        for problem in found[:MOST_DETAILS]
    ]
    return error_answer(
        422,
        _CODES[422],
        "the request does not have the form it needs",
        "Mend the fields named in details.",
        details,
        path=request.url.path,
    )


async def _http(request: Request, error: Exception) -> JSONResponse:
    if not isinstance(error, HTTPException):
        return await _unexpected(request, error)
    status = error.status_code
    code = _CODES.get(status, "ERROR" if status < 500 else "INTERNAL")
    return error_answer(
        status,
        code,
        _sayable(str(error.detail)),
        _NEXT.get(status, ""),
        headers=error.headers,
        path=request.url.path,
    )


async def _database(request: Request, error: Exception) -> JSONResponse:
    """A database that does not answer now is no mistake of ours, and does not stay so."""
    if not isinstance(error, DBAPIError) or not passing(error):
        return await _unexpected(request, error)
    return await _known(request, away())


async def _unexpected(request: Request, error: Exception) -> JSONResponse:
    return unexpected(error, request.url.path)


def unexpected(error: Exception, path: str = "") -> JSONResponse:
    """Logged in full, told in general."""
    _log.error("an endpoint failed", exc_info=error)
    return error_answer(
        500,
        "INTERNAL",
        "something went wrong on the server",
        "Try again; the server's log says more.",
        path=path,
    )


def _takes_json(found: Sequence[Any]) -> bool:
    """Whether what is wrong is wrong with the body as a whole, as it is when it does not come as JSON."""
    return any(tuple(problem.get("loc", ())) == ("body",) for problem in found)


def _says_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "").split(";")[0].strip().casefold()
    return kind == "application/json" or kind.endswith("+json")


def _field(location: Sequence[object]) -> str:
    return ".".join(_sayable(str(part))[:80] for part in location if part != "body")


def _sayable(text: str) -> str:
    """Text that can be written as JSON, whatever it quotes."""
    return "".join(c if c.isprintable() else "�" for c in text)[:500]
