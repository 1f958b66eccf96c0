"""A requirement as its words: what they mean, which of them carry the content, what they count and deny."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from arch_team.requirements.duplicates.demand import LONGEST, Demand, demand_of, unlabelled
from arch_team.requirements.duplicates.lexicon import contrasts
from arch_team.requirements.duplicates.quantities import Quantity, quantities_of
from arch_team.requirements.duplicates.roots import root
from arch_team.requirements.duplicates.vocabulary import Token, Tokens, Vocabulary, default_vocabulary
from arch_team.vectors.words import fold, words_of

_SIGNS = re.compile(r"(?:[\s_.,;:!?\"'`´’‘“”„«»()\[\]{}*#…–—]|-(?!\d)|(?<=[^\s(])-)+")
"""A hyphen before a number, after a space, is a minus, and no such sign."""
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
    words = tuple(words_of(core))
    role = reader.tokens(words_of(demand.role))
    tokens = reader.tokens(words_of(demand.bare))
    known = contrasts()
    roots = frozenset(map(root, words))
    return Wording(
        demand=demand,
        key=key or key_of(text),
        words=words,
        tokens=tokens,
        roots=roots,
        meanings=_meanings(role + tokens),
        subject=_meanings(tokens),
        roles=_meanings(_roles(role if demand.role else tokens)),
        story_role=_meanings(role),
        quantities=quantities_of(demand.core),
        bounds=frozenset(_bound(match) for match in known.bounds.finditer(core)),
        denied=_denied(core),
        sides=_sides(roots),
        related=_related(words, reader),
        alternatives=frozenset((known.alternatives[word], word) for word in words if word in known.alternatives),
        rest=frozenset(words_of(text[LONGEST:MOST_READ])),
    )


def key_of(text: str) -> str:
    """One key for one wording, for ever: rejected pairs are kept by it."""
    begun = unlabelled(" ".join(text[:MOST_READ].split())).casefold().replace("−", "-")
    plain = " ".join(_SIGNS.split(begun)).strip() or text[:MOST_READ]
    return hashlib.sha256((plain + text[MOST_READ:]).encode("utf-8", "replace")).hexdigest()


def has_words(text: str) -> bool:
    return _HAS_WORDS.search(text) is not None


def _meanings(tokens: Iterable[Token]) -> frozenset[str]:
    return frozenset[str]().union(*(token.meanings for token in tokens))


def _roles(tokens: Tokens) -> list[Token]:
    return [token for token in tokens if "roles" in token.kinds and not token.part]


def _sides(roots: frozenset[str]) -> frozenset[int]:
    """A text with words of both sides takes none."""
    known = contrasts().sides
    taken = {side for root in roots for side in known.get(root, ())}
    return frozenset(side for side in taken if -side not in taken)


def _related(words: tuple[str, ...], reader: Vocabulary) -> frozenset[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    for place, word in enumerate(words):
        if word in contrasts().relations:
            following = [token for after in words[place + 1 : place + 4] for token in reader.parts(after)]
            found.update(
                (contrasts().relations[word], meaning) for token in following[:1] for meaning in token.meanings
            )
    return frozenset(found)


def _bound(match: re.Match[str]) -> str:
    kind = "upper" if match["upper"] else "lower"
    return {"upper": "lower", "lower": "upper"}[kind] if match["turned"] else kind


def _denied(core: str) -> bool:
    """An odd number of denials. Two of them demand again; one that turns a bound denies nothing."""
    counted = contrasts().not_negations.sub(" ", contrasts().bounds.sub(" ", core))
    return sum(word in contrasts().negations for word in words_of(counted)) % 2 == 1
