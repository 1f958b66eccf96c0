"""Whether a passage supports a sentence: by its words and their order, or by its meaning in another language.

A sentence is held against one or two neighbouring sentences of a passage at a time, with its headings. Words that stand
far apart must not be put together to something the passage never said. Free rewording is refused: without a model that
reads, it cannot be told from the contrary, and both look alike (docs/decisions/0031). Quoting always passes.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from arch_team.evidence.days import days_in
from arch_team.evidence.figures import TypedFigure, find_figures
from arch_team.evidence.masks import masked_spans
from arch_team.evidence.notation import notation
from arch_team.evidence.number_words import number_words_in
from arch_team.search.contraries import answer_words, turned
from arch_team.search.documents.chunking import units_of
from arch_team.search.documents.document import PATH_SEPARATOR
from arch_team.search.passages_model import Passage
from arch_team.vectors.sparse import terms_of
from arch_team.vectors.words import fold, stem, word_lists, words_of

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
_CAPITALISED = re.compile(r"(?<=[\w,;:)] )[A-Z][a-zA-Z’'-]+")
_ACRONYM = re.compile(r"\b(?=\w*[A-ZÄÖÜ]{2})\w+\b")
_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True)
class Place:
    """One or two neighbouring sentences of a passage."""

    passage: Passage
    text: str
    heading: str = ""

    @cached_property
    def terms(self) -> frozenset[str]:
        return frozenset(terms_of(f"{self.heading} {self.text}"))

    def share(self, wanted: frozenset[str]) -> float:
        return len(wanted & self.terms) / len(wanted)

    @property
    def whole(self) -> str:
        return f"{self.heading}\n{self.text}"


@dataclass(frozen=True, slots=True)
class Support:
    """The place that supports a sentence, or what is wrong with the nearest one."""

    place: Place | None
    problem: str | None = None

    @property
    def is_given(self) -> bool:
        return self.place is not None and self.problem is None


def sentences_of(passage: Passage) -> tuple[Place, ...]:
    heading = PATH_SEPARATOR.join(passage.path)
    return tuple(Place(passage, passage.text[span.start : span.end], heading) for span in units_of(passage.text))


def neighbours_of(passage: Passage) -> tuple[Place, ...]:
    """Each sentence with the next one, and each row of a table with the table's first row."""
    units = [place.text for place in sentences_of(passage)]
    heading = PATH_SEPARATOR.join(passage.path)
    pairs = dict.fromkeys((*pairwise(units), *_rows(units)))
    return tuple(Place(passage, f"{one}\n{other}", heading) for one, other in pairs)


def _rows(units: Sequence[str]) -> Iterator[tuple[str, str]]:
    head: str | None = None
    for unit in units:
        if " | " not in unit:
            head = None
        elif head is None:
            head = unit
        else:
            yield head, unit


def supported(sentence: str, passages: Sequence[Passage], embedder: "Embedder | None") -> Support:
    """The best place among the cited passages. With several cited, one that stands in one of them is enough."""
    singles = [place for passage in passages for place in sentences_of(passage)]
    if not singles:
        return Support(None, "the cited passage holds no sentence")
    wanted = frozenset(terms_of(sentence))
    if not any(any(c.isalpha() for c in term) for term in wanted):
        return Support(None, "it says nothing that could be looked up: state the fact itself")
    nearest = max(singles, key=lambda place: place.share(wanted))
    if nearest.share(wanted) >= TURNED_FROM and (problem := turned(sentence, nearest.text)):
        return Support(None, problem)
    together = [*singles, *(place for passage in passages for place in neighbours_of(passage))]
    near = sorted(
        (place for place in together if place.share(wanted) >= WORDS_SHARED),
        key=lambda place: (-place.share(wanted), len(place.text)),
    )
    near = [place for place in near if _in_order(terms_of(sentence), place)]
    if near:
        return _first_good(sentence, near)
    german = _is_german(sentence)
    return _by_meaning(sentence, [place for place in singles if _is_german(place.passage.text) != german], embedder)


