"""Requirements that cannot both hold: of one thing, another value, its opposite, or another stance.

Two ways lead here. The careful one: the two agree in everything but one value, denial or opposite word. The wider one:
they speak of the same thing and one of them forbids it, or allows it only to some, only at times, only in another case.
In a large set, words that everyone uses count little, and only what is near each other is compared.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from arch_team.requirements.compare.comparison import DUPLICATE_FROM, Comparison, Near, unpaired
from arch_team.requirements.compare.documents import is_document
from arch_team.requirements.compare.reasons import own_words, told, values_of
from arch_team.requirements.compare.whole_set import WholeSet
from arch_team.requirements.compare.wording import (
    LOWER,
    UPPER,
    Read,
    Wording,
    are_apart,
    conflict_of,
    only_opposites_differ,
)
from arch_team.requirements.model import ConflictKind, ConflictPair, Requirement
from arch_team.text.quantities import Quantity
from arch_team.text.roots import root
from arch_team.text.sentence.stance import Stance, stance_of
from arch_team.vectors.meanings import Rarity, contrasts
from arch_team.wire import Language

LONGEST = 1_500
"""Characters of which the stance is read."""
MEANING = 0.4
"""The least cosine of two that speak of one thing."""
COVERED = 0.6
"""What of the words of one of them the other must have."""
COVERED_ALONE = 0.5
"""The same where two are compared by themselves, and not picked out of a set."""
COVERED_BOTH = 0.3
SURELY_COVERED = 0.75
"""Where only a time or a case differs, more must agree."""
MOST_NEAR = 3
"""In a set, one contradicts those nearest to it; a crowd of near ones speaks of a subject, not of one thing."""


class _Told(NamedTuple):
    kind: ConflictKind
    one: Sequence[str] = ()
    other: Sequence[str] = ()
    """The words that stand against each other; none: what each has of its own."""


def find_conflicts(requirements: Sequence[Requirement], speaks: Language | None = None) -> tuple[ConflictPair, ...]:
    """The pairs that contradict each other, in the order of the set."""
    whole = WholeSet(requirements)
    least = COVERED if len(whole.known) > 2 else COVERED_ALONE
    found: list[tuple[float, int, int, ConflictPair]] = []
    for first, second in whole.near():
        one, other, meaning = whole.known[first], whole.known[second], whole.meaning(first, second)
        against = _careful(one, other, meaning, whole.comparison) or _wider(one, other, meaning, whole.rarity, least)
        if against is not None:
            found.append((-meaning, first, second, _pair(one, other, against, speaks or one.language)))
    crowds: Counter[int] = Counter()
    kept: list[tuple[int, int, ConflictPair]] = []
    for _, first, second, pair in sorted(found, key=lambda entry: entry[:3]):
        if max(crowds[first], crowds[second]) < MOST_NEAR:
            crowds.update((first, second))
            kept.append((first, second, pair))
    return tuple(pair for _, _, pair in sorted(kept, key=lambda entry: entry[:2]))


def _pair(one: Read, other: Read, against: _Told, speaks: Language) -> ConflictPair:
    own: Sequence[str] = [", ".join(dict.fromkeys(words)) for words in (against.one, against.other)]
    if not any(own):
        own = values_of(one, other) if against.kind == "value" else own_words(one, other)
        both = ((one.wording, other.wording), (other.wording, one.wording))
        own = [words or _opposing(*wordings) for words, wordings in zip(own, both, strict=True)]
    reason = told("contradiction", against.kind, own, speaks)
    return ConflictPair(one=one.requirement.id, other=other.requirement.id, kind=against.kind, reason=reason)


def _opposing(one: Wording, other: Wording) -> str:
    """The words of one that take the side against a word of the other."""
    against, known = {-side for side in other.sides}, contrasts().sides
    return ", ".join(word for word in one.words if not against.isdisjoint(known.get(root(word), ())))


def _careful(one: Read, other: Read, meaning: float, comparison: Comparison) -> _Told | None:
    kind = _kind(one.wording, other.wording)
    if kind == "prohibition" and bool(_stance(one).denies_case) != bool(_stance(other).denies_case):
        kind = "condition"
    if kind is None:
        return None
    alike = comparison.alike_otherwise(Near(one, other, meaning)) > DUPLICATE_FROM
    return _Told(kind) if alike or (kind == "opposite" and only_opposites_differ(one.wording, other.wording)) else None


def _kind(one: Wording, other: Wording) -> ConflictKind | None:
    conflict = conflict_of(one, other)
    if conflict == "number":
        return "value" if _other_value(one, other) else None
    if one.quantities != other.quantities or are_apart(one.story_role, other.story_role):
        return None
    if conflict == "negation":
        return "prohibition"
    # Both speak of a case or a state: to lock and to unlock are two things to do; at an alarm only one of them is.
    same_case = all(not contrasts().cases.isdisjoint(wording.words) for wording in (one, other))
    return "opposite" if conflict == "opposite" and same_case else None


def _other_value(one: Wording, other: Wording) -> bool:
    """One kind of quantity has other values, and no bound of the one leaves room for that of the other."""
    own, others = _by_dimension(one.quantities), _by_dimension(other.quantities)
    apart = [kind for kind in own.keys() | others.keys() if own.get(kind) != others.get(kind)]
    if len(apart) != 1 or not (own.get(apart[0]) and others.get(apart[0])):
        return False
    mine, theirs = own[apart[0]], others[apart[0]]
    if (one.bounds, other.bounds) == (LOWER, UPPER):
        return min(mine) > max(theirs)
    return min(theirs) > max(mine) if (one.bounds, other.bounds) == (UPPER, LOWER) else True


def _by_dimension(quantities: frozenset[Quantity]) -> dict[str, set[float]]:
    found: defaultdict[str, set[float]] = defaultdict(set)
    for quantity in quantities:
        found[quantity.dimension].add(quantity.value)
    return found


def contradicts(one: Read, other: Read, meaning: float) -> bool:
    """Whether two that look like duplicates take different stances: such a pair is never shown as one."""
    return _wider(one, other, meaning, Rarity(), COVERED) is not None


def follows(one: Read, other: Read) -> bool:
    """What the one demands is only the case in the other, which demands something of its own for it."""
    first, second = _stance(one), _stance(other)
    return _is_case_of(first, second) or _is_case_of(second, first)


def _is_case_of(one: Stance, other: Stance) -> bool:
    return (
        bool(one.actions)
        and not one.case_actions
        and one.actions <= other.case_actions
        and bool(other.actions)
        and one.actions.isdisjoint(other.actions)
    )


def _wider(one: Read, other: Read, meaning: float, rarity: Rarity, needed: float) -> _Told | None:
    """Of one thing, with another stance."""
    first, second = one.wording, other.wording
    if meaning < MEANING or one.language != other.language or first.key == second.key:
        return None
    if are_apart(first.story_role, second.story_role) or is_document(one.requirement) or is_document(other.requirement):
        return None
    least, most = sorted((_covered(first, second, rarity), _covered(second, first, rarity)))
    if most < needed or least < COVERED_BOTH:
        return None
    mine, theirs = _stance(one), _stance(other)
    if mine.overrules == theirs.overrules and not _same_action(mine.actions, theirs.actions, first, second):
        return None
    return _apart(mine, theirs, first, second, surely=most >= SURELY_COVERED)


def _same_action(one: set[str], other: set[str], first: Wording, second: Wording) -> bool:
    """What the one has to do is done in the other as well."""
    return not (one and other) or not (one.isdisjoint(second.roots) and other.isdisjoint(first.roots))


def _covered(one: Wording, other: Wording, rarity: Rarity) -> float:
    """The share of the words of one that the other has, by what they are worth in their set."""
    worths = dict(zip((token.word for token in one.tokens), rarity.of(one.tokens), strict=True))
    whole = sum(worths.values())
    return 1 - sum(worths[word] for word in {token.word for token in unpaired(one, other)}) / whole if whole else 0.0


def _apart(one: Stance, other: Stance, first: Wording, second: Wording, *, surely: bool) -> _Told | None:
    differ = (one.denials - other.denials) % 2 == 1
    # What is denied is what the other speaks of. A verb that forbids by itself needs no more.
    apart = one.denied.isdisjoint(second.roots) and other.denied.isdisjoint(first.roots)
    meant = not apart or not (one.denied or other.denied)
    if differ and one.is_denied != other.is_denied and meant:
        return _Told("prohibition", one.denies, other.denies)
    if bool(one.limits) != bool(other.limits):
        return _Told("scope", one.limits, other.limits)
    if surely and are_apart(one.colours, other.colours):
        return _Told("value", sorted(one.colours), sorted(other.colours))
    if surely and differ and bool(one.denies_case) != bool(other.denies_case):
        return _Told("condition", one.denies_case, other.denies_case)
    return _Told("condition", one.waits, other.waits) if surely and bool(one.waits) != bool(other.waits) else None


def _stance(one: Read) -> Stance:
    """Of what is demanded; its reason takes no stance."""
    return stance_of(one.wording.demand.core[:LONGEST], one.language)
