"""Words as tokens of content: what each may mean, and which exclude each other (`concepts.yaml`, `contrasts.yaml`)."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import log
from typing import Any, NamedTuple, cast

import numpy as np

from arch_team.text.packaged import packaged
from arch_team.text.quantities import is_quantity_word
from arch_team.text.roots import root
from arch_team.vectors.embedding import Matrix, unit_rows
from arch_team.vectors.sparse import SparseVector, term_id
from arch_team.vectors.words import fold, stop_words, words_of

RARE = 1 / 30
LEAST = 0.3
SMALL_SET = 20
LARGE_SET = 100
WORD_SIZE = 128
"""Meanings share the places of a vector by their hash; a few that meet by chance cost a judgement, no duplicate."""
_MOST_QUOTED = 6
_WORD = re.compile(r"[^\W_]+")
_PLURALS = ("n", "s", "en", "e", "es", "in", "innen")
_SHORTEST_PART = 4
_MOST_REMEMBERED = 65_536
_PARTICLES = "ab an auf aus bei dar ein fest frei herunter hinzu hoch los mit nach um vor weg weiter wieder zu zuruck"
_PARTICLE_SET = frozenset(_PARTICLES.split())


def _packaged(name: str) -> dict[str, Any]:
    return packaged(f"data/{name}.yaml", "arch_team.vectors")


class Concept(NamedTuple):
    name: str
    is_role: bool


Concepts = tuple[Concept, ...]
"""What a word may mean: `anmelden` is to log in or to register."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    words: dict[str, Concepts]
    """By the folded word."""
    roots: dict[str, Concepts]
    """By the root. A role has none: the one who writes is not the writing."""
    phrases: dict[str, tuple[tuple[tuple[str, ...], Concept], ...]]
    """Of roots, by the first; longer ones first."""
    generic: frozenset[str]
    """Folded words."""
    generic_roots: frozenset[str]

    def concepts(self, word: str) -> Concepts:
        """Of a folded word; none where it is not known."""
        if found := self.words.get(word):
            return found
        for ending in _PLURALS:
            shorter = word.removesuffix(ending)
            if shorter != word and (found := self.words.get(shorter)):
                return found
        return self.roots.get(root(word), ())


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    listed = _packaged("concepts")
    words: defaultdict[str, dict[Concept, None]] = defaultdict(dict)
    roots: defaultdict[str, dict[Concept, None]] = defaultdict(dict)
    phrases: defaultdict[str, list[tuple[tuple[str, ...], Concept]]] = defaultdict(list)
    for kind in ("actions", "roles", "things"):
        for name, line in cast("dict[str, str]", listed[kind]).items():
            concept = Concept(str(name), kind == "roles")
            for parts in map(words_of, re.split(r"[,|]", str(line))):
                if len(parts) == 1:
                    words[parts[0]][concept] = None
                    if not concept.is_role:
                        roots[root(parts[0])][concept] = None
                elif parts:
                    phrases[root(parts[0])].append((tuple(map(root, parts)), concept))
    generic = frozenset(word for text in cast("dict[str, str]", listed["generic"]).values() for word in words_of(text))
    return Lexicon(
        {word: tuple(found) for word, found in words.items()},
        {word: tuple(found) for word, found in roots.items()},
        {first: tuple(sorted(found, key=lambda entry: -len(entry[0]))) for first, found in phrases.items()},
        generic,
        frozenset(map(root, generic)),
    )


Sides = dict[str, tuple[int, ...]]
"""Word → the sides it takes: the number of a pair of opposites from 1, below zero for the right side."""


@dataclass(frozen=True, slots=True)
class Contrasts:
    sides: Sides
    """By the root."""
    relations: Sides
    """By the folded word: opposites only before the same word."""
    bounds: re.Pattern[str]
    """Groups `upper` and `lower`, and `turned` where a negation stands before it."""
    concepts: frozenset[frozenset[str]]
    prefixes: tuple[tuple[str, str], ...]
    """Both ways."""
    alternatives: dict[str, str]
    """Folded name → the class it belongs to."""
    negations: frozenset[str]
    not_negations: re.Pattern[str]
    cases: frozenset[str]


