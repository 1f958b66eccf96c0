"""The data tools as the seats call them: a small schema a model can fill in, and JSON back.

The schema is written by hand: what pydantic makes of the same models is three times as long, and invites a weak model
to fill in nulls and fields of its own. Arguments are parsed by our own forgiving parser, whatever the schema says.
"""

import asyncio
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from arch_team.featuredata.provider import SqlProvider
from arch_team.runs.steps import Inline, Steps
from arch_team.telemetry.signals import tool_call
from arch_team.tools.data import DataTools, Found
from arch_team.tools.tool import Schema, Tool, schema_of

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


def data_schema(name: str, tables: Sequence[str]) -> Schema:
    """What a model is told of a tool; `tables` are those it may name."""
    own, required = _PARAMETERS[name]
    table = {"enum": list(tables)} if tables else _TEXT
    return schema_of(name, f"{_DESCRIPTIONS[name]} {_ERRORS}", {"tableName": table, **own}, required)


def data_schemas(tables: Sequence[str]) -> list[Schema]:
    return [data_schema(name, tables) for name in _PARAMETERS]


class DataTool(Tool):
    def __init__(self, name: str, tools: DataTools, steps: Steps) -> None:
        super().__init__(name, f"{_DESCRIPTIONS[name]} {_ERRORS}")
        self._tools = tools
        self._steps = steps

    @property
    def schema(self) -> Schema:
        return self._schema

    @cached_property
    def _schema(self) -> Schema:
        """Asked for several times in each turn."""
        views = self._tools.catalog.views.values()
        return data_schema(self.name, sorted(view.table.name for view in views))

    async def run(self, given: object, call_id: str | None = None) -> str:
        async def read() -> Found:
            provider = self._tools.provider
            if isinstance(provider, SqlProvider) and provider.is_elsewhere:
                return await asyncio.to_thread(self._tools.read, self.name, given)
            return self._tools.read(self.name, given)

        with tool_call(self.name, given, call_id) as call:
            found = await self._steps.read(self.name, read)
            result = self._tools.call(self.name, given, found)
            call.code = self._tools.log[-1].code
        return result.model_dump_json(by_alias=True, exclude_none=True, exclude=_SAID_ALREADY)


def data_tools(tools: DataTools, steps: Steps | None = None) -> list[DataTool]:
    return [DataTool(name, tools, steps or Inline()) for name in _PARAMETERS]
