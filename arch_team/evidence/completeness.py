"""Is it the whole answer? One quarter of four is a true figure, and no answer to a question about all of them.

Where somebody who has read every word of the question knows which figures answer it, an answer that leaves one out is
held back. What follows from what is shown need not be shown: a total of accounts that are all there, or the levels a
change was computed from.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from arch_team.evidence.verdict import Figure, FigureKind, GuardCode, GuardFinding, finding


def left_out(expected: Sequence[Figure], shown: Sequence[Figure]) -> Iterator[GuardFinding]:
    values = {abs(value) for figure in shown if (value := amount_of(figure)) is not None}
    compared = {abs(cell) for figure in shown if _is_compared(figure) for cell in _cells(figure)}
    for figure in expected:
        value = amount_of(figure)
        if value is None or abs(value) in values | compared:
            continue
        cells = [abs(cell) for cell in _cells(figure)]
        if figure.kind is FigureKind.DERIVATION and cells and set(cells) <= values | compared:
            continue
        message = f"The answer leaves out {figure.display}, which the question asks for too."
        yield finding(GuardCode.OFF_TOPIC, message, "Show every figure that the calls were made for.", figure.display)


def amount_of(figure: Figure) -> Decimal | None:
    """An amount or a count. Years, months and account numbers are labels."""
    if isinstance(figure.value, Decimal):
        return figure.value
    counted = any(cell.column.startswith("count") for cell in figure.evidence)
    return Decimal(figure.value) if counted and isinstance(figure.value, int) else None


def _is_compared(figure: Figure) -> bool:
    """A change or a share, not a total: a total does not tell what it is made of."""
    return figure.kind is FigureKind.DERIVATION and not any("sum(" in reference for reference in figure.references)


def _cells(figure: Figure) -> Iterable[Decimal]:
    return (Decimal(str(cell.value)) for cell in figure.evidence if isinstance(cell.value, Decimal | int))
