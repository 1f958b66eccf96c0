"""How alike words are, by the same model that embeds the sentences. Each word is embedded once."""

from collections.abc import Iterable, Sequence

import numpy as np

from arch_team.requirements.duplicates.vocabulary import Token
from arch_team.vectors.embedding import Embedder, Matrix


class WordVectors:
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._rows: dict[str, int] = {}
        self._vectors: Matrix | None = None

    def learn(self, words: Iterable[str]) -> None:
        """Embeds what is new, all at once: that is what makes it quick."""
        new = sorted({word for word in words if word not in self._rows})
        if new:
            learnt = self._embedder.embed(new)
            self._vectors = learnt if self._vectors is None else np.vstack([self._vectors, learnt])
            self._rows.update(zip(new, range(len(self._rows), len(self._rows) + len(new)), strict=True))

    def similar(self, ones: Sequence[Token], others: Sequence[Token]) -> Matrix:
        """How like each of the first is to each of the second. None of them may be empty."""
        if any(token.word not in self._rows for token in (*ones, *others)):
            self.learn(token.word for token in (*ones, *others))
        vectors = self._vectors
        if vectors is None:
            raise ValueError("There are no words to compare.")
        rows = self._rows
        return vectors[[rows[token.word] for token in ones]] @ vectors[[rows[token.word] for token in others]].T
