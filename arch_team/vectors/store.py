"""Vectors with their payload, for one tenant: in a file of this machine, or on a Qdrant server.

A store is opened for a tenant, and every read and write is for that tenant: there is no call without it. On a server
each condition carries it; in a file each tenant has a collection of its own. Two tenants may use the same id and never
meet, and BM25's document frequencies are counted within the tenant too.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from types import TracebackType
from typing import Protocol, Self

import numpy as np

from arch_team.errors import UsageError
from arch_team.settings import Settings
from arch_team.vectors.conditions import checked
from arch_team.vectors.embedded import Database, open_file, open_memory
from arch_team.vectors.embedding import Embedder, Matrix
from arch_team.vectors.points import Hit, Point, Stored, Where
from arch_team.vectors.server import Server, open_server
from arch_team.vectors.sparse import SparseVector

BATCH = 256


class Collection(Protocol):
    """What a store needs of the place it keeps its points in."""

    def upsert(self, points: Sequence[Point]) -> None: ...
    def delete(self, ids: Sequence[str] | None, where: Where) -> int: ...
    def search_dense(self, vector: Matrix, limit: int, where: Where, at_least: float | None) -> list[Hit]: ...
    def search_sparse(self, vector: SparseVector, limit: int, where: Where) -> list[Hit]: ...
    def scroll(self, where: Where, *, with_dense: bool) -> Iterator[Stored]: ...
    def get(self, ids: Sequence[str], *, with_dense: bool) -> list[Stored]: ...
    def count(self, where: Where) -> int: ...
    def points(self) -> Iterator[Point]: ...
    def state(self) -> int: ...


class VectorStore:
    """A named collection as one tenant sees it. Threads may share it."""

    def __init__(self, place: Database | Server, name: str, *, tenant: str, embedder: Embedder) -> None:
        self.name = name
        self.tenant = tenant
        self._place = place
        self._size = embedder.size
        try:
            if not tenant:
                raise UsageError(
                    "A vector store needs a tenant.", "Name the mandate or the person whose texts these are."
                )
            self._collection: Collection = (
                place.collection(f"{name}--{_digest(tenant)}", embedder)
                if isinstance(place, Database)
                else place.collection(name, tenant, embedder)
            )
        except BaseException:
            place.close()
            raise

    @classmethod
    def open(cls, name: str, *, tenant: str, embedder: Embedder, settings: Settings | None = None) -> Self:
        """The collection on the server of the settings, else in the file under their home."""
        known = settings or Settings()
        place = open_server(known.qdrant_url, known.qdrant_api_key) if known.qdrant_url else open_file(known.home)
        return cls(place, name, tenant=tenant, embedder=embedder)

    @classmethod
    def in_memory(cls, name: str, *, tenant: str, embedder: Embedder) -> Self:
        return cls(open_memory(), name, tenant=tenant, embedder=embedder)

    @property
    def is_embedded(self) -> bool:
        return isinstance(self._place, Database)

    def for_tenant(self, tenant: str, embedder: Embedder) -> "VectorStore":
        """Another tenant's view of the same collection, over the same connection."""
        return VectorStore(self._place.shared(), self.name, tenant=tenant, embedder=embedder)

    def upsert(self, points: Iterable[Point]) -> int:
        """Writes the points, each over the one that had its id. Gives their number."""
        remaining = iter(points)
        written = 0
        while batch := [self._checked(point) for point in islice(remaining, BATCH)]:
            self._collection.upsert(batch)
            written += len(batch)
        return written

    def delete(self, *, ids: Sequence[str] | None = None, where: Where | None = None) -> int:
        """Removes what has one of the ids and matches `where`; one of the two must be given. Gives the number."""
        if ids is None and not where:
            raise UsageError("Nothing says what to remove.", "Give ids or a condition, or use `clear`.")
        return self._collection.delete(ids, checked(where)) if ids is None or ids else 0

    def clear(self) -> int:
        """Removes everything this tenant has."""
        return self._collection.delete(None, {})

    def search_dense(
        self, vector: Sequence[float] | Matrix, limit: int, *, where: Where | None = None, at_least: float | None = None
    ) -> list[Hit]:
        """The nearest by cosine, best first."""
        return self._collection.search_dense(self._fitting(vector, "The vector"), limit, checked(where), at_least)

    def search_sparse(self, vector: SparseVector, limit: int, *, where: Where | None = None) -> list[Hit]:
        """The best by BM25, best first. Only what shares a term with the query."""
        return self._collection.search_sparse(vector, limit, checked(where)) if vector else []

    def scroll(self, *, where: Where | None = None, with_dense: bool = False) -> Iterator[Stored]:
        """Everything that matches, in no order that means anything."""
        return self._collection.scroll(checked(where), with_dense=with_dense)

    def get(self, ids: Sequence[str], *, with_dense: bool = False) -> list[Stored]:
        """Those of the ids that are there, in the order asked for."""
        return self._collection.get(ids, with_dense=with_dense) if ids else []

    def count(self, *, where: Where | None = None) -> int:
        return self._collection.count(checked(where))

    def points(self) -> Iterator[Point]:
        """All of them with their vectors, to be written elsewhere."""
        return self._collection.points()

    def state(self) -> int:
        """Another number after a change. On a server only how many there are tells."""
        return self._collection.state()

    def close(self) -> None:
        self._place.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _checked(self, point: Point) -> Point:
        if reserved := [name for name in point.payload if name.startswith("_")]:
            raise UsageError(f"The names {reserved} belong to the store.", "Start names with a letter.")
        return Point(point.id, self._fitting(point.dense, f"The vector of `{point.id}`"), point.payload, point.sparse)

    def _fitting(self, vector: Sequence[float] | Matrix, what: str) -> Matrix:
        array = np.asarray(vector, dtype=np.float32)
        if array.shape != (self._size,) or not np.isfinite(array).all():
            raise UsageError(
                f"{what} does not fit: the store's have {self._size} finite numbers.", "Use the store's embedder."
            )
        return array


def _digest(tenant: str) -> str:
    return hashlib.sha256(tenant.encode("utf-8", "surrogatepass")).hexdigest()[:16]
