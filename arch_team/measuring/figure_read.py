"""What a question for figures was read as: what it asks, what it leaves open, or which words it does not know."""

from dataclasses import dataclass, replace

from arch_team.measuring.asked import Asked, Lacking, Refused
from arch_team.measuring.row_asked import PartyAsked, RowsAsked

Meaning = Asked | RowsAsked | PartyAsked


@dataclass(frozen=True, slots=True)
class FigureRead:
    """What a question may ask. `unknown`: words that nothing explains."""

    question: str
    asked: Meaning | None = None
    open: Lacking | Refused | None = None
    unknown: tuple[str, ...] = ()
    more: tuple["FigureRead", ...] = ()
    """What is asked besides, in the same question."""
    taken: tuple[tuple[str, str], ...] = ()
    """Words that nothing explains, and what the person said they mean."""
    by_text: bool = False
    """Some of its words are only known from texts of rows."""
    is_of_shown: bool = False
    """It is one of the rows that its first breath shows."""

    @property
    def is_read(self) -> bool:
        return self.asked is not None or (self.open is not None and not self.unknown)

    @property
    def bare(self) -> object:
        """What is asked, whatever it was called and wherever it was said."""
        asked = self.asked
        if asked is None:
            return None
        times = tuple(replace(time, at=(0, 0), said="") for time in asked.times)
        if isinstance(asked, Asked):
            plain = replace(asked, is_question=False, asks_whether=False)
            return replace(plain, times=times, subjects=tuple(replace(one, title="") for one in asked.subjects))
        if isinstance(asked, RowsAsked):
            return replace(asked, times=times, titles=())
        return replace(asked, times=times, title="")

    @property
    def meaning(self) -> object:
        """What is asked, whatever it was called."""
        if not isinstance(self.asked, Asked):
            return self.asked or self.open
        subjects = tuple(replace(subject, title="") for subject in self.asked.subjects)
        return replace(self.asked, subjects=subjects)
