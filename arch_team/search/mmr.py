"""Maximal marginal relevance: picks what is relevant and not said already."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arch_team.search.freshness import Floats

if TYPE_CHECKING:
    from arch_team.search.contracts_stages import Vectors

Similarity = Callable[[int], Floats]
"""The similarity of one to all, from 0 to 1."""
Comparison = Callable[[Sequence[int]], Similarity]
"""How to compare some of the candidates, given by their places."""

_WORD = re.compile(r"[^\W_]+")


class Pick(NamedTuple):
    place: int
    max_overlap: float
    """Similarity to the nearest one picked before."""


def mmr(relevance: Floats, similarity: Similarity, *, limit: int, trade_off: float) -> list[Pick]:
    """Picks up to `limit`, one after another, by `trade_off * relevance - (1 - trade_off) * nearest`.

    Of equals the one that stands first is picked. What is nearest is carried along, so a pick costs one row of
    similarities and no pair is looked at twice.
    """
    count = len(relevance)
    nearest = np.zeros(count, dtype=np.float64)
    weighted = trade_off * relevance
    open_to_pick = np.ones(count, dtype=np.bool_)
    picks: list[Pick] = []
    for _ in range(min(limit, count)):
        worth = np.where(open_to_pick, weighted - (1 - trade_off) * nearest, -np.inf)
        best = int(np.argmax(worth))
        picks.append(Pick(best, float(nearest[best])))
        open_to_pick[best] = False
        np.maximum(nearest, similarity(best), out=nearest)
    return picks


def cosine(vectors: "Vectors") -> Similarity:
    """Of vectors of length 1. What points away from each other has nothing in common, and no less."""
    rows = np.ascontiguousarray(vectors, dtype=np.float32)
    return lambda index: np.clip((rows @ rows[index]).astype(np.float64), 0.0, 1.0)


def word_overlap(texts: Sequence[str]) -> Similarity:
    """Shared words over all words of two texts (Jaccard), exact, through lists of who holds a word."""
    numbers: dict[str, int] = {}
    words = [
        np.fromiter({numbers.setdefault(word, len(numbers)) for word in _WORD.findall(text.lower())}, dtype=np.intp)
        for text in texts
    ]
    sizes = np.array([len(each) for each in words], dtype=np.float64)
    flat = np.concatenate(words) if words else np.empty(0, dtype=np.intp)
    owner = np.repeat(np.arange(len(words), dtype=np.intp), sizes.astype(np.intp))
    by_word = owner[np.argsort(flat, kind="stable")]
    starts = np.concatenate(([0], np.cumsum(np.bincount(flat, minlength=len(numbers)))))

    def one_to_all(index: int) -> Floats:
        holders = [by_word[starts[word] : starts[word + 1]] for word in words[index]]
        shared = np.bincount(np.concatenate(holders), minlength=len(words)) if holders else np.zeros(len(words))
        together = sizes + sizes[index] - shared
        return np.divide(shared, together, out=np.zeros(len(words)), where=together > 0)

    return one_to_all
