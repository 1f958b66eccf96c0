"""The operator of the skill `knowledge` without a model: quotes the sentences that answer best, or says there are none.

A sentence is worth the share of the question's words it holds, with its headings, plus how near its meaning is. Below a
mark the documents do not answer the question, and that is said. docs/knowledge.md says how the mark was set.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from autogen_core.models import FunctionExecutionResultMessage, LLMMessage, UserMessage

from arch_team.documents.chunking import units_of
from arch_team.models.embedded.plan import Cannot, Outcome, Say, ToolCall
from arch_team.models.embedded.seated import Seated
from arch_team.models.speech import (
    CANNOT,
    CLARIFICATION,
    NEED,
    PERSON,
    PROVIDED,
    READY,
    VALIDATOR,
    answer_in,
    is_invalid,
)
from arch_team.search.contraries import answer_words
from arch_team.search.passages import TOOL
from arch_team.search.places import language_of
from arch_team.search.trust import coverage
from arch_team.vectors.words import fold, words_of
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.vectors.embedding import Embedder

PASSAGES = 6
ANSWERS_FROM = 0.85
"""Words shared plus nearness of meaning."""
ANSWERS_ACROSS_LANGUAGES_FROM = 0.45
"""Nearness of meaning alone, where question and passage are in different languages and share no words."""
NEARLY_AS_GOOD = 0.85
MOST_SENTENCES = 3
_LONGEST = 600
_PLACE_COST = 0.02
"""What each place further down in the ranking costs."""

_SAYS: dict[Language, dict[str, str]] = {
    "de": {
        "nothing": "In den Dokumenten findet sich dazu nichts. Dokumente fügt `arch-team knowledge add PATH…` hinzu.",
        "not_answered": "Die Dokumente beantworten das nicht. Am nächsten kommt «{place}».",
    },
    "en": {
        "nothing": "The documents hold nothing on this. `arch-team knowledge add PATH…` adds documents.",
        "not_answered": "The documents do not answer this. The nearest is «{place}».",
    },
}


@dataclass(frozen=True, slots=True)
class Quotable:
    """A sentence of a passage, letter by letter, with what it leans on."""

    key: str
    place: str
    text: str
    rank: int


class KnowledgeOperator(Seated):
    """Searches once, quotes, and never says anything of its own."""

    def __init__(self, language: Language, embedder: "Embedder") -> None:
        super().__init__()
        self._says = _SAYS[language]
        self._embedder = embedder

    def turn(self, messages: Sequence[LLMMessage]) -> Outcome | ToolCall:
        question, result, objection = _heard(messages)
        if objection is not None:
            return Cannot(objection)
        if result is None:
            return ToolCall(TOOL, {"query": question, "top_k": PASSAGES})
        if result.get("success") is not True:
            return Cannot(str(result.get("error")))
        passages = cast("list[dict[str, Any]]", result["data"]["passages"])
        if not passages:
            return Cannot(self._says["nothing"])
        quoted = self._quoted(question, [q for rank, p in enumerate(passages) for q in quotables(p, rank)])
        if not quoted:
            return Cannot(self._says["not_answered"].format(place=passages[0]["place"]))
        lines = [f"{quote.text} {{{{{quote.key}}}}}" for quote in quoted]
        return Say("\n".join(lines))

    def _quoted(self, question: str, candidates: Sequence[Quotable]) -> list[Quotable]:
        """The best, and those nearly as good, each once, in the order of their passages."""
        if not candidates:
            return []
        rows = self._embedder.embed([question, *(candidate.text for candidate in candidates)])
        near: list[float] = (rows[1:] @ rows[0]).tolist()
        worth = [_worth(question, candidate, cosine) for candidate, cosine in zip(candidates, near, strict=True)]
        best = max(worth)
        if best <= 0:
            return []
        chosen: dict[str, tuple[float, Quotable]] = {}
        for value, candidate in sorted(zip(worth, candidates, strict=True), key=lambda pair: -pair[0]):
            if value >= NEARLY_AS_GOOD * best and len(chosen) < MOST_SENTENCES:
                chosen.setdefault(fold(candidate.text), (value, candidate))
        return [candidate for _, candidate in chosen.values()]


def _worth(question: str, candidate: Quotable, cosine: float) -> float:
    """0: it does not answer the question."""
    shared = coverage(question, f"{candidate.place} {candidate.text}")
    worth = shared + cosine - _PLACE_COST * candidate.rank
    if worth >= ANSWERS_FROM:
        return worth
    mine, theirs = language_of(question), language_of(candidate.text)
    across = mine is not None and theirs is not None and mine != theirs
    return cosine if across and cosine >= ANSWERS_ACROSS_LANGUAGES_FROM else 0.0


def quotables(passage: dict[str, Any], rank: int) -> list[Quotable]:
    """Sentences that can stand alone. One that leans on the one before comes with it, a row with its table's head."""
    text, key, place = str(passage["text"]), str(passage["key"]), str(passage["place"])
    leaning = {fold(word) for word in answer_words().leaning}
    found: list[Quotable] = []
    before, head = "", ""
    for span in units_of(text):
        unit = " ".join(text[span.start : span.end].split())
        told = unit
        if " | " in unit:
            told = _row(head, unit) if head else ""
            head = head or unit
        else:
            head = ""
            if next(iter(words_of(unit)), "") in leaning and before:
                told = f"{before} {{{{{key}}}}} {unit}"
        before = unit
        if told and len(told) <= _LONGEST and not _speaks_to_seats(told):
            found.append(Quotable(key, place, told, rank))
    return found


def _row(head: str, row: str) -> str:
    names, cells = head.split(" | "), row.split(" | ")
    if len(names) != len(cells):
        return row
    return ", ".join(f"{name}: {cell}" for name, cell in zip(names, cells, strict=True) if cell.strip()) + "."


def _speaks_to_seats(text: str) -> bool:
    """A document may hold the words by which the seats understand each other. Such a sentence is not quoted."""
    return any(mark in text for mark in (READY, NEED, CANNOT, "APPROVE", "INVALID:", PROVIDED))


def _heard(messages: Sequence[LLMMessage]) -> tuple[str, dict[str, Any] | None, str | None]:
    """The question with what the person added, the last result since then, and what the validator found wrong."""
    said: list[str] = []
    result: dict[str, Any] | None = None
    objection: str | None = None
    for message in messages:
        if isinstance(message, UserMessage):
            text = message.content if isinstance(message.content, str) else ""
            if message.source == PERSON:
                said.append(text)
            elif message.source == CLARIFICATION and text.startswith(PROVIDED):
                said.append(answer_in(text))
                result, objection = None, None
            elif message.source == VALIDATOR and is_invalid(text):
                objection = text
        elif isinstance(message, FunctionExecutionResultMessage):
            result = _read(message.content[-1].content)
    return " ".join(said), result, objection


def _read(content: str) -> dict[str, Any]:
    try:
        return cast("dict[str, Any]", json.loads(content))
    except ValueError:
        return {"success": False, "error": "SYSTEM ERROR: the tool's answer could not be read."}
