"""How the requirements of a set stand to each other: duplicates and the groups they make, and what belongs together.

Sentences are compared word by word, longer texts as a whole. Likeness does not pass on: a group is a core and what is
like it, never a chain, and two that exclude each other never share one.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from arch_team.errors import UsageError
from arch_team.requirements.compare.comparison import DUPLICATE_FROM, SAME_WORDING, Judgement, says_much_more, unpaired
from arch_team.requirements.compare.contradictions import contradicts, follows
from arch_team.requirements.compare.documents import alike_documents, are_titles, document_of, is_document
from arch_team.requirements.compare.reasons import own_words, reason_for, told
from arch_team.requirements.compare.whole_set import Judged, WholeSet
from arch_team.requirements.compare.wording import Read, conflict_of, read
from arch_team.requirements.model import DuplicatePair, RelatedPair, RelationKind, Requirement
from arch_team.requirements.wording_key import key_of
from arch_team.vectors.embedding import Embedder, Matrix
from arch_team.vectors.grouping import grouped
from arch_team.vectors.near_pairs import Progress
from arch_team.vectors.remembering import remembering_embedder
from arch_team.wire import Language

ACCEPTED = 0.999
"""The similarity of a pair that a person has called the same."""
MOST_APART = 1
"""Words of each side that the other lacks, where two are nearly the same."""
LEAST = 0.65
"""The least similarity of two that belong together."""
FEWEST_WORDS = 3
"""A requirement of fewer words is refined by half the set."""


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
    readings = {at: read(requirements[at]) for pair in kept for at in pair[:2]}

    def exclude(one: int, other: int) -> bool:
        is_sure = frozenset((one, other)) in sure or not long.isdisjoint((one, other))
        return not is_sure and conflict_of(readings[one].wording, readings[other].wording) is not None

    groups = grouped([(pair.one, pair.other) for pair in kept], apart, exclude)
    groups.sort(key=lambda group: (-len(group), group[0]))
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
