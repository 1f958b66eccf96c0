"""A requirement as its words: what they mean, which of them carry the content, what they count and deny."""

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache

from arch_team.requirements.duplicates.demand import LONGEST, Demand, demand_of, unlabelled
from arch_team.requirements.duplicates.lexicon import Concept, contrasts, lexicon
from arch_team.requirements.duplicates.quantities import Quantity, is_quantity_word, quantities_of
from arch_team.requirements.duplicates.roots import root
from arch_team.vectors.words import fold, stop_words, words_of

_SHORTEST_PART = 4
_SIGNS = re.compile(r"[\s_.,;:!?\"'`´’‘“”„«»()\[\]{}*#…–—-]+")
_PARTICLES = frozenset(
    ("ab", "an", "auf", "aus", "bei", "dar", "ein", "fest", "frei", "herunter", "hinzu", "hoch", "los", "mit", "nach")
    + ("um", "vor", "weg", "weiter", "wieder", "zu", "zuruck")
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the content. Words that mean the same have the same `meaning`."""

    word: str
    root: str
    meaning: str
    concept: Concept | None = None
    part: bool = False
    """Of a compound."""


@dataclass(frozen=True, slots=True)
class Wording:
    demand: Demand
    key: str
    """The same for texts that differ in signs, case and label only."""
    words: tuple[str, ...]
    """Every folded word of the core, in order."""
    tokens: tuple[Token, ...]
    """The content, the role first: no stop words, no generic words, no quantities."""
    roots: frozenset[str]
    """Of every word of the core."""
    meanings: frozenset[str]
    roles: frozenset[str]
    """The roles that are known: of the story, else of the sentence."""
    story_role: frozenset[str]
    """Meanings of the role that a story names, known or not."""
    quantities: frozenset[Quantity]
    bounds: frozenset[str]
    denied: bool
    without: frozenset[str]
    """Roots of what it shall do without."""
    alternatives: frozenset[tuple[str, str]]
    """Names that exclude others: their class and the name."""
    rest: frozenset[str] = frozenset()
    """Words of what is too long to be compared word by word."""


def wording_of(text: str) -> Wording:
    demand = demand_of(text)
    core = fold(demand.core)
    words = tuple(words_of(core))
    role = _tokens(tuple(words_of(demand.role)))
    tokens = role + _tokens(tuple(words_of(demand.bare)))
    known = contrasts()
    return Wording(
        demand=demand,
        key=key_of(text),
        words=words,
        tokens=tokens,
        roots=frozenset(map(root, words)),
        meanings=frozenset(token.meaning for token in tokens),
        roles=frozenset(_roles(role if demand.role else tokens)),
        story_role=frozenset(token.meaning for token in role),
        quantities=quantities_of(demand.core),
        bounds=frozenset(match.lastgroup or "" for match in known.bounds.finditer(core)),
        denied=_denied(core),
        without=_without(words),
        alternatives=frozenset((known.alternatives[word], word) for word in words if word in known.alternatives),
        rest=frozenset(words_of(text[LONGEST:])),
    )


def key_of(text: str) -> str:
    """One key for one wording, for ever: rejected pairs are kept by it."""
    plain = " ".join(_SIGNS.split(unlabelled(" ".join(text.split())).casefold())).strip()
    return hashlib.sha256((plain or text).encode("utf-8", "replace")).hexdigest()


def _tokens(words: tuple[str, ...]) -> tuple[Token, ...]:
    found: list[Token] = []
    place = 0
    roots = [root(word) for word in words]
    while place < len(words):
        if phrase := _phrase(roots, place):
            length, concept = phrase
            found.append(Token(" ".join(words[place : place + length]), roots[place], f"={concept.name}", concept))
            place += length
        else:
            found.extend(_parts(_joined(words, place)))
            place += 1
    return tuple(found)


def _phrase(roots: list[str], place: int) -> tuple[int, Concept] | None:
    for phrase, concept in lexicon().phrases.get(roots[place], ()):
        if tuple(roots[place : place + len(phrase)]) == phrase:
            return len(phrase), concept
    return None


def _joined(words: tuple[str, ...], place: int) -> str:
    """A German verb with the particle that closes its clause: `schaltet … ab` is `abschaltet`, where that is known."""
    word = words[place]
    particles = _PARTICLES.intersection(words[place + 1 :])
    if particles and len(word) > _SHORTEST_PART and word not in stop_words() and not lexicon().concept(word):
        for particle in sorted(particles):
            if root(particle + word) in lexicon().roots:
                return particle + word
    return word


@lru_cache(maxsize=65_536)
def _parts(word: str) -> tuple[Token, ...]:
    """One token, or those of a compound whose parts are both known; none for a word without content."""
    own = root(word)
    if word in stop_words() or word in lexicon().generic or is_quantity_word(word) or word.isdigit() or len(word) < 2:
        return ()
    if known := lexicon().concept(word):
        return (Token(word, own, f"={known.name}", known),)
    if own in lexicon().generic_roots:
        return ()
    for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        first, second = _part(word[:cut]), _part(word[cut:])
        if first and second:
            return first, second
    return (Token(word, own, own),)


def _part(part: str) -> Token | None:
    for form in (part, part.removesuffix("s")):
        if len(form) >= _SHORTEST_PART and (concept := lexicon().concept(form)):
            return Token(form, root(form), f"={concept.name}", concept, part=True)
    return None


def _roles(tokens: tuple[Token, ...]) -> list[str]:
    return [token.meaning for token in tokens if token.concept and token.concept.kind == "roles" and not token.part]


def _denied(core: str) -> bool:
    """An odd number of denials. Two of them demand again."""
    counted = contrasts().not_negations.sub(" ", core)
    return sum(word in contrasts().negations for word in words_of(counted)) % 2 == 1


def _without(words: tuple[str, ...]) -> frozenset[str]:
    """`ohne dass …` and `without …ing` say how, not without what."""
    missing: set[str] = set()
    for place, word in enumerate(words):
        following = words[place + 1 : place + 5]
        if word in contrasts().without and "dass" not in following and not any(w.endswith("ing") for w in following):
            missing.update([root(next_word) for next_word in following if next_word not in stop_words()][:1])
    return frozenset(missing)
