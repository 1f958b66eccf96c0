"""A whole set of requirements, each wording read once, and its pairs judged: those near enough, and any two asked for.

Places are those of the set. Copies of one wording stand behind the first of them, their leader, and are judged as one.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from arch_team.requirements.check.words import key_of
from arch_team.requirements.compare.comparison import Comparison, Judgement, Near, Rarity
from arch_team.requirements.compare.conflicts import conflict_of
from arch_team.requirements.compare.evidence import SAME_WORDING, calibration
from arch_team.requirements.compare.wording import Read, Wording, has_words, read
from arch_team.requirements.model import Requirement
from arch_team.vectors.embedding import Embedder, Matrix, unit_rows
from arch_team.vectors.near_pairs import NearPairs, Progress, near_pairs
from arch_team.vectors.sparse import SparseVector, term_id

JUDGED_AT_ONCE = 20_000


class Judged(NamedTuple):
    one: int
    """Places in the set; the earlier first."""
    other: int
    judgement: Judgement


class WholeSet:
    """Two are alike where their similarity exceeds `threshold`. A text without words is no requirement."""

    def __init__(self, requirements: Sequence[Requirement], embedder: Embedder, threshold: float) -> None:
        self._requirements = requirements
        self._threshold = threshold
        self._leader_of, keys = _leaders(requirements)
        self.leaders = [place for place, leader in self._leader_of.items() if place == leader]
        self._row_of = {leader: row for row, leader in enumerate(self.leaders)}
        self._read = [read(requirements[leader], keys[leader]) for leader in self.leaders]
        self._comparison = Comparison(embedder, Rarity(one.wording for one in self._read))
        self._sentences: Matrix = np.empty((0, 0), dtype=np.float32)
        self._crowd: npt.NDArray[np.float64] = np.empty(0)
        """Of each row, how many are near it."""
        self._alike: dict[tuple[int, int], bool] = {}
        """By rows; the earlier first."""

    def judged(self, sentences: Matrix, progress: Progress | None = None) -> list[Judged]:
        """Every pair that is alike, given the vectors of the leaders; of copies, each with its leader."""
        self._sentences = sentences
        found = [
            Judged(self.leaders[one], self.leaders[other], judgement) for one, other, judgement in self._near(progress)
        ]
        if self._threshold < SAME_WORDING:
            copies = [(leader, place) for place, leader in self._leader_of.items() if place != leader]
            found += [Judged(leader, place, Judgement(SAME_WORDING)) for leader, place in copies]
        return found

    def alike(self, one: int, other: int) -> bool:
        """Whether any two are, near or not. For the two of a pair after `judged`."""
        first, second = sorted((self._row(one), self._row(other)))
        if first == second:
            return self._threshold < SAME_WORDING
        if (first, second) not in self._alike:
            cosine = float(np.dot(self._sentences[first], self._sentences[second]))
            crowd = float((self._crowd[first] * self._crowd[second]) ** 0.5)
            pair = Near(self._read[first], self._read[second], cosine, crowd)
            judgement = self._comparison.judge([pair], self._threshold)[0]
            self._alike[first, second] = judgement is not None
        return self._alike[first, second]

    def meaning(self, one: int, other: int) -> float:
        """The cosine of the two."""
        return float(np.dot(self._sentences[self._row(one)], self._sentences[self._row(other)]))

    def exclude(self, one: int, other: int) -> bool:
        """Whether the two contradict each other."""
        first, second = self._row(one), self._row(other)
        return first != second and conflict_of(self._read[first].wording, self._read[second].wording) is not None

    def best_first(self, pairs: Sequence[Judged]) -> list[tuple[int, int]]:
        """In an order that does not depend on that of the set: it decides who comes together first."""

        def rank(pair: Judged) -> tuple[float, str, str]:
            first, second = sorted((self.read(pair.one).wording.key, self.read(pair.other).wording.key))
            return -pair.judgement.similarity, first, second

        return [(pair.one, pair.other) for pair in sorted(pairs, key=rank)]

    def read(self, place: int) -> Read:
        return self._read[self._row(place)]._replace(requirement=self._requirements[place])

    def _row(self, place: int) -> int:
        return self._row_of[self._leader_of[place]]

    def _near(self, progress: Progress | None) -> Iterator[Judged]:
        """By rows."""
        near = candidates(self._sentences, word_vectors(one.wording for one in self._read), progress)
        self._crowd = np.maximum(near.near, 1).astype(np.float64)
        all_ones, all_others = near.one, near.other
        if calibration().most_with_conflict <= self._threshold:
            possible = ~of_other_roles((one.wording for one in self._read), near)
            all_ones, all_others = all_ones[possible], all_others[possible]
        crowds = np.sqrt(self._crowd[all_ones] * self._crowd[all_others])
        for start in range(0, len(all_ones), JUDGED_AT_ONCE):
            ones, others = all_ones[start : start + JUDGED_AT_ONCE], all_others[start : start + JUDGED_AT_ONCE]
            cosines = cast(
                "list[float]", np.einsum("ij,ij->i", self._sentences[ones], self._sentences[others]).tolist()
            )
            pairs = list(zip(cast("list[int]", ones.tolist()), cast("list[int]", others.tolist()), strict=True))
            crowd = cast("list[float]", crowds[start : start + JUDGED_AT_ONCE].tolist())
            judgements = self._comparison.judge(
                [Near(self._read[a], self._read[b], c, n) for (a, b), c, n in zip(pairs, cosines, crowd, strict=True)],
                self._threshold,
            )
            for pair, judgement in zip(pairs, judgements, strict=True):
                if judgement is not None:
                    self._alike[pair] = True
                    yield Judged(*pair, judgement)


def _leaders(requirements: Sequence[Requirement]) -> tuple[dict[int, int], dict[int, str]]:
    """Of each place, the first that has its wording; and of each such first one, the key of the wording."""
    first: dict[str, int] = {}
    leader_of = {
        place: first.setdefault(key_of(requirement.text), place)
        for place, requirement in enumerate(requirements)
        if has_words(requirement.text)
    }
    return leader_of, {place: key for key, place in first.items()}


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
