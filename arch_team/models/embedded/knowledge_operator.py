"""The operator of the skill `knowledge` without a model: quotes the sentences that answer best, or says there are none.

What answers is judged in `search/answering.py`: by what the question is about, by the kind of thing it asks for, and by
meaning. Where nothing does, that is said.
"""

import json
from collections.abc import Sequence
from typing import Any, cast

from autogen_core.models import FunctionExecutionResultMessage, LLMMessage, UserMessage

from arch_team.documents.sentences import sentences
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
from arch_team.search.answering import answering
from arch_team.search.asked import asked, differ, parts_of
from arch_team.search.passages import TOOL
from arch_team.search.quotes import Quote, quotes_of
from arch_team.wire import Language

PASSAGES = 8

_SAYS: dict[Language, dict[str, str]] = {
    "de": {
        "nothing": "In den Dokumenten findet sich dazu nichts. Dokumente fügt `arch-team knowledge add PATH…` hinzu.",
        "not_answered": "Die Dokumente beantworten das nicht. Am nächsten kommt «{place}».",
        "not_this": "Zu «{part}» sagen die Dokumente nichts.",
        "differ": "Die Quellen sagen nicht dasselbe.",
    },
    "en": {
        "nothing": "The documents hold nothing on this. `arch-team knowledge add PATH…` adds documents.",
        "not_answered": "The documents do not answer this. The nearest is «{place}».",
        "not_this": "On “{part}” the documents say nothing.",
        "differ": "The sources do not say the same.",
    },
}


class KnowledgeOperator(Seated):
    """Searches once, quotes, and never says anything of its own."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._says = _SAYS[language]
        self._language: Language = language

    def turn(self, messages: Sequence[LLMMessage]) -> Outcome | ToolCall:
        question, results, objection = _heard(messages)
        if objection is not None:
            return Cannot(objection)
        parts = parts_of(question)
        if len(results) < len(parts):
            return ToolCall(TOOL, {"query": parts[len(results)], "top_k": PASSAGES})
        failed = next((result for result in results if result.get("success") is not True), None)
        if failed is not None:
            return Cannot(str(failed.get("error")))
        found = [cast("list[dict[str, Any]]", result["data"]["passages"]) for result in results[-len(parts) :]]
        if not any(found):
            return Cannot(self._says["nothing"])
        told = [self._told(part, passages) for part, passages in zip(parts, found, strict=True)]
        if not any(told):
            nearest = next(passages[0]["place"] for passages in found if passages)
            return Cannot(self._says["not_answered"].format(place=nearest))
        lines = [
            line
            for part, answered in zip(parts, told, strict=True)
            for line in answered or [self._says["not_this"].format(part=part)]
        ]
        return Say("\n".join(dict.fromkeys(lines)))

    def _told(self, question: str, passages: Sequence[dict[str, Any]]) -> list[str]:
        """What answers, cited. A superseded passage speaks only where no other does."""
        quotes = [quote for rank, passage in enumerate(passages) for quote in _quotes(passage, rank)]
        past = {str(passage["key"]) for passage in passages if passage.get("superseded")}
        origins = {str(passage["key"]): str(passage.get("source", "")) for passage in passages}
        for some in ([q for q in quotes if q.key not in past], [q for q in quotes if q.key in past]):
            chosen = answering().judged(question, self._language, some).quotes
            if not chosen:
                continue
            others = [quote for quote in some if origins[quote.key] != origins[chosen[0].key]]
            against = answering().judged(question, self._language, others).quotes[:1]
            about = asked(question, self._language)
            if against and differ(about, chosen[0].text, against[0].text):
                return [*map(_cited, (chosen[0], against[0])), self._says["differ"]]
            return [_cited(quote) for quote in chosen]
        return []


def _cited(quote: Quote) -> str:
    """Every sentence with its passage: a line of a list may hold several."""
    return " ".join(f"{said} {{{{{quote.key}}}}}" for part in quote.parts for said in sentences(part))


def _quotes(passage: dict[str, Any], rank: int) -> list[Quote]:
    found = quotes_of(str(passage["text"]), key=str(passage["key"]), place=str(passage["place"]), rank=rank)
    return [quote for quote in found if not _speaks_to_seats(quote.text)]


def _speaks_to_seats(text: str) -> bool:
    """A document may hold the words by which the seats understand each other. Such a sentence is not quoted."""
    return any(mark in text for mark in (READY, NEED, CANNOT, "APPROVE", "INVALID:", PROVIDED))


def _heard(messages: Sequence[LLMMessage]) -> tuple[str, list[dict[str, Any]], str | None]:
    """The question with what the person added, the results since then, and what the validator found wrong."""
    said: list[str] = []
    results: list[dict[str, Any]] = []
    objection: str | None = None
    for message in messages:
        if isinstance(message, UserMessage):
            text = message.content if isinstance(message.content, str) else ""
            if message.source == PERSON:
                said.append(text)
            elif message.source == CLARIFICATION and text.startswith(PROVIDED):
                said.append(answer_in(text))
                results, objection = [], None
            elif message.source == VALIDATOR and is_invalid(text):
                objection = text
        elif isinstance(message, FunctionExecutionResultMessage):
            results.append(_read(message.content[-1].content))
    return " ".join(said), results, objection


def _read(content: str) -> dict[str, Any]:
    try:
        return cast("dict[str, Any]", json.loads(content))
    except ValueError:
        return {"success": False, "error": "SYSTEM ERROR: the tool's answer could not be read."}
