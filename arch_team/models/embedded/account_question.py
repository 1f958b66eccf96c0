"""What all plans about accounts share: the question, the language, and how to name a set and say there is nothing."""

from dataclasses import dataclass

from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.plan import Cannot, Figure
from arch_team.models.embedded.resolution import Question
from arch_team.models.embedded.texts import Voice
from arch_team.reading.periods import Period
from arch_team.reading.question import Reading


@dataclass(frozen=True, slots=True)
class AccountQuestion:
    question: Question
    voice: Voice

    @property
    def reading(self) -> Reading:
        return self.question.reading

    def named(self, accounts: AccountSet) -> str:
        """The set as the answer calls it: an account found by a word is shown with its own name and number."""
        number = accounts.label_number
        if number and accounts.label != number:
            return f"{accounts.label} ({self.voice('Konto', 'account')} {number})"
        return self.voice.named(accounts.label)

    def nothing(self, accounts: AccountSet, period: Period) -> Cannot:
        """No rows is no zero: the difference is what makes an answer honest."""
        what, when = self.named(accounts), self.voice.span(period)
        return Cannot(
            self.voice(
                f"Für {what} gibt es {when} keine Zeilen in den Daten. Das heisst nicht, dass der Betrag null ist.",
                f"There are no rows for {what} in {when}. That does not mean the amount is zero.",
            )
        )

    def yes_or_no(self, holds: bool) -> str:
        return self.voice("Ja. ", "Yes. ") if holds else self.voice("Nein. ", "No. ")

    def premise(self, holds: bool) -> str:
        """A question may take something for granted (`why …`) or ask it. What does not hold is said openly."""
        cues = self.reading.cues
        if "why" in cues and "yes_no" not in cues:
            return "" if holds else self.voice("Das trifft nicht zu. ", "That is not so. ")
        return self.yes_or_no(holds) if "yes_no" in cues else ""


def listed(figures: list[Figure]) -> str:
    """One reference per unit."""
    return ", ".join(figure.reference for figure in figures)
