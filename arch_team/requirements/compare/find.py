"""How the requirements of a set stand to each other: duplicates and the groups they make, and what belongs together.

Sentences are compared word by word, longer texts as a whole. Likeness does not pass on: a group is a core and what is
like it, never a chain, and two that exclude each other never share one.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arch_team.errors import UsageError
from arch_team.requirements.compare.comparison import DUPLICATE_FROM, SAME_WORDING, Judgement, says_much_more, unpaired
from arch_team.requirements.compare.contradictions import contradicts, follows
from arch_team.requirements.compare.documents import alike_documents, are_titles, document_of, is_document
from arch_team.requirements.compare.reasons import own_words, reason_for, told
from arch_team.requirements.compare.whole_set import Judged, WholeSet
from arch_team.requirements.compare.wording import Read, read
from arch_team.requirements.model import DuplicatePair, RelatedPair, RelationKind, Requirement
from arch_team.requirements.wording_key import key_of
from arch_team.vectors.embedding import Embedder, Matrix
from arch_team.vectors.near_pairs import Progress
from arch_team.vectors.remembering import remembering_embedder
from arch_team.wire import Language

ACCEPTED = 0.999
"""The similarity of a pair that a person has called the same."""
MOST_COMPARED = 16
"""Members that a newcomer is held against, and cores that a group keeps in mind: enough for a group of thousands."""
MOST_APART = 1
"""Words of each side that the other lacks, where two are nearly the same."""
LEAST = 0.65
"""The least similarity of two that belong together."""
FEWEST_WORDS = 3
"""A requirement of fewer words is refined by half the set."""
Both = Callable[[int, int], bool]


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
    long = {at for at, one in enumerate(requirements) if is_document(one)}
    if are_titles(requirements):
        long = set(place.values())
    short = [at for at in place.values() if at not in long]
    whole = WholeSet(
        [requirements[at] for at in short],
        model,
        threshold=threshold,
        vectors=vectors[short] if vectors is not None else None,
        progress=progress,
        copies=False,
    )
    found = [
        Judged(short[pair.one], short[pair.other], pair.judgement)
        for pair in whole.judged()
        if pair.judgement.similarity <= DUPLICATE_FROM or not _says_something_else(whole, pair)
    ]
    found += _among_documents(requirements, long, model, threshold)
    apart, sure = (
        {frozenset((place[one], place[other])) for one, other in pairs if one in place and other in place}
        for pairs in (rejected, accepted)
    )
    kept = [pair for pair in found if frozenset(pair[:2]) not in apart | sure]
    kept += [Judged(min(pair), max(pair), Judgement(ACCEPTED)) for pair in sure]
    kept.sort(key=lambda pair: (-pair.judgement.similarity, pair.one, pair.other))
    groups = _groups(whole, short, kept, apart, sure)
    groups.sort(key=lambda group: (-len(group), group[0]))
    readings = {at: read(requirements[at]) for pair in kept for at in pair[:2]}
    return Duplicates(
        tuple(duplicate_pair(readings[one], readings[other], judgement, speaks) for one, other, judgement in kept),
        tuple(tuple(requirements[member].id for member in group) for group in groups),
    )


def _places(requirements: Sequence[Requirement]) -> dict[str, int]:
    place = {requirement.id: number for number, requirement in enumerate(requirements)}
    if len(place) < len(requirements):
        twice = next(r.id for number, r in enumerate(requirements) if place[r.id] != number)
        raise UsageError(f"Two requirements have the id `{twice}`.", "Give each requirement an id of its own.")
    return place


def duplicate_pair(one: Read, other: Read, judgement: Judgement, speaks: Language | None = None) -> DuplicatePair:
    return DuplicatePair(
        one=one.requirement.id,
        other=other.requirement.id,
        similarity=judgement.similarity,
        reason=reason_for(one, other, judgement, speaks),
    )


def _says_something_else(whole: WholeSet, pair: Judged) -> bool:
    one, other = whole.at(pair.one), whole.at(pair.other)
    if one.wording.key == other.wording.key:
        return False
    meaning = whole.meaning(whole.row(pair.one), whole.row(pair.other))
    return says_much_more(one.wording, other.wording) or follows(one, other) or contradicts(one, other, meaning)


def _among_documents(
    requirements: Sequence[Requirement], long: Collection[int], model: Embedder, threshold: float
) -> list[Judged]:
    """The pairs of which one at least is no single sentence."""
    if not long:
        return []
    keys = [key_of(one.text) for one in requirements]
    found = [
        Judged(one, other, Judgement(SAME_WORDING if keys[one] == keys[other] else similarity))
        for one, other, similarity in alike_documents([document_of(one) for one in requirements], model)
        if one in long or other in long
    ]
    return [pair for pair in found if pair.judgement.similarity > threshold]


def _groups(
    whole: WholeSet,
    short: Sequence[int],
    kept: Sequence[Judged],
    apart: Collection[frozenset[int]],
    sure: Collection[frozenset[int]],
) -> list[list[int]]:
    """Of sentences by what is alike, best first whatever the order of the set; of documents by their pairs alone."""
    row = {number: at for at, number in enumerate(short)}
    said = {frozenset(pair[:2]) for pair in kept}

    def is_asked(one: int, other: int) -> bool:
        return one in row and other in row and frozenset((one, other)) not in sure

    def alike(one: int, other: int) -> bool:
        return whole.alike(row[one], row[other]) if is_asked(one, other) else frozenset((one, other)) in said

    def exclude(one: int, other: int) -> bool:
        return is_asked(one, other) and whole.exclude(row[one], row[other])

    def rank(pair: Judged) -> tuple[bool, float, list[str]]:
        if not (pair.one in row and pair.other in row):
            return True, 0.0, []
        return False, -pair.judgement.similarity, sorted(whole.at(row[at]).wording.key for at in pair[:2])

    return grouped([(pair.one, pair.other) for pair in sorted(kept, key=rank)], map(tuple, apart), alike, exclude)


@dataclass(slots=True)
class _Group:
    members: list[int]
    cores: list[int]
    """Members that each could be the core."""


def grouped(
    pairs: Sequence[tuple[int, int]], rejected: Iterable[Sequence[int]], alike: Both, exclude: Both
) -> list[list[int]]:
    """The pairs joined to groups, in their order, best first. `exclude` says which two cannot be the same."""
    group_of = {member: _Group([member], [member]) for pair in pairs for member in pair}
    refused: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in rejected:
        refused[one].add(other)
        refused[other].add(one)
    for one, other in pairs:
        first, second = group_of[one], group_of[other]
        larger, smaller = (first, second) if len(first.members) >= len(second.members) else (second, first)
        if larger is smaller or any(group_of.get(far) is larger for near in smaller.members for far in refused[near]):
            continue
        cores = _cores(larger, smaller, alike)
        some = ((mine, theirs) for mine in first.members[:MOST_COMPARED] for theirs in second.members[:MOST_COMPARED])
        if cores and not any(exclude(*two) for two in some):
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


def find_related(requirements: Sequence[Requirement], speaks: Language | None = None) -> tuple[RelatedPair, ...]:
    """Pairs that are no duplicates and no conflicts, and yet belong together. Best first."""
    whole = WholeSet([one for one in requirements if not is_document(one)])
    pairs = whole.near()
    found: list[RelatedPair] = []
    judged = whole.comparison.judge([whole.pair(*pair) for pair in pairs], LEAST)
    for (first, second), judgement in zip(pairs, judged, strict=True):
        one, other = whole.known[first], whole.known[second]
        if judgement is None or judgement.conflict is not None:
            continue
        if judgement.similarity > DUPLICATE_FROM and not says_much_more(one.wording, other.wording):
            continue
        relation = _relation(one, other)
        if relation is None or contradicts(one, other, whole.meaning(first, second)):
            continue
        kind, general, special = relation
        found.append(
            RelatedPair(
                one=general.requirement.id,
                other=special.requirement.id,
                kind=kind,
                similarity=judgement.similarity,
                reason=told("related", kind, own_words(general, special), speaks or general.language),
            )
        )
    return tuple(sorted(found, key=lambda pair: -pair.similarity))


def _relation(one: Read, other: Read) -> tuple[RelationKind, Read, Read] | None:
    """How the two belong together; of one that refines the other, the general one first."""
    own, others = unpaired(one.wording, other.wording), unpaired(other.wording, one.wording)
    general, special = (other, one) if own else (one, other)
    is_one_language = one.language == other.language
    if is_one_language and bool(own) != bool(others) and len(general.wording.tokens) >= FEWEST_WORDS:
        return "refines", general, special
    enough = min(len(one.wording.tokens), len(other.wording.tokens)) >= FEWEST_WORDS
    return ("near", one, other) if enough and max(len(own), len(others)) <= MOST_APART else None
