"""What the answer to a question shows: the cells that its draft names. A follow-up may speak of them."""

import re
from typing import TYPE_CHECKING

from arch_team.models.embedded.conversation import found_in
from arch_team.models.embedded.figure_path import FigurePath
from arch_team.models.embedded.plan import ROW, Found, Say
from arch_team.tools.data import DataTools
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.measuring.reader import FigureRead

_MOST_CALLS = 20
_CELL = re.compile(r"\b(\w+)\.(\w+)\.([\w.]+)")

Cells = tuple[tuple[str, str], ...]
"""Columns and their values, in the order they are shown in."""


def cells_shown(read: "FigureRead", tools: DataTools, language: Language) -> Cells:
    """The cells of the answer; none, where there is no answer."""
    path = FigurePath.of(tools.engine, language) if tools.engine is not None else None
    if path is None or read.asked is None:
        return ()
    plan, found = path.plan(read), dict[str, Found]()
    try:
        call = next(plan)
        for _ in range(_MOST_CALLS):
            result = tools.call(call.tool, call.arguments)
            if not result.success:
                return ()
            rows = found_in(result)
            found[rows.evidence] = rows
            call = plan.send(rows)
    except StopIteration as stop:
        return _named(stop.value.text, found) if isinstance(stop.value, Say) else ()
    return ()


def _named(draft: str, found: dict[str, Found]) -> Cells:
    cells: list[tuple[str, str]] = []
    for evidence, row, column in _CELL.findall(draft):
        rows = found[evidence].rows if evidence in found else ()
        value = next((each.get(column) for each in rows if str(each[ROW]) == row), None)
        if isinstance(value, str):
            cells.append((column, value))
    return tuple(dict.fromkeys(cells))
