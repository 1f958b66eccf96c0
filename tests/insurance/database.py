"""The insurance tables as a DuckDB file, filled from CSV files or from rows made up in a test."""

from collections.abc import Callable, Iterable
from pathlib import Path

import duckdb

from arch_team.featuredata.tables import FieldType, Table, TableField, table_of

from .tables import BASE_TABLES, VIEWS, InsuranceRow

_TYPES = {
    FieldType.STRING: "VARCHAR",
    FieldType.INTEGER: "BIGINT",
    FieldType.DATETIME: "TIMESTAMP",
}


def from_csv(file: Path, folder: Path) -> None:
    """Reads `Claim.csv` and so on. Columns are taken by name, and an empty cell is no value."""
    read = "read_csv(?, header = true, all_varchar = true, delim = ',', quote = '\"', nullstr = '')"

    def fill(connection: duckdb.DuckDBPyConnection, table: Table) -> None:
        cells = ", ".join(f'CAST("{f.name}" AS {_type(f)})' for f in table.fields.values())
        connection.execute(
            f'INSERT INTO "{table.name}" SELECT {cells} FROM {read}', [str(folder / f"{table.name}.csv")]
        )

    _build(file, fill)


def from_rows(file: Path, rows: Iterable[InsuranceRow]) -> None:
    by_table: dict[str, list[InsuranceRow]] = {}
    for row in rows:
        by_table.setdefault(table_of(type(row)).name, []).append(row)

    def fill(connection: duckdb.DuckDBPyConnection, table: Table) -> None:
        places = ", ".join("?" for _ in table.fields)
        for row in by_table.get(table.name, ()):
            cells = row.model_dump(by_alias=True)
            connection.execute(f'INSERT INTO "{table.name}" VALUES ({places})', [cells[name] for name in table.fields])

    _build(file, fill)


def _build(file: Path, fill: Callable[[duckdb.DuckDBPyConnection, Table], None]) -> None:
    with duckdb.connect(file) as connection:
        for table in map(table_of, BASE_TABLES):
            columns = ", ".join(f'"{f.name}" {_type(f)}' for f in table.fields.values())
            connection.execute(f'CREATE TABLE "{table.name}" ({columns})')
            fill(connection, table)
        for view, select in VIEWS.items():
            connection.execute(f'CREATE VIEW "{table_of(view).name}" AS {select}')


def _type(field: TableField) -> str:
    return f"DECIMAL(15, {field.scale})" if field.type is FieldType.DECIMAL else _TYPES[field.type]
