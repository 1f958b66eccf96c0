"""A file as a data source: CSV, Excel or Parquet, opened through DuckDB, its schema inferred."""

import csv
import re
import shutil
import tempfile
import weakref
from dataclasses import replace
from pathlib import Path

import duckdb

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.provider import SqlProvider, open_engine
from arch_team.featuredata.reflection import reflected
from arch_team.featuredata.tables import Scope, Table
from arch_team.settings import Settings
from arch_team.tools.session import DataSource

_SUFFIXES = {".csv": "read_csv", ".tsv": "read_csv", ".txt": "read_csv", ".parquet": "read_parquet"}
_MOST_PLACES = 4


def open_file(path: Path, settings: Settings) -> DataSource:
    """The file's rows in a database of their own, read-only and without access to anything else."""
    if not path.is_file():
        raise UsageError(f"there is no file {path}", "Check the name and the folder.")
    folder = Path(tempfile.mkdtemp(prefix="arch-team-"))
    database = folder / "file.duckdb"
    table = re.sub(r"\W+", "_", path.stem).strip("_") or "file"
    try:
        with duckdb.connect(str(database)) as connection:
            _load(connection, path, table, folder)
            _exact_decimals(connection, table)
    except (duckdb.Error, ValueError, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise SourceUnavailable(
            f"{path.name} cannot be read as a table ({type(error).__name__})",
            "It should have one heading row and the same columns in every row.",
        ) from error
    engine = open_engine(f"duckdb:///{database}")
    tables = reflected(engine).tables
    catalog = compile_catalog(_undivided(tables))
    provider = SqlProvider(engine, catalog, Scope(), timeout=settings.statement_timeout)
    weakref.finalize(provider, shutil.rmtree, folder, ignore_errors=True)  # at the latest when the program ends
    return DataSource(path.name, catalog, provider, kind="file")


def _undivided(tables: tuple[Table, ...]) -> tuple[Table, ...]:
    """A file belongs to whoever opened it: a column called mandate divides nothing here."""
    return tuple(replace(t, scope={}) for t in tables)


def _load(connection: duckdb.DuckDBPyConnection, path: Path, table: str, folder: Path) -> None:
    suffix = path.suffix.lower()
    if suffix in (".xlsx", ".xlsm"):
        path, suffix = _as_csv(path, folder / "sheet.csv"), ".csv"
    reader = _SUFFIXES.get(suffix)
    if reader is None:
        raise UsageError(f"{path.name} is of no known kind", "Use .csv, .tsv, .xlsx or .parquet.")
    connection.execute(f'CREATE TABLE "{table}" AS SELECT * FROM {reader}($path)', {"path": str(path)})  # noqa: S608


def _as_csv(path: Path, target: Path) -> Path:
    """The first sheet with anything on it."""
    from openpyxl import load_workbook

    book = load_workbook(path, read_only=True, data_only=True)
    sheet = next((s for s in book.worksheets if s.max_row and s.max_row > 1), book.worksheets[0])
    with target.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        for row in sheet.iter_rows(values_only=True):
            if any(cell is not None for cell in row):
                writer.writerow(["" if cell is None else cell for cell in row])
    book.close()
    return target


def _exact_decimals(connection: duckdb.DuckDBPyConnection, table: str) -> None:
    """Amounts come as binary floats. Where all of them have few digits after the point, they are decimals."""
    columns = connection.execute(
        "SELECT column_name FROM duckdb_columns() WHERE table_name = $t AND data_type IN ('DOUBLE', 'FLOAT')",
        {"t": table},
    ).fetchall()
    for (name,) in columns:
        quoted = '"' + str(name).replace('"', '""') + '"'
        for places in range(_MOST_PLACES + 1):
            off = connection.execute(
                f'SELECT count(*) FROM "{table}" WHERE abs({quoted}) >= 1e14 OR '  # noqa: S608
                f"abs({quoted} * {10**places} - round({quoted} * {10**places})) > 1e-6"
            ).fetchone()
            if off and off[0] == 0:
                connection.execute(f'ALTER TABLE "{table}" ALTER {quoted} TYPE DECIMAL(18, {max(places, 2)})')
                break
