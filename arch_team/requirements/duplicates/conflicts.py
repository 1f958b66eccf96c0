"""What makes two texts say different things however alike they are. One of these is enough."""

from functools import lru_cache
from typing import Literal

from arch_team.requirements.duplicates.lexicon import contrasts
from arch_team.requirements.duplicates.quantities import differ
from arch_team.requirements.duplicates.vocabulary import Token
from arch_team.requirements.duplicates.wording import Wording

Conflict = Literal["number", "negation", "actor", "opposite", "alternative", "rest"]
_LONG_ENOUGH = 4
_AGREEING = 0.95
_OPPOSITE_BOUNDS = {frozenset({"upper"}), frozenset({"lower"})}


def conflict_of(one: Wording, other: Wording) -> Conflict | None:
    if differ(one.quantities, other.quantities) or {one.bounds, other.bounds} == _OPPOSITE_BOUNDS:
        return "number"
    if _apart(one.roles, other.roles) or (_apart(one.story_role, other.story_role) and _else_the_same(one, other)):
        return "actor"
    if denial_differs(one, other):
        return "negation" if _else_the_same(one, other) else None
    if one.denied == other.denied and any(found(one, other) for found in _OPPOSITES):
        return "opposite"
    if _other_alternatives(one, other):
        return "alternative"
    if len(one.rest & other.rest) < _AGREEING * len(one.rest | other.rest):
        return "rest"
    return None


def denial_differs(one: Wording, other: Wording) -> bool:
    """One denies what the other demands. `Not open` and `closed` agree: the opposite, denied, is the same."""
    return one.denied != other.denied and not any(found(one, other) for found in _OPPOSITES)


def _else_the_same(one: Wording, other: Wording) -> bool:
    """One side has no word of its own, its role apart: what differs then is meant."""
    return not _only(one, other) or not _only(other, one)


def _apart(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and bool(other) and not one & other


def _opposite_words(one: Wording, other: Wording) -> bool:
    return any(
        (one.roots & left and other.roots & right and not one.roots & right and not other.roots & left)
        or (one.roots & right and other.roots & left and not one.roots & left and not other.roots & right)
        for left, right in contrasts().opposites
    )


def _opposite_relations(one: Wording, other: Wording) -> bool:
    """`vor dem Speichern` and `nach dem Speichern`; not where each has both."""
    own, others = one.related - other.related, other.related - one.related
    opposite = {(second, meaning) for relation, meaning in own for second in _opposite_of(relation)}
    return not opposite.isdisjoint(others)


def _opposite_of(relation: str) -> list[str]:
    pairs = contrasts().opposite_relations
    return [b if relation == a else a for a, b in pairs if relation in (a, b)]


def _opposite_concepts(one: Wording, other: Wording) -> bool:
    own, others = one.meanings - other.meanings, other.meanings - one.meanings
    return any(frozenset((a[1:], b[1:])) in contrasts().concepts for a in own for b in others if a[0] == b[0] == "=")


def _opposite_prefixes(one: Wording, other: Wording) -> bool:
    others = {form for token in _only(other, one) for form in (token.word, token.root)}
    return any(
        not _opposites(form).isdisjoint(others) for token in _only(one, other) for form in (token.word, token.root)
    )


@lru_cache(maxsize=65_536)
def _opposites(word: str) -> frozenset[str]:
    """The word with another beginning: `lock` has `unlock`, and `unlock` has `lock`."""
    both_ways = (*contrasts().prefixes, *((second, first) for first, second in contrasts().prefixes))
    trunks = ((word.removeprefix(first), second) for first, second in both_ways if word.startswith(first))
    return frozenset(second + trunk for trunk, second in trunks if len(trunk) >= _LONG_ENOUGH)


def _other_alternatives(one: Wording, other: Wording) -> bool:
    own, others = one.alternatives - other.alternatives, other.alternatives - one.alternatives
    return bool({kind for kind, _ in own} & {kind for kind, _ in others})


def _only(one: Wording, other: Wording) -> list[Token]:
    """Words of its own. A word that denies is counted as a denial, not as a word."""
    negations = contrasts().negations
    return [t for t in one.tokens if t.meanings.isdisjoint(other.meanings) and t.word not in negations]


_OPPOSITES = (_opposite_words, _opposite_relations, _opposite_concepts, _opposite_prefixes)
