"""Which words mean the same, and which exclude each other: `concepts.yaml` and `contrasts.yaml`, ready for lookup."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, cast

from arch_team.text.packaged import packaged as packaged_in
from arch_team.text.roots import root
from arch_team.vectors.words import fold, words_of

Kind = Literal["actions", "roles", "things"]
_PLURALS = ("n", "s", "en", "e", "es", "in", "innen")


def packaged(name: str) -> dict[str, Any]:
    """One of this room's data files."""
    return packaged_in(f"data/{name}.yaml", "arch_team.requirements.compare")


@dataclass(frozen=True, slots=True)
class Concept:
    name: str
    kind: Kind


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


@dataclass(frozen=True, slots=True)
class Contrasts:
    sides: dict[str, tuple[int, ...]]
    """Root → the sides it takes: the number of a pair of opposites from 1, below zero for the right side."""
    relations: dict[str, str]
    """Folded word → the relation it states."""
    opposite_relations: tuple[tuple[str, str], ...]
    bounds: re.Pattern[str]
    """Groups `upper` and `lower`, and `turned` where a negation stands before it."""
    bound_words: frozenset[str]
    """The folded words that these begin with: without one of them there is no bound."""
    concepts: frozenset[frozenset[str]]
    prefixes: tuple[tuple[str, str], ...]
    alternatives: dict[str, str]
    """Folded name → the class it belongs to."""
    negations: frozenset[str]
    not_negations: re.Pattern[str]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    listed = packaged("concepts")
    words: defaultdict[str, list[Concept]] = defaultdict(list)
    roots: defaultdict[str, list[Concept]] = defaultdict(list)
    phrases: defaultdict[str, list[tuple[tuple[str, ...], Concept]]] = defaultdict(list)
    for concept, entry in _entries():
        parts = words_of(entry)
        if len(parts) == 1:
            words[parts[0]].append(concept)
            if concept.kind != "roles":
                roots[root(parts[0])].append(concept)
        elif parts:
            phrase = tuple(map(root, parts))
            phrases[phrase[0]].append((phrase, concept))
    generic = frozenset(word for text in cast("dict[str, str]", listed["generic"]).values() for word in words_of(text))
    return Lexicon(
        {word: tuple(dict.fromkeys(found)) for word, found in words.items()},
        {word: tuple(dict.fromkeys(found)) for word, found in roots.items()},
        {first: tuple(sorted(found, key=lambda entry: -len(entry[0]))) for first, found in phrases.items()},
        generic,
        frozenset(map(root, generic)),
    )


def _entries() -> Iterator[tuple[Concept, str]]:
    kinds: tuple[Kind, ...] = ("actions", "roles", "things")
    for kind in kinds:
        for name, line in cast("dict[str, str]", packaged("concepts")[kind]).items():
            for entry in re.split(r"[,|]", str(line)):
                yield Concept(str(name), kind), entry


@lru_cache(maxsize=1)
def contrasts() -> Contrasts:
    listed = packaged("contrasts")
    negations = words_of(str(listed["negations"]))
    relations = _pairs(str(listed["opposites of the same"]))
    bounds = cast("dict[str, list[str]]", listed["bounds"])
    kinds = [(kind, fold(phrase)) for kind, phrases in bounds.items() for phrase in phrases]
    longest_first = sorted(kinds, key=lambda entry: -len(entry[1]))
    return Contrasts(
        sides=_sides(_pairs(str(listed["opposites"]))),
        relations={word: side.split()[0] for pair in relations for side in pair for word in words_of(side)},
        opposite_relations=tuple((one.split()[0], other.split()[0]) for one, other in relations),
        bounds=re.compile(
            rf"\b(?P<turned>(?:{'|'.join(negations)})\s+)?(?:"
            + "|".join(_bound(kind, longest_first) for kind in bounds)
            + r")\b"
        ),
        bound_words=frozenset(words_of(phrase)[0] for _, phrase in kinds),
        concepts=frozenset(frozenset(pair) for pair in _pairs(str(listed["opposite concepts"]))),
        prefixes=tuple((fold(one.strip("-")), fold(other)) for one, other in _pairs(str(listed["prefixes"]))),
        alternatives={
            fold(name).replace("-", " "): kind
            for kind, names in cast("dict[str, str]", listed["alternatives"]).items()
            for name in names.split()
        },
        negations=frozenset(negations),
        not_negations=_any_of([fold(phrase) for phrase in cast("list[str]", listed["not negations"])]),
    )


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(map(re.escape, phrases)) + r")\b")


def _bound(kind: str, phrases: list[tuple[str, str]]) -> str:
    return f"(?P<{kind}>" + "|".join(re.escape(phrase) for own, phrase in phrases if own == kind) + ")"


def _pairs(text: str) -> list[tuple[str, str]]:
    lines = (line.partition(" / ") for line in text.splitlines() if line)
    return [(one.strip(), other.strip()) for one, _, other in lines]


def _sides(opposites: list[tuple[str, str]]) -> dict[str, tuple[int, ...]]:
    sides: defaultdict[str, list[int]] = defaultdict(list)
    for number, (left, right) in enumerate(opposites, start=1):
        for word in _roots(left):
            sides[word].append(number)
        for word in _roots(right):
            sides[word].append(-number)
    return {word: tuple(taken) for word, taken in sides.items()}


def _roots(text: str) -> frozenset[str]:
    return frozenset(root(word) for word in words_of(text))
