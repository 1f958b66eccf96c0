"""The desk of the skill `data`: the three table tools, the ontology in the prompt, the grounding guard on the draft."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arch_team.agents.desk import Desk, Task
from arch_team.errors import UsageError
from arch_team.evidence.required import RequiredTools
from arch_team.evidence.verdict import GuardResult
from arch_team.prompts.compose import fitting_context, operator_prompt
from arch_team.reading.question import reader_of
from arch_team.reading.slots import pinned_columns
from arch_team.runs.evidence import entries_for_wire
from arch_team.runs.trace import AgentTrace
from arch_team.tools.adapters import data_tools
from arch_team.tools.grounding import grounding
from arch_team.tools.session import DataSource

if TYPE_CHECKING:
    from autogen_core.models import ChatCompletionClient
    from autogen_core.tools import BaseTool


class DataDesk(Desk):
    skill = "data"

    def __init__(self, task: Task, source: DataSource) -> None:
        super().__init__(task)
        self.source = source.name
        self._opened = source
        self._data = source.tools()
        self._data.pinned = pinned_columns(source.catalog, task.question)
        self.prompt = operator_prompt(source.catalog, task.language)
        self._check = grounding(
            task.question,
            task.answers,
            task.language,
            source.catalog,
            self._data,
            RequiredTools.for_source(source.kind),
        )

    @property
    def context(self) -> str:
        return fitting_context(self._opened.catalog, self.task.question)

    def declines(self) -> str | None:
        ontology = self._opened.catalog.ontology
        if ontology is None:
            return None
        from arch_team.models.embedded.texts import Voice
        from arch_team.models.embedded.topics import refusal

        never = refusal(reader_of(ontology).read(self.task.asked), Voice(self.task.language))
        return never.reason if never else None

    def tools(self) -> "Sequence[BaseTool[Any, Any]]":
        return data_tools(self._data, self.task.steps)

    def embedded(self) -> "ChatCompletionClient":
        from arch_team.models.embedded.client import EmbeddedOperator

        ontology = self._opened.catalog.ontology
        if ontology is None:
            raise UsageError(
                "without an ontology and without a model there is nobody to read the question",
                "Set ARCH_TEAM_MODEL and ARCH_TEAM_BASE_URL, or register a feature with an ontology.",
            )
        self._reads_itself = True
        return EmbeddedOperator(ontology, self.task.language)

    def check(self, draft: str) -> GuardResult:
        return self._check(draft)

    def next_round(self) -> None:
        self._data.round += 1

    @property
    def calls_made(self) -> int:
        return len(self._data.log)

    def trace(self) -> AgentTrace:
        return self._data.trace()

    def evidence(self) -> tuple[dict[str, Any], ...]:
        return entries_for_wire(self._data.ledger)
