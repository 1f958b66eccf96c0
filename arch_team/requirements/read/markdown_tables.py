"""Tables in Markdown: rows of requirements where a heading says so, else passed over."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from arch_team.requirements.read.blocks import Block, Line, Piece
from arch_team.requirements.read.columns import chosen, known_headings
from arch_team.requirements.read.notes import Note
from arch_team.requirements.read.specification import Wanted

_DELIMITER_ROW = re.compile(r"\s{0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_CELL = re.compile(r"(?:\\\||[^|])*")


@dataclass(frozen=True, slots=True)
class Table:
    head: Line
    rows: tuple[Line, ...]


def tables(lines: Iterator[Line]) -> Iterator[Line | Table]:
    """The lines, with each table as one part."""
    held: Line | None = None
    head: Line | None = None
    rows: list[Line] = []
    for line in lines:
        if head is not None:
            if "|" in line.text and line.text.strip():
                rows.append(line)
                continue
            yield Table(head, tuple(rows))
            head, rows = None, []
        if held is not None and "|" in held.text and "|" in line.text and _DELIMITER_ROW.fullmatch(line.text):
            head, held = held, None
            continue
        if held is not None:
            yield held
        held = line
    if head is not None:
        yield Table(head, tuple(rows))
    elif held is not None:
        yield held


def rows_of(table: Table, wanted: Wanted, name: str) -> tuple[list[Block], list[Note]] | None:
    """The table's requirements, or nothing where it is a table of something else."""
    cells = [[text for text, _ in _cells(line.text)] for line in (table.head, *table.rows)]
    heading = [cell.strip().casefold() for cell in cells[0]]
    asked = wanted.column is not None and wanted.column.strip().casefold() in heading
    if not asked and not known_headings(cells[:1]):
        return None
    columns = chosen(cells, wanted if asked else replace(wanted, column=None, id_column=None), name)
    blocks: list[Block] = []
    for line in table.rows:
        placed = _cells(line.text)
        row = [text for text, _ in placed]
        text = columns.cell(row, columns.text)
        if not text:
            continue
        at = placed[columns.text][1]
        block = Block("item", columns.cell(row, columns.id).strip("*_` "), pieces=[Piece(text, line.number, at + 1)])
        blocks.append(block)
    return blocks, [columns.note] if columns.note else []


def _cells(line: str) -> list[tuple[str, int]]:
    """Each cell's text and where it begins."""
    start = len(line) - len(line.lstrip())
    if line[start : start + 1] == "|":
        start += 1
    out: list[tuple[str, int]] = []
    while start < len(line):
        found = _CELL.match(line, start)
        end = found.end() if found else len(line)
        raw = line[start:end]
        out.append((raw.strip(), start + len(raw) - len(raw.lstrip())))
        start = end + 1
    return out
