"""How like words are, by the vector of each, made once."""

from collections.abc import Iterable, Sequence
from typing import cast

import numpy as np

from arch_team.vectors.embedding import Embedder, Matrix

MOST_REMEMBERED = 100_000
"""Words, at 2 kB each. A set seldom has more; a store that is asked for years would."""
Rows = list[list[float]]


class WordVectors:
    """Learns words as they come, and sets them against each other."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._rows: dict[str, int] = {}
        self._vectors: Matrix = np.empty((0, embedder.size), dtype=np.float32)

    def learn(self, words: Iterable[str]) -> None:
        """Embeds the words that are new, all at once: that is what makes it quick."""
        if len(self._rows) > MOST_REMEMBERED:
            self._rows, self._vectors = {}, self._vectors[:0]
        new = sorted(set(words) - self._rows.keys())
        if new:
            self._rows.update(zip(new, range(len(self._rows), len(self._rows) + len(new)), strict=True))
            self._vectors = np.vstack([self._vectors, self._embedder.embed(new)])

    def similar(self, one: Sequence[str], other: Sequence[str]) -> Rows:
        """A row for each word of the first, a column for each of the second. All of them have been learned."""
        rows, columns = ([self._rows[word] for word in words] for words in (one, other))
        return cast("Rows", (self._vectors[rows] @ self._vectors[columns].T).tolist()) if rows and columns else []
