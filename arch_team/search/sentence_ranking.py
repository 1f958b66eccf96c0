"""Across languages a passage is as near to a question as its nearest sentence is.

Words tell little there, and the vector of a whole passage says less the longer it is. So the first candidates are put
in order by their best sentence as it is read (`reader.py`), beside the passage as a whole. Within one language words
tell more, and nothing is changed.
"""

from collections.abc import Mapping, Sequence

from arch_team.documents.chunking import units_of
from arch_team.search.passages_model import Passage
from arch_team.search.places import language_of
from arch_team.search.reader import Sentence, reader

FIRST = 20
"""So many candidates are looked at sentence by sentence."""
AS_A_WHOLE = 6.0
"""What the passage as a whole counts beside its best sentence."""
LOOKED_AT = 10
SHORTEST, LONGEST = 16, 600
"""Letters. What is shorter is no sentence; of what is longer the beginning counts."""
MOST = 12
"""Sentences of a passage that are looked at: the longest. A list of headings has many, and says little."""
Ranked = list[tuple[str, float]]


def by_sentences(
    question: str, ranked: Ranked, passages: Mapping[str, Passage], similar: Mapping[str, float]
) -> Ranked:
    """The ranking with its head in the order of the nearest sentences, where most of it is in another language."""
    head = ranked[:FIRST]
    if not _is_across(question, [passages[own] for own, _ in head[:LOOKED_AT]]):
        return ranked
    sentences = [(own, Sentence(said, passages[own].path[-1])) for own, _ in head for said in _sentences(passages[own])]
    read = reader().read(question, [sentence for _, sentence in sentences], is_across=True)
    nearness: dict[str, float] = {}
    for (own, _), score in zip(sentences, read.scores.tolist(), strict=True):
        nearness[own] = max(nearness.get(own, -1e9), score + AS_A_WHOLE * similar.get(own, 0.0))
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
