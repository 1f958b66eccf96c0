"""The data tools as AutoGen sees them: a schema a model can fill in, and JSON back."""

from typing import Any

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool, ToolSchema
from pydantic import BaseModel, ConfigDict, Field

from arch_team.tools.data import DataTools

_ERRORS = (
    "On a rejected call the result has success=false and errorDetails={code, field, suggestion, hint, correctedCall}: "
    "correct the next call with it."
)


class _Filter(BaseModel):
    field: str
    op: str = Field(description="= != < <= > >= LIKE ILIKE IN BETWEEN IS NULL")
    value: Any = None


class _Order(BaseModel):
    field: str
    direction: str = Field(default="asc", description="asc or desc")


class BrowseArguments(BaseModel):
    model_config = ConfigDict(extra="allow")

    tableName: str
    fields: list[str] | None = None
    limit: int | None = None


class QueryArguments(BaseModel):
    model_config = ConfigDict(extra="allow")

    tableName: str
    fields: list[str] | None = None
    filters: list[_Filter] | None = None
    orderBy: list[_Order] | None = None
    limit: int | None = None
    purpose: str | None = None


class AggregateArguments(BaseModel):
    model_config = ConfigDict(extra="allow")

    tableName: str
    aggregate: str = Field(description="SUM AVG MIN MAX COUNT COUNT_DISTINCT")
    field: str | None = None
    groupBy: list[str] | None = None
    filters: list[_Filter] | None = None
    orderBy: list[_Order] | None = None
    limit: int | None = None
    purpose: str | None = None


_SCHEMAS: dict[str, ToolSchema] = {}


class ToolText(BaseModel):
    """What the model reads: the ToolResult as JSON."""

    text: str


class DataTool(BaseTool[BaseModel, ToolText]):
    component_type = "tool"

    def __init__(self, arguments: type[BaseModel], name: str, description: str, tools: DataTools) -> None:
        super().__init__(arguments, ToolText, name, description)
        self._tools = tools

    @property
    def schema(self) -> ToolSchema:
        """The same for every run, and asked for with every turn: made once."""
        known = _SCHEMAS.get(self.name)
        if known is None:
            _SCHEMAS[self.name] = known = super().schema
        return known

    async def run(self, args: BaseModel, cancellation_token: CancellationToken) -> ToolText:
        given = args.model_dump(exclude_none=True)
        return ToolText(text=self._tools.call(self.name, given).model_dump_json(by_alias=True, exclude_none=True))

    async def run_json(self, args: Any, cancellation_token: CancellationToken, call_id: str | None = None) -> ToolText:
        """Arguments as the model wrote them: our own parsing is more forgiving, and its findings say what to do."""
        return ToolText(text=self._tools.call(self.name, args).model_dump_json(by_alias=True, exclude_none=True))

    def return_value_as_string(self, value: Any) -> str:
        return value.text if isinstance(value, ToolText) else str(value)


def data_tools(tools: DataTools) -> list[DataTool]:
    return [
        DataTool(BrowseArguments, "browseTable", f"Show a table's fields and a few rows. {_ERRORS}", tools),
        DataTool(QueryArguments, "queryTable", f"Rows that meet all filters. {_ERRORS}", tools),
        DataTool(
            AggregateArguments, "aggregateTable", f"One figure per group (SUM, AVG, MIN, MAX, COUNT). {_ERRORS}", tools
        ),
    ]
