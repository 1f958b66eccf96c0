"""Plans for sets of accounts and one period: balances, totals, what moved, and the largest accounts."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from arch_team.models.embedded.account_question import AccountQuestion, listed
from arch_team.models.embedded.accounts import AccountSet, listed_set, number_set
from arch_team.models.embedded.amounts import CLOSING, MOST_ROWS, amount, at_end, figures, moved, opening_of, rows_at
from arch_team.models.embedded.plan import Cannot, Figure, Found, Outcome, Plan, Say, ToolCall, negated
from arch_team.reading.periods import Period

MOST_LISTED, MOST_EACH = 12, 30
_LOSS, _GAIN = re.compile(r"verlust|\bloss"), re.compile(r"gewinn|\bprofit|uberschuss|\bsurplus")
_EQUALS = re.compile(
    r"\b(?:genau|exactly|gleich|equals?|betrug|betragt|betragen|zero|null|nil|is|was|ist|war|confirm|bestatig\w*|stimmt)\b"
)
_AT_LEAST = re.compile(
    r"\bmindestens|\bat least|\bhochstens|\bat most|\bno (?:more|less) than|\bnicht (?:mehr|weniger) als"
)
_GLOSSED = re.compile(r"[a-z] \([^()]*\b\d{4}\b[^()]*\b\d{4}\b[^()]*\)")
"""`Eigenkapital (2800, 2950, 2970)`: one thing, and the accounts it is made of."""


@dataclass(frozen=True, slots=True)
class AccountFigures(AccountQuestion):
    def figure(self, accounts: AccountSet, period: Period) -> Plan:
        """One set, one period: every account with its balance, or the total of income or expense."""
        end = period.month_end
        if accounts.is_flow and period.is_year and not accounts.is_single and "per_account" in self.reading.cues:
            return (yield from self._each(accounts, period))
        if end is None or (accounts.is_flow and not (accounts.is_single and period.is_year)):
            return (yield from self._total(accounts, period))
        found = yield rows_at(accounts, at_end(*end))
        if not found.rows:
            return self.nothing(accounts, period)
        return self._listed(found, accounts, period)

    def several(self, sets: list[AccountSet], period: Period) -> Plan:
        """Each set with its figure; nothing is added up that was not asked to be."""
        lines: list[str] = []
        every: list[Figure] = []
        for accounts in sets:
            found = yield from amount(accounts, period, self.voice)
            if isinstance(found, Cannot):
                return found
            if not found:
                return self.nothing(accounts, period)
            lines.append(f"- {self.named(accounts)}: {listed(found)}")
            every += found
        if self.reading.cues & {"total", "book_value"} or _GLOSSED.search(self.reading.flat):
            total = _added(every) if len({one.is_flow for one in sets}) == 1 else None
            if total is None and all(one.is_single for one in sets):
                whole = listed_set([one.label_number for one in sets], "")
                added = yield from amount(replace(whole, is_credit=sets[0].is_credit), period, self.voice)
                total = None if isinstance(added, Cannot) or len({o.is_credit for o in sets}) > 1 else added
            if total is None:
                return Cannot(self.voice("Das lässt sich nicht zusammenzählen.", "That cannot be added up."))
            lines.append(f"{self.voice('Zusammen', 'Together')}: {listed(total)}")
        return Say(f"{self.voice.span(period)}:\n" + "\n".join(lines))

    def opening(self, sets: list[AccountSet], period: Period) -> Plan:
        """The state at the start of a period."""
        lines: list[str] = []
        for accounts in sets:
            found = yield from opening_of(accounts, period)
            if not found:
                return self.nothing(accounts, period)
            lines.append(f"{self.named(accounts)}: {listed(found)}")
        first = period.start
        day = self.voice(f"1.{first.month}.{first.year}", f"1 {self.voice.month(first.month)} {first.year}")
        return Say(f"{self.voice('Anfangssaldo per', 'Opening balance at')} {day}: {'; '.join(lines)}.")

    def both_ends(self, sets: list[AccountSet], period: Period) -> Plan:
        """The state at the start of a period and at its end."""
        first = yield from self.opening(sets, period)
        if not isinstance(first, Say):
            return first
        last = yield from self.several(sets, period) if len(sets) > 1 else self.figure(sets[0], period)
        return Say(f"{first.text}\n{last.text}") if isinstance(last, Say) else last

    def turnover(self, accounts: AccountSet, period: Period, sides: list[str]) -> Plan:
        """What was booked on one side or on both."""
        parts: list[str] = []
        for side in sides:
            shown = yield from moved(accounts, period, side)
            if not shown:
                return self.nothing(accounts, period)
            name = self.voice("Soll", "Debit") if side == "debitTotal" else self.voice("Haben", "Credit")
            parts.append(f"{name} {listed(shown)}")
        name, when = self.named(accounts), self.voice.span(period)
        return Say(f"{self.voice('Umsatz', 'Turnover')} {name} {when}: {', '.join(parts)}.")

    def _total(self, accounts: AccountSet, period: Period) -> Plan:
        total = yield from amount(accounts, period, self.voice)
        if isinstance(total, Cannot):
            return total
        if not total:
            return self.nothing(accounts, period)
        verdict = self._verdict(total, accounts)
        plain = "negative" in self.reading.cues and self.reading.names_entity("ProfitOrLoss")
        corrected = plain or verdict.startswith(("Kein", "No "))
        name = self.voice("Ergebnis", "Result") if corrected else self.named(accounts)
        return Say(f"{verdict}{name} {self.voice.span(period)}: {listed(total)}.")

    def _each(self, accounts: AccountSet, period: Period) -> Plan:
        """Income or expense of a year, account by account, and the total."""
        found = yield rows_at(accounts, at_end(period.end.year, 12))
        total = yield from amount(accounts, period, self.voice)
        if not found.rows or isinstance(total, Cannot):
            return self.nothing(accounts, period)
        if found.truncated or len(found.rows) > MOST_EACH:
            return Cannot(self.voice("Das sind zu viele Konten für eine Liste.", "That is too many accounts to list."))
        shown = figures(found, CLOSING, accounts)
        lines = [f"- {_account(found, i)}: {figure.reference}" for i, figure in enumerate(shown)]
        lines.append(f"{self.voice('Zusammen', 'Together')}: {listed(total)}.")
        return Say(f"{self.named(accounts)} {self.voice.span(period)}:\n" + "\n".join(lines))

    def _listed(self, found: Found, accounts: AccountSet, period: Period) -> Outcome:
        lines: list[str] = []
        by_unit: dict[str, list[int]] = {}
        turned = [self._is_turned(found, i, accounts) for i in range(len(found.rows))]
        for i in range(len(found.rows)):
            by_unit.setdefault(found.text(i, "currency"), []).append(i)
            cell = found.ref(i, CLOSING)
            lines.append(f"{_account(found, i)}: {{{{{negated(cell) if turned[i] else cell}}}}}")
        totals = [_sum(found, rows, any(turned[i] for i in rows), unit) for unit, rows in by_unit.items()]
        verdict = self._verdict(totals, accounts)
        if accounts.is_flow:
            name, _, figure = lines[0].rpartition(": ")
            return Say(f"{verdict}{name} {self.voice.span(period)}: {figure}.")
        year, month = period.end.year, period.end.month
        when = self.voice.day(year, month % 12)
        if len(found.rows) == 1:
            return Say(f"{verdict}{self.voice('Saldo per', 'Balance at')} {when}: {lines[0]}.")
        if found.truncated:
            return Cannot(self.voice("Das sind zu viele Konten für eine Liste.", "That is too many accounts to list."))
        head = f"{verdict}{self.named(accounts)} {self.voice('per', 'at')} {when}:"
        if len(found.rows) > MOST_LISTED:
            return Say(f"{head} {listed(totals)}.")
        body = "\n".join(f"- {line}" for line in lines)
        return Say(f"{head}\n{body}\n{self.voice('Zusammen', 'Together')}: {listed(totals)}.")

    def _is_turned(self, found: Found, row: int, accounts: AccountSet) -> bool:
        """Shown with the sign turned: a credit balance. One account of income or expense is shown as an amount."""
        if accounts.is_flow:
            return found.value(row, CLOSING) < 0 if accounts.is_single else accounts.is_credit
        number = found.text(row, "accountNumber")
        return number_set(number).is_credit if number[:1].isdigit() else accounts.is_credit

    def _verdict(self, total: list[Figure], accounts: AccountSet) -> str:
        """Yes or no, where the question asks or takes for granted that a figure is above, below, equal or negative."""
        cues, amounts = self.reading.cues, self.reading.amounts
        if not total:
            return ""
        value = total[0].value
        if "negative" in cues:
            return self.premise(value < 0)
        if "repaid" in cues and not accounts.is_flow:
            return self.premise(value == 0)
        if self.reading.names_entity("ProfitOrLoss") and not amounts:
            loss, gain = bool(_LOSS.search(self.reading.flat)), bool(_GAIN.search(self.reading.flat))
            if loss and not gain and value > 0:
                return self.voice("Kein Verlust, sondern ein Gewinn. ", "No loss, but a profit. ")
            if gain and not loss and value < 0:
                return self.voice("Kein Gewinn, sondern ein Verlust. ", "No profit, but a loss. ")
            if loss != gain:
                return self.yes_or_no(True) if "yes_no" in cues else ""
            if "yes_no" in cues and value:
                return self.voice(*(("Ein Gewinn. ", "A profit. ") if value > 0 else ("Ein Verlust. ", "A loss. ")))
        if "yes_no" not in cues or not amounts:
            return ""
        wanted = amounts[0].value
        if "above" in cues:
            return self.yes_or_no(value > wanted)
        if "below" in cues:
            return self.yes_or_no(value < wanted)
        return self.yes_or_no(value == wanted) if _EQUALS.search(self.reading.flat) else ""

    def beyond(self, accounts: AccountSet, period: Period) -> Plan:
        """The accounts of a set above or below the amount that the question names."""
        found = yield rows_at(accounts, at_end(period.end.year, period.end.month), limit=MOST_ROWS)
        if not found.rows or found.truncated:
            return self.nothing(accounts, period)
        limit, above = self.reading.amounts[0].value, "above" in self.reading.cues
        shown = figures(found, CLOSING, accounts)
        equal = bool(_AT_LEAST.search(self.reading.flat))
        fitting = [
            i
            for i, one in enumerate(shown)
            if (equal and one.value == limit) or (one.value > limit if above else one.value < limit)
        ]
        if not fitting:
            return Cannot(self.voice("Auf kein Konto trifft das zu.", "That holds for none of the accounts."))
        lines = [f"- {_account(found, i)}: {shown[i].reference}" for i in fitting]
        return Say(f"{self.named(accounts)} {self.voice.span(period)}:\n" + "\n".join(lines))

    def largest(self, accounts: AccountSet, period: Period, count: int, smallest: bool = False) -> Plan:
        """The accounts of a set by size."""
        end = period.month_end
        if end is None or (accounts.is_flow and not period.is_year):
            return Cannot(
                self.voice("Ranglisten von Konten gibt es je Jahr.", "Accounts can be ranked for whole years.")
            )
        down = accounts.is_credit == smallest
        call = rows_at(accounts, at_end(*end), limit=count)
        order = [{"field": CLOSING, "direction": "desc" if down else "asc"}]
        booked: list[dict[str, object]] = [{"field": CLOSING, "op": "!=", "value": "0"}] if smallest else []
        filters = [*at_end(*end), *accounts.filters, *booked]
        found = yield ToolCall(call.tool, {**call.arguments, "filters": filters, "orderBy": order})
        if not found.rows:
            return self.nothing(accounts, period)
        shown = figures(found, CLOSING, accounts)
        lines = [f"- {_account(found, i)}: {figure.reference}" for i, figure in enumerate(shown)]
        head = self.voice("kleinste" if smallest else "grösste", "smallest" if smallest else "largest")
        return Say(f"{self.named(accounts)} {self.voice.span(period)}, {head}:\n" + "\n".join(lines))


def _added(parts: list[Figure]) -> list[Figure] | None:
    """Per currency, the sum of figures that are cells. What was computed already cannot be added up any further."""
    if any("(" in part.expression.removeprefix("negated(") for part in parts):
        return None
    out: list[Figure] = []
    for unit in dict.fromkeys(part.unit for part in parts):
        mine = [part for part in parts if part.unit == unit]
        value = sum((part.value for part in mine), start=Decimal(0))
        out.append(Figure(f"sum({', '.join(part.expression for part in mine)})", value, unit))
    return out


def _account(found: Found, row: int) -> str:
    return f"{found.text(row, 'accountName')} ({found.text(row, 'accountNumber')})"


def _sum(found: Found, rows: list[int], is_turned: bool, unit: str) -> Figure:
    cells = [found.ref(i, CLOSING) for i in rows]
    value = sum((found.value(i, CLOSING) for i in rows), start=Decimal(0))
    expression = cells[0] if len(cells) == 1 else f"sum({', '.join(cells)})"
    return Figure(negated(expression), -value, unit) if is_turned else Figure(expression, value, unit)
