"""How alike two words are, by the same model that embeds the sentences. Each word is embedded once."""

from collections.abc import Iterable

import numpy as np

from arch_team.vectors.embedding import Embedder, Matrix


class WordVectors:
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors: dict[str, Matrix] = {}
        self._known: dict[tuple[str, str], float] = {}

    def learn(self, words: Iterable[str]) -> None:
        """Embeds what is new, all at once: that is what makes it quick."""
        new = sorted({word for word in words if word not in self._vectors})
        self._vectors.update(zip(new, self._embedder.embed(new), strict=True))

    def similar(self, one: str, other: str) -> float:
        if one == other:
            return 1.0
        pair = (one, other) if one < other else (other, one)
        if pair not in self._known:
            self.learn(pair)
            self._known[pair] = float(np.dot(self._vectors[one], self._vectors[other]))
        return self._known[pair]
