"""Rankings of candidates that are handed in without one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from arch_team.search.contracts import SearchCandidate
from arch_team.search.contracts_stages import Arm
from arch_team.search.fusion import best_first
from arch_team.search.relevance import lexical_relevance, terms_of_question, text_of

if TYPE_CHECKING:
    from arch_team.search.contracts_stages import Vectors
    from arch_team.vectors.embedding import Embedder


def lexical_arm(question: str, candidates: Sequence[SearchCandidate]) -> Arm:
    """By the question's words; who holds none of them is not listed. Of equals, the one that stands first."""
    relevance = lexical_relevance(terms_of_question(question), [text_of(candidate) for candidate in candidates])
    order: list[int] = best_first(relevance)[: np.count_nonzero(relevance)].tolist()
    return Arm("lexical", tuple([candidates[place].id for place in order]), tuple(relevance[order].tolist()))


def arm_by_meaning(
    embedder: "Embedder", question: str, candidates: Sequence[SearchCandidate], lexical: Arm, most: int
) -> "tuple[Arm, Vectors]":
    """The `most` best by words, ranked by meaning, and a row of their vector for each; others have a row of zeros.

    Who holds none of the words comes after those who do, and may be the best by meaning: another language, for one.
    """
    place_of = {candidate.id: place for place, candidate in enumerate(candidates)}
    near = dict.fromkeys((*(place_of[candidate_id] for candidate_id in lexical.ids), *range(len(candidates))))
    places = sorted(list(near)[:most])
    rows = embedder.embed([question, *(text_of(candidates[place]) for place in places)])
    similarity = (rows[1:] @ rows[0]).astype(np.float64)
    vectors = np.zeros((len(candidates), rows.shape[1]), dtype=np.float32)
    vectors[places] = rows[1:]
    order: list[int] = best_first(similarity).tolist()
    dense = Arm("dense", tuple([candidates[places[at]].id for at in order]), tuple(similarity[order].tolist()))
    return dense, vectors
