"""Tables in documents: every reader writes a table as a block of lines, a row each, its cells divided by ` | `.

The first row is the head. From such blocks a table is read back, to be asked like a file.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arch_team.documents.document import Document

CELLS = " | "
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")
_NUMBERED = re.compile(r"\w+\.? \d+[a-z]?\s*[.:–-]\s*")
"""`Table 3: `, `Tab. 2 – `: the number of a caption."""
_LONGEST_CAPTION = 120


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under the names of their columns, and where they stand."""

    name: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    headings: tuple[str, ...] = ()
    page: int | None = None


def written(rows: Sequence[Sequence[str]]) -> str:
    """A table as a block of text. Cells lose what would make two of them."""
    return "\n".join(CELLS.join(" ".join(cell.replace("|", "/").split()) for cell in row) for row in rows)


def cells_of(row: str) -> tuple[str, ...]:
    """The cells of a written row; the first and the last may be empty."""
    return tuple(cell.strip() for cell in f" {row.strip()} ".split(CELLS))


def tables_of(document: Document) -> tuple[Table, ...]:
    """Those of a document; one that goes on over several pages is one."""
    found: list[Table] = []
    for section in document.sections:
        path = document.path_of(section)
        found += (
            replace(table, name=table.name or path[-1], headings=path, page=section.page)
            for table in tables_in(section.text)
        )
    return joined(found)


def joined(tables: Sequence[Table]) -> tuple[Table, ...]:
    """A table whose head is that of the one before it goes on with it."""
    found: list[Table] = []
    for table in tables:
        if found and found[-1].head == table.head and found[-1].headings == table.headings:
            found[-1] = replace(found[-1], rows=(*found[-1].rows, *table.rows))
        else:
            found.append(table)
    return tuple(found)


def tables_in(text: str) -> Iterator[Table]:
    """The tables of a text, each named by its caption where a short line of its own stands right above it."""
    above = ""
    for block in _EMPTY_LINE.split(text):
        lines = [line.strip() for line in block.strip().split("\n")]
        table = _table(lines)
        if table is not None:
            yield replace(table, name=_caption(above))
        above = lines[0] if len(lines) == 1 else ""


def _table(lines: Sequence[str]) -> Table | None:
    rows = [cells_of(line) for line in lines]
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):
        return None
    head = tuple(cell or f"column {at}" for at, cell in enumerate(rows[0], 1))
    return Table("", head, tuple(rows[1:])) if len(set(head)) == len(head) else None


def _caption(line: str) -> str:
    if not line or len(line) > _LONGEST_CAPTION or CELLS in line:
        return ""
    bare = _NUMBERED.sub("", line, count=1)
    return "" if re.search(r"[.!?]$", bare) and " " in bare and _NUMBERED.match(line) is None else bare.rstrip(".: ")
