"""Duplicates among a set of requirements: sentences compared word by word, longer texts as a whole."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np

from arch_team.errors import UsageError
from arch_team.requirements.check.words import key_of
from arch_team.requirements.compare.comparison import Comparison, Judgement, Near, Rarity
from arch_team.requirements.compare.contradictions import contradicts, follows
from arch_team.requirements.compare.documents import (
    Likeness,
    are_titles,
    document_of,
    duplicate_from,
    is_document,
    shown,
)
from arch_team.requirements.compare.evidence import DUPLICATE_FROM, SAME_WORDING, says_much_more, unpaired
from arch_team.requirements.compare.lexicon import packaged
from arch_team.requirements.compare.reasons import own_words, reason_for
from arch_team.requirements.compare.whole_set import Judged, WholeSet, candidates, word_vectors
from arch_team.requirements.compare.wording import Read, has_words, read, texts_to_embed
from arch_team.requirements.model import DuplicatePair, RelatedPair, RelationKind, Requirement
from arch_team.vectors.embedding import Embedder, Matrix
from arch_team.vectors.near_pairs import Progress
from arch_team.vectors.remembering import remembering_embedder
from arch_team.wire import Language

EMBEDDED_AT_ONCE = 512
ACCEPTED = 0.999
"""The similarity of a pair that a person has called the same."""


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
    accepted: Collection[tuple[str, str]] = (),
    vectors: Matrix | None = None,
    speaks: Language | None = None,
) -> Duplicates:
    """The pairs whose similarity exceeds `threshold`, and the groups they make.

    Rejected pairs of ids stay apart, accepted ones are pairs whatever their similarity. `speaks` is the language of the
    reasons; None: that of the first of the two. `vectors` are those of `texts_to_embed(requirements)`, where the caller
    has them already.
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
    sure = {frozenset((place[one], place[other])) for one, other in accepted if one in place and other in place}
    refused = {frozenset(pair) for pair in rejected}
    kept = [
        pair
        for pair in found
        if frozenset((requirements[pair.one].id, requirements[pair.other].id)) not in refused
        and frozenset((pair.one, pair.other)) not in sure
    ]
    kept += [Judged(min(pair), max(pair), Judgement(ACCEPTED)) for pair in sure]
    kept.sort(key=lambda pair: (-pair.judgement.similarity, pair.one, pair.other))
    apart = [(place[one], place[other]) for one, other in rejected if one in place and other in place]
    groups = _groups(whole, short, kept, apart, sure)
    groups.sort(key=lambda group: (-len(group), group[0]))
    readings = {number: read(requirements[number]) for pair in kept for number in (pair.one, pair.other)}
    return Duplicates(
        tuple(duplicate_pair(readings[one], readings[other], judgement, speaks) for one, other, judgement in kept),
        tuple(tuple(requirements[member].id for member in group) for group in groups),
    )


def duplicate_pair(one: Read, other: Read, judgement: Judgement, speaks: Language | None = None) -> DuplicatePair:
    return DuplicatePair(
        one=one.requirement.id,
        other=other.requirement.id,
        similarity=judgement.similarity,
        reason=reason_for(one, other, judgement, speaks),
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
    whole: WholeSet,
    short: Sequence[int],
    kept: Sequence[Judged],
    apart: Sequence[tuple[int, int]],
    sure: Collection[frozenset[int]],
) -> list[list[int]]:
    """Of sentences by what is alike; of documents by their pairs alone."""
    row = {number: at for at, number in enumerate(short)}
    said = {frozenset((pair.one, pair.other)) for pair in kept}

    def alike(one: int, other: int) -> bool:
        if one in row and other in row and frozenset((one, other)) not in sure:
            return whole.alike(row[one], row[other])
        return frozenset((one, other)) in said

    def exclude(one: int, other: int) -> bool:
        asked = one in row and other in row and frozenset((one, other)) not in sure
        return asked and whole.exclude(row[one], row[other])

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


Two = tuple[int, int]
Both = Callable[[int, int], bool]
MOST_COMPARED = 16
"""Members that a newcomer is held against, and cores that a group keeps in mind: enough for a group of thousands."""


