"""Pairs of requirements, judged: how alike a person would find them, and what stands against it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arch_team.requirements.compare.conflicts import Conflict, conflict_of
from arch_team.requirements.compare.evidence import evidence_at_best
from arch_team.requirements.compare.rarity import Rarity
from arch_team.requirements.compare.reading import Read
from arch_team.requirements.compare.similarity import SAME_WORDING, calibration
from arch_team.requirements.compare.word_vectors import WordVectors
from arch_team.vectors.embedding import Embedder


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
