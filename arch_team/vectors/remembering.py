"""The vectors of texts and words embedded a moment ago: a review looks for three kinds of pairs in one set."""

import threading
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from arch_team.vectors.embedding import Embedder, Matrix, default_embedder

MOST_REMEMBERED = 20_000
"""Vectors, at 2 kB each."""


class Remembering:
    """An embedder that knows what it was asked before. Threads may share it."""

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self._known: dict[str, Matrix] = {}
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def size(self) -> int:
        return self._inner.size

    def embed(self, texts: Sequence[str]) -> Matrix:
        if not texts:
            return self._inner.embed(texts)
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            found |= dict(zip(new, self._inner.embed(new), strict=True))
            with self._lock:
                if len(self._known) + len(new) > MOST_REMEMBERED:
                    self._known.clear()
                self._known.update((text, found[text]) for text in new[:MOST_REMEMBERED])
        return np.array([found[text] for text in texts], dtype=np.float32)


@lru_cache(maxsize=1)
def remembering_embedder() -> Remembering:
    return Remembering(default_embedder())
