"""The tool `search_knowledge`: passages for a question, numbered and noted, so that citations can be checked."""

import json
import time

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arch_team.errors import ArchTeamError
from arch_team.runs.steps import Inline, Steps
from arch_team.runs.trace import ToolCallLog
from arch_team.search.knowledge import DEFAULT_TOP_K, FoundPassages, Knowledge
from arch_team.search.passages import TOOL, Numbered, RunPassages
from arch_team.telemetry.signals import tool_call
from arch_team.tools.arguments import sayable_arguments
from arch_team.tools.tool import Schema, Tool, schema_by
from arch_team.wire import Language

MOST_PASSAGES = 10
SYSTEM_ERROR = "SYSTEM ERROR:"
TEXT = (
    "Passages of the held documents that fit a query, best first, each under its key k1, k2, … "
    "Cite a passage by its key. An empty list means that the documents do not answer it."
)


class SearchArguments(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True)

    query: str = Field(min_length=1, max_length=2_000, description="The question, or the words to look for.")
    top_k: int = Field(default=DEFAULT_TOP_K, ge=1, le=MOST_PASSAGES, description="How many passages.")


class KnowledgeTools:
    """The searches of one run: makes them, notes what they found, and keeps their log."""

    def __init__(self, knowledge: Knowledge, *, tenant: str, language: Language, steps: Steps | None = None) -> None:
        self._knowledge = knowledge
        self._tenant = tenant
        self._language: Language = language
        self._steps = steps or Inline()
        self.run = RunPassages()
        self.log: list[ToolCallLog] = []
        self.round = 1
        self.broken: ArchTeamError | None = None
        """The first search that could not be made at all."""

    async def call(self, given: object) -> dict[str, object]:
        """The result as a model reads it. Nothing raises: what went wrong is told, with what to do."""
        started = time.perf_counter()
        try:
            arguments = SearchArguments.model_validate(given)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "arguments"
            return self._logged(
                given, started, {"success": False, "error": f"{where}: {first['msg']}"}, "INVALID_ARGUMENT"
            )
        try:
            found = await self._steps.once(TOOL, lambda: self._find(arguments))
        except ArchTeamError as error:
            return self._failed(given, started, error)
        if found.unavailable:
            gone = ArchTeamError("the documents cannot be searched at the moment", "Try again in a while.")
            return self._failed(given, started, gone)
        numbered = self.run.add((hit.passage for hit in found.hits), f"c{len(self.log) + 1}")
        result: dict[str, object] = {"success": True, "data": {"passages": [_shown(kept) for kept in numbered]}}
        return self._logged(given, started, result)

    async def _find(self, arguments: SearchArguments) -> FoundPassages:
        return await self._knowledge.find(
            arguments.query, tenant=self._tenant, top_k=arguments.top_k, language=self._language
        )

    def _failed(self, given: object, started: float, error: ArchTeamError) -> dict[str, object]:
        why = f"{error}. {error.next_step}".strip()
        self.broken = self.broken or error
        self.run.calls += 1
        self.run.system_error = why
        return self._logged(given, started, {"success": False, "error": f"{SYSTEM_ERROR} {why}"})

    def _logged(
        self, given: object, started: float, result: dict[str, object], code: str | None = None
    ) -> dict[str, object]:
        success = result["success"] is True
        self.log.append(
            ToolCallLog(
                call_id=f"c{len(self.log) + 1}",
                round=self.round,
                tool=TOOL,
                arguments=sayable_arguments(given),
                success=success,
                validation_failure_code=code,
                error=None if success else str(result.get("error")),
                duration_ms=round((time.perf_counter() - started) * 1000, 3),
            )
        )
        return result


class KnowledgeTool(Tool):
    def __init__(self, tools: KnowledgeTools) -> None:
        super().__init__(TOOL, TEXT)
        self._tools = tools

    @property
    def schema(self) -> Schema:
        return schema_by(self.name, self.description, SearchArguments)

    async def run(self, given: object, call_id: str | None = None) -> str:
        with tool_call(self.name, given, call_id) as call:
            told = await self._tools.call(given)
            call.code = self._tools.log[-1].code
        return json.dumps(told, ensure_ascii=False)


def _shown(kept: Numbered) -> dict[str, object]:
    passage, document = kept.passage, kept.passage.document
    shown: dict[str, object] = {"key": kept.key, "place": passage.place, "text": passage.text}
    if document.date is not None and document.date_source == "document":
        shown["date"] = f"{document.date:%Y-%m-%d}"
    if passage.superseded:
        shown["superseded"] = passage.newer or True
    shown["source"] = document.id
    return shown
