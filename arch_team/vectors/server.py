"""A collection on a Qdrant server, as one tenant sees it. Every read and write carries the tenant."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from arch_team.errors import ArchTeamError, SourceUnavailable
from arch_team.vectors.collection import DENSE, SPARSE, prepare
from arch_team.vectors.conditions import OWN_ID, TENANT, condition
from arch_team.vectors.embedding import Embedder, Matrix
from arch_team.vectors.points import Hit, Point, Stored, Where
from arch_team.vectors.sparse import SparseVector

if TYPE_CHECKING:
    from qdrant_client import QdrantClient
    from qdrant_client.http import models

BATCH = 256
SERVER_TIMEOUT = 30
_NAMESPACE = uuid.UUID("6d0f3f0e-7f0e-4f5c-9a53-0b9a4cf2a1d7")
T = TypeVar("T")


class Server:
    """One Qdrant server. What it does not do becomes an error that says what to do next."""

    def __init__(self, client: "QdrantClient", place: str) -> None:
        self._client, self.place = client, place
        self._users = 1

    def collection(self, name: str, tenant: str, embedder: Embedder) -> "ServerCollection":
        self.call(lambda client: prepare(client, name, embedder))
        return ServerCollection(self, name, tenant)

    def shared(self) -> "Server":
        self._users += 1
        return self

    def close(self) -> None:
        self._users -= 1
        if self._users == 0:
            self._client.close()

    def call(self, work: "Callable[[QdrantClient], T]") -> T:
        import httpx
        from qdrant_client.http.exceptions import ApiException, ResponseHandlingException, UnexpectedResponse

        try:
            return work(self._client)
        except ArchTeamError:
            raise
        except UnexpectedResponse as error:
            raise _refused(self.place, error.status_code) from error
        except (ResponseHandlingException, ApiException, httpx.HTTPError, OSError) as error:
            raise _does_not_answer(self.place) from error


def open_server(url: str, api_key: str | None) -> Server:
    from qdrant_client import QdrantClient

    try:
        client = QdrantClient(url=url, api_key=api_key, timeout=SERVER_TIMEOUT, check_compatibility=False)
    except ValueError as error:
        raise SourceUnavailable(
            f"`{url}` is not an address of a Qdrant server.",
            "Set ARCH_TEAM_QDRANT_URL to something like http://localhost:6333, or unset it to use a file.",
        ) from error
    return Server(client, url)


class ServerCollection:
    """Ids are the caller's, hashed together with the tenant: two tenants may use the same id and never meet."""

    def __init__(self, server: Server, name: str, tenant: str) -> None:
        self._server, self._name, self._tenant = server, name, tenant

    def upsert(self, points: Sequence[Point]) -> None:
        for start in range(0, len(points), BATCH):
            batch = [self._struct(point) for point in points[start : start + BATCH]]
            self._server.call(lambda client, batch=batch: client.upsert(self._name, batch, wait=True))

    def delete(self, ids: Sequence[str] | None, where: Where) -> int:
        from qdrant_client.http import models

        within = condition(self._tenant, where, None if ids is None else [self._key(own) for own in ids])

        def work(client: "QdrantClient") -> int:
            found = client.count(self._name, within, exact=True).count
            if found:
                client.delete(self._name, models.FilterSelector(filter=within), wait=True)
            return found

        return self._server.call(work)

    def search_dense(self, vector: Matrix, limit: int, where: Where, at_least: float | None) -> list[Hit]:
        answer = self._server.call(
            lambda client: client.query_points(
                self._name,
                query=vector.tolist(),
                using=DENSE,
                query_filter=condition(self._tenant, where),
                limit=limit,
                score_threshold=at_least,
                with_payload=True,
            )
        )
        return [_hit(point) for point in answer.points]

    def search_sparse(self, vector: SparseVector, limit: int, where: Where) -> list[Hit]:
        from qdrant_client.http import models

        query = models.SparseVector(indices=list(vector.indices), values=list(vector.values))
        answer = self._server.call(
            lambda client: client.query_points(
                self._name,
                query=query,
                using=SPARSE,
                query_filter=condition(self._tenant, where),
                search_params=models.SearchParams(idf=models.IdfCorpusParams(corpus=condition(self._tenant))),
                limit=limit,
                with_payload=True,
            )
        )
        return [_hit(point) for point in answer.points]

    def scroll(self, where: Where, *, with_dense: bool) -> Iterator[Stored]:
        return (_stored(record) for record in self._records(where, [DENSE] if with_dense else []))

    def get(self, ids: Sequence[str], *, with_dense: bool) -> list[Stored]:
        keys = [self._key(own) for own in ids]
        vectors = [DENSE] if with_dense else False
        records = self._server.call(
            lambda client: client.retrieve(self._name, keys, with_payload=True, with_vectors=vectors)
        )
        found = {stored.id: stored for stored in map(_stored, records)}
        return [found[own] for own in ids if own in found]

    def count(self, where: Where) -> int:
        within = condition(self._tenant, where)
        return self._server.call(lambda client: client.count(self._name, within, exact=True)).count

    def state(self) -> int:
        return self.count({})

    def points(self) -> Iterator[Point]:
        """Everything, vectors and all, as it was written."""
        for record in self._records({}, [DENSE, SPARSE]):
            stored, sparse = _stored(record), _sparse(record)
            dense = stored.dense if stored.dense is not None else np.empty(0, np.float32)
            yield Point(stored.id, dense, stored.payload, sparse or None)

    def _records(self, where: Where, vectors: list[str]) -> Iterator["models.Record"]:
        within = condition(self._tenant, where)
        offset: models.ExtendedPointId | None = None
        while True:
            records, following = self._server.call(
                lambda client, offset=offset: client.scroll(
                    self._name,
                    scroll_filter=within,
                    limit=BATCH,
                    offset=offset,
                    with_payload=True,
                    with_vectors=vectors or False,
                )
            )
            yield from records
            if following is None:
                return
            offset = cast("models.ExtendedPointId", following)

    def _struct(self, point: Point) -> "models.PointStruct":
        from qdrant_client.http import models

        vector: dict[str, models.Vector] = {DENSE: np.asarray(point.dense, dtype=np.float32).tolist()}
        if point.sparse:
            vector[SPARSE] = models.SparseVector(indices=list(point.sparse.indices), values=list(point.sparse.values))
        payload = {**point.payload, TENANT: self._tenant, OWN_ID: point.id}
        return models.PointStruct(id=self._key(point.id), vector=vector, payload=payload)

    def _key(self, own_id: str) -> str:
        return str(uuid.uuid5(_NAMESPACE, f"{self._tenant}\0{own_id}"))


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
