"""What a tool gives back to a model."""

from typing import Any

from pydantic import Field

from arch_team.featuredata.calls import BrowseCall
from arch_team.featuredata.findings import ErrorCode, QueryValidationError
from arch_team.featuredata.provider import Rows
from arch_team.featuredata.validator import ReadyCall
from arch_team.wire import Wire

ROW_ID = "_row"
"""The key under which each row carries its id, so that a draft can refer to a cell of it."""


class ErrorDetails(QueryValidationError):
    """The first problem; the others; and the right call, where the rules leave no doubt what it is."""

    more: tuple[QueryValidationError, ...] = ()
    corrected_call: dict[str, object] | None = None


class Evidence(Wire):
    """Where in the ledger the rows are. `e1` with row `r0` and a column is one cell."""

    id: str
    row_ids: tuple[str, ...] = ()
    truncated: bool = False
    units: dict[str, str] = Field(default_factory=dict[str, str])
    """Column of figures to the column that holds their unit."""


class ToolResult(Wire):
    success: bool
    data: dict[str, Any] | None = None
    error: str | None = None
    error_details: ErrorDetails | None = None
    evidence: Evidence | None = Field(default=None)

    @property
    def failure_code(self) -> ErrorCode | None:
        return self.error_details.code if self.error_details else None


def data_of(checked: ReadyCall, rows: Rows, row_ids: tuple[str, ...]) -> dict[str, object]:
    """The rows as a model reads them. Where a column is itself called `_row`, `rowKey` says what holds the ids."""
    row_key = ROW_ID
    while row_key in rows.columns:
        row_key += "_"
    named = [
        {row_key: row_id, **dict(zip(rows.columns, row, strict=True))}
        for row_id, row in zip(row_ids, rows.rows, strict=True)
    ]
    data: dict[str, object] = {
        "tableName": checked.call.table,
        "rowCount": len(named),
        "truncated": rows.truncated,
        "rows": named,
    }
    if row_key != ROW_ID:
        data["rowKey"] = row_key
    if isinstance(checked.call, BrowseCall):
        columns = checked.view.columns
        own = [column for column in columns.values() if not column.hops]
        data["fields"] = [{"name": c.name, "type": c.field.type.value, "description": c.field.description} for c in own]
        data["paths"] = sorted(name for name, column in columns.items() if column.hops)
        if checked.view.table.left_out:
            data["leftOut"] = list(checked.view.table.left_out)
    return data
