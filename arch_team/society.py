"""The front of the house: ask a question, get an answer that is proven, or an honest word why there is none.

answer = await Society().ask("Was ist der Banksaldo per 31.12.2025?")
answer = Society().ask_sync("…")            # for scripts
async for event in Society().events("…"):   # seat by seat, the answer last
"""

import asyncio
import os
import time
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

from arch_team.errors import ArchTeamError, UsageError
from arch_team.runs.answer import Answer, Assumption, OpenQuestion
from arch_team.runs.plain_answers import direct, failed, unclear
from arch_team.runs.steps import Inline, Steps
from arch_team.runs.watched_steps import WatchedSteps
from arch_team.settings import LOCAL, Settings
from arch_team.telemetry.signals import watched_run
from arch_team.wire import Language, Wire

if TYPE_CHECKING:
    from autogen_core.models import ChatCompletionClient

    from arch_team.agents.desk import Desk
    from arch_team.agents.desks import OpenDesk
    from arch_team.agents.state import RunState
    from arch_team.agents.table import Table
    from arch_team.clarify.clarifiers import Clarifier
    from arch_team.clarify.words import Words
    from arch_team.evidence.interceptions import InterceptionLog
    from arch_team.front_door import Reads
    from arch_team.measuring.reader import FigureRead
    from arch_team.models.embedded.shown import Cells
    from arch_team.models.spending import Budget, Spending
    from arch_team.search.held_tables import HeldTable
    from arch_team.tools.model_choice import SourceNote
    from arch_team.tools.session import DataSource

os.environ.setdefault("AUTOGEN_DISABLE_RUNTIME_TRACING", "true")

EMBEDDED = "embedded"
"""The name of an operator without a model."""

_TOLD = 2
"""Words that tell a language."""

EventKind = Literal["routed", "seat", "call", "result", "answer"]


class Event(Wire):
    """Something that happened in a run."""

    kind: EventKind
    seat: str = ""
    text: str = ""
    answer: Answer | None = None


