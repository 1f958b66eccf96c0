"""A number of a question for figures that a reading leaves out."""

import re

from arch_team.measuring.asked import Asked
from arch_team.measuring.row_asked import PartyAsked, RowsAsked
from arch_team.measuring.scan import Amount, Scan
from arch_team.text.periods import Period

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def number_left(asked: Asked | RowsAsked | PartyAsked, scan: Scan) -> str:
    """The first number that stands nowhere in what is asked: `what was posted in March under 18`. How many members
    something has, or years a time, may be said with them. Empty: every number is used."""
    told = {float(number) for number in _NUMBER.findall(repr(asked))}
    if isinstance(asked, Asked):
        told |= {float(len(asked.subjects)), *(float(len(subject.codes)) for subject in asked.subjects)}
    told |= {float(len(asked.times)), *(size for time in asked.times for size in _sizes(time))}
    said = ((item.text, sense) for item in scan.items if not item.in_brackets for sense in item.of(Amount))
    return next((text for text, each in said if isinstance(each, Amount) and abs(float(each.value)) not in told), "")


def _sizes(time: Period) -> tuple[float, ...]:
    """How many days, months, quarters and years a time has."""
    months = (time.end.year - time.start.year) * 12 + time.end.month - time.start.month + 1
    return (float((time.end - time.start).days + 1), float(months), months / 3, months / 12)