@lru_cache(maxsize=1)
def contrasts() -> Contrasts:
    listed = _packaged("contrasts")
    negations = words_of(str(listed["negations"]))
    bounds = cast("dict[str, list[str]]", listed["bounds"])
    kinds = "|".join(f"(?P<{kind}>{_any_of(phrases)})" for kind, phrases in bounds.items())
    prefixes = [(fold(one.strip("-")), fold(other)) for one, other in _pairs(listed["prefixes"])]
    return Contrasts(
        sides=_sides(listed["opposites"], root),
        relations=_sides(listed["opposites of the same"], str),
        bounds=re.compile(rf"\b(?P<turned>(?:{'|'.join(negations)})\s+)?(?:{kinds})\b"),
        concepts=frozenset(map(frozenset, _pairs(listed["opposite concepts"]))),
        prefixes=(*prefixes, *((other, one) for one, other in prefixes)),
        alternatives={
            fold(name): kind
            for kind, names in cast("dict[str, str]", listed["alternatives"]).items()
            for name in names.split()
        },
        negations=frozenset(negations),
        not_negations=re.compile(rf"\b(?:{_any_of(listed['not negations'])})\b"),
        cases=frozenset(words_of(str(listed["cases"]))),
    )


def _any_of(phrases: Sequence[str]) -> str:
    return "|".join(sorted((re.escape(fold(phrase)) for phrase in phrases), key=len, reverse=True))


def _pairs(text: str) -> list[tuple[str, str]]:
    lines = (line.partition(" / ") for line in text.splitlines() if line)
    return [(one.strip(), other.strip()) for one, _, other in lines]


