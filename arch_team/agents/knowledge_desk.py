"""The desk of the skill `knowledge`: one tool that finds passages, and the check that every sentence stands in one."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from arch_team.agents.desk import Broken, Desk, Task
from arch_team.evidence.verdict import GuardResult
from arch_team.models.judges import judged_knowledge
from arch_team.runs.trace import AgentTrace
from arch_team.search.citations import claims_of, normalised
from arch_team.search.knowledge import Knowledge, tenant_of
from arch_team.search.passages import Numbered, check_answer
from arch_team.tools.knowledge import KnowledgeTool, KnowledgeTools

if TYPE_CHECKING:
    from arch_team.models.embedded.knowledge_operator import KnowledgeOperator
    from arch_team.models.embedded.seated import Seated
    from arch_team.tools.tool import Tool

_NAMES = {"de": "German", "en": "English"}


class KnowledgeDesk(Desk):
    skill = "knowledge"
    source = "held documents"

    def __init__(self, task: Task, knowledge: Knowledge | None = None) -> None:
        super().__init__(task)
        self._knowledge = knowledge or judged_knowledge(task.settings)
        self._tools = KnowledgeTools(
            self._knowledge, tenant=tenant_of(task.settings), language=task.language, steps=task.steps
        )
        self._own: KnowledgeOperator | None = None
        self.prompt = _prompt().replace("{language}", _NAMES[task.language])

    def tools(self) -> "Sequence[Tool]":
        return (KnowledgeTool(self._tools),)

    def embedded(self) -> "Seated":
        from arch_team.models.embedded.knowledge_operator import KnowledgeOperator

        self._own = KnowledgeOperator(self.task.language)
        return self._own

    def broken(self) -> Broken | None:
        found = self._tools.broken
        return Broken(str(found), found.next_step) if found else None

    def check(self, draft: str) -> GuardResult:
        return check_answer(
            draft,
            self._tools.run,
            question=self.task.asked,
            language=self.task.language,
            embedder=self._knowledge.embedder,
            placeholders=self.placeholders,
            is_judged=self._own is not None,
            remark=self._own.remark if self._own else "",
        )

    def approval(self, checked: GuardResult) -> str:
        body = checked.text.rpartition("\n\n")[0]
        cited = [claim for claim in claims_of(normalised(body)) if claim.cited]
        return f"{len(cited)} sentences, each in the passage it cites."

    def next_round(self) -> None:
        self._tools.round += 1

    @property
    def calls_made(self) -> int:
        return len(self._tools.log)

    def trace(self) -> AgentTrace:
        return AgentTrace.from_log(self._tools.log)

    def evidence(self) -> tuple[dict[str, Any], ...]:
        """The passages of the run, whole: what each citation opens."""
        return tuple(carried(kept) for kept in self._tools.run)


def carried(kept: Numbered) -> dict[str, Any]:
    """A passage as an answer carries it."""
    passage, document = kept.passage, kept.passage.document
    return {
        "id": kept.key,
        "callId": kept.call_id,
        "tool": "search_knowledge",
        "passage": passage.id,
        "place": passage.place,
        "text": passage.text,
        "source": document.source,
        "url": document.url,
        "date": document.date.isoformat() if document.date else None,
        "dateSource": document.date_source,
        "licence": document.licence,
        "superseded": passage.superseded,
        "newer": passage.newer,
    }


@cache
def _prompt() -> str:
    return (files("arch_team.prompts") / "knowledge.md").read_text(encoding="utf-8")
