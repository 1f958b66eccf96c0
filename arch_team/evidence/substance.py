"""Is it an answer at all? A model that has lost its way repeats what the seats told it, or shows nothing it found."""

import re
from collections.abc import Iterator

from arch_team.evidence.drafts import found_nothing
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.verdict import GuardCode, GuardFinding, GuardResult, finding

SHORTEST_NAME = 4
_SEATS_SPEAK = re.compile(r"\b(?:(?:NOT[ _])?APPROVED?|(?:IN)?VALID):|\b(?:[A-Z]{2,}_)+[A-Z]{2,}\b")
"""`NOT APPROVED:`, `INVALID:` and names of findings."""
_MACHINERY = re.compile(
    r"\b(?:evidence|row|column|Evidenz|Zeile|Spalte) [er]\d+\b|\be\d+\.r\d+\b|\b(?:sum|avg|min|max|count)_[a-z]\w*"
)
"""How a cell is addressed, said to the person instead of used."""


def no_answer(checked: GuardResult, ledger: Ledger, asked: str) -> Iterator[GuardFinding]:
    """What is wrong with a checked draft whose figures are all right, or that has none."""
    held = {text for entry in ledger if entry.rows for row in entry.rows.rows for text in row if isinstance(text, str)}
    spoken = [m.group() for pattern in (_SEATS_SPEAK, _MACHINERY) for m in pattern.finditer(checked.text)]
    parroted = next((each for each in spoken if each not in held), None)
    if parroted is not None:
        hint = "Answer the question for the person who asked it."
        yield finding(GuardCode.NO_ANSWER, f"{parroted!r} is not for the person who asked.", hint, parroted)
    named = any(_said(text, checked.text) and not _said(text, asked) for text in held)
    if not checked.has_data and not named and not found_nothing(ledger):
        message = "The draft shows nothing of the rows that were found."
        yield finding(GuardCode.NO_ANSWER, message, "Show the figure by reference, {{e1.r0.column}}.")


def _said(held: str, text: str) -> bool:
    """A name of the evidence, written out as it is there."""
    return len(held) >= SHORTEST_NAME and held.casefold() in text.casefold()
