"""Where a text goes first: a calculation or a greeting is answered at once, everything else goes to the team."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.routing.preprocessor import Route
    from arch_team.runs.answer import Answer
    from arch_team.runs.steps import Steps
    from arch_team.search.held_tables import HeldTable
    from arch_team.settings import Settings

OwnWords = Callable[[], Iterable[str]]
Reads = Callable[[str], bool]
"""Whether a text can be read as a question on the tables."""
AnyTables = Callable[[], Reads | None]
"""What reads questions on the user's tables, where these may be about anything."""


@dataclass(frozen=True, slots=True)
class Entrance:
    text: str
    reason: str
    skill: str | None = None
    direct_text: str | None = None
    """What can be answered without the team, marked as not from the user's data."""
    marked: Callable[[str], str] | None = None
    """Set where a model has to give the direct answer: puts the mark on what it said. `direct_text` is for no model."""


def enter(
    text: str,
    skill: str | None,
    language: Language,
    own_words: OwnWords = tuple,
    any_tables: AnyTables = lambda: None,
) -> Entrance:
    """Where a text goes. `own_words` are names from the user's data: a text with one of them never goes direct. Of
    `any_tables`, whatever they are about, facts and words may be asked: such a text does not go direct either, nor does
    one that can be read as a question on them.

    Both are asked for only when a text would go direct without them.
    """
    from arch_team.routing.direct_chat import direct_answer, from_model, without_model
    from arch_team.routing.preprocessor import ExecutionMode, RequestPreprocessor

    if skill:
        return Entrance(text, f"skill {skill}", skill)
    route = RequestPreprocessor().route(text)
    if route.mode is ExecutionMode.DIRECT_CHAT and not text.lstrip().startswith("/"):
        route = RequestPreprocessor(own_words()).route(text)
        if _is_for(any_tables(), route):
            return Entrance(route.text, "own_data:any_tables", route.skill)
    if route.mode is not ExecutionMode.DIRECT_CHAT:
        return Entrance(route.text, route.reason, route.skill)
    answered = direct_answer(route, language)
    if answered is not None:
        return Entrance(route.text, route.reason, route.skill, answered)
    fallback = without_model(route, language).text
    return Entrance(
        route.text, route.reason, route.skill, fallback, lambda said: from_model(route, said, language).text
    )


def _is_for(reads: Reads | None, route: "Route") -> bool:
    from arch_team.routing.preprocessor import Category

    if reads is None or route.category in (Category.GREETING, Category.ARITHMETIC):
        return False
    return route.category in (Category.FACTUAL, Category.TRANSLATION) or reads(route.text)


NOT_IN_TABLES: dict[Language, str] = {
    "de": "Die Tabellen beantworten das nicht; die Antwort steht in den Dokumenten.",
    "en": "The tables do not answer this; the answer stands in the documents.",
}


@dataclass
class Documents:
    """Their turn with a question that the tables do not answer, where nobody named a skill. Looked up once a run: what
    is held may change before a run is taken up again."""

    settings: "Settings"
    steps: "Steps"
    named: str | None
    were_first: bool = False
    """Something was not asked of the person, so that they come first."""
    _held: bool | None = None

    async def are_next(self, answer: "Answer") -> bool:
        is_room = answer.skill == "data" and answer.status in ("refused", "needs_clarification")
        return self.named is None and is_room and await self._are_held()

    async def are_done(self) -> bool:
        """Whether they have nothing to say to it, so that the person may be asked."""
        if self.named is not None or not await self._are_held():
            return True
        self.were_first = True
        return False

    async def _are_held(self) -> bool:
        if self._held is None:

            async def held() -> bool:
                return await asyncio.to_thread(holds_documents, self.settings)

            self._held = await self.steps.read("documents", held)
        return self._held


def holds_documents(settings: "Settings") -> bool:
    from arch_team.errors import ArchTeamError
    from arch_team.search.knowledge import holds_documents as holds

    try:
        return holds(settings)
    except ArchTeamError:
        return False  # documents that cannot be reached have no say in what the tables lack


NEITHER: dict[Language, str] = {"de": "Die Tabellen beantworten das nicht.", "en": "The tables do not answer this."}


def from_documents(answer: "Answer") -> "Answer":
    """The documents' answer, which says where it comes from; or that the tables had none before."""
    if answer.ok:
        return answer.model_copy(update={"warnings": (*answer.warnings, NOT_IN_TABLES[answer.language])})
    if answer.status != "refused":
        return answer
    return answer.model_copy(update={"reason": f"{NEITHER[answer.language]} {answer.reason}"})


def is_answer_of_person(seat: str, text: str) -> bool:
    """Whether a turn of a run passes on what the person answered."""
    from arch_team.models.speech import CLARIFICATION, PROVIDED

    return seat == CLARIFICATION and text.startswith(PROVIDED)


FROM_TABLE: dict[Language, str] = {
    "de": "Die Antwort kommt aus der Tabelle «{table}» in {document}.",
    "en": "The answer comes from the table “{table}” in {document}.",
}


async def tables_in_documents(question: str, language: Language, settings: "Settings") -> "tuple[HeldTable, ...]":
    """The tables among the passages that fit a question best. None where documents cannot be reached."""
    from arch_team.errors import ArchTeamError
    from arch_team.search.held_tables import tables_for
    from arch_team.search.knowledge import knowledge_of, tenant_of

    try:
        return await tables_for(knowledge_of(settings), question, tenant=tenant_of(settings), language=language)
    except ArchTeamError:
        return ()


def from_table(answer: "Answer", tables: "Sequence[HeldTable]") -> "Answer":
    """The answer names the documents whose tables it was read from."""
    read = {str(entry.get("table", "")) for entry in answer.evidence}
    used = [table for table in tables if table.named in read] or tables
    told = tuple(FROM_TABLE[answer.language].format(table=table.name, document=table.where) for table in used)
    where = "; ".join(dict.fromkeys(table.where for table in used))
    return answer.model_copy(update={"source": where, "warnings": (*answer.warnings, *told)})


def told_language(text: str) -> Language | None:
    from arch_team.routing.language import told_language as told

    return told(text)


def language_of(text: str) -> Language:
    from arch_team.routing.language import language_of as spoken

    found = spoken(text)
    return "en" if found == "en" else "de"