def _sides(text: str, key: Callable[[str], str]) -> Sides:
    sides: defaultdict[str, tuple[int, ...]] = defaultdict(tuple)
    for number, (left, right) in enumerate(_pairs(text), start=1):
        for side, words in ((number, left), (-number, right)):
            for word in {key(word) for word in words_of(words)}:
                sides[word] += (side,)
    return dict(sides)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the content. Two words that mean the same share a meaning."""

    word: str
    root: str
    meanings: frozenset[str]
    """The names of its concepts after `=`, else its root."""
    is_role: bool = False
    """May name a role, by itself and not as part of a compound."""
    opposites: frozenset[str] = field(default=frozenset(), compare=False, repr=False)
    """Words, roots and meanings that exclude it."""

    def excludes(self, other: "Token") -> bool:
        return not self.opposites.isdisjoint((other.word, other.root, *other.meanings))


Tokens = tuple[Token, ...]


class Vocabulary:
    """Reads words by one lexicon, and remembers the ones it has read."""

    def __init__(self, known: Lexicon) -> None:
        self._lexicon = known
        self.parts = lru_cache(maxsize=_MOST_REMEMBERED)(self._parts)

    def tokens(self, words: Sequence[str]) -> Tokens:
        """Of folded words in their order, each meaning once: no stop words, no generic words, no quantities."""
        found: list[Token] = []
        place = 0
        roots = [root(word) for word in words]
        particles = [(number, word) for number, word in enumerate(words) if word in _PARTICLE_SET]
        while place < len(words):
            length = 1
            for phrase, concept in self._lexicon.phrases.get(roots[place], ()):
                if tuple(roots[place : place + len(phrase)]) == phrase:
                    length = len(phrase)
                    found.append(_phrase_token(" ".join(words[place : place + length]), concept))
                    break
            else:
                found += self.parts(self._joined(words[place], place, particles) if particles else words[place])
            place += length
        return tuple({token.meanings: token for token in reversed(found)}.values())[::-1]

    def _parts(self, word: str) -> Tokens:
        """One token, or those of a compound whose parts are both known; none for a word without content."""
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

    def _joined(self, word: str, place: int, particles: Sequence[tuple[int, str]]) -> str:
        """A German verb with the particle that closes its clause: `schaltet … ab` is `abschaltet`, where known."""
        if len(word) <= _SHORTEST_PART or word in stop_words() or self._lexicon.concepts(word):
            return word
        joined = (particle + word for number, particle in particles if number > place)
        return next((verb for verb in joined if root(verb) in self._lexicon.roots), word)


def _token(word: str, concepts: Concepts, *, part: bool = False) -> Token:
    own, names = root(word), {concept.name for concept in concepts}
    meanings = frozenset(f"={name}" for name in names) or frozenset((own,))
    against = (f"={other}" for pair in contrasts().concepts for name in names & pair for other in pair - {name})
    is_role = not part and any(concept.is_role for concept in concepts)
    return Token(word, own, meanings, is_role, frozenset((*against, *_turned(word), *_turned(own))))


def _turned(word: str) -> list[str]:
    """The word with another beginning: `lock` has `unlock`, and `unlock` has `lock`."""
    trunks = [(word.removeprefix(first), second) for first, second in contrasts().prefixes if word.startswith(first)]
    return [second + trunk for trunk, second in trunks if len(trunk) >= _SHORTEST_PART]


@lru_cache(maxsize=_MOST_REMEMBERED)
def _phrase_token(words: str, concept: Concept) -> Token:
    return _token(words, (concept,))


@lru_cache(maxsize=1)
def default_vocabulary() -> Vocabulary:
    return Vocabulary(lexicon())


def quoted(text: str, tokens: Iterable[Token]) -> str:
    """The tokens as they stand in the text, once each, the first few."""
    written = _written(text)
    parts = (part for token in tokens for part in token.word.split())
    return ", ".join(list(dict.fromkeys(written.get(part) or _whole(part, written) for part in parts))[:_MOST_QUOTED])


@lru_cache(maxsize=64)
def _written(text: str) -> dict[str, str]:
    """Each folded word as it first stands in the text."""
    written: dict[str, str] = {}
    for word in _WORD.findall(text):
        written.setdefault(_folded(word), word)
    return written


_folded = lru_cache(maxsize=65_536)(fold)


def _whole(part: str, written: dict[str, str]) -> str:
    """A part of a compound, or a verb joined with its particle, is quoted as the word it comes from."""
    found = (word for folded, word in written.items() if part in folded or (len(folded) > 3 and folded in part))
    return next(found, part)


class Rarity:
    """What a word is worth: in a large set, one that everybody uses says little."""

    def __init__(self, subjects: Sequence[frozenset[str]] = ()) -> None:
        """The meanings of each text of the set."""
        self._having = Counter(meaning for subject in subjects for meaning in subject)
        self._count = len(subjects)
        self._strength = min(1.0, max(0.0, (self._count - SMALL_SET) / (LARGE_SET - SMALL_SET)))
        self._worth = cache(self._counted)

    def of(self, tokens: Tokens) -> list[float]:
        """The worth of each."""
        return [self._worth(token.meanings) if self._strength else 1.0 for token in tokens]

    def _counted(self, meanings: frozenset[str]) -> float:
        # The two that are compared have it anyway.
        share = min(self._having[meaning] - 2 for meaning in meanings) / self._count
        worth = 1.0 if share <= RARE else max(LEAST, log(share) / log(RARE))
        return 1 - self._strength * (1 - worth)


def meaning_vectors(subjects: Sequence[frozenset[str]]) -> Matrix:
    """A vector of length 1 for each set of meanings: their product tells how much two have in common."""
    vectors = np.zeros((len(subjects), WORD_SIZE), dtype=np.float32)
    for vector, subject in zip(vectors, subjects, strict=True):
        vector[[term_id(meaning) % WORD_SIZE for meaning in subject]] = 1.0
    return unit_rows(vectors)


def as_terms(subject: frozenset[str]) -> SparseVector:
    """The meanings for a search in a store, by the same ids."""
    terms = sorted({term_id(meaning) for meaning in subject})
    return SparseVector(tuple(terms), (1.0,) * len(terms))
