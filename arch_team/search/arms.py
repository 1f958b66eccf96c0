"""Rankings of candidates that are handed in without one, and how candidates compare with each other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arch_team.search.contracts import SearchCandidate
from arch_team.search.contracts_stages import Arm
from arch_team.search.freshness import Floats
from arch_team.search.mmr import Comparison, Similarity, cosine, word_overlap
from arch_team.search.relevance import lexical_relevance, terms_of_question, text_of
from arch_team.search.retrieval import SENTENCE_ENCODERS
from arch_team.search.trust import Trust, combined

if TYPE_CHECKING:
    from arch_team.search.contracts_stages import Vectors
    from arch_team.vectors.embedding import Embedder


def lexical_arm(question: str, candidates: Sequence[SearchCandidate], ages: Floats) -> Arm:
    """By the question's words; who holds none of them is not listed. Of equals the youngest, then the first."""
    relevance = lexical_relevance(terms_of_question(question), candidates)
    by_age = np.lexsort((np.nan_to_num(ages, nan=np.inf), -relevance))
    order: list[int] = by_age[: np.count_nonzero(relevance)].tolist()
    return Arm("lexical", tuple([candidates[place].id for place in order]), tuple(relevance[order].tolist()))


class Rankings(NamedTuple):
    """What there is to fuse, how candidates compare, and how well the best answers by meaning, if that is known."""

    arms: tuple[Arm, ...]
    compare: Comparison
    match: float | None = None


def ranked_by_meaning(
    embedder: "Embedder", question: str, candidates: Sequence[SearchCandidate], lexical: Arm, most: int
) -> Rankings:
    """The `most` best by words, ranked by words and meaning as held passages are; then the others, by their words.

    Who holds none of the words comes after those who do, and may be the best by meaning: another language, for one.
    """
    place_of = {candidate.id: place for place, candidate in enumerate(candidates)}
    near = dict.fromkeys((*(place_of[own] for own in lexical.ids), *range(len(candidates))))
    places = sorted(list(near)[:most])
    texts = [text_of(candidates[place]) for place in places]
    rows = embedder.embed([question, *texts])
    similar = dict(zip((candidates[place].id for place in places), (rows[1:] @ rows[0]).tolist(), strict=True))
    by_words = {own: share for own, share in zip(lexical.ids, lexical.scores, strict=True) if own in similar}
    best = text_of(candidates[place_of[lexical.ids[0]]]) if lexical.ids else None
    reads_passages = embedder.name not in SENTENCE_ENCODERS
    trust = Trust.of(question, best, [len(text) for text in texts], reads_passages=reads_passages)
    joined = [own for own, _ in combined(by_words, similar, trust)]
    hybrid = Arm("hybrid", tuple(dict.fromkeys((*joined, *lexical.ids))))
    row_of = {place: row for row, place in enumerate(places, start=1)}
    rows[0] = 0  # like nothing: the row of whoever was not embedded

    def compare(pool: Sequence[int]) -> Similarity:
        return cosine(rows[[row_of.get(place, 0) for place in pool]])

    return Rankings((hybrid,), compare, max(similar.values(), default=None))


def by_words(candidates: Sequence[SearchCandidate]) -> Comparison:
    return lambda pool: word_overlap([text_of(candidates[place]) for place in pool])


def by_vectors(vectors: "Vectors", rows: NDArray[np.intp]) -> Comparison:
    """`rows`: where each candidate's vector stands."""
    return lambda pool: cosine(vectors[rows[list(pool)]])
