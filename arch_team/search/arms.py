"""Rankings of candidates that are handed in without one, and how candidates compare with each other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arch_team.search.contracts import SearchCandidate
from arch_team.search.contracts_stages import Arm
from arch_team.search.freshness import Floats
from arch_team.search.fusion import best_first
from arch_team.search.mmr import Comparison, cosine, word_overlap
from arch_team.search.relevance import lexical_relevance, terms_of_question, text_of

if TYPE_CHECKING:
    from arch_team.search.contracts_stages import Vectors
    from arch_team.vectors.embedding import Embedder


def lexical_arm(question: str, candidates: Sequence[SearchCandidate], ages: Floats) -> Arm:
    """By the question's words; who holds none of them is not listed. Of equals the youngest, then the first."""
    relevance = lexical_relevance(terms_of_question(question), candidates)
    by_age = np.lexsort((np.nan_to_num(ages, nan=np.inf), -relevance))
    order: list[int] = by_age[: np.count_nonzero(relevance)].tolist()
    return Arm("lexical", tuple([candidates[place].id for place in order]), tuple(relevance[order].tolist()))


def arm_by_meaning(
    embedder: "Embedder", question: str, candidates: Sequence[SearchCandidate], lexical: Arm, most: int
) -> tuple[Arm, Comparison]:
    """The `most` best by words, ranked and compared by meaning. Who is not among them is like nothing.

    Who holds none of the words comes after those who do, and may be the best by meaning: another language, for one.
    """
    place_of = {candidate.id: place for place, candidate in enumerate(candidates)}
    near = dict.fromkeys((*(place_of[candidate_id] for candidate_id in lexical.ids), *range(len(candidates))))
    places = sorted(list(near)[:most])
    rows = embedder.embed([question, *(text_of(candidates[place]) for place in places)])
    similarity = (rows[1:] @ rows[0]).astype(np.float64)
    row_of = {place: row for row, place in enumerate(places, start=1)}
    rows[0] = 0
    order: list[int] = best_first(similarity).tolist()
    dense = Arm("dense", tuple([candidates[places[at]].id for at in order]), tuple(similarity[order].tolist()))
    return dense, lambda pool: cosine(rows[[row_of.get(place, 0) for place in pool]])


def by_words(candidates: Sequence[SearchCandidate]) -> Comparison:
    return lambda pool: word_overlap([text_of(candidates[place]) for place in pool])


def by_vectors(vectors: "Vectors", rows: NDArray[np.intp]) -> Comparison:
    """`rows`: where each candidate's vector stands."""
    return lambda pool: cosine(vectors[rows[list(pool)]])
