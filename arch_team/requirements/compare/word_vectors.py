"""How alike words are, by the same model that embeds the sentences. Each word is embedded once."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

import numpy as np

from arch_team.requirements.compare.evidence import Rows, Similar
from arch_team.requirements.compare.wording import Wording
from arch_team.vectors.embedding import Embedder, Matrix

MOST_REMEMBERED = 100_000
"""Words, at 2 kB each. A set seldom has more; a store that is asked for years would."""
MOST_IN_TABLE = 4_000


class WordVectors:
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._rows: dict[str, int] = {}
        self._vectors: Matrix = np.empty((0, 0), dtype=np.float32)
        self._table: list[memoryview] = []
        """Of each word, how like it is to every word; empty until they are compared."""
        self._of_wording: dict[str, list[int]] = {}

    def learn(self, readings: Iterable[Wording]) -> None:
        """Embeds the words that are new, all at once: that is what makes it quick."""
        if max(len(self._rows), len(self._of_wording)) > MOST_REMEMBERED:
            self._forget()
        new = sorted({token.word for reading in readings for token in reading.tokens if token.word not in self._rows})
        if new:
            learnt = self._embedder.embed(new)
            self._table = []
            self._vectors = np.vstack([self._vectors, learnt]) if len(self._vectors) else learnt
            self._rows.update(zip(new, range(len(self._rows), len(self._rows) + len(new)), strict=True))

    def tabulate(self) -> None:
        """Compares all words at once, where they are few enough: worth it for many pairs."""
        if not self._table and len(self._rows) <= MOST_IN_TABLE:
            self._table = [memoryview(row) for row in self._vectors @ self._vectors.T]

    def similar(self, one: Wording, other: Wording) -> Similar:
        """How like each word of the first is to each of the second."""
        rows, columns = self._placed(one), self._placed(other)
        if not rows or not columns:
            return _Compared([[] for _ in rows])
        if self._table:
            return _LookedUp(self._table, rows, columns)
        return _Compared(cast("Rows", (self._vectors[rows] @ self._vectors[columns].T).tolist()))

    def _forget(self) -> None:
        self._rows.clear()
        self._of_wording.clear()
        self._vectors = np.empty((0, 0), dtype=np.float32)
        self._table = []

    def _placed(self, reading: Wording) -> list[int]:
        placed = self._of_wording.get(reading.key)
        if placed is None:
            if any(token.word not in self._rows for token in reading.tokens):
                self.learn([reading])
            placed = [self._rows[token.word] for token in reading.tokens]
            self._of_wording[reading.key] = placed
        return placed


class _Compared(NamedTuple):
    rows: Rows

    def row(self, place: int) -> list[float]:
        return self.rows[place]

    def column(self, place: int) -> list[float]:
        return [row[place] for row in self.rows]


class _LookedUp(NamedTuple):
    table: Sequence[Sequence[float]]
    one: Sequence[int]
    other: Sequence[int]

    def row(self, place: int) -> list[float]:
        row = self.table[self.one[place]]
        return [row[word] for word in self.other]

    def column(self, place: int) -> list[float]:
        table, column = self.table, self.other[place]
        return [table[word][column] for word in self.one]
