"""Plans that hold figures against each other: periods of one set, or sets in one period."""

from collections.abc import Generator
from dataclasses import dataclass, replace

from arch_team.models.embedded.account_question import AccountQuestion
from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.amounts import CLOSING, MOST_ROWS, amount, at_end, figures, rows_at
from arch_team.models.embedded.plan import Cannot, Figure, Found, Plan, Say, Table, ToolCall, difference
from arch_team.models.embedded.shares import part_and_whole
from arch_team.reading.periods import Period

_Sides = Generator[ToolCall, Found, "tuple[list[Figure], list[Figure]] | Cannot"]


@dataclass(frozen=True, slots=True)
class AccountComparisons(AccountQuestion):
    def _sides(self, one: tuple[AccountSet, Period], two: tuple[AccountSet, Period]) -> _Sides:
        """Both figures, or why there is no comparison: one side alone would answer another question."""
        first = yield from amount(*one, self.voice)
        second = yield from amount(*two, self.voice)
        if isinstance(first, Cannot):
            return first
        if not first:
            return self.nothing(*one)
        if isinstance(second, Cannot):
            return second
        return (first, second) if second else self.nothing(*two)

    def periods(self, accounts: AccountSet, old: Period, new: Period) -> Plan:
        """Two periods of one set: both figures, the difference and the change in percent."""
        sides = yield from self._sides((accounts, old), (accounts, new))
        if isinstance(sides, Cannot):
            return sides
        before, after = sides
        earlier = {figure.unit: figure for figure in before}
        parts: list[str] = []
        verdict = ""
        for figure in after:
            past = earlier.get(figure.unit)
            if past is None:
                continue
            change = difference(figure, past)
            percent = f", {{{{percent_change({past.expression}, {figure.expression})}}}}" if past.value else ""
            parts.append(
                f"{self.voice.span(old)}: {past.reference}, {self.voice.span(new)}: {figure.reference}. "
                f"{self.voice('Veränderung', 'Change')}: {change.reference}{percent}."
            )
            verdict = verdict or self._verdict(figure, past)
        return Say(f"{verdict}{self.named(accounts)}: " + " ".join(parts))

    def largest_change(self, accounts: AccountSet, old: Period, new: Period) -> Plan:
        """The account of a set that rose or fell most from one year to another."""
        before = yield rows_at(accounts, at_end(old.end.year, 12), limit=MOST_ROWS)
        after = yield rows_at(accounts, at_end(new.end.year, 12), limit=MOST_ROWS)
        if not before.rows or not after.rows or before.truncated or after.truncated:
            return self.nothing(accounts, new if before.rows else old)
        past = {before.text(i, "accountNumber"): one for i, one in enumerate(figures(before, CLOSING, accounts))}
        moved = [
            (difference(one, past[number]), i)
            for i, one in enumerate(figures(after, CLOSING, accounts))
            if (number := after.text(i, "accountNumber")) in past
        ]
        falls, rises = self.reading.says("falls"), self.reading.says("rises")
        if falls == rises:
            return Cannot(
                self.voice("Frag nach der Zunahme oder nach der Abnahme.", "Ask for the rise or for the fall.")
            )
        ranked = sorted(moved, key=lambda one: one[0].value, reverse=not falls)
        ranked = [(change, i) for change, i in ranked if (change.value < 0 if falls else change.value > 0)]
        if not ranked:
            return Cannot(self.voice("Kein Konto hat sich so verändert.", "No account has changed like that."))
        lines = [
            f"- {after.text(i, 'accountName')} ({after.text(i, 'accountNumber')}): {change.reference}"
            for change, i in ranked[: self.reading.top or 1]
        ]
        head = self.voice(
            "grösste Abnahme" if falls else "grösste Zunahme", "largest fall" if falls else "largest rise"
        )
        when = f"{self.voice.span(old)} – {self.voice.span(new)}"
        return Say(f"{self.named(accounts)}, {head} {when}:\n" + "\n".join(lines))

    def _verdict(self, new: Figure, old: Figure) -> str:
        """Yes or no to `is it higher`, `has it fallen`. `Was 2024 higher than 2025` asks about the older period."""
        reading = self.reading
        asks_new = reading.periods[0].end >= reading.periods[-1].end if reading.periods else True
        rises, falls = reading.says("rises"), reading.says("falls")
        up, down = new.value > old.value, new.value < old.value
        if rises and falls:
            moved = (
                ("Gestiegen. ", "Up. ")
                if up
                else ("Gesunken. ", "Down. ")
                if down
                else ("Unverändert. ", "Unchanged. ")
            )
            return self.voice(*moved)
        if rises:
            return self.premise(up)
        if falls and "below" not in reading.cues:
            return self.premise(down)
        if "above" in reading.cues:
            return self.premise(up if asks_new else down)
        if "below" in reading.cues:
            return self.premise(down if asks_new else up)
        return ""

    def grid(self, sets: list[AccountSet], periods: list[Period]) -> Plan:
        """Several sets in several periods, as a table."""
        table = Table((self.voice("Konto", "Account"), *(self.voice.span(period) for period in periods)))
        for accounts in sets:
            cells: list[str] = []
            for period in periods:
                found = yield from amount(accounts, period, self.voice)
                if isinstance(found, Cannot):
                    return found
                if not found:
                    return self.nothing(accounts, period)
                cells.append(", ".join(figure.reference for figure in found))
            table.rows.append((self.named(accounts), *cells))
        return Say(f"{self.voice('Im Vergleich', 'Side by side')}:\n\n{table}")

    def share(self, sets: list[AccountSet], period: Period) -> Plan:
        """One set as a part of another, in percent."""
        part, whole = part_and_whole(sets[0], sets[1], self.question.whole)
        return (yield from self._two(part, whole, period, as_share=True))

    def difference(self, sets: list[AccountSet], period: Period) -> Plan:
        """The first less the second."""
        return (yield from self._two(sets[0], sets[1], period, as_share=False))

    def _two(self, one: AccountSet, two: AccountSet, period: Period, as_share: bool) -> Plan:
        if one.is_flow != two.is_flow:
            return Cannot(
                self.voice(
                    "Ein Saldo und ein Betrag eines Zeitraums lassen sich so nicht vergleichen.",
                    "A balance and an amount of a period cannot be held against each other like this.",
                )
            )
        sides = yield from self._sides((one, period), (two, period))
        if isinstance(sides, Cannot):
            return sides
        others = {figure.unit: figure for figure in sides[1]}
        names = self.named(one), self.named(two)
        parts: list[str] = []
        for figure in sides[0]:
            other = others.get(figure.unit)
            if other is None or (as_share and not other.value):
                continue
            both = f"{names[0]}: {figure.reference}, {names[1]}: {other.reference}"
            if as_share:
                share = f"{{{{percent({figure.expression}, {other.expression})}}}}"
                parts.append(f"{both}. {self.voice('Anteil', 'Share')}: {share}.")
            else:
                parts.append(self._less(both, figure, other, two))
        if not parts:
            return self.nothing(two, period)
        one_of, other_of = sides[0][0].value, sides[1][0].value
        verdict = ""
        if self.reading.cues & {"above", "below"} and not as_share:
            verdict = self.premise(one_of > other_of if "above" in self.reading.cues else one_of < other_of)
        return Say(f"{verdict}{self.voice.span(period)}: " + " ".join(parts))

    def _less(self, both: str, figure: Figure, other: Figure, two: AccountSet) -> str:
        """An account that reduces another (accumulated depreciation) is stored with the other sign: `less` adds it."""
        reduces = other.value < 0 <= figure.value and not two.is_credit
        rest = difference(figure, other)
        if reduces:
            turned = Figure(f"negated({other.expression})", -other.value, other.unit)
            rest = difference(figure, turned)
        return f"{both}. {self.voice('Differenz', 'Difference')}: {rest.reference}."

    def less(self, accounts: AccountSet, without: AccountSet, period: Period) -> Plan:
        """A set without one of its parts, which counts with the sign of the whole: profit before tax is more."""
        part = replace(without, is_credit=accounts.is_credit)
        sides = yield from self._sides((accounts, period), (part, period))
        if isinstance(sides, Cannot):
            return sides
        taken = {figure.unit: figure for figure in sides[1]}
        parts = [difference(figure, taken[figure.unit]) if figure.unit in taken else figure for figure in sides[0]]
        shown = ", ".join(f"{{{{{figure.expression}}}}}" for figure in parts)
        name = f"{self.named(accounts)} {self.voice('ohne', 'without')} {self.named(without)}"
        return Say(f"{name} {self.voice.span(period)}: {shown}.")
