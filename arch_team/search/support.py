"""Whether a passage supports a sentence: by its words and their order, or by its meaning in another language.

Free rewording is refused: without a model that reads, it cannot be told from the contrary, for both look alike
(docs/decisions/0031). Quoting a sentence always passes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arch_team.search.contraries import turned
from arch_team.search.foreign import foreign
from arch_team.search.passages_model import Passage
from arch_team.search.places import (
    Place,
    language_of,
    sentences_of,
    standing_word_by_word,
    topics_of,
    wider_places_of,
)

if TYPE_CHECKING:
    from arch_team.vectors.embedding import Embedder

WORDS_SHARED = 0.85
"""Share of a sentence's words that its place must hold."""
ORDER_SHARED = 0.7
"""Share of a sentence's words that stand in its place in the same order: who does what to whom."""
MEANING_SHARED = 0.62
"""Cosine from which a sentence stands by its meaning, where it is in another language than its passage."""
TURNED_FROM = 0.5
"""From this share on a sentence speaks of the same as its nearest one, and must not say the contrary."""


@dataclass(frozen=True, slots=True)
class Support:
    """The place that supports a sentence, or what is wrong with the nearest one."""

    place: Place | None
    problem: str | None = None

    @property
    def is_given(self) -> bool:
        return self.place is not None and self.problem is None


def supported(sentence: str, passages: Sequence[Passage], embedder: "Embedder | None") -> Support:
    """The best place among the cited passages. With several cited, one that stands in one of them is enough."""
    if (place := standing_word_by_word(sentence, passages)) is not None:
        return Support(place)
    singles = [place for passage in passages for place in sentences_of(passage)]
    topics = topics_of(sentence)
    if not topics or not singles:
        return Support(None, "it says nothing that could be looked up: state the fact itself")
    wanted = frozenset(topics)
    nearest = max(singles, key=lambda place: place.share(wanted))
    if nearest.share(wanted) >= TURNED_FROM and (problem := turned(sentence, nearest.text)):
        return Support(None, problem)
    places = [*singles, *(place for passage in passages for place in wider_places_of(passage))]
    near = [place for place in places if place.share(wanted) >= WORDS_SHARED and in_order(topics, place)]
    if near:
        return _first_good(sentence, sorted(near, key=lambda place: (-place.share(wanted), len(place.text))))
    return _by_meaning(sentence, [place for place in singles if _speaks_otherwise(sentence, place)], embedder)


def in_order(topics: Sequence[str], place: Place) -> bool:
    """Whether enough of the words stand in the place in their order (longest common subsequence). Cells have none."""
    if place.is_table:
        return True
    row = [0] * (len(place.topics) + 1)
    for topic in topics:
        before, row = row, [0]
        for column, other in enumerate(place.topics):
            row.append(before[column] + 1 if topic == other else max(before[column + 1], row[column]))
    return row[-1] >= ORDER_SHARED * len(topics)


def _speaks_otherwise(sentence: str, place: Place) -> bool:
    mine, theirs = language_of(sentence), language_of(place.passage.text)
    return mine is not None and theirs is not None and mine != theirs


def _by_meaning(sentence: str, singles: Sequence[Place], embedder: "Embedder | None") -> Support:
    unlike = Support(None, "the cited passage does not say this")
    if embedder is None or not singles:
        return unlike
    rows = embedder.embed([sentence, *(place.text for place in singles)])
    similar: list[float] = (rows[1:] @ rows[0]).tolist()
    ordered = sorted(zip(similar, range(len(singles)), strict=True), reverse=True)
    near = [singles[at] for cosine, at in ordered if cosine >= MEANING_SHARED]
    if not near:
        return unlike
    problem = turned(sentence, near[0].text)
    return Support(None, problem) if problem else _first_good(sentence, near)


def _first_good(sentence: str, near: Sequence[Place]) -> Support:
    problems = [foreign(sentence, place) for place in near]
    for place, problem in zip(near, problems, strict=True):
        if problem is None:
            return Support(place)
    return Support(None, problems[0])
