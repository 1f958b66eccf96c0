"""When a typed figure is the same as a value of the evidence.

Equal is equal, after reading the notation. Rounding is accepted in three cases only, and only if it is right to the
last digit shown:

- marked as such (`rund 152'000` for 152'400.00), with at least two digits that are not filling zeros;
- written with a scale word (`1.23 Mio.` for 1'234'567.00), with at least three digits, or two where marked;
- a derivation that has no end (a third, 16.3578 %), with at least one digit after the point.

The text then shows the value itself, so a reader never sees the rounded one.
"""

from collections.abc import Iterator
from decimal import Context, Decimal, localcontext

from arch_team.evidence.derivations import PERCENT, PRECISION, Computed
from arch_team.evidence.figures import TypedFigure
from arch_team.evidence.inputs import Input, cell_at, source_of
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.numerals import Reading
from arch_team.evidence.references import CellArg, Derivation, Function
from arch_team.featuredata.calls import Function as Aggregate
from arch_team.featuredata.catalog import Catalog

_CONTEXT = Context(prec=PRECISION)
SHORT = 1
_TENTH = Decimal("0.1")


def agrees(figure: TypedFigure, known: Computed) -> bool:
    """Whether a typed figure says what a computed value says."""
    if known.exact is None or not _units_agree(figure, known):
        return False
    with localcontext(_CONTEXT):
        target = known.exact
        if figure.unit == PERCENT and _is_ratio(known):
            target = target * 100
        shown = target if figure.unit == PERCENT and _is_ratio(known) else known.value
        if any(reading.value in (target, shown) for reading in figure.readings):
            return True
        return any(_rounded(figure, reading, target, known.is_rounded) for reading in figure.readings)


def is_short(figure: TypedFigure) -> bool:
    """Says so little that it may equal a cell by chance: then the sentence must name the row, or there is one only."""
    return all(len(reading.value.normalize().as_tuple().digits) <= SHORT for reading in figure.readings)


def _rounded(figure: TypedFigure, reading: Reading, target: Decimal, has_no_end: bool) -> bool:
    if figure.is_approximate:
        return any(_rounds_to(target, reading.value, step) for step in _coarser(reading, 2))
    if reading.is_scaled and reading.digits >= 3:
        return _rounds_to(target, reading.value, reading.step)
    return has_no_end and reading.step <= _TENTH and _rounds_to(target, reading.value, reading.step)


def _rounds_to(target: Decimal, value: Decimal, step: Decimal) -> bool:
    """Whether a value is the target rounded to a multiple of step. A half may go either way."""
    return abs(target - value) * 2 <= step


def _coarser(reading: Reading, digits: int) -> Iterator[Decimal]:
    """The steps a number may have been rounded to: each filling zero at its end may be one."""
    step = reading.step
    while reading.value and abs(reading.value) / step >= 10 ** (digits - 1) and reading.value % step == 0:
        yield step
        step *= 10


def _units_agree(figure: TypedFigure, known: Computed) -> bool:
    """A unit that is written must be the value's, unless the evidence has none to hold against it."""
    if known.unit == PERCENT:
        return figure.unit == PERCENT
    if figure.unit == PERCENT:
        return known.unit is None and not is_count(known)
    return figure.unit is None or known.unit is None or figure.unit == known.unit


def is_count(known: Computed) -> bool:
    """How many there are of something: neither a currency nor percent can be its unit."""
    if isinstance(known.expression, Derivation):
        return known.expression.function is Function.COUNT
    return known.inputs[0].source.aggregate in (Aggregate.COUNT, Aggregate.COUNT_DISTINCT)


def _is_ratio(known: Computed) -> bool:
    return (
        isinstance(known.expression, Derivation) and known.expression.function is Function.RATIO and known.unit is None
    )


def cells_that_agree(figure: TypedFigure, ledger: Ledger, catalog: Catalog) -> Iterator[Computed]:
    """The cells that hold a figure, as the reference to them would compute. Years, ids and moments are no amounts."""
    wanted = {reading.value for reading in figure.readings}
    near = [(r.value, abs(r.value) / 10) for r in figure.readings if r.is_scaled or figure.is_approximate]
    for entry in ledger:
        rows = entry.rows
        for index, column in enumerate(rows.columns if rows else ()):
            source = source_of(entry, column, catalog)
            if rows is None or source.is_label or column in rows.formats:
                continue
            for number, values in enumerate(rows.rows):
                value = values[index]
                if not isinstance(value, int | Decimal):
                    continue
                if value not in wanted and not any(abs(value - about) <= reach for about, reach in near):
                    continue
                cell = cell_at(entry, number, column)
                item = Input(source, cell.ref.row, cell) if cell else None
                if cell and item and item.amount is not None:
                    known = Computed(CellArg(cell.ref), cell.value, item.amount, cell.unit, (item,))
                    if agrees(figure, known):
                        yield known
