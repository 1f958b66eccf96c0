"""The ledger as an answer carries it."""

from typing import Any

from arch_team.evidence.ledger import Ledger, LedgerEntry


def entries_for_wire(ledger: Ledger) -> tuple[dict[str, Any], ...]:
    return tuple(_entry(entry) for entry in ledger)


def _entry(entry: LedgerEntry) -> dict[str, Any]:
    out: dict[str, Any] = {
        "id": entry.id,
        "callId": entry.call_id,
        "tool": entry.tool,
        "table": entry.table,
        "arguments": entry.arguments,
        "error": entry.error,
    }
    if entry.rows is not None:
        out |= {
            "columns": list(entry.rows.columns),
            "rows": [list(row) for row in entry.rows.rows],
            "truncated": entry.rows.truncated,
            "sql": entry.rows.sql,
        }
    return out
