"""Duplicates among a set of requirements."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from arch_team.errors import UsageError
from arch_team.requirements.duplicates.comparison import Judgement
from arch_team.requirements.duplicates.demand import demand_of
from arch_team.requirements.duplicates.groups import grouped
from arch_team.requirements.duplicates.reading import Read
from arch_team.requirements.duplicates.reasons import reason_for
from arch_team.requirements.duplicates.similarity import DUPLICATE_FROM
from arch_team.requirements.duplicates.whole_set import WholeSet
from arch_team.requirements.model import DuplicatePair, Requirement
from arch_team.vectors.embedding import Embedder, Matrix, default_embedder
from arch_team.vectors.near_pairs import Progress

EMBEDDED_AT_ONCE = 512


class Duplicates(NamedTuple):
    pairs: tuple[DuplicatePair, ...]
    """Best first. Copies of one wording are paired with the first of them, not each with each."""
    groups: tuple[tuple[str, ...], ...]
    """Ids in the order of the set; the largest group first. One member of each group duplicates all the others."""


def find_duplicates(
    requirements: Sequence[Requirement],
    threshold: float = DUPLICATE_FROM,
    embedder: Embedder | None = None,
    rejected: Collection[tuple[str, str]] = (),
    progress: Progress | None = None,
    *,
    vectors: Matrix | None = None,
) -> Duplicates:
    """The pairs whose similarity exceeds `threshold`, and the groups they make. Rejected pairs of ids stay apart.

    `vectors` are those of `texts_to_embed(requirements)`, where the caller has them already.
    """
    place = _places(requirements)
    model = embedder or default_embedder()
    whole = WholeSet(requirements, model, threshold)
    if vectors is None:
        vectors = _embedded([requirements[leader] for leader in whole.leaders], model, progress)
    else:
        vectors = vectors[whole.leaders]
    found = whole.judged(vectors, None if progress is None else _second_half(progress))
    refused = {frozenset(pair) for pair in rejected}
    kept = [
        pair for pair in found if frozenset((requirements[pair.one].id, requirements[pair.other].id)) not in refused
    ]
    kept.sort(key=lambda pair: (-pair.judgement.similarity, pair.one, pair.other))
    apart = [(place[one], place[other]) for one, other in rejected if one in place and other in place]
    groups = grouped(whole.best_first(kept), apart, whole.alike, whole.exclude)
    groups.sort(key=lambda group: (-len(group), group[0]))
    return Duplicates(
        tuple(duplicate_pair(whole.read(one), whole.read(other), judgement) for one, other, judgement in kept),
        tuple(tuple(requirements[member].id for member in group) for group in groups),
    )


def texts_to_embed(requirements: Sequence[Requirement]) -> list[str]:
    """What of each requirement is embedded: its demand without the form it is written in."""
    return [demand_of(requirement.text).bare for requirement in requirements]


def duplicate_pair(one: Read, other: Read, judgement: Judgement) -> DuplicatePair:
    return DuplicatePair(
        one=one.requirement.id,
        other=other.requirement.id,
        similarity=judgement.similarity,
        reason=reason_for(one, other, judgement),
    )


def _places(requirements: Sequence[Requirement]) -> dict[str, int]:
    place = {requirement.id: number for number, requirement in enumerate(requirements)}
    if len(place) < len(requirements):
        twice = next(r.id for number, r in enumerate(requirements) if place[r.id] != number)
        raise UsageError(f"Two requirements have the id `{twice}`.", "Give each requirement an id of its own.")
    return place


def _embedded(requirements: Sequence[Requirement], model: Embedder, progress: Progress | None) -> Matrix:
    """Embedding is the first half of the work, as far as `progress` is told."""
    parts: list[Matrix] = [np.empty((0, model.size), dtype=np.float32)]
    for start in range(0, len(requirements), EMBEDDED_AT_ONCE):
        parts.append(model.embed(texts_to_embed(requirements[start : start + EMBEDDED_AT_ONCE])))
        if progress is not None:
            progress(min(len(requirements), start + EMBEDDED_AT_ONCE), 2 * len(requirements))
    return np.vstack(parts)


def _second_half(progress: Progress) -> Progress:
    def told(done: int, total: int) -> None:
        progress(total + done, 2 * total)

    return told
