"""How near a text is to the words of a question: the same word, part of a compound, or a word of like meaning.

Meaning is the packaged encoder's on single words and pairs of words: it knows `Ferien` and `vacation` as well as
`Lohn` and `salary`. Within one language it cannot tell a synonym from a sister (`Vater` and `Mutter` are near), so
there likeness never counts as much as the word itself; across languages it has to.
"""

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from arch_team.search.asked import Asked, Topic, term_of
from arch_team.text.stems import verb_stem
from arch_team.vectors.words import fold, stop_words
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.vectors.embedding import Embedder, Matrix

Shares = npt.NDArray[np.float64]

UNRELATED, SAME = 0.35, 0.8
"""Cosines of two words between which their nearness grows from 0 to the most."""
MOST_WITHIN, MOST_ACROSS = 0.6, 0.95
_WHOLE, _NARROWER, _FIRST_PART, _LAST_PART = 0.95, 0.85, 0.7, 0.5
"""Parts of compounds: both, the word narrowed (`Jahreslohn` for `Lohn`), the first part alone, the last part alone."""
_SHORTEST_PART = 4
_SISTER = 0.3
"""What a compound that shares only its last part counts at most: it names another of the same kind."""
_KEPT = 50_000


class WordVectors:
    """Vectors of single words and short texts, each made once."""

    def __init__(self, embedder: "Embedder") -> None:
        self._embedder = embedder
        self._kept: OrderedDict[str, Matrix] = OrderedDict()
        self._lock = Lock()

    def of(self, texts: Sequence[str]) -> "Matrix":
        if not texts:
            return np.empty((0, self._embedder.size), np.float32)
        with self._lock:
            missing = [text for text in dict.fromkeys(texts) if text not in self._kept]
            if missing:
                self._kept.update(zip(missing, self._embedder.embed(missing), strict=True))
            rows = np.vstack([self._kept[text] for text in texts])
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            return rows


class Nearness:
    """To the topics of one question, from texts in the same language or in another."""

    def __init__(self, about: Asked, vectors: WordVectors, *, is_across: bool) -> None:
        topics = about.topics
        self._language: Language = about.language
        self._topics, self._vectors, self._is_across = topics, vectors, is_across
        self._most = MOST_ACROSS if is_across else MOST_WITHIN
        self._soft = [at for at, topic in enumerate(topics) if not topic.is_exact]
        self._pairs = [
            (f"{topics[one].word} {topics[other].word}", (one, other))
            for one, other in pairwise(range(len(topics)))
            if is_across and not topics[one].is_exact and not topics[other].is_exact
            if f"{topics[one].word} {topics[other].word}" in about.text
        ]

    def phrases(self, words: Sequence[str]) -> list[str]:
        """What of a text is compared by its meaning. Made vectors of in one go, it costs half."""
        content = list(dict.fromkeys(content_words(words)))
        return [*content, *(f"{one} {other}" for one, other in pairwise(content))] if self._is_across else content

    def of(self, words: Sequence[str]) -> Shares:
        """Of each topic how near the nearest of the words is, from 0 to 1."""
        mine = {topic.stem for topic in self._topics}
        content = list(dict.fromkeys([*content_words(words), *(word for word in words if term_of(word) in mine)]))
        best = np.zeros(len(self._topics))
        if not content or not self._topics:
            return best
        terms = list(dict.fromkeys(term_of(word) for word in content))
        verbs = {_verb(word, self._language) for word in content}
        for at, topic in enumerate(self._topics):
            best[at] = 1.0 if _verb(topic.word, self._language) in verbs else _sameness(topic, terms)
        if self._soft:
            self._add_meaning(best, content)
        return best

    def sames(self, words: Sequence[str]) -> Shares:
        """As `of`, without likeness of meaning: the words themselves and the parts of compounds."""
        terms = list(dict.fromkeys(term_of(word) for word in words))
        verbs = {_verb(word, self._language) for word in words}
        found = [
            1.0 if _verb(topic.word, self._language) in verbs else _sameness(topic, terms) for topic in self._topics
        ]
        return np.array(found)

    def like(self, text: str, words: Sequence[str]) -> float:
        """How near the nearest word is to a phrase."""
        content = content_words(words)
        if not content or not text:
            return 0.0
        if {term_of(word) for word in text.split()} & {term_of(word) for word in content}:
            return 1.0
        return float(self._nearness(self._vectors.of([text]) @ self._vectors.of(content).T).max())

    def _add_meaning(self, best: Shares, content: list[str]) -> None:
        phrases = [*content, *(f"{one} {other}" for one, other in pairwise(content))] if self._is_across else content
        theirs = self._vectors.of(phrases)
        mine = self._vectors.of([self._topics[at].word for at in self._soft])
        for at, near in zip(self._soft, self._nearness(mine @ theirs.T).max(axis=1), strict=True):
            most = _SISTER if not self._is_across and has_sister(self._topics[at].stem, content) else 1.0
            best[at] = max(best[at], min(near, most))
        if self._pairs:
            paired = self._nearness(self._vectors.of([text for text, _ in self._pairs]) @ theirs.T).max(axis=1)
            for (_, both), near in zip(self._pairs, paired, strict=True):
                for at in both:
                    best[at] = max(best[at], near)

    def _nearness(self, cosines: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        return np.clip((cosines - UNRELATED) / (SAME - UNRELATED), 0, 1) * self._most


def content_words(words: Sequence[str]) -> list[str]:
    return [word for word in words if any(sign.isalnum() for sign in word) and fold(word) not in stop_words()]


def has_sister(stem: str, words: Sequence[str]) -> bool:
    """Whether a word ends as this compound does and begins otherwise: `Vaterschaftsurlaub`, `Mutterschaftsurlaub`."""
    return any(is_sister(stem, term_of(word), 3) for word in words)


def is_sister(one: str, other: str, least: int = 2) -> bool:
    """`least`: so many letters at the beginning of both are not shared."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    shorter = min(len(one), len(other))
    shared = next((count for count, (mine, theirs) in enumerate(pairs) if mine != theirs), shorter)
    return shared >= _SHORTEST_PART and shorter >= shared + least


@lru_cache(maxsize=65_536)
def _verb(word: str, language: Language) -> str:
    """One form for the forms of a verb; other words have one that is as good as their stem."""
    return verb_stem(fold(word), language)


def _sameness(topic: Topic, terms: Sequence[str]) -> float:
    """1: the same word. A compound is near to the words it is made of, and most to both of them together."""
    if topic.stem in terms:
        return 1.0
    if topic.is_exact or not topic.stem.isalpha():
        return 0.0
    parts = [term for term in terms if len(term) >= _SHORTEST_PART and term.isalpha()]
    begins = any(topic.stem.startswith(term) for term in parts)
    ends = any(topic.stem.endswith(term) for term in parts)
    if begins and ends:
        return _WHOLE
    if len(topic.stem) >= _SHORTEST_PART:
        if any(term.endswith(topic.stem) for term in parts):
            return _NARROWER
        if any(term.startswith(topic.stem) for term in parts):
            return _FIRST_PART
    return _FIRST_PART if begins else _LAST_PART if ends else 0.0
