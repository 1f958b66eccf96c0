"""Which pairs of a set are worth a judgement: those near in meaning or in words, found by one blocked product.

A requirement's vector is its sentence vector with a second one beside it, made of its words: their product is the mean
of the two likenesses. Words mean the same across languages where the lexicon knows them.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from arch_team.requirements.compare.wording import Wording
from arch_team.vectors.embedding import Matrix, unit_rows
from arch_team.vectors.near_pairs import NearPairs, Progress, near_pairs
from arch_team.vectors.sparse import SparseVector, term_id

NEAR_ENOUGH = 0.42
"""Every pair that the similarity was fitted on as a duplicate has more."""
MOST_PER_REQUIREMENT = 8
WORD_SIZE = 128
"""Words share the places of a word vector by their hash; a few that meet by chance cost a judgement, no duplicate."""


def word_vectors(readings: Iterable[Wording]) -> Matrix:
    rows: list[int] = []
    places: list[int] = []
    count = 0
    for count, reading in enumerate(readings, start=1):
        here = [term_id(meaning) % WORD_SIZE for meaning in reading.subject]
        rows += [count - 1] * len(here)
        places += here
    vectors = np.zeros((count, WORD_SIZE), dtype=np.float32)
    vectors[rows, places] = 1.0
    return unit_rows(vectors)


def of_other_roles(readings: Iterable[Wording], pairs: NearPairs) -> npt.NDArray[np.bool_]:
    """Which of the pairs certainly have roles apart, told by a bit for each role: where no bit is shared, no role is.

    Two roles that meet in a bit by chance cost a judgement.
    """
    marks = np.array([_mark(reading.roles) for reading in readings], dtype=np.uint64)
    one, other = marks[pairs.one], marks[pairs.other]
    return (one != 0) & (other != 0) & (one & other == 0)


def _mark(roles: frozenset[str]) -> int:
    mark = 0
    for role in roles:
        mark |= 1 << term_id(role) % 64
    return mark


def candidates(sentences: Matrix, words: Matrix, progress: Progress | None = None) -> NearPairs:
    joined = np.hstack([sentences, words]) * np.float32(0.5**0.5)
    return near_pairs(joined, NEAR_ENOUGH, most_per_row=MOST_PER_REQUIREMENT, progress=progress)


def as_terms(reading: Wording) -> SparseVector:
    """The words for a search in the store, by the same ids."""
    terms = sorted({term_id(meaning) for meaning in reading.subject})
    return SparseVector(tuple(terms), (1.0,) * len(terms))
