"""Pairs of requirements, judged: how alike a person would find them, and what stands against it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from arch_team.requirements.duplicates.conflicts import Conflict, conflict_of
from arch_team.requirements.duplicates.evidence import Evidence, evidence_of, unpaired
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

    def judge(self, pairs: Sequence[tuple[Requirement, Requirement, float]]) -> list[Judgement]:
        """Of each pair, given the cosine of its vectors."""
        self._words.learn(word for one, other, _ in pairs for word in _open_words(reading(one), reading(other)))
        return [self._judged(one, other, cosine) for one, other, cosine in pairs]

    def evidence(self, one: Requirement, other: Requirement, cosine: float) -> Evidence:
        one_language = language(one) == language(other)
        return evidence_of(
            reading(one),
            reading(other),
            cosine,
            self._words.similar,
            one_language=one_language,
            worth=self._rarity,
        )

    def _judged(self, one: Requirement, other: Requirement, cosine: float) -> Judgement:
        if reading(one).key == reading(other).key:
            return Judgement(SAME_WORDING)
        evidence = self.evidence(one, other, cosine)
        conflict = conflict_of(reading(one), reading(other))
        if conflict is None and evidence.denied and not evidence.replaced_words:
            conflict = "negation"
        return Judgement(calibration().similarity(evidence, conflict), conflict)


def reading(requirement: Requirement) -> Wording:
    return _read(requirement.text)


def language(requirement: Requirement) -> Language:
    return requirement.language or _language(requirement.text[:_ENOUGH_FOR_LANGUAGE])


def _open_words(one: Wording, other: Wording) -> Iterator[str]:
    """The words that a judgement will ask the model about."""
    open_one, open_other = unpaired(one, other), unpaired(other, one)
    if open_one or open_other:
        yield from (token.word for token in (*one.tokens, *other.tokens))


@lru_cache(maxsize=20_000)
def _read(text: str) -> Wording:
    return wording_of(text)


@lru_cache(maxsize=20_000)
def _language(text: str) -> Language:
    return language_of(words_of(text))
