"""A requirement as its words: what they mean, which of them carry the content, what they count and deny."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast

from arch_team.requirements.compare.lexicon import contrasts, packaged
from arch_team.requirements.compare.vocabulary import Token, Tokens, Vocabulary, default_vocabulary
from arch_team.requirements.model import Requirement
from arch_team.requirements.wording_key import key_of, unlabelled
from arch_team.text.quantities import Quantity, quantities_of
from arch_team.text.roots import root
from arch_team.text.sentence.words import language_of_folded as language_of
from arch_team.vectors.words import fold, words_of, words_of_folded
from arch_team.wire import Language

LONGEST = 5_000
"""Characters that are compared. A duplicate of a longer text agrees in these."""
AROUND = " ,;:."


@dataclass(frozen=True, slots=True)
class Demand:
    core: str
    """Never empty where the text is not."""
    role: str = ""
    reason: str = ""

    bare: str = ""
    """The core without the phrases of templates: what is embedded."""


def demand_of(text: str) -> Demand:
    plain = unlabelled(" ".join(text[:LONGEST].split()))
    for story in _stories():
        if match := story.fullmatch(plain):
            core = match["core"].strip(" .")
            return Demand(core, match["role"].strip(), (match["reason"] or "").strip(), _bare(core))
    for reason in _reasons() if "," in plain else ():
        if (match := reason.search(plain)) and match.start() > 0:
            core = plain[: match.start()].strip(" .")
            return Demand(core, reason=match["reason"].strip(), bare=_bare(core))
    return Demand(plain, bare=_bare(plain))


def texts_to_embed(requirements: Sequence[Requirement]) -> list[str]:
    """What of each requirement is embedded: its demand without the form it is written in."""
    return [demand_of(requirement.text).bare for requirement in requirements]


@lru_cache(maxsize=1)
def _stories() -> tuple[re.Pattern[str], ...]:
    listed = cast("list[str]", packaged("templates")["stories"])
    return tuple(re.compile(re.sub(r"\s+(?=\(\?)", "", pattern) + r"\s*[.!]?", re.IGNORECASE) for pattern in listed)


@lru_cache(maxsize=1)
def _reasons() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in cast("list[str]", packaged("templates")["reasons"]))


@lru_cache(maxsize=1)
def _phrases() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in cast("list[str]", packaged("templates")["phrases"]))


def _bare(core: str) -> str:
    plain = core
    for phrase in _phrases():
        plain = phrase.sub(_kept, plain)
    return " ".join(plain.split()).strip(AROUND) or core


def _kept(match: re.Match[str]) -> str:
    return f" {match.groupdict().get('keep') or ''} "


_HAS_WORDS = re.compile(r"[^\W_]")


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


def wording_of(text: str, vocabulary: Vocabulary | None = None) -> Wording:
    reader = vocabulary or default_vocabulary()
    demand = demand_of(text)
    core = fold(demand.core)
    words = tuple(words_of(core))
    role = reader.tokens(words_of(demand.role))
    tokens = reader.tokens(words_of(demand.bare))
    roots = frozenset(map(root, words))
    subject, story_role = _meanings(tokens), _meanings(role)
    return Wording(
        demand=demand,
        key=key_of(text),
        words=words,
        tokens=tokens,
        roots=roots,
        meanings=subject | story_role,
        subject=subject,
        roles=_meanings(token for token in (role if demand.role else tokens) if token.is_role),
        story_role=story_role,
        quantities=quantities_of(demand.core),
        bounds=_bounds(core, words),
        denied=_denied(core, words),
        sides=_sides(roots),
        related=_related(words, reader),
        alternatives=_alternatives(words),
    )


def has_words(text: str) -> bool:
    return _HAS_WORDS.search(text) is not None


def _meanings(tokens: Iterable[Token]) -> frozenset[str]:
    return frozenset([meaning for token in tokens for meaning in token.meanings])


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


def _alternatives(words: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    known = contrasts().alternatives
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


MOST_REMEMBERED = 4_096
"""Readings that are kept for the next comparison: those of a store's requirements that are asked about again."""
_ENOUGH_FOR_LANGUAGE = 300
"""Characters."""


class Read(NamedTuple):
    requirement: Requirement
    wording: Wording
    language: Language

    @property
    def text(self) -> str:
        return self.requirement.text


def read(requirement: Requirement) -> Read:
    wording = _remembered(requirement.text) if len(requirement.text) <= LONGEST else wording_of(requirement.text)
    return Read(requirement, wording, language(requirement))


def language(requirement: Requirement) -> Language:
    return requirement.language or language_of(words_of_folded(requirement.text[:_ENOUGH_FOR_LANGUAGE].casefold()))


_remembered = lru_cache(maxsize=MOST_REMEMBERED)(wording_of)
