"""How the requirements of a set stand to each other: duplicates, near duplicates, refinements and conflicts."""

from collections.abc import Sequence
from typing import NamedTuple, cast

import numpy as np

from arch_team.requirements.compare.candidates import candidates, word_vectors
from arch_team.requirements.compare.comparison import Comparison, Near
from arch_team.requirements.compare.contradictions import contradicts
from arch_team.requirements.compare.demand import texts_to_embed
from arch_team.requirements.compare.documents import is_document
from arch_team.requirements.compare.evidence import says_much_more, unpaired
from arch_team.requirements.compare.packaged import packaged
from arch_team.requirements.compare.rarity import Rarity
from arch_team.requirements.compare.reading import Read, read
from arch_team.requirements.compare.reasons import own_words
from arch_team.requirements.compare.remembering import remembering_embedder
from arch_team.requirements.compare.similarity import DUPLICATE_FROM
from arch_team.requirements.compare.wording import has_words, key_of
from arch_team.requirements.model import RelatedPair, RelationKind, Requirement
from arch_team.vectors.embedding import Embedder

MOST_APART = 1
"""Words of each side that the other lacks, where two are nearly the same."""
LEAST = 0.65
"""The least similarity of two that belong together."""
FEWEST_WORDS = 3
"""A requirement of fewer words is refined by half the set."""


class _Told(NamedTuple):
    kind: RelationKind
    general: Read
    special: Read
    similarity: float


def find_related(requirements: Sequence[Requirement], embedder: Embedder | None = None) -> tuple[RelatedPair, ...]:
    """Pairs that are no duplicates and no conflicts, and yet belong together. Best first."""
    known = [read(one, key_of(one.text)) for one in requirements if has_words(one.text) and not is_document(one)]
    if len(known) < 2:
        return ()
    model = embedder or remembering_embedder()
    vectors = model.embed(texts_to_embed([one.requirement for one in known]))
    near = candidates(vectors, word_vectors(one.wording for one in known))
    comparison = Comparison(model, Rarity(one.wording for one in known))
    pairs = list(zip(cast("list[int]", near.one.tolist()), cast("list[int]", near.other.tolist()), strict=True))
    crowd = np.maximum(near.near, 1).astype(np.float64)
    meanings = [float(np.dot(vectors[a], vectors[b])) for a, b in pairs]
    near_ones = [
        Near(known[a], known[b], meaning, float((crowd[a] * crowd[b]) ** 0.5))
        for (a, b), meaning in zip(pairs, meanings, strict=True)
    ]
    judged = comparison.judge(near_ones, LEAST)
    found: list[_Told] = []
    for (first, second), meaning, judgement in zip(pairs, meanings, judged, strict=True):
        if judgement is None or judgement.conflict is not None:
            continue
        one, other = known[first], known[second]
        if judgement.similarity > DUPLICATE_FROM and not says_much_more(one.wording, other.wording):
            continue
        if not contradicts(one, other, meaning) and (told := _told(one, other, judgement.similarity)) is not None:
            found.append(told)
    found.sort(key=lambda told: -told.similarity)
    return tuple(map(_pair, found))


def _told(one: Read, other: Read, similarity: float) -> _Told | None:
    own, others = unpaired(one.wording, other.wording), unpaired(other.wording, one.wording)
    if one.language == other.language and bool(own) != bool(others):
        general, special = (other, one) if own else (one, other)
        if len(general.wording.tokens) >= FEWEST_WORDS:
            return _Told("refines", general, special, similarity)
    enough = min(len(one.wording.tokens), len(other.wording.tokens)) >= FEWEST_WORDS
    is_near = enough and max(len(own), len(others)) <= MOST_APART
    return _Told("near", one, other, similarity) if is_near else None


def _pair(told: _Told) -> RelatedPair:
    said = packaged("reasons")[told.general.language]["related"]
    general, special = own_words(told.general, told.special)
    nothing = packaged("reasons")[told.general.language]["nothing"]
    reason = cast("str", said[told.kind]).format(one=general or nothing, other=special or nothing)
    return RelatedPair(
        one=told.general.requirement.id,
        other=told.special.requirement.id,
        kind=told.kind,
        similarity=told.similarity,
        reason=reason,
    )
