"""Figures of accounts: the state at a date, or what came in and went out in a period."""

from collections.abc import Generator

from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.plan import Cannot, Figure, Found, ToolCall, difference, negated
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import ACCOUNT_BALANCE, JOURNAL_LINE
from arch_team.reading.periods import Period

_SHOWN = ["accountNumber", "accountName", "closingBalance", "currency"]

Step = Generator[ToolCall, Found, "list[Figure] | Cannot"]


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


def amount(accounts: AccountSet, period: Period, voice: Voice) -> Step:
    """The set's figure for a period: per currency. Flow: what happened in it; stock: the state at its end."""
    if not accounts.is_flow:
        if period.month_end is None:
            return Cannot(
                voice(
                    f"Salden gibt es je Monatsende, nicht per {voice.span(period)}. Frag nach einem Monatsende.",
                    f"Balances exist for month ends, not for {voice.span(period)}. Ask for the end of a month.",
                )
            )
        found = yield total_of("closingBalance", accounts, at_end(*period.month_end))
        return figures(found, "sum_closingBalance", accounts)
    months = period.months
    if months is None:
        return (yield from _between_days(accounts, period))
    year, first, last = months
    end = of_month(year, 0 if (first, last) == (1, 12) else last)
    closing = figures((yield total_of("closingBalance", accounts, end)), "sum_closingBalance", accounts)
    if first == 1:
        return closing
    start = of_month(year, first)
    opening = figures((yield total_of("openingBalance", accounts, start)), "sum_openingBalance", accounts)
    by_unit = {figure.unit: figure for figure in opening}
    return [difference(figure, by_unit[figure.unit]) for figure in closing if figure.unit in by_unit]


def _between_days(accounts: AccountSet, period: Period) -> Step:
    """Any days: from the journal lines, one side minus the other."""
    start, end = period.seconds
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
    debit, credit = sides
    first, second = (credit, debit) if accounts.is_credit else (debit, credit)
    return [difference(first[unit], second[unit]) for unit in first if unit in second]
