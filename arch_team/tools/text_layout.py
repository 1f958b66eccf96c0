"""How a text file holds its table: what separates the cells, where the heading is, what the columns are called."""

import csv
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

_SEPARATORS = (";", "\t", ",", "|")
_LINES = 200
"""Lines that are looked at."""


@dataclass(frozen=True, slots=True)
class Layout:
    separator: str
    skip: int
    """Lines before the heading."""
    names: tuple[str, ...]
    """Of the columns, each different. A column without a heading is called by its place."""
    unnamed: tuple[str, ...] = ()
    """Those that have no heading."""


def layout_of(path: Path) -> Layout:
    """The layout in which most lines have the same number of cells, and the more of them the better."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        lines = list(islice(file, _LINES))
    if not lines:
        raise ValueError("no lines")
    found = [(_rows(lines, separator), separator) for separator in _SEPARATORS]
    rows, separator = max(found, key=lambda pair: _evenness(pair[0]))
    width = _width(rows)
    heading = next((row for row in rows if len(row.cells) == width), rows[0])
    return Layout(separator, heading.line, *_named(heading.cells))


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: list[str]


def _rows(lines: list[str], separator: str) -> list[_Row]:
    reader = csv.reader(lines, delimiter=separator)
    rows: list[_Row] = []
    start = 0
    for cells in reader:
        if cells:
            rows.append(_Row(start, cells))
        start = reader.line_num
    return rows


def _width(rows: list[_Row]) -> int:
    """The number of cells most rows have."""
    return Counter(len(row.cells) for row in rows).most_common(1)[0][0] if rows else 0


def _evenness(rows: list[_Row]) -> tuple[bool, float, int]:
    width = _width(rows)
    even = sum(len(row.cells) == width for row in rows) / max(len(rows), 1)
    return width > 1 and even > 0.5, round(even, 1), width


def _named(heading: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names: list[str] = []
    unnamed: list[str] = []
    taken: set[str] = set()
    for place, cell in enumerate(heading, 1):
        plain = " ".join(cell.split()) or f"column{place}"
        name, number = plain, 2
        while name.casefold() in taken:
            name, number = f"{plain}_{number}", number + 1
        taken.add(name.casefold())
        names.append(name)
        if not cell.strip():
            unnamed.append(name)
    return tuple(names), tuple(unnamed)
