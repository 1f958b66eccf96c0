"""Days, months, quarters and years as people write them, in English and German."""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
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
    is_opened: bool = False
    """Its words begin with one that says it is a stretch: `from`, `zwischen`."""

    is_of_any_year: bool = False
    """Its words do not say of which year it is: `in March`."""

    def in_year(self, year: int) -> "Period":
        """The same days of a year. The last of a month is the last of that month."""
        day = self.end.day if self.is_day else calendar.monthrange(year, self.end.month)[1]
        first, last = date(year, self.start.month, self.start.day), date(year, self.end.month, day)
        return replace(self, start=first, end=last, is_of_any_year=False)

    @property
    def first_and_last(self) -> tuple["Period", "Period"]:
        """The days it begins and ends with."""
        return replace(self, end=self.start), replace(self, start=self.end)

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
def _named(kind: str) -> dict[str, int]:
    """The words for parts of a year, or for which of them, the longest first."""
    listed: dict[int, list[str]] = packaged("lexicon/calendar.yaml")[kind]
    found = {said: number for number, names in listed.items() for name in names for said in (name, folded(name))}
    return dict(sorted(found.items(), key=lambda each: -len(each[0])))


@cache
def month_names() -> tuple[str, ...]:
    """The names of months in full, folded."""
    return tuple(name for name in _months() if len(name) > 4)


def month_numbers() -> dict[str, int]:
    """The names of the months, short ones too, with their numbers."""
    return dict(_months())


@cache
def weekday_names() -> tuple[str, ...]:
    """The days of the week, short ones too."""
    return tuple(packaged("lexicon/calendar.yaml")["weekdays"])


def is_month(word: str) -> bool:
    return folded(word) in _months()


def is_part_of_when(word: str) -> bool:
    """Whether a word of a name only says of which time it is, or which of several: `2024`, `february`, `q1`, `3`."""
    plain = folded(word)
    numbered: list[str] = packaged("lexicon/calendar.yaml")["numbered_parts"]
    return plain.isdecimal() or plain in month_names() or plain.rstrip("0123456789") in numbered


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    month = "|".join(sorted(_months(), key=len, reverse=True))
    year = r"(?P<y>(?:1[89]|20|21)\d\d)"
    nth, part = ("|".join(map(re.escape, _named(kind))) for kind in ("parts_in_order", "year_parts"))
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
            rf"(?P<nth>{nth})\s(?P<part>{part})\s(?:(?:of|in|des\sjahres|im\sjahr)\s)?{year}",
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


@cache
def _edges() -> re.Pattern[str]:
    calendar = packaged("lexicon/calendar.yaml")
    ends, starts = ("|".join(sorted(calendar["edges"][edge], key=len, reverse=True)) for edge in ("end", "start"))
    bounds = "|".join(sorted(calendar["bounds"], key=len, reverse=True))
    return re.compile(rf"(?:\b(?P<bound>{bounds})\s)?\b(?:(?P<end>{ends})|(?P<start>{starts}))\s(?=\w)", re.IGNORECASE)


@cache
def _year_alone() -> re.Pattern[str]:
    return re.compile(r"(?:(?:the year|des jahres|jahr|year)\s)?(?P<y>(?:1[89]|20|21)\d\d)(?![\w.-])", re.IGNORECASE)


def edges_in(text: str) -> Iterator[Period]:
    """The days that stretches of time end or begin with, where a text says so: `Ende Februar 2025`, `at the beginning
    of 2024`. What a bound stands before (`until the end of May`) is no such day."""
    known = periods_in(text)
    for match in _edges().finditer(text):
        whole = next((p for p in known if p.at[0] == match.end() and not p.is_day), None)
        year = _year_alone().match(text, match.end()) if whole is None else None
        if year is not None and not any(p.at[0] < year.end() and year.start() < p.at[1] for p in known):
            whole = year_period(int(year["y"]), year.span())
        if match["bound"] is None and whole is not None:
            day = whole.end if match["end"] else whole.start
            yield Period(day, day, (match.start(), whole.at[1]))


_ANY_LEAP_YEAR = 4


@cache
def _months_alone() -> re.Pattern[str]:
    month = "|".join(sorted(_months(), key=len, reverse=True))
    leads = "|".join(packaged("lexicon/calendar.yaml")["leads"])
    day = r"(?:st|nd|rd|th|\.)?"
    return re.compile(
        rf"(?<![\w.-])(?:{leads})\s(?P<all>(?:(?P<d>\d\d?){day}\s(?:of\s)?)?(?P<mn>{month})\b\.?(?:\s(?P<d2>\d\d?){day})?)"
        r"(?![\w-])(?!\.?,?\s(?:of\s)?\d)",
        re.IGNORECASE,
    )


