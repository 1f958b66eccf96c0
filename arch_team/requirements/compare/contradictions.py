"""Requirements that cannot both hold: of one thing, another value, its opposite, or another stance.

Two ways lead here. The careful one: the two agree in everything but one value, denial or opposite word. The wider one:
they speak of the same thing and one of them forbids it, or allows it only to some, only at times, only in another case.
In a large set, words that everyone uses count little, and only what is near each other is compared.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from arch_team.requirements.compare.comparison import Comparison, Near, Rarity
from arch_team.requirements.compare.conflicts import Stance, conflict_of, only_opposites_differ, stance_of
from arch_team.requirements.compare.documents import is_document
from arch_team.requirements.compare.evidence import DUPLICATE_FROM, unpaired
from arch_team.requirements.compare.lexicon import contrasts, packaged
from arch_team.requirements.compare.reasons import own_words, values_in
from arch_team.requirements.compare.whole_set import WholeSet
from arch_team.requirements.compare.wording import Read, Wording
from arch_team.requirements.model import ConflictKind, ConflictPair, Requirement
from arch_team.text.quantities import Quantity
from arch_team.text.roots import root
from arch_team.vectors.embedding import Embedder
from arch_team.vectors.words import words_of
from arch_team.wire import Language

_LOWER, _UPPER = frozenset({"lower"}), frozenset({"upper"})
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
    one: str
    other: str
    """The words that stand against each other; empty: what each has of its own."""


def find_conflicts(
    requirements: Sequence[Requirement], embedder: Embedder | None = None, speaks: Language | None = None
) -> tuple[ConflictPair, ...]:
    """The pairs that contradict each other, in the order of the set."""
    whole = WholeSet(requirements, embedder)
    crowds: Counter[int] = Counter()
    least = COVERED if len(whole.known) > 2 else COVERED_ALONE
    found: list[tuple[float, int, int, ConflictPair]] = []
    for first, second in whole.near():
        one, other, meaning = whole.known[first], whole.known[second], whole.meaning(first, second)
        told = _careful(one, other, meaning, whole.comparison) or _wider(one, other, meaning, whole.rarity, least)
        if told is not None:
            found.append((meaning, first, second, _pair(one, other, told, speaks or one.language)))
    kept: list[tuple[int, int, ConflictPair]] = []
    for _, first, second, pair in sorted(found, key=lambda entry: (-entry[0], entry[1], entry[2])):
        if max(crowds[first], crowds[second]) < MOST_NEAR:
            crowds.update((first, second))
            kept.append((first, second, pair))
    return tuple(pair for _, _, pair in sorted(kept, key=lambda entry: entry[:2]))


def _careful(one: Read, other: Read, meaning: float, comparison: Comparison) -> _Told | None:
    kind = _kind(one.wording, other.wording)
    if kind == "prohibition":
        first, second = _stance(one), _stance(other)
        if bool(first.denies_case) != bool(second.denies_case):
            kind = "condition"
    if kind is None:
        return None
    alike = comparison.alike_otherwise(Near(one, other, meaning)) > DUPLICATE_FROM
    if alike or (kind == "opposite" and only_opposites_differ(one.wording, other.wording)):
        return _Told(kind, "", "")
    return None


def _wider(one: Read, other: Read, meaning: float, rarity: Rarity, needed: float) -> _Told | None:
    """Of one thing, with another stance."""
    if meaning < MEANING or one.language != other.language or one.wording.key == other.wording.key:
        return None
    if _other_story(one.wording, other.wording) or is_document(one.requirement) or is_document(other.requirement):
        return None
    most, least = sorted((_covered(one, other, rarity), _covered(other, one, rarity)), reverse=True)
    if most < needed or least < COVERED_BOTH:
        return None
    first, second = _stance(one), _stance(other)
    if not _same_action(first, second, one.wording, other.wording):
        return None
    return _apart(first, second, one.wording, other.wording, surely=most >= SURELY_COVERED)


def _stance(one: Read) -> Stance:
    """Of what is demanded; its reason takes no stance."""
    return stance_of(one.wording.demand.core, one.language)


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
        and bool(other.actions - one.actions)
        and one.actions.isdisjoint(other.actions)
    )


def _denies_the_other(one: Stance, other: Stance, first: Wording, second: Wording) -> bool:
    """What is denied is what the other speaks of. A verb that forbids by itself needs no more."""
    denied = one.denied | other.denied
    return not denied or not (one.denied.isdisjoint(second.roots) and other.denied.isdisjoint(first.roots))


def _same_action(one: Stance, other: Stance, first: Wording, second: Wording) -> bool:
    """What the one has to do is done, or overruled, in the other as well."""
    if one.overrules != other.overrules:
        return True
    return not (one.actions and other.actions) or not (
        one.actions.isdisjoint(second.roots) and other.actions.isdisjoint(first.roots)
    )


def _apart(one: Stance, other: Stance, first: Wording, second: Wording, *, surely: bool) -> _Told | None:
    differ = (one.denials - other.denials) % 2 == 1
    if differ and one.is_denied != other.is_denied and _denies_the_other(one, other, first, second):
        return _Told("prohibition", _listed(one.denies), _listed(other.denies))
    if bool(one.limits) != bool(other.limits):
        return _Told("scope", _listed(one.limits), _listed(other.limits))
    if not surely:
        return None
    if one.colours and other.colours and one.colours.isdisjoint(other.colours):
        return _Told("value", _listed(sorted(one.colours)), _listed(sorted(other.colours)))
    if differ and bool(one.denies_case) != bool(other.denies_case):
        return _Told("condition", _listed(one.denies_case), _listed(other.denies_case))
    if bool(one.waits) != bool(other.waits):
        return _Told("condition", _listed(one.waits), _listed(other.waits))
    return None


def _covered(one: Read, other: Read, rarity: Rarity) -> float:
    """The share of the words of one that the other has, by what they are worth in their set."""
    missing = {token.word for token in unpaired(one.wording, other.wording)}
    worths = dict(zip((token.word for token in one.wording.tokens), rarity.of(one.wording), strict=True))
    whole = sum(worths.values())
    return 1 - sum(worths[word] for word in missing) / whole if whole else 0.0


def _listed(words: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(words))


def _kind(one: Wording, other: Wording) -> ConflictKind | None:
    conflict = conflict_of(one, other)
    if conflict == "number":
        return "value" if _other_value(one, other) else None
    if one.quantities != other.quantities or _other_story(one, other):
        return None
    if conflict == "negation":
        return "prohibition"
    return "opposite" if conflict == "opposite" and _same_case(one, other) else None


def _other_story(one: Wording, other: Wording) -> bool:
    return bool(one.story_role and other.story_role and one.story_role.isdisjoint(other.story_role))


def _same_case(one: Wording, other: Wording) -> bool:
    """Both speak of a case or a state. To lock and to unlock are two things to do; at an alarm only one of them is."""
    return all(not _cases().isdisjoint(wording.words) for wording in (one, other))


@lru_cache(maxsize=1)
def _cases() -> frozenset[str]:
    return frozenset(words_of(str(packaged("contrasts")["cases"])))


def _other_value(one: Wording, other: Wording) -> bool:
    """One kind of quantity has other values, and no bound of the one leaves room for that of the other."""
    own, others = _by_dimension(one.quantities), _by_dimension(other.quantities)
    apart = [kind for kind in own.keys() | others.keys() if own.get(kind) != others.get(kind)]
    if len(apart) != 1 or not (own.get(apart[0]) and others.get(apart[0])):
        return False
    mine, theirs = own[apart[0]], others[apart[0]]
    if (one.bounds, other.bounds) == (_LOWER, _UPPER):
        return min(mine) > max(theirs)
    if (one.bounds, other.bounds) == (_UPPER, _LOWER):
        return min(theirs) > max(mine)
    return True


def _by_dimension(quantities: frozenset[Quantity]) -> dict[str, set[float]]:
    found: defaultdict[str, set[float]] = defaultdict(set)
    for quantity in quantities:
        found[quantity.dimension].add(quantity.value)
    return found


def _opposing(one: Wording, other: Wording) -> str:
    """The words of one that take the side against a word of the other."""
    against = {-side for side in other.sides}
    known = contrasts().sides
    return ", ".join(word for word in one.words if not against.isdisjoint(known.get(root(word), ())))


def _pair(one: Read, other: Read, told: _Told, speaks: Language) -> ConflictPair:
    said = cast("dict[str, Any]", packaged("reasons")[speaks])
    parts = told.one, told.other
    if not any(parts):
        parts = (values_in(one.text), values_in(other.text)) if told.kind == "value" else own_words(one, other)
        parts = parts[0] or _opposing(one.wording, other.wording), parts[1] or _opposing(other.wording, one.wording)
    reason = cast("str", said["contradiction"][told.kind]).format(
        one=parts[0] or said["nothing"], other=parts[1] or said["nothing"]
    )
    return ConflictPair(one=one.requirement.id, other=other.requirement.id, kind=told.kind, reason=reason)
