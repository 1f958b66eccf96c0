"""How well a text answers to a question's words. Quick enough for ten thousand candidates, in German and English.

Used for candidates that come without a ranking of their own; what the store retrieves is ranked there.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arch_team.search.contracts import SearchCandidate
from arch_team.search.freshness import Floats
from arch_team.vectors.words import fold, stem, stop_words

_WORD = re.compile(r"[^\W_]+")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_SHORT = 4
"""A stem below this length is looked for at the start of words only: `api` is not in `rapid`."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the question, and the spellings of its stem that a text may use."""

    word: str
    spellings: tuple[str, ...]

    def held_by(self, lowered: Sequence[str]) -> list[bool]:
        """Which of the texts hold it."""
        first, *others = self.spellings
        held = [first in text for text in lowered]
        for spelling in others:
            held = [known or spelling in text for known, text in zip(held, lowered, strict=True)]
        if min(map(len, self.spellings)) < _SHORT:
            search = re.compile("|".join(rf"\b{re.escape(spelling)}" for spelling in self.spellings)).search
            held = [known and search(text) is not None for known, text in zip(held, lowered, strict=True)]
        return held


def terms_of_question(question: str) -> tuple[Term, ...]:
    """The words that carry the topic, each once. A question of nothing but small words keeps them all."""
    terms: dict[str, Term] = {}
    words = [(word, fold(word)) for word in _WORD.findall(question)]
    topical = [pair for pair in words if pair[1] not in stop_words()] or words
    for word, folded in topical:
        root = stem(folded)
        lowered = word.lower()
        cut = lowered[: len(root)] if fold(lowered[: len(root)]) == root else root
        spellings = dict.fromkeys((cut, root, cut.translate(_UMLAUTS)))
        terms.setdefault(root, Term(word, tuple(spellings)))
    return tuple(terms.values())


def text_of(candidate: SearchCandidate) -> str:
    return f"{candidate.title}\n{candidate.snippet}"


def lexical_relevance(terms: Sequence[Term], texts: Sequence[str]) -> Floats:
    """The share of the question's words that a text holds, rare words counting more; from 0 to 1."""
    if not terms or not texts:
        return np.zeros(len(texts), dtype=np.float64)
    lowered = [text.lower() for text in texts]
    held = np.array([term.held_by(lowered) for term in terms], dtype=np.float64)
    found_in = held.sum(axis=1)
    weights = np.log1p((len(texts) - found_in + 0.5) / (found_in + 0.5))
    return weights @ held / weights.sum()


def matched(terms: Sequence[Term], text: str) -> tuple[str, ...]:
    """The question's words that a text holds, as the question writes them."""
    lowered = (text.lower(),)
    return tuple(term.word for term in terms if term.held_by(lowered)[0])
