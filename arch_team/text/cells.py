"""What headings and cells of other people's tables say without words of their own: `#`, `n/a`, `Total`."""

from functools import cache

from arch_team.text.folding import folded
from arch_team.text.packaged import packaged


@cache
def _headings() -> dict[str, str]:
    listed: dict[str, list[str]] = packaged("cells.yaml")["headings"]
    return {folded(sign): name for name, signs in listed.items() for sign in signs}


def heading_of(cell: str) -> str:
    """What a column is called by its heading. Empty where that says nothing: signs that stand for no word."""
    plain = " ".join(cell.split())
    meant = _headings().get(folded(plain).replace(" ", ""))
    return meant or (plain if any(sign.isalnum() for sign in plain) else "")


@cache
def nothing() -> tuple[str, ...]:
    """Cells that say that there is no value, in lower case."""
    return tuple(packaged("cells.yaml")["nothing"])


@cache
def totals() -> tuple[str, ...]:
    """What rows are called that add up others, in lower case."""
    return tuple(packaged("cells.yaml")["totals"])


def is_total(cell: str) -> bool:
    """Whether a row is called a total and nothing else: `Total:`, `Summe`."""
    return folded(cell).rstrip(" :.") in totals()


def says_total(cell: str) -> bool:
    """Whether a row is called a total, alone or of something: `Total Europe`."""
    return is_total(cell) or folded(cell).startswith(tuple(f"{word} " for word in totals()))
