"""CSV as spreadsheets and tools write it, and Excel workbooks: the sheet and the columns that hold the requirements."""

import csv
import io
import warnings
import zlib
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from typing import Protocol, cast
from xml.etree.ElementTree import ParseError  # the class only: openpyxl parses through defusedxml

from arch_team.documents.archives import opened
from arch_team.documents.plain import tamed
from arch_team.errors import ArchTeamError, DataError, UsageError
from arch_team.requirements.model import Requirement
from arch_team.requirements.read.columns import HEAD_WITHIN, Columns, chosen, known_headings
from arch_team.requirements.read.files import decoded
from arch_team.requirements.read.specification import (
    LARGEST_FILE,
    MOST_REQUIREMENTS,
    Entry,
    Gathered,
    Note,
    Wanted,
)

DELIMITERS = ",;\t|"
NO_DELIMITER = "\x1f"
"""Stands in no text that was read: control characters are replaced before."""
MOST_COLUMNS = 256
_MOST_ROWS = MOST_REQUIREMENTS + 1_000
_LONGEST_RECORD = 100
"""Lines. A longer one is a quote that somebody forgot to close, with the rest of the file behind it."""
_SAMPLE_LINES = 60
_SAMPLE_ROWS = 220
_BROKEN = (KeyError, ValueError, TypeError, AttributeError, IndexError, OSError, EOFError, SyntaxError, ParseError)
Record = tuple[int, list[str]]
"""The line or row it begins at, and its cells."""


def read_csv(data: bytes, name: str, wanted: Wanted) -> Gathered:
    text, notes = decoded(data, name)
    lines = text.split("\n")
    said = lines[0].strip().casefold()  # `sep=;` in the first line, as Excel understands it
    is_said = said.startswith("sep=") and len(said) == 5
    delimiter = said[4] if is_said else sniffed(lines[:_SAMPLE_LINES])
    lines[0] = "" if is_said else lines[0]
    with _any_length():
        records = list(_records(lines, delimiter, name))
    columns = chosen([cells for _, cells in records[:_SAMPLE_ROWS]], wanted, name)
    gathered = Gathered(notes=notes)
    empty: list[int] = []
    uneven: list[int] = []
    for begins, cells in _below(gathered, records, columns):
        text = columns.cell(cells, columns.text)
        if columns.width and len(cells) > columns.width and any(cells[columns.width :]):
            uneven.append(begins)
            if columns.text == columns.width - 1:
                text = delimiter.join(cells[columns.text :]).strip()
        if not text:
            empty.append(begins)
            continue
        requirement = _requirement(gathered, columns, cells, text, f"line {begins}", begins)
        gathered.entries.append(Entry(requirement, lines, _start(text, lines[begins - 1])))
    for code, places in (("rows_without_text", empty), ("rows_uneven", uneven)):
        if places:
            gathered.notes.append(Note.of(code, count=len(places), place=f"line {places[0]}"))
    return gathered


def sniffed(lines: list[str]) -> str:
    """The delimiter that divides the most lines into the same number of cells. None does where each line is a cell."""
    best, found = 0.0, NO_DELIMITER
    for delimiter in DELIMITERS:
        with _any_length():
            try:
                counts = [len(row) for row in islice(csv.reader(lines, delimiter=delimiter), 50) if row]
            except csv.Error:
                continue
        common = max(counts, key=lambda count: (counts.count(count), count == counts[0]), default=1)
        score = counts.count(common) / len(counts) + common / 1000 if common > 1 else 0.0
        if score > best:
            best, found = score, delimiter
    return found


def _records(lines: list[str], delimiter: str, name: str) -> Iterator[Record]:
    """Each record with the line it begins at, blank ones left out."""
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter)
    begins = 1
    unclosed = "Look for a quote in it that is not closed."
    try:
        for cells in reader:
            spanned = lines[begins - 1 : reader.line_num]
            if len(spanned) > _LONGEST_RECORD or (len(spanned) > 1 and sum(s.count('"') for s in spanned) % 2):
                raise DataError(f"{name}: the record that begins in line {begins} does not end", unclosed)
            if any(cell.strip() for cell in cells):
                yield begins, [cell.rstrip("\n") for cell in cells]
            begins = reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"{name}: the record that begins in line {begins} does not end", unclosed) from error


def _start(text: str, line: str) -> int:
    """Where the cell begins in its line; quotes are written twice in it."""
    first = text.split("\n", 1)[0]
    return max(0, line.rfind(first), line.rfind(first.replace('"', '""')))


@contextmanager
def _any_length() -> Generator[None]:
    """Cells of any length are read here: what is too long is told by name, not as a parser's failure."""
    before = csv.field_size_limit(LARGEST_FILE)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _below(gathered: Gathered, records: Sequence[Record], columns: Columns) -> Sequence[Record]:
    """The records below the heading."""
    if columns.note:
        gathered.notes.append(columns.note)
    return records[columns.first :]


def _requirement(
    gathered: Gathered, columns: Columns, cells: list[str], text: str, place: str, line: int | None = None
) -> Requirement:
    return Requirement(
        id=columns.cell(cells, columns.id) or f"REQ_{len(gathered.entries) + 1}",
        text=text,
        language=columns.language_of(cells),
        place=place,
        line=line,
    )


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
    from openpyxl.utils import get_column_letter

    with _sheets(data, formulas=False) as sheets:
        sheet = _chosen(sheets, wanted, name)
        rows, replaced = _rows(sheet, _MOST_ROWS)
    gathered, title = Gathered(), sheet.title
    if len(sheets) > 1:
        others = ", ".join(other.title for other in sheets if other is not sheet)
        gathered.notes.append(Note.of("sheet", sheet=title, count=len(sheets), others=others[:200]))
    if replaced:
        gathered.notes.append(Note.of("control_characters", count=replaced))
    filled = [(number, row) for number, row in enumerate(rows, 1) if any(row)]
    if not filled:
        return gathered
    columns = chosen([row for _, row in filled[:_SAMPLE_ROWS]], wanted, f"{name}, sheet {title}")
    letter = get_column_letter(columns.text + 1)
    empty: list[int] = []
    for number, row in _below(gathered, filled, columns):
        text = columns.cell(row, columns.text)
        if not text:
            empty.append(number)
            continue
        requirement = _requirement(gathered, columns, row, text, f"sheet {title}, row {number}")
        gathered.entries.append(Entry(requirement, cell=f"{title}!{letter}{number}"))
    formulas = _formulas(data, title, empty, columns.text) if empty else 0
    if formulas:
        gathered.notes.append(Note.of("formulas", count=formulas))
    if len(empty) > formulas:
        place = f"sheet {title}, row {empty[0]}"
        gathered.notes.append(Note.of("rows_without_text", count=len(empty) - formulas, place=place))
    return gathered


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
