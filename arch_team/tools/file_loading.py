"""Files into a database: CSV in any common encoding and separator, every sheet of a workbook, Parquet, and the tables
that stand in documents."""

import codecs
import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time
from pathlib import Path
from zipfile import BadZipFile

import duckdb

from arch_team.documents.detect import is_binary
from arch_team.errors import SourceUnavailable, UsageError
from arch_team.tools.cell_signs import quoted
from arch_team.tools.csv_tables import CsvTable

_TEXT = (".csv", ".tsv", ".txt")
_DATABASE = (".sqlite", ".sqlite3", ".db", ".duckdb")
_WORKBOOK = (".xlsx", ".xlsm")
_DOCUMENT = (".pdf", ".docx", ".odt", ".pptx", ".html", ".htm", ".md", ".markdown")
_MOST_PLACES = 4
_CHUNK = 1 << 20


class Loader:
    """Fills one new database. Every table gets a name of its own."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
        self._connection, self._folder = connection, folder
        self._tables: set[str] = set()
        self.notes: dict[str, str] = {}
        """What is to be told of tables: what of the file is not in them."""

    def load(self, path: Path) -> None:
        """The file's tables: one, or one per sheet."""
        suffix = path.suffix.lower()
        if suffix in _TEXT:
            self._load_text(as_utf8(path, self._folder / "utf8.csv"), path.stem)
        elif suffix in _WORKBOOK:
            self._load_workbook(path)
        elif suffix == ".parquet":
            table = self._new_table(path.stem)
            self._connection.execute(
                f"CREATE TABLE {quoted(table)} AS SELECT * FROM read_parquet($path)",  # noqa: S608
                {"path": str(path)},
            )
            self._made_exact(table)
        elif suffix in _DOCUMENT:
            self._load_document(path)
        elif suffix in _DATABASE:
            kind = "duckdb" if suffix == ".duckdb" else "sqlite"
            raise UsageError(f"{path.name} is a database", f"Name it with --db {kind}:///{path}")
        else:
            raise UsageError(f"{path.name} is of no known kind", "Save it as .csv, .xlsx or .parquet.")

    def load_rows(self, name: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """A table that somebody has read already."""
        target = self._as_csv(tuple(row) for row in (head, *rows))
        if target is not None:
            self._load_text(target, name)

    def _load_document(self, path: Path) -> None:
        from arch_team.documents import UnreadableDocument, read_document, read_file
        from arch_team.documents.tables import tables_of

        try:
            tables = tables_of(read_document(read_file(path)))
        except UnreadableDocument as error:
            raise SourceUnavailable(f"{path.name}: {error}", error.next_step) from error
        if not tables:
            raise SourceUnavailable(
                f"{path.name} holds no table with a heading row",
                "To ask its sentences, add it: arch-team knowledge add, then ask with --skill knowledge.",
            )
        for table in tables:
            self.load_rows(table.name, table.head, table.rows)

    def _load_text(self, path: Path, name: str) -> None:
        table = self._new_table(name)
        loaded = CsvTable(self._connection, path, table, self._folder)
        loaded.load()
        self.notes[table] = " ".join(loaded.notes)
        self._made_exact(table)

    def _load_workbook(self, path: Path) -> None:
        from openpyxl import load_workbook
        from openpyxl.utils.exceptions import InvalidFileException

        try:
            book = load_workbook(path, read_only=True, data_only=True)
        except (BadZipFile, KeyError, InvalidFileException) as error:
            raise SourceUnavailable(
                f"{path.name} is called {path.suffix} and is no workbook, or is protected by a password",
                "Open it in the program it comes from, and save it as .xlsx or .csv without a password.",
            ) from error
        try:
            found = [(sheet.title, self._as_csv(sheet.iter_rows(values_only=True))) for sheet in book.worksheets]
        finally:
            book.close()
        sheets = [(title, target) for title, target in found if target]
        if not sheets:
            raise SourceUnavailable(
                f"{path.name} has no sheet with a heading row and rows below it", "Add them, or name another file."
            )
        for title, target in sheets:
            self._load_text(target, path.stem if len(sheets) == 1 else title)

    def _as_csv(self, sheet: Iterable[tuple[object, ...]]) -> Path | None:
        """The sheet from its heading row on. None where no rows follow one."""
        rows = [row for cells in sheet if any(row := [_written(cell) for cell in cells])]
        wide = max((sum(map(bool, row)) for row in rows), default=0)
        start = next((i for i, row in enumerate(rows) if sum(map(bool, row)) >= min(2, wide)), 0)
        head, body = (rows[start], rows[start + 1 :]) if rows else ([], [])
        columns = [i for i in range(len(head)) if head[i] or any(i < len(row) and row[i] for row in body)]
        if not body or not columns:
            return None
        target = self._folder / f"sheet{len(list(self._folder.glob('sheet*.csv')))}.csv"
        with target.open("w", newline="", encoding="utf-8") as out:
            writer = csv.writer(out)
            writer.writerow([head[i] or f"column{i + 1}" for i in columns])
            writer.writerows([row[i] if i < len(row) else "" for i in columns] for row in body)
        return target

    def _new_table(self, name: str) -> str:
        plain = re.sub(r"\W+", "_", name).strip("_") or "file"
        free = (plain, *(f"{plain}_{i}" for i in range(2, 1000)))
        table = next(name for name in free if name.casefold() not in self._tables)
        self._tables.add(table.casefold())
        return table

    def _made_exact(self, table: str) -> None:
        """Amounts come as binary floats. Where all of them have few digits after the point, they are decimals. Moments
        that are all midnight are days."""
        for name, kind, *_ in self._connection.execute(f"DESCRIBE {quoted(table)}").fetchall():
            own = quoted(str(name))
            if kind in ("DOUBLE", "FLOAT"):
                places = next((p for p in range(_MOST_PLACES + 1) if self._has_at_most(table, own, p)), None)
                if places is not None:
                    self._retype(table, own, f"DECIMAL(18, {max(places, 2)})")
            elif kind == "TIMESTAMP" and self._none(table, f"{own} <> date_trunc('day', {own})"):
                self._retype(table, own, "DATE")

    def _has_at_most(self, table: str, column: str, places: int) -> bool:
        units = f"{column} * {10**places}"
        return self._none(table, f"abs({column}) >= 1e14 OR abs({units} - round({units})) > 1e-6")

    def _none(self, table: str, condition: str) -> bool:
        select = f"SELECT 1 FROM {quoted(table)} WHERE {condition} LIMIT 1"  # noqa: S608
        return self._connection.execute(select).fetchone() is None

    def _retype(self, table: str, column: str, kind: str) -> None:
        self._connection.execute(f"ALTER TABLE {quoted(table)} ALTER {column} TYPE {kind}")


def as_utf8(path: Path, target: Path) -> Path:
    """The file itself, or a copy in UTF-8 where it is in UTF-16 or in the encoding of Western Windows. What holds no
    text, whatever it is called, is refused."""
    with path.open("rb") as file:
        if is_binary(file.read(_CHUNK)):
            raise SourceUnavailable(
                f"{path.name} is called {path.suffix} and holds no text: it is a file of another kind",
                "Open it in the program it comes from, and save it as CSV.",
            )
        file.seek(0)
        start = file.read(2)
        file.seek(0)
        encoding = "utf-16" if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "cp1252"
        if encoding == "cp1252" and _is_utf8(iter(lambda: file.read(_CHUNK), b"")):
            return path
    with (
        path.open(encoding=encoding, errors="replace", newline="") as old,
        target.open("w", encoding="utf-8", newline="") as new,
    ):
        while chunk := old.read(_CHUNK):
            new.write(chunk)
    return target


def _is_utf8(chunks: Iterator[bytes]) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for chunk in chunks:
            decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _written(cell: object) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, datetime):
        return cell.isoformat(" ")
    if isinstance(cell, date | time):
        return cell.isoformat()
    return "" if cell is None else str(cell)
