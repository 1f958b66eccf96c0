"""The desk of the skill `data` on tables nobody made a planner for: the question engine reads, the guard binds."""

import logging
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from arch_team.agents.desk import SYSTEM_ERROR, Agreed, Broken, Desk, Task
from arch_team.agents.model_failures import kind_of
from arch_team.evidence.guard import GroundingGuard, failed
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.required import RequiredTools
from arch_team.evidence.verdict import GuardCode, GuardFinding, GuardResult, finding, refused
from arch_team.prompts.compose import fitting_context, operator_prompt
from arch_team.runs.answer import ReadingPart
from arch_team.runs.evidence import entries_for_wire
from arch_team.runs.trace import AgentTrace
from arch_team.tools.adapters import data_tools
from arch_team.tools.grounding import grounding
from arch_team.tools.session import DataSource

if TYPE_CHECKING:
    from autogen_core.models import ChatCompletionClient

    from arch_team.agents.second_reading import Row
    from arch_team.forms.form import Form
    from arch_team.models.embedded.engine_operator import EngineOperator
    from arch_team.models.embedded.seated import Seated
    from arch_team.models.embedded.suggesting import Offer
    from arch_team.reading.source import Engine
    from arch_team.tools.form_guard import FormGuard
    from arch_team.tools.tool import Tool

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())


