"""Which words mean the same, and which exclude each other: `concepts.yaml` and `contrasts.yaml`, ready for lookup."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, cast

from arch_team.requirements.duplicates.packaged import packaged
from arch_team.requirements.duplicates.roots import root
from arch_team.vectors.words import fold, words_of

Kind = Literal["actions", "roles", "things"]
_PLURALS = ("n", "s", "en", "e", "es", "in", "innen")


@dataclass(frozen=True, slots=True)
class Concept:
    name: str
    kind: Kind


@dataclass(frozen=True, slots=True)
class Lexicon:
    words: dict[str, Concept]
    """By the folded word."""
    roots: dict[str, Concept]
    """By the root. A role has none: the one who writes is not the writing."""
    phrases: dict[str, tuple[tuple[tuple[str, ...], Concept], ...]]
    """Of roots, by the first; longer ones first."""
    generic: frozenset[str]
    """Folded words."""
    generic_roots: frozenset[str]

    def concept(self, word: str) -> Concept | None:
        """Of a folded word."""
        if found := self.words.get(word):
            return found
        for ending in _PLURALS:
            shorter = word.removesuffix(ending)
            if shorter != word and (found := self.words.get(shorter)):
                return found
        return self.roots.get(root(word))


@dataclass(frozen=True, slots=True)
class Contrasts:
    opposites: tuple[tuple[frozenset[str], frozenset[str]], ...]
    """Roots."""
    bounds: re.Pattern[str]
    """Groups `upper` and `lower`."""
    concepts: frozenset[frozenset[str]]
    prefixes: tuple[tuple[str, str], ...]
    alternatives: dict[str, str]
    """Folded name → the class it belongs to."""
    negations: frozenset[str]
    not_negations: re.Pattern[str]
    without: frozenset[str]


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    listed = packaged("concepts")
    words: dict[str, Concept] = {}
    roots: dict[str, Concept] = {}
    phrases: dict[str, list[tuple[tuple[str, ...], Concept]]] = {}
    for kind in ("actions", "roles", "things"):
        for name, line in cast("dict[str, str]", listed[kind]).items():
            concept = Concept(str(name), kind)
            for entry in re.split(r"[,|]", str(line)):
                parts = words_of(entry)
                if len(parts) == 1:
                    words.setdefault(parts[0], concept)
                    if kind != "roles":
                        roots.setdefault(root(parts[0]), concept)
                elif parts:
                    phrase = tuple(map(root, parts))
                    phrases.setdefault(phrase[0], []).append((phrase, concept))
    ordered = {first: tuple(sorted(found, key=lambda entry: -len(entry[0]))) for first, found in phrases.items()}
    generic = frozenset(word for text in cast("dict[str, str]", listed["generic"]).values() for word in words_of(text))
    return Lexicon(words, roots, ordered, generic, frozenset(map(root, generic)))


@lru_cache(maxsize=1)
def contrasts() -> Contrasts:
    listed = packaged("contrasts")
    bounds = cast("dict[str, list[str]]", listed["bounds"])
    kinds = [(kind, fold(phrase)) for kind, phrases in bounds.items() for phrase in phrases]
    longest_first = sorted(kinds, key=lambda entry: -len(entry[1]))
    return Contrasts(
        opposites=tuple((_roots(one), _roots(other)) for one, other in _pairs(str(listed["opposites"]))),
        bounds=re.compile(r"\b(?:" + "|".join(_bound(kind, longest_first) for kind in bounds) + r")\b"),
        concepts=frozenset(frozenset(pair) for pair in _pairs(str(listed["opposite concepts"]))),
        prefixes=tuple((fold(one.strip("-")), fold(other)) for one, other in _pairs(str(listed["prefixes"]))),
        alternatives={
            fold(name).replace("-", " "): kind
            for kind, names in cast("dict[str, str]", listed["alternatives"]).items()
            for name in names.split()
        },
        negations=frozenset(words_of(str(listed["negations"]))),
        not_negations=_any_of([fold(phrase) for phrase in cast("list[str]", listed["not negations"])]),
        without=frozenset(words_of(str(listed["without"]))),
    )


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    return re.compile(r"\b(?:" + "|".join(map(re.escape, phrases)) + r")\b")


def _bound(kind: str, phrases: list[tuple[str, str]]) -> str:
    return f"(?P<{kind}>" + "|".join(re.escape(phrase) for own, phrase in phrases if own == kind) + ")"


def _pairs(text: str) -> list[tuple[str, str]]:
    lines = (line.partition(" / ") for line in text.splitlines() if line)
    return [(one.strip(), other.strip()) for one, _, other in lines]


def _roots(text: str) -> frozenset[str]:
    return frozenset(root(word) for word in words_of(text))
