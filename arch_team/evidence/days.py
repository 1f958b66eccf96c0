"""Days written in a draft. A date is no figure, but a due date can be made up like any other fact.

A day in the draft must be one of the evidence or of the question, or begin or end a month of a year these speak of,
where the words before it say that a period begins or ends there. A year must be one they speak of.
"""

import calendar
import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from arch_team.evidence.verdict import GuardCode, GuardFinding, finding
from arch_team.evidence.vocabulary import Vocabulary
from arch_team.text.notation import any_of, notation

_MONTHS = ("jan", "feb", "m[aä]r", "apr", "ma[iy]", "jun", "jul", "aug", "sep", "o[kc]t", "nov", "de[zc]")


_BEFORE = re.compile(
    r"(?:\b(?:per|zum|bis|von|ab|seit|ende|stand|at|as of|as at|from|to|until|between|since|ended|ending|through|"
    r"end of|start of)\s+(?:the |zum |dem |und mit )?|\d\s?[–-]\s?|\()$",
    re.IGNORECASE,
)
_OF_ONE = re.compile(
    r"\b(?:fällig|zahlbar|due|payable(?= (?:on|by|until) )|booked|gebucht|bezahlt|paid|ausgestellt|issued|dated)\b"
    r"[^.;:\n]*$",
    re.IGNORECASE,
)
"""What is said of one booking or invoice, and never of a period."""
_ANY_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_YEAR = re.compile(
    r"(?:(?<=\bin )|(?<=\bim Jahr )|(?<=\byear )|(?<=\bJahr )|(?<=\bsince )|(?<=\bseit )|(?<=\bfrom )|(?<=\bof ))"
    r"(?:19|20)\d\d(?![\w.,'’-]\d|\w)"
)
"""A year that its preposition makes one; elsewhere it is a figure or a label, and bound as such."""


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    months = f"(?P<name>{any_of((*notation().months.full, *notation().months.short))})\\.?"
    day, year = r"(?P<d>\d{1,2})", r"(?P<y>(?:19|20)\d\d)"
    return tuple(
        re.compile(rf"(?<![\d.]){pattern}(?!\d)")
        for pattern in (
            rf"{day}\.\s?(?P<m>\d{{1,2}})\.\s?{year}",
            rf"{year}-(?P<m>\d\d)-(?P<d>\d\d)",
            rf"{day}(?:\.|st|nd|rd|th)?\s(?:of )?{months},?\s{year}",
            rf"{months}\s{day}(?:st|nd|rd|th)?,\s{year}",
            rf"(?P<m>\d{{1,2}})/{day}/{year}",
            rf"{day}/(?P<m>\d{{1,2}})/{year}",
        )
    )


@lru_cache(maxsize=1)
def _hints() -> re.Pattern[str]:
    """What every date has in it: one number right after another, or the name of a month."""
    return re.compile(rf"\d[./-]\s?\d|{any_of((*notation().months.full, *notation().months.short))}")


def days_in(text: str) -> Iterator[tuple[str, date]]:
    """The full dates of a text, as written and as meant."""
    if not _ANY_YEAR.search(text) or not _hints().search(text):
        return
    for pattern in _patterns():
        for match in pattern.finditer(text):
            groups = match.groupdict()
            month = int(groups["m"]) if groups.get("m") else _month(groups.get("name") or "")
            try:
                yield match[0], date(int(groups["y"]), month, int(groups["d"]))
            except ValueError:
                continue  # 31.2.2025 is no day


def made_up(text: str, question: str, vocabulary: Vocabulary) -> Iterator[GuardFinding]:
    """Days and years that neither the evidence nor the question knows."""
    if not any(c.isdecimal() for c in text):
        return
    asked = {day for _, day in days_in(question)}
    held = vocabulary.days | asked | {day for said in vocabulary.dated_texts for _, day in days_in(said)}
    years = vocabulary.years | {day.year for day in held} | {int(year) for year in _ANY_YEAR.findall(question)}
    typed: dict[str, list[date]] = {}
    for written, day in days_in(text):
        typed.setdefault(written, []).append(day)
    for written, days in typed.items():
        bounds = any(
            _bounds_month(day) and (day.year in years or vocabulary.is_looked_for(str(day.year))) for day in days
        )
        if any(day in held for day in days) or (bounds and _ends_a_period(text, written)):
            continue
        message = f"{written} is no day of the evidence."
        yield finding(GuardCode.UNBOUND_DATE, message, "Refer to the cell that holds the date.", written)
    for written in dict.fromkeys(_YEAR.findall(text)):
        if int(written) not in years and not vocabulary.has(written) and not vocabulary.is_looked_for(written):
            if any(written in known for known in typed):
                continue  # it was said of the day already
            message = f"{written} is no year of the evidence."
            yield finding(GuardCode.UNBOUND_DATE, message, "Refer to the cell that holds the year.", written)


def _ends_a_period(text: str, written: str) -> bool:
    """`per 31.12.2025`, `from 1 March 2025`, and the head of a column; not the day of a booking."""
    places = [match.start() for match in re.finditer(rf"(?<!\d){re.escape(written)}", text)]
    return all(
        _heads_a_column(text, at) or (_BEFORE.search(text[:at]) and not _OF_ONE.search(text[:at])) for at in places
    )


def _heads_a_column(text: str, at: int) -> bool:
    """Whether a place is in the first line of a table: what stands below it is as of then."""
    end = text.find("\n", at)
    return end >= 0 and text[end + 1 :].startswith("|---") and text[text.rfind("\n", 0, at) + 1 :].startswith("|")


def _bounds_month(day: date) -> bool:
    return day.day in (1, calendar.monthrange(day.year, day.month)[1])


def _month(name: str) -> int:
    return next((i for i, start in enumerate(_MONTHS, 1) if re.match(start, name, re.IGNORECASE)), 0)
