"""Figures of accounts: the state at a date, or what came in and went out in a period."""

from collections.abc import Generator
from datetime import date

from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.plan import Cannot, Figure, Found, ToolCall, difference, negated
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import ACCOUNT_BALANCE, JOURNAL_LINE
from arch_team.reading.periods import Period, unix

_SHOWN = ["accountNumber", "accountName", "closingBalance", "currency"]

CLOSING = "closingBalance"
MOST_ROWS = 200
"""Accounts that a plan looks through at most."""

Step = Generator[ToolCall, Found, list[Figure]]
Sides = Generator[ToolCall, Found, "tuple[dict[str, Figure], dict[str, Figure]]"]


def at_end(year: int, month: int) -> list[dict[str, object]]:
    """The period row that holds the state at a month's end; the annual row at a year's end."""
    return of_month(year, 0 if month == 12 else month)


def of_month(year: int, month: int) -> list[dict[str, object]]:
    return [
        {"field": "periodYear", "op": "=", "value": year},
        {"field": "periodMonth", "op": "=", "value": month},
    ]


def rows_at(accounts: AccountSet, when: list[dict[str, object]], limit: int = 40) -> ToolCall:
    return ToolCall(
        "queryTable",
        {
            "tableName": ACCOUNT_BALANCE,
            "fields": _SHOWN,
            "filters": [*when, *accounts.filters],
            "orderBy": [{"field": "accountNumber", "direction": "asc"}],
            "limit": limit,
            "purpose": "balance",
        },
    )


def total_of(field: str, accounts: AccountSet, when: list[dict[str, object]], purpose: str = "balance") -> ToolCall:
    return ToolCall(
        "aggregateTable",
        {
            "tableName": ACCOUNT_BALANCE,
            "aggregate": "SUM",
            "field": field,
            "filters": [*when, *accounts.filters],
            "purpose": purpose,
        },
    )


def figures(found: Found, column: str, accounts: AccountSet) -> list[Figure]:
    """One figure per row, with the sign a person expects."""
    out: list[Figure] = []
    for i in range(len(found.rows)):
        expression, value = found.ref(i, column), found.value(i, column)
        if accounts.is_credit:
            expression, value = negated(expression), -value
        out.append(Figure(expression, value, found.text(i, "currency")))
    return out


def amount(accounts: AccountSet, period: Period, voice: Voice) -> Generator[ToolCall, Found, "list[Figure] | Cannot"]:
    """The set's figure for a period: per currency. Flow: what happened in it; stock: the state at its end."""
    if not accounts.is_flow:
        return (yield from (_at_month_end(accounts, period) if period.month_end else _at_day(accounts, period.end)))
    if period.is_start:
        return Cannot(voice("Für welche Tage genau? Nenne Monat oder Daten.", "Which days? Name a month, or dates."))
    if period.months is None:
        return (yield from _between_days(accounts, period))
    year, first, last = period.months
    end = of_month(year, 0 if (first, last) == (1, 12) else last)
    closing = figures((yield total_of("closingBalance", accounts, end)), "sum_closingBalance", accounts)
    if first == 1:
        return closing
    opening = yield from opening_of(accounts, period)
    by_unit = {figure.unit: figure for figure in opening}
    return [difference(figure, by_unit[figure.unit]) for figure in closing if figure.unit in by_unit]


def opening_of(accounts: AccountSet, period: Period) -> Step:
    """The state at the start of the period's first month."""
    start = of_month(period.start.year, 0 if period.is_year else period.start.month)
    return figures((yield total_of("openingBalance", accounts, start)), "sum_openingBalance", accounts)


def _at_month_end(accounts: AccountSet, period: Period) -> Step:
    end = at_end(period.end.year, period.end.month)
    return figures((yield total_of("closingBalance", accounts, end)), "sum_closingBalance", accounts)


def _at_day(accounts: AccountSet, day: date) -> Step:
    """Inside a month: its opening balance, and what was booked up to the day."""
    start = of_month(day.year, day.month)
    found = yield total_of("openingBalance", accounts, start)
    debit, credit = yield from _lines(accounts, unix(day.replace(day=1)), unix(day))
    out: list[Figure] = []
    for opening in figures(found, "sum_openingBalance", accounts.unsigned):
        unit, state = opening.unit, opening
        if unit in debit and unit in credit:
            state = difference(opening, difference(credit[unit], debit[unit]))
        out.append(Figure(negated(state.expression), -state.value, unit) if accounts.is_credit else state)
    return out


def _between_days(accounts: AccountSet, period: Period) -> Step:
    """Any days: from the journal lines, one side minus the other."""
    debit, credit = yield from _lines(accounts, *period.seconds)
    first, second = (credit, debit) if accounts.is_credit else (debit, credit)
    return [difference(first[unit], second[unit]) for unit in first if unit in second]


def _lines(accounts: AccountSet, start: int, end: int) -> Sides:
    """Debit and credit of the journal lines between two days, per currency."""
    days: dict[str, object] = {"field": "journalEntry.bookingDate", "op": "BETWEEN", "value": [start, end]}
    sides: list[dict[str, Figure]] = []
    for field in ("debitAmount", "creditAmount"):
        found = yield ToolCall(
            "aggregateTable",
            {
                "tableName": JOURNAL_LINE,
                "aggregate": "SUM",
                "field": field,
                "filters": [*accounts.filters, days],
                "purpose": "turnover",
            },
        )
        sides.append({figure.unit: figure for figure in figures(found, f"sum_{field}", accounts.unsigned)})
    return sides[0], sides[1]


def moved(accounts: AccountSet, period: Period, side: str) -> Step:
    """One side of a set in a period: `debitTotal` or `creditTotal`."""
    if period.months is None:
        debit, credit = yield from _lines(accounts, *period.seconds)
        return list((debit if side == "debitTotal" else credit).values())
    year, first, last = period.months
    months: dict[str, object] = (
        {"field": "periodMonth", "op": "=", "value": 0}
        if period.is_year
        else {"field": "periodMonth", "op": "BETWEEN", "value": [first, last]}
    )
    when: list[dict[str, object]] = [{"field": "periodYear", "op": "=", "value": year}, months]
    found = yield total_of(side, accounts, when, purpose="turnover")
    return figures(found, f"sum_{side}", accounts.unsigned)
