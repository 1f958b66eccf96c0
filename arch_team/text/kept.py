"""What a rewrite must keep, and may not add: words of meaning in any of their forms, and numbers in digits or words."""

import re
from collections.abc import Iterable

from arch_team.text.numbers import Number, numbers_in
from arch_team.text.speech import spoken
from arch_team.wire import Language

_TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
_MARK = re.compile(r"\[[^\[\]]*\?\]")
_CONTENT = frozenset({"noun", "name", "verb", "past", "inf", "zuinf", "ing", "part", "adj", "num"})
_SHORTEST = 3


def lost_words(original: str, told: str, language: Language) -> tuple[str, ...]:
    """The words of meaning that the original has and the new text has not, as they stand in the original.

    A word is kept in any form of it: its base form, its first letters, or as part of a compound.
    """
    plain = _MARK.sub(" ", told)
    have = {word.lower() for word in _TOKEN.findall(plain)}
    if have.issuperset(word.lower() for word in _TOKEN.findall(original)):
        return ()  # as it is for most: nothing has to be read
    have |= {lemma for _, lemma in _content(plain, language)}
    return tuple(
        dict.fromkeys(
            word
            for word, lemma in _content(original, language)
            if word.lower() not in have and lemma not in have and not _has_form(lemma, have)
        )
    )


def _content(text: str, language: Language) -> list[tuple[str, str]]:
    words = _TOKEN.findall(text)
    read = zip(words, spoken(words, language), strict=True)
    return [
        (word, one.lemma) for word, one in read if one.tag in _CONTENT and (len(word) >= _SHORTEST or one.tag == "num")
    ]


def _has_form(lemma: str, have: set[str]) -> bool:
    stem = lemma[: max(4, len(lemma) - 3)]
    return len(lemma) > 4 and any(word.startswith(stem) for word in have)


def new_number(text: str, known: Iterable[str], language: Language) -> str | None:
    """A number of the text that none of the known texts has, or one with a unit of its own."""
    have = [number for one in known for number in numbers_in(one, language)]
    for number in numbers_in(text, language):
        same = [other for other in have if _is_same(number, other)]
        if not same:
            return number.shown
        units = {other.unit for other in same}
        if number.unit and _is_unit(number.unit) and number.unit not in units and not _in_words(number.unit, known):
            return f"{number.shown} {number.unit}"
    return None


def lost_number(text: str, original: str, language: Language) -> str | None:
    """A number in digits that the original has and the text does not."""
    have = numbers_in(text, language)
    digits = (number for number in numbers_in(original, language) if number.shown[0].isdecimal())
    return next((number.shown for number in digits if not any(_is_same(number, other) for other in have)), None)


def _is_same(one: Number, other: Number) -> bool:
    return one.shown.casefold() == other.shown.casefold() or bool(one.values & other.values)


def _is_unit(word: str) -> bool:
    """A short word or a sign. A longer word after a number is what is counted, and counts as wording."""
    return len(word) <= 4


def _in_words(unit: str, known: Iterable[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(unit)}(?!\w)", text, re.IGNORECASE) for text in known)
