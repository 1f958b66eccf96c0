"""Across languages a passage is as near to a question as its nearest sentence is.

Words tell little there, and the vector of a whole passage says less the longer it is. So the first candidates are put
in order by their best sentence, bare and under its heading, beside the passage as a whole. Vectors of sentences are
kept. Within one language words tell more, and nothing is changed.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from arch_team.documents.chunking import units_of
from arch_team.search.nearness import WordVectors
from arch_team.search.passages_model import Passage
from arch_team.search.places import language_of

FIRST = 20
"""So many candidates are looked at sentence by sentence."""
HEADED = 2
"""Of these the best are looked at under their heading too: what is said may lean on it."""
LOOKED_AT = 10
SHORTEST, LONGEST = 16, 600
"""Letters. What is shorter is no sentence; of what is longer the beginning counts."""
MOST = 12
"""Sentences of a passage that are looked at: the longest. A list of headings has many, and says little."""
Ranked = list[tuple[str, float]]


def by_sentences(
    question: str, ranked: Ranked, passages: Mapping[str, Passage], similar: Mapping[str, float], vectors: WordVectors
) -> Ranked:
    """The ranking with its head in the order of the nearest sentences, where most of it is in another language."""
    head = ranked[:FIRST]
    if not _is_across(question, [passages[own] for own, _ in head[:LOOKED_AT]]):
        return ranked
    mine = vectors.of([question])[0]
    nearness: dict[str, float] = {}
    bare = {own: _sentences(passages[own]) for own, _ in head}
    vectors.of([sentence for sentences in bare.values() for sentence in sentences])  # in one go it costs half
    for own, sentences in bare.items():
        rows = vectors.of(sentences) @ mine
        best = [sentences[at] for at in np.argsort(-rows)[:HEADED]]
        headed = vectors.of([f"{passages[own].path[-1]}: {sentence}" for sentence in best]) @ mine
        nearness[own] = float(np.max(rows) + np.max(headed)) + similar.get(own, 0.0)
    order = sorted(nearness, key=lambda own: -nearness[own])
    scores = sorted((score for _, score in head), reverse=True)
    return [*zip(order, scores, strict=True), *ranked[FIRST:]]


def _is_across(question: str, passages: Sequence[Passage]) -> bool:
    mine = language_of(question)
    others = [language_of(passage.text) for passage in passages]
    return mine is not None and sum(other not in (None, mine) for other in others) * 2 > len(others)


def _sentences(passage: Passage) -> list[str]:
    units = (" ".join(passage.text[span.start : span.end].split()) for span in units_of(passage.text))
    found = sorted((unit[:LONGEST] for unit in units if len(unit) >= SHORTEST), key=len, reverse=True)
    return found[:MOST] or [passage.text[:LONGEST]]
