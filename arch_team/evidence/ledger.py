"""The ledger: what the tools really returned in a run, append-only, written by the tool layer alone.

A figure enters the system here, and everything shown later points back to a cell of it. The transcript is not evidence.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import NoReturn, cast

from arch_team.featuredata.calls import Filter, Scalar
from arch_team.featuredata.filters import Problems, read_filters
from arch_team.featuredata.provider import Rows
from arch_team.featuredata.tables import Scope


@dataclass(frozen=True, slots=True)
class CellRef:
    """The address of one cell: `e1.r0.amount`."""

    entry: str
    row: str
    column: str

    def __str__(self) -> str:
        return f"{self.entry}.{self.row}.{self.column}"

    @classmethod
    def parse(cls, text: str) -> "CellRef | None":
        entry, _, rest = text.partition(".")
        row, _, column = rest.partition(".")
        well_formed = entry[:1] == "e" and row[:1] == "r" and entry[1:].isdecimal() and row[1:].isdecimal()
        return cls(entry, row, column) if well_formed and column else None


@dataclass(frozen=True, slots=True)
class Cell:
    ref: CellRef
    value: Scalar
    unit: str | None = None
    format: str | None = None


@dataclass(frozen=True)
class LedgerEntry:
    """One tool call and what came of it. A call that failed or was rejected has an error and no rows."""

    id: str
    call_id: str
    tool: str
    arguments: dict[str, object]
    table: str | None
    scope: Scope
    rows: Rows | None
    error: str | None = None

    @cached_property
    def filters(self) -> tuple[Filter, ...]:
        """Of the call as it was run."""
        return read_filters(self.arguments.get("filters"), Problems())

    @property
    def row_ids(self) -> tuple[str, ...]:
        return tuple(f"r{i}" for i in range(len(self.rows.rows))) if self.rows else ()

    def cell(self, row: str, column: str) -> Cell | None:
        if self.rows is None or column not in self.rows.columns or row not in self.row_ids:
            return None
        values = self.rows.rows[int(row[1:])]
        return Cell(
            ref=CellRef(self.id, row, column),
            value=values[self.rows.columns.index(column)],
            unit=self.rows.unit_of(column, values),
            format=self.rows.formats.get(column),
        )


class Ledger:
    """Entries e1, e2, … in the order the calls were made. Nothing is ever changed or taken out."""

    def __init__(self) -> None:
        self._entries: dict[str, LedgerEntry] = {}

    def record(
        self,
        *,
        call_id: str,
        tool: str,
        arguments: dict[str, object],
        table: str | None,
        scope: Scope,
        rows: Rows | None = None,
        error: str | None = None,
    ) -> LedgerEntry:
        if (rows is None) == (error is None):
            raise ValueError("an entry has either rows or an error")
        kept = frozen(arguments)
        if rows is not None:
            rows = replace(
                rows,
                units=cast("Mapping[str, str]", frozen(rows.units)),
                formats=cast("Mapping[str, str]", frozen(rows.formats)),
            )
        entry = LedgerEntry(f"e{len(self._entries) + 1}", call_id, tool, kept, table, scope, rows, error)
        self._entries[entry.id] = entry
        return entry

    def __iter__(self) -> Iterator[LedgerEntry]:
        return iter(tuple(self._entries.values()))

    def __len__(self) -> int:
        return len(self._entries)

    def entry(self, entry_id: str) -> LedgerEntry | None:
        return self._entries.get(entry_id)

    def cell(self, ref: CellRef | str) -> Cell | None:
        """The cell a reference names, or None: an unknown reference is never an error here, and never evidence."""
        parsed = CellRef.parse(ref) if isinstance(ref, str) else ref
        entry = self._entries.get(parsed.entry) if parsed else None
        return entry.cell(parsed.row, parsed.column) if entry and parsed else None


class _FrozenDict(dict[str, object]):
    """A dictionary that is what it is. Reads and compares as any other."""

    def _refuse(self, *_args: object, **_more: object) -> NoReturn:
        raise TypeError("the ledger does not change")

    __setitem__ = __delitem__ = __ior__ = _refuse  # type: ignore[assignment]
    update = pop = popitem = clear = setdefault = _refuse  # type: ignore[assignment]


class _FrozenList(list[object]):
    def _refuse(self, *_args: object, **_more: object) -> NoReturn:
        raise TypeError("the ledger does not change")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse  # type: ignore[assignment]
    append = extend = insert = pop = remove = clear = sort = reverse = _refuse  # type: ignore[assignment]


def frozen(given: Mapping[str, object]) -> dict[str, object]:
    """A copy, down to the last list, that cannot be changed."""
    return _FrozenDict({key: _frozen(value) for key, value in given.items()})


def _frozen(value: object) -> object:
    if isinstance(value, str | int | Decimal):
        return value
    if isinstance(value, Mapping):
        return frozen({str(key): item for key, item in cast("Mapping[object, object]", value).items()})
    if isinstance(value, list | tuple):
        return _FrozenList(_frozen(item) for item in cast("list[object]", value))
    return value
