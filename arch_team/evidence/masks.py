"""Digits that are no figures: dates, times, ordinals, list numbers. Only what is plainly one of these is left out."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from arch_team.text.notation import any_of, notation
from arch_team.text.phrases import Phrases


class Span(NamedTuple):
    start: int
    end: int


_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:19|20)\d\d"
_LIST = re.compile(r"^[ \t>#*_]*(?:[-*•][ \t]+)?(\d{1,3})[.)][ \t]+(?=\S)", re.MULTILINE)


@lru_cache(maxsize=1)
def mask_patterns() -> tuple[Phrases, ...]:
    words = notation()
    months = f"(?:{any_of((*words.months.full, *words.months.short))})\\.?"
    before = f"(?:{any_of(words.date_words)})"
    clear = r"(?<![\d.,'’\w-])"
    end = r"(?![\d\w]|[.,'’-]\d)"
    return tuple(
        Phrases(pattern)
        for pattern in (
            rf"{clear}{_DAY}\.\s?{_MONTH}\.\s?(?:{_YEAR}|\d\d){end}",  # 31.12.2025, 1. 2. 25
            rf"(?<!\w)(?:{any_of(words.day_words)}) {_DAY}\.\s?{_MONTH}\.(?!\d)",  # am 31.12.
            rf"{clear}{_YEAR}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T[\d:.]+Z?)?)?{end}",  # 2025-12-31
            rf"{clear}{_DAY}/{_DAY}/(?:{_YEAR}|\d\d){end}",  # 12/31/2025
            rf"{clear}{_MONTH}/{_YEAR}{end}",  # 12/2025
            rf"{clear}{_YEAR}/(?:{_YEAR}|\d\d){end}",  # 2024/25
            rf"{clear}{_DAY}(?:\.|st|nd|rd|th)\s?(?:of )?{months}(?: {_YEAR})?{end}",  # 31. Dezember, 31st of May 2025
            rf"{clear}{_DAY} {months},? {_YEAR}{end}",  # 31 Dec 2025
            rf"(?<!\w){before} {_DAY} {months}{end}",  # on 31 December
            rf"(?<!\w){months} {_DAY}(?:st|nd|rd|th)?, {_YEAR}{end}",  # December 31, 2025
            rf"(?<!\w){before} {months} {_DAY}(?:st|nd|rd|th)?{end}",  # on December 31
            rf"(?<!\w){months} {_YEAR}{end}",  # Dezember 2025
            rf"(?<!\w)(?:Q[1-4]|H[12]|KW ?\d\d?)(?:[ /-]{_YEAR})?{end}",  # Q4 2025, KW 12
            rf"(?<!\w)(?:FY|GJ) ?(?:{_YEAR}|\d\d){end}",  # FY2025
            rf"{clear}(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?: ?(?:Uhr|[ap]\.?m\.?))?{end}",  # 14:30
            rf"{clear}(?:[01]?\d|2[0-3])(?: ?Uhr| ?[ap]\.m\.|[ap]m| pm){end}",  # 14 Uhr, but not "5 am Stichtag"
            rf"{clear}\d{{1,2}}(?:st|nd|rd|th){end}",  # 3rd
            rf"{clear}\d{{1,2}}\. (?=(?:{any_of(words.ordinal_nouns)})\b)",  # 3. Quartal
            rf"{clear}{_YEAR}(?:er|ern){end}",  # 2025er
            rf"{clear}\d{{1,2}}-(?:Monats|Tages|Jahres|monatig|jährig|tägig|month|day|year|week)\w*",  # 12-Monats-Ziel
        )
    )


@lru_cache(maxsize=64)
def masked_spans(text: str) -> tuple[Span, ...]:
    """Where the text has digits that are no figures. A text is looked at more than once on its way out."""
    if not any(c.isdecimal() for c in text):
        return ()
    spans = [Span(*match.span()) for pattern in mask_patterns() for match in pattern.finditer(text)]
    return (*spans, *_list_numbers(text))


def _list_numbers(text: str) -> Iterator[Span]:
    """`1.` at a line's start, and `2.` after a `1.`; a line that starts with any other number is not numbered."""
    expected = 1
    for match in _LIST.finditer(text):
        number = int(match[1])
        if number in (1, expected):
            yield Span(match.start(1), match.end(1))
            expected = number + 1


def blanked(text: str, spans: Sequence[Span], filler: str = "\ufffc") -> str:
    """The text with spans overwritten, every other character in its place."""
    if not spans:
        return text
    characters = list(text)
    for start, end in spans:
        characters[start:end] = filler * (end - start)
    return "".join(characters)
