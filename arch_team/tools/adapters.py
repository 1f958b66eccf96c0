"""The data tools as AutoGen sees them: a small schema a model can fill in, and JSON back.

The schema is written by hand: what pydantic makes of the same models is three times as long, and invites a weak model
to fill in nulls and fields of its own. Arguments are parsed by our own forgiving parser, whatever the schema says.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool, ParametersSchema, ToolSchema
from pydantic import BaseModel, ConfigDict

from arch_team.featuredata.provider import SqlProvider
from arch_team.runs.steps import Inline, Steps
from arch_team.telemetry.signals import tool_call
from arch_team.tools.data import DataTools, Found

_ERRORS = (
    "If success is false, errorDetails={code, field, suggestion, hint, correctedCall} says how to correct the call."
)
_TEXT: dict[str, Any] = {"type": "string"}
_TEXTS: dict[str, Any] = {"type": "array", "items": _TEXT}
_FILTERS: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "field": _TEXT,
            "op": {"enum": ["=", "!=", "<", "<=", ">", ">=", "LIKE", "ILIKE", "IN", "BETWEEN", "IS NULL"]},
            "value": {},
        },
        "required": ["field", "op", "value"],
        "additionalProperties": False,
    },
}
_ORDER: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"field": _TEXT, "direction": {"enum": ["asc", "desc"]}},
        "required": ["field", "direction"],
        "additionalProperties": False,
    },
}
_LIMIT: dict[str, Any] = {"type": "integer", "minimum": 10, "maximum": 1000}
"""Weak models add a limit of 1 out of habit, and lose the rows they need. A smaller one is taken all the same."""
_AGGREGATES: dict[str, Any] = {"enum": ["SUM", "AVG", "MIN", "MAX", "COUNT", "COUNT_DISTINCT"]}

_PARAMETERS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "browseTable": ({"fields": _TEXTS, "limit": _LIMIT}, ["tableName"]),
    "queryTable": (
        {"fields": _TEXTS, "filters": _FILTERS, "orderBy": _ORDER, "limit": _LIMIT},
        ["tableName", "fields", "filters"],
    ),
    "aggregateTable": (
        {
            "aggregate": _AGGREGATES,
            "field": _TEXT,
            "groupBy": _TEXTS,
            "filters": _FILTERS,
            "orderBy": _ORDER,
            "limit": _LIMIT,
        },
        ["tableName", "aggregate", "field", "filters"],
    ),
}
_SAID_ALREADY: dict[str, Any] = {"evidence": {"row_ids"}}
"""Each row carries its id: a model need not read them twice."""
_DESCRIPTIONS = {
    "browseTable": "Show a table's fields and a few rows.",
    "queryTable": "Rows that meet all filters.",
    "aggregateTable": "One figure per group.",
}


def data_schema(name: str, tables: Sequence[str]) -> ToolSchema:
    """What a model is told of a tool; `tables` are those it may name."""
    own, required = _PARAMETERS[name]
    parameters = ParametersSchema(
        type="object",
        properties={"tableName": {"enum": list(tables)} if tables else _TEXT, **own},
        required=required,
        additionalProperties=False,
    )
    return ToolSchema(name=name, description=f"{_DESCRIPTIONS[name]} {_ERRORS}", parameters=parameters)


def data_schemas(tables: Sequence[str]) -> list[ToolSchema]:
    return [data_schema(name, tables) for name in _PARAMETERS]


class Arguments(BaseModel):
    """Anything: our own parsing reads it, and its findings say what to do."""

    model_config = ConfigDict(extra="allow")


class ToolText(BaseModel):
    """What the model reads: the ToolResult as JSON."""

    text: str


class DataTool(BaseTool[Arguments, ToolText]):
    component_type = "tool"

    def __init__(self, name: str, tools: DataTools, steps: Steps) -> None:
        super().__init__(Arguments, ToolText, name, f"{_DESCRIPTIONS[name]} {_ERRORS}")
        self._tools = tools
        self._steps = steps
        self._schema: ToolSchema | None = None

    @property
    def schema(self) -> ToolSchema:
        """Asked for several times in each turn."""
        if self._schema is None:
            views = self._tools.catalog.views.values()
            self._schema = data_schema(self.name, sorted(view.table.name for view in views))
        return self._schema

    async def run(self, args: Arguments, cancellation_token: CancellationToken) -> ToolText:
        return await self.run_json(args.model_dump(exclude_none=True), cancellation_token)

    async def run_json(self, args: Any, cancellation_token: CancellationToken, call_id: str | None = None) -> ToolText:
        async def read() -> Found:
            provider = self._tools.provider
            if isinstance(provider, SqlProvider) and provider.is_elsewhere:
                return await asyncio.to_thread(self._tools.read, self.name, args)
            return self._tools.read(self.name, args)

        with tool_call(self.name, args, call_id) as call:
            found = await self._steps.read(self.name, read)
            result = self._tools.call(self.name, args, found)
            call.code = self._tools.log[-1].code
        return ToolText(text=result.model_dump_json(by_alias=True, exclude_none=True, exclude=_SAID_ALREADY))

    def return_value_as_string(self, value: Any) -> str:
        return value.text if isinstance(value, ToolText) else str(value)


def data_tools(tools: DataTools, steps: Steps | None = None) -> list[DataTool]:
    return [DataTool(name, tools, steps or Inline()) for name in _PARAMETERS]
