"""How a text file holds its table: what separates the cells, how quotes within them are written, where the heading is,
what the columns are called."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

from arch_team.text.cells import heading_of

_SEPARATORS = (";", "\t", ",", "|")
_LINES = 200
"""Lines that are looked at."""
_CHUNK = 1 << 20
_ESCAPED = b'\\"'


@dataclass(frozen=True, slots=True)
class Layout:
    separator: str
    skip: int
    """Lines before the heading."""
    names: tuple[str, ...]
    """Of the columns, each different. A column without a heading is called by its place."""
    unnamed: tuple[str, ...] = ()
    """Those that have no heading."""
    escaped: bool = False
    r"""Quotes within a cell are written `\"`, not `""`."""


class UnevenRow(ValueError):
    """A row that is none of the table's: it has other columns, or a quote where none may stand."""

    def __init__(self, line: int) -> None:
        super().__init__(f"Line: {line}")


class NoLines(ValueError):
    """A text in which nothing is written."""


def layout_of(path: Path) -> Layout:
    """The layout in which most rows have the same number of cells, and the more of them the better."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = list(islice(file, _LINES))
        if not any(map(str.strip, lines)):
            raise ValueError("no heading") if any(map(str.strip, file)) else NoLines
    ways = (False, True) if _holds_escaped_quotes(path) else (False,)
    found = [(list(rows_of(lines, sign, escaped=way)), sign) for way, sign in product(ways, _SEPARATORS)]
    rows, separator = max(found, key=lambda pair: _evenness(pair[0]))
    escaped = len(ways) > 1 and not _is_clean(path, separator) and _is_clean(path, separator, escaped=True)
    if escaped:
        rows = list(rows_of(lines, separator, escaped=True))
    width = _width(rows)
    heading = next((row for row in rows if len(row.cells) == width), rows[0])
    return Layout(separator, heading.line, *_named(heading.cells), escaped)


@dataclass(frozen=True, slots=True)
class Row:
    line: int
    """Of the file, from 0, where it begins."""
    cells: list[str]


def rows_of(
    lines: Iterable[str], separator: str, *, escaped: bool, strict: bool = False, first: int = 0
) -> Iterator[Row]:
    """The rows of a text whose first line is the file's line `first`, without empty ones. Where it is `strict`, a quote
    in the wrong place is an error."""
    escape = "\\" if escaped else None
    reader = csv.reader(lines, delimiter=separator, escapechar=escape, strict=strict)
    start = first
    try:
        for cells in reader:
            if cells:
                yield Row(start, cells)
            start = first + reader.line_num
    except csv.Error as error:
        raise UnevenRow(start + 1) from error


def _is_clean(path: Path, separator: str, *, escaped: bool = False) -> bool:
    """Whether every quote of the file stands where one may stand."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return all(True for _ in rows_of(file, separator, escaped=escaped, strict=True))
    except UnevenRow:
        return False


def _holds_escaped_quotes(path: Path) -> bool:
    end = b""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            if _ESCAPED in end + chunk:
                return True
            end = chunk[-1:]
    return False


def _width(rows: list[Row]) -> int:
    """The number of cells most rows have."""
    return Counter(len(row.cells) for row in rows).most_common(1)[0][0] if rows else 0


def _evenness(rows: list[Row]) -> tuple[bool, float, int]:
    width = _width(rows)
    even = sum(len(row.cells) == width for row in rows) / max(len(rows), 1)
    return width > 1 and even > 0.5, round(even, 1), width


def _named(heading: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names: list[str] = []
    unnamed: list[str] = []
    taken: set[str] = set()
    for place, cell in enumerate(heading, 1):
        plain = heading_of(cell) or f"column{place}"
        name, number = plain, 2
        while name.casefold() in taken:
            name, number = f"{plain}_{number}", number + 1
        taken.add(name.casefold())
        names.append(name)
        if not cell.strip():
            unnamed.append(name)
    return tuple(names), tuple(unnamed)
