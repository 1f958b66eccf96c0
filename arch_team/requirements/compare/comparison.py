"""Pairs of requirements, judged: how alike their words are, what each is worth in its set, what stands against it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import NamedTuple, cast

import numpy as np

from arch_team.requirements.compare.conflicts import Conflict, conflict_of
from arch_team.requirements.compare.evidence import SAME_WORDING, Rows, Similar, calibration, evidence_at_best
from arch_team.requirements.compare.vocabulary import Token
from arch_team.requirements.compare.wording import Read, Wording
from arch_team.vectors.embedding import Embedder, Matrix

MOST_REMEMBERED = 100_000
"""Words, at 2 kB each. A set seldom has more; a store that is asked for years would."""
MOST_IN_TABLE = 4_000


class WordVectors:
    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._rows: dict[str, int] = {}
        self._vectors: Matrix = np.empty((0, 0), dtype=np.float32)
        self._table: list[memoryview] = []
        """Of each word, how like it is to every word; empty until they are compared."""
        self._of_wording: dict[str, list[int]] = {}

    def learn(self, readings: Iterable[Wording]) -> None:
        """Embeds the words that are new, all at once: that is what makes it quick."""
        if max(len(self._rows), len(self._of_wording)) > MOST_REMEMBERED:
            self._forget()
        new = sorted({token.word for reading in readings for token in reading.tokens if token.word not in self._rows})
        if new:
            learnt = self._embedder.embed(new)
            self._table = []
            self._vectors = np.vstack([self._vectors, learnt]) if len(self._vectors) else learnt
            self._rows.update(zip(new, range(len(self._rows), len(self._rows) + len(new)), strict=True))

    def tabulate(self) -> None:
        """Compares all words at once, where they are few enough: worth it for many pairs."""
        if not self._table and len(self._rows) <= MOST_IN_TABLE:
            self._table = [memoryview(row) for row in self._vectors @ self._vectors.T]

    def similar(self, one: Wording, other: Wording) -> Similar:
        """How like each word of the first is to each of the second."""
        rows, columns = self._placed(one), self._placed(other)
        if not rows or not columns:
            return _Compared([[] for _ in rows])
        if self._table:
            return _LookedUp(self._table, rows, columns)
        return _Compared(cast("Rows", (self._vectors[rows] @ self._vectors[columns].T).tolist()))

    def _forget(self) -> None:
        self._rows.clear()
        self._of_wording.clear()
        self._vectors = np.empty((0, 0), dtype=np.float32)
        self._table = []

    def _placed(self, reading: Wording) -> list[int]:
        placed = self._of_wording.get(reading.key)
        if placed is None:
            if any(token.word not in self._rows for token in reading.tokens):
                self.learn([reading])
            placed = [self._rows[token.word] for token in reading.tokens]
            self._of_wording[reading.key] = placed
        return placed


class _Compared(NamedTuple):
    rows: Rows

    def row(self, place: int) -> list[float]:
        return self.rows[place]

    def column(self, place: int) -> list[float]:
        return [row[place] for row in self.rows]


class _LookedUp(NamedTuple):
    table: Sequence[Sequence[float]]
    one: Sequence[int]
    other: Sequence[int]

    def row(self, place: int) -> list[float]:
        row = self.table[self.one[place]]
        return [row[word] for word in self.other]

    def column(self, place: int) -> list[float]:
        table, column = self.table, self.other[place]
        return [table[word][column] for word in self.one]


RARE = 1 / 30
LEAST = 0.3
SMALL_SET = 20
LARGE_SET = 100
MOST_WORTHS = 100_000


class Rarity:
    def __init__(self, readings: Iterable[Wording] = ()) -> None:
        self._having: Counter[str] = Counter()
        self._count = 0
        self._known: dict[frozenset[str], float] = {}
        self._of: dict[str, tuple[float, ...]] = {}
        for reading in readings:
            self._having.update(reading.subject)
            self._count += 1

    def of(self, reading: Wording) -> tuple[float, ...]:
        """The worth of each of its words."""
        worths = self._of.get(reading.key)
        if worths is None:
            if len(self._of) >= MOST_WORTHS:
                self._of.clear()
            worths = self._of[reading.key] = tuple(map(self._worth_of, reading.tokens))
        return worths

    def _worth_of(self, token: Token) -> float:
        worth = self._known.get(token.meanings)
        if worth is None:
            worth = self._known[token.meanings] = self._worth(token)
        return worth

    def _worth(self, token: Token) -> float:
        strength = min(1.0, max(0.0, (self._count - SMALL_SET) / (LARGE_SET - SMALL_SET)))
        if not strength:
            return 1.0
        # The two that are compared have it anyway.
        share = min(self._having[meaning] - 2 for meaning in token.meanings) / self._count
        worth = 1.0 if share <= RARE else max(LEAST, log(share) / log(RARE))
        return 1 - strength * (1 - worth)


@dataclass(frozen=True, slots=True)
class Judgement:
    similarity: float
    conflict: Conflict | None = None


MANY = 1_000
"""Pairs."""


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
        met = {id(one): one for pair in pairs for one in pair[:2]}
        self._words.learn(one.wording for one in met.values())
        if len(pairs) >= MANY:
            self._words.tabulate()
        return [self._judged(*pair, least) for pair in pairs]

    def alike_otherwise(self, pair: Near) -> float:
        """How alike the two are but for what stands against it."""
        one, other = pair.one.wording, pair.other.wording
        self._words.learn((one, other))
        one_language = pair.one.language == pair.other.language
        at_best = evidence_at_best(
            one,
            other,
            pair.cosine,
            self._words.similar(one, other),
            one_language=one_language,
            worths=(self._rarity.of(one), self._rarity.of(other)),
        )
        return calibration().similarity(at_best.completed(one, other, one_language=one_language), None, pair.crowd)

    def _judged(self, one: Read, other: Read, cosine: float, crowd: float, least: float) -> Judgement | None:
        first, second = one.wording, other.wording
        if first.key == second.key:
            return Judgement(SAME_WORDING) if least < SAME_WORDING else None
        words = self._words.similar(first, second)
        one_language = one.language == other.language
        worths = self._rarity.of(first), self._rarity.of(second)
        at_best = evidence_at_best(first, second, cosine, words, one_language=one_language, worths=worths)
        if calibration().similarity(at_best.evidence, None, crowd) <= least:
            return None
        conflict = conflict_of(first, second)
        if conflict is not None and calibration().most_with_conflict <= least:
            return None
        evidence = at_best.completed(first, second, one_language=one_language)
        if conflict is None and evidence.denied and not evidence.replaced_words:
            conflict = "negation"
        similarity = calibration().similarity(evidence, conflict, crowd)
        return Judgement(similarity, conflict) if similarity > least else None
