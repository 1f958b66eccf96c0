"""A table as a file for a spreadsheet."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arch_team.documents import spreadsheets
from arch_team.documents.spreadsheets import Column, Table
from arch_team.runs.evidence_table import EvidenceTable


def to_csv(table: EvidenceTable) -> bytes:
    return csv_of(table.columns, table.rows)


def csv_of(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    """With a mark that makes spreadsheets read it as UTF-8."""
    return spreadsheets.csv_of(_table("", [columns, *rows])).encode("utf-8-sig", "replace")


def to_xlsx(table: EvidenceTable) -> bytes:
    return workbook({table.name: [table.columns, *table.rows]})


def workbook(sheets: Mapping[str, Iterable[Sequence[Any]]]) -> bytes:
    """Sheets by their name, each with its rows; the first row is the head."""
    return spreadsheets.workbook(_table(name, rows) for name, rows in sheets.items())


def _table(name: str, rows: Iterable[Sequence[Any]]) -> Table:
    head, *below = rows
    return Table(name, [Column(str(cell)) for cell in head], below)
