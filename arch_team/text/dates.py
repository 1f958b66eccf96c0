"""Days, months, quarters and years as people write them, in English and German."""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache

from arch_team.text.folding import folded
from arch_team.text.packaged import packaged


@dataclass(frozen=True, slots=True)
class Period:
    """All days from `start` to `end`, and where in the text they are named."""

    start: date
    end: date
    at: tuple[int, int]

    @property
    def is_day(self) -> bool:
        return self.start == self.end

    @property
    def is_year(self) -> bool:
        return (self.start.month, self.start.day, self.end.month, self.end.day) == (1, 1, 12, 31)


@cache
def _months() -> dict[str, int]:
    listed: dict[int, list[str]] = packaged("lexicon/calendar.yaml")["months"]
    return {said: number for number, names in listed.items() for name in names for said in (name, folded(name))}


@cache
def month_names() -> tuple[str, ...]:
    """The names of months in full, folded."""
    return tuple(name for name in _months() if len(name) > 4)


def month_numbers() -> dict[str, int]:
    """The names of the months, short ones too, with their numbers."""
    return dict(_months())


def is_month(word: str) -> bool:
    return folded(word) in _months()


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    month = "|".join(sorted(_months(), key=len, reverse=True))
    year = r"(?P<y>(?:1[89]|20|21)\d\d)"
    return tuple(
        re.compile(rf"(?<![\w.-]){body}(?![\w-])", re.IGNORECASE)
        for body in (
            rf"{year}-(?P<m>\d\d?)-(?P<d>\d\d?)(?:[t ]\d\d:\d\d(?::\d\d)?)?",
            rf"(?P<d>\d\d?)\.\s?(?P<m>\d\d?)\.\s?{year}",
            rf"(?P<m>\d\d?)/(?P<d>\d\d?)/{year}",
            rf"(?P<d>\d\d?)(?:st|nd|rd|th|\.)?\s(?:of\s)?(?P<mn>{month})\.?,?\s{year}",
            rf"(?P<mn>{month})\.?\s(?P<d>\d\d?)(?:st|nd|rd|th)?,?\s{year}",
            rf"(?P<mn>{month})\.?,?\s(?:of\s)?{year}",
            rf"q(?P<q>[1-4])[\s/]{year}",
            rf"(?P<q>[1-4])\.\squartal\s{year}",
            rf"{year}-(?P<m>\d\d)",
        )
    )


def periods_in(text: str) -> list[Period]:
    """The days and stretches a text names with their year, in order. A year alone is a number, not a period."""
    found: list[Period] = []
    for pattern in _patterns():
        for match in pattern.finditer(text):
            if any(match.start() < p.at[1] and p.at[0] < match.end() for p in found):
                continue
            found += _period(match)
    return sorted(found, key=lambda period: period.at)


def _period(match: re.Match[str]) -> Iterator[Period]:
    parts = match.groupdict()
    year = int(parts["y"])
    if parts.get("q"):
        last = int(parts["q"]) * 3
        yield Period(date(year, last - 2, 1), _month_end(year, last), match.span())
        return
    month = int(parts["m"]) if parts.get("m") else _months()[folded(parts["mn"])]
    day = parts.get("d")
    try:
        first = date(year, month, int(day or 1))
    except ValueError:
        return
    yield Period(first, first if day else _month_end(year, month), match.span())


def year_period(year: int, at: tuple[int, int]) -> Period:
    return Period(date(year, 1, 1), date(year, 12, 31), at)


def _month_end(year: int, month: int) -> date:
    return date(year, month, calendar.monthrange(year, month)[1])
