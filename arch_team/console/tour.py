"""A short tour of what the data core does, on the demo company."""

from typing import cast

from rich.markup import escape

from arch_team.console.screen import Screen
from arch_team.console.setup import configured
from arch_team.console.tables import print_result
from arch_team.demo import DEFAULT_MANDATE
from arch_team.demo.tour import SHOWN_CELL, STOPS
from arch_team.tools.session import open_demo


def show_tour() -> None:
    console = Screen()
    source = open_demo(configured(mandate=DEFAULT_MANDATE))
    tools = source.tools()
    for heading, tool, arguments in STOPS:
        console.print(f"\n[bold]{escape(heading)}[/bold]")
        print_result(source.name, tool, tools.call(tool, arguments), source.catalog)
    cell = tools.ledger.cell(SHOWN_CELL)
    entry = tools.ledger.entry("e1")
    if cell and entry:
        filters = cast("list[dict[str, object]]", entry.arguments["filters"])
        where = ", ".join(f"{f['field']} {f['op']} {f['value']}" for f in filters)
        console.print(f"\n[bold]Where does {cell.value:,f} come from?[/bold]".replace(",", "'"))
        console.print(f"Cell {cell.ref}: {entry.table} where {escape(where)}, mandate {entry.scope.mandate}.")
