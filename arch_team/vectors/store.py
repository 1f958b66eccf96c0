"""Vectors with their payload in Qdrant, for one tenant.

A store is opened for a tenant, and every read and write is for that tenant: there is no call without it. On a server
each condition carries it; in an embedded Qdrant each tenant has a collection of its own, which is quicker there. Ids
are the caller's, hashed together with the tenant, so two tenants may use the same id and never meet. BM25's document
frequencies are counted within the tenant too.
"""

import hashlib
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar, cast

import numpy as np

from arch_team.errors import UsageError
from arch_team.settings import Settings
from arch_team.vectors.collection import DENSE, SPARSE, prepare
from arch_team.vectors.conditions import OWN_ID, TENANT, checked, condition, matches
from arch_team.vectors.connection import Connection, connect, connect_to_memory
from arch_team.vectors.embedded import Postings
from arch_team.vectors.embedding import Embedder, Matrix
from arch_team.vectors.points import Hit, Point, Stored, Where
from arch_team.vectors.sparse import SparseVector

if TYPE_CHECKING:
    from qdrant_client import QdrantClient
    from qdrant_client.http import models

BATCH = 256
EMBEDDED_PAGE = 10_000
"""The embedded engine sorts all ids for every page."""
T = TypeVar("T")
_NAMESPACE = uuid.UUID("6d0f3f0e-7f0e-4f5c-9a53-0b9a4cf2a1d7")


