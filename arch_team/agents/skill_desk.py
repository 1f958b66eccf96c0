"""The desk of a skill that names tools: tables, documents and calculations at hand, each with the check that proves it.

What a document says stands on lines of its own and is held against its passages; everything else is held against the
ledger. So one answer may draw on both, and no figure of it is the model's own.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

from arch_team.agents.calculator import TOOL as CALCULATE
from arch_team.agents.calculator import CalculateTool, Calculator
from arch_team.agents.desk import SYSTEM_ERROR, Broken, Desk, Task
from arch_team.agents.desks import Source
from arch_team.agents.knowledge_desk import carried
from arch_team.evidence.guard import GroundingGuard
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.rendering import visible
from arch_team.evidence.substance import no_answer
from arch_team.evidence.verdict import GuardCode, GuardFinding, GuardResult, finding, refused
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.prompts.compose import tables_block
from arch_team.routing.skills import RequiredTools, Skill
from arch_team.runs.evidence import entries_for_wire
from arch_team.search.passages import TOOL as SEARCH
from arch_team.search.passages import check_answer
from arch_team.text.packaged import packaged
from arch_team.tools.adapters import data_tools
from arch_team.tools.knowledge import KnowledgeTool, KnowledgeTools

if TYPE_CHECKING:
    from arch_team.featuredata.catalog import Catalog
    from arch_team.search.knowledge import Knowledge
    from arch_team.tools.data import DataTools
    from arch_team.tools.session import DataSource
    from arch_team.tools.tool import Tool

DATA = ("browseTable", "queryTable", "aggregateTable")
_NAMES = {"de": "German", "en": "English"}
_CITED = re.compile(r"\{\{\s*k\d{1,4}\s*\}\}")


class SkillDesk(Desk):
    max_calls = 10
    from_own_data = False
    """True once something of the user's was read."""

    def __init__(self, task: Task, skill: Skill, source: Source) -> None:
        super().__init__(task)
        self.skill = skill.name
        self._skill, self._open = skill, source
        named = set(skill.tools)
        self._data: DataTools | None = self._opened.tools() if named & set(DATA) else None
        if self._data is not None:
            self._data.log = self.log
            self.source = self._opened.name
        self._ledger = self._data.ledger if self._data is not None else Ledger()
        self._search = self._searching() if SEARCH in named else None
        self._calculator = Calculator(self._ledger, self.log, self._known) if CALCULATE in named else None
        self.prompt = self._prompt()

    @cached_property
    def _opened(self) -> "DataSource":
        return self._open()

    @cached_property
    def _knowledge(self) -> "Knowledge":
        from arch_team.models.judges import judged_knowledge

        return judged_knowledge(self.task.settings)

    @cached_property
    def _catalog(self) -> "Catalog":
        return self._opened.catalog if self._data is not None else compile_catalog(())

    def _searching(self) -> KnowledgeTools:
        from arch_team.search.knowledge import tenant_of

        task = self.task
        tools = KnowledgeTools(
            self._knowledge, tenant=tenant_of(task.settings), language=task.language, steps=task.steps
        )
        tools.log = self.log
        return tools

    def _prompt(self) -> str:
        prompts = files("arch_team.prompts")
        said = cast("dict[str, str]", packaged("skill_rules.yaml", "arch_team.prompts"))
        groups = {"data": self._data, "knowledge": self._search, "calculation": self._calculator}
        rules = [said[name] for name, tools in groups.items() if tools is not None]
        tables = ""
        if self._data is not None:
            tables = f"\nTABLES\n{tables_block(self._catalog, self.task.language, self._opened.hints)}"
        template = (prompts / "skill_with_tools.md").read_text(encoding="utf-8")
        return template.format(
            prompt=self._skill.operator_prompt.read(),
            rules="\n".join(f"{number}. {rule}" for number, rule in enumerate(rules, 2)),
            language=_NAMES[self.task.language],
            tables=tables,
        )

    def tools(self) -> "Sequence[Tool]":
        laid: list[Tool] = []
        if self._data is not None:
            laid += [tool for tool in data_tools(self._data, self.task.steps) if tool.name in self._skill.tools]
        if self._search is not None:
            laid.append(KnowledgeTool(self._search))
        if self._calculator is not None:
            laid.append(CalculateTool(self._calculator))
        return laid

    def must_call(self) -> bool:
        return self.calls_made == 0 and bool(self._required.names)

    @cached_property
    def _required(self) -> RequiredTools:
        kind = self._opened.kind if self._data is not None else None
        return self._skill.required_tools.for_source(kind)

    def _known(self) -> Iterator[str]:
        """Texts whose figures may go into a calculation."""
        yield self.task.asked
        for kept in self._search.run if self._search is not None else ():
            yield kept.passage.text

    @property
    def feature(self) -> str | None:
        ontology = self._catalog.ontology
        return ontology.feature_code if ontology else self.skill

    def broken(self) -> Broken | None:
        read = self._data.broken if self._data is not None else None
        if read is not None and read.error:
            return Broken(read.error.removeprefix(SYSTEM_ERROR), read.next_step)
        searched = self._search.broken if self._search is not None else None
        return Broken(str(searched), searched.next_step) if searched else None

    def check(self, draft: str) -> GuardResult:
        self.from_own_data = any(call.success and call.tool != CALCULATE for call in self.log)
        missing = tuple(self._missing())
        if missing:
            return refused(*missing)
        lines = visible(draft).strip().split("\n")
        quoting = "\n".join(line for line in lines if _CITED.search(line))
        stating = "\n".join(line for line in lines if not _CITED.search(line)).strip()
        stated = self._grounded(stating, alone=not quoting) if stating or not quoting else None
        if (stated is not None and not stated.ok) or not quoting:
            return stated or GuardResult(ok=False)
        quoted = self._quoted(quoting)
        return quoted if stated is None or not quoted.ok else _joined(stated, quoted)

    def _grounded(self, text: str, *, alone: bool) -> GuardResult:
        guard, asked = GroundingGuard(self._catalog, self.placeholders), self.task.asked
        has_rows = any(entry.tool in DATA and entry.rows is not None for entry in self._ledger)
        result = guard.check(text, self._ledger, question=asked, language=self.task.language, binds_names=has_rows)
        if not result.ok:
            return result
        if alone and any(entry.rows is not None for entry in self._ledger):
            silent = tuple(no_answer(result, self._ledger, asked))
            if silent:
                return refused(*silent)
        leaving = guard.check_outgoing(result.text, result.figures, self._ledger, result.names)
        return result if leaving.ok else leaving

    def _quoted(self, text: str) -> GuardResult:
        if self._search is None:
            message = "There are no passages in this run."
            return refused(finding(GuardCode.UNKNOWN_REFERENCE, message, "Leave the citation out."))
        return check_answer(
            text,
            self._search.run,
            question=self.task.asked,
            language=self.task.language,
            embedder=self._knowledge.embedder,
            placeholders=self.placeholders,
            is_judged=True,  # what it writes need not answer a question
        )

    def _missing(self) -> Iterator[GuardFinding]:
        succeeded = {call.tool for call in self.log if call.success}
        names = [name for name in self._required.all_of if name not in succeeded]
        if self._required.any_of and not succeeded & set(self._required.any_of):
            names.append(" or ".join(self._required.any_of))
        if names:
            tools = ", ".join(names)
            message = f"The answer needs a successful call of: {tools}."
            yield finding(GuardCode.REQUIRED_TOOL_MISSING, message, f"Call {tools} first, then answer from the result.")

    def next_round(self) -> None:
        for tools in (self._data, self._search, self._calculator):
            if tools is not None:
                tools.round += 1

    def evidence(self) -> tuple[dict[str, Any], ...]:
        passages = tuple(carried(kept) for kept in self._search.run) if self._search is not None else ()
        return (*entries_for_wire(self._ledger), *passages)


def _joined(stated: GuardResult, quoted: GuardResult) -> GuardResult:
    """What was stated, then what is quoted with its sources; each figure still where it stands."""
    before = f"{stated.text}\n\n"
    moved = tuple(figure.model_copy(update={"start": figure.start + len(before)}) for figure in quoted.figures)
    return GuardResult(ok=True, text=before + quoted.text, figures=(*stated.figures, *moved))
