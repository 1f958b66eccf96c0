"""The operator of the skill `knowledge` without a model: quotes the sentences that answer best, or says there are none.

What answers is judged in `search/answering.py`: by what the question is about, by the kind of thing it asks for, and by
meaning. Where nothing does, that is said.
"""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from autogen_core.models import FunctionExecutionResultMessage, LLMMessage, UserMessage

from arch_team.models.embedded.plan import ToolCall
from arch_team.models.embedded.seated import Seated
from arch_team.models.speech import CANNOT, NEED, PROVIDED, READY, answer_in, is_invalid
from arch_team.search.answering import answering_with, nearly
from arch_team.search.passages import TOOL
from arch_team.search.quotes import Quote, quotes_of
from arch_team.vectors.words import fold
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.vectors.embedding import Embedder

PASSAGES = 6
MOST_SENTENCES = 3

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


class KnowledgeOperator(Seated):
    """Searches once, quotes, and never says anything of its own."""

    def __init__(self, language: Language, embedder: "Embedder") -> None:
        super().__init__()
        self._says = _SAYS[language]
        self._language: Language = language
        self._answering = answering_with(embedder)

    def turn(self, messages: Sequence[LLMMessage]) -> str | ToolCall:
        question, result, objection = _heard(messages)
        if objection is not None:
            return f"{CANNOT} {objection}"
        if result is None:
            return ToolCall(TOOL, {"query": question, "top_k": PASSAGES})
        if result.get("success") is not True:
            return f"{CANNOT} {result.get('error')}"
        passages = cast("list[dict[str, Any]]", result["data"]["passages"])
        if not passages:
            return f"{CANNOT} {self._says['nothing']}"
        quoted = self._quoted(question, [q for rank, p in enumerate(passages) for q in _quotes(p, rank)])
        if not quoted:
            return f"{CANNOT} {self._says['not_answered'].format(place=passages[0]['place'])}"
        lines = [" ".join(f"{part} {{{{{quote.key}}}}}" for part in quote.parts) for quote in quoted]
        return "\n".join(lines) + f"\n\n{READY}"

    def _quoted(self, question: str, candidates: Sequence[Quote]) -> list[Quote]:
        """The best that answers, and those nearly as good that say something else, in the order of their worth."""
        judged = [each for each in self._answering.judged(question, self._language, candidates) if each.score > 0]
        chosen: list[Quote] = []
        said = ""
        for each in judged:
            is_new = not all(fold(part) in said for part in each.quote.parts) and not any(
                part in each.quote.parts for quote in chosen for part in quote.parts
            )
            if len(chosen) < MOST_SENTENCES and is_new and each.score >= judged[0].score - nearly():
                chosen.append(each.quote)
                said += fold(each.quote.text)
        return chosen


def _quotes(passage: dict[str, Any], rank: int) -> list[Quote]:
    found = quotes_of(str(passage["text"]), key=str(passage["key"]), place=str(passage["place"]), rank=rank)
    return [quote for quote in found if not _speaks_to_seats(quote.text)]


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
            if not said:
                said.append(text)
            elif text.startswith(PROVIDED):
                said.append(answer_in(text))
                result, objection = None, None
            elif is_invalid(text):
                objection = text
        elif isinstance(message, FunctionExecutionResultMessage):
            result = _read(message.content[-1].content)
    return " ".join(said), result, objection


def _read(content: str) -> dict[str, Any]:
    try:
        return cast("dict[str, Any]", json.loads(content))
    except ValueError:
        return {"success": False, "error": "SYSTEM ERROR: the tool's answer could not be read."}
