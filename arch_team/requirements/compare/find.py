"""Duplicates among a set of requirements: sentences compared word by word, longer texts as a whole."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from arch_team.errors import UsageError
from arch_team.requirements.compare.comparison import Judgement
from arch_team.requirements.compare.contradictions import contradicts, follows
from arch_team.requirements.compare.demand import texts_to_embed
from arch_team.requirements.compare.documents import (
    Likeness,
    are_titles,
    document_of,
    duplicate_from,
    is_document,
    shown,
)
from arch_team.requirements.compare.evidence import says_much_more
from arch_team.requirements.compare.groups import grouped
from arch_team.requirements.compare.reading import Read, read
from arch_team.requirements.compare.reasons import reason_for
from arch_team.requirements.compare.remembering import remembering_embedder
from arch_team.requirements.compare.similarity import DUPLICATE_FROM, SAME_WORDING
from arch_team.requirements.compare.whole_set import Judged, WholeSet
from arch_team.requirements.compare.wording import key_of
from arch_team.requirements.model import DuplicatePair, Requirement
from arch_team.vectors.embedding import Embedder, Matrix
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
    model = embedder or remembering_embedder()
    long = _documents(requirements)
    short = [number for number in range(len(requirements)) if number not in long]
    whole = WholeSet([requirements[number] for number in short], model, threshold)
    if vectors is None:
        vectors = _embedded([requirements[short[leader]] for leader in whole.leaders], model, progress)
    else:
        vectors = vectors[[short[leader] for leader in whole.leaders]]
    found = [
        Judged(short[pair.one], short[pair.other], pair.judgement)
        for pair in whole.judged(vectors, None if progress is None else _second_half(progress))
        if pair.judgement.similarity <= DUPLICATE_FROM or not _says_something_else(whole, pair)
    ]
    found += _among_documents(requirements, long, model, threshold)
    refused = {frozenset(pair) for pair in rejected}
    kept = [
        pair for pair in found if frozenset((requirements[pair.one].id, requirements[pair.other].id)) not in refused
    ]
    kept.sort(key=lambda pair: (-pair.judgement.similarity, pair.one, pair.other))
    apart = [(place[one], place[other]) for one, other in rejected if one in place and other in place]
    groups = _groups(whole, short, kept, apart)
    groups.sort(key=lambda group: (-len(group), group[0]))
    readings = {number: read(requirements[number]) for pair in kept for number in (pair.one, pair.other)}
    return Duplicates(
        tuple(duplicate_pair(readings[one], readings[other], judgement) for one, other, judgement in kept),
        tuple(tuple(requirements[member].id for member in group) for group in groups),
    )


def duplicate_pair(one: Read, other: Read, judgement: Judgement) -> DuplicatePair:
    return DuplicatePair(
        one=one.requirement.id,
        other=other.requirement.id,
        similarity=judgement.similarity,
        reason=reason_for(one, other, judgement),
    )


def _documents(requirements: Sequence[Requirement]) -> frozenset[int]:
    """Places of what is compared as a whole."""
    long = {number for number, one in enumerate(requirements) if is_document(one)}
    if are_titles(requirements):
        long |= set(range(len(requirements)))
    return frozenset(long)


def _among_documents(
    requirements: Sequence[Requirement], long: frozenset[int], model: Embedder, threshold: float
) -> list[Judged]:
    """The pairs of which one at least is no single sentence."""
    if not long:
        return []
    keys = [key_of(one.text) for one in requirements]
    likeness = Likeness([document_of(one) for one in requirements], model)
    found = [
        Judged(one, other, Judgement(SAME_WORDING if keys[one] == keys[other] else shown(weighed)))
        for one, other, weighed in likeness.pairs(duplicate_from())
        if one in long or other in long
    ]
    return [pair for pair in found if pair.judgement.similarity > threshold]


def _says_something_else(whole: WholeSet, pair: Judged) -> bool:
    one, other = whole.read(pair.one), whole.read(pair.other)
    if one.wording.key == other.wording.key:
        return False
    return (
        says_much_more(one.wording, other.wording)
        or follows(one, other)
        or contradicts(one, other, whole.meaning(pair.one, pair.other))
    )


def _groups(
    whole: WholeSet, short: Sequence[int], kept: Sequence[Judged], apart: Sequence[tuple[int, int]]
) -> list[list[int]]:
    """Of sentences by what is alike; of documents by their pairs alone."""
    row = {number: at for at, number in enumerate(short)}
    said = {frozenset((pair.one, pair.other)) for pair in kept}

    def alike(one: int, other: int) -> bool:
        if one in row and other in row:
            return whole.alike(row[one], row[other])
        return frozenset((one, other)) in said

    def exclude(one: int, other: int) -> bool:
        return one in row and other in row and whole.exclude(row[one], row[other])

    sentences = [pair for pair in kept if pair.one in row and pair.other in row]
    ordered = whole.best_first([Judged(row[pair.one], row[pair.other], pair.judgement) for pair in sentences])
    others = [(pair.one, pair.other) for pair in kept if not (pair.one in row and pair.other in row)]
    return grouped([*((short[one], short[other]) for one, other in ordered), *others], apart, alike, exclude)


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
