"""The cells that go into a derivation, each with what the catalog says of its column."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import cast

from arch_team.evidence.ledger import Cell, CellRef, Ledger, LedgerEntry
from arch_team.evidence.references import CellArg, ColumnArg
from arch_team.evidence.verdict import GuardCode, GuardFinding, finding
from arch_team.featuredata.calls import Filter, Op, Scalar
from arch_team.featuredata.calls import Function as Aggregate
from arch_team.featuredata.catalog import Catalog, Column
from arch_team.featuredata.tables import FieldType


def cell_at(entry: LedgerEntry, row: int, column: str) -> Cell | None:
    """A cell by its place. The same as `entry.cell`, at a price that does not grow with the number of rows."""
    rows = entry.rows
    if rows is None or column not in rows.columns or not 0 <= row < len(rows.rows):
        return None
    values = rows.rows[row]
    return Cell(
        ref=CellRef(entry.id, f"r{row}", column),
        value=values[rows.columns.index(column)],
        unit=rows.unit_of(column, values),
        format=rows.formats.get(column),
    )


@dataclass(frozen=True)
class Source:
    """A column of a ledger entry: the catalog's column behind it, and the aggregate it is the figure of, if it is."""

    entry: LedgerEntry
    name: str
    column: Column | None
    aggregate: Aggregate | None = None
    key: tuple[str, ...] = ()
    """The fields that tell the table's rows apart."""

    @property
    def is_label(self) -> bool:
        """It numbers or names things (a year, an id) and is no amount, though its values may be whole numbers."""
        if self.entry.rows is not None and self.name in self.entry.rows.labels:
            return True
        if self.column is None or self.aggregate in (Aggregate.COUNT, Aggregate.COUNT_DISTINCT):
            return False
        return bool(self.column.never) and self.column.field.type is not FieldType.DECIMAL

    @cached_property
    def filters(self) -> tuple[Filter, ...]:
        return self.entry.filters

    def fixed(self, field: str) -> tuple[bool, Scalar]:
        """Whether the call held a field to one value, and to which."""
        for flt in self.filters:
            if flt.field != field:
                continue
            if flt.op is Op.EQ and not isinstance(flt.value, tuple):
                return True, flt.value
            if flt.op is Op.IN and isinstance(flt.value, tuple) and len(flt.value) == 1:
                return True, flt.value[0]
        return False, None

    def value_at(self, row: str, field: str) -> tuple[bool, Scalar]:
        """A field's value for a row, if the result shows it or the call fixed it."""
        cell = cell_at(self.entry, int(row[1:]), field)
        return (True, cell.value) if cell else self.fixed(field)


def source_of(entry: LedgerEntry, name: str, catalog: Catalog) -> Source:
    view = catalog.view(entry.table) if entry.table else None
    if view is None or is_of_form(entry):
        return Source(entry, name, None)
    aggregate = _aggregate(entry)
    if aggregate is not None and name not in _groups(entry):
        field = entry.arguments.get("field")
        return Source(entry, name, view.columns.get(field) if isinstance(field, str) else None, aggregate)
    return Source(entry, name, view.columns.get(name), key=() if aggregate else view.table.key)


def is_of_form(entry: LedgerEntry) -> bool:
    """Whether a form was asked: its columns are its own, whatever they are called."""
    return "form" in entry.arguments


def _aggregate(entry: LedgerEntry) -> Aggregate | None:
    name = entry.arguments.get("aggregate")
    return next((a for a in Aggregate if a.value == name), None) if isinstance(name, str) else None


def _groups(entry: LedgerEntry) -> tuple[str, ...]:
    groups = entry.arguments.get("groupBy")
    return tuple(str(g) for g in cast("list[object]", groups)) if isinstance(groups, list | tuple) else ()


@dataclass(frozen=True, slots=True)
class Input:
    """One cell as it goes into a derivation."""

    source: Source
    row: str
    cell: Cell
    is_negated: bool = False

    @property
    def entry(self) -> LedgerEntry:
        return self.source.entry

    @property
    def is_date(self) -> bool:
        return self.cell.format is not None

    @property
    def amount(self) -> Decimal | None:
        value = self.cell.value
        if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
            return None
        return -Decimal(value) if self.is_negated else Decimal(value)


@dataclass(frozen=True, slots=True)
class Selection:
    """The cells an argument names. `is_whole` when it is every row that the call found, or was allowed to show."""

    inputs: tuple[Input, ...]
    entries: tuple[LedgerEntry, ...]
    is_whole: bool


def select(arguments: tuple[CellArg | ColumnArg, ...], ledger: Ledger, catalog: Catalog) -> Selection | GuardFinding:
    """The cells of cells and columns, looked up. A reference to nothing is a finding."""
    inputs: list[Input] = []
    entries: dict[str, LedgerEntry] = {}
    has_columns = False
    for argument in arguments:
        entry = ledger.entry(argument.ref.entry if isinstance(argument, CellArg) else argument.entry)
        if entry is None or entry.rows is None:
            return unknown(str(argument), entry)
        entries[entry.id] = entry
        if isinstance(argument, CellArg):
            cell = cell_at(entry, _row_number(argument.ref.row), argument.ref.column)
            if cell is None:
                return unknown(str(argument.ref), entry)
            source = source_of(entry, argument.ref.column, catalog)
            inputs.append(Input(source, argument.ref.row, cell, argument.is_negated))
        else:
            column = argument.column or next(iter(entry.rows.columns), "")
            if column not in entry.rows.columns:
                return unknown(str(argument), entry)
            has_columns = True
            inputs += _column(entry, column, argument, catalog)
    covers_all = any({i.row for i in inputs if i.entry is e} >= set(e.row_ids) for e in entries.values())
    return Selection(tuple(inputs), tuple(entries.values()), has_columns or covers_all)


def _column(entry: LedgerEntry, column: str, argument: ColumnArg, catalog: Catalog) -> Iterator[Input]:
    source = source_of(entry, column, catalog)
    for row in range(len(entry.rows.rows) if entry.rows else 0):
        cell = cell_at(entry, row, column)
        if cell is not None and (cell.value is not None or argument.column is None):
            yield Input(source, cell.ref.row, cell, argument.is_negated)


def _row_number(row: str) -> int:
    """`r12` to 12, and anything that is not how a row is written to no row at all."""
    digits = row[1:]
    return int(digits) if digits.isascii() and len(digits) < 10 and str(int(digits)) == digits else -1


def unknown(text: str, entry: LedgerEntry | None) -> GuardFinding:
    if entry is None:
        hint = "Refer to the evidence id of a tool result of this run, e.g. e1."
    elif entry.rows is None:
        hint = f"{entry.id} is a call that failed. Mend the call, then refer to its result."
    elif not entry.rows.rows:
        message = f"{text}: {entry.id} has no rows. Nothing found is not a figure, and not zero."
        return finding(GuardCode.EMPTY_RESULT, message, "Say that nothing was found, or ask again.", text)
    else:
        last = entry.row_ids[-1]
        hint = f"{entry.id} has rows r0 to {last} and the columns {', '.join(entry.rows.columns)}."
    return finding(GuardCode.UNKNOWN_REFERENCE, f"There is no {text} in the evidence.", hint, text)
