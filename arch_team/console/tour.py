"""A short tour of what the data core does, on the demo company."""

from typing import cast

from rich.markup import escape

from arch_team.console.setup import Screen, configured
from arch_team.console.tables import print_result
from arch_team.demo import DEFAULT_MANDATE
from arch_team.tools.session import open_demo

_BALANCE = "TrusteeDataAccountBalance"
_AT_YEAR_END = ["periodYear=2025", "periodMonth=0", "accountNumber LIKE 102%"]

_STOPS: tuple[tuple[str, str, dict[str, object]], ...] = (
    (
        "What is in the bank accounts at 31.12.2025?",
        "queryTable",
        {
            "tableName": _BALANCE,
            "fields": ["accountNumber", "accountName", "closingBalance", "currency"],
            "filters": _AT_YEAR_END,
        },
    ),
    (
        "And in total? A model would happily sum balances over all periods. That call never reaches the database:",
        "aggregateTable",
        {"tableName": _BALANCE, "aggregate": "SUM", "field": "closingBalance", "filters": ["accountNumber LIKE 102%"]},
    ),
    (
        "With the period pinned it may be summed. Francs and euros are never added together:",
        "aggregateTable",
        {"tableName": _BALANCE, "aggregate": "SUM", "field": "closingBalance", "filters": _AT_YEAR_END},
    ),
    (
        "Who was invoiced most in 2025, VAT included? (a path: line, booking, customer)",
        "aggregateTable",
        {
            "tableName": "TrusteeDataJournalLine",
            "aggregate": "SUM",
            "field": "debitAmount",
            "groupBy": ["journalEntry.contact.name"],
            "filters": [
                "accountNumber LIKE 110%",
                "journalEntry.contact.contactType = customer",
                "journalEntry.bookingDate BETWEEN 1735689600 AND 1767139200",
            ],
            "orderBy": "value desc",
            "limit": 3,
        },
    ),
)


def show_tour() -> None:
    console = Screen()
    source = open_demo(configured(mandate=DEFAULT_MANDATE))
    tools = source.tools()
    for heading, tool, arguments in _STOPS:
        console.print(f"\n[bold]{escape(heading)}[/bold]")
        print_result(source.name, tool, tools.call(tool, arguments), source.catalog)
    cell = tools.ledger.cell("e1.r0.closingBalance")
    entry = tools.ledger.entry("e1")
    if cell and entry:
        filters = cast("list[dict[str, object]]", entry.arguments["filters"])
        where = ", ".join(f"{f['field']} {f['op']} {f['value']}" for f in filters)
        console.print(f"\n[bold]Where does {cell.value:,f} come from?[/bold]".replace(",", "'"))
        console.print(f"Cell {cell.ref}: {entry.table} where {escape(where)}, mandate {entry.scope.mandate}.")
