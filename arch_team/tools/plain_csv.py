"""A text file written anew as plain CSV, where the database cannot read it as it is: quotes written with a backslash,
rows without their last cells, remarks below the table."""

import csv
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from arch_team.tools.text_layout import Layout, Row, UnevenRow, rows_of

_NARROW = 2
"""Columns of a table whose rows may well have only one cell."""


def rewritten(path: Path, target: Path, layout: Layout) -> tuple[str, ...]:
    """Writes the table to `target`, every row as wide as the heading, and gives back what stands below it. A row with
    more cells is an error, and so are two rows that are one in two parts: a line break that nobody quoted."""
    with path.open(encoding="utf-8-sig", newline="") as old:
        skipped = sum(1 for _ in islice(old, layout.skip))
        rows = list(rows_of(old, layout.separator, escaped=layout.escaped, strict=True, first=skipped))
    body, below, width = rows[1:], list[str](), len(layout.names)
    while body and width > _NARROW and len(body[-1].cells) == 1:
        below.insert(0, body.pop().cells[0])
    with target.open("w", newline="", encoding="utf-8") as new:
        writer = csv.writer(new)
        writer.writerow(layout.names)
        writer.writerows(_padded(body, width))
    return tuple(below)


def _padded(rows: Sequence[Row], width: int) -> Iterator[list[str]]:
    before = width
    for row in rows:
        own = len(row.cells)
        is_second_part = before < width and before + own == width + 1
        if any(row.cells[width:]) or is_second_part:
            raise UnevenRow(row.line + 1)
        before = own
        yield [*row.cells[:width], *[""] * (width - own)]
