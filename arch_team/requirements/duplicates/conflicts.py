"""What makes two texts say different things however alike they are. One of these is enough."""

from typing import Literal

from arch_team.requirements.duplicates.lexicon import contrasts
from arch_team.requirements.duplicates.quantities import differ
from arch_team.requirements.duplicates.wording import Token, Wording

Conflict = Literal["number", "negation", "actor", "opposite", "alternative", "rest"]
_LONG_ENOUGH = 4
_AGREEING = 0.95
_OPPOSITE_BOUNDS = {frozenset({"upper"}), frozenset({"lower"})}


def conflict_of(one: Wording, other: Wording) -> Conflict | None:
    if differ(one.quantities, other.quantities) or {one.bounds, other.bounds} == _OPPOSITE_BOUNDS:
        return "number"
    if one.denied != other.denied or _without_what_the_other_has(one, other) or _without_what_the_other_has(other, one):
        return "negation"
    if _apart(one.roles, other.roles) or _apart(one.story_role, other.story_role):
        return "actor"
    if _opposite_words(one, other) or _opposite_concepts(one, other) or _opposite_prefixes(one, other):
        return "opposite"
    if _other_alternatives(one, other):
        return "alternative"
    if len(one.rest & other.rest) < _AGREEING * len(one.rest | other.rest):
        return "rest"
    return None


def _apart(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and bool(other) and not one & other


def _without_what_the_other_has(one: Wording, other: Wording) -> bool:
    return bool(one.without - other.without) and bool(one.without & (other.roots - other.without)) and not other.denied


def _opposite_words(one: Wording, other: Wording) -> bool:
    return any(
        (one.roots & left and other.roots & right and not one.roots & right and not other.roots & left)
        or (one.roots & right and other.roots & left and not one.roots & left and not other.roots & right)
        for left, right in contrasts().opposites
    )


def _opposite_concepts(one: Wording, other: Wording) -> bool:
    own, others = one.meanings - other.meanings, other.meanings - one.meanings
    return any(frozenset((a[1:], b[1:])) in contrasts().concepts for a in own for b in others if a[0] == b[0] == "=")


def _opposite_prefixes(one: Wording, other: Wording) -> bool:
    return any(
        _prefixed(a, b) or _prefixed(b, a) for a in _only(one, other) for b in _only(other, one) if a.word != b.word
    )


def _prefixed(one: Token, other: Token) -> bool:
    for first, second in contrasts().prefixes:
        trunk = one.root.removeprefix(first)
        if len(trunk) >= _LONG_ENOUGH and one.root == first + trunk and other.root == second + trunk:
            return True
    return False


def _other_alternatives(one: Wording, other: Wording) -> bool:
    own, others = one.alternatives - other.alternatives, other.alternatives - one.alternatives
    return bool({kind for kind, _ in own} & {kind for kind, _ in others})


def _only(one: Wording, other: Wording) -> list[Token]:
    return [token for token in one.tokens if token.meaning not in other.meanings]
