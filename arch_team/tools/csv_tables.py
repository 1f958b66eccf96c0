"""One table from a CSV file: its columns typed, rows that only add up the others left out, and what to tell of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

from arch_team.tools.cell_signs import quoted, text, with_unit
from arch_team.tools.column_reading import Reading, misfits, readings
from arch_team.tools.plain_csv import rewritten
from arch_team.tools.text_layout import Layout, layout_of
from arch_team.tools.total_rows import TotalRows, total_rows

_SAMPLE = 2_000
_ATTEMPTS = 4
"""Times that columns are read, with the rows that did not fit before. The last time, all of them are text."""
_SHOWN = 80
"""Letters of a remark below a table that are told."""


@dataclass(slots=True)
class CsvTable:
    """Creates `table` in the database. `notes` then says what of the file is not in it as it stands there."""

    connection: duckdb.DuckDBPyConnection
    path: Path
    table: str
    folder: Path
    """For a copy of the file."""
    notes: list[str] = field(default_factory=list[str])

    def load(self) -> None:
        layout, path = layout_of(self.path), self.path
        if not layout.escaped:
            try:
                return self._load(path, layout)
            except duckdb.InvalidInputException as error:
                if "CSV Error" not in str(error):
                    raise
        target = self.folder / f"{self.table}.plain.csv"
        below = rewritten(self.path, target, layout)
        self.notes = [f"Left out, below the table: {line.strip()[:_SHOWN]}" for line in below]
        return self._load(target, Layout(",", 0, layout.names, layout.unnamed))

    def _load(self, path: Path, layout: Layout) -> None:
        columns = ", ".join(f"{text(column)}: 'VARCHAR'" for column in layout.names)
        rows = (
            f"read_csv({text(str(path))}, auto_detect = false, header = true, delim = {text(layout.separator)}, "
            f"""quote = '"', escape = '"', skip = {layout.skip}, columns = {{{columns}}})"""
        )
        read = self._create(rows, layout.names)
        totals = total_rows(self.connection, self.table)
        if totals.left_out:
            rows = f"(SELECT * FROM {rows} WHERE NOT {totals.condition})"  # noqa: S608
            read = self._create(rows, layout.names)
        for column in layout.unnamed:
            if self.none(f"{quoted(column)} IS NOT NULL"):
                self.connection.execute(f"ALTER TABLE {quoted(self.table)} DROP COLUMN {quoted(column)}")
        self._name_units(read, layout.names)
        self.notes += _told(totals)

    def _create(self, rows: str, names: Sequence[str]) -> Mapping[str, Reading]:
        """The table with the types that its first rows have, and those that turn out to differ from them."""
        execute = self.connection.execute
        execute(f"CREATE OR REPLACE TEMP TABLE first_rows AS SELECT * FROM {rows} LIMIT {_SAMPLE}")  # noqa: S608
        read: Mapping[str, Reading] = {}
        for attempt in range(_ATTEMPTS):
            read = readings(self.connection, "first_rows", names) if attempt < _ATTEMPTS - 1 else {}
            try:
                execute(f"CREATE OR REPLACE TABLE {quoted(self.table)} AS {_selected(rows, names, read)}")
                break
            except (duckdb.InvalidInputException, duckdb.ConversionException):
                later = f"{misfits(rows, names, read)} LIMIT {_SAMPLE}" if read else ""
                added = execute(f"INSERT INTO first_rows {later}").fetchone() if later else None
                if not added or not added[0]:
                    raise
        execute("DROP TABLE first_rows")
        return read

    def _name_units(self, read: Mapping[str, Reading], names: Sequence[str]) -> None:
        """A heading says the unit that its cells said."""
        taken = {name.casefold() for name in names}
        for name, reading in read.items():
            new = with_unit(name, reading.unit) if reading.unit else name
            if new.casefold() not in taken:
                taken.add(new.casefold())
                rename = f"RENAME COLUMN {quoted(name)} TO {quoted(new)}"
                self.connection.execute(f"ALTER TABLE {quoted(self.table)} {rename}")

    def none(self, condition: str) -> bool:
        """Whether no row meets the condition."""
        select = f"SELECT 1 FROM {quoted(self.table)} WHERE {condition} LIMIT 1"  # noqa: S608
        return self.connection.execute(select).fetchone() is None


def _selected(rows: str, names: Sequence[str], read: Mapping[str, Reading]) -> str:
    """The columns with their types. Cells are cleaned below, so that they are once and not in each test again."""
    cells = [read[name].value if name in read else f"nullif({quoted(name)}, '')" for name in names]
    values = [read[name].typed(quoted(name)) if name in read else quoted(name) for name in names]
    below, columns = (
        ", ".join(f"{sql} AS {quoted(name)}" for sql, name in zip(each, names, strict=True)) for each in (cells, values)
    )
    return f"SELECT {columns} FROM (SELECT {below} FROM {rows})"  # noqa: S608


def _told(totals: TotalRows) -> Iterator[str]:
    if totals.left_out:
        yield f"Left out, as totals of other rows: {', '.join(totals.left_out)}."
    if totals.kept:
        yield f"Kept, though called totals, as no rows add up to them: {', '.join(totals.kept)}."
