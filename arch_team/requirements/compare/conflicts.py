"""What makes two texts say different things however alike they are. One of these is enough."""

from typing import Literal

from arch_team.requirements.compare.lexicon import contrasts
from arch_team.requirements.compare.quantities import differ
from arch_team.requirements.compare.vocabulary import Token
from arch_team.requirements.compare.wording import Wording

Conflict = Literal["number", "negation", "actor", "opposite", "alternative", "rest"]
_AGREEING = 0.95
_OPPOSITE_BOUNDS = {frozenset({"upper"}), frozenset({"lower"})}


def conflict_of(one: Wording, other: Wording) -> Conflict | None:
    if _apart(one.roles, other.roles):
        return "actor"
    if (one.quantities != other.quantities and differ(one.quantities, other.quantities)) or (
        one.bounds != other.bounds and {one.bounds, other.bounds} == _OPPOSITE_BOUNDS
    ):
        return "number"
    own, others = _only(one, other), _only(other, one)
    if not (own and others):
        # One side has no word of its own: what differs then is meant.
        if one.denied != other.denied and not _opposite(one, other, own, others):
            return "negation"
        if _apart(one.story_role, other.story_role):
            return "actor"
    if one.denied == other.denied and _opposite(one, other, own, others):
        return "opposite"
    if _other_alternatives(one, other):
        return "alternative"
    if (one.rest or other.rest) and len(one.rest & other.rest) < _AGREEING * len(one.rest | other.rest):
        return "rest"
    return None


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


def _apart(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one) and bool(other) and one.isdisjoint(other)


def _opposite(one: Wording, other: Wording, own: list[Token], others: list[Token]) -> bool:
    """`own` and `others` are the words that only one side has."""
    if one.sides and other.sides and not one.sides.isdisjoint({-side for side in other.sides}):
        return True
    if one.related and other.related and _opposite_relations(one, other):
        return True
    for token in own:
        for partner in others:
            if token.excludes(partner):
                return True
    return False


def _opposite_relations(one: Wording, other: Wording) -> bool:
    """`vor dem Speichern` and `nach dem Speichern`; not where each has both."""
    own, others = one.related - other.related, other.related - one.related
    opposite = {(second, meaning) for relation, meaning in own for second in _opposite_of(relation)}
    return not opposite.isdisjoint(others)


def _opposite_of(relation: str) -> list[str]:
    pairs = contrasts().opposite_relations
    return [b if relation == a else a for a, b in pairs if relation in (a, b)]


def _other_alternatives(one: Wording, other: Wording) -> bool:
    if not (one.alternatives and other.alternatives):
        return False
    own, others = one.alternatives - other.alternatives, other.alternatives - one.alternatives
    return bool({kind for kind, _ in own} & {kind for kind, _ in others})


def _only(one: Wording, other: Wording) -> list[Token]:
    """Words of its own. A word that denies is counted as a denial, not as a word."""
    negations, meanings = contrasts().negations, other.meanings
    return [t for t in one.tokens if t.meanings.isdisjoint(meanings) and t.word not in negations]
