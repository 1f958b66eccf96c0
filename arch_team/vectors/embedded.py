"""The store of one machine: an SQLite file that holds the points, and in memory what a search needs of them.

Searching is exact: a product with all vectors, and BM25 over postings; 20,000 passages take some milliseconds. Writing
costs what is new, and several processes may share the file: each takes in what others have written before it reads
(docs/decisions/0073). Above some ten thousands a Qdrant server is the better place. Statements are put together from
this file's own words and question marks alone; every value is bound.
"""

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TypeVar, cast

import numpy as np
import numpy.typing as npt

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.vectors.collection import LOOKED_UP
from arch_team.vectors.embedding import Embedder, Matrix
from arch_team.vectors.points import Hit, Point, Stored, Where
from arch_team.vectors.postings import Postings
from arch_team.vectors.sparse import SparseVector

FILE = "vectors.sqlite"
_SECONDS = 30
_MANY = 500
"""Values that one statement names."""
_TABLES = """
CREATE TABLE IF NOT EXISTS collections(
  id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, model TEXT NOT NULL, size INTEGER NOT NULL,
  generation INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS points(
  number INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL, own BLOB NOT NULL, payload TEXT NOT NULL,
  dense BLOB NOT NULL, terms BLOB NOT NULL, weights BLOB NOT NULL, UNIQUE(collection, own));
"""


@dataclass(slots=True)
class Database:
    """One file, or memory, shared by the collections opened on it. The last one to close it ends it."""

    connection: sqlite3.Connection
    place: str
    key: str | None = None
    users: int = 1
    lock: threading.RLock = field(default_factory=threading.RLock)
    _opened: "dict[str, EmbeddedCollection]" = field(default_factory=dict[str, "EmbeddedCollection"])

    def collection(self, name: str, embedder: Embedder) -> "EmbeddedCollection":
        with self.lock:
            if name not in self._opened:
                self._opened[name] = EmbeddedCollection(self, name, embedder)
            self._opened[name].check(embedder)
            return self._opened[name]

    def shared(self) -> "Database":
        with _opening:
            self.users += 1
        return self

    def close(self) -> None:
        with _opening:
            self.users -= 1
            if self.users > 0:
                return
            if self.key is not None:
                _open.pop(self.key, None)
        self.connection.close()


_open: dict[str, Database] = {}
_opening = threading.Lock()


def open_file(folder: Path) -> Database:
    path = folder / FILE
    key = str(path.absolute())
    with _opening:
        if key in _open:
            _open[key].users += 1
            return _open[key]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            database = Database(_connected(key), key, key)
        except (OSError, sqlite3.Error) as error:
            raise SourceUnavailable(
                f"The vectors in {key} could not be opened: {error}.",
                "Check that the folder may be written, or set ARCH_TEAM_HOME to another one.",
            ) from error
        _open[key] = database
        return database


def open_memory() -> Database:
    return Database(_connected(":memory:"), "memory")


