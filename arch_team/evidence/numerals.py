"""Reading one number as people write it: 1'234.50, 1.234,50, 1,234.50, 1 234,50.

Where a notation can mean two numbers (1.234), both are readings. Where it means none (1'23), there is no reading.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from arch_team.text.notation import SPACES

APOSTROPHES = "'’ʼ′´`"
NUMERAL = re.compile(
    rf"(?<!\d)\d{{1,3}}(?:[{SPACES}]\d{{3}})+(?!\w)(?:[.,]\d+)?|\d+(?:[.,{APOSTROPHES}]\d+)*",
)
_GROUPED = re.compile(r"\d{1,3}(?:G\d{3})+")
MAX_DIGITS = 40


@dataclass(frozen=True, slots=True)
class Reading:
    """A number, and how much its last written digit is worth."""

    value: Decimal
    step: Decimal
    is_scaled: bool = False
    """Written with a word for thousands or millions."""

    @property
    def digits(self) -> int:
        """How many significant digits are written."""
        return len(str(int(abs(self.value / self.step)))) if self.value else 1

    def scaled(self, power: int) -> "Reading":
        return Reading(self.value.scaleb(power), self.step.scaleb(power), True) if power else self

    def negated(self) -> "Reading":
        return Reading(-self.value, self.step, self.is_scaled)


def readings_of(numeral: str) -> tuple[Reading, ...]:
    """Every number the digits and separators can mean."""
    text = "".join("G" if c in SPACES or c in APOSTROPHES else c for c in numeral)
    if sum(c.isdigit() for c in text) > MAX_DIGITS:
        return ()
    found: list[Reading] = []
    for point in (".", ","):
        other = "," if point == "." else "."
        whole, has_point, fraction = text.partition(point)
        if has_point and not fraction.isdigit():
            continue
        if not has_point and point == "," and "." not in text:
            continue  # no separator of either kind: read once
        if "G" in whole and other in whole:
            continue
        grouped = whole.replace(other, "G")
        if not (grouped.isdigit() or (_GROUPED.fullmatch(grouped) and grouped[0] != "0")):
            continue
        reading = _reading(grouped.replace("G", ""), fraction)
        if reading not in found:
            found.append(reading)
    return tuple(found)


def _reading(whole: str, fraction: str) -> Reading:
    return Reading(Decimal(f"{whole}.{fraction}" if fraction else whole), Decimal(1).scaleb(-len(fraction)))
