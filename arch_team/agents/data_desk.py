"""The desk of the skill `data`: the three table tools, the ontology in the prompt, the grounding guard on the draft."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from arch_team.agents.desk import SYSTEM_ERROR, Broken, Desk, Task
from arch_team.errors import UsageError
from arch_team.evidence.completeness import left_out
from arch_team.evidence.required import RequiredTools
from arch_team.evidence.verdict import GuardResult, refused
from arch_team.models.speech import READY
from arch_team.prompts.compose import advised_context, asking_context, fitting_context, operator_prompt, repairing
from arch_team.reading.question import reader_of
from arch_team.reading.slots import pinned_columns
from arch_team.reading.understanding import Understanding, understood
from arch_team.runs.evidence import entries_for_wire
from arch_team.runs.trace import Advice as Given
from arch_team.runs.trace import AgentTrace
from arch_team.tools.adapters import data_tools
from arch_team.tools.grounding import grounding
from arch_team.tools.session import DataSource

if TYPE_CHECKING:
    from autogen_core.models import ChatCompletionClient
    from autogen_core.tools import BaseTool

    from arch_team.models.embedded.advice import Advice, Made
    from arch_team.models.embedded.plan import ToolCall


_MARKS = ("-", "*", "•", "|")
"""How a list is set: models leave them out and put them in."""
_EACH = frozenset(
    {"per_account", "listing", "series", "per_quarter", "per_year", "per_contact", "per_currency", "compare"}
)


class DataDesk(Desk):
    skill = "data"
    speaks_of_accounts = True

    def __init__(self, task: Task, source: DataSource) -> None:
        super().__init__(task)
        self.source = source.name
        self._opened = source
        self.data = source.tools()
        self._reads_itself = False
        self._meant: dict[str, Understanding] = {}
        self.data.pinned = pinned_columns(source.catalog, task.question)
        self.data.purpose = source.catalog.purpose_asked(task.question)
        self.data.is_exempt = self._is_planned
        self.prompt = operator_prompt(source.catalog, task.language, source.hints)
        self._check = grounding(
            task.question,
            task.answers,
            task.language,
            source.catalog,
            self.data,
            RequiredTools.for_source(source.kind),
            understanding=self._understood,
            placeholders=self.placeholders,
            trusted=lambda draft: self._reads_itself or (not task.answers and self._is_as_advised(draft)),
        )

    @property
    def context(self) -> str:
        ontology, meant = self._opened.catalog.ontology, self._understood(self.task.question)
        if ontology is None or meant is None:
            return ""
        advice = self._advice
        if advice.ask:
            return asking_context(advice.ask)
        if advice.calls:
            return advised_context(meant, _spelled(advice.calls), _marked(advice.draft))
        return fitting_context(ontology, meant)

    @cached_property
    def _advice(self) -> "Advice":
        from arch_team.models.embedded.advice import Advice, advice_on

        ontology = self._opened.catalog.ontology
        if ontology is None:
            return Advice()
        return advice_on(self.task.question, ontology, self.task.language, self._opened.tools)

    def must_call(self) -> bool:
        return self.calls_made == 0 and not self._advice.ask

    def has_enough(self) -> bool:
        return self._advice.followed(self._made)

    def advised(self) -> Given | None:
        if self._reads_itself:
            return None
        return "question" if self._advice.ask else "calls" if self._advice.calls else None

    def suggests(self) -> str:
        if self.task.answers or (self.has_enough() and self._advice.open(self._made)):
            return ""  # it read the same in another order: the draft would not fit its rows
        return repairing(_spelled(self._advice.open(self._made)), _marked(self._advice.draft_on(self._made)))

    @property
    def _made(self) -> "list[Made]":
        return [(log.tool, log.arguments, log.evidence) for log in self.data.log if log.success and log.evidence]

    def _is_planned(self, tool: str, arguments: object) -> bool:
        """Whether a call is of the embedded operator's plan: that read the whole question, not one word of it."""
        if not isinstance(arguments, dict):
            return self._reads_itself
        return self._reads_itself or self._advice.holds(tool, cast("dict[str, object]", arguments))

    def _is_as_advised(self, draft: str) -> bool:
        """Word for word what the embedded operator would say of the same evidence, but for how the lines are set."""
        if not self._advice.draft:
            return False
        made = self._made  # a call that was made twice gave the same rows twice
        return any(_words(draft) == _words(self._advice.draft_on(order)) for order in (made, made[::-1]))

    def _understood(self, asked: str) -> Understanding | None:
        """What the question means. For a model, names are looked up in the data too; the embedded operator does so."""
        ontology = self._opened.catalog.ontology
        if ontology is None:
            return None
        if self._reads_itself:
            return understood(asked, ontology)
        if asked not in self._meant:
            from arch_team.models.embedded.understanding import looked_up

            self._meant[asked] = looked_up(asked, ontology, self.task.language, self._opened.tools)
        return self._meant[asked]

    def declines(self) -> str | None:
        ontology = self._opened.catalog.ontology
        if ontology is None:
            return None
        from arch_team.models.embedded.texts import Voice
        from arch_team.models.embedded.topics import refusal

        never = refusal(reader_of(ontology).read(self.task.asked), Voice(self.task.language))
        return never.reason if never else None

    def tools(self) -> "Sequence[BaseTool[Any, Any]]":
        return data_tools(self.data, self.task.steps)

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

    @property
    def feature(self) -> str | None:
        ontology = self._opened.catalog.ontology
        return ontology.feature_code if ontology else self.skill

    def broken(self) -> Broken | None:
        found = self.data.broken
        return Broken(found.error.removeprefix(SYSTEM_ERROR), found.next_step) if found and found.error else None

    def check(self, draft: str) -> GuardResult:
        checked = self._check(draft)
        if not checked.ok or self._reads_itself or self.task.answers:
            return checked
        meant = self._understood(self.task.question)
        each = meant is None or bool(meant.reading.cues & _EACH)
        missing = tuple(left_out(self._advice.figures, checked.figures, checked.text, each=each))
        return refused(*missing) if missing else checked

    def next_round(self) -> None:
        self.data.round += 1

    @property
    def calls_made(self) -> int:
        return len(self.data.log)

    def trace(self) -> AgentTrace:
        return self.data.trace()

    def evidence(self) -> tuple[dict[str, Any], ...]:
        return entries_for_wire(self.data.ledger)


def _spelled(calls: "Sequence[ToolCall]") -> list[dict[str, object]]:
    return [{"tool": call.tool, **call.arguments} for call in calls]


def _marked(draft: str) -> str:
    return f"{draft} {READY}" if draft else ""


def _words(draft: str) -> list[str]:
    return [each.rstrip(".,") for each in draft.split() if each not in _MARKS]