@dataclass
class Society:
    """Four seats around a question. One instance serves any number of questions; each gets a team of its own."""

    settings: Settings = field(default_factory=Settings)
    clarifier: "Clarifier | None" = None
    client: "ChatCompletionClient | None" = None
    """A client of your own, a scripted one for tests perhaps. None: the configured model, or the embedded operator."""
    desks: "OpenDesk | None" = None
    """Who lays the desk for a skill. None: the shipped ones. The benchmark takes things away, to measure them."""
    budget: "Budget | None" = None
    steps: Steps = field(default_factory=Inline)
    """How model calls and reads are done: inline, or checkpointed by a durable engine."""
    interceptions: "InterceptionLog | None" = None
    """Where it is noted what was held back. None: a file in the home folder."""
    opens: "Callable[[Settings], DataSource] | None" = None
    """Who opens the data. None: each society for itself. A server shares what is open among its runs."""
    words: "Words | None" = None
    """What people said words mean. None: nothing is learned."""
    engine_first: bool = True
    """Whether a question that the engine is sure of is answered without the model. Not where the model is measured."""
    max_rounds: int = 5
    seconds: float = 600.0
    """The longest a run may take, waiting for a person not counted in the console's own time."""

    @cached_property
    def source(self) -> "DataSource":
        if self.opens is not None:
            return self.opens(self.settings)
        return open_data(self.settings)

    @property
    def notes(self) -> "tuple[SourceNote, ...]":
        """How the data was opened, where that is not what its reader may expect. None before it is opened."""
        opened: DataSource | None = self.__dict__.get("source")
        return opened.notes if opened else ()

    async def ask(
        self,
        question: str,
        *,
        skill: str | None = None,
        language: Language | None = None,
        earlier: Sequence[str] = (),
    ) -> Answer:
        """`earlier` are the questions before it, where it goes on with them: `and 2024?`"""
        answer: Answer | None = None
        async for event in self.events(question, skill=skill, language=language, earlier=earlier):
            answer = event.answer or answer
        if answer is None:
            raise ArchTeamError("the run ended without a result")
        return answer

    def ask_sync(self, question: str, *, skill: str | None = None, language: Language | None = None) -> Answer:
        return asyncio.run(self.ask(question, skill=skill, language=language))

    async def events(
        self,
        question: str,
        *,
        skill: str | None = None,
        language: Language | None = None,
        run_id: str | None = None,
        earlier: Sequence[str] = (),
    ) -> AsyncGenerator[Event, None]:
        """What the run does, as it does it; the last event carries the answer. Closing the generator ends the run."""
        run_id = run_id or f"r{uuid.uuid4().hex[:12]}"
        with watched_run(run_id, tenant=self.settings.tenant or LOCAL, question=question) as run:
            spoken = language or self._language_of(question, earlier)
            whole = await self._whole(question, earlier, spoken) if earlier else question
            if whole is None or not question.strip():
                answer = unclear(run_id, question, spoken)
                run.ended(answer.status, skill="data", model=answer.model, text="")
                yield Event(kind="answer", answer=answer)
                return
            async for event in run.each(self._events(run_id, whole, skill, spoken)):
                if event.answer is not None and whole != question:
                    told = event.answer.model_copy(update={"question": question, "understood_as": whole})
                    event = event.model_copy(update={"answer": told})
                if (answer := event.answer) is not None:
                    run.ended(answer.status, skill=answer.skill or answer.route, model=answer.model, text=answer.text)
                yield event

    async def _events(
        self, run_id: str, question: str, skill: str | None, spoken: Language
    ) -> AsyncGenerator[Event, None]:
        from arch_team.front_door import Documents, enter

        door = enter(question, skill, spoken, self._own_words, self._any_tables)
        yield Event(kind="routed", text=door.reason)
        if door.direct_text is not None:
            text, warnings = door.direct_text, tuple[str, ...]()
            if door.marked is not None and (self.client is not None or self.settings.model):
                from arch_team.models.plain_chat import NO_REPLY, plain_chat

                async def chat() -> str:
                    return await plain_chat(self.settings, self.client, door.text, spoken)

                said = await WatchedSteps(self.steps).once("chat", chat)
                text = door.marked(said) if said else text
                warnings = () if said else (NO_REPLY[spoken],)
            yield Event(kind="answer", answer=direct(run_id, question, spoken, text, warnings))
            return
        if door.skill == "knowledge":
            async for event in self._documents(run_id, door.text, spoken):
                yield event
            return
        documents = Documents(self.settings, WatchedSteps(self.steps), door.skill)
        withheld: Answer | None = None
        async for event in self._run(run_id, door.text, spoken, door.skill or "data", documents.are_done):
            if event.answer is None or not await documents.are_next(event.answer):
                yield event
                continue
            withheld = event.answer
        if withheld is None:
            return
        yield Event(kind="routed", text="documents")
        async for event in self._after_tables(run_id, door.text, spoken, withheld, documents.were_first):
            yield event

    async def _after_tables(
        self, run_id: str, question: str, language: Language, withheld: Answer, were_first: bool
    ) -> AsyncGenerator[Event, None]:
        """What the documents surely answer is answered. What only comes near is put to the person once the tables have
        no question of their own."""
        from arch_team.front_door import from_documents, is_answer_of_person

        may_ask = withheld.status == "refused" and not were_first
        told, has_said = withheld, False
        asked = self if may_ask else replace(self, clarifier=None)
        async for event in asked._documents(run_id, question, language):
            has_said = has_said or is_answer_of_person(event.seat, event.text)
            told = event.answer or told
            if event.answer is None:
                yield event
        is_open = told.status == "needs_clarification" and told is not withheld
        if told.ok or has_said or (may_ask and is_open):
            yield Event(kind="answer", answer=from_documents(told))
            return
        if not were_first:
            yield Event(kind="answer", answer=withheld)
            return
        async for event in self._run(run_id, question, language, "data"):
            if event.answer is None or not is_open or event.answer.status != "refused":
                yield event
                continue
            async for further in self._after_tables(run_id, question, language, event.answer, were_first=False):
                yield further

    async def _documents(self, run_id: str, question: str, language: Language) -> AsyncGenerator[Event, None]:
        """Tables that stand in documents are asked like files, by the engine alone; then the sentences."""
        from arch_team.front_door import from_table, tables_in_documents
        from arch_team.tools.document_tables import open_tables

        async def find() -> "tuple[HeldTable, ...]":
            return await tables_in_documents(question, language, self.settings)

        tables = await WatchedSteps(self.steps).read("document_tables", find) if self.desks is None else ()
        if tables:
            alone = self.settings.model_copy(update={"model": None, "ontology": None, "feature": None})
            opens = partial(open_tables, tables)
            asked = replace(self, settings=alone, client=None, clarifier=None, words=None, opens=opens)
            async for event in asked._run(run_id, question, language, "data", _never):
                if event.answer is not None and event.answer.status == "approved":
                    yield Event(kind="answer", answer=from_table(event.answer, tables))
                    return
        async for event in self._run(run_id, question, language, "knowledge"):
            yield event

    def _language_of(self, question: str, earlier: Sequence[str]) -> Language:
        """What goes on with a question is in its language, unless its own words tell another: `2024?` alone is in
        none."""
        from arch_team.front_door import language_of, told_language

        told = told_language(question)
        if told is not None:
            return told
        words, texts = 0, [question]
        for each in reversed(earlier):
            if words >= _TOLD:
                break
            texts.insert(0, each)
            words += sum(word.strip("?.!,").isalpha() for word in each.split())
        whole = " ".join(texts)
        return told_language(whole) or language_of(whole)

    async def _whole(self, question: str, earlier: Sequence[str], language: Language) -> str | None:
        """What was said, as a question that stands for itself. None: it leans on another, and nobody can tell how."""

        async def told() -> str | None:
            try:
                engine = self.source.engine
            except ArchTeamError:
                return question
            from arch_team.models.embedded.shown import cells_shown

            def shows(read: "FigureRead") -> "Cells":
                return cells_shown(read, self.source.tools(), language)

            return engine.whole_question(earlier, question, language, shows)

        return await WatchedSteps(self.steps).read("follow", told)

    def stands_alone(self, text: str) -> bool:
        """Whether a text is a whole question on the data, and not only an answer to one."""
        from arch_team.front_door import language_of

        try:
            return self.source.engine.is_question(text, language_of(text))
        except ArchTeamError:
            return False

    def _any_tables(self) -> "Reads | None":
        from arch_team.front_door import language_of

        try:
            engine = self.source.engine
        except ArchTeamError:
            return None

        if engine.figures("en") is not None:
            return None  # books have words of their own: the veto knows them
        return lambda text: bool(engine.read(text, language_of(text)).read.candidates)

    def _own_words(self) -> list[str]:
        """Names of the user's tables and columns."""
        try:
            views = self.source.catalog.views.values()
        except ArchTeamError:
            return []  # a data source that cannot be opened has no say in small talk
        return [
            name for view in views for name in (view.table.name, *(c.name for c in view.columns.values() if not c.hops))
        ]

    async def _run(
        self,
        run_id: str,
        question: str,
        language: Language,
        skill: str,
        may_offer: "Callable[[], Awaitable[bool]] | None" = None,
    ) -> AsyncGenerator[Event, None]:
        started = time.perf_counter()
        try:
            run = await self._prepared(run_id, question, language, skill, may_offer)
        except ArchTeamError as error:
            yield Event(kind="answer", answer=_told(error, run_id, question, language))
            return
        from arch_team.agents.conversation import converse
        from arch_team.agents.understanding import learn

        try:
            async for seat, kind, text in converse(run.table, run.told, self.seconds, run.state):
                yield Event(kind=kind, seat=seat, text=text)
        finally:
            await run.table.close()
        seconds = time.perf_counter() - started
        answer = await asyncio.to_thread(self._answer, run, question, language, skill, seconds)
        await learn(self.words, answer, WatchedSteps(self.steps))
        yield Event(kind="answer", answer=answer)

    async def _prepared(
        self,
        run_id: str,
        question: str,
        language: Language,
        skill: str,
        may_offer: "Callable[[], Awaitable[bool]] | None",
    ) -> "_Run":
        from arch_team.agents.desk import Task
        from arch_team.agents.desks import open_desk
        from arch_team.agents.quality import gate_for
        from arch_team.agents.state import RunState
        from arch_team.agents.understanding import Understanding
        from arch_team.clarify.clarifiers import NoClarifier
        from arch_team.evidence.interceptions import FILE_NAME, InterceptionLog
        from arch_team.models.spending import Budget, Spending

        steps, spending, budget = WatchedSteps(self.steps), Spending(), self.budget or Budget()
        answers: list[str] = []
        has_model = self.client is not None or self.settings.model is not None
        asks_model = has_model and self.engine_first
        has_person = not isinstance(self.clarifier or NoClarifier(), NoClarifier)

        def lays(text: str) -> "Desk":
            task = Task(text, language, self.settings, answers=answers, steps=steps, may_offer=may_offer)
            return (self.desks or open_desk)(skill, task, lambda: self.source)

        understanding = Understanding(
            lays,
            language,
            steps,
            self.words,
            (lambda: self._reading_client(budget, spending)) if asks_model else None,
            has_person,
        )
        desk, assumed = await understanding.desk(question)
        is_alone = not has_model or (asks_model and await desk.settles())
        secrets = [self.settings.api_key] if self.settings.api_key else []
        state = RunState(
            run_id=run_id,
            question=desk.task.question,
            language=language,
            desk=desk,
            clarifier=self.clarifier or NoClarifier(),
            quality=gate_for(skill, self.settings.skills_folder, by_keywords=desk.has_keywords),
            interceptions=self.interceptions or InterceptionLog(self.settings.home / FILE_NAME, secrets=secrets),
            answers=answers,
            model=EMBEDDED,
        )
        told = desk.task.question
        if is_alone:
            return _Run(state, self._engine_table(state), spending, told, assumed)
        from arch_team.agents.team import build_society
        from arch_team.models.operators import operator_client

        client, state.model = operator_client(self.settings, self.client, desk.must_call, budget, spending, steps)
        table = build_society(state, client, max_rounds=self.max_rounds, max_calls=desk.max_calls)
        return _Run(state, table, spending, f"{told}\n\n{desk.context}" if desk.context else told, assumed)

    def _engine_table(self, state: "RunState") -> "Table":
        """Also for what is settled without the model that is configured."""
        from arch_team.agents.engine_table import EngineTable

        operator = state.desk.embedded()
        if operator is None:
            raise UsageError("this skill needs a language model", "Set ARCH_TEAM_MODEL and ARCH_TEAM_BASE_URL.")
        return EngineTable(state, operator, self.max_rounds)

    def _reading_client(self, budget: "Budget", spending: "Spending") -> "ChatCompletionClient":
        from arch_team.models.operators import reading_client

        return reading_client(self.settings, self.client, budget, spending)

    def _answer(self, run: "_Run", question: str, language: Language, skill: str, seconds: float) -> Answer:
        from arch_team.agents.endings import ending_of

        state, desk = run.state, run.state.desk
        status, reason, next_step = ending_of(state, language)
        trace = desk.trace().model_copy(
            update={
                "llm_calls": run.spending.calls,
                "prompt_tokens": run.spending.prompt_tokens,
                "completion_tokens": run.spending.completion_tokens,
                "cost": run.spending.cost,
                "duration_ms": round(seconds * 1000, 3),
            }
        )
        need = state.need if status == "needs_clarification" else None
        return Answer(
            run_id=state.run_id,
            question=question,
            language=language,
            status=status,
            text=state.approved.text if state.approved and status == "approved" else "",
            reason=reason,
            next_step=next_step,
            figures=state.approved.figures if state.approved and status == "approved" else (),
            clarification=_open_question(need, desk.missing()),
            skill=skill,
            model=state.model or EMBEDDED,
            source=desk.source,
            reading=desk.reading if status == "approved" else None,
            reading_parts=desk.reading_parts if status == "approved" else (),
            assumptions=(*run.assumed, *_confirmed(desk.taken)) if status == "approved" else (),
            from_own_data=desk.from_own_data,
            evidence=desk.evidence(),
            warnings=state.warnings if status == "approved" else (),
            trace=trace,
        )


