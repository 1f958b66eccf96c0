"""Plans for a set of accounts over time: by month, quarter and year, and on average."""

from collections.abc import Generator
from dataclasses import dataclass
from datetime import date

from arch_team.models.embedded.account_question import AccountQuestion
from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.amounts import amount, figures
from arch_team.models.embedded.plan import (
    Cannot,
    Figure,
    Found,
    Plan,
    Say,
    Table,
    ToolCall,
    difference,
    negated,
)
from arch_team.ontologies.trustee.tables import ACCOUNT_BALANCE
from arch_team.reading.periods import Period

_Series = list[tuple[int, Figure]]
"""Month and figure, one per unit."""


@dataclass(frozen=True, slots=True)
class AccountSeries(AccountQuestion):
    def monthly(self, accounts: AccountSet, year: int, step: int = 1, months: tuple[int, int] = (1, 12)) -> Plan:
        """A figure for each month or quarter; the highest or lowest one where that was asked."""
        series = yield from self._month_ends(accounts, year, "closingBalance")
        opening = (yield from self._month_ends(accounts, year, "openingBalance")) if accounts.is_flow else []
        if not series:
            return self.nothing(accounts, whole_year(year))
        series = [(month, figure) for month, figure in series if month % step == 0]
        series = [(month, figure) for month, figure in series if months[0] <= month <= months[1]]
        if accounts.is_flow:
            series = _flows(series, opening, step)
        if self.reading.cues & {"highest", "lowest"} and months == (1, 12):
            return self._extreme(accounts, year, series, step, "lowest" in self.reading.cues)
        if self.reading.cues & {"above", "below"} and self.reading.amounts:
            series, found = self._beyond(series), bool(self._beyond(series))
            if not found:
                none = self.voice("Nein, in keinem Monat.", "No, in no month.")
                return Say(f"{none} {self.named(accounts)} {self.voice.year(year)}.")
        head = self.voice("Quartal", "Quarter") if step == 3 else self.voice("Monat", "Month")
        table = Table((head, self.named(accounts)))
        for month, figure in series:
            name = f"Q{month // 3}" if step == 3 else self.voice.month(month)
            table.rows.append((f"{name} {year}", figure.reference))
        by = self.voice("nach Quartalen", "by quarter") if step == 3 else self.voice("nach Monaten", "by month")
        yes = self.yes_or_no(True) if self.reading.cues >= {"yes_no"} and self.reading.amounts else ""
        when = self.voice.span(self.reading.periods[0]) if months != (1, 12) else self.voice.year(year)
        return Say(f"{yes}{self.named(accounts)} {when}, {by}:\n\n{table}")

    def _month_ends(self, accounts: AccountSet, year: int, field: str) -> Generator[ToolCall, Found, _Series]:
        found = yield from self._month_rows(accounts, year, field)
        shown = figures(found, f"sum_{field}", accounts)
        return [(int(found.text(i, "periodMonth")), figure) for i, figure in enumerate(shown)]

    def _month_rows(
        self, accounts: AccountSet, year: int, field: str, purpose: str = "balance", months: tuple[int, int] = (1, 12)
    ) -> Generator[ToolCall, Found, Found]:
        return (
            yield ToolCall(
                "aggregateTable",
                {
                    "tableName": ACCOUNT_BALANCE,
                    "aggregate": "SUM",
                    "field": field,
                    "groupBy": ["periodMonth"],
                    "filters": [
                        {"field": "periodYear", "op": "=", "value": year},
                        {"field": "periodMonth", "op": "BETWEEN", "value": list(months)},
                        *accounts.filters,
                    ],
                    "orderBy": [{"field": "periodMonth", "direction": "asc"}],
                    "limit": 60,
                    "purpose": purpose,
                },
            )
        )

    def ever_negative(self, accounts: AccountSet, year: int) -> Plan:
        """Whether any month of a year ended below zero: the lowest month end tells."""
        series = yield from self._month_ends(accounts, year, "closingBalance")
        if not series:
            return self.nothing(accounts, whole_year(year))
        lowest = min(figure.value for _, figure in series)
        outcome = self._extreme(accounts, year, series, 1, low=True)
        return Say(self.premise(lowest < 0) + outcome.text)

    def _beyond(self, series: _Series) -> _Series:
        """The months whose figure is above or below the amount that the question names."""
        limit, above = self.reading.amounts[0].value, "above" in self.reading.cues
        return [(month, f) for month, f in series if (f.value > limit if above else f.value < limit)]

    def _extreme(self, accounts: AccountSet, year: int, series: _Series, step: int, low: bool) -> Say:
        parts: list[str] = []
        for unit in dict.fromkeys(figure.unit for _, figure in series):
            mine = [(figure.value, month, figure) for month, figure in series if figure.unit == unit]
            ranked = sorted(mine, key=lambda m: m[:2] if low else (-m[0], m[1]))
            for _, month, figure in ranked[: self.reading.top or 1]:
                name = f"Q{month // 3}" if step == 3 else self.voice.month(month)
                parts.append(f"{name} {year}: {figure.reference}")
        stretch = self.voice("s Quartal" if step == 3 else "r Monat", " quarter" if step == 3 else " month")
        head = self.voice("tiefste" if low else "höchste", "lowest" if low else "highest") + stretch
        return Say(f"{self.named(accounts)} {self.voice.year(year)}, {head}: " + "; ".join(parts) + ".")

    def _monthly_mean(self, accounts: AccountSet, period: Period) -> Plan:
        """Income or expense per month: the mean of one side less the mean of the other."""
        year, first_month, last_month = period.months or (period.start.year, 1, 12)
        months = first_month, last_month
        debit = yield from self._month_rows(accounts, year, "debitTotal", "turnover", months)
        credit = yield from self._month_rows(accounts, year, "creditTotal", "turnover", months)
        if not debit.rows:
            return self.nothing(accounts, period)
        if len({debit.text(i, "currency") for i in range(len(debit.rows))}) > 1:
            return Cannot(self.voice("Das sind mehrere Währungen.", "That is several currencies."))
        sides = [f"average({debit.evidence}.sum_debitTotal)", f"average({credit.evidence}.sum_creditTotal)"]
        first, second = reversed(sides) if accounts.is_credit else sides
        head = self.voice("im Durchschnitt pro Monat", "on average per month")
        return Say(f"{self.named(accounts)} {self.voice.span(period)}, {head}: {{{{difference({first}, {second})}}}}.")

    def quarterly_mean(self, accounts: AccountSet, year: int) -> Plan:
        """Income or expense per quarter, on average over a year."""
        closing = yield from self._month_rows(accounts, year, "closingBalance")
        opening = yield from self._month_rows(accounts, year, "openingBalance")
        ends = [closing.ref(i, "sum_closingBalance") for i in range(len(closing.rows))][2::3]
        starts = [opening.ref(i, "sum_openingBalance") for i in range(len(opening.rows))][::3]
        if len(closing.rows) != 12 or len(opening.rows) != 12:
            return self.nothing(accounts, whole_year(year))
        sides = [f"average({', '.join(cells)})" for cells in (ends, starts)]
        mean = f"difference({', '.join(reversed(sides) if accounts.is_credit else sides)})"
        head = self.voice("im Durchschnitt pro Quartal", "on average per quarter")
        return Say(f"{self.named(accounts)} {self.voice.year(year)}, {head}: {{{{{mean}}}}}.")

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
            return self.nothing(accounts, whole_year(first))
        shown = figures(found, "sum_closingBalance", accounts)
        if self.reading.cues & {"highest", "lowest"}:
            low = "lowest" in self.reading.cues
            best = sorted(range(len(shown)), key=lambda i: shown[i].value, reverse=not low)[0]
            head = self.voice("tiefstes" if low else "höchstes", "lowest" if low else "highest")
            when = self.voice.year(int(found.text(best, "periodYear")))
            return Say(f"{self.named(accounts)}, {head} {when}: {shown[best].reference}.")
        rows = [
            f"- {self.voice.year(int(found.text(i, 'periodYear')))}: {figure.reference}"
            for i, figure in enumerate(shown)
        ]
        if accounts.is_flow and "total" in self.reading.cues:
            span = Period(date(first, 1, 1), date(last, 12, 31), "", (0, 0))
            total = yield from amount(accounts, span, self.voice)
            if not isinstance(total, Cannot):
                rows += [f"- {self.voice('Zusammen', 'Together')}: {figure.reference}" for figure in total]
        return Say(f"{self.named(accounts)} {self.voice('nach Jahren', 'by year')}:\n" + "\n".join(rows))

    def average(self, accounts: AccountSet, period: Period) -> Plan:
        """The mean of the month ends, of each account; of income or expense, the mean of the months."""
        if accounts.is_flow:
            return (yield from self._monthly_mean(accounts, period))
        year, first_month, last_month = period.months or (period.start.year, 1, 12)
        found = yield ToolCall(
            "queryTable",
            {
                "tableName": ACCOUNT_BALANCE,
                "fields": ["accountNumber", "accountName", "periodMonth", "closingBalance", "currency"],
                "filters": [
                    {"field": "periodYear", "op": "=", "value": year},
                    {"field": "periodMonth", "op": "BETWEEN", "value": [first_month, last_month]},
                    *accounts.filters,
                ],
                "orderBy": [{"field": "accountNumber", "direction": "asc"}],
                "limit": 200,
                "purpose": "balance",
            },
        )
        if not found.rows or found.truncated:
            return self.nothing(accounts, period)
        rows: dict[str, list[int]] = {}
        for i in range(len(found.rows)):
            rows.setdefault(f"{found.text(i, 'accountName')} ({found.text(i, 'accountNumber')})", []).append(i)
        lines: list[str] = []
        for name, mine in rows.items():
            mean = f"average({', '.join(found.ref(i, 'closingBalance') for i in mine)})"
            lines.append(f"{name}: {{{{{negated(mean) if accounts.is_credit else mean}}}}}")
        head = self.voice("Durchschnittlicher Monatsendsaldo", "Average month-end balance")
        return Say(f"{head} {self.voice.span(period)}: " + "; ".join(lines) + ".")


def whole_year(year: int) -> Period:
    return Period(date(year, 1, 1), date(year, 12, 31), str(year), (0, 0))


def _flows(closing: _Series, opening: _Series, step: int) -> _Series:
    """What happened in each stretch: the end of its last month less the start of its first."""
    starts = {(month, figure.unit): figure for month, figure in opening}
    return [
        (month, difference(figure, starts[month - step + 1, figure.unit]))
        for month, figure in closing
        if (month - step + 1, figure.unit) in starts
    ]
