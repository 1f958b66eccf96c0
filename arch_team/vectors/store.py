"""Vectors with their payload in Qdrant, for one tenant.

A store is opened for a tenant, and every read and write carries that tenant: there is no call without it. Ids are the
caller's, hashed together with the tenant, so two tenants may use the same id and never meet. BM25's document
frequencies are counted within the tenant too.
"""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast

import numpy as np

from arch_team.errors import UsageError
from arch_team.settings import Settings
from arch_team.vectors.connection import Connection, connect, connect_to_memory
from arch_team.vectors.embedding import Embedder, Matrix
from arch_team.vectors.points import Hit, Payload, Point, Stored, Where
from arch_team.vectors.sparse import SparseVector

if TYPE_CHECKING:
    from qdrant_client import QdrantClient
    from qdrant_client.http import models

DENSE = "dense"
SPARSE = "sparse"
TENANT = "_tenant"
OWN_ID = "_id"
MODEL = "embedder"
BATCH = 256
EMBEDDED_PAGE = 10_000
_NAMESPACE = uuid.UUID("6d0f3f0e-7f0e-4f5c-9a53-0b9a4cf2a1d7")


class VectorStore:
    """A named collection as one tenant sees it. Safe to share between threads."""

    def __init__(self, connection: Connection, name: str, *, tenant: str, embedder: Embedder) -> None:
        if not tenant:
            raise UsageError(
                "A vector store needs a tenant.", "Name the mandate, or the person, whose texts these are."
            )
        self.name = name
        self.tenant = tenant
        self._connection = connection
        self._embedder_name = embedder.name
        self._size = embedder.size
        try:
            connection.call(self._prepared)
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
        self._connection.share()
        return VectorStore(self._connection, self.name, tenant=tenant, embedder=embedder)

    def upsert(self, points: Iterable[Point]) -> int:
        """Writes the points, each over the one that had its id. Gives their number."""
        remaining = iter(points)
        written = 0
        while batch := [self._struct(point) for point in islice(remaining, BATCH)]:
            self._connection.call(lambda client, batch=batch: client.upsert(self.name, batch, wait=True))
            written += len(batch)
        return written

    def delete(self, *, ids: Sequence[str] | None = None, where: Where | None = None) -> int:
        """Removes what has one of the ids and matches `where`; one of the two must be given. Gives the number."""
        from qdrant_client.http import models

        if ids is None and not where:
            raise UsageError("Nothing says what to remove.", "Give ids, or a condition, or use `clear`.")
        return self._removed(models.FilterSelector(filter=self._filter(where, ids)))

    def clear(self) -> int:
        """Removes everything this tenant has."""
        from qdrant_client.http import models

        return self._removed(models.FilterSelector(filter=self._filter(None)))

    def search_dense(
        self, vector: Sequence[float] | Matrix, limit: int, *, where: Where | None = None, at_least: float | None = None
    ) -> list[Hit]:
        """The nearest by cosine, best first."""
        query = np.asarray(vector, dtype=np.float32)
        if query.shape != (self._size,):
            raise UsageError(f"The vector has the shape {query.shape}, the store's have ({self._size},).")
        answer = self._connection.call(
            lambda client: client.query_points(
                self.name,
                query=query.tolist(),
                using=DENSE,
                query_filter=self._filter(where),
                limit=limit,
                score_threshold=at_least,
                with_payload=True,
            )
        )
        return [_hit(point) for point in answer.points]

    def search_sparse(self, vector: SparseVector, limit: int, *, where: Where | None = None) -> list[Hit]:
        """The best by BM25. Only what shares a term with the query."""
        from qdrant_client.http import models

        if not vector:
            return []
        query = models.SparseVector(indices=list(vector.indices), values=list(vector.values))
        within = models.IdfCorpusParams(corpus=self._filter(None))
        answer = self._connection.call(
            lambda client: client.query_points(
                self.name,
                query=query,
                using=SPARSE,
                query_filter=self._filter(where),
                search_params=models.SearchParams(idf=within),
                limit=limit,
                with_payload=True,
            )
        )
        return [_hit(point) for point in answer.points]

    def scroll(self, *, where: Where | None = None, with_dense: bool = False) -> Iterator[Stored]:
        """Everything that matches, in no order that means anything."""
        condition = self._filter(where)
        page = EMBEDDED_PAGE if self._connection.embedded else BATCH
        offset: models.ExtendedPointId | None = None
        while True:
            records, following = self._connection.call(
                lambda client, offset=offset: client.scroll(
                    self.name,
                    scroll_filter=condition,
                    limit=page,
                    offset=offset,
                    with_payload=True,
                    with_vectors=[DENSE] if with_dense else False,
                )
            )
            yield from (_stored(record) for record in records)
            if following is None:
                return
            offset = cast("models.ExtendedPointId", following)

    def get(self, ids: Sequence[str], *, with_dense: bool = False) -> list[Stored]:
        """Those of the ids that are there, in the order asked for."""
        keys = [self._key(own) for own in ids]
        records = self._connection.call(
            lambda client: client.retrieve(
                self.name, keys, with_payload=True, with_vectors=[DENSE] if with_dense else False
            )
        )
        found = {record.id: record for record in (_stored(record) for record in records)}
        return [found[own] for own in ids if own in found]

    def count(self, *, where: Where | None = None) -> int:
        return self._connection.call(lambda client: client.count(self.name, self._filter(where), exact=True)).count

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _prepared(self, client: "QdrantClient") -> None:
        from qdrant_client.http import models

        if client.collection_exists(self.name):
            self._check_embedder(client)
            return
        client.create_collection(
            self.name,
            vectors_config={DENSE: models.VectorParams(size=self._size, distance=models.Distance.COSINE)},
            sparse_vectors_config={SPARSE: models.SparseVectorParams(modifier=models.Modifier.IDF)},
            metadata={MODEL: self._embedder_name},
        )
        if not self._connection.embedded:
            tenant = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)
            client.create_payload_index(self.name, TENANT, field_schema=tenant, wait=True)

    def _check_embedder(self, client: "QdrantClient") -> None:
        config = client.get_collection(self.name).config
        vectors = config.params.vectors
        size = vectors[DENSE].size if isinstance(vectors, dict) and DENSE in vectors else None
        made_by = (config.metadata or {}).get(MODEL, self._embedder_name)
        if size != self._size or made_by != self._embedder_name:
            raise UsageError(
                f"The collection `{self.name}` holds vectors of {made_by} ({size} numbers), "
                f"not of {self._embedder_name} ({self._size}).",
                "Use that model again, or another ARCH_TEAM_HOME or Qdrant, and add the texts anew.",
            )

    def _struct(self, point: Point) -> "models.PointStruct":
        from qdrant_client.http import models

        dense = np.asarray(point.dense, dtype=np.float32)
        if dense.shape != (self._size,):
            raise UsageError(
                f"The vector of `{point.id}` has the shape {dense.shape}, the store's have ({self._size},)."
            )
        vector: dict[str, models.Vector] = {DENSE: dense.tolist()}
        if point.sparse:
            vector[SPARSE] = models.SparseVector(indices=list(point.sparse.indices), values=list(point.sparse.values))
        return models.PointStruct(id=self._key(point.id), vector=vector, payload=self._payload(point.id, point.payload))

    def _payload(self, own_id: str, payload: Payload) -> dict[str, object]:
        if reserved := [name for name in payload if name.startswith("_")]:
            raise UsageError(f"The payload names {reserved} belong to the store.", "Start names with a letter.")
        return {**payload, TENANT: self.tenant, OWN_ID: own_id}

    def _key(self, own_id: str) -> str:
        return str(uuid.uuid5(_NAMESPACE, f"{self.tenant}\0{own_id}"))

    def _filter(self, where: Where | None, ids: Sequence[str] | None = None) -> "models.Filter":
        from qdrant_client.http import models

        must: list[models.Condition] = [models.FieldCondition(key=TENANT, match=models.MatchValue(value=self.tenant))]
        for name, value in (where or {}).items():
            if name.startswith("_"):
                raise UsageError(f"`{name}` belongs to the store.", "Start names with a letter.")
            if isinstance(value, str | int):
                must.append(models.FieldCondition(key=name, match=models.MatchValue(value=value)))
            else:
                chosen = cast("list[str] | list[int]", list(value))
                must.append(models.FieldCondition(key=name, match=models.MatchAny(any=chosen)))
        if ids is not None:
            must.append(models.HasIdCondition(has_id=[self._key(own) for own in ids]))
        return models.Filter(must=must)

    def _removed(self, selector: "models.FilterSelector") -> int:
        def work(client: "QdrantClient") -> int:
            found = client.count(self.name, selector.filter, exact=True).count
            if found:
                client.delete(self.name, selector, wait=True)
            return found

        return self._connection.call(work)


def _hit(point: "models.ScoredPoint") -> Hit:
    own_id, payload = _opened(point.payload)
    return Hit(own_id, point.score, payload)


def _stored(record: "models.Record") -> Stored:
    own_id, payload = _opened(record.payload)
    vectors = record.vector
    dense = vectors.get(DENSE) if isinstance(vectors, dict) else None
    return Stored(own_id, payload, None if dense is None else np.asarray(dense, dtype=np.float32))


def _opened(payload: dict[str, object] | None) -> tuple[str, dict[str, object]]:
    content = dict(payload or {})
    content.pop(TENANT, None)
    return str(content.pop(OWN_ID, "")), content
