"""The way to Qdrant: a server by URL, else a folder of this machine, else memory.

A folder belongs to one process at a time. Within a process every store of that folder shares one connection, and
`Connection.call` lets one thread in at a time, because the embedded engine is not made for several.
"""

import atexit
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from arch_team.errors import ArchTeamError, SourceUnavailable
from arch_team.settings import Settings
from arch_team.vectors.embedded import Postings

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

FOLDER = "qdrant"
SERVER_TIMEOUT = 30

T = TypeVar("T")


@dataclass(slots=True)
class Connection:
    """One Qdrant, shared by the stores that were opened on it. The last one to close it ends it."""

    client: "QdrantClient"
    place: str
    embedded: bool
    key: str | None = None
    users: int = 1
    _one_at_a_time: threading.RLock = field(default_factory=threading.RLock)
    _postings: dict[str, Postings] = field(default_factory=dict[str, Postings])

    def call(self, work: Callable[["QdrantClient"], T]) -> T:
        """Runs one piece of work. What Qdrant does not do becomes an error that says what to do next."""
        if self.embedded:
            with self._one_at_a_time:
                return self._translated(work)
        return self._translated(work)

    def shared(self) -> Self:
        """For one more store."""
        with _opening:
            self.users += 1
        return self

    def changed(self, collection: str) -> None:
        with self._one_at_a_time:
            self._postings.pop(collection, None)

    def postings(self, collection: str, build: Callable[[], Postings]) -> Postings:
        """Those of an embedded collection, built anew after a change. A folder has one process, so none goes unseen."""
        with self._one_at_a_time:
            if collection not in self._postings:
                self._postings[collection] = build()
            return self._postings[collection]

    def close(self) -> None:
        with _opening:
            self.users -= 1
            if self.users > 0:
                return
            if self.key is not None:
                _open.pop(self.key, None)
        self.client.close()

    def _translated(self, work: Callable[["QdrantClient"], T]) -> T:
        import httpx
        from qdrant_client.http.exceptions import ApiException, ResponseHandlingException, UnexpectedResponse

        try:
            return work(self.client)
        except ArchTeamError:
            raise
        except UnexpectedResponse as error:
            raise _refused(self.place, error.status_code) from error
        except (ResponseHandlingException, ApiException, httpx.HTTPError, OSError) as error:
            raise _does_not_answer(self.place) from error


_open: dict[str, Connection] = {}
_opening = threading.Lock()


@atexit.register
def _close_what_is_open() -> None:
    """Qdrant's own way of closing at the interpreter's end comes too late for its lock."""
    for connection in list(_open.values()):
        connection.client.close()
    _open.clear()


def connect(settings: Settings) -> Connection:
    """The server of the settings, else the folder under their home."""
    if settings.qdrant_url:
        return _to_server(settings.qdrant_url, settings.qdrant_api_key)
    return _to_folder(settings.home / FOLDER)


def connect_to_memory() -> Connection:
    """A Qdrant that ends with its stores. For tests, and for work that should leave nothing behind."""
    from qdrant_client import QdrantClient

    return Connection(QdrantClient(location=":memory:"), "memory", embedded=True)


def _to_server(url: str, api_key: str | None) -> Connection:
    from qdrant_client import QdrantClient

    try:
        client = QdrantClient(url=url, api_key=api_key, timeout=SERVER_TIMEOUT, check_compatibility=False)
    except ValueError as error:
        raise SourceUnavailable(
            f"`{url}` is not an address of a Qdrant server.",
            "Set ARCH_TEAM_QDRANT_URL to something like http://localhost:6333, or unset it to use a folder.",
        ) from error
    return Connection(client, url, embedded=False)


def _to_folder(folder: Path) -> Connection:
    from qdrant_client import QdrantClient

    key = str(folder.resolve())
    with _opening:
        if key in _open:
            _open[key].users += 1
            return _open[key]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            client = QdrantClient(path=key, force_disable_check_same_thread=True)
        except RuntimeError as error:
            raise SourceUnavailable(
                f"The vectors in {key} are in use by another process.",
                "An embedded store serves one process at a time. End the other one, or run a Qdrant server "
                "and set ARCH_TEAM_QDRANT_URL.",
            ) from error
        except (OSError, ValueError) as error:
            raise SourceUnavailable(
                f"The vectors in {key} could not be opened: {error}.",
                "Check that the folder may be written, or set ARCH_TEAM_HOME to another one.",
            ) from error
        _open[key] = Connection(client, key, embedded=True, key=key)
        return _open[key]


def _does_not_answer(place: str) -> SourceUnavailable:
    return SourceUnavailable(
        f"Qdrant at {place} does not answer.",
        "Start it, correct ARCH_TEAM_QDRANT_URL, or unset it to use the embedded store.",
    )


def _refused(place: str, status: int | None) -> SourceUnavailable:
    if status in {401, 403}:
        return SourceUnavailable(f"Qdrant at {place} refused the key.", "Set ARCH_TEAM_QDRANT_API_KEY.")
    return SourceUnavailable(
        f"Qdrant at {place} refused the call with status {status}.",
        "See the server's log; it needs version 1.15 or later.",
    )
