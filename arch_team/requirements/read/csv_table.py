"""CSV as spreadsheets and tools write it: any usual delimiter and encoding, quoted cells over several lines."""

import csv
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import islice

from arch_team.errors import DataError
from arch_team.requirements.model import Requirement
from arch_team.requirements.read.characters import decoded
from arch_team.requirements.read.columns import Columns, chosen
from arch_team.requirements.read.notes import Note
from arch_team.requirements.read.specification import LARGEST_FILE, Anchor, Entry, Gathered, Wanted

DELIMITERS = ",;\t|"
NO_DELIMITER = "\x1f"
"""Stands in no text that was read: control characters are replaced before."""
_LONGEST_RECORD = 100
"""Lines. A longer one is a quote that somebody forgot to close, with the rest of the file behind it."""
_SAMPLE_LINES = 60
_SAMPLE_ROWS = 220


def read_csv(data: bytes, name: str, wanted: Wanted) -> Gathered:
    text, notes = decoded(data, name)
    lines = text.split("\n")
    said = _said(lines[0])
    delimiter = said or sniffed(lines[:_SAMPLE_LINES])
    lines[0] = "" if said else lines[0]
    with _any_length():
        records = list(_records(lines, delimiter, name))
    columns = chosen([cells for _, cells in records[:_SAMPLE_ROWS]], wanted, name)
    gathered = Gathered(notes=notes)
    if columns.note:
        notes.append(columns.note)
    _take(gathered, records, columns, lines, delimiter)
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


def _said(line: str) -> str | None:
    """`sep=;` in the first line, as Excel understands it."""
    said = line.strip().casefold()
    return said[4] if said.startswith("sep=") and len(said) == 5 else None


def _records(lines: list[str], delimiter: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Each record with the line it begins at, blank ones left out."""
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter)
    begins = 1
    try:
        for cells in reader:
            spanned = lines[begins - 1 : reader.line_num]
            if len(spanned) > _LONGEST_RECORD or (len(spanned) > 1 and sum(map(_quotes, spanned)) % 2):
                raise _unclosed(name, begins)
            if any(cell.strip() for cell in cells):
                yield begins, [cell.rstrip("\n") for cell in cells]
            begins = reader.line_num + 1
    except csv.Error as error:
        raise _unclosed(name, begins) from error


def _quotes(line: str) -> int:
    return line.count('"')


def _unclosed(name: str, line: int) -> DataError:
    return DataError(
        f"{name}: the record that begins in line {line} does not end", "Look for a quote in it that is not closed."
    )


def _take(
    gathered: Gathered, records: list[tuple[int, list[str]]], columns: Columns, lines: list[str], delimiter: str
) -> None:
    empty: list[str] = []
    uneven: list[str] = []
    for begins, cells in records[columns.first :]:
        text = columns.cell(cells, columns.text)
        if columns.width and len(cells) > columns.width and any(cells[columns.width :]):
            uneven.append(f"line {begins}")
            if columns.text == columns.width - 1:
                text = delimiter.join(cells[columns.text :]).strip()
        if not text:
            empty.append(f"line {begins}")
            continue
        requirement = Requirement(
            id=columns.cell(cells, columns.id) or f"REQ_{len(gathered.entries) + 1}",
            text=text,
            language=columns.language_of(cells),
            place=f"line {begins}",
            line=begins,
        )
        gathered.entries.append(Entry(requirement, _anchors(text, lines, begins, columns.text, delimiter)))
    for code, places in (("rows_without_text", empty), ("rows_uneven", uneven)):
        if places:
            gathered.notes.append(Note.of(code, count=len(places), place=places[0]))


def _anchors(text: str, lines: list[str], begins: int, column: int, delimiter: str) -> tuple[Anchor, ...]:
    """Where the cell's characters stand. Quotes are written twice inside a cell, and a cell may span lines."""
    line = lines[begins - 1]
    if '"' not in line:
        cells = line.split(delimiter, column + 1)
        before = sum(len(cell) + 1 for cell in cells[:column])
        raw = cells[column] if column < len(cells) else ""
        return (Anchor(0, begins, before + len(raw) - len(raw.lstrip()) + 1),)
    number, at = _start_of_cell(lines, begins, column, delimiter)
    if '"' not in text and lines[number - 1].startswith(text, at):
        return (Anchor(0, number, at + 1),)
    return _followed(text, lines, number, at)


def _start_of_cell(lines: list[str], begins: int, column: int, delimiter: str) -> tuple[int, int]:
    """Line and offset of the cell's first character, its opening quote passed."""
    number, at, quoted, fresh = begins, 0, False, True
    while column and number <= len(lines):
        line = lines[number - 1]
        if at >= len(line):
            number, at = number + 1, 0
            continue
        if line[at] == '"' and (fresh or quoted):
            quoted = not quoted
        fresh = line[at] == delimiter and not quoted
        column -= fresh
        at += 1
    number = min(number, len(lines))
    return number, at + (lines[number - 1][at : at + 1] == '"')


def _followed(text: str, lines: list[str], number: int, at: int) -> tuple[Anchor, ...]:
    """Follows the text through the raw lines, and drops an anchor wherever the two part."""
    anchors: list[Anchor] = []
    expected = (0, 0)
    for offset, character in enumerate(text):
        number, at = _next(character, lines, number, at)
        if (number, at) != expected:
            anchors.append(Anchor(offset, number, at + 1))
        if character == "\n":
            number, at = number + 1, 0
            expected = (0, 0)
        else:
            expected = (number, at + 1)
            at += 2 if character == '"' and lines[number - 1][at + 1 : at + 2] == '"' else 1
    return tuple(anchors)


def _next(character: str, lines: list[str], number: int, at: int) -> tuple[int, int]:
    """Where the character stands, from here on."""
    while number < len(lines) or at < len(lines[number - 1]):
        line = lines[number - 1]
        if at >= len(line):
            if character == "\n":
                break
            number, at = number + 1, 0
        elif line[at] == character:
            break
        else:
            at += 1
    return number, at


@contextmanager
def _any_length() -> Generator[None]:
    """Cells of any length are read here: what is too long is told by name, not as a parser's failure."""
    before = csv.field_size_limit(LARGEST_FILE)
    try:
        yield
    finally:
        csv.field_size_limit(before)