def _told(error: ArchTeamError, run_id: str, question: str, language: Language) -> Answer:
    """Why nothing could be begun, all of it in one language."""
    from arch_team.agents.failures import in_one_language

    message, next_step, spoken = in_one_language(str(error), error.next_step, language)
    return failed(run_id, question, spoken, message, next_step)


def open_data(settings: Settings) -> "DataSource":
    """The configured files or database, or the demo company."""
    if settings.named_files:
        from arch_team.tools.files import open_files

        return open_files(settings.named_files, settings)
    from arch_team.tools.session import open_source

    return open_source(settings)


@dataclass
class _Run:
    """One run's own things: nothing in it outlives the run."""

    state: "RunState"
    table: "Table"
    spending: "Spending"
    told: str
    """What the operator hears: the question, and for a model what fits it."""
    assumed: "tuple[Assumption, ...]" = ()
    """What words that nothing explains were taken for before anybody worked on it."""


async def _never() -> bool:
    return False


def _confirmed(taken: Sequence[tuple[str, str]]) -> tuple[Assumption, ...]:
    return tuple(Assumption(word=word, meaning=meaning, origin="confirmed") for word, meaning in taken)


def _open_question(need: tuple[str, tuple[str, ...]] | None, missing: tuple[str, ...]) -> OpenQuestion | None:
    return None if need is None else OpenQuestion(question=need[0], suggested_answers=need[1], missing=missing)
