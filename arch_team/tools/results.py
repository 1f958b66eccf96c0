"""What a tool gives back to a model."""

from typing import Any

from pydantic import Field

from arch_team.featuredata.findings import ErrorCode, QueryValidationError
from arch_team.wire import Wire


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
