"""Excel workbooks: their sheets, and the rows of a sheet as text."""

import io
import warnings
import zlib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from typing import Protocol, cast
from xml.etree.ElementTree import ParseError  # the class only: openpyxl parses through defusedxml

from arch_team.documents.archives import opened
from arch_team.documents.plain import tamed
from arch_team.errors import ArchTeamError, DataError, UsageError

MOST_COLUMNS = 256
_BROKEN = (KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, EOFError, SyntaxError, ParseError)


class Sheet(Protocol):
    title: str
    sheet_state: str

    def reset_dimensions(self) -> None: ...

    def iter_rows(self, *, max_row: int, values_only: bool) -> Iterator[tuple[object, ...]]: ...


@contextmanager
def opened_workbook(data: bytes, name: str, *, formulas: bool = False) -> Generator[list[Sheet]]:
    """Its worksheets; with `formulas`, cells hold these instead of their results."""
    opened(data, name).close()
    try:
        with _sheets(data, formulas=formulas) as sheets:
            yield sheets
    except ArchTeamError:
        raise
    except (*_BROKEN, zlib.error) as error:  # openpyxl has no error of its own for most of what a file can hold
        raise DataError(
            f"{name} is a damaged Excel workbook ({type(error).__name__})",
            "Open it in Excel, save it as .xlsx, or export the sheet as CSV.",
        ) from error


@contextmanager
def _sheets(data: bytes, *, formulas: bool) -> Generator[list[Sheet]]:
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and extensions that are left out: only text is read here
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=not formulas)
        try:
            yield cast("list[Sheet]", book.worksheets)
        finally:
            book.close()


def rows_of(sheet: Sheet, most: int) -> tuple[list[list[str]], int]:
    """Rows as text, and how many control characters were replaced. A file's own word on its size is not believed."""
    sheet.reset_dimensions()
    rows = [
        [tamed(_text(value)) for value in row[:MOST_COLUMNS]]
        for row in islice(sheet.iter_rows(max_row=most, values_only=True), most)
    ]
    return [[text for text, _ in row] for row in rows], sum(count for row in rows for _, count in row)


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date):
        return value.isoformat()
    return "" if value is None else str(value).replace("\r\n", "\n").replace("_x000D_", "")


def chosen_sheet(
    sheets: Sequence[Sheet],
    name: str,
    named: str | None,
    top: int,
    is_headed: Callable[[Sequence[Sequence[str]]], bool],
) -> Sheet:
    """The sheet asked for by title or number; else the first visible one of whose `top` rows one is a known heading;
    else the first with anything on it."""
    if named is not None:
        for number, sheet in enumerate(sheets, 1):
            if named.strip().casefold() == sheet.title.strip().casefold() or named == str(number):
                return sheet
        titles = ", ".join(sheet.title for sheet in sheets[:20])
        raise UsageError(f"{name} has no sheet {named!r}", f"Give --sheet as one of: {titles}.")
    visible = [sheet for sheet in sheets if sheet.sheet_state == "visible"] or list(sheets)
    if not visible:
        raise DataError(f"{name} has no sheet with cells", "Put the rows on a worksheet.")
    tops = [(sheet, rows_of(sheet, top)[0]) for sheet in visible]
    headed = (sheet for sheet, rows in tops if is_headed(rows))
    filled = (sheet for sheet, rows in tops if any(map(any, rows)))
    return next(headed, None) or next(filled, visible[0])


def formulas_in(data: bytes, name: str, title: str, empty: Sequence[int], column: int) -> int:
    """How many of the empty cells of a column are formulas whose result was never stored."""
    with opened_workbook(data, name, formulas=True) as sheets:
        sheet = next(sheet for sheet in sheets if sheet.title == title)
        rows, _ = rows_of(sheet, empty[-1])
    cells = [rows[number - 1][column : column + 1] for number in empty if number <= len(rows)]
    return sum(cell[0].startswith("=") for cell in cells if cell)
