"""A workbook people can sort, filter and pass on: summary, requirements, findings, rewrites, duplicates, questions."""

import io
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from arch_team.requirements.read.characters import visible
from arch_team.requirements.report.csv_report import Cell, is_formula, rows, used_criteria
from arch_team.requirements.report.excel_sheets import duplicates, findings, questions, rewrites, summary
from arch_team.requirements.report.report import Report
from arch_team.requirements.report.texts import texts

LONGEST_CELL = 32_000
"""Excel takes 32,767 characters."""
_GREEN, _YELLOW, _RED = "FFC6EFCE", "FFFFEB9C", "FFFFC7CE"


def to_excel(report: Report) -> bytes:
    words = texts(report.language)
    book = _Writer()
    book.sheet(words["summary"], summary(report), widths=(28, 16, 16, 60))
    used = len(used_criteria(report))
    scores = ["F", *(_letter(8 + place) for place in range(used)), _letter(12 + used)]
    widths = (14, 22, 22, 9, 60, 9, 16, *([15] * used), 60, 60, 60, 50, 12, 50, 24)
    book.sheet(words["requirements"].capitalize(), rows(report), widths, colours=scores)
    book.sheet(words["findings"], findings(report), (14, 22, 12, 16, 24, 28, 60, 40, 10, 40))
    book.sheet(words["rewrites"], rewrites(report), (14, 55, 12, 55, 55, 12, 16, 50), colours=["C", "F"])
    book.sheet(words["duplicates"], duplicates(report), (14, 55, 14, 55, 12, 60))
    book.sheet(words["questions"], questions(report), (14, 70, 60))
    return book.bytes()


class _Writer:
    """Writes sheet after sheet. openpyxl has no types for most of this: `Any` stays inside."""

    def __init__(self) -> None:
        from openpyxl import Workbook
        from openpyxl.styles import Alignment, Font, PatternFill

        self._book: Any = Workbook(write_only=True)
        self._wrapped, self._top = Alignment(wrap_text=True, vertical="top"), Alignment(vertical="top")
        self._styles: dict[str, Any] = {}
        self._bold, self._dark = Font(bold=True, color="FFFFFFFF"), PatternFill("solid", fgColor="FF2F4858")

    def sheet(
        self, title: str, lines: Iterable[Sequence[Cell]], widths: Sequence[int], colours: Sequence[str] = ()
    ) -> None:
        sheet = self._book.create_sheet(title[:31])
        sheet.freeze_panes = "B2"
        for place, width in enumerate(widths, 1):
            sheet.column_dimensions[_letter(place)].width = width
        count = 0
        for count, line in enumerate(lines, 1):
            sheet.append([self._cell(sheet, value, is_head=count == 1) for value in line])
        if count > 1:
            sheet.auto_filter.ref = f"A1:{_letter(len(widths))}{count}"
            for column in colours:
                _colour(sheet, f"{column}2:{column}{count}")

    def bytes(self) -> bytes:
        out = io.BytesIO()
        self._book.save(out)
        return out.getvalue()

    def _cell(self, sheet: Any, value: Cell, *, is_head: bool) -> Any:
        """Text stays text, whatever it begins with: it is marked as such, so that nothing is ever computed."""
        from openpyxl.cell import WriteOnlyCell

        if value is None or value == "":
            return None
        cell: Any = WriteOnlyCell(sheet)
        if isinstance(value, str):
            text = visible(value).replace("\r", " ")
            cell.value = text if len(text) <= LONGEST_CELL else text[: LONGEST_CELL - 1] + "…"
            cell.data_type = "s"
            kind = "head" if is_head else "formula" if is_formula(text) else "text"
        else:
            cell.value = value
            kind = "score" if isinstance(value, float) else "count"
        cell._style = copy(self._style(sheet, kind))
        return cell

    def _style(self, sheet: Any, kind: str) -> Any:
        """Made once for each kind: openpyxl looks every style up anew, which costs more than writing the cell."""
        from openpyxl.cell import WriteOnlyCell

        if kind not in self._styles:
            cell: Any = WriteOnlyCell(sheet)
            cell.alignment = self._wrapped if kind in ("text", "formula", "head") else self._top
            cell.quotePrefix = kind == "formula"
            if kind == "score":
                cell.number_format = "0.00"
            if kind == "head":
                cell.font, cell.fill = self._bold, self._dark
            self._styles[kind] = cell._style
        return self._styles[kind]


def _colour(sheet: Any, where: str) -> None:
    import openpyxl.formatting.rule as rules
    from openpyxl.styles import PatternFill

    made: Any = rules
    for operator, bounds, colour in (
        ("between", ["0", "0.4999"], _RED),
        ("between", ["0.5", "0.6999"], _YELLOW),
        ("greaterThanOrEqual", ["0.7"], _GREEN),
    ):
        fill = PatternFill(bgColor=colour, fill_type="solid")
        sheet.conditional_formatting.add(where, made.CellIsRule(operator=operator, formula=bounds, fill=fill))


def _letter(column: int) -> str:
    from openpyxl.utils import get_column_letter

    return get_column_letter(column)
