"""Is it the whole answer? One quarter of four is a true figure, and no answer to a question about all of them.

Where somebody who has read every word of the question knows which figures answer it, an answer that leaves half of them
out is held back. What follows from what is shown need not be shown: a total of rows that are all there, or the
levels a change was computed from.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from arch_team.evidence.verdict import Figure, FigureKind, GuardCode, GuardFinding, finding

_CALLED = ("name", "Name", "Number", "reference")


def left_out(
    expected: Sequence[Figure], shown: Sequence[Figure], text: str, *, each: bool = True
) -> list[GuardFinding]:
    """What is missing, if it is half of the answer or more: the euros may be left out, three of four quarters not. Of
    a list without amounts, every name must be there. Unless `each` is asked for, a total is enough."""
    if not any(amount_of(figure) is not None for figure in expected):
        return [_missing(name) for name in _names(expected) if name.casefold() not in text.casefold()]
    values = {abs(value) for figure in shown if (value := amount_of(figure)) is not None}
    compared = {abs(cell) for figure in shown if _is_compared(figure) for cell in _cells(figure)}
    asked = [figure for figure in expected if amount_of(figure) is not None]
    totals = [one for one in asked if not each and _is_total(one) and abs(amount_of(one) or 0) in values]
    summed = {abs(cell) for one in totals for cell in _cells(one)}
    missing = [figure for figure in asked if not _follows(figure, values | compared | summed)]
    if 2 * len(missing) < len(asked):
        return []
    return [_missing(figure.display) for figure in missing]


def _missing(said: str) -> GuardFinding:
    message = f"The answer leaves out {said}, which the question asks for too."
    return finding(GuardCode.OFF_TOPIC, message, "Show all that the calls were made for.", said)


def _names(figures: Sequence[Figure]) -> Iterable[str]:
    """What the rows of a list are called."""
    for figure in figures:
        if isinstance(figure.value, str) and any(cell.column.endswith(_CALLED) for cell in figure.evidence):
            yield figure.value


def _follows(figure: Figure, values: set[Decimal]) -> bool:
    value = amount_of(figure)
    if value is not None and abs(value) in values:
        return True
    cells = {abs(cell) for cell in _cells(figure)}
    return figure.kind is FigureKind.DERIVATION and bool(cells) and cells <= values


def amount_of(figure: Figure) -> Decimal | None:
    """An amount or a count. Years, months and codes are labels."""
    if isinstance(figure.value, Decimal):
        return figure.value
    counted = any(cell.column.startswith("count") for cell in figure.evidence)
    return Decimal(figure.value) if counted and isinstance(figure.value, int) else None


def _is_total(figure: Figure) -> bool:
    return figure.kind is FigureKind.DERIVATION and any("sum(" in reference for reference in figure.references)


def _is_compared(figure: Figure) -> bool:
    """A change or a share, not a total: a total does not tell what it is made of."""
    return figure.kind is FigureKind.DERIVATION and not _is_total(figure)


def _cells(figure: Figure) -> Iterable[Decimal]:
    return (Decimal(str(cell.value)) for cell in figure.evidence if isinstance(cell.value, Decimal | int))
