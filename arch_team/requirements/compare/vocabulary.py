"""Words as tokens of content: what each may mean, as far as a lexicon knows it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from arch_team.requirements.compare.lexicon import Concept, Concepts, Lexicon, contrasts, lexicon
from arch_team.text.quantities import is_quantity_word
from arch_team.text.roots import root
from arch_team.vectors.words import stop_words

_SHORTEST_PART = 4
_MOST_REMEMBERED = 65_536
_PARTICLES = "ab an auf aus bei dar ein fest frei herunter hinzu hoch los mit nach um vor weg weiter wieder zu zuruck"


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the content. Two words that mean the same share a meaning."""

    word: str
    root: str
    meanings: frozenset[str]
    """The names of its concepts after `=`, else its root."""
    concepts: Concepts = ()
    is_role: bool = False
    """May name a role, by itself and not as part of a compound."""
    opposite_meanings: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    opposite_words: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    opposite_roots: frozenset[str] = field(default=frozenset(), compare=False, repr=False)

    def excludes(self, other: "Token") -> bool:
        """By their concepts or by their beginning."""
        return (
            other.word in self.opposite_words
            or other.root in self.opposite_roots
            or not self.opposite_meanings.isdisjoint(other.meanings)
        )


Tokens = tuple[Token, ...]


class Vocabulary:
    """Reads words by one lexicon, and remembers the ones it has read."""

    def __init__(self, known: Lexicon) -> None:
        self._lexicon = known
        self._read: dict[str, Tokens] = {}

    def tokens(self, words: Sequence[str]) -> Tokens:
        """Of folded words in their order, each meaning once: no stop words, no generic words, no quantities."""
        found: list[Token] = []
        place = 0
        roots = [root(word) for word in words]
        phrases = self._lexicon.phrases
        particles = [(number, word) for number, word in enumerate(words) if word in _particles()]
        while place < len(words):
            if roots[place] in phrases and (phrase := self._phrase(roots, place)):
                length, concept = phrase
                found.append(_phrase_token(" ".join(words[place : place + length]), concept))
                place += length
            else:
                word = self._joined(words[place], place, particles) if particles else words[place]
                known = self._read.get(word)
                found += self.parts(word) if known is None else known
                place += 1
        return tuple({token.meanings: token for token in reversed(found)}.values())[::-1]

    def parts(self, word: str) -> Tokens:
        """One token, or those of a compound whose parts are both known; none for a word without content."""
        if word not in self._read:
            if len(self._read) >= _MOST_REMEMBERED:
                self._read.clear()
            self._read[word] = self._parts(word)
        return self._read[word]

    def _parts(self, word: str) -> Tokens:
        known = self._lexicon
        if word in stop_words() or word in known.generic or is_quantity_word(word) or word.isdigit() or len(word) < 2:
            return ()
        if concepts := known.concepts(word):
            return (_token(word, concepts),)
        if root(word) in known.generic_roots:
            return ()
        for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
            first, second = self._part(word[:cut]), self._part(word[cut:])
            if first and second:
                return first, second
        return (_token(word, ()),)

    def _part(self, part: str) -> Token | None:
        for form in (part, part.removesuffix("s")):
            if len(form) >= _SHORTEST_PART and (concepts := self._lexicon.concepts(form)):
                return _token(form, concepts, part=True)
        return None

    def _phrase(self, roots: Sequence[str], place: int) -> tuple[int, Concept] | None:
        for phrase, concept in self._lexicon.phrases[roots[place]]:
            if tuple(roots[place : place + len(phrase)]) == phrase:
                return len(phrase), concept
        return None

    def _joined(self, word: str, place: int, particles: Sequence[tuple[int, str]]) -> str:
        """A German verb with the particle that closes its clause: `schaltet … ab` is `abschaltet`, where known."""
        if len(word) > _SHORTEST_PART and particles[-1][0] > place and word not in stop_words():
            joined = (particle + word for number, particle in particles if number > place)
            known = next((verb for verb in joined if root(verb) in self._lexicon.roots), word)
            return word if self._lexicon.concepts(word) else known
        return word


def _token(word: str, concepts: Concepts, *, part: bool = False) -> Token:
    own = root(word)
    meanings = frozenset(f"={concept.name}" for concept in concepts) or frozenset((own,))
    is_role = not part and any(concept.kind == "roles" for concept in concepts)
    against = frozenset(f"={name}" for name in opposite_concepts(concepts))
    return Token(word, own, meanings, concepts, is_role, against, opposite_forms(word), opposite_forms(own))


@lru_cache(maxsize=_MOST_REMEMBERED)
def _phrase_token(words: str, concept: Concept) -> Token:
    return _token(words, (concept,))


@lru_cache(maxsize=1)
def _particles() -> frozenset[str]:
    return frozenset(_PARTICLES.split())


@lru_cache(maxsize=1)
def default_vocabulary() -> Vocabulary:
    return Vocabulary(lexicon())


_LONG_ENOUGH = 4


@lru_cache(maxsize=65_536)
def opposite_concepts(concepts: Concepts) -> frozenset[str]:
    """Their names."""
    own = {concept.name for concept in concepts}
    return frozenset(other for pair in contrasts().concepts for name in own & pair for other in pair - {name})


@lru_cache(maxsize=65_536)
def opposite_forms(word: str) -> frozenset[str]:
    """The word with another beginning: `lock` has `unlock`, and `unlock` has `lock`."""
    both_ways = (*contrasts().prefixes, *((second, first) for first, second in contrasts().prefixes))
    trunks = ((word.removeprefix(first), second) for first, second in both_ways if word.startswith(first))
    return frozenset(second + trunk for trunk, second in trunks if len(trunk) >= _LONG_ENOUGH)
