"""Pairs of requirements, judged: how alike their words are, what each is worth in its set, what stands against it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from typing import NamedTuple, cast

import numpy as np

from arch_team.requirements.compare.conflicts import Conflict, conflict_of
from arch_team.requirements.compare.evidence import SAME_WORDING, Evidence, Rows, calibration, evidence_of
from arch_team.requirements.compare.wording import Read, Wording
from arch_team.vectors.embedding import Embedder, Matrix

MOST_REMEMBERED = 100_000
"""Words, at 2 kB each. A set seldom has more; a store that is asked for years would."""
RARE = 1 / 30
LEAST = 0.3
SMALL_SET = 20
LARGE_SET = 100


class WordVectors:
    """How like words are, by the vector of each, made once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._rows: dict[str, int] = {}
        self._vectors: Matrix = np.empty((0, embedder.size), dtype=np.float32)

    def learn(self, readings: Iterable[Wording]) -> None:
        """Embeds the words that are new, all at once: that is what makes it quick."""
        if len(self._rows) > MOST_REMEMBERED:
            self._rows, self._vectors = {}, self._vectors[:0]
        new = sorted({token.word for reading in readings for token in reading.tokens} - self._rows.keys())
        if new:
            self._rows.update(zip(new, range(len(self._rows), len(self._rows) + len(new)), strict=True))
            self._vectors = np.vstack([self._vectors, self._embedder.embed(new)])

    def similar(self, one: Wording, other: Wording) -> Rows:
        """A row for each word of the first, a column for each of the second."""
        rows, columns = ([self._rows[token.word] for token in reading.tokens] for reading in (one, other))
        return cast("Rows", (self._vectors[rows] @ self._vectors[columns].T).tolist()) if rows and columns else []


class Rarity:
    """What a word is worth: in a large set, one that everybody uses says little."""

    def __init__(self, readings: Iterable[Wording] = ()) -> None:
        self._having: Counter[str] = Counter()
        self._count = 0
        for reading in readings:
            self._having.update(reading.subject)
            self._count += 1
        self._strength = min(1.0, max(0.0, (self._count - SMALL_SET) / (LARGE_SET - SMALL_SET)))
        self._worth = cache(self._counted)

    def of(self, reading: Wording) -> list[float]:
        """The worth of each of its words."""
        return [self._worth(token.meanings) if self._strength else 1.0 for token in reading.tokens]

    def _counted(self, meanings: frozenset[str]) -> float:
        # The two that are compared have it anyway.
        share = min(self._having[meaning] - 2 for meaning in meanings) / self._count
        worth = 1.0 if share <= RARE else max(LEAST, log(share) / log(RARE))
        return 1 - self._strength * (1 - worth)


@dataclass(frozen=True, slots=True)
class Judgement:
    similarity: float
    conflict: Conflict | None = None


class Near(NamedTuple):
    one: Read
    other: Read
    cosine: float
    """Of their vectors."""
    crowd: float = 1.0
    """Among how many near ones each is the other's, by the mean of the two."""


class Comparison:
    """Judges pairs. It learns the words' vectors as it goes, so one object should judge all pairs of a set."""

    def __init__(self, embedder: Embedder, rarity: Rarity | None = None) -> None:
        self._words = WordVectors(embedder)
        self._rarity = rarity or Rarity()

    def judge(self, pairs: Sequence[Near], least: float = 0.0) -> list[Judgement | None]:
        """None for a pair whose similarity does not exceed `least`."""
        self._words.learn(one.wording for pair in pairs for one in pair[:2])
        judged = [self._judged(pair, least) for pair in pairs]
        return [judgement if judgement and judgement.similarity > least else None for judgement in judged]

    def alike_otherwise(self, pair: Near) -> float:
        """How alike the two are but for what stands against it."""
        self._words.learn(one.wording for one in pair[:2])
        return calibration().similarity(self._evidence(pair), None, pair.crowd)

    def _evidence(self, pair: Near) -> Evidence:
        one, other = pair.one.wording, pair.other.wording
        return evidence_of(
            one,
            other,
            pair.cosine,
            self._words.similar(one, other),
            one_language=pair.one.language == pair.other.language,
            worths=(self._rarity.of(one), self._rarity.of(other)),
        )

    def _judged(self, pair: Near, least: float) -> Judgement | None:
        first, second = pair.one.wording, pair.other.wording
        if first.key == second.key:
            return Judgement(SAME_WORDING)
        conflict = conflict_of(first, second)
        if conflict is not None and calibration().most_with_conflict <= least:
            return None
        evidence = self._evidence(pair)
        if conflict is None and evidence.denied and not evidence.replaced_words:
            conflict = "negation"
        return Judgement(calibration().similarity(evidence, conflict, pair.crowd), conflict)
