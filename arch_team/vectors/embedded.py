"""What the embedded Qdrant leaves to do. It is exact and needs no server, but it was made for small trials.

It waits for the disk after every point (95 s for 5,000 passages here), and it walks through every text in Python to
score a BM25 query (0.9 s). `write_without_waiting` ends the first, `Postings` the second; the scores stay Qdrant's.
"""

import contextlib
import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from arch_team.vectors.sparse import SparseVector

if TYPE_CHECKING:
    from qdrant_client import QdrantClient


def write_without_waiting(client: "QdrantClient", collection: str) -> None:
    """Writes survive the end of the process at once, and a power cut after a moment; the file never breaks.

    The engine offers no setting for it. Should its inside change, writing works as before, only slowly.
    """
    local = cast("object", getattr(client, "_client", None))
    collections = cast("dict[str, object]", getattr(local, "collections", {}))
    persistence = cast("object", getattr(collections.get(collection), "storage", None))
    database = cast("object", getattr(persistence, "storage", None))
    if isinstance(database, sqlite3.Connection):
        with contextlib.suppress(sqlite3.Error):
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")


@dataclass(frozen=True, slots=True)
class Postings:
    """For every term the texts that have it, so that a query touches only those."""

    keys: tuple[str, ...]
    rows: dict[int, npt.NDArray[np.int64]]
    weights: dict[int, npt.NDArray[np.float32]]

    @classmethod
    def of(cls, texts: Iterable[tuple[str, SparseVector]]) -> "Postings":
        keys: list[str] = []
        rows: defaultdict[int, list[int]] = defaultdict(list)
        weights: defaultdict[int, list[float]] = defaultdict(list)
        for row, (key, vector) in enumerate(texts):
            keys.append(key)
            for term, weight in zip(vector.indices, vector.values, strict=True):
                rows[term].append(row)
                weights[term].append(weight)
        return cls(
            tuple(keys),
            {term: np.asarray(listed, dtype=np.int64) for term, listed in rows.items()},
            {term: np.asarray(listed, dtype=np.float32) for term, listed in weights.items()},
        )

    def ranked(self, query: SparseVector) -> list[tuple[str, float]]:
        """Every text that shares a term with the query, best first; ties in the order of the texts."""
        scores = np.zeros(len(self.keys), dtype=np.float64)
        shared = np.zeros(len(self.keys), dtype=np.bool_)
        for term, weight in zip(query.indices, query.values, strict=True):
            if term in self.rows:
                rows = self.rows[term]
                scores[rows] += weight * self._rarity(len(rows)) * self.weights[term]
                shared[rows] = True
        found = np.flatnonzero(shared)
        order = found[np.argsort(-scores[found], kind="stable")]
        return [(self.keys[row], float(scores[row])) for row in order]

    def _rarity(self, having: int) -> float:
        """Qdrant's IDF modifier."""
        return math.log((len(self.keys) - having + 0.5) / (having + 0.5) + 1)