def months_alone_in(text: str) -> Iterator[Period]:
    """Months and their days that a text names without a year: `in March`, `on 5 March`."""
    for match in _months_alone().finditer(text):
        month, day = _months()[folded(match["mn"])], match["d"] or match["d2"]
        try:
            first = date(_ANY_LEAP_YEAR, month, int(day or 1))
        except ValueError:
            continue
        last = first if day else _month_end(_ANY_LEAP_YEAR, month)
        yield Period(first, last, match.span("all"), is_of_any_year=True)


@cache
def _beginnings() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What a stretch may begin with, before its last day or month: `between 1 March and`, `1.–`."""
    month = "|".join(sorted(_months(), key=len, reverse=True))
    calendar = packaged("lexicon/calendar.yaml")
    joints, between, since = ("|".join(calendar[name]) for name in ("joints", "between", "from"))
    year = r"(?:1[89]|20|21)\d\d"
    first = (
        rf"(?:(?P<iso>{year}-\d\d?-\d\d?)|(?P<d>\d\d?)\.\s?(?P<m>\d\d?)\.?(?:\s?(?P<y>{year}))?"
        rf"|(?P<d2>\d\d?)(?:st|nd|rd|th|\.)?(?:\s(?:of\s)?(?P<mn>{month})\b\.?(?:,?\s(?P<y2>{year}))?)?"
        rf"|(?P<mn2>{month})\b\.?(?:\s(?P<d3>\d\d?)(?:st|nd|rd|th)?\b)?(?:,?\s(?P<y3>{year}))?"
        rf"|q(?P<q>[1-4])(?:[\s/](?P<y4>{year}))?)"
    )
    the = r"(?:(?:the|dem|den)\s)?"
    return (
        re.compile(
            rf"(?<![\w.-])(?:(?P<opens>{since})\s{the})?{first}(?:\s(?:{joints})\s|\s?[-–]\s?){the}$", re.IGNORECASE
        ),
        re.compile(rf"(?<![\w.-])(?P<opens>{between})\s{the}{first}\s(?:and|und|{joints})\s{the}$", re.IGNORECASE),
    )


@cache
def _hyphens() -> re.Pattern[str]:
    """Between two days or months: `1-15 March`, `June-August`."""
    month = "|".join(sorted(_months(), key=len, reverse=True))
    return re.compile(
        rf"(?<=[\w.])-(?=\d\d?(?:\.\s?\d|(?:st|nd|rd|th|\.)?\s(?:{month})\b)|(?:{month})\b)", re.IGNORECASE
    )


_FAR_ENOUGH = 60
"""Letters before a last day in which the first is looked for."""


def stretches_in(text: str) -> list[Period]:
    """The periods a text names, where from one day or month to another is one: `from 1 June to 31 August 2023`. What
    begins without a year has that of its end; what would end before it begins is none."""
    found: list[Period] = []
    text = _hyphens().sub("–", text)
    for last in periods_in(text):
        offset = max(0, last.at[0] - _FAR_ENOUGH)
        before = text[offset : last.at[0]]
        match = next((m for pattern in _beginnings() if (m := pattern.search(before))), None)
        start = _beginning(match, last) if match is not None else None
        if match is None or start is None or start > last.start:
            found.append(last)
            continue
        place = offset + match.start()
        found = [period for period in found if period.at[1] <= place]
        found.append(Period(start, last.end, (place, last.at[1]), is_opened=match["opens"] is not None))
    return found


def _beginning(match: re.Match[str], last: Period) -> date | None:
    """The first day of a stretch. None: it is no day, or a day of a month that is not said."""
    said = match.groupdict()
    if said["iso"]:
        return next((period.start for period in periods_in(said["iso"])), None)
    year = int(next((said[name] for name in ("y", "y2", "y3", "y4") if said[name]), last.end.year))
    day = said["d"] or said["d2"] or said["d3"]
    name = said["mn"] or said["mn2"]
    if said["q"]:
        month = int(said["q"]) * 3 - 2
    elif name or said["m"]:
        month = _months()[folded(name)] if name else int(said["m"])
    elif last.is_day:
        month = last.start.month
    else:
        return None
    try:
        return date(year, month, int(day or 1))
    except ValueError:
        return None


def _period(match: re.Match[str]) -> Iterator[Period]:
    parts = match.groupdict()
    year = int(parts["y"])
    if parts.get("q"):
        last = int(parts["q"]) * 3
        yield Period(date(year, last - 2, 1), _month_end(year, last), match.span())
        return
    if parts.get("part"):
        months = _named("year_parts")[parts["part"].casefold()]
        last = (_named("parts_in_order")[parts["nth"].casefold()] or 12 // months) * months
        if last <= 12:
            yield Period(date(year, last - months + 1, 1), _month_end(year, last), match.span())
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
