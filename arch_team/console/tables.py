"""Tool results for people: Rich tables, and a rejection that says what to do."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import cast

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from arch_team.featuredata.catalog import Catalog
from arch_team.ontologies.descriptor import UNIX_SECONDS
from arch_team.tools.data import ROW_ID
from arch_team.tools.results import ToolResult

_WIDTH_PER_COLUMN = 13
"""With less room than this for each column, a few rows read better turned on their side."""


def print_tables(source: str, catalog: Catalog) -> None:
    console = Console(highlight=False)
    console.print(f"Tables of {escape(source)}\n")
    for name, view in sorted(catalog.views.items()):
        own = [c.name for c in view.columns.values() if not c.hops]
        paths = sorted({c.hops[0].path for c in view.columns.values() if c.hops})
        leads = f" [dim]· leads to[/dim] {', '.join(paths)}" if paths else ""
        console.print(f"[bold]{escape(name)}[/bold]  {escape(view.table.description)}")
        console.print(f"  {escape(', '.join(own))}{leads}\n")


def print_result(source: str, tool: str, result: ToolResult, catalog: Catalog) -> None:
    console = Console(highlight=False)
    if not result.success or result.data is None:
        _print_rejection(console, tool, result)
        return
    data = result.data
    rows = cast("list[dict[str, object]]", data["rows"])
    table_name = str(data["tableName"])
    show = _shower(table_name, catalog)
    console.print(f"[dim]{tool}[/dim] {table_name} [dim]·[/dim] {escape(source)}")
    if rows:
        wide = len(rows[0]) * _WIDTH_PER_COLUMN > console.width
        console.print(_on_its_side(rows, show) if wide and len(rows) <= 4 else _upright(rows, show))
    more = " There are more rows: these must not be totalled." if data["truncated"] else ""
    none = "No rows. That is not zero: nothing meets the filters. " if not rows else ""
    evidence = result.evidence.id if result.evidence else "–"
    console.print(f"[dim]{none}Evidence {evidence}, {len(rows)} row{'s' * (len(rows) != 1)}.{more}[/dim]")


def _upright(rows: list[dict[str, object]], show: Callable[[str, object], str]) -> Table:
    table = Table()
    for name in rows[0]:
        numeric = all(isinstance(row[name], Decimal | int | None) for row in rows)
        table.add_column("row" if name == ROW_ID else escape(name), justify="right" if numeric else "left")
    for row in rows:
        table.add_row(*(show(name, value) for name, value in row.items()))
    return table


def _on_its_side(rows: list[dict[str, object]], show: Callable[[str, object], str]) -> Table:
    table = Table()
    table.add_column("row")
    for row in rows:
        table.add_column(str(row[ROW_ID]), justify="right")
    for name in rows[0]:
        if name != ROW_ID:
            table.add_row(escape(name), *(show(name, row[name]) for row in rows))
    return table


def _shower(table: str, catalog: Catalog) -> Callable[[str, object], str]:
    view = catalog.views.get(table)

    def show(name: str, value: object) -> str:
        if value is None:
            return "–"
        if isinstance(value, Decimal):
            return f"{value:,f}".replace(",", "'")
        column = view.columns.get(name) if view else None
        if column and column.format == UNIX_SECONDS and isinstance(value, int):
            return datetime.fromtimestamp(value, UTC).date().isoformat()
        return escape(str(value))

    return show


def _print_rejection(console: Console, tool: str, result: ToolResult) -> None:
    console.print(f"[bold red]{tool} was not run.[/bold red] {escape(result.error or '')}", soft_wrap=True)
    details = result.error_details
    if details is None:
        return
    for problem in (details, *details.more):
        suggestion = f" → [green]{escape(problem.suggestion)}[/green]" if problem.suggestion else ""
        line = f"  {problem.code} {escape(problem.field or '')}{suggestion}  {escape(problem.hint)}"
        console.print(line, soft_wrap=True)
    if details.corrected_call:
        call = json.dumps(details.corrected_call, ensure_ascii=False)
        console.print(f"  This would pass: {tool} {escape(call)}", soft_wrap=True)
