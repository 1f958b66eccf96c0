"""Tool results for people: Rich tables, and a rejection that says what to do."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import cast

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from arch_team.console.screen import Screen
from arch_team.featuredata.catalog import Catalog
from arch_team.ontologies.descriptor import UNIX_SECONDS
from arch_team.tools.data import ROW_ID
from arch_team.tools.results import ToolResult

_TEXT_WIDTH = 8
"""Text is folded to no less than this; figures are not folded at all."""
_BORDER = 3
"""What a column needs beside its text."""

Show = Callable[[str, object], str]
Row = dict[str, object]


def print_tables(source: str, catalog: Catalog) -> None:
    console = Screen()
    console.print(f"Tables of {escape(source)}\n")
    for name, view in sorted(catalog.views.items()):
        own = [c.name for c in view.columns.values() if not c.hops]
        paths = sorted({c.hops[0].path for c in view.columns.values() if c.hops})
        leads = f" [dim]· leads to[/dim] {', '.join(paths)}" if paths else ""
        console.print(f"[bold]{escape(name)}[/bold]  {escape(view.table.description)}")
        console.print(f"  {escape(', '.join(own))}{leads}")
        if view.table.left_out:
            names = escape(", ".join(view.table.left_out))
            console.print(f"  [dim]left out, for their type:[/dim] {names}")
        console.print()
    if catalog.left_out:
        console.print("[bold]Left out[/bold]")
        for name, reason in sorted(catalog.left_out.items()):
            console.print(f"  {escape(name)}: {escape(reason)}")


def print_result(source: str, tool: str, result: ToolResult, catalog: Catalog) -> None:
    console = Screen()
    if not result.success or result.data is None:
        _print_rejection(console, tool, result)
        return
    data = result.data
    rows = cast("list[Row]", data["rows"])
    table_name = str(data["tableName"])
    key = str(data.get("rowKey", ROW_ID))
    show = _shower(table_name, catalog)
    console.print(f"[dim]{tool}[/dim] {table_name} [dim]·[/dim] {escape(source)}")
    if rows:
        _print_rows(console, [{n: show(n, v) for n, v in row.items()} for row in rows], _figures(rows), key)
    if data.get("leftOut"):
        names = escape(", ".join(cast("list[str]", data["leftOut"])))
        console.print(f"[dim]Left out, for their type: {names}.[/dim]")
    more = " These are not all rows: they must not be totalled." if data["truncated"] else ""
    none = "No rows. That is not zero: nothing meets the filters. " if not rows else ""
    evidence = result.evidence.id if result.evidence else "–"
    console.print(f"[dim]{none}Evidence {evidence}, {len(rows)} row{'s' * (len(rows) != 1)}.{more}[/dim]")


def _figures(rows: list[Row]) -> set[str]:
    """Columns of numbers."""
    return {name for name in rows[0] if all(isinstance(row[name], Decimal | int | None) for row in rows)}


def _print_rows(console: Console, rows: list[dict[str, str]], figures: set[str], key: str) -> None:
    """As a table where no figure is cut; turned on its side where that fits; else one record after another."""
    widest = {name: max(cell_len(row[name]) for row in rows) for name in rows[0]}
    upright = sum(_BORDER + (widest[n] if n in figures else min(widest[n], _TEXT_WIDTH)) for n in rows[0]) + 1
    names = max(cell_len(name) for name in rows[0])
    sideways = names + _BORDER + sum(_BORDER + max(cell_len(row[n]) for n in row) for row in rows) + 1
    if upright <= console.width:
        console.print(_upright(rows, figures, key))
    elif sideways <= console.width:
        console.print(_on_its_side(rows, key))
    else:
        for row in rows:
            console.print(f"[bold]{row[key]}[/bold]")
            for name, value in row.items():
                if name != key:
                    console.print(f"  {escape(name)}: {value}", soft_wrap=True)


def _upright(rows: list[dict[str, str]], figures: set[str], key: str) -> Table:
    table = Table()
    for name in rows[0]:
        heading = "row" if name == key else escape(name)
        if name in figures:
            width = max(cell_len(row[name]) for row in rows)
            table.add_column(heading, justify="right", min_width=width, overflow="fold")
        else:
            table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*row.values())
    return table


def _on_its_side(rows: list[dict[str, str]], key: str) -> Table:
    table = Table()
    table.add_column("row", no_wrap=True)
    for row in rows:
        table.add_column(row[key], justify="right", no_wrap=True)
    for name in rows[0]:
        if name != key:
            table.add_row(escape(name), *(row[name] for row in rows))
    return table


def _shower(table: str, catalog: Catalog) -> Show:
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
