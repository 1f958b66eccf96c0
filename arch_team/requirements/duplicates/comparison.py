"""Pairs of requirements, judged: how alike a person would find them, and what stands against it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from arch_team.requirements.duplicates.conflicts import Conflict, conflict_of
from arch_team.requirements.duplicates.evidence import Evidence, evidence_of
from arch_team.requirements.duplicates.rarity import Rarity
from arch_team.requirements.duplicates.similarity import SAME_WORDING, calibration
from arch_team.requirements.duplicates.word_vectors import WordVectors
from arch_team.requirements.duplicates.wording import Wording, wording_of
from arch_team.requirements.model import Requirement
from arch_team.requirements.reading.language import language_of
from arch_team.requirements.reading.words import words_of
from arch_team.vectors.embedding import Embedder
from arch_team.wire import Language

_ENOUGH_FOR_LANGUAGE = 1_000
"""Characters."""


@dataclass(frozen=True, slots=True)
class Judgement:
    similarity: float
    conflict: Conflict | None = None


class Comparison:
    """Judges pairs. It learns the words' vectors as it goes, so one object should judge all pairs of a set."""

    def __init__(self, embedder: Embedder, rarity: Rarity | None = None) -> None:
        self._words = WordVectors(embedder)
        self._rarity = rarity or Rarity()

    def judge(
        self, pairs: Sequence[tuple[Requirement, Requirement, float]], least: float = 0.0
    ) -> list[Judgement | None]:
        """Of each pair, given the cosine of its vectors. None for one whose similarity does not exceed `least`."""
        self._words.learn(reading(requirement) for one, other, _ in pairs for requirement in (one, other))
        return [self._judged(one, other, cosine, least) for one, other, cosine in pairs]

    def evidence(self, one: Requirement, other: Requirement, cosine: float) -> Evidence:
        first, second = reading(one), reading(other)
        return evidence_of(
            first,
            second,
            cosine,
            self._words.similar(first, second),
            one_language=language(one) == language(other),
            worth=self._rarity,
        )

    def _judged(self, one: Requirement, other: Requirement, cosine: float, least: float) -> Judgement | None:
        first, second = reading(one), reading(other)
        if first.key == second.key:
            return Judgement(SAME_WORDING) if least < SAME_WORDING else None
        conflict = conflict_of(first, second)
        if conflict is not None and calibration().most_with_conflict <= least:
            return None
        evidence = self.evidence(one, other, cosine)
        if conflict is None and evidence.denied and not evidence.replaced_words:
            conflict = "negation"
        similarity = calibration().similarity(evidence, conflict)
        return Judgement(similarity, conflict) if similarity > least else None


def reading(requirement: Requirement) -> Wording:
    return _read(requirement.text)


def language(requirement: Requirement) -> Language:
    return requirement.language or _language(requirement.text[:_ENOUGH_FOR_LANGUAGE])


@lru_cache(maxsize=20_000)
def _read(text: str) -> Wording:
    return wording_of(text)


@lru_cache(maxsize=20_000)
def _language(text: str) -> Language:
    return language_of(words_of(text))
