"""Results on a screen: wide ones are turned or told as records, and no figure is ever cut."""

from decimal import Decimal

import pytest
from rich.console import Console

from arch_team.console import tables
from arch_team.featuredata.catalog import Catalog
from arch_team.tools.data import DataTools


@pytest.mark.parametrize("width", [20, 30, 40, 60, 80, 120, 200])
@pytest.mark.parametrize("rows", [1, 3, 40])
def test_every_figure_is_shown_whole(
    width: int, rows: int, tools: DataTools, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Console(width=width, highlight=False)
    monkeypatch.setattr(tables, "Screen", lambda: screen)
    call = {"tableName": "TrusteeDataAccountBalance", "filters": ["periodYear=2025", "periodMonth=0"], "limit": rows}
    result = tools.call("queryTable", call)
    with screen.capture() as printed:
        tables.print_result("demo", "queryTable", result, catalog)
    shown = printed.get()
    assert result.data is not None
    figures = [v for row in result.data["rows"] for v in row.values() if isinstance(v, Decimal)]
    assert len(figures) == 4 * rows
    for figure in figures:
        assert f"{figure:,f}".replace(",", "'") in shown