def _connected(place: str) -> sqlite3.Connection:
    connection = sqlite3.connect(place, timeout=_SECONDS, check_same_thread=False, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.executescript(_TABLES)
    for name in LOOKED_UP:
        connection.execute(f"CREATE INDEX IF NOT EXISTS points_{name} ON points(collection, {_extracted(name)})")
    return connection


def _extracted(name: str) -> str:
    return f"json_extract(payload, '$.{name}')"


class EmbeddedCollection:
    """The points of one name and tenant."""

    def __init__(self, database: Database, name: str, embedder: Embedder) -> None:
        self._database, self._name, self._size = database, name, embedder.size
        self._connection = database.connection
        self._connection.execute(
            "INSERT OR IGNORE INTO collections(name, model, size) VALUES (?, ?, ?)",
            (name, embedder.name, embedder.size),
        )
        self._id, self._model, self._held_size = cast(
            "tuple[int, str, int]",
            self._connection.execute("SELECT id, model, size FROM collections WHERE name = ?", (name,)).fetchone(),
        )
        self._generation = -1
        self._last = 0
        self._numbers: npt.NDArray[np.int64] = np.empty(0, np.int64)
        self._alive: npt.NDArray[np.bool_] = np.empty(0, np.bool_)
        self._dense: Matrix = np.empty((0, self._held_size), np.float32)
        self._postings = Postings()

    def check(self, embedder: Embedder) -> None:
        if (self._model, self._held_size) != (embedder.name, embedder.size):
            raise UsageError(
                f"The collection `{self._name}` holds vectors of {self._model} ({self._held_size} numbers), "
                f"not of {embedder.name} ({embedder.size}).",
                "Use that model again, or another ARCH_TEAM_HOME or Qdrant, and add the texts anew.",
            )

    def upsert(self, points: Sequence[Point]) -> None:
        rows = [(self._id, _own(point.id), json.dumps(dict(point.payload)), *_blobs(point)) for point in points]
        with self._database.lock, self._writing():
            self._connection.executemany(
                "INSERT OR REPLACE INTO points(collection, own, payload, dense, terms, weights) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                rows,
            )

    def delete(self, ids: Sequence[str] | None, where: Where) -> int:
        with self._database.lock:
            numbers = self._matching(where, ids)
            with self._writing():
                for part in _parts(numbers, _MANY):
                    marks = ",".join("?" * len(part))
                    self._connection.execute(f"DELETE FROM points WHERE number IN ({marks})", part)  # noqa: S608
            return len(numbers)

    def search_dense(self, vector: Matrix, limit: int, where: Where, at_least: float | None) -> list[Hit]:
        with self._database.lock:
            allowed = self._allowed(where)
            scores = (self._dense[: len(self._alive)] @ _unit(vector)).astype(np.float64)
            scores[~allowed] = -np.inf
            if at_least is not None:
                scores[scores < at_least] = -np.inf
            return self._hits(*_best(np.arange(len(scores)), scores, limit))

    def search_sparse(self, vector: SparseVector, limit: int, where: Where) -> list[Hit]:
        with self._database.lock:
            allowed = self._allowed(where)
            rows, scores = self._postings.scores(vector, self._alive)
            kept = allowed[rows]
            return self._hits(*_best(rows[kept], scores[kept], limit))

    def scroll(self, where: Where, *, with_dense: bool) -> Iterator[Stored]:
        with self._database.lock:
            numbers = self._matching(where, None)
        for part in _parts(numbers, _MANY):
            with self._database.lock:
                found = self._read(part, with_dense=with_dense)
            yield from (found[number] for number in part if number in found)

    def get(self, ids: Sequence[str], *, with_dense: bool) -> list[Stored]:
        with self._database.lock:
            numbers = self._matching({}, ids)
            found = {
                s.id: s for part in _parts(numbers, _MANY) for s in self._read(part, with_dense=with_dense).values()
            }
        return [found[own] for own in ids if own in found]

    def count(self, where: Where) -> int:
        with self._database.lock:
            return len(self._matching(where, None))

    def state(self) -> int:
        with self._database.lock:
            return self._written()

    def points(self) -> Iterator[Point]:
        """Everything, vectors and all, as it was written."""
        with self._database.lock:
            numbers = self._matching({}, None)
        for part in _parts(numbers, _MANY):
            marks = ",".join("?" * len(part))
            with self._database.lock:
                rows = self._connection.execute(
                    f"SELECT own, payload, dense, terms, weights FROM points WHERE number IN ({marks})",  # noqa: S608
                    part,
                ).fetchall()
            for own, payload, dense, terms, weights in rows:
                sparse = SparseVector(
                    tuple(np.frombuffer(terms, np.uint32).tolist()), tuple(np.frombuffer(weights, np.float32).tolist())
                )
                yield Point(_said(own), np.frombuffer(dense, np.float32), json.loads(payload), sparse or None)

    def _writing(self) -> "_Writing":
        return _Writing(self._connection, self._id)

    def _matching(self, where: Where, ids: Sequence[str] | None) -> list[int]:
        """Numbers of the points that have one of the ids and match, in the order they were written."""
        conditions, values = ["collection = ?"], list[object]([self._id])
        for name, wanted in where.items():
            condition, bound = _condition(name, [wanted] if isinstance(wanted, str | int) else list(wanted))
            conditions.append(condition)
            values += bound
        sql = f"SELECT number FROM points WHERE {' AND '.join(conditions)}"  # noqa: S608
        if ids is None:
            return [number for (number,) in self._connection.execute(f"{sql} ORDER BY number", values)]
        numbers: list[int] = []
        for part in _parts(dict.fromkeys(map(_own, ids)), _MANY):
            marks = ",".join("?" * len(part))
            numbers += [n for (n,) in self._connection.execute(f"{sql} AND own IN ({marks})", (*values, *part))]
        return numbers

    def _allowed(self, where: Where) -> npt.NDArray[np.bool_]:
        self._take_in()
        if not where:
            return self._alive
        return self._alive & np.isin(self._numbers, np.asarray(self._matching(where, None), dtype=np.int64))

    def _written(self) -> int:
        found = self._connection.execute("SELECT generation FROM collections WHERE id = ?", (self._id,)).fetchone()
        return int(found[0])

    def _take_in(self) -> None:
        """What was written since the last look, by whoever."""
        generation = self._written()
        if generation == self._generation:
            return
        rows = self._connection.execute(
            "SELECT number, dense, terms, weights FROM points WHERE collection = ? AND number > ? ORDER BY number",
            (self._id, self._last),
        ).fetchall()
        if rows:
            first = len(self._numbers)
            self._numbers = np.concatenate((self._numbers, np.fromiter((row[0] for row in rows), np.int64, len(rows))))
            fresh = np.frombuffer(b"".join(row[1] for row in rows), np.float32).reshape(len(rows), self._held_size)
            self._dense = np.concatenate((self._dense, fresh))
            terms = [np.frombuffer(row[2], np.uint32) for row in rows]
            self._postings.add(first, terms, [np.frombuffer(row[3], np.float32) for row in rows])
            self._last = int(self._numbers[-1])
        held = self._connection.execute("SELECT number FROM points WHERE collection = ?", (self._id,)).fetchall()
        self._alive = np.isin(self._numbers, np.fromiter((number for (number,) in held), np.int64, len(held)))
        self._generation = generation

    def _hits(self, rows: npt.NDArray[np.int64], scores: npt.NDArray[np.float64]) -> list[Hit]:
        numbers = [int(number) for number in self._numbers[rows]]
        found = {n: s for part in _parts(numbers, _MANY) for n, s in self._read(part, with_dense=False).items()}
        return [
            Hit(found[number].id, float(score), found[number].payload)
            for number, score in zip(numbers, scores, strict=True)
            if number in found
        ]

    def _read(self, numbers: Sequence[int], *, with_dense: bool) -> dict[int, Stored]:
        column = "dense" if with_dense else "NULL"
        marks = ",".join("?" * len(numbers))
        rows = self._connection.execute(
            f"SELECT number, own, payload, {column} FROM points WHERE number IN ({marks})",  # noqa: S608
            tuple(numbers),
        )
        return {
            number: Stored(
                _said(own), json.loads(payload), None if dense is None else np.frombuffer(dense, np.float32).copy()
            )
            for number, own, payload, dense in rows
        }


@dataclass(slots=True)
class _Writing:
    """A change in one piece, which others notice by the generation."""

    connection: sqlite3.Connection
    collection: int

    def __enter__(self) -> None:
        self.connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.connection.execute("ROLLBACK")
            return
        self.connection.execute("UPDATE collections SET generation = generation + 1 WHERE id = ?", (self.collection,))
        self.connection.execute("COMMIT")


_Value = TypeVar("_Value")


def _parts(values: Iterable[_Value], size: int) -> Iterator[tuple[_Value, ...]]:
    remaining = iter(values)
    while part := tuple(islice(remaining, size)):
        yield part


def _best(
    rows: npt.NDArray[np.int64], scores: npt.NDArray[np.float64], limit: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """The best by falling score; equals in the order they were written."""
    finite = np.flatnonzero(np.isfinite(scores))
    rows, scores = rows[finite], scores[finite]
    if limit < len(scores):
        floor = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = np.flatnonzero(scores >= floor)
        rows, scores = rows[kept], scores[kept]
    order = np.argsort(-scores, kind="stable")[:limit]
    return rows[order], scores[order]


def _condition(name: str, wanted: Sequence[object]) -> tuple[str, list[object]]:
    """A field that holds the value or one of them; of a list, any member. A truth value is no number."""
    marks = ",".join("?" * len(wanted))
    if name in LOOKED_UP and all(isinstance(value, str) for value in wanted):
        return f"{_extracted(name)} IN ({marks})", list(wanted)
    kinds = [_KINDS[type(value)] for value in wanted]
    pairs = " OR ".join(f"(type IN {kind} AND value = ?)" for kind in kinds) or "0"
    path = "$." + json.dumps(name)
    return f"EXISTS (SELECT 1 FROM json_each(payload, ?) WHERE {pairs})", [path, *wanted]  # noqa: S608


_KINDS: dict[type, str] = {bool: "('true', 'false')", int: "('integer')", str: "('text')"}


def _blobs(point: Point) -> tuple[bytes, bytes, bytes]:
    dense = _unit(np.asarray(point.dense, dtype=np.float32))
    sparse = point.sparse or SparseVector((), ())
    return (
        dense.tobytes(),
        np.asarray(sparse.indices, dtype=np.uint32).tobytes(),
        np.asarray(sparse.values, dtype=np.float32).tobytes(),
    )


def _unit(vector: Matrix) -> Matrix:
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length > 0 else vector


def _own(own_id: str) -> bytes:
    return own_id.encode("utf-8", "surrogatepass")


def _said(own: bytes) -> str:
    return own.decode("utf-8", "surrogatepass")