def _in_order(terms: Sequence[str], place: Place) -> bool:
    """Whether enough of the words stand in the place in their order (longest common subsequence)."""
    held = terms_of(place.whole)
    row = [0] * (len(held) + 1)
    for term in terms:
        before = row
        row = [0]
        for column, other in enumerate(held):
            row.append(before[column] + 1 if term == other else max(before[column + 1], row[column]))
    return row[-1] >= ORDER_SHARED * len(terms)


def _by_meaning(sentence: str, singles: Sequence[Place], embedder: "Embedder | None") -> Support:
    unlike = Support(None, "the cited passage does not say this")
    if embedder is None or not singles:
        return unlike
    rows = embedder.embed([sentence, *(place.text for place in singles)])
    similar: list[float] = (rows[1:] @ rows[0]).tolist()
    near = [
        place
        for cosine, place in sorted(zip(similar, singles, strict=True), key=lambda pair: -pair[0])
        if cosine >= MEANING_SHARED
    ]
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


def foreign(sentence: str, place: Place) -> str | None:
    """A figure, a day or a name that the place does not hold."""
    return _foreign_figure(sentence, place) or _foreign_day(sentence, place) or _foreign_name(sentence, place)


def _foreign_figure(sentence: str, place: Place) -> str | None:
    held, spelled = find_figures(place.whole), spelled_numbers(place.whole)
    for figure in find_figures(sentence):
        as_word = figure.is_bare and any(reading.value in spelled for reading in figure.readings)
        if as_word or _stands_literally(figure, place.whole) or any(_equal(figure, other) for other in held):
            continue
        return f"{figure.text} does not stand in the cited passage"
    values = {reading.value for figure in held for reading in figure.readings}
    for value, word in spelled_numbers(sentence).items():
        if value not in spelled and value not in values:
            return f"{word} does not stand in the cited passage"
    for _, words in number_words_in(sentence):
        if _spaced(words) not in _spaced(place.whole):
            return f"{words} does not stand in the cited passage"
    return None


def spelled_numbers(text: str) -> dict[int, str]:
    """Small numbers written as words, in either language. `One` is an article as often as a number, and left out."""
    units = {word: value for words in notation().number_words.values() for word, value in words.units.items()}
    said = (word.casefold() for word in _WORD.findall(text))
    return {units[word]: word for word in said if units.get(word, 0) > 1}


def _equal(figure: TypedFigure, other: TypedFigure) -> bool:
    if figure.unit is not None and other.unit is not None and figure.unit != other.unit:
        return False
    if (figure.unit == "%") != (other.unit == "%"):
        return False
    return bool({reading.value for reading in figure.readings} & {reading.value for reading in other.readings})


def _stands_literally(figure: TypedFigure, text: str) -> bool:
    """Codes, and numbers nobody can read, letter by letter."""
    if figure.readings and not figure.is_code:
        return False
    return re.search(rf"(?<!\w){re.escape(figure.text)}(?!\w)", text) is not None


def _foreign_day(sentence: str, place: Place) -> str | None:
    """Days are compared as days; years, times, quarters and ordinals as they are written."""
    held = {day for _, day in days_in(place.whole)}
    text = _spaced(place.whole)
    for span in masked_spans(sentence):
        written = sentence[span.start : span.end]
        day = next((day for _, day in days_in(written)), None)
        if day not in held and _spaced(written) not in text:
            return f"{written} does not stand in the cited passage"
    for year in _YEAR.findall(sentence):
        if year not in text:
            return f"{year} does not stand in the cited passage"
    return None


def _spaced(text: str) -> str:
    return " ".join(text.casefold().split())


def _foreign_name(sentence: str, place: Place) -> str | None:
    text = fold(f"{place.heading} {place.passage.text}")
    titled = re.compile(rf"(?i:\b(?:{'|'.join(answer_words().titles)})\.?) ([^\W\d_][\w’'-]+)")
    names = [*_ACRONYM.findall(sentence), *titled.findall(sentence)]
    if not _is_german(sentence):
        names += _CAPITALISED.findall(sentence)
    for name in names:
        if stem(fold(name)) not in text and fold(name) not in text:
            return f"{name} does not stand in the cited passage"
    return None


def _is_german(sentence: str) -> bool:
    words = set(words_of(sentence))
    lists = word_lists()
    counts = {language: len(words & set(words_of(lists[language]))) for language in ("de", "en")}
    return counts["de"] >= counts["en"]
