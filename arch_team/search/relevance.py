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
_UMLAUT_OF = {"ae": "ä", "oe": "ö", "ue": "ü"}
_UMLAUTS = str.maketrans({umlaut: written for written, umlaut in _UMLAUT_OF.items()})
_WRITTEN_UMLAUT = re.compile("|".join(_UMLAUT_OF))
_SHORTEST = 3
_TITLE = 0.2
"""What a word's place in the title is worth."""
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
        cut = _shared_start(word.lower(), root)
        terms.setdefault(root, Term(word, _spellings(cut)))
    return tuple(terms.values())


def _spellings(start: str) -> tuple[str, ...]:
    """`grundstück`, `grundstuck` and `grundstueck` for any of them that tells of an umlaut."""
    plain = fold(start)
    if plain == start:
        return (start,)
    with_umlauts = _WRITTEN_UMLAUT.sub(lambda found: _UMLAUT_OF[found[0]], start)
    return tuple(dict.fromkeys((with_umlauts, plain, with_umlauts.translate(_UMLAUTS))))


def _shared_start(word: str, root: str) -> str:
    """What a word and its stem begin with: texts that hold other forms of the word hold that. `polic` of `policies`."""
    for length in range(len(word), _SHORTEST - 1, -1):
        if root.startswith(fold(word[:length])):
            return word[:length]
    return word


def text_of(candidate: SearchCandidate) -> str:
    return f"{candidate.title}\n{candidate.snippet}"


def lexical_relevance(terms: Sequence[Term], candidates: Sequence[SearchCandidate]) -> Floats:
    """The share of the question's words that a candidate holds, from 0 to 1.

    Words that few candidates hold count more, and so do those in the title.
    """
    if not terms or not candidates:
        return np.zeros(len(candidates), dtype=np.float64)
    texts = [text_of(candidate).lower() for candidate in candidates]
    titles = [candidate.title.lower() for candidate in candidates]
    held, named = (np.array([term.held_by(each) for term in terms], dtype=np.float64) for each in (texts, titles))
    holders = held.sum(axis=1)
    weights = np.log1p((len(candidates) - holders + 0.5) / (holders + 0.5))
    return weights @ ((1 - _TITLE) * held + _TITLE * named) / weights.sum()


def matched(terms: Sequence[Term], text: str) -> tuple[str, ...]:
    """The question's words that a text holds, as the question writes them."""
    lowered = (text.lower(),)
    return tuple(term.word for term in terms if term.held_by(lowered)[0])
