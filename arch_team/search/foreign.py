"""What a sentence brings that its place does not hold: a figure, a day, a name."""

import re
from collections import Counter
from collections.abc import Iterator

from arch_team.evidence.days import days_in
from arch_team.evidence.figures import TypedFigure, find_figures
from arch_team.evidence.masks import masked_spans
from arch_team.evidence.number_words import number_words_in
from arch_team.search.contraries import answer_words
from arch_team.search.places import Place, language_of
from arch_team.text.notation import notation
from arch_team.vectors.words import fold, stem

_CAPITALISED = re.compile(r"(?<=[\w,;:)] )[A-Z][a-zA-Z’'-]+")
_ACRONYM = re.compile(r"\b(?=\w*[A-ZÄÖÜ]{2})\w+\b")
_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def foreign(sentence: str, place: Place) -> str | None:
    """The first thing that does not stand in the place, in words."""
    for check in (_figures, _days, _names):
        found = next(check(sentence, place), None)
        if found is not None:
            return f"{found} does not stand in the cited passage"
    return None


def _figures(sentence: str, place: Place) -> Iterator[str]:
    """A figure of the place carries one figure of the sentence, as a number or as a word, in whatever notation."""
    held, spelled = find_figures(place.whole), spelled_numbers(place.whole)
    free = list(held)
    for figure in find_figures(sentence):
        taken = next((other for other in free if _equal(figure, other)), None)
        if taken is not None:
            free.remove(taken)
        elif not _stands_literally(figure, place.whole) and not (
            figure.is_bare and any(reading.value in spelled for reading in figure.readings)
        ):
            yield figure.text
    values = {reading.value for figure in held for reading in figure.readings}
    for value, word in spelled_numbers(sentence).items():
        if value not in spelled and value not in values:
            yield word
    for _, words in number_words_in(sentence):
        if _spaced(words) not in _spaced(place.whole):
            yield words


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


def spelled_numbers(text: str) -> dict[int, str]:
    """Small numbers written as words, in either language. `One` is an article as often as a number, and left out."""
    units = {word: value for words in notation().number_words.values() for word, value in words.units.items()}
    said = (word.casefold() for word in _WORD.findall(text))
    return {units[word]: word for word in said if units.get(word, 0) > 1}


def _days(sentence: str, place: Place) -> Iterator[str]:
    """Days are compared as days; years, times, quarters and ordinals as they are written."""
    held = {day for _, day in days_in(place.whole)}
    text = _spaced(place.whole)
    for span in masked_spans(sentence):
        written = sentence[span.start : span.end]
        day = next((day for _, day in days_in(written)), None)
        if day not in held and _spaced(written) not in text:
            yield written
    years = Counter(_YEAR.findall(text))
    for year, times in Counter(_YEAR.findall(sentence)).items():
        if times > years[year]:
            yield year


def _names(sentence: str, place: Place) -> Iterator[str]:
    """Acronyms, what follows a title, and in English what is written with a capital."""
    text = fold(place.whole)
    titles = "|".join(answer_words().titles)
    names = [*_ACRONYM.findall(sentence), *re.findall(rf"\b(?i:{titles})\.? ([^\W\d_][\w’'-]+)", sentence)]
    if language_of(sentence) == "en":
        names += _CAPITALISED.findall(sentence)
    yield from (name for name in names if fold(name) not in text and stem(fold(name)) not in text)


def _spaced(text: str) -> str:
    return " ".join(text.casefold().split())
