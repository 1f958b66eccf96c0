"""BM25 as sparse vectors. The encoder saturates the term frequencies; Qdrant's IDF modifier does the rest."""

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

import numpy as np

from arch_team.vectors.embedding import Matrix, unit_rows
from arch_team.vectors.words import stem, stop_words, words_of

DEFAULT_AVERAGE_LENGTH = 100.0
SMALL_SET = 10
"""Texts by which a small set is taken for a larger one: in five texts no term is common yet."""


@dataclass(frozen=True, slots=True)
class SparseVector:
    """Sorted 32-bit term ids and a weight for each."""

    indices: tuple[int, ...]
    values: tuple[float, ...]

    def __bool__(self) -> bool:
        return bool(self.indices)


@dataclass(frozen=True, slots=True)
class SparseEncoder:
    """A term's id is the hash of its stem: no vocabulary to keep, the same id in every process and for ever.

    `average_length` is that of the texts stored, in terms (see `average_length_of`). A guess is good enough: it only
    moves how much a long text pays for its length.
    """

    k1: float = 1.2
    b: float = 0.75
    average_length: float = DEFAULT_AVERAGE_LENGTH

    def encode(self, text: str) -> SparseVector:
        """A text to be found."""
        terms = terms_of(text)
        toll = self.k1 * (1 - self.b + self.b * len(terms) / self.average_length)
        counts = Counter(term_id(term) for term in terms)
        ordered = sorted(counts.items())
        return SparseVector(
            tuple(index for index, _ in ordered),
            tuple(count * (self.k1 + 1) / (count + toll) for _, count in ordered),
        )

    def encode_query(self, text: str) -> SparseVector:
        """A text to search by: each term weighs what it is repeated."""
        ordered = sorted(Counter(term_id(term) for term in terms_of(text)).items())
        return SparseVector(tuple(index for index, _ in ordered), tuple(float(count) for _, count in ordered))


def average_length_of(texts: Sequence[str]) -> float:
    """The mean number of terms, for `SparseEncoder.average_length`."""
    return max(1.0, sum(len(terms_of(text)) for text in texts) / len(texts)) if texts else DEFAULT_AVERAGE_LENGTH


def terms_of(text: str) -> list[str]:
    """The stems that count. A text of nothing but stop words keeps them: it must still be found by itself."""
    words = words_of(text)
    counting = [word for word in words if word not in stop_words()]
    return [stem(word) for word in counting or words]


@lru_cache(maxsize=262_144)
def term_id(term: str) -> int:
    return zlib.crc32(term.encode("utf-8"))


def rare_terms(counted: Sequence[Counter[str]], size: int) -> Matrix:
    """A row for each text: its terms, the rare ones heavy. Terms share places by their hash."""
    having = Counter(term for one in counted for term in one)
    rows = np.zeros((len(counted), size), dtype=np.float32)
    for row, one in zip(rows, counted, strict=True):
        for term, times in one.items():
            rarity = log((len(counted) + SMALL_SET) / (having[term] + 0.5))
            row[term_id(term) % size] += (1 + log(times)) * rarity
    return unit_rows(rows)