class EngineDesk(Desk):
    skill = "data"
    has_keywords = False

    def __init__(self, task: Task, source: DataSource, engine: "Engine") -> None:
        super().__init__(task)
        self.source = source.name
        self._opened, self._engine = source, engine
        self.data = source.tools()
        self._reads_itself = False
        self.data.purpose = source.catalog.purpose_asked(task.question)
        self.data.is_exempt = lambda _tool, _arguments: self._reads_itself
        self.prompt = operator_prompt(source.catalog, task.language, source.hints)
        self._check = grounding(
            task.question,
            task.answers,
            task.language,
            source.catalog,
            self.data,
            RequiredTools.for_source(source.kind),
            placeholders=self.placeholders,
            trusted=lambda _draft: self._reads_itself,
        )

    @property
    def context(self) -> str:
        ontology = self._opened.catalog.ontology
        return fitting_context(ontology, self.task.question) if ontology else ""

    @cached_property
    def _operator(self) -> "EngineOperator":
        from arch_team.models.embedded.engine_operator import EngineOperator

        task = self.task
        return EngineOperator(self._engine, task.language, self._opened.kind, task.steps, task.may_offer)

    async def prepare(self) -> None:
        await self._operator.prepare(self.task.question)

    async def settles(self) -> bool:
        return not self.task.settings.tool_loop or await self._operator.is_sure(self.task.question)

    async def offers(self) -> "tuple[Offer, ...]":
        return await self._operator.offers(self.task.question)

    async def propose(self, model: "Callable[[], ChatCompletionClient]", *, has_person: bool = False) -> None:
        from arch_team.agents.second_reading import written_form

        question = self.task.question
        gathered = await self._operator.gathered(question)
        if gathered and not has_person:
            await self._settle(gathered, model)
            return
        if not await self._operator.is_without_reading(question):
            return

        async def read() -> "Form | str | None":
            client = model()
            try:
                return await written_form(client, question, self._opened, self.task.language)
            except Exception as error:  # a second reading that breaks has no say
                _log.warning("the model did not read the question: %s", error)
                return kind_of(error)
            finally:
                await client.close()

        form = await self.task.steps.once("proposal", read)
        if isinstance(form, str):
            self.missed = form
        elif form is not None and not any(self._comes_to(each, self._engine.run(form).rows) for each in gathered):
            self._operator.propose(question, form)

    async def _settle(self, forms: "Sequence[Form]", model: "Callable[[], ChatCompletionClient]") -> None:
        """What was gathered from the words is meant where a model that reads on its own comes to the same rows."""
        from arch_team.agents.second_reading import written_rows

        async def read() -> "Form | None":
            client = model()
            try:
                rows = await written_rows(client, self.task.question, self._opened, self.task.language)
                return next((form for form in forms if rows and self._comes_to(form, rows)), None)
            except Exception:  # a second reading that breaks has no say
                _log.exception("the second reading failed")
                return None
            finally:
                await client.close()

        form = await self.task.steps.once("second reading", read)
        if form is not None:
            self._operator.settle(self.task.question, form)

    def _comes_to(self, form: "Form", rows: "Sequence[Row]") -> bool:
        """Whether a form gives these rows, with or without what they are ranked by."""
        from arch_team.agents.second_reading import same_rows
        from arch_team.forms.showing import with_sort_keys

        ranked = with_sort_keys(form, self._engine.model(self.task.language))
        return any(same_rows(self._engine.run(each).rows, rows) for each in dict.fromkeys((form, ranked)))

    async def agreed(self, model: "Callable[[], ChatCompletionClient]") -> Agreed | None:
        from arch_team.agents.agreeing import Agreeing

        offers = await self.offers()
        if not offers:
            return None

        async def read() -> Agreed | None:
            client = model()
            try:
                agreeing = Agreeing(self._opened, self.task.language, self._rendered)
                return await agreeing.on(self.task.question, offers, client)
            except Exception:  # a second reading that breaks has no say
                _log.exception("the second reading failed")
                return None
            finally:
                await client.close()

        return await self.task.steps.once("second reading", read)

    def worded(self, meanings: Sequence[tuple[str, str]]) -> str:
        from arch_team.models.embedded.senses import meant_by

        question = self.task.question
        for word, meaning in meanings:
            question = meant_by(self._engine, question, word, meaning, self.task.language)
        return question

    @property
    def unknown(self) -> tuple[str, ...]:
        return self._operator.unknown(self.task.question)

    @property
    def taken(self) -> tuple[tuple[str, str], ...]:
        return self._operator.taken if self._reads_itself else ()

    def must_call(self) -> bool:
        """A question that leaves something open may be asked back at once."""
        return self.calls_made == 0 and not self._leaves_open

    @cached_property
    def _leaves_open(self) -> bool:
        from arch_team.measuring.asked import Lacking
        from arch_team.models.embedded.figure_path import FigurePath

        path = FigurePath.of(self._engine, self.task.language)
        return path is not None and isinstance(path.read(self.task.question, self.task.answers).open, Lacking)

    def tools(self) -> "Sequence[Tool]":
        return data_tools(self.data, self.task.steps)

    def embedded(self) -> "Seated":
        self._reads_itself = True
        return self._operator

    @property
    def feature(self) -> str | None:
        ontology = self._opened.catalog.ontology
        return ontology.feature_code if ontology else self.skill

    def broken(self) -> Broken | None:
        found = self.data.broken
        return Broken(found.error.removeprefix(SYSTEM_ERROR), found.next_step) if found and found.error else None

    def nearest(self) -> str | None:
        from arch_team.onboarding.nearest import nearest_question

        try:
            return nearest_question(self._engine, self.task.question, self.task.language)
        except Exception:  # a refusal stands without it
            _log.exception("no nearest question was found")
            return None

    def grounded(self, draft: str) -> GuardResult:
        """A draft held to this run's evidence alone."""
        return self._check(draft)

    def check(self, draft: str) -> GuardResult:
        """A draft of anybody but the engine is held to the question's form as well."""
        checked = self._check(draft)
        if not checked.ok or self._reads_itself:
            return checked
        try:
            missed = self._off_figures(checked)
            if missed is None:
                reads = self._operator.readings
                missed = self._form_guard.missed(reads, self.task.question, self.task.answers, checked)
        except Exception as error:
            _log.exception("the guard failed")
            return refused(failed(error))
        return refused(*missed) if missed else checked

    def _off_figures(self, checked: GuardResult) -> tuple[GuardFinding, ...] | None:
        """What a draft lacks of a question for figures of members. None: these tables have none."""
        from arch_team.agents.figure_guard import FigureGuard
        from arch_team.models.embedded.figure_path import FigurePath

        path = FigurePath.of(self._engine, self.task.language)
        if path is None:
            return None
        read = path.read(self.task.question, self.task.answers)
        if not read.is_read:
            words = ", ".join(f"«{word}»" for word in dict.fromkeys(read.unknown)) or "the question"
            message = f"Nobody knows what {words} means in these tables: no figure can be held against it."
            return (finding(GuardCode.OFF_TOPIC, message, "Reply CANNOT_ANSWER and name the words."),)
        return FigureGuard(path, self._opened.tools, self._rendered).missed(read, checked)

    def _rendered(self, draft: str, ledger: Ledger) -> GuardResult:
        """A draft of the engine's own, with its figures."""
        guard = GroundingGuard(self._opened.catalog, self.placeholders)
        asked = " ".join((self.task.question, *self.task.answers))
        return guard.check(draft, ledger, question=asked, language=self.task.language, binds_names=False)

    @cached_property
    def _form_guard(self) -> "FormGuard":
        from arch_team.tools.form_guard import FormGuard

        return FormGuard(self._engine, self._opened.catalog, self.task.language, self.data.ledger)

    def next_round(self) -> None:
        self.data.round += 1

    @property
    def calls_made(self) -> int:
        return len(self.data.log)

    def trace(self) -> AgentTrace:
        return self.data.trace()

    def evidence(self) -> tuple[dict[str, Any], ...]:
        return entries_for_wire(self.data.ledger)

    @property
    def reading(self) -> str | None:
        told = self._operator.reading if self._reads_itself else None
        return told.line if told else None

    @property
    def reading_parts(self) -> tuple[ReadingPart, ...]:
        told = self._operator.reading if self._reads_itself else None
        return told.parts if told else ()
