"""A number of a question for figures that a reading leaves out."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from typing import cast

from arch_team.measuring.asked import Asked
from arch_team.measuring.row_asked import PartyAsked, RowsAsked
from arch_team.measuring.scan import Amount, Scan
from arch_team.text.periods import Period
from arch_team.text.tokens import tokens_of


def number_left(asked: Asked | RowsAsked | PartyAsked, scan: Scan) -> str:
    """The first number that stands nowhere in what is asked: `what was posted in March under 18`. How many members
    something has, or years a time, may be said with them. Empty: every number is used."""
    told = {abs(number) for number in _numbers_in(asked)}
    if isinstance(asked, Asked):
        told |= {float(len(asked.subjects)), *(float(len(subject.codes)) for subject in asked.subjects)}
    told |= {float(len(asked.times)), *(size for time in asked.times for size in _sizes(time))}
    said = ((item.text, sense) for item in scan.items if not item.in_brackets for sense in item.of(Amount))
    return next((text for text, each in said if isinstance(each, Amount) and abs(float(each.value)) not in told), "")


def _numbers_in(part: object) -> Iterator[float]:
    """Every number that stands anywhere in what is asked, also within its texts."""
    if isinstance(part, int | float | Decimal):
        yield float(part)
    elif isinstance(part, date):
        yield from (float(part.year), float(part.month), float(part.day))
    elif isinstance(part, str):
        yield from (float(t.number) for t in tokens_of(part) if t.number is not None)
    elif is_dataclass(part):
        for each in fields(part):
            yield from _numbers_in(getattr(part, each.name))
    elif isinstance(part, tuple | frozenset | list):
        for each in cast("Iterable[object]", part):
            yield from _numbers_in(each)
    elif isinstance(part, dict):
        yield from _numbers_in(tuple(cast("dict[object, object]", part).values()))


def _sizes(time: Period) -> tuple[float, ...]:
    """How many days, months, quarters and years a time has."""
    months = (time.end.year - time.start.year) * 12 + time.end.month - time.start.month + 1
    return (float((time.end - time.start).days + 1), float(months), months / 3, months / 12)
