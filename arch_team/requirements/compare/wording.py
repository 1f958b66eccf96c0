"""A requirement as its words: what they mean, which carry the content, what they count and deny; and what makes two
texts say different things however alike they are."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple, cast

from arch_team.requirements.model import Requirement
from arch_team.requirements.wording_key import key_of, unlabelled
from arch_team.text.packaged import packaged
from arch_team.text.quantities import Quantity, differ, quantities_of
from arch_team.text.roots import root
from arch_team.text.sentence.words import language_of_folded as language_of
from arch_team.vectors.meanings import Token, Tokens, Vocabulary, contrasts, default_vocabulary
from arch_team.vectors.words import fold, words_of, words_of_folded
from arch_team.wire import Language

LONGEST = 5_000
"""Characters that are compared. A duplicate of a longer text agrees in these."""
MOST_REMEMBERED = 4_096
"""Readings that are kept for the next comparison: those of a store's requirements that are asked about again."""
_ENOUGH_FOR_LANGUAGE = 300
"""Characters."""
LOWER, UPPER = frozenset({"lower"}), frozenset({"upper"})
Conflict = Literal["number", "negation", "actor", "opposite", "alternative"]


def data(name: str) -> dict[str, Any]:
    """One of this room's data files."""
    return packaged(f"data/{name}.yaml", "arch_team.requirements.compare")


class Demand(NamedTuple):
    core: str
    """Never empty where the text is not."""
    bare: str
    """The core without the phrases of templates: what is embedded."""
    role: str = ""


def demand_of(text: str) -> Demand:
    """What is demanded, without the role and the reason of a story and without the reason of a sentence."""
    plain = unlabelled(" ".join(text[:LONGEST].split()))
    role = ""
    if story := next(filter(None, (pattern.fullmatch(plain) for pattern in _patterns("stories"))), None):
        plain, role = story["core"].strip(" ."), story["role"].strip()
    elif "," in plain:
        reasons = (pattern.search(plain) for pattern in _patterns("reasons"))
        if reason := next((match for match in reasons if match and match.start() > 0), None):
            plain = plain[: reason.start()].strip(" .")
    bare = plain
    for phrase in _patterns("phrases"):
        bare = phrase.sub(lambda match: f" {match.groupdict().get('keep') or ''} ", bare)
    return Demand(plain, " ".join(bare.split()).strip(" ,;:.") or plain, role)


@cache
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    listed = cast("list[str]", data("templates")[name])
    return tuple(re.compile(re.sub(r"\s+(?=\(\?)", "", pattern), re.IGNORECASE) for pattern in listed)


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
    """Which side it takes of each pair of opposite words. A text with words of both sides takes none."""
    related: frozenset[tuple[int, str]]
    """`before` or `after`, `above` or `below` as such sides, and a meaning of what follows."""
    alternatives: frozenset[tuple[str, str]]
    """Names that exclude others: their class and the name."""


def wording_of(text: str, vocabulary: Vocabulary | None = None) -> Wording:
    reader, known = vocabulary or default_vocabulary(), contrasts()
    demand = demand_of(text)
    core = fold(demand.core)
    words = tuple(words_of(core))
    role = reader.tokens(words_of(demand.role))
    tokens = reader.tokens(words_of(demand.bare))
    roots = frozenset(map(root, words))
    subject, story_role = _meanings(tokens), _meanings(role)
    sides = {side for root in roots for side in known.sides.get(root, ())}
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
        bounds=frozenset(
            "upper" if bool(match["upper"]) != bool(match["turned"]) else "lower"
            for match in known.bounds.finditer(core)
        ),
        denied=_denied(core, words),
        sides=frozenset(side for side in sides if -side not in sides),
        related=frozenset(_related(words, reader)),
        alternatives=frozenset((known.alternatives[word], word) for word in words if word in known.alternatives),
    )


def _meanings(tokens: Iterable[Token]) -> frozenset[str]:
    return frozenset([meaning for token in tokens for meaning in token.meanings])


def _related(words: tuple[str, ...], reader: Vocabulary) -> Iterable[tuple[int, str]]:
    for place, word in enumerate(words):
        for side in contrasts().relations.get(word, ()):
            following = (token for after in words[place + 1 : place + 4] for token in reader.parts(after))
            yield from ((side, meaning) for token in list(following)[:1] for meaning in token.meanings)


def _denied(core: str, words: tuple[str, ...]) -> bool:
    """An odd number of denials. Two of them demand again; one that turns a bound denies nothing."""
    if contrasts().negations.isdisjoint(words):
        return False
    counted = contrasts().not_negations.sub(" ", contrasts().bounds.sub(" ", core))
    return sum(word in contrasts().negations for word in words_of(counted)) % 2 == 1


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


def texts_to_embed(requirements: Sequence[Requirement]) -> list[str]:
    """What of each requirement is embedded: its demand without the form it is written in."""
    return [read(requirement).wording.demand.bare for requirement in requirements]


def conflict_of(one: Wording, other: Wording) -> Conflict | None:
    """Why the two are no duplicates, however alike."""
    if are_apart(one.roles, other.roles):
        return "actor"
    if differ(one.quantities, other.quantities) or {one.bounds, other.bounds} == {LOWER, UPPER}:
        return "number"
    own, others = _only(one, other), _only(other, one)
    if not (own and others):
        # One side has no word of its own: what differs then is meant.
        if one.denied != other.denied and not _opposite(one, other, own, others):
            return "negation"
        if are_apart(one.story_role, other.story_role):
            return "actor"
    if one.denied == other.denied and _opposite(one, other, own, others):
        return "opposite"
    mine, theirs = one.alternatives - other.alternatives, other.alternatives - one.alternatives
    return "alternative" if {kind for kind, _ in mine} & {kind for kind, _ in theirs} else None


def denial_differs(one: Wording, other: Wording) -> bool:
    """One denies what the other demands. `Not open` and `closed` agree: the opposite, denied, is the same."""
    return one.denied != other.denied and not _opposite(one, other, _only(one, other), _only(other, one))


def only_opposites_differ(one: Wording, other: Wording) -> bool:
    """Every word that only one side has is the opposite of one that only the other has."""
    own, others = _only(one, other), _only(other, one)
    return (
        bool(own and others)
        and all(any(token.excludes(partner) for partner in others) for token in own)
        and all(any(partner.excludes(token) for token in own) for partner in others)
    )


def are_apart(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and bool(other) and one.isdisjoint(other)


def _opposite(one: Wording, other: Wording, own: list[Token], others: list[Token]) -> bool:
    """`own` and `others` are the words that only one side has. `Vor dem Speichern` excludes `nach dem Speichern`."""
    mine, theirs = one.related - other.related, other.related - one.related
    return (
        not one.sides.isdisjoint(-side for side in other.sides)
        or any((-side, meaning) in theirs for side, meaning in mine)
        or any(token.excludes(partner) for token in own for partner in others)
    )


def _only(one: Wording, other: Wording) -> list[Token]:
    """Words of its own. A word that denies is counted as a denial, not as a word."""
    negations, meanings = contrasts().negations, other.meanings
    return [t for t in one.tokens if t.meanings.isdisjoint(meanings) and t.word not in negations]
