"""Excel workbooks (.xlsx, .xlsm): the sheet and the columns that hold the requirements."""

import io
import warnings
import zlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from typing import Protocol, cast
from xml.etree.ElementTree import ParseError  # the class only: openpyxl parses through defusedxml

from arch_team.errors import ArchTeamError, DataError, UsageError
from arch_team.requirements.model import Requirement
from arch_team.requirements.read.archives import opened
from arch_team.requirements.read.characters import tamed
from arch_team.requirements.read.columns import HEAD_WITHIN, Columns, chosen, known_headings
from arch_team.requirements.read.notes import Note
from arch_team.requirements.read.specification import MOST_REQUIREMENTS, Entry, Gathered, Wanted

MOST_COLUMNS = 256
_MOST_ROWS = MOST_REQUIREMENTS + 1_000
_SAMPLE_ROWS = 220
_BROKEN = (KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, EOFError, SyntaxError, ParseError)


class _Sheet(Protocol):
    title: str
    sheet_state: str

    def reset_dimensions(self) -> None: ...

    def iter_rows(self, *, max_row: int, values_only: bool) -> Iterator[tuple[object, ...]]: ...


def read_excel(data: bytes, name: str, wanted: Wanted) -> Gathered:
    opened(data, name).close()
    try:
        return _read(data, name, wanted)
    except ArchTeamError:
        raise
    except (*_BROKEN, zlib.error) as error:  # openpyxl has no error of its own for most of what a file can hold
        raise DataError(
            f"{name} is a damaged Excel workbook ({type(error).__name__})",
            "Open it in Excel, save it as .xlsx, or export the sheet as CSV.",
        ) from error


def _read(data: bytes, name: str, wanted: Wanted) -> Gathered:
    with _sheets(data, formulas=False) as sheets:
        sheet = _chosen(sheets, wanted, name)
        rows, replaced = _rows(sheet, _MOST_ROWS)
    gathered = Gathered()
    if len(sheets) > 1:
        others = ", ".join(other.title for other in sheets if other is not sheet)
        gathered.notes.append(Note.of("sheet", sheet=sheet.title, count=len(sheets), others=others[:200]))
    if replaced:
        gathered.notes.append(Note.of("control_characters", count=replaced))
    if any(map(any, rows)):
        columns = chosen([row for row in rows if any(row)][:_SAMPLE_ROWS], wanted, f"{name}, sheet {sheet.title}")
        _take(gathered, rows, columns, sheet.title, data)
    return gathered


def _take(gathered: Gathered, rows: list[list[str]], columns: Columns, title: str, data: bytes) -> None:
    from openpyxl.utils import get_column_letter

    if columns.note:
        gathered.notes.append(columns.note)
    letter = get_column_letter(columns.text + 1)
    filled = [(number, row) for number, row in enumerate(rows, 1) if any(row)]
    empty: list[int] = []
    for number, row in filled[columns.first :]:
        text = columns.cell(row, columns.text)
        if not text:
            empty.append(number)
            continue
        requirement = Requirement(
            id=columns.cell(row, columns.id) or f"REQ_{len(gathered.entries) + 1}",
            text=text,
            language=columns.language_of(row),
            place=f"sheet {title}, row {number}",
        )
        gathered.entries.append(Entry(requirement, cell=f"{title}!{letter}{number}"))
    if empty:
        formulas = _formulas(data, title, empty, columns.text)
        if formulas:
            gathered.notes.append(Note.of("formulas", count=formulas))
        if len(empty) > formulas:
            gathered.notes.append(
                Note.of("rows_without_text", count=len(empty) - formulas, place=f"sheet {title}, row {empty[0]}")
            )


def _formulas(data: bytes, title: str, empty: list[int], column: int) -> int:
    """How many of the empty cells are formulas whose result was never stored."""
    with _sheets(data, formulas=True) as sheets:
        sheet = next(sheet for sheet in sheets if sheet.title == title)
        rows, _ = _rows(sheet, empty[-1])
    cells = [rows[number - 1][column : column + 1] for number in empty if number <= len(rows)]
    return sum(cell[0].startswith("=") for cell in cells if cell)


@contextmanager
def _sheets(data: bytes, *, formulas: bool) -> Generator[list[_Sheet]]:
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and extensions that are left out: only text is read here
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=not formulas)
        try:
            yield cast("list[_Sheet]", book.worksheets)
        finally:
            book.close()


def _chosen(sheets: Sequence[_Sheet], wanted: Wanted, name: str) -> _Sheet:
    """The sheet asked for; else the first visible one with known headings; else the first with anything on it."""
    if wanted.sheet is not None:
        for number, sheet in enumerate(sheets, 1):
            if wanted.sheet.strip().casefold() == sheet.title.strip().casefold() or wanted.sheet == str(number):
                return sheet
        titles = ", ".join(sheet.title for sheet in sheets[:20])
        raise UsageError(f"{name} has no sheet {wanted.sheet!r}", f"Give --sheet as one of: {titles}.")
    visible = [sheet for sheet in sheets if sheet.sheet_state == "visible"] or list(sheets)
    if not visible:
        raise DataError(f"{name} has no sheet with cells", "Put the requirements on a worksheet.")
    tops = [(sheet, _rows(sheet, HEAD_WITHIN)[0]) for sheet in visible]
    headed = (sheet for sheet, rows in tops if known_headings(rows))
    filled = (sheet for sheet, rows in tops if any(map(any, rows)))
    return next(headed, None) or next(filled, visible[0])


def _rows(sheet: _Sheet, most: int) -> tuple[list[list[str]], int]:
    """Rows as text, and how many control characters were replaced. A file's own word on its size is not believed."""
    sheet.reset_dimensions()
    out: list[list[str]] = []
    replaced = 0
    for row in islice(sheet.iter_rows(max_row=most, values_only=True), most):
        cells: list[str] = []
        for value in row[:MOST_COLUMNS]:
            text, count = _text(value)
            cells.append(text)
            replaced += count
        out.append(cells)
    return out, replaced


def _text(value: object) -> tuple[str, int]:
    if value is None:
        return "", 0
    if isinstance(value, float) and value.is_integer():
        return str(int(value)), 0
    if isinstance(value, datetime | date):
        return value.isoformat(), 0
    return tamed(str(value).replace("\r\n", "\n").replace("_x000D_", ""))
