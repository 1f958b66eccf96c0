"""Times that are counted from today: `last year`, `this month`, `in the last 30 days`, `gestern`.

A text is given back with the days that are meant in their place, so that whoever reads it, and whoever is told how it
was read, sees them. `The last month with sales` is one among the rows, and stays.
"""

import calendar
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.wire import Language


@dataclass(frozen=True, slots=True)
class Stretch:
    """All days from `first` to `last`, as a whole unit of the calendar or as so many of them up to today."""

    first: date
    last: date
    unit: str


def with_days_named(text: str, today: date, language: Language) -> str:
    """The text with relative times as days, months and years. The same text, where it names none."""
    return _pattern().sub(lambda match: _named(match, today, language), text)


def _named(match: re.Match[str], today: date, language: Language) -> str:
    before, stretch = folded(" ".join((match["before"] or "").split())), _stretch(match, today)
    behind = before or " ".join(folded(match.string[: match.start()]).split()[-1:])
    is_of_rows = behind in _data()["articles"] and not match["count"]
    if stretch is None or is_of_rows or (match["day"] and behind in _data()["states"]):
        return match[0]
    bounds: dict[str, str] = _data()["bounds"]
    if before in bounds:
        day = stretch.first if bounds[before] == "first" else stretch.last
        bound = match["before"].removesuffix(" dem").removesuffix(" der")
        return f"{bound} {stretch.first.year if stretch.unit == 'year' else day.isoformat()}"
    return _written(stretch, language)


def _stretch(match: re.Match[str], today: date) -> Stretch | None:
    data = _data()
    if match["day"]:
        day = today + timedelta(days=data["days"][folded(match["day"])])
        return Stretch(day, day, "day")
    if match["whole"]:
        step, unit = data["whole"][folded(match["whole"])]
        return _calendar(unit, step, today)
    step, unit = _which()[folded(match["which"])], _units()[folded(match["unit"])]
    is_rolling = folded(match["before"] or "").endswith(_data()["rolling"]) and step < 0  # in the last year
    if match["count"] or is_rolling:
        return _counted(unit, int(match["count"] or 1), today) if step < 0 else None
    return _calendar(unit, step, today) if unit != "day" else None


def _calendar(unit: str, step: int, today: date) -> Stretch:
    """The whole week, month, quarter or year that is so many after the present one."""
    if unit == "week":
        first = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        return Stretch(first, first + timedelta(days=6), unit)
    size = {"month": 1, "quarter": 3, "year": 12}[unit]
    begun = (today.year * 12 + today.month - 1) // size * size + step * size
    return Stretch(_month(begun), _month(begun + size) - timedelta(days=1), unit)


def _counted(unit: str, count: int, today: date) -> Stretch | None:
    """So many units up to today, today included."""
    if not 0 < count <= 1000:
        return None
    if unit in ("day", "week"):
        return Stretch(today - timedelta(days=count * (7 if unit == "week" else 1) - 1), today, "day" * (count == 1))
    months = count * {"month": 1, "quarter": 3, "year": 12}[unit]
    begun = _month(today.year * 12 + today.month - 1 - months)
    day = min(today.day, calendar.monthrange(begun.year, begun.month)[1])
    return Stretch(begun.replace(day=day) + timedelta(days=1), today, "")


def _month(number: int) -> date:
    return date(number // 12, number % 12 + 1, 1)


def _written(stretch: Stretch, language: Language) -> str:
    written: dict[str, str] = _data()["written"].get(stretch.unit, _data()["written"]["stretch"])
    return written.get(language, written["en"]).format(
        y=stretch.first.year, m=stretch.first.month, first=stretch.first, last=stretch.last
    )


@cache
def _data() -> dict[str, Any]:
    return packaged("lexicon/calendar.yaml")["relative"]


@cache
def _which() -> dict[str, int]:
    return {folded(word): step for step, words in _data()["which"].items() for word in words}


@cache
def _units() -> dict[str, str]:
    return {folded(word): unit for unit, words in _data()["units"].items() for word in words}


@cache
def _pattern() -> re.Pattern[str]:
    data = _data()
    before = _any_of((*data["within"], *data["bounds"]))
    which = _any_of(word for words in data["which"].values() for word in words)
    units = _any_of(word for words in data["units"].values() for word in words)
    relative = rf"(?P<which>{which})\s(?:(?P<count>\d+)\s)?(?P<unit>{units})(?!\s(?:\d|(?:{_any_of(data['among'])})\b))"
    named = rf"(?P<day>{_any_of(data['days'])})|(?P<whole>{_any_of(data['whole'])})"
    return re.compile(rf"(?<![\w'’-])(?:(?P<before>{before})\s)?(?:{relative}|{named})(?![\w'’-])", re.IGNORECASE)


def _any_of(words: Iterable[str]) -> str:
    spelled = {form for word in words for form in (word, folded(word))}
    return "|".join(re.escape(word).replace(r"\ ", r"\s") for word in sorted(spelled, key=len, reverse=True))
