"""BM25 in memory: for every term the texts that have it, so that a query touches only those."""

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from arch_team.vectors.sparse import SparseVector

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]


@dataclass
class Postings:
    """Three columns, sorted by term: a term's entries lie together. New texts are sorted in when next asked."""

    terms: npt.NDArray[np.uint32] = field(default_factory=lambda: np.empty(0, np.uint32))
    rows: Ints = field(default_factory=lambda: np.empty(0, np.int64))
    weights: Floats = field(default_factory=lambda: np.empty(0, np.float32))
    _sorted: bool = True

    def add(self, first_row: int, terms: list[npt.NDArray[np.uint32]], weights: list[Floats]) -> None:
        """Texts that follow those held, one after the other from `first_row` on."""
        if not terms:
            return
        lengths = [len(each) for each in terms]
        self.terms = np.concatenate((self.terms, *terms))
        self.weights = np.concatenate((self.weights, *weights))
        rows = np.repeat(np.arange(first_row, first_row + len(terms), dtype=np.int64), lengths)
        self.rows = np.concatenate((self.rows, rows))
        self._sorted = False

    def scores(self, query: SparseVector, alive: npt.NDArray[np.bool_]) -> tuple[Ints, npt.NDArray[np.float64]]:
        """Rows that share a term with the query, and their scores. Only what is alive counts, in the rarity as well."""
        if not self._sorted:
            order = np.argsort(self.terms, kind="stable")
            self.terms, self.rows, self.weights = self.terms[order], self.rows[order], self.weights[order]
            self._sorted = True
        held = int(alive.sum())
        scores = np.zeros(len(alive), dtype=np.float64)
        shared = np.zeros(len(alive), dtype=np.bool_)
        for term, weight in zip(query.indices, query.values, strict=True):
            start, end = np.searchsorted(self.terms, [term, term + 1])
            rows, weights = self.rows[start:end], self.weights[start:end]
            living = alive[rows]
            rows, weights = rows[living], weights[living]
            if len(rows):
                scores[rows] += weight * rarity(held, len(rows)) * weights
                shared[rows] = True
        found = np.flatnonzero(shared)
        return found, scores[found]


def rarity(held: int, having: int) -> float:
    """Qdrant's IDF modifier."""
    return math.log((held - having + 0.5) / (having + 0.5) + 1)
