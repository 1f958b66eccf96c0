"""The gate: who comes in, how often, and what is written down about it.

Everything under `/api`, `/v1` and `/mcp` passes here before an endpoint is chosen, so that no endpoint can forget it.
The page's own files, the health checks and the description of the API are for everybody.
"""

import asyncio
import ipaddress
import logging
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from sqlalchemy.exc import DBAPIError
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection

from arch_team.access.audit import AuditLog
from arch_team.access.caller import LOCAL, Caller
from arch_team.access.keys import KeyStore
from arch_team.access.rate import RateLimit
from arch_team.engine import database
from arch_team.engine.database import away, passing
from arch_team.engine.threads import Threads
from arch_team.errors import SourceUnavailable
from arch_team.server.errors import error_answer, error_of, refusal

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

GUARDED = ("/api", "/v1", "/mcp")
METRICS = "/metrics"
READS = ("GET", "HEAD", "OPTIONS")
REFUSED = (401, 403, 429)
PASSED_ON = ("x-forwarded-for", "forwarded", "x-real-ip")
COME_AGAIN = {"Retry-After": "5"}
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
LOOKERS = 4
"""Threads of the gate's own: no request stands in the way of another's key."""
_KEPT_READS = ("/export", ".csv", ".xlsx")
_log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass
class Access:
    """What the gate asks and tells."""

    keys: KeyStore
    audit: AuditLog
    rate: RateLimit
    failures: RateLimit
    """How often one address may come with a wrong key before it is no longer written down."""
    origins: frozenset[str] = frozenset()
    """Pages elsewhere that may call this server. None by default."""


@dataclass(frozen=True, slots=True)
class Refused:
    status: int
    message: str
    retry_after: float = 0.0
    tenant: str | None = None
    key_id: str | None = None
    is_kept: bool = True

    def answer(self, path: str) -> "Response":
        headers = {"WWW-Authenticate": 'Bearer realm="arch-team"'} if self.status == 401 else {}
        if self.retry_after:
            headers["Retry-After"] = str(math.ceil(self.retry_after))
        return refusal(self.status, self.message, path, headers)


class Gate:
    def __init__(self, app: "ASGIApp", access: Access) -> None:
        self._app = app
        self._access = access
        self._auditing = Threads(1, "audit")
        self._looking = Threads(LOOKERS, "gate")

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        path = scope.get("path", "")
        if scope["type"] != "http" or not is_guarded(path):
            await self._app(scope, receive, send)
            return
        try:
            found = await self._let_in(scope)
        except SourceUnavailable as error:
            status, body = error_of(error)
            answer = error_answer(status, body.code, body.message, body.next_step, headers=COME_AGAIN, path=path)
            await answer(scope, receive, send)
            return
        if isinstance(found, Refused):
            if found.is_kept:
                await self._keep(scope, None, found.status, found)
            await found.answer(path)(scope, receive, send)
            return
        if found is not None:
            scope.setdefault("state", {})["caller"] = found
        answered: list[int] = []

        async def watched(message: "Message") -> None:
            if message["type"] == "http.response.start":
                answered.append(message["status"])
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            status = answered[0] if answered else 500
            if found is not None and (status in REFUSED or is_kept(scope["method"], path)):
                await asyncio.shield(self._keep(scope, found, status))

    async def _let_in(self, scope: "Scope") -> Caller | Refused | None:
        headers, access = Headers(scope=scope), self._access
        if foreign := _foreign_origin(headers, access.origins):
            return Refused(403, f"pages of {foreign} may not call this server")
        if scope["path"] == METRICS and is_on_this_machine(scope, headers):
            return None
        if not await self._looked(access.keys.exist):
            return LOCAL if is_on_this_machine(scope, headers) else Refused(401, "this server has no keys yet")
        return await self._by_key(scope, headers)

    async def _by_key(self, scope: "Scope", headers: Headers) -> Caller | Refused:
        access = self._access
        kind, _, text = headers.get("authorization", "").partition(" ")
        text = text.strip()
        if kind.casefold() != "bearer" or not text:
            return Refused(401, "a key is needed", is_kept=False)
        key = await self._looked(lambda: access.keys.opened_by(text))
        if key is None:
            tenant, key_id = await self._looked(lambda: access.keys.tenant_of(text))
            return self._failed(scope, "the key is not valid, or was revoked", tenant, key_id)
        caller = key.caller
        wait = access.rate.wait(key.id)
        if wait:
            return Refused(429, "too many requests with this key", wait, caller.tenant, key.id, is_kept=False)
        if scope["method"] not in READS and not caller.may_write:
            return Refused(403, "a reader's key may only read", tenant=caller.tenant, key_id=key.id)
        return caller

    async def _looked(self, work: Callable[[], T]) -> T:
        """Looks in the database, again while it is away, for as long as any caller waits for it. No thread waits."""
        clock = asyncio.get_running_loop().time
        end, pause = clock() + database.PATIENCE, 0.05
        while True:
            try:
                return await self._looking.do(work)
            except DBAPIError as error:
                if not passing(error):
                    raise
                if clock() >= end:
                    raise away() from error
            await asyncio.sleep(pause)
            pause = min(pause * 2, 1.0)

    def _failed(self, scope: "Scope", message: str, tenant: str | None = None, key_id: str | None = None) -> Refused:
        wait = self._access.failures.wait(address_of(scope))
        if wait:
            return Refused(429, "too many attempts with a wrong key", wait, is_kept=False)
        return Refused(401, message, tenant=tenant, key_id=key_id)

    async def _keep(self, scope: "Scope", caller: Caller | None, status: int, refused: Refused | None = None) -> None:
        def record() -> None:
            self._access.audit.record(
                caller,
                action=scope["method"],
                target=scope["path"],
                status=status,
                address=address_of(scope),
                note=refused.message if refused else str(scope.get("state", {}).get("note", "")),
                tenant=refused.tenant if refused else None,
                key_id=refused.key_id if refused else None,
            )

        try:
            await self._auditing.do(record)
        except Exception:
            _log.exception("%s %s (%d) could not be written into the audit", scope["method"], scope["path"], status)


def caller_of(request: HTTPConnection) -> Caller:
    """Whom the gate let in."""
    return request.state.caller


def is_guarded(path: str) -> bool:
    return path == METRICS or any(path == prefix or path.startswith(prefix + "/") for prefix in GUARDED)


def is_kept(method: str, path: str) -> bool:
    return method not in READS or path.endswith(_KEPT_READS) or path.startswith("/api/audit")


def is_on_this_machine(scope: "Scope", headers: Headers) -> bool:
    """The caller's address is of this machine, and it was asked for by a name of this machine: a page elsewhere that
    lets its own name point here (DNS rebinding) sends that name. Who is passed on by a proxy is elsewhere."""
    if any(name in headers for name in PASSED_ON):
        return False
    try:
        host = urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return False
    return is_loopback(address_of(scope)) and host in LOOPBACK_NAMES


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def address_of(scope: "Scope") -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _foreign_origin(headers: Headers, allowed: frozenset[str]) -> str | None:
    """A browser says which page calls. Only the own page may, and those that were named."""
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return None
    _, _, host = origin.partition("://")
    return None if host and host == headers.get("host") else origin[:200]
