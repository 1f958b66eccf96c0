"""CSV as spreadsheets and tools write it, and Excel workbooks: the sheet and the columns that hold the requirements.

The column is known by its heading in German or English, else by what stands in it.
"""

from collections.abc import Sequence
from functools import cache
from typing import cast

from arch_team.documents.columns import HEAD_WITHIN, SAMPLE, Columns, Row, as_heading, columns_of, heading_row
from arch_team.documents.delimited import Record, records_of, sniffed
from arch_team.documents.workbooks import chosen_sheet, formulas_in, opened_workbook, rows_of
from arch_team.requirements.model import Requirement
from arch_team.requirements.read.specification import MOST_REQUIREMENTS, Entry, Gathered, Note, Wanted, data, decoded
from arch_team.wire import Language

_MOST_ROWS = MOST_REQUIREMENTS + 1_000
_SAMPLE_LINES = 60


def read_csv(data: bytes, name: str, wanted: Wanted) -> Gathered:
    text, notes = decoded(data, name)
    lines = text.split("\n")
    said = lines[0].strip().casefold()  # `sep=;` in the first line, as Excel understands it
    is_said = said.startswith("sep=") and len(said) == 5
    delimiter = said[4] if is_said else sniffed(lines[:_SAMPLE_LINES])
    lines[0] = "" if is_said else lines[0]
    gathered = Gathered(notes=notes)
    records = records_of(lines, delimiter, name)
    columns = _columns(gathered, records, wanted, name)
    uneven: list[int] = []
    for begins, cells in records[columns.first :] if columns.width else ():
        if any(cells[columns.width :]):
            uneven.append(begins)
            if columns.text == columns.width - 1:
                cells[columns.text :] = [delimiter.join(cells[columns.text :])]
    empty = _fill(gathered, records, columns, "line")
    for code, places in (("rows_without_text", empty), ("rows_uneven", uneven)):
        if places:
            gathered.notes.append(Note.of(code, count=len(places), place=f"line {places[0]}"))
    return gathered


def read_excel(data: bytes, name: str, wanted: Wanted) -> Gathered:
    from openpyxl.utils import get_column_letter

    with opened_workbook(data, name) as sheets:
        sheet = chosen_sheet(sheets, name, wanted.sheet, HEAD_WITHIN, known_headings)
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
    columns = _columns(gathered, filled, wanted, f"{name}, sheet {title}")
    cell = f"{title}!{get_column_letter(columns.text + 1)}"
    empty = _fill(gathered, filled, columns, f"sheet {title}, row", cell)
    formulas = formulas_in(data, name, title, empty, columns.text) if empty else 0
    if formulas:
        gathered.notes.append(Note.of("formulas", count=formulas))
    if len(empty) > formulas:
        place = f"sheet {title}, row {empty[0]}"
        gathered.notes.append(Note.of("rows_without_text", count=len(empty) - formulas, place=place))
    return gathered


def _columns(gathered: Gathered, records: Sequence[Record], wanted: Wanted, where: str) -> Columns:
    columns = chosen([cells for _, cells in records[: SAMPLE + HEAD_WITHIN]], wanted, where)
    gathered.notes += filter(None, [note_of(columns)])
    return columns


def _fill(gathered: Gathered, records: Sequence[Record], columns: Columns, place: str, cell: str = "") -> list[int]:
    """Takes the rows below the heading; gives the numbers of those without text. Behind `place` and `cell` stands the
    number of a row."""
    empty: list[int] = []
    for number, cells in records[columns.first :]:
        text = columns.cell(cells, columns.text)
        if not text:
            empty.append(number)
            continue
        requirement = Requirement(
            id=columns.cell(cells, columns.id) or f"REQ_{len(gathered.entries) + 1}",
            text=text,
            language=None if columns.language is None else _language(columns.cell(cells, columns.language)),
            place=f"{place} {number}",
            line=None if cell else number,
        )
        gathered.entries.append(Entry(requirement, f"{cell}{number}" if cell else None))
    return empty


def chosen(rows: Sequence[Row], wanted: Wanted, where: str) -> Columns:
    """The columns to read. `rows` are the first ones of the table; `where` names it in errors."""
    return columns_of(rows, _headings(), where, text_named=wanted.column, id_named=wanted.id_column)


def known_headings(rows: Sequence[Row]) -> bool:
    """Whether one of the first rows heads a table of requirements."""
    return heading_row(rows, _headings()) is not None


def note_of(columns: Columns) -> Note | None:
    """What the person should know of the choice."""
    heading, text, id_ = columns.heading, columns.text, columns.id
    if columns.is_guessed:
        return Note.of("columns_guessed", number=text + 1)
    if len([c for c in heading if c.strip()]) < 2:
        return None
    named = heading[id_].strip() if id_ is not None and id_ < len(heading) else ""
    if not named:
        return Note.of("columns_without_ids", text=heading[text].strip())
    return Note.of("columns", text=heading[text].strip(), id=named)


@cache
def _headings() -> dict[str, dict[str, int]]:
    listed = cast("dict[str, list[str]]", data("headings"))
    return {kind: {name: rank for rank, name in enumerate(listed[kind])} for kind in ("text", "id", "language")}


def _language(cell: str) -> Language | None:
    """As a cell of the language column names it."""
    named = cast("dict[str, dict[Language, list[str]]]", data("headings"))["languages"]
    return next((language for language, names in named.items() if as_heading(cell) in names), None)
