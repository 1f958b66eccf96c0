"""Delimited text (CSV) as spreadsheets and tools write it: what divides its cells, and its records with their lines."""

import csv
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import islice

from arch_team.errors import DataError

DELIMITERS = ",;\t|"
NO_DELIMITER = "\x1f"
"""Stands in no text that was read: control characters are replaced before."""
LONGEST_CELL = 100 * 1024 * 1024
_LONGEST_RECORD = 100
"""Lines. A longer one is a quote that somebody forgot to close, with the rest of the file behind it."""
Record = tuple[int, list[str]]
"""The line or row it begins at, and its cells."""


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


def records_of(lines: list[str], delimiter: str, name: str) -> list[Record]:
    """Each record with the line it begins at, blank ones left out."""
    with _any_length():
        return list(_records(lines, delimiter, name))


def _records(lines: list[str], delimiter: str, name: str) -> Iterator[Record]:
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter)
    begins = 1
    unclosed = "Look for a quote in it that is not closed."
    try:
        for cells in reader:
            spanned = lines[begins - 1 : reader.line_num]
            if len(spanned) > _LONGEST_RECORD or (len(spanned) > 1 and sum(s.count('"') for s in spanned) % 2):
                raise DataError(f"{name}: the record that begins in line {begins} does not end", unclosed)
            if any(cell.strip() for cell in cells):
                yield begins, [cell.rstrip("\n") for cell in cells]
            begins = reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"{name}: the record that begins in line {begins} does not end", unclosed) from error


@contextmanager
def _any_length() -> Generator[None]:
    """Cells of any length are read here: what is too long is told by name, not as a parser's failure."""
    before = csv.field_size_limit(LONGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(before)
