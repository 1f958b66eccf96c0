"""Duplicates among a set of requirements."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, cast

import numpy as np

from arch_team.errors import UsageError
from arch_team.requirements.duplicates.candidates import candidates, word_vectors
from arch_team.requirements.duplicates.comparison import Comparison, Judgement, reading
from arch_team.requirements.duplicates.conflicts import conflict_of
from arch_team.requirements.duplicates.groups import grouped
from arch_team.requirements.duplicates.rarity import Rarity
from arch_team.requirements.duplicates.reasons import reason_for
from arch_team.requirements.duplicates.similarity import DUPLICATE_FROM, SAME_WORDING
from arch_team.requirements.duplicates.wording import key_of
from arch_team.requirements.model import DuplicatePair, Requirement
from arch_team.vectors.embedding import Embedder, Matrix, default_embedder
from arch_team.vectors.near_pairs import Progress

EMBEDDED_AT_ONCE = 512
JUDGED_AT_ONCE = 20_000


class Duplicates(NamedTuple):
    pairs: tuple[DuplicatePair, ...]
    """Best first. Copies of one wording are paired with the first of them, not each with each."""
    groups: tuple[tuple[str, ...], ...]
    """Ids in the order of the set; the largest group first."""


class Judged(NamedTuple):
    one: int
    """Places in the set; the earlier first."""
    other: int
    judgement: Judgement


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
    leaders, copies = _by_wording(requirements)
    if vectors is None:
        vectors = _embedded([requirements[leader] for leader in leaders], model, progress)
    else:
        vectors = vectors[leaders]
    found = list(_judged(requirements, leaders, vectors, model, progress, threshold))
    if threshold < SAME_WORDING:
        found += [Judged(one, other, Judgement(SAME_WORDING)) for one, other in copies]
    refused = {frozenset(pair) for pair in rejected}
    kept = [
        entry for entry in found if frozenset((requirements[entry.one].id, requirements[entry.other].id)) not in refused
    ]
    kept.sort(key=lambda entry: (-entry.judgement.similarity, entry.one, entry.other))
    apart = [(place[one], place[other]) for one, other in rejected if one in place and other in place]
    groups = grouped(
        [(entry.one, entry.other) for entry in kept],
        apart,
        lambda one, other: conflict_of(reading(requirements[one]), reading(requirements[other])) is not None,
    )
    groups.sort(key=lambda group: (-len(group), group[0]))
    return Duplicates(
        tuple(duplicate_pair(requirements[one], requirements[other], judgement) for one, other, judgement in kept),
        tuple(tuple(requirements[member].id for member in group) for group in groups),
    )


def texts_to_embed(requirements: Sequence[Requirement]) -> list[str]:
    """What of each requirement is embedded: its demand without the form it is written in."""
    return [reading(requirement).demand.bare for requirement in requirements]


def duplicate_pair(one: Requirement, other: Requirement, judgement: Judgement) -> DuplicatePair:
    return DuplicatePair(
        one=one.id, other=other.id, similarity=judgement.similarity, reason=reason_for(one, other, judgement)
    )


def _places(requirements: Sequence[Requirement]) -> dict[str, int]:
    place = {requirement.id: number for number, requirement in enumerate(requirements)}
    if len(place) < len(requirements):
        twice = next(r.id for number, r in enumerate(requirements) if place[r.id] != number)
        raise UsageError(f"Two requirements have the id `{twice}`.", "Give each requirement an id of its own.")
    return place


def _by_wording(requirements: Sequence[Requirement]) -> tuple[list[int], list[tuple[int, int]]]:
    """The first of each wording, and each copy with its first. A text without words is no requirement."""
    first: dict[str, int] = {}
    copies: list[tuple[int, int]] = []
    for number, requirement in enumerate(requirements):
        if any(sign.isalnum() for sign in requirement.text):
            leader = first.setdefault(key_of(requirement.text), number)
            if leader != number:
                copies.append((leader, number))
    return list(first.values()), copies


def _embedded(requirements: Sequence[Requirement], model: Embedder, progress: Progress | None) -> Matrix:
    """Embedding is the first half of the work, as far as `progress` is told."""
    parts: list[Matrix] = [np.empty((0, model.size), dtype=np.float32)]
    for start in range(0, len(requirements), EMBEDDED_AT_ONCE):
        parts.append(model.embed(texts_to_embed(requirements[start : start + EMBEDDED_AT_ONCE])))
        if progress is not None:
            progress(min(len(requirements), start + EMBEDDED_AT_ONCE), 2 * len(requirements))
    return np.vstack(parts)


def _judged(
    requirements: Sequence[Requirement],
    leaders: Sequence[int],
    sentences: Matrix,
    model: Embedder,
    progress: Progress | None,
    threshold: float,
) -> Iterator[Judged]:
    words = word_vectors(reading(requirements[leader]) for leader in leaders)
    near = candidates(sentences, words, None if progress is None else _second_half(progress))
    comparison = Comparison(model, Rarity(reading(requirements[leader]) for leader in leaders))
    for start in range(0, len(near), JUDGED_AT_ONCE):
        ones, others = near.one[start : start + JUDGED_AT_ONCE], near.other[start : start + JUDGED_AT_ONCE]
        cosines = cast("list[float]", np.einsum("ij,ij->i", sentences[ones], sentences[others]).tolist())
        first = [leaders[place] for place in cast("list[int]", ones.tolist())]
        second = [leaders[place] for place in cast("list[int]", others.tolist())]
        judgements = comparison.judge(
            [(requirements[a], requirements[b], c) for a, b, c in zip(first, second, cosines, strict=True)], threshold
        )
        for one, other, judgement in zip(first, second, judgements, strict=True):
            if judgement is not None:
                yield Judged(one, other, judgement)


def _second_half(progress: Progress) -> Progress:
    def told(done: int, total: int) -> None:
        progress(total + done, 2 * total)

    return told
