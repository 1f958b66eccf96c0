"""Tables on a PDF's pages, which know only where letters and lines stand.

A table with ruled cells is read by its lines (pdfplumber); one without by the gaps that run through all its rows, in
the page's text as it is laid out (pypdf). What stands around a table stays text, in its order.
"""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from arch_team.documents.tables import CELLS, written

if TYPE_CHECKING:
    from pdfplumber.page import Page
    from pdfplumber.pdf import PDF
    from pypdf import PageObject

_DRAWN = re.compile(rb"(?:^|\s)(?:re|l)(?=\s)")
"""Rectangles and lines in a page's drawing."""
_FEWEST_LINES = 4
_GAP = re.compile(r"\S {2,}\S")
_LEADER = re.compile(r"\.{4,}|(?:\. ){4,}")
_DIGIT = re.compile(r"\d")
_FEWEST_ROWS = 3
_MOST_LETTERS = 45
"""A cell of an unruled table is a few words long in the middle; a column of running text is not."""
_FILLED = 0.5
_LONGEST_ROW, _LONGEST_CELL, _WINDOW = 100, 30, 6
Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page."""

    text: str
    is_table: bool = False


class PageTables:
    """The pages of one file as blocks. A page without tables is left to its plain text."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._open_head = ""
        """The head of the table at the end of the page before: it may go on."""

    def blocks(self, number: int, page: "PageObject", plain: str) -> list[Block]:
        """The blocks of a page that holds tables; else none. `plain` is its text, which costs less to look at."""
        found = self._ruled(number) if _has_lines(page) else []
        if not found and _may_hold_figures(plain):
            found = list(_unruled(page.extract_text(extraction_mode="layout", layout_mode_space_vertically=False)))
        found = self._continued(found) if any(block.is_table for block in found) else []
        ends = [block for block in found if block.text.strip()]
        self._open_head = ends[-1].text.partition("\n")[0] if ends and _ends_with_table(ends) else ""
        return found

    def close(self) -> None:
        if "_opened" in self.__dict__:
            self._opened.close()

    @cached_property
    def _opened(self) -> "PDF":
        import pdfplumber

        return pdfplumber.open(io.BytesIO(self._content))

    def _ruled(self, number: int) -> list[Block]:
        page = self._opened.pages[number]
        try:
            return list(_ruled_blocks(page))
        finally:
            page.close()

    def _continued(self, blocks: list[Block]) -> list[Block]:
        """A table at the top of a page that has as many columns as the last one before it, and no head of its own."""
        head, first = self._open_head, next(at for at, block in enumerate(blocks) if block.is_table)
        above = [line for block in blocks[:first] for line in block.text.split("\n") if line.strip()]
        if not head or len(above) > 1:
            return blocks
        own = blocks[first].text.partition("\n")[0]
        if own == head or own.count(CELLS) != head.count(CELLS) or not _is_row_below(own, head):
            return blocks
        return [*blocks[:first], Block(f"{head}\n{blocks[first].text}", is_table=True), *blocks[first + 1 :]]


