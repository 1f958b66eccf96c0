"""Plans for questions about accounts: balances, income and expense, comparisons, rankings, developments."""

from dataclasses import dataclass
from decimal import Decimal

from arch_team.models.embedded.accounts import AccountSet, number_set
from arch_team.models.embedded.amounts import BALANCE, amount, at_end, figures, of_month, rows_at
from arch_team.models.embedded.plan import (
    Cannot,
    Figure,
    Found,
    Outcome,
    Plan,
    Say,
    Table,
    ToolCall,
    difference,
    negated,
)
from arch_team.models.embedded.texts import Voice
from arch_team.reading.periods import Period
from arch_team.reading.question import Reading

MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class AccountQuestion:
    reading: Reading
    voice: Voice

    def nothing(self, what: str, period: Period) -> Cannot:
        when = self.voice.span(period)
        return Cannot(
            self.voice(
                f"Für {what} gibt es {when} keine Zeilen in den Daten. Das heisst nicht, dass der Betrag null ist.",
                f"There are no rows for {what} in {when}. That does not mean the amount is zero.",
            )
        )

    def figure(self, accounts: AccountSet, period: Period) -> Plan:
        """One set, one period: every account with its balance, or the total of income or expense."""
        when = at_end(period)
        if accounts.is_flow and not (accounts.is_single and period.is_year):
            return (yield from self._flow(accounts, period))
        if when is None:
            return (yield from self._flow(accounts, period))
        found = yield rows_at(accounts, when)
        if not found.rows:
            return self.nothing(self.voice.named(accounts.label), period)
        return self._listed(found, accounts, period)

    def _flow(self, accounts: AccountSet, period: Period) -> Plan:
        total = yield from amount(accounts, period, self.voice)
        if isinstance(total, Cannot):
            return total
        if not total:
            return self.nothing(self.voice.named(accounts.label), period)
        shown = self._shown(total)
        when = self.voice.span(period)
        verb = self._verdict(total)
        return Say(f"{verb}{self.voice.named(accounts.label)} {when}: {shown}.")

    def _listed(self, found: Found, accounts: AccountSet, period: Period) -> Outcome:
        end = period.month_end
        assert end is not None
        when = self.voice.day(end[0], end[1] % 12)
        column = "closingBalance"
        lines: list[str] = []
        by_unit: dict[str, list[int]] = {}
        sign = [
            self._is_credit(found.text(i, "accountNumber"), accounts, found.value(i, column))
            for i in range(len(found.rows))
        ]
        for i in range(len(found.rows)):
            by_unit.setdefault(found.text(i, "currency"), []).append(i)
            expression = negated(found.ref(i, column)) if sign[i] else found.ref(i, column)
            lines.append(f"{found.text(i, 'accountName')} ({found.text(i, 'accountNumber')}): {{{{{expression}}}}}")
        totals = [self._sum(found, rows, column, any(sign[i] for i in rows), unit) for unit, rows in by_unit.items()]
        verb = self._verdict(totals)
        if len(found.rows) == 1:
            return Say(f"{verb}{self.voice('Saldo per', 'Balance at')} {when}: {lines[0]}.")
        if found.truncated or len(found.rows) > MOST_LISTED:
            lines = []
        shown = ", ".join(figure.reference for figure in totals)
        head = f"{verb}{self.voice.named(accounts.label)} {self.voice('per', 'at')} {when}:"
        if found.truncated:
            return Cannot(self.voice("Das sind zu viele Konten für eine Liste.", "That is too many accounts to list."))
        body = "\n".join(f"- {line}" for line in lines)
        return Say(f"{head}\n{body}\n{self.voice('Zusammen', 'Together')}: {shown}." if body else f"{head} {shown}.")

    def _sum(self, found: Found, rows: list[int], column: str, is_credit: bool, unit: str) -> Figure:
        cells = [found.ref(i, column) for i in rows]
        value = sum((found.value(i, column) for i in rows), start=found.value(rows[0], column) * 0)
        expression = cells[0] if len(cells) == 1 else f"sum({', '.join(cells)})"
        return Figure(negated(expression) if is_credit else expression, -value if is_credit else value, unit)

    def _is_credit(self, number: str, accounts: AccountSet, value: Decimal) -> bool:
        """Shown with the sign turned: a credit balance. One account of income or expense is shown as an amount."""
        if accounts.is_flow and accounts.is_single:
            return value < 0
        return number_set(number).is_credit if number[:1].isdigit() and not accounts.is_flow else accounts.is_credit

    def _shown(self, total: list[Figure]) -> str:
        return ", ".join(figure.reference for figure in total)

    def _verdict(self, total: list[Figure]) -> str:
        """Yes or no, where the question asks whether a figure is above, below or equal to an amount."""
        reading, voice = self.reading, self.voice
        if "yes_no" not in reading.cues or not reading.amounts or len(total) == 0:
            return ""
        wanted, value = reading.amounts[0].value, total[0].value
        if "above" in reading.cues:
            holds = value > wanted
        elif "below" in reading.cues:
            holds = value < wanted
        else:
            holds = value == wanted
        return voice("Ja. ", "Yes. ") if holds else voice("Nein. ", "No. ")

    def compared(self, accounts: AccountSet, old: Period, new: Period) -> Plan:
        """Two periods of one set: both figures, the difference and the change in percent."""
        before = yield from amount(accounts, old, self.voice)
        after = yield from amount(accounts, new, self.voice)
        for result, period in ((before, old), (after, new)):
            if isinstance(result, Cannot):
                return result
            if not result:
                return self.nothing(self.voice.named(accounts.label), period)
        assert not isinstance(before, Cannot)
        assert not isinstance(after, Cannot)
        earlier = {figure.unit: figure for figure in before}
        parts: list[str] = []
        verdict = ""
        for figure in after:
            if figure.unit not in earlier:
                continue
            past = earlier[figure.unit]
            change = difference(figure, past)
            percent = f", {{{{percent_change({past.expression}, {figure.expression})}}}}" if past.value else ""
            parts.append(
                f"{self.voice.span(old)}: {past.reference}, {self.voice.span(new)}: {figure.reference}. "
                f"{self.voice('Veränderung', 'Change')}: {change.reference}{percent}."
            )
            verdict = verdict or self._higher(figure, past)
        return Say(f"{verdict}{self.voice.named(accounts.label)}: " + " ".join(parts))

    def _higher(self, new: Figure, old: Figure) -> str:
        cues, flat = self.reading.cues, self.reading.flat
        if "yes_no" not in cues:
            return ""
        first_named = self.reading.periods[0].end > self.reading.periods[-1].end if self.reading.periods else True
        rises = any(
            w in flat for w in ("gestiegen", "zugenommen", "gewachsen", "increase", "grow", "grew", "rise", "rose")
        )
        falls = any(
            w in flat
            for w in (
                "gesunken",
                "abgenommen",
                "decrease",
                "fell",
                "fall",
                "drop",
                "lower",
                "tiefer",
                "weniger",
                "less",
            )
        )
        up = new.value > old.value
        if rises or (
            not falls and ("above" in cues or "hoher" in flat or "higher" in flat or "mehr" in flat or "more" in flat)
        ):
            holds = up if first_named or rises else not up
        elif falls:
            holds = new.value < old.value if first_named or "gesunken" in flat or "fell" in flat else up
        else:
            return ""
        return self.voice("Ja. ", "Yes. ") if holds else self.voice("Nein. ", "No. ")

    def two_sets(self, first: AccountSet, second: AccountSet, period: Period) -> Plan:
        """Two sets at one period: their share, or their difference."""
        one = yield from amount(first, period, self.voice)
        two = yield from amount(second, period, self.voice)
        for result, accounts in ((one, first), (two, second)):
            if isinstance(result, Cannot):
                return result
            if not result:
                return self.nothing(self.voice.named(accounts.label), period)
        assert not isinstance(one, Cannot)
        assert not isinstance(two, Cannot)
        others = {figure.unit: figure for figure in two}
        parts: list[str] = []
        for figure in one:
            other = others.get(figure.unit)
            if other is None:
                continue
            both = f"{self.voice.named(first.label)}: {figure.reference}, {self.voice.named(second.label)}: {other.reference}"
            if self.reading.cues & {"share", "percent"} and other.value:
                share = f"{{{{percent({figure.expression}, {other.expression})}}}}"
                parts.append(f"{both}. {self.voice('Anteil', 'Share')}: {share}.")
            elif self.reading.cues & {"difference", "compare", "above", "below"}:
                parts.append(f"{both}. {self.voice('Differenz', 'Difference')}: {difference(figure, other).reference}.")
            else:
                parts.append(f"{both}.")
        return Say(f"{self.voice.span(period)}: " + " ".join(parts))

    def largest(self, accounts: AccountSet, period: Period, count: int, smallest: bool = False) -> Plan:
        """The accounts of a set by size."""
        when = at_end(period)
        if when is None or (accounts.is_flow and not period.is_year):
            return Cannot(
                self.voice("Ranglisten von Konten gibt es je Jahr.", "Accounts can be ranked for whole years.")
            )
        down = accounts.is_credit == smallest
        call = rows_at(accounts, when, limit=count)
        order = [{"field": "closingBalance", "direction": "desc" if down else "asc"}]
        found = yield ToolCall(call.tool, {**call.arguments, "orderBy": order})
        if not found.rows:
            return self.nothing(self.voice.named(accounts.label), period)
        lines: list[str] = []
        for i in range(len(found.rows)):
            figure = figures(found, "closingBalance", accounts)[i]
            name = f"{found.text(i, 'accountName')} ({found.text(i, 'accountNumber')})"
            lines.append(f"- {name}: {figure.reference}")
        head = self.voice("kleinste" if smallest else "grösste", "smallest" if smallest else "largest")
        return Say(f"{self.voice.named(accounts.label)} {self.voice.span(period)}, {head}:\n" + "\n".join(lines))

    def monthly(self, accounts: AccountSet, year: int, step: int = 1) -> Plan:
        """A figure for each month or quarter; the highest or lowest one where that was asked."""
        months: dict[str, object] = {"field": "periodMonth", "op": "BETWEEN", "value": [1, 12]}
        base: dict[str, object] = {"field": "periodYear", "op": "=", "value": year}
        sides: list[list[tuple[int, Figure]]] = []
        for field in ("closingBalance", "openingBalance") if accounts.is_flow else ("closingBalance",):
            found = yield ToolCall(
                "aggregateTable",
                {
                    "tableName": BALANCE,
                    "aggregate": "SUM",
                    "field": field,
                    "groupBy": ["periodMonth"],
                    "filters": [base, months, *accounts.filters],
                    "orderBy": [{"field": "periodMonth", "direction": "asc"}],
                    "limit": 60,
                    "purpose": "balance",
                },
            )
            shown = figures(found, f"sum_{field}", accounts)
            sides.append([(int(found.text(i, "periodMonth")), figure) for i, figure in enumerate(shown)])
        if not sides[0]:
            return self._no_year(accounts, year)
        series = sides[0]
        if accounts.is_flow:
            opening = {(month, figure.unit): figure for month, figure in sides[1]}
            first = {m: m - step + 1 for m in range(step, 13, step)}
            series = [
                (m, difference(f, opening[first[m], f.unit]))
                for m, f in series
                if m in first and (first[m], f.unit) in opening
            ]
        else:
            series = [(m, f) for m, f in series if m % step == 0]
        if self.reading.cues & {"highest", "lowest"}:
            return self._extreme(accounts, year, series)
        table = Table((self.voice("Monat", "Month"), self.voice.named(accounts.label)))
        names = {m: f"Q{m // 3} {year}" if step == 3 else f"{self.voice.month(m)} {year}" for m in range(1, 13)}
        table.rows.extend((names[month], figure.reference) for month, figure in series)
        by = self.voice("nach Quartalen", "by quarter") if step == 3 else self.voice("nach Monaten", "by month")
        return Say(f"{self.voice.named(accounts.label)} {self.voice.year(year)}, {by}:\n\n{table}")

    def _no_year(self, accounts: AccountSet, year: int) -> Cannot:
        return Cannot(
            self.voice(
                f"Für {self.voice.named(accounts.label)} gibt es {year} keine Zeilen in den Daten.",
                f"There are no rows for {self.voice.named(accounts.label)} in {year}.",
            )
        )

    def _extreme(self, accounts: AccountSet, year: int, series: list[tuple[int, Figure]]) -> Outcome:
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
                "tableName": BALANCE,
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
            return self._no_year(accounts, first)
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
                "tableName": BALANCE,
                "aggregate": "AVG",
                "field": "closingBalance",
                "groupBy": ["accountNumber", "accountName"],
                "filters": [
                    *of_month(year, 1)[:1],
                    {"field": "periodMonth", "op": ">=", "value": 1},
                    *accounts.filters,
                ],
                "purpose": "balance",
            },
        )
        if not found.rows:
            return self._no_year(accounts, year)
        lines: list[str] = []
        for i in range(len(found.rows)):
            figure = figures(found, "avg_closingBalance", accounts)[i]
            lines.append(f"{found.text(i, 'accountName')} ({found.text(i, 'accountNumber')}): {figure.reference}")
        head = self.voice("Durchschnittlicher Monatsendsaldo", "Average month-end balance")
        return Say(f"{head} {self.voice.year(year)}: " + "; ".join(lines) + ".")

    def turnover(self, accounts: AccountSet, period: Period, sides: list[str]) -> Plan:
        """Debit and credit turnover from the period rows."""
        months = period.months
        if months is None:
            return Cannot(self.voice("Umsätze gibt es je Monat oder Jahr.", "Turnover exists per month or year."))
        year, first, last = months
        one: dict[str, object] = (
            {"field": "periodMonth", "op": "=", "value": 0}
            if period.is_year
            else {"field": "periodMonth", "op": "BETWEEN", "value": [first, last]}
        )
        parts: list[str] = []
        for side in sides:
            found = yield ToolCall(
                "aggregateTable",
                {
                    "tableName": BALANCE,
                    "aggregate": "SUM",
                    "field": side,
                    "filters": [{"field": "periodYear", "op": "=", "value": year}, one, *accounts.filters],
                    "purpose": "turnover",
                },
            )
            plain = AccountSet(accounts.label, accounts.filters, True, False)
            shown = figures(found, f"sum_{side}", plain)
            if not shown:
                return self.nothing(self.voice.named(accounts.label), period)
            name = self.voice(*(("Soll", "Debit") if side == "debitTotal" else ("Haben", "Credit")))
            parts.append(f"{name} {self._shown(shown)}")
        return Say(
            f"{self.voice('Umsatz', 'Turnover')} {self.voice.named(accounts.label)} {self.voice.span(period)}: {', '.join(parts)}."
        )
