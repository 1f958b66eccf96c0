"""Plans that hold two figures against each other: two periods of one set, or two sets in one period."""

from collections.abc import Generator
from dataclasses import dataclass

from arch_team.models.embedded.account_question import AccountQuestion
from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.amounts import amount
from arch_team.models.embedded.plan import Cannot, Figure, Found, Plan, Say, ToolCall, difference
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
        return Say(f"{verdict}{self.voice.named(accounts.label)}: " + " ".join(parts))

    def _verdict(self, new: Figure, old: Figure) -> str:
        """Yes or no to `is it higher`, `has it fallen`. `Was 2024 higher than 2025` asks about the older period."""
        reading = self.reading
        if "yes_no" not in reading.cues:
            return ""
        asks_new = reading.periods[0].end > reading.periods[-1].end if reading.periods else True
        rises, falls = reading.says("rises"), reading.says("falls")
        up, down = new.value > old.value, new.value < old.value
        if rises or (not falls and ("above" in reading.cues or reading.says("more"))):
            return self.yes_or_no(up if asks_new or rises else not up)
        if falls:
            return self.yes_or_no(down if asks_new or reading.says("has_fallen") else up)
        return ""

    def sets(self, first: AccountSet, second: AccountSet, period: Period) -> Plan:
        """Two sets at one period: their share, or their difference."""
        sides = yield from self._sides((first, period), (second, period))
        if isinstance(sides, Cannot):
            return sides
        one, two = sides
        others = {figure.unit: figure for figure in two}
        names = self.voice.named(first.label), self.voice.named(second.label)
        parts: list[str] = []
        for figure in one:
            other = others.get(figure.unit)
            if other is None:
                continue
            both = f"{names[0]}: {figure.reference}, {names[1]}: {other.reference}"
            if self.reading.cues & {"share", "percent"} and other.value:
                share = f"{{{{percent({figure.expression}, {other.expression})}}}}"
                parts.append(f"{both}. {self.voice('Anteil', 'Share')}: {share}.")
            elif self.reading.cues & {"difference", "compare", "above", "below"}:
                parts.append(f"{both}. {self.voice('Differenz', 'Difference')}: {difference(figure, other).reference}.")
            else:
                parts.append(f"{both}.")
        return Say(f"{self.voice.span(period)}: " + " ".join(parts))
