"""CSV as spreadsheets and tools write it, and Excel workbooks: the sheet and the columns that hold the requirements.

The column is known by its heading in German or English, else by what stands in it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

from arch_team.documents.delimited import Record, records_of, sniffed
from arch_team.documents.workbooks import Sheet, opened_workbook, rows_of
from arch_team.errors import DataError, UsageError
from arch_team.requirements.model import Requirement
from arch_team.requirements.read.specification import MOST_REQUIREMENTS, Entry, Gathered, Note, Wanted, data, decoded
from arch_team.wire import Language

Row = Sequence[str]
HEAD_WITHIN = 20
"""Rows at the top of a table among which its heading row is looked for: titles and dates may stand above it."""
_MOST_ROWS = MOST_REQUIREMENTS + 1_000
_SAMPLE_LINES = 60
_LONGEST_HEADING = 500
_SAMPLE = 200
_FEWEST_WORDS = 2
"""For each row, in a column that no heading names."""
_ID_LIKE = re.compile(r"[A-Za-zÄÖÜ]{0,15}[-_./# ]?\d[\w.\-/]{0,20}")


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
    columns = _columns(gathered, filled, wanted, f"{name}, sheet {title}")
    cell = f"{title}!{get_column_letter(columns.text + 1)}"
    empty = _fill(gathered, filled, columns, f"sheet {title}, row", cell)
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


@dataclass(frozen=True, slots=True)
class Columns:
    first: int
    """The first row below the heading."""
    text: int
    id: int | None = None
    language: int | None = None
    width: int = 0
    """Cells of the heading row, empty ones at its end not counted; 0 where there is none."""
    note: Note | None = None

    def cell(self, row: Row, column: int | None) -> str:
        return row[column].strip() if column is not None and column < len(row) else ""


def _columns(gathered: Gathered, records: Sequence[Record], wanted: Wanted, where: str) -> Columns:
    columns = chosen([cells for _, cells in records[: _SAMPLE + HEAD_WITHIN]], wanted, where)
    if columns.note:
        gathered.notes.append(columns.note)
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
    head = _head(rows, wanted)
    heading: Row = rows[head] if head is not None else ()
    first = head + 1 if head is not None else 0
    below = rows[first : first + _SAMPLE]
    text = _asked(wanted.column, heading, rows, where, "--column")
    id_ = _asked(wanted.id_column, heading, rows, where, "--id-column")
    guessed = False
    if text is None:
        text = _known(heading, "text", below)
    if text is None:
        text, guessed = _wordiest(rows[first:] or rows, where), True
        if head is None and _is_heading(rows, text):
            heading, first, below = rows[0], 1, rows[1 : 1 + _SAMPLE]
    if id_ is None:
        id_ = _known(heading, "id", below, but=text)
    if id_ is None:
        id_ = _id_like(below or rows, text)
    language = _known(heading, "language", below, but=text)
    width = max((place + 1 for place, cell in enumerate(heading) if cell.strip()), default=0)
    return Columns(first, text, id_, language, width, _note(heading, text, id_, guessed and _width(rows) > 1))


def known_headings(rows: Sequence[Row]) -> bool:
    """Whether one of the first rows heads a table of requirements."""
    return _head(rows, Wanted()) is not None


def folded(text: str) -> str:
    """A heading in one spelling. What is longer than a line is none."""
    return re.sub(r"[\s_\-./:#()\[\]]+", " ", text[:_LONGEST_HEADING].casefold()).strip()


def _head(rows: Sequence[Row], wanted: Wanted) -> int | None:
    """The row with the most known headings, among them one for the text; or the one with the column asked for."""
    asked = folded(wanted.column) if wanted.column else None
    best, found = 0, None
    for place, row in enumerate(rows[:HEAD_WITHIN]):
        names = [folded(cell) for cell in row]
        if asked and asked in names:
            return place
        score = sum(any(name in _ranks(kind) for kind in ("text", "id", "language")) for name in names)
        if any(name in _ranks("text") for name in names) and score > best:
            best, found = score, place
    return found


def _known(heading: Row, kind: str, below: Sequence[Row], but: int | None = None) -> int | None:
    """The column with the surest heading. One that is empty below its heading is no use."""
    ranks = _ranks(kind)
    ranked = sorted((ranks[folded(cell)], place) for place, cell in enumerate(heading) if folded(cell) in ranks)
    places = [place for _, place in ranked if place != but]
    used = [place for place in places if any(place < len(row) and row[place].strip() for row in below)]
    return next(iter(used or places), None)


def _asked(name: str | None, heading: Row, rows: Sequence[Row], where: str, option: str) -> int | None:
    """The column by its heading, or by its number."""
    if name is None:
        return None
    names = [folded(cell) for cell in heading]
    if folded(name) in names:
        return names.index(folded(name))
    if name.isdigit() and 1 <= int(name) <= _width(rows):
        return int(name) - 1
    known = [cell.strip() for cell in heading if cell.strip()] or [str(n + 1) for n in range(_width(rows))]
    raise UsageError(f"{where} has no column {name!r}", f"Give {option} as one of: {', '.join(known[:20])}.")


def _wordiest(rows: Sequence[Row], where: str) -> int:
    """The column with the most words. Numbers and single words beside each other are no requirements."""
    words = [0] * max(1, _width(rows))
    for row in rows[:_SAMPLE]:
        for place, cell in enumerate(row):
            words[place] += len(cell[:2000].split())
    if len(words) > 1 and max(words) < _FEWEST_WORDS * len(rows[:_SAMPLE]):
        raise UsageError(f"no column of {where} looks like requirements", "Name the column with --column.")
    return words.index(max(words))


def _is_heading(rows: Sequence[Row], text: int) -> bool:
    """A first row that names nothing we know and still is no requirement: one or two words over whole sentences."""
    cells = [row[text].split() for row in rows[:_SAMPLE] if text < len(row) and row[text].strip()]
    if len(cells) < 2 or _width(rows) < 2 or len(rows[0]) <= text:
        return False
    below = sum(len(words) for words in cells[1:]) / (len(cells) - 1)
    return len(rows[0][text].split()) <= 2 and below >= 5 and not any(_ID_LIKE.fullmatch(c.strip()) for c in rows[0])


def _id_like(rows: Sequence[Row], text: int) -> int | None:
    for place in range(min(_width(rows), 30)):
        cells = [row[place].strip() for row in rows[:_SAMPLE] if place < len(row)]
        if place != text and cells and len(set(cells)) == len(cells) and all(_ID_LIKE.fullmatch(c) for c in cells):
            return place
    return None


def _note(heading: Row, text: int, id_: int | None, guessed: bool) -> Note | None:
    if guessed:
        return Note.of("columns_guessed", number=text + 1)
    if len([c for c in heading if c.strip()]) < 2:
        return None
    named = heading[id_].strip() if id_ is not None and id_ < len(heading) else ""
    if not named:
        return Note.of("columns_without_ids", text=heading[text].strip())
    return Note.of("columns", text=heading[text].strip(), id=named)


def _width(rows: Sequence[Row]) -> int:
    return max((len(row) for row in rows[:_SAMPLE]), default=0)


@cache
def _ranks(kind: str) -> dict[str, int]:
    return {name: rank for rank, name in enumerate(cast("dict[str, list[str]]", data("headings"))[kind])}


def _language(cell: str) -> Language | None:
    """As a cell of the language column names it."""
    named = cast("dict[str, dict[Language, list[str]]]", data("headings"))["languages"]
    return next((language for language, names in named.items() if folded(cell) in names), None)
