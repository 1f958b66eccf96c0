"""How a score or a similarity is shown: rounded to so many places, and nothing else is done to it. And a long text."""

from decimal import Decimal

from arch_team.wire import Language

DECIMALS = 2
"""The declared rounding of every score, mark and similarity in a report."""


def shown(value: float, language: Language) -> str:
    """`0.903` as `0,90` in German and `0.90` in English."""
    text = f"{value:.{DECIMALS}f}"
    return text.replace(".", ",") if language == "de" else text


def may_be_shown_as(value: float) -> frozenset[Decimal]:
    """The value itself, the value as it is shown, and both in percent."""
    readings = {Decimal(str(value)), Decimal(shown(value, "en"))}
    return frozenset(readings | {reading * 100 for reading in readings if 0 <= reading <= 1})


def shortened(text: str, longest: int) -> str:
    """On one line, and not longer than this."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def one_line(text: str) -> str:
    """On one line, of printable characters alone."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
