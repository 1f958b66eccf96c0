"""A table as a file for a spreadsheet. Numbers stay numbers, and no text can become a formula there."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arch_team.requirements.read.characters import visible
from arch_team.requirements.report.csv_report import harmless
from arch_team.runs.evidence_table import EvidenceTable

LONGEST_CELL = 32_000
"""Excel takes 32,767 characters."""


def to_csv(table: EvidenceTable) -> bytes:
    """With a mark that makes spreadsheets read it as UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([harmless(name) for name in table.columns])
    for row in table.rows:
        writer.writerow([harmless(value) if isinstance(value, str) else value for value in row])
    return out.getvalue().encode("utf-8-sig", "replace")


def to_xlsx(table: EvidenceTable) -> bytes:
    return workbook({table.name: [table.columns, *table.rows]})


def workbook(sheets: Mapping[str, Iterable[Sequence[Any]]]) -> bytes:
    """Sheets by their name, each with its rows."""
    from openpyxl import Workbook

    book: Any = Workbook(write_only=True)
    for name, rows in sheets.items():
        sheet = book.create_sheet("".join(c for c in name if c.isalnum() or c in " _-")[:31] or "table")
        sheet.freeze_panes = "A2"
        for row in rows:
            sheet.append([_cell(sheet, value) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: Any, value: Any) -> Any:
    """Text is marked as text, so that nothing is ever computed."""
    from openpyxl.cell import WriteOnlyCell

    if value is None or isinstance(value, bool):
        return value
    if not isinstance(value, str):
        return WriteOnlyCell(sheet, value)
    cell: Any = WriteOnlyCell(sheet)
    cell.value = visible(value)[:LONGEST_CELL]
    cell.data_type = "s"
    return cell
