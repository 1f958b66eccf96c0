"""Files as a data source: CSV, Excel, Parquet, tables of documents. Opened through DuckDB, their schema inferred."""

import re
import shutil
import tempfile
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import duckdb

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.provider import SqlProvider, open_engine
from arch_team.featuredata.reflection import reflected
from arch_team.featuredata.tables import Scope
from arch_team.settings import Settings
from arch_team.tools.file_loading import Loader
from arch_team.tools.model_choice import described_by
from arch_team.tools.session import DataSource, with_borne_keys
from arch_team.tools.text_layout import NoLines

_LINE = re.compile(r"\bLine:? (\d+)")


def open_file(path: Path, settings: Settings) -> DataSource:
    return open_files([path], settings)


def open_files(paths: Sequence[Path], settings: Settings) -> DataSource:
    """The files' rows in one database of their own, read-only and without access to anything else."""
    if not paths:
        raise UsageError("no file is named", "Name at least one.")
    for path in paths:
        if not path.is_file():
            raise UsageError(f"there is no file {path}", "Check the name and the folder.")
        if path.stat().st_size == 0:
            raise _empty(path)

    def fill(loader: Loader) -> None:
        for path in paths:
            try:
                loader.load(path)
            except NoLines as error:
                raise _empty(path) from error
            except (duckdb.Error, ValueError, OSError) as error:
                raise _unreadable(path, error) from error

    return open_filled(", ".join(path.name for path in paths), fill, settings)


def open_filled(name: str, fill: Callable[[Loader], None], settings: Settings) -> DataSource:
    """A database of its own with what `fill` loads into it. It goes with the source."""
    folder = Path(tempfile.mkdtemp(prefix="arch-team-"))
    try:
        source = _opened(name, fill, folder, settings)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    weakref.finalize(source.provider, shutil.rmtree, folder, ignore_errors=True)  # at the latest when the program ends
    return source


def _opened(name: str, fill: Callable[[Loader], None], folder: Path, settings: Settings) -> DataSource:
    database = folder / "file.duckdb"
    with duckdb.connect(str(database)) as connection:
        connection.execute("PRAGMA force_compression = 'uncompressed'")  # read a few times, so written fast
        loader = Loader(connection, folder)
        fill(loader)
    engine = open_engine(f"duckdb:///{database}")
    found = reflected(engine, divided=False).tables  # a column called mandate divides nothing here
    tables = tuple(replace(table, description=loader.notes.get(table.name, "")) for table in found)
    provider = SqlProvider(engine, compile_catalog(tables), Scope(), timeout=settings.statement_timeout)
    described, notes = described_by(settings, tables)
    catalog = compile_catalog(with_borne_keys(tables, described, provider) if described else tables, described)
    provider = SqlProvider(engine, catalog, Scope(), timeout=settings.statement_timeout)
    return DataSource(name, catalog, provider, kind="file", notes=notes)


def _empty(path: Path) -> SourceUnavailable:
    return SourceUnavailable(f"{path.name} is empty", "Save it again, with a heading row and rows below it.")


def _unreadable(path: Path, error: Exception) -> SourceUnavailable:
    """Why a file is no table, with the line where it is known."""
    line = _LINE.search(str(error))
    where = f" (line {line[1]} has other columns than the heading)" if line else ""
    return SourceUnavailable(
        f"{path.name} cannot be read as a table{where}",
        "It should have one heading row and the same columns in every row.",
    )
