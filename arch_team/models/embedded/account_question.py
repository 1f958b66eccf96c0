"""What all plans about accounts share: the question, the language, and how to say that there is nothing."""

from dataclasses import dataclass

from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.plan import Cannot, Figure
from arch_team.models.embedded.texts import Voice
from arch_team.reading.periods import Period
from arch_team.reading.question import Reading


@dataclass(frozen=True, slots=True)
class AccountQuestion:
    reading: Reading
    voice: Voice

    def nothing(self, accounts: AccountSet, period: Period) -> Cannot:
        """No rows is no zero: the difference is what makes an answer honest."""
        what, when = self.voice.named(accounts.label), self.voice.span(period)
        return Cannot(
            self.voice(
                f"Für {what} gibt es {when} keine Zeilen in den Daten. Das heisst nicht, dass der Betrag null ist.",
                f"There are no rows for {what} in {when}. That does not mean the amount is zero.",
            )
        )

    def no_year(self, accounts: AccountSet, year: int) -> Cannot:
        what = self.voice.named(accounts.label)
        return Cannot(
            self.voice(
                f"Für {what} gibt es {year} keine Zeilen in den Daten.",
                f"There are no rows for {what} in {year}.",
            )
        )

    def yes_or_no(self, holds: bool) -> str:
        return self.voice("Ja. ", "Yes. ") if holds else self.voice("Nein. ", "No. ")


def listed(figures: list[Figure]) -> str:
    """One reference per unit."""
    return ", ".join(figure.reference for figure in figures)
