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
from functools import cached_property

from arch_team.evidence.derivations import PERCENT, PRECISION, Computed
from arch_team.evidence.figures import TypedFigure
from arch_team.evidence.inputs import Input, cell_at, source_of
from arch_team.evidence.ledger import Ledger, LedgerEntry
from arch_team.evidence.numerals import Reading
from arch_team.evidence.references import CellArg, Derivation, Function
from arch_team.featuredata.calls import Function as Aggregate
from arch_team.featuredata.calls import Tool
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


class Amounts:
    """The amounts of a ledger by their value. Years, ids and moments are no amounts; `labels` are just those that
    number things."""

    def __init__(self, ledger: Ledger, catalog: Catalog, *, labels: bool = False) -> None:
        self._ledger, self._catalog, self._labels = ledger, catalog, labels

    def that_agree(self, figure: TypedFigure) -> list[Computed]:
        """The cells that hold a typed figure, in the order of the ledger, as references to them would compute. What was
        only seen at a glance comes last."""
        near = [(r.value, abs(r.value) / 10) for r in figure.readings if r.is_scaled or figure.is_approximate]
        values = {reading.value for reading in figure.readings if reading.value in self._places}
        if near:
            values |= {v for v in self._places if any(abs(v - about) <= reach for about, reach in near)}
        places = sorted((self._is_glance(place), place) for value in values for place in self._places[value])
        return [known for _, place in places if (known := self._computed(place)) and agrees(figure, known)]

    def _is_glance(self, place: tuple[int, int, int]) -> bool:
        """Whether a cell is of a look at a table, which comes after what was asked for."""
        return self._entries[place[0]].tool == Tool.BROWSE.value

    @cached_property
    def _entries(self) -> tuple[LedgerEntry, ...]:
        return tuple(self._ledger)

    @cached_property
    def _places(self) -> dict[Decimal, list[tuple[int, int, int]]]:
        """Value to entry, column and row."""
        places: dict[Decimal, list[tuple[int, int, int]]] = {}
        for number, entry in enumerate(self._entries):
            for index, column in enumerate(entry.rows.columns if entry.rows else ()):
                if entry.rows is None or column in entry.rows.formats:
                    continue
                if source_of(entry, column, self._catalog).is_label is not self._labels:
                    continue
                for row, values in enumerate(entry.rows.rows):
                    value = values[index]
                    if isinstance(value, Decimal | int) and not isinstance(value, bool) and Decimal(value).is_finite():
                        places.setdefault(Decimal(value), []).append((number, index, row))
        return places

    def _computed(self, place: tuple[int, int, int]) -> Computed | None:
        number, index, row = place
        entry = self._entries[number]
        column = entry.rows.columns[index] if entry.rows else ""
        cell = cell_at(entry, row, column)
        if cell is None:
            return None
        item = Input(source_of(entry, column, self._catalog), cell.ref.row, cell)
        return Computed(CellArg(cell.ref), cell.value, item.amount, cell.unit, (item,))
