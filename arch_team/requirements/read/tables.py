"""CSV as spreadsheets and tools write it, and Excel workbooks: the sheet and the columns that hold the requirements."""

from collections.abc import Sequence

from arch_team.documents.delimited import Record, records_of, sniffed
from arch_team.documents.workbooks import Sheet, opened_workbook, rows_of
from arch_team.errors import DataError, UsageError
from arch_team.requirements.model import Requirement
from arch_team.requirements.read.columns import HEAD_WITHIN, Columns, chosen, known_headings
from arch_team.requirements.read.files import decoded
from arch_team.requirements.read.specification import MOST_REQUIREMENTS, Entry, Gathered, Note, Wanted

_MOST_ROWS = MOST_REQUIREMENTS + 1_000
_SAMPLE_LINES = 60
_SAMPLE_ROWS = 220


def read_csv(data: bytes, name: str, wanted: Wanted) -> Gathered:
    text, notes = decoded(data, name)
    lines = text.split("\n")
    said = lines[0].strip().casefold()  # `sep=;` in the first line, as Excel understands it
    is_said = said.startswith("sep=") and len(said) == 5
    delimiter = said[4] if is_said else sniffed(lines[:_SAMPLE_LINES])
    lines[0] = "" if is_said else lines[0]
    records = records_of(lines, delimiter, name)
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


def _start(text: str, line: str) -> int:
    """Where the cell begins in its line; quotes are written twice in it."""
    first = text.split("\n", 1)[0]
    return max(0, line.rfind(first), line.rfind(first.replace('"', '""')))


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


def read_excel(data: bytes, name: str, wanted: Wanted) -> Gathered:
    from openpyxl.utils import get_column_letter

    with opened_workbook(data, name) as sheets:
        sheet = _chosen(sheets, wanted, name)
        rows, replaced = rows_of(sheet, _MOST_ROWS)
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
    formulas = _formulas(data, name, title, empty, columns.text) if empty else 0
    if formulas:
        gathered.notes.append(Note.of("formulas", count=formulas))
    if len(empty) > formulas:
        place = f"sheet {title}, row {empty[0]}"
        gathered.notes.append(Note.of("rows_without_text", count=len(empty) - formulas, place=place))
    return gathered


def _formulas(data: bytes, name: str, title: str, empty: list[int], column: int) -> int:
    """How many of the empty cells are formulas whose result was never stored."""
    with opened_workbook(data, name, formulas=True) as sheets:
        sheet = next(sheet for sheet in sheets if sheet.title == title)
        rows, _ = rows_of(sheet, empty[-1])
    cells = [rows[number - 1][column : column + 1] for number in empty if number <= len(rows)]
    return sum(cell[0].startswith("=") for cell in cells if cell)


def _chosen(sheets: Sequence[Sheet], wanted: Wanted, name: str) -> Sheet:
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
    tops = [(sheet, rows_of(sheet, HEAD_WITHIN)[0]) for sheet in visible]
    headed = (sheet for sheet, rows in tops if known_headings(rows))
    filled = (sheet for sheet, rows in tops if any(map(any, rows)))
    return next(headed, None) or next(filled, visible[0])
