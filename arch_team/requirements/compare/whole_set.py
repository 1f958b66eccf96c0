"""A whole set of requirements, each wording read and embedded once, and which of its pairs are worth a judgement.

A requirement's vector is its sentence vector with a second one beside it, made of its words: their product is the mean
of the two likenesses, and one blocked product finds all pairs that are near enough. Words mean the same across
languages where the lexicon knows them. Copies of one wording stand behind the first of them, their leader.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from arch_team.requirements.compare.comparison import Comparison, Judgement, Near, Rarity
from arch_team.requirements.compare.conflicts import conflict_of
from arch_team.requirements.compare.evidence import SAME_WORDING
from arch_team.requirements.compare.wording import Read, Wording, has_words, read, texts_to_embed
from arch_team.requirements.model import Requirement
from arch_team.requirements.wording_key import key_of
from arch_team.vectors.embedding import Embedder, Matrix, unit_rows
from arch_team.vectors.near_pairs import Progress, near_pairs
from arch_team.vectors.remembering import remembering_embedder
from arch_team.vectors.sparse import SparseVector, term_id

NEAR_ENOUGH = 0.42
"""Every pair that the similarity was fitted on as a duplicate has more."""
MOST_PER_REQUIREMENT = 8
WORD_SIZE = 128
"""Words share the places of a word vector by their hash; a few that meet by chance cost a judgement, no duplicate."""
EMBEDDED_AT_ONCE = 512


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


def as_terms(reading: Wording) -> SparseVector:
    """The words for a search in the store, by the same ids."""
    terms = sorted({term_id(meaning) for meaning in reading.subject})
    return SparseVector(tuple(terms), (1.0,) * len(terms))


class Judged(NamedTuple):
    one: int
    """Places in the set; the earlier first."""
    other: int
    judgement: Judgement


class WholeSet:
    """A text without words is no requirement, and stands in no pair."""

    def __init__(
        self,
        requirements: Sequence[Requirement],
        embedder: Embedder | None = None,
        *,
        vectors: Matrix | None = None,
        progress: Progress | None = None,
        copies: bool = True,
    ) -> None:
        """`vectors` are those of `texts_to_embed(requirements)`, where the caller has them already. Without `copies`
        they stand behind their leader."""
        model = embedder or remembering_embedder()
        self._requirements = requirements
        first: dict[str, int] = {}
        keys = {place: key_of(one.text) for place, one in enumerate(requirements) if has_words(one.text)}
        self._leader_of = {place: place if copies else first.setdefault(key, place) for place, key in keys.items()}
        self.leaders = [place for place, leader in self._leader_of.items() if place == leader]
        self._row_of = {leader: row for row, leader in enumerate(self.leaders)}
        self.known = [read(requirements[leader]) for leader in self.leaders]
        self.rarity = Rarity(one.wording for one in self.known)
        self.comparison = Comparison(model, self.rarity)
        self._vectors = vectors[self.leaders] if vectors is not None else self._embedded(model, progress)
        told = None if progress is None else _second_half(progress)
        joined = np.hstack([self._vectors, word_vectors(one.wording for one in self.known)]) * np.float32(0.5**0.5)
        self._pairs = near_pairs(joined, NEAR_ENOUGH, most_per_row=MOST_PER_REQUIREMENT, progress=told)
        self._crowd: npt.NDArray[np.float64] = np.maximum(self._pairs.near, 1).astype(np.float64)
        """Of each row, how many are near it."""
        self._alike: dict[tuple[int, int, float], bool] = {}

    def near(self) -> list[tuple[int, int]]:
        """The pairs that are near enough, by rows."""
        ones, others = cast("list[int]", self._pairs.one.tolist()), cast("list[int]", self._pairs.other.tolist())
        return list(zip(ones, others, strict=True))

    def meaning(self, first: int, second: int) -> float:
        """The cosine of two rows."""
        return float(np.dot(self._vectors[first], self._vectors[second]))

    def pair(self, first: int, second: int) -> Near:
        crowd = float((self._crowd[first] * self._crowd[second]) ** 0.5)
        return Near(self.known[first], self.known[second], self.meaning(first, second), crowd)

    def judged(self, threshold: float) -> Iterator[Judged]:
        """Every pair whose similarity exceeds the threshold, by places; of copies, each with its leader."""
        near = self.near()
        judgements = self.comparison.judge([self.pair(*pair) for pair in near], threshold)
        for (first, second), judgement in zip(near, judgements, strict=True):
            if judgement is not None:
                self._alike[first, second, threshold] = True
                yield Judged(self.leaders[first], self.leaders[second], judgement)
        for place, leader in self._leader_of.items():
            if place != leader and threshold < SAME_WORDING:
                yield Judged(leader, place, Judgement(SAME_WORDING))

    def alike(self, one: int, other: int, threshold: float) -> bool:
        """Whether the requirements at any two places are, near or not."""
        first, second = sorted((self.row(one), self.row(other)))
        if first == second:
            return threshold < SAME_WORDING
        if (first, second, threshold) not in self._alike:
            judgement = self.comparison.judge([self.pair(first, second)], threshold)[0]
            self._alike[first, second, threshold] = judgement is not None
        return self._alike[first, second, threshold]

    def exclude(self, one: int, other: int) -> bool:
        """Whether the requirements at two places contradict each other."""
        first, second = self.row(one), self.row(other)
        return first != second and conflict_of(self.known[first].wording, self.known[second].wording) is not None

    def read(self, place: int) -> Read:
        return self.known[self.row(place)]._replace(requirement=self._requirements[place])

    def row(self, place: int) -> int:
        return self._row_of[self._leader_of[place]]

    def _embedded(self, model: Embedder, progress: Progress | None) -> Matrix:
        """Embedding is the first half of the work, as far as `progress` is told."""
        parts: list[Matrix] = [np.empty((0, model.size), dtype=np.float32)]
        for start in range(0, len(self.known), EMBEDDED_AT_ONCE):
            some = [one.requirement for one in self.known[start : start + EMBEDDED_AT_ONCE]]
            parts.append(model.embed(texts_to_embed(some)))
            if progress is not None:
                progress(min(len(self.known), start + EMBEDDED_AT_ONCE), 2 * len(self.known))
        return np.vstack(parts)


def _second_half(progress: Progress) -> Progress:
    def told(done: int, total: int) -> None:
        progress(total + done, 2 * total)

    return told