@dataclass(slots=True)
class _Group:
    members: list[int]
    cores: list[int]
    """Members that each could be the core."""


def grouped(pairs: Sequence[Two], rejected: Iterable[Two], alike: Both, exclude: Both) -> list[list[int]]:
    """The pairs joined to groups, in their order, best first. `exclude` says which two cannot be the same."""
    group_of = {member: _Group([member], [member]) for pair in pairs for member in pair}
    refused = _both_ways(rejected)
    for one, other in pairs:
        first, second = group_of[one], group_of[other]
        larger, smaller = (first, second) if len(first.members) >= len(second.members) else (second, first)
        if larger is smaller or any(group_of.get(far) is larger for near in smaller.members for far in refused[near]):
            continue
        cores = _cores(larger, smaller, alike)
        if cores and not _excluded(larger, smaller, exclude):
            larger.members.extend(smaller.members)
            larger.cores = cores
            group_of.update(dict.fromkeys(smaller.members, larger))
    groups = {id(group): group.members for group in group_of.values()}.values()
    return [sorted(members) for members in groups if len(members) > 1]


def _cores(larger: _Group, smaller: _Group, alike: Both) -> list[int]:
    found = [core for core in larger.cores if all(alike(core, member) for member in smaller.members)]
    if len(larger.members) <= MOST_COMPARED:
        found += [core for core in smaller.cores if all(alike(core, member) for member in larger.members)]
    return found[:MOST_COMPARED]


def _both_ways(pairs: Iterable[Two]) -> defaultdict[int, set[int]]:
    partners: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        partners[one].add(other)
        partners[other].add(one)
    return partners


def _excluded(first: _Group, second: _Group, exclude: Both) -> bool:
    return any(exclude(one, other) for one in first.members[:MOST_COMPARED] for other in second.members[:MOST_COMPARED])


MOST_APART = 1
"""Words of each side that the other lacks, where two are nearly the same."""
LEAST = 0.65
"""The least similarity of two that belong together."""
FEWEST_WORDS = 3
"""A requirement of fewer words is refined by half the set."""


class _Related(NamedTuple):
    kind: RelationKind
    general: Read
    special: Read
    similarity: float


def find_related(
    requirements: Sequence[Requirement], embedder: Embedder | None = None, speaks: Language | None = None
) -> tuple[RelatedPair, ...]:
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
    found: list[_Related] = []
    for (first, second), meaning, judgement in zip(pairs, meanings, judged, strict=True):
        if judgement is None or judgement.conflict is not None:
            continue
        one, other = known[first], known[second]
        if judgement.similarity > DUPLICATE_FROM and not says_much_more(one.wording, other.wording):
            continue
        if not contradicts(one, other, meaning) and (told := _relation(one, other, judgement.similarity)) is not None:
            found.append(told)
    found.sort(key=lambda told: -told.similarity)
    return tuple(_related_pair(told, speaks or told.general.language) for told in found)


def _relation(one: Read, other: Read, similarity: float) -> _Related | None:
    own, others = unpaired(one.wording, other.wording), unpaired(other.wording, one.wording)
    if one.language == other.language and bool(own) != bool(others):
        general, special = (other, one) if own else (one, other)
        if len(general.wording.tokens) >= FEWEST_WORDS:
            return _Related("refines", general, special, similarity)
    enough = min(len(one.wording.tokens), len(other.wording.tokens)) >= FEWEST_WORDS
    is_near = enough and max(len(own), len(others)) <= MOST_APART
    return _Related("near", one, other, similarity) if is_near else None


def _related_pair(told: _Related, speaks: Language) -> RelatedPair:
    said = packaged("reasons")[speaks]["related"]
    general, special = own_words(told.general, told.special)
    nothing = packaged("reasons")[speaks]["nothing"]
    reason = cast("str", said[told.kind]).format(one=general or nothing, other=special or nothing)
    return RelatedPair(
        one=told.general.requirement.id,
        other=told.special.requirement.id,
        kind=told.kind,
        similarity=told.similarity,
        reason=reason,
    )
