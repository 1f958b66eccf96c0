"""Does the evidence agree with what the question pins? Right number, wrong row is no answer.

The reading of the question gives the pins: periods and accounts. A cell is held against them by its own row and by the
filters of the call it came from, whoever made that call.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from arch_team.ontologies.descriptor import OntologyDescriptor, SemanticType
from arch_team.reading.periods import Bound, Period, unix
from arch_team.reading.question import Reading

_ACCOUNT_KINDS = (SemanticType.ACCOUNT_CLASS, SemanticType.ACCOUNT_GROUP, SemanticType.CONCEPT)
Row = Mapping[str, object]
Filter = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Pins:
    """What the question holds fast. Empty: it pins nothing of that kind."""

    periods: tuple[Period, ...]
    ranges: tuple[tuple[str, str], ...]
    compares: bool
    """Asks for a change: the period before may be shown too."""


def pins_of(reading: Reading, ontology: OntologyDescriptor) -> Pins:
    """Accounts are pinned by their numbers; by the groups named, where no other word may be the name of an account."""
    ranges = [(number, number) for number in reading.accounts] + list(reading.ranges)
    if (not ranges or "share" in reading.cues) and not reading.loose:
        for entity in reading.entities(*_ACCOUNT_KINDS):
            for invariant in entity.invariants:
                if invariant.field == "accountNumber" and invariant.low is not None and invariant.high is not None:
                    ranges.append((str(invariant.low), str(invariant.high)))
    only_account_words = all(
        any(i.field == "accountNumber" for i in e.invariants) for e in reading.entities(SemanticType.CONCEPT)
    )
    compares = bool(reading.cues & {"difference", "compare"})
    periods = tuple(_opened(period) for period in reading.periods)
    return Pins(periods, tuple(ranges) if only_account_words else (), compares)


_RESULT_CLASSES = "345678"
"""First digits of the accounts of income and expense, which start each year at nothing."""


def is_of_result(pins: Pins) -> bool:
    """Whether the question is about income and expense alone."""
    return bool(pins.ranges) and all(
        low[0] in _RESULT_CLASSES and high[0] in _RESULT_CLASSES for low, high in pins.ranges
    )


def _opened(period: Period) -> Period:
    """`Until June` begins with the year, `since March` has no end."""
    if period.bound is Bound.UNTIL:
        return replace(period, start=period.start.replace(month=1, day=1))
    if period.bound is Bound.SINCE:
        return replace(period, end=period.end.replace(year=period.end.year + 20, month=12, day=31))
    return period


def complaint(pins: Pins, filters: Sequence[Filter], row: Row) -> str | None:
    """What is wrong with using a cell of this row for the question, or None."""
    return _period_complaint(pins, filters, row) or _account_complaint(pins, filters, row)


def _period_complaint(pins: Pins, filters: Sequence[Filter], row: Row) -> str | None:
    if not pins.periods:
        return None
    year = _value("periodYear", filters, row)
    if year is not None:
        years = {y for p in pins.periods for y in range(p.start.year, p.end.year + 1)}
        if pins.compares:
            years |= {y - 1 for y in years}
        if int(str(year)) not in years:
            return f"the question is about {_years(years)}, the row is of {year}"
        month = _value("periodMonth", filters, row)
        if month is not None and not _month_fits(int(str(year)), int(str(month)), pins):
            return f"the question pins {pins.periods[0].said}, the row is of month {month}"
        return None
    for flt in filters:
        if str(flt["field"]).endswith("bookingDate"):
            bounds = flt.get("value")
            low, high = (bounds[0], bounds[1]) if isinstance(bounds, list) else (bounds, bounds)  # pyright: ignore[reportUnknownVariableType]
            first = min(unix(p.start.replace(day=1)) if p.is_point else p.seconds[0] for p in pins.periods)
            last = max(p.seconds[1] for p in pins.periods)
            if isinstance(low, int) and isinstance(high, int) and not (first <= low and high <= last):
                return f"the question pins {pins.periods[0].said}, the call reads other days"
    return None


def _month_fits(year: int, month: int, pins: Pins) -> bool:
    for period in pins.periods:
        if not period.start.year <= year <= period.end.year and not pins.compares:
            continue
        if month == 0:
            if period.end.month == 12:
                return True
        elif period.is_year or period.start.year != period.end.year or period.start.month <= month <= period.end.month:
            return True
    return False


def _account_complaint(pins: Pins, filters: Sequence[Filter], row: Row) -> str | None:
    if not pins.ranges:
        return None
    number = _value("accountNumber", filters, row)
    if number is not None:
        spans: list[tuple[str, str]] | None = [(str(number), str(number))]
    else:
        spans = spans_of(filters)
    if spans is None:
        return None
    for low, high in spans:
        if not any(first <= low and high <= last for first, last in pins.ranges):
            wanted = ", ".join(a if a == b else f"{a}–{b}" for a, b in pins.ranges)
            shown = low if low == high else f"{low}–{high}"
            return f"the question is about account {wanted}, the row is of {shown}"
    return None


def spans_of(filters: Sequence[Filter]) -> list[tuple[str, str]] | None:
    """The account numbers a call reads, as spans. None where it does not say."""
    for flt in filters:
        if flt["field"] != "accountNumber":
            continue
        op, value = flt["op"], flt.get("value")
        if op == "=":
            return [(str(value), str(value))]
        if op == "LIKE" and isinstance(value, str) and value.endswith("%") and "%" not in value[:-1]:
            prefix = value[:-1]
            return [(prefix.ljust(4, "0"), prefix.ljust(4, "9"))]
        if op == "BETWEEN" and isinstance(value, list):
            low, high = cast("list[object]", value)
            return [(str(low), str(high))]
        if op == "IN" and isinstance(value, list):
            return [(str(v), str(v)) for v in cast("list[object]", value)]
    return None


def _value(field: str, filters: Sequence[Filter], row: Row) -> object:
    """What a row has in a field: its own column, or the one value the call asked for."""
    if row.get(field) is not None:
        return row[field]
    for flt in filters:
        if flt["field"] == field and flt["op"] == "=":
            return flt.get("value")
    return None


def _years(years: set[int]) -> str:
    return ", ".join(str(year) for year in sorted(years))
