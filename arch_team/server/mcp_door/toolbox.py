"""The tools of one caller. Each call passes the same parsing, validation and scope as a call of the society's own."""

import asyncio
from collections.abc import Mapping
from typing import Any

import mcp_types as types

from arch_team.access.caller import Caller
from arch_team.errors import ArchTeamError
from arch_team.front_door import language_of
from arch_team.runs.records import MOST_EARLIER
from arch_team.server.own import Own
from arch_team.telemetry.signals import tool_call

ASK = "ask"
_READS = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_TEXT = {"type": "string"}
_ASK = types.Tool(
    name=ASK,
    title="Ask the team",
    description=(
        "Answers a question from the company's own tables, requirements or documents. Every figure of the answer is "
        "proven; where that is not possible the result says why. The team may ask back: then the result has status "
        "`waiting` and a `clarification`, unless this client can ask the user itself. To answer it, call again with "
        "its id as clarificationId and the user's own words as answer. Never answer in the user's place."
    ),
    input_schema={
        "type": "object",
        "properties": {
            "question": _TEXT,
            "earlier": {
                "type": "array",
                "items": _TEXT,
                "maxItems": MOST_EARLIER,
                "description": "The user's questions before this one, where it goes on with them: `and 2024?`",
            },
            "skill": {**_TEXT, "description": "data, requirements, knowledge, …; left out, it is found."},
            "language": {"enum": ["de", "en"]},
            "clarificationId": _TEXT,
            "answer": _TEXT,
        },
        "additionalProperties": False,
    },
    annotations=types.ToolAnnotations(open_world_hint=False, destructive_hint=False),
)


class Toolbox:
    def __init__(self, own: Own, caller: Caller) -> None:
        self._own = own
        self._caller = caller

    def listed(self) -> list[types.Tool]:
        """With the tables that this caller may name, where the data can be opened."""
        tools = [*self._data_schemas(), *self._requirement_schemas(), self._knowledge_schema()]
        return [_ASK, *tools]

    async def call(self, name: str, arguments: Mapping[str, Any]) -> types.CallToolResult | None:
        """None: there is no such tool here."""
        from arch_team.search.passages import TOOL
        from arch_team.tools.requirements import CONFLICTS, DUPLICATES, EVALUATE, REWRITE, SUGGEST

        if name in ("browseTable", "queryTable", "aggregateTable"):
            return await asyncio.to_thread(self._data, name, dict(arguments))
        if name in (EVALUATE, SUGGEST, REWRITE, DUPLICATES, CONFLICTS):
            return await self._requirement(name, arguments)
        return await self._knowledge(arguments) if name == TOOL else None

    def _data(self, name: str, arguments: dict[str, Any]) -> types.CallToolResult:
        try:
            source = self._own.source_of(self._caller)
        except ArchTeamError as error:
            return failed(error)
        tools = source.tools()
        with tool_call(name, arguments) as call:
            result = tools.call(name, arguments)
            call.code = tools.log[-1].code
        told = result.model_dump(mode="json", by_alias=True, exclude_none=True)
        return result_of(told, is_error=not result.success)

    async def _requirement(self, name: str, arguments: Mapping[str, Any]) -> types.CallToolResult:
        from arch_team.tools.requirements import RequirementTools

        tools = RequirementTools(self._own.requirements_of(self._caller))
        with tool_call(name, arguments) as call:
            told = await tools.call(name, arguments)
            call.code = tools.log[-1].code
        return result_of(told, is_error=not tools.log[-1].success)

    async def _knowledge(self, arguments: Mapping[str, Any]) -> types.CallToolResult:
        from arch_team.search.passages import TOOL
        from arch_team.tools.knowledge import KnowledgeTools

        query = arguments.get("query")
        spoken = language_of(query) if isinstance(query, str) else "de"
        try:
            knowledge, tenant = await asyncio.to_thread(self._own.knowledge_of, self._caller)
        except ArchTeamError as error:
            return failed(error)
        tools = KnowledgeTools(knowledge, tenant=tenant, language=spoken)
        with tool_call(TOOL, arguments) as call:
            told = await tools.call(arguments)
            call.code = tools.log[-1].code
        return result_of(told, is_error=told["success"] is not True)

    def _data_schemas(self) -> list[types.Tool]:
        from arch_team.tools.adapters import data_schemas

        try:
            tables = sorted(view.table.name for view in self._own.source_of(self._caller).catalog.views.values())
        except ArchTeamError:
            tables = []  # a call then says what is wrong with the data
        return [_tool(schema) for schema in data_schemas(tables)]

    def _requirement_schemas(self) -> list[types.Tool]:
        from arch_team.tools.requirements import RequirementTools, requirement_tools

        unused = RequirementTools(self._own.requirements_of(self._caller))
        return [_tool(tool.schema) for tool in requirement_tools(unused)]

    def _knowledge_schema(self) -> types.Tool:
        from arch_team.search.passages import TOOL
        from arch_team.tools.knowledge import TEXT, SearchArguments

        return types.Tool(
            name=TOOL, description=TEXT, input_schema=SearchArguments.model_json_schema(), annotations=_READS
        )


def result_of(told: object, *, is_error: bool = False) -> types.CallToolResult:
    """As JSON text, and the same as structure, which has to be an object."""
    import json

    return types.CallToolResult(
        content=[types.TextContent(text=json.dumps(told, ensure_ascii=False))],
        structured_content=told if isinstance(told, Mapping) else {"items": told},
        is_error=is_error,
    )


def failed(error: ArchTeamError, code: str | None = None) -> types.CallToolResult:
    from arch_team.server.errors import error_of

    _, body = error_of(error)
    details = {"code": code or body.code, "hint": body.next_step}
    return result_of({"success": False, "error": body.message, "errorDetails": details}, is_error=True)


def _tool(schema: Any) -> types.Tool:
    return types.Tool(
        name=schema["name"],
        description=schema.get("description"),
        input_schema=dict(schema["parameters"]),
        annotations=_READS,
    )
