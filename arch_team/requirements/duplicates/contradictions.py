"""Requirements that cannot both hold: nearly the same demand with another value, its prohibition, or its opposite.

A first, careful mechanism. Two requirements contradict each other where they agree in everything but one thing, and
that thing is a value of one kind, a denial, or an opposite word. What differs in more may have another scope.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

import numpy as np

from arch_team.requirements.duplicates.candidates import candidates, word_vectors
from arch_team.requirements.duplicates.comparison import Comparison, Near
from arch_team.requirements.duplicates.conflicts import conflict_of, only_opposites_differ
from arch_team.requirements.duplicates.find import texts_to_embed
from arch_team.requirements.duplicates.lexicon import contrasts
from arch_team.requirements.duplicates.packaged import packaged
from arch_team.requirements.duplicates.quantities import Quantity
from arch_team.requirements.duplicates.rarity import Rarity
from arch_team.requirements.duplicates.reading import Read, read
from arch_team.requirements.duplicates.reasons import own_words, values_in
from arch_team.requirements.duplicates.roots import root
from arch_team.requirements.duplicates.similarity import DUPLICATE_FROM
from arch_team.requirements.duplicates.wording import Wording, has_words, key_of
from arch_team.requirements.model import ConflictKind, ConflictPair, Requirement
from arch_team.vectors.embedding import Embedder, default_embedder
from arch_team.vectors.words import words_of

_LOWER, _UPPER = frozenset({"lower"}), frozenset({"upper"})


def find_conflicts(requirements: Sequence[Requirement], embedder: Embedder | None = None) -> tuple[ConflictPair, ...]:
    """The pairs that contradict each other, in the order of the set."""
    known = [read(one, key_of(one.text)) for one in requirements if has_words(one.text)]
    if len(known) < 2:
        return ()
    model = embedder or default_embedder()
    vectors = model.embed(texts_to_embed([one.requirement for one in known]))
    near = candidates(vectors, word_vectors(one.wording for one in known))
    comparison = Comparison(model, Rarity(one.wording for one in known))
    found: list[ConflictPair] = []
    firsts, seconds = cast("list[int]", near.one.tolist()), cast("list[int]", near.other.tolist())
    for first, second in sorted(zip(firsts, seconds, strict=True)):
        one, other = known[first], known[second]
        kind = _kind(one.wording, other.wording)
        if kind is None:
            continue
        pair = Near(one, other, float(np.dot(vectors[first], vectors[second])))
        if comparison.alike_otherwise(pair) > DUPLICATE_FROM or (
            kind == "opposite" and only_opposites_differ(one.wording, other.wording)
        ):
            found.append(_pair(one, other, kind))
    return tuple(found)


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


def _pair(one: Read, other: Read, kind: ConflictKind) -> ConflictPair:
    said = cast("dict[str, Any]", packaged("reasons")[one.language])
    parts = (values_in(one.text), values_in(other.text)) if kind == "value" else own_words(one, other)
    parts = parts[0] or _opposing(one.wording, other.wording), parts[1] or _opposing(other.wording, one.wording)
    reason = cast("str", said["contradiction"][kind]).format(
        one=parts[0] or said["nothing"], other=parts[1] or said["nothing"]
    )
    return ConflictPair(one=one.requirement.id, other=other.requirement.id, kind=kind, reason=reason)
