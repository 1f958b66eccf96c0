"""Balances run from 1 January, movements belong to one month: is what was read the period the question names?

The closing balance of income and expense in March is the sum of three months. Asked for March alone, or for the fourth
quarter, it is a true figure and the wrong one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from arch_team.evidence.ledger import LedgerEntry
from arch_team.evidence.verdict import Figure, GuardCode, GuardFinding, finding
from arch_team.reading.binding import Pins, is_of_result
from arch_team.reading.periods import Period

_BALANCES = ("closingBalance", "sum_closingBalance")
_OPENINGS = ("openingBalance", "sum_openingBalance")
_MOVEMENTS = ("debitTotal", "creditTotal", "sum_debitTotal", "sum_creditTotal")


def other_months(pins: Pins, figures: Sequence[Figure], used: Sequence[LedgerEntry]) -> Iterator[GuardFinding]:
    """Only for one period within one year: there the months are certain."""
    period = pins.periods[0] if len(pins.periods) == 1 else None
    if period is None or period.start.year != period.end.year or pins.compares:
        return
    columns = {cell.column for figure in figures for cell in figure.evidence}
    months = {month for entry in used for month in months_read(entry)}
    if columns & set(_MOVEMENTS) and months and not period.is_point:
        yield from _missing(period, months)
    if not columns & set(_BALANCES) or columns & set(_OPENINGS) or len(months) != 1:
        return  # what moved between two states needs both of them, and a series shows each month for itself
    if period.month_end is not None and not months & _last(period):
        month = " or ".join(map(str, sorted(_last(period))))
        message = f"The question is about {period.said}, and the row is of month {min(months)}."
        yield finding(GuardCode.OFF_TOPIC, message, f"Filter periodMonth {month}, then answer again.")
    elif is_of_result(pins) and not period.is_point and not _begins_in_january(period):
        message = "closingBalance of income and expense runs from 1 January, not over the period asked for."
        hint = f"Take debitTotal and creditTotal of the months {period.start.month} to {period.end.month}."
        yield finding(GuardCode.OFF_TOPIC, message, hint)


def _last(period: Period) -> set[int]:
    """The month at whose end the period ends. The year's own row is December's too."""
    return {0, 12} if period.end.month == 12 else {period.end.month}


def _missing(period: Period, months: set[int]) -> Iterator[GuardFinding]:
    wanted = set(range(period.start.month, period.end.month + 1))
    if wanted <= months or (0 in months and len(wanted) == 12):
        return
    missing = ", ".join(map(str, sorted(wanted - months)))
    message = f"The question is about {period.said}, and the months {missing} were not read."
    yield finding(
        GuardCode.OFF_TOPIC, message, f"Filter periodMonth {min(wanted)} to {max(wanted)}, then answer again."
    )


def _begins_in_january(period: Period) -> bool:
    return (period.start.month, period.start.day) == (1, 1)


def months_read(entry: LedgerEntry) -> Iterator[int]:
    """The months a result is of, by its rows or else by the filters of its call."""
    if entry.rows is not None and "periodMonth" in entry.rows.columns:
        at = entry.rows.columns.index("periodMonth")
        yield from (int(str(row[at])) for row in entry.rows.rows)
        return
    for flt in cast("list[Mapping[str, object]]", entry.arguments.get("filters") or []):
        if flt["field"] != "periodMonth":
            continue
        value = flt.get("value")
        values = [int(str(v)) for v in (cast("list[object]", value) if isinstance(value, list) else [value])]
        if flt["op"] == "BETWEEN" and len(values) == 2:
            yield from range(values[0], values[1] + 1)
        elif flt["op"] in ("=", "IN"):
            yield from values
