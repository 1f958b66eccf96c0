"""Tables as files for a spreadsheet. Numbers stay numbers, and no text can become a formula there."""

import csv
import io
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any
from unicodedata import category, normalize

from arch_team.documents.plain import visible

LONGEST_CELL = 32_000
"""Excel takes 32,767 characters."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")
_UNSEEN = ("Cf", "Cc", "Cs", "Co", "Cn", "Mn", "Zs", "Zl", "Zp")
_BANDS = (
    ("between", ["0", "0.4999"], "FFFFC7CE"),
    ("between", ["0.5", "0.6999"], "FFFFEB9C"),
    ("greaterThanOrEqual", ["0.7"], "FFC6EFCE"),
)
"""Red, yellow and green of a score."""


@dataclass(frozen=True, slots=True)
class Column:
    head: str
    width: int | None = None
    is_score: bool = False
    """From 0 to 1: shown with two places, coloured by how good it is."""


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Any]]


def csv_of(table: Table) -> str:
    """Text cells that a spreadsheet would compute begin with an apostrophe, as people write them by hand."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([harmless(column.head) for column in table.columns])
    writer.writerows([harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in table.rows)
    return out.getvalue()


def harmless(cell: str) -> str:
    cell = visible(cell)
    return f"'{cell}" if is_formula(cell) else cell


def is_formula(text: str) -> bool:
    """Whether a spreadsheet may compute it: some pass over spaces and signs nobody sees, and take wide signs for plain
    ones."""
    first = next((c for c in text if c in FORMULA or not (c.isspace() or category(c) in _UNSEEN)), "")
    return normalize("NFKC", first).startswith(FORMULA)


def workbook(tables: Iterable[Table], freeze: str = "A2") -> bytes:
    """A sheet for each table, its head frozen and filtered."""
    writer = _Workbook()
    for table in tables:
        writer.add(table, freeze)
    return writer.finished()


class _Workbook:
    """Writes sheet after sheet. openpyxl has no types for most of this: `Any` stays inside."""

    def __init__(self) -> None:
        from openpyxl import Workbook
        from openpyxl.styles import Alignment, Font, PatternFill

        self._book: Any = Workbook(write_only=True)
        self._wrapped, self._top = Alignment(wrap_text=True, vertical="top"), Alignment(vertical="top")
        self._bold, self._dark = Font(bold=True, color="FFFFFFFF"), PatternFill("solid", fgColor="FF2F4858")
        self._styles: dict[str, Any] = {}

    def add(self, table: Table, freeze: str) -> None:
        from openpyxl.utils import get_column_letter as letter

        sheet = self._book.create_sheet("".join(c for c in table.title if c.isalnum() or c in " _-")[:31] or "table")
        sheet.freeze_panes = freeze
        for place, column in enumerate(table.columns, 1):
            if column.width is not None:
                sheet.column_dimensions[letter(place)].width = column.width
        sheet.append([self._cell(sheet, column.head, is_head=True) for column in table.columns])
        scores = {place for place, column in enumerate(table.columns) if column.is_score}
        count = 1
        for row in table.rows:
            count += 1
            sheet.append([self._cell(sheet, value, is_score=at in scores) for at, value in enumerate(row)])
        if count > 1:
            sheet.auto_filter.ref = f"A1:{letter(len(table.columns))}{count}"
        for place, column in enumerate(table.columns, 1):
            if column.is_score and count > 1:
                _colour(sheet, f"{letter(place)}2:{letter(place)}{count}")

    def finished(self) -> bytes:
        out = io.BytesIO()
        self._book.save(out)
        return out.getvalue()

    def _cell(self, sheet: Any, value: Any, *, is_head: bool = False, is_score: bool = False) -> Any:
        """Text is marked as text, whatever it begins with, so that nothing is ever computed."""
        from openpyxl.cell import WriteOnlyCell

        if value is None or value == "" or isinstance(value, bool):
            return value if isinstance(value, bool) else None
        cell: Any = WriteOnlyCell(sheet)
        if isinstance(value, str):
            text = visible(value).replace("\r", " ")
            cell.value = text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"
            cell.data_type = "s"
            kind = "head" if is_head else "formula" if is_formula(text) else "text"
        else:
            cell.value = value
            kind = "score" if is_score else "other"
        cell._style = copy(self._style(sheet, kind, cell))
        return cell

    def _style(self, sheet: Any, kind: str, cell: Any) -> Any:
        """Made once for each kind: openpyxl looks every style up anew, which costs more than writing the cell."""
        from openpyxl.cell import WriteOnlyCell

        if kind == "other":  # a date has a format of its own
            return cell._style
        if kind not in self._styles:
            plain: Any = WriteOnlyCell(sheet)
            plain.alignment = self._top if kind == "score" else self._wrapped
            plain.quotePrefix = kind == "formula"
            if kind == "score":
                plain.number_format = "0.00"
            if kind == "head":
                plain.font, plain.fill = self._bold, self._dark
            self._styles[kind] = plain._style
        return self._styles[kind]


def _colour(sheet: Any, where: str) -> None:
    import openpyxl.formatting.rule as rules
    from openpyxl.styles import PatternFill

    made: Any = rules
    for operator, bounds, colour in _BANDS:
        fill = PatternFill(bgColor=colour, fill_type="solid")
        sheet.conditional_formatting.add(where, made.CellIsRule(operator=operator, formula=bounds, fill=fill))
