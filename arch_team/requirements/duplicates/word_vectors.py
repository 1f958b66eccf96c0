"""How alike words are, by the same model that embeds the sentences. Each word is embedded once."""

from collections.abc import Iterable
from typing import cast

import numpy as np
import numpy.typing as npt

from arch_team.requirements.duplicates.evidence import Similar
from arch_team.requirements.duplicates.wording import Wording
from arch_team.vectors.embedding import Embedder, Matrix

MOST_REMEMBERED = 100_000
"""Words, at 2 kB each. A set seldom has more; a store that is asked for years would."""
MOST_IN_TABLE = 4_000


class WordVectors:
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._rows: dict[str, int] = {}
        self._vectors: Matrix = np.empty((0, 0), dtype=np.float32)
        self._table: Matrix | None = None
        self._of_wording: dict[str, npt.NDArray[np.intp]] = {}

    def learn(self, readings: Iterable[Wording]) -> None:
        """Embeds the words that are new, all at once: that is what makes it quick."""
        if max(len(self._rows), len(self._of_wording)) > MOST_REMEMBERED:
            self._forget()
        new = sorted({token.word for reading in readings for token in reading.tokens if token.word not in self._rows})
        if new:
            learnt = self._embedder.embed(new)
            self._table = None
            self._vectors = np.vstack([self._vectors, learnt]) if len(self._vectors) else learnt
            self._rows.update(zip(new, range(len(self._rows), len(self._rows) + len(new)), strict=True))

    def tabulate(self) -> None:
        """Compares all words at once, where they are few enough: worth it for many pairs."""
        if self._table is None and len(self._rows) <= MOST_IN_TABLE:
            self._table = self._vectors @ self._vectors.T

    def similar(self, one: Wording, other: Wording) -> Similar:
        """How like each word of the first is to each of the second."""
        rows, columns = self._placed(one), self._placed(other)
        if not len(rows) or not len(columns):
            return [[] for _ in rows]
        if self._table is not None:
            return cast("Similar", self._table[rows[:, None], columns].tolist())
        return cast("Similar", (self._vectors[rows] @ self._vectors[columns].T).tolist())

    def _forget(self) -> None:
        self._rows.clear()
        self._of_wording.clear()
        self._vectors = np.empty((0, 0), dtype=np.float32)
        self._table = None

    def _placed(self, reading: Wording) -> npt.NDArray[np.intp]:
        placed = self._of_wording.get(reading.key)
        if placed is None:
            if any(token.word not in self._rows for token in reading.tokens):
                self.learn([reading])
            placed = np.array([self._rows[token.word] for token in reading.tokens], dtype=np.intp)
            self._of_wording[reading.key] = placed
        return placed