def _may_hold_figures(plain: str) -> bool:
    """Rows with figures, one after the other; or their cells line by line, some of them figures."""
    lines = [line for line in plain.split("\n") if line.strip()]
    figures = [len(line) <= _LONGEST_ROW and bool(_DIGIT.search(line)) for line in lines]
    short = [len(line) <= _LONGEST_CELL for line in lines]
    return any(
        sum(figures[at : at + _WINDOW]) >= (_WINDOW // 3 if all(short[at : at + _WINDOW]) else _WINDOW // 2)
        for at in range(len(lines))
    )


def _is_row_below(row: str, head: str) -> bool:
    """A row holds figures where the head held none."""
    return bool(_DIGIT.search(row)) and not _DIGIT.search(head)


def _ends_with_table(blocks: Sequence[Block]) -> bool:
    """A page number may stand below it."""
    return blocks[-1].is_table or (len(blocks) > 1 and blocks[-2].is_table and "\n" not in blocks[-1].text.strip())


def _has_lines(page: "PageObject") -> bool:
    drawing = page.get_contents()
    return drawing is not None and len(_DRAWN.findall(drawing.get_data())) >= _FEWEST_LINES


def _ruled_blocks(page: "Page") -> Iterator[Block]:
    found = [(table.bbox, _whole(table.extract())) for table in page.find_tables()]
    tables = sorted((box, rows) for box, rows in found if _is_filled(rows))
    tables.sort(key=lambda each: each[0][1])
    if not tables:
        return
    left, top, right, bottom = page.bbox
    boxes = [box for box, _ in tables]
    rest = page.filter(lambda thing: not any(_within(thing, box) for box in boxes))
    for (_, _, _, below), rows in tables:
        if below > top:
            yield Block(rest.crop((left, top, right, min(below, bottom)), strict=False).extract_text())
            top = below
        yield Block(written(rows), is_table=True)
    if bottom > top:
        yield Block(rest.crop((left, top, right, bottom), strict=False).extract_text())


def _within(thing: dict[str, object], box: tuple[float, float, float, float]) -> bool:
    x, y = ((float(str(thing[one])) + float(str(thing[other]))) / 2 for one, other in (("x0", "x1"), ("top", "bottom")))
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _whole(found: Sequence[Sequence[str | None]]) -> Rows:
    """Every cell told. One that spans several is told in each; a head of two rows is one of both."""
    rows: Rows = []
    for row in found:
        cells: list[str] = []
        for at, cell in enumerate(row):
            beside = cells[at - 1] if at else ""
            above = rows[-1][at] if rows else beside
            cells.append(cell if cell is not None else beside if at and not rows else above)
        rows.append(cells)
    if len(rows) > 2 and any(cell is None for cell in found[0]) and None not in found[1]:
        first, second = rows[0], rows[1]
        rows[:2] = [
            [one if one == other else f"{one} {other}".strip() for one, other in zip(first, second, strict=True)]
        ]
    return [row for row in rows if any(cell.strip() for cell in row)]


def _is_filled(rows: Rows) -> bool:
    cells = [cell for row in rows for cell in row]
    return len(rows) > 1 and len(rows[0]) > 1 and sum(bool(cell.strip()) for cell in cells) >= _FILLED * len(cells)


def _unruled(laid_out: str) -> Iterator[Block]:
    """Runs of lines with the same gaps, as tables; the lines between as text."""
    plain: list[str] = []
    run: list[str] = []
    for line in (*laid_out.split("\n"), ""):
        if line.strip() and _GAP.search(line.strip()) and not _LEADER.search(line):
            run.append(line)
            continue
        rows = _columns(run)
        if rows is None:
            plain += run
        else:
            yield Block(_text(plain))
            yield Block(written(rows), is_table=True)
            plain = []
        run = []
        plain.append(line)
    yield Block(_text(plain))


def _text(lines: Sequence[str]) -> str:
    return "\n".join(" ".join(line.split()) for line in lines)


def _columns(lines: Sequence[str]) -> Rows | None:
    """The cells, where gaps run through all lines and what they part looks like a table."""
    if len(lines) < _FEWEST_ROWS:
        return None
    width = max(map(len, lines))
    blank = [all(line[at : at + 1] in ("", " ") for line in lines) for at in range(width)] + [True]
    starts = [at for at in range(width) if not blank[at] and (at == 0 or blank[at - 1])]
    edges = [at for at in starts[1:] if all(blank[at - 2 : at])]
    if not edges or not starts:
        return None
    spans = list(pairwise([0, *edges, width]))
    rows = _merged([[line[one:other].strip() for one, other in spans] for line in lines])
    return rows if _looks_like_a_table(rows) else None


def _merged(rows: Rows) -> Rows:
    """Columns side by side of which no row fills both are one: a name to the left, its figures to the right."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    kept = columns[:1]
    for column in columns[1:]:
        if any(one and other for one, other in zip(kept[-1], column, strict=True)):
            kept.append(column)
        else:
            kept[-1] = [one or other for one, other in zip(kept[-1], column, strict=True)]
    return [list(row) for row in zip(*kept, strict=True)]


def _looks_like_a_table(rows: Rows) -> bool:
    """Short cells, nearly all there, and a column of figures under a head that is none: text in columns is not one."""
    cells = [cell for row in rows for cell in row]
    lengths = sorted(map(len, cells))
    if len(rows[0]) < 2 or not _is_filled(rows) or lengths[len(lengths) // 2] > _MOST_LETTERS or not all(rows[0]):
        return False
    return any(
        not _DIGIT.search(rows[0][at]) and sum(bool(_DIGIT.search(row[at])) for row in rows[1:]) * 2 > len(rows) - 1
        for at in range(1, len(rows[0]))
    )
