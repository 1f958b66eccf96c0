"""A database that an admin connects: only where the operator allows it, only to what the operator lists.

The address is kept in a file that only the server can read, because reading needs its password. It is never given out
again: what is shown has no user's password and no query in it.
"""

import ipaddress
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from pydantic import AwareDatetime
from sqlalchemy.exc import ArgumentError

from arch_team.errors import UsageError
from arch_team.owndata.place import own_folder
from arch_team.settings import Settings
from arch_team.wire import Wire

_EMBEDDED = ("sqlite", "duckdb")
_HARMLESS = frozenset({"sslmode", "charset", "application_name", "connect_timeout"})
"""What may stand behind the question mark. Drivers take other hosts and files there."""
_FILE = "connection.json"


class NotAllowed(UsageError):
    """The operator does not allow this."""


class Connection(Wire):
    address: str
    """Without a password."""
    connected_at: AwareDatetime


class Connections:
    def __init__(self, settings: Settings, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """`settings` narrowed to the caller."""
        self._settings, self._clock = settings, clock
        self._path = own_folder(settings) / _FILE

    def current(self) -> Connection | None:
        held = self._held()
        return Connection.model_validate(held["about"]) if held else None

    def url(self) -> str | None:
        """The whole address, for the server alone. None as well where the operator allows it no longer."""
        held = self._held()
        if held is None:
            return None
        try:
            allowed(str(held["url"]), self._settings)
        except NotAllowed:
            return None
        return str(held["url"])

    def set(self, url: str) -> Connection:
        """Connects once to see that it works, then keeps the address."""
        from arch_team.tools.session import open_source

        parsed = allowed(url, self._settings)
        spelled = parsed.render_as_string(hide_password=False)
        source = open_source(
            self._settings.model_copy(update={"db": spelled, "file": None, "files": (), "ontology": None})
        )
        source.close()
        about = Connection(address=shown(parsed), connected_at=self._clock())
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._path.with_suffix(".new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({"url": spelled, "about": about.to_wire()}, file)
        new.replace(self._path)
        return about

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)

    def _held(self) -> dict[str, object] | None:
        try:
            return json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None


def allowed(url: str, settings: Settings) -> sa.URL:
    """The address, if the operator's lists have it. A scheme is listed as `postgresql`; a place as a host, a host with
    its port, or, for files, the folder they are in."""
    if not settings.connect:
        raise NotAllowed("databases may not be connected here", "Whoever runs the server sets ARCH_TEAM_CONNECT.")
    try:
        parsed = sa.make_url(url.strip())
    except ArgumentError:
        raise NotAllowed("this is no database address", "Write it as postgresql://user:password@host/name.") from None
    kind = parsed.get_backend_name()
    if kind not in settings.connect_schemes:
        raise NotAllowed(f"{kind} may not be connected here", f"Allowed are: {_listed(settings.connect_schemes)}.")
    if set(parsed.query) - (frozenset[str]() if kind in _EMBEDDED else _HARMLESS):
        raise NotAllowed("the address has settings that are not allowed", "Leave out what stands behind the ?.")
    place_allowed = _file_allowed if kind in _EMBEDDED else _host_allowed
    if not place_allowed(parsed, settings.connect_hosts):
        raise NotAllowed("this place may not be connected", f"Allowed are: {_listed(settings.connect_hosts)}.")
    return parsed


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "none"


def _host_allowed(url: sa.URL, places: tuple[str, ...]) -> bool:
    host = _plain_host(url.host or "")
    with_port = f"{host}:{url.port}" if url.port else host
    known = {_plain_host(place) if place.count(":") != 1 else place.casefold() for place in places}
    return bool(host) and "," not in host and "/" not in host and bool({host, with_port} & known)


def _plain_host(host: str) -> str:
    bare = host.strip("[]").rstrip(".").casefold()
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        return bare


def _file_allowed(url: sa.URL, places: tuple[str, ...]) -> bool:
    if not url.database or url.host or ":" in url.database:
        return False
    file = Path(url.database)
    folders = [Path(place).resolve() for place in places if place.startswith("/")]
    return file.is_absolute() and any(file.resolve().is_relative_to(folder) for folder in folders)


def shown(url: sa.URL) -> str:
    """The address as a person may see it."""
    bare = url.set(query={}, password=None)
    if url.get_backend_name() in _EMBEDDED:
        return f"{url.get_backend_name()}: {Path(url.database or '').name}"
    return bare.render_as_string()
