"""A whole set of requirements, each wording read and embedded once, and which of its pairs are worth a judgement.

A requirement's vector is its sentence vector with a second one beside it, made of its words: their product is the mean
of the two likenesses, and one blocked product finds all pairs that are near enough. Words mean the same across
languages where the lexicon knows them. Copies of one wording stand behind the first of them, their leader.
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple, cast

import numpy as np

from arch_team.requirements.compare.comparison import (
    DUPLICATE_FROM,
    SAME_WORDING,
    Comparison,
    Judgement,
    Near,
)
from arch_team.requirements.compare.wording import Read, read
from arch_team.requirements.model import Requirement
from arch_team.vectors.embedding import Embedder, Matrix, embedded_in_parts
from arch_team.vectors.meanings import Rarity, meaning_vectors
from arch_team.vectors.near_pairs import Progress, near_pairs
from arch_team.vectors.remembering import remembering_embedder

NEAR_ENOUGH = 0.42
"""Every pair that the similarity was fitted on as a duplicate has more."""
MOST_PER_REQUIREMENT = 8
_A_LETTER = re.compile(r"[^\W_]")


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
        threshold: float = DUPLICATE_FROM,
        vectors: Matrix | None = None,
        progress: Progress | None = None,
        copies: bool = True,
    ) -> None:
        """`vectors` are those of `texts_to_embed(requirements)`, where the caller has them already. Without `copies`
        they stand behind their leader. From `threshold` on, two are alike."""
        model = embedder or remembering_embedder()
        self._threshold = threshold
        rows: dict[Hashable, int] = {}
        self._row: dict[int, int] = {}
        """Of each place."""
        self._leaders: list[int] = []
        self.known: list[Read] = []
        """A reading for each row."""
        for place, one in enumerate(requirements):
            if _A_LETTER.search(one.text):
                reading = read(one)
                row = self._row[place] = rows.setdefault(place if copies else reading.wording.key, len(rows))
                if row == len(self.known):
                    self._leaders.append(place)
                    self.known.append(reading)
        wordings = [one.wording for one in self.known]
        self.rarity = Rarity([one.subject for one in wordings])
        self.comparison = Comparison(model, self.rarity)
        texts = [one.demand.bare for one in wordings]
        halfway: Progress | None = progress and (lambda done, total: progress(done, 2 * total))
        self._vectors = vectors[self._leaders] if vectors is not None else embedded_in_parts(model, texts, halfway)
        joined = np.hstack([self._vectors, meaning_vectors([one.subject for one in wordings])]) * np.float32(0.5**0.5)
        told: Progress | None = progress and (lambda done, total: progress(total + done, 2 * total))
        self._pairs = near_pairs(joined, NEAR_ENOUGH, most_per_row=MOST_PER_REQUIREMENT, progress=told)
        self._crowds = cast("list[int]", np.maximum(self._pairs.near, 1).tolist())

    def near(self) -> list[tuple[int, int]]:
        """The pairs that are near enough, by rows."""
        ones, others = cast("list[int]", self._pairs.one.tolist()), cast("list[int]", self._pairs.other.tolist())
        return list(zip(ones, others, strict=True))

    def meaning(self, first: int, second: int) -> float:
        """The cosine of two rows."""
        return float(np.dot(self._vectors[first], self._vectors[second]))

    def pair(self, first: int, second: int) -> Near:
        """Two rows, among how many near ones each is the other's."""
        crowd = (self._crowds[first] * self._crowds[second]) ** 0.5
        return Near(self.known[first], self.known[second], self.meaning(first, second), crowd)

    def judged(self) -> Iterator[Judged]:
        """Every pair whose similarity exceeds the threshold, by places; of copies, each with its leader."""
        near = self.near()
        judgements = self.comparison.judge([self.pair(*pair) for pair in near], self._threshold)
        for (first, second), judgement in zip(near, judgements, strict=True):
            if judgement is not None:
                yield Judged(self._leaders[first], self._leaders[second], judgement)
        for place, row in self._row.items():
            if place != self._leaders[row] and self._threshold < SAME_WORDING:
                yield Judged(self._leaders[row], place, Judgement(SAME_WORDING))

    def at(self, place: int) -> Read:
        return self.known[self.row(place)]

    def row(self, place: int) -> int:
        return self._row[place]
