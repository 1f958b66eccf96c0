"""A requirement as its words: what they mean, which of them carry the content, what they count and deny."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from arch_team.requirements.compare.demand import AROUND, LONGEST, Demand, demand_of, unlabelled
from arch_team.requirements.compare.lexicon import contrasts
from arch_team.requirements.compare.quantities import Quantity, quantities_of
from arch_team.requirements.compare.roots import root
from arch_team.requirements.compare.vocabulary import Token, Tokens, Vocabulary, default_vocabulary
from arch_team.vectors.words import fold, is_plain, words_of, words_of_folded

_SIGN = r"[\s_.,;:!?\"'`´’‘“”„«»()\[\]{}*#…–—]"
_SIGNS = re.compile(rf"(?:{_SIGN}|-(?!\d)|(?<=[^\s(])-)+")
"""A hyphen before a number, after a space, is a minus, and no such sign."""
_SIGNS_BUT_HYPHENS = re.compile(rf"{_SIGN}+")
_HAS_WORDS = re.compile(r"[^\W_]")
MOST_READ = 100_000
"""Characters that are read at all. Longer texts are the same only where the rest is the same, sign by sign."""


@dataclass(frozen=True, slots=True)
class Wording:
    demand: Demand
    key: str
    """The same for texts that differ in signs, case and label only."""
    words: tuple[str, ...]
    """Every folded word of the core, in order."""
    tokens: Tokens
    """The content: no stop words, no generic words, no quantities, and not the role of a story."""
    roots: frozenset[str]
    """Of every word of the core."""
    meanings: frozenset[str]
    """Of the content and of the role."""
    subject: frozenset[str]
    """Meanings of the content alone."""
    roles: frozenset[str]
    """The roles that are known: of the story, else of the sentence."""
    story_role: frozenset[str]
    """Meanings of the role that a story names, known or not."""
    quantities: frozenset[Quantity]
    bounds: frozenset[str]
    denied: bool
    sides: frozenset[int]
    """Which side it takes of each pair of opposite words: the pair's number from 1, below zero for the right side."""
    related: frozenset[tuple[str, str]]
    """`before` or `after`, `above` or `below`, and a meaning of what follows."""
    alternatives: frozenset[tuple[str, str]]
    """Names that exclude others: their class and the name."""
    rest: frozenset[str] = frozenset()
    """Words of what is too long to be compared word by word."""


def wording_of(text: str, vocabulary: Vocabulary | None = None, key: str | None = None) -> Wording:
    """`key` is `key_of(text)`, where the caller has it."""
    reader = vocabulary or default_vocabulary()
    demand = demand_of(text)
    core = fold(demand.core)
    words = tuple(words_of_folded(core) if core.isascii() else words_of(core))
    role = reader.tokens(words_of(demand.role)) if demand.role else ()
    is_bare = core.isascii() and demand.bare == demand.core.strip(AROUND)
    tokens = reader.tokens(words if is_bare else words_of(demand.bare))
    roots = frozenset(map(root, words))
    subject, story_role = _meanings(tokens), _meanings(role)
    return Wording(
        demand=demand,
        key=key or key_of(text),
        words=words,
        tokens=tokens,
        roots=roots,
        meanings=subject | story_role,
        subject=subject,
        roles=_meanings(token for token in (role if demand.role else tokens) if token.is_role),
        story_role=story_role,
        quantities=quantities_of(demand.core, words if is_plain(demand.core) else None),
        bounds=_bounds(core, words),
        denied=_denied(core, words),
        sides=_sides(roots),
        related=_related(words, reader),
        alternatives=_alternatives(words),
        rest=frozenset(words_of(text[LONGEST:MOST_READ])) if len(text) > LONGEST else frozenset(),
    )


def key_of(text: str) -> str:
    """One key for one wording, for ever: rejected pairs are kept by it."""
    begun = unlabelled(" ".join(text[:MOST_READ].split())).casefold().replace("−", "-")
    signs = _SIGNS if "-" in begun else _SIGNS_BUT_HYPHENS
    plain = " ".join(signs.split(begun)).strip() or text[:MOST_READ]
    return hashlib.sha256((plain + text[MOST_READ:]).encode("utf-8", "replace")).hexdigest()


def has_words(text: str) -> bool:
    return _HAS_WORDS.search(text) is not None


def _meanings(tokens: Iterable[Token]) -> frozenset[str]:
    return frozenset([meaning for token in tokens for meaning in token.meanings])


def _sides(roots: frozenset[str]) -> frozenset[int]:
    """A text with words of both sides takes none."""
    known = contrasts().sides
    if known.keys().isdisjoint(roots):
        return frozenset()
    taken = {side for root in roots for side in known.get(root, ())}
    return frozenset(side for side in taken if -side not in taken)


def _related(words: tuple[str, ...], reader: Vocabulary) -> frozenset[tuple[str, str]]:
    if contrasts().relations.keys().isdisjoint(words):
        return frozenset()
    found: set[tuple[str, str]] = set()
    for place, word in enumerate(words):
        if word in contrasts().relations:
            following = [token for after in words[place + 1 : place + 4] for token in reader.parts(after)]
            found.update(
                (contrasts().relations[word], meaning) for token in following[:1] for meaning in token.meanings
            )
    return frozenset(found)


def _alternatives(words: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    known = contrasts().alternatives
    if known.keys().isdisjoint(words):
        return frozenset()
    return frozenset((known[word], word) for word in words if word in known)


def _bounds(core: str, words: tuple[str, ...]) -> frozenset[str]:
    if contrasts().bound_words.isdisjoint(words):
        return frozenset()
    return frozenset(_bound(match) for match in contrasts().bounds.finditer(core))


def _bound(match: re.Match[str]) -> str:
    kind = "upper" if match["upper"] else "lower"
    return {"upper": "lower", "lower": "upper"}[kind] if match["turned"] else kind


def _denied(core: str, words: tuple[str, ...]) -> bool:
    """An odd number of denials. Two of them demand again; one that turns a bound denies nothing."""
    if contrasts().negations.isdisjoint(words):
        return False
    counted = contrasts().not_negations.sub(" ", contrasts().bounds.sub(" ", core))
    return sum(word in contrasts().negations for word in words_of(counted)) % 2 == 1
