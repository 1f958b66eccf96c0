"""Plans for a set of accounts over time: by month, quarter and year, on average, and its turnover."""

from collections.abc import Generator
from dataclasses import dataclass

from arch_team.models.embedded.account_question import AccountQuestion, listed
from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.amounts import figures, total_of
from arch_team.models.embedded.plan import Cannot, Figure, Found, Outcome, Plan, Say, Table, ToolCall, difference
from arch_team.ontologies.trustee.tables import ACCOUNT_BALANCE
from arch_team.reading.periods import Period

_Series = list[tuple[int, Figure]]
"""Month and figure, one per unit."""


@dataclass(frozen=True, slots=True)
class AccountSeries(AccountQuestion):
    def monthly(self, accounts: AccountSet, year: int, step: int = 1) -> Plan:
        """A figure for each month or quarter; the highest or lowest one where that was asked."""
        series = yield from self._month_ends(accounts, year, "closingBalance")
        opening = (yield from self._month_ends(accounts, year, "openingBalance")) if accounts.is_flow else []
        if not series:
            return self.no_year(accounts, year)
        series = [(month, figure) for month, figure in series if month % step == 0]
        if accounts.is_flow:
            series = _flows(series, opening, step)
        if self.reading.cues & {"highest", "lowest"}:
            return self._extreme(accounts, year, series)
        table = Table((self.voice("Monat", "Month"), self.voice.named(accounts.label)))
        for month, figure in series:
            name = f"Q{month // 3}" if step == 3 else self.voice.month(month)
            table.rows.append((f"{name} {year}", figure.reference))
        by = self.voice("nach Quartalen", "by quarter") if step == 3 else self.voice("nach Monaten", "by month")
        return Say(f"{self.voice.named(accounts.label)} {self.voice.year(year)}, {by}:\n\n{table}")

    def _month_ends(self, accounts: AccountSet, year: int, field: str) -> Generator[ToolCall, Found, _Series]:
        found = yield ToolCall(
            "aggregateTable",
            {
                "tableName": ACCOUNT_BALANCE,
                "aggregate": "SUM",
                "field": field,
                "groupBy": ["periodMonth"],
                "filters": [
                    {"field": "periodYear", "op": "=", "value": year},
                    {"field": "periodMonth", "op": "BETWEEN", "value": [1, 12]},
                    *accounts.filters,
                ],
                "orderBy": [{"field": "periodMonth", "direction": "asc"}],
                "limit": 60,
                "purpose": "balance",
            },
        )
        shown = figures(found, f"sum_{field}", accounts)
        return [(int(found.text(i, "periodMonth")), figure) for i, figure in enumerate(shown)]

    def _extreme(self, accounts: AccountSet, year: int, series: _Series) -> Outcome:
        parts: list[str] = []
        low = "lowest" in self.reading.cues
        for unit in dict.fromkeys(figure.unit for _, figure in series):
            mine = [(figure.value, month, figure) for month, figure in series if figure.unit == unit]
            _, month, figure = min(mine, key=lambda m: m[:2]) if low else max(mine, key=lambda m: (m[0], -m[1]))
            parts.append(f"{self.voice.month(month)} {year}: {figure.reference}")
        head = self.voice("tiefster Monat" if low else "höchster Monat", "lowest month" if low else "highest month")
        return Say(f"{self.voice.named(accounts.label)} {self.voice.year(year)}, {head}: " + "; ".join(parts) + ".")

    def yearly(self, accounts: AccountSet, first: int, last: int) -> Plan:
        found = yield ToolCall(
            "aggregateTable",
            {
                "tableName": ACCOUNT_BALANCE,
                "aggregate": "SUM",
                "field": "closingBalance",
                "groupBy": ["periodYear"],
                "filters": [
                    {"field": "periodYear", "op": "BETWEEN", "value": [first, last]},
                    {"field": "periodMonth", "op": "=", "value": 0},
                    *accounts.filters,
                ],
                "orderBy": [{"field": "periodYear", "direction": "asc"}],
                "purpose": "balance",
            },
        )
        if not found.rows:
            return self.no_year(accounts, first)
        shown = figures(found, "sum_closingBalance", accounts)
        rows = [
            f"- {self.voice.year(int(found.text(i, 'periodYear')))}: {figure.reference}"
            for i, figure in enumerate(shown)
        ]
        return Say(f"{self.voice.named(accounts.label)} {self.voice('nach Jahren', 'by year')}:\n" + "\n".join(rows))

    def average(self, accounts: AccountSet, year: int) -> Plan:
        """The mean of the month ends of one account, or of each account of a small set."""
        found = yield ToolCall(
            "aggregateTable",
            {
                "tableName": ACCOUNT_BALANCE,
                "aggregate": "AVG",
                "field": "closingBalance",
                "groupBy": ["accountNumber", "accountName"],
                "filters": [
                    {"field": "periodYear", "op": "=", "value": year},
                    {"field": "periodMonth", "op": ">=", "value": 1},
                    *accounts.filters,
                ],
                "purpose": "balance",
            },
        )
        if not found.rows:
            return self.no_year(accounts, year)
        lines = [
            f"{found.text(i, 'accountName')} ({found.text(i, 'accountNumber')}): {figure.reference}"
            for i, figure in enumerate(figures(found, "avg_closingBalance", accounts))
        ]
        head = self.voice("Durchschnittlicher Monatsendsaldo", "Average month-end balance")
        return Say(f"{head} {self.voice.year(year)}: " + "; ".join(lines) + ".")

    def turnover(self, accounts: AccountSet, period: Period, sides: list[str]) -> Plan:
        """Debit and credit turnover from the period rows."""
        if period.months is None:
            return Cannot(self.voice("Umsätze gibt es je Monat oder Jahr.", "Turnover exists per month or year."))
        year, first, last = period.months
        months: dict[str, object] = (
            {"field": "periodMonth", "op": "=", "value": 0}
            if period.is_year
            else {"field": "periodMonth", "op": "BETWEEN", "value": [first, last]}
        )
        when: list[dict[str, object]] = [{"field": "periodYear", "op": "=", "value": year}, months]
        parts: list[str] = []
        for side in sides:
            found = yield total_of(side, accounts, when, purpose="turnover")
            shown = figures(found, f"sum_{side}", accounts.unsigned)
            if not shown:
                return self.nothing(accounts, period)
            name = self.voice("Soll", "Debit") if side == "debitTotal" else self.voice("Haben", "Credit")
            parts.append(f"{name} {listed(shown)}")
        name, when_said = self.voice.named(accounts.label), self.voice.span(period)
        return Say(f"{self.voice('Umsatz', 'Turnover')} {name} {when_said}: {', '.join(parts)}.")


def _flows(closing: _Series, opening: _Series, step: int) -> _Series:
    """What happened in each stretch: the end of its last month less the start of its first."""
    starts = {(month, figure.unit): figure for month, figure in opening}
    return [
        (month, difference(figure, starts[month - step + 1, figure.unit]))
        for month, figure in closing
        if (month - step + 1, figure.unit) in starts
    ]
