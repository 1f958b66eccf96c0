"""Plans for one set of accounts and one period: its balances or its total, and its largest accounts."""

from dataclasses import dataclass
from decimal import Decimal

from arch_team.models.embedded.account_question import AccountQuestion, listed
from arch_team.models.embedded.accounts import AccountSet, number_set
from arch_team.models.embedded.amounts import amount, at_end, figures, rows_at
from arch_team.models.embedded.plan import Cannot, Figure, Found, Outcome, Plan, Say, ToolCall, negated
from arch_team.reading.periods import Period

MOST_LISTED = 12
_CLOSING = "closingBalance"


@dataclass(frozen=True, slots=True)
class AccountFigures(AccountQuestion):
    def figure(self, accounts: AccountSet, period: Period) -> Plan:
        """One set, one period: every account with its balance, or the total of income or expense."""
        end = period.month_end
        yearly_account = accounts.is_single and period.is_year
        if end is None or (accounts.is_flow and not yearly_account):
            return (yield from self._flow(accounts, period))
        found = yield rows_at(accounts, at_end(*end))
        if not found.rows:
            return self.nothing(accounts, period)
        return self._listed(found, accounts, end)

    def _flow(self, accounts: AccountSet, period: Period) -> Plan:
        total = yield from amount(accounts, period, self.voice)
        if isinstance(total, Cannot):
            return total
        if not total:
            return self.nothing(accounts, period)
        name, when = self.voice.named(accounts.label), self.voice.span(period)
        return Say(f"{self._verdict(total)}{name} {when}: {listed(total)}.")

    def _listed(self, found: Found, accounts: AccountSet, end: tuple[int, int]) -> Outcome:
        year, month = end
        when = self.voice.day(year, month % 12)
        lines: list[str] = []
        by_unit: dict[str, list[int]] = {}
        turned = [self._is_turned(found, i, accounts) for i in range(len(found.rows))]
        for i in range(len(found.rows)):
            by_unit.setdefault(found.text(i, "currency"), []).append(i)
            cell = found.ref(i, _CLOSING)
            lines.append(f"{_account(found, i)}: {{{{{negated(cell) if turned[i] else cell}}}}}")
        totals = [_sum(found, rows, any(turned[i] for i in rows), unit) for unit, rows in by_unit.items()]
        verdict = self._verdict(totals)
        if len(found.rows) == 1:
            return Say(f"{verdict}{self.voice('Saldo per', 'Balance at')} {when}: {lines[0]}.")
        if found.truncated:
            return Cannot(self.voice("Das sind zu viele Konten für eine Liste.", "That is too many accounts to list."))
        head = f"{verdict}{self.voice.named(accounts.label)} {self.voice('per', 'at')} {when}:"
        if len(found.rows) > MOST_LISTED:
            return Say(f"{head} {listed(totals)}.")
        body = "\n".join(f"- {line}" for line in lines)
        return Say(f"{head}\n{body}\n{self.voice('Zusammen', 'Together')}: {listed(totals)}.")

    def _is_turned(self, found: Found, row: int, accounts: AccountSet) -> bool:
        """Shown with the sign turned: a credit balance. One account of income or expense is shown as an amount."""
        if accounts.is_flow:
            return found.value(row, _CLOSING) < 0 if accounts.is_single else accounts.is_credit
        number = found.text(row, "accountNumber")
        return number_set(number).is_credit if number[:1].isdigit() else accounts.is_credit

    def _verdict(self, total: list[Figure]) -> str:
        """Yes or no, where the question asks whether a figure is above, below or equal to an amount."""
        cues, amounts = self.reading.cues, self.reading.amounts
        if "yes_no" not in cues or not amounts or not total:
            return ""
        wanted, value = amounts[0].value, total[0].value
        if "above" in cues:
            return self.yes_or_no(value > wanted)
        if "below" in cues:
            return self.yes_or_no(value < wanted)
        return self.yes_or_no(value == wanted)

    def largest(self, accounts: AccountSet, period: Period, count: int, smallest: bool = False) -> Plan:
        """The accounts of a set by size."""
        end = period.month_end
        if end is None or (accounts.is_flow and not period.is_year):
            return Cannot(
                self.voice("Ranglisten von Konten gibt es je Jahr.", "Accounts can be ranked for whole years.")
            )
        down = accounts.is_credit == smallest
        call = rows_at(accounts, at_end(*end), limit=count)
        order = [{"field": _CLOSING, "direction": "desc" if down else "asc"}]
        found = yield ToolCall(call.tool, {**call.arguments, "orderBy": order})
        if not found.rows:
            return self.nothing(accounts, period)
        shown = figures(found, _CLOSING, accounts)
        lines = [f"- {_account(found, i)}: {figure.reference}" for i, figure in enumerate(shown)]
        head = self.voice("kleinste" if smallest else "grösste", "smallest" if smallest else "largest")
        return Say(f"{self.voice.named(accounts.label)} {self.voice.span(period)}, {head}:\n" + "\n".join(lines))


def _account(found: Found, row: int) -> str:
    return f"{found.text(row, 'accountName')} ({found.text(row, 'accountNumber')})"


def _sum(found: Found, rows: list[int], is_turned: bool, unit: str) -> Figure:
    cells = [found.ref(i, _CLOSING) for i in rows]
    value = sum((found.value(i, _CLOSING) for i in rows), start=Decimal(0))
    expression = cells[0] if len(cells) == 1 else f"sum({', '.join(cells)})"
    return Figure(negated(expression), -value, unit) if is_turned else Figure(expression, value, unit)