class VectorStore:
    """A named collection as one tenant sees it. Threads may share it."""

    def __init__(self, connection: Connection, name: str, *, tenant: str, embedder: Embedder) -> None:
        if not tenant:
            connection.close()
            raise UsageError("A vector store needs a tenant.", "Name the mandate or the person whose texts these are.")
        self.name = name
        self.tenant = tenant
        self._connection = connection
        self._size = embedder.size
        self._collection = f"{name}--{_digest(tenant)}" if connection.embedded else name
        try:
            connection.call(lambda client: prepare(client, self._collection, embedder, embedded=connection.embedded))
        except BaseException:
            connection.close()
            raise

    @classmethod
    def open(cls, name: str, *, tenant: str, embedder: Embedder, settings: Settings | None = None) -> Self:
        """The collection on the server of the settings, else in the folder under their home."""
        return cls(connect(settings or Settings()), name, tenant=tenant, embedder=embedder)

    @classmethod
    def in_memory(cls, name: str, *, tenant: str, embedder: Embedder) -> Self:
        return cls(connect_to_memory(), name, tenant=tenant, embedder=embedder)

    def for_tenant(self, tenant: str, embedder: Embedder) -> "VectorStore":
        """Another tenant's view of the same collection, over the same connection."""
        return VectorStore(self._connection.shared(), self.name, tenant=tenant, embedder=embedder)

    def upsert(self, points: Iterable[Point]) -> int:
        """Writes the points, each over the one that had its id. Gives their number."""
        remaining = iter(points)
        written = 0
        while batch := [self._struct(point) for point in islice(remaining, BATCH)]:
            self._change(lambda client, batch=batch: client.upsert(self._collection, batch, wait=True))
            written += len(batch)
        return written

    def delete(self, *, ids: Sequence[str] | None = None, where: Where | None = None) -> int:
        """Removes what has one of the ids and matches `where`; one of the two must be given. Gives the number."""
        if ids is None and not where:
            raise UsageError("Nothing says what to remove.", "Give ids or a condition, or use `clear`.")
        keys = None if ids is None else [self._key(own) for own in ids]
        return self._remove(condition(self.tenant, where, keys))

    def clear(self) -> int:
        """Removes everything this tenant has."""
        return self._remove(condition(self.tenant))

    def search_dense(
        self, vector: Sequence[float] | Matrix, limit: int, *, where: Where | None = None, at_least: float | None = None
    ) -> list[Hit]:
        """The nearest by cosine, best first."""
        query = self._fitting(vector, "The vector")
        answer = self._connection.call(
            lambda client: client.query_points(
                self._collection,
                query=query.tolist(),
                using=DENSE,
                query_filter=self._condition(where),
                limit=limit,
                score_threshold=at_least,
                with_payload=True,
            )
        )
        return [_hit(point) for point in answer.points]

    def search_sparse(self, vector: SparseVector, limit: int, *, where: Where | None = None) -> list[Hit]:
        """The best by BM25, best first. Only what shares a term with the query."""
        if not vector:
            return []
        if self._connection.embedded:
            return self._connection.call(lambda client: self._by_postings(client, vector, limit, checked(where)))
        from qdrant_client.http import models

        query = models.SparseVector(indices=list(vector.indices), values=list(vector.values))
        answer = self._connection.call(
            lambda client: client.query_points(
                self._collection,
                query=query,
                using=SPARSE,
                query_filter=self._condition(where),
                search_params=models.SearchParams(idf=models.IdfCorpusParams(corpus=condition(self.tenant))),
                limit=limit,
                with_payload=True,
            )
        )
        return [_hit(point) for point in answer.points]

    def scroll(self, *, where: Where | None = None, with_dense: bool = False) -> Iterator[Stored]:
        """Everything that matches, in no order that means anything."""
        vectors = [DENSE] if with_dense else []
        return (_stored(record) for record in self._records(self._condition(where), vectors))

    def get(self, ids: Sequence[str], *, with_dense: bool = False) -> list[Stored]:
        """Those of the ids that are there, in the order asked for."""
        keys = [self._key(own) for own in ids]
        vectors = [DENSE] if with_dense else False
        records = self._connection.call(
            lambda client: client.retrieve(self._collection, keys, with_payload=True, with_vectors=vectors)
        )
        found = {stored.id: stored for stored in map(_stored, records)}
        return [found[own] for own in ids if own in found]

    def count(self, *, where: Where | None = None) -> int:
        counted = self._connection.call(
            lambda client: client.count(self._collection, self._condition(where), exact=True)
        )
        return counted.count

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _condition(self, where: Where | None) -> "models.Filter | None":
        """An embedded collection is the tenant's alone; asking each text again costs 40 µs a text."""
        if self._connection.embedded and not where:
            return None
        return condition(self.tenant, where)

    def _records(self, within: "models.Filter | None", vectors: list[str]) -> Iterator["models.Record"]:
        page = EMBEDDED_PAGE if self._connection.embedded else BATCH
        offset: models.ExtendedPointId | None = None
        while True:
            records, following = self._connection.call(
                lambda client, offset=offset: client.scroll(
                    self._collection,
                    scroll_filter=within,
                    limit=page,
                    offset=offset,
                    with_payload=True,
                    with_vectors=vectors or False,
                )
            )
            yield from records
            if following is None:
                return
            offset = cast("models.ExtendedPointId", following)

    def _by_postings(self, client: "QdrantClient", vector: SparseVector, limit: int, where: Where) -> list[Hit]:
        """In the embedded Qdrant: see `embedded.py`."""
        ranked = iter(self._connection.postings(self._collection, self._posted).ranked(vector))
        hits: list[Hit] = []
        while len(hits) < limit and (part := list(islice(ranked, limit))):
            records = client.retrieve(self._collection, [key for key, _ in part], with_payload=True)
            found = {str(record.id): _stored(record) for record in records}
            hits.extend(Hit(found[key].id, score, found[key].payload) for key, score in part)
            hits = [hit for hit in hits if matches(hit.payload, where)]
        return hits[:limit]

    def _posted(self) -> Postings:
        return Postings.of((str(record.id), _sparse(record)) for record in self._records(None, [SPARSE]))

    def _struct(self, point: Point) -> "models.PointStruct":
        from qdrant_client.http import models

        vector: dict[str, models.Vector] = {DENSE: self._fitting(point.dense, f"The vector of `{point.id}`").tolist()}
        if point.sparse:
            vector[SPARSE] = models.SparseVector(indices=list(point.sparse.indices), values=list(point.sparse.values))
        payload = {**point.payload, TENANT: self.tenant, OWN_ID: point.id}
        if reserved := [name for name in point.payload if name.startswith("_")]:
            raise UsageError(f"The names {reserved} belong to the store.", "Start names with a letter.")
        return models.PointStruct(id=self._key(point.id), vector=vector, payload=payload)

    def _fitting(self, vector: Sequence[float] | Matrix, what: str) -> Matrix:
        array = np.asarray(vector, dtype=np.float32)
        if array.shape != (self._size,) or not np.isfinite(array).all():
            raise UsageError(
                f"{what} does not fit: the store's have {self._size} finite numbers.", "Use the store's embedder."
            )
        return array

    def _key(self, own_id: str) -> str:
        return str(uuid.uuid5(_NAMESPACE, f"{self.tenant}\0{own_id}"))

    def _remove(self, within: "models.Filter") -> int:
        from qdrant_client.http import models

        def work(client: "QdrantClient") -> int:
            found = client.count(self._collection, within, exact=True).count
            if found:
                client.delete(self._collection, models.FilterSelector(filter=within), wait=True)
            return found

        return self._change(work)

    def _change(self, work: "Callable[[QdrantClient], T]") -> T:
        try:
            return self._connection.call(work)
        finally:
            self._connection.changed(self._collection)


def _digest(tenant: str) -> str:
    return hashlib.sha256(tenant.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _hit(point: "models.ScoredPoint") -> Hit:
    own_id, payload = _opened(point.payload)
    return Hit(own_id, point.score, payload)


def _stored(record: "models.Record") -> Stored:
    own_id, payload = _opened(record.payload)
    vectors = record.vector
    dense = vectors.get(DENSE) if isinstance(vectors, dict) else None
    return Stored(own_id, payload, None if dense is None else np.asarray(dense, dtype=np.float32))


def _sparse(record: "models.Record") -> SparseVector:
    vector = record.vector.get(SPARSE) if isinstance(record.vector, dict) else None
    indices = cast("list[int]", getattr(vector, "indices", []))
    return SparseVector(tuple(indices), tuple(cast("list[float]", getattr(vector, "values", []))))


def _opened(payload: dict[str, object] | None) -> tuple[str, dict[str, object]]:
    content = dict(payload or {})
    content.pop(TENANT, None)
    return str(content.pop(OWN_ID, "")), content
