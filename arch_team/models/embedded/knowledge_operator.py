"""The operator of the skill `knowledge` without a model: quotes the sentences that answer best, or says there are none.

What answers is judged in `search/answering.py`: by what the question is about, by the kind of thing it asks for, and by
meaning. Where nothing surely does, the person is asked about what comes near (`offering.py`); where nothing is near,
that is said, with the places that are nearest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from arch_team.documents.document import PATH_SEPARATOR
from arch_team.documents.sentences import sentences
from arch_team.models.embedded.engine_words import is_none
from arch_team.models.embedded.offering import Offer, offer_of
from arch_team.models.embedded.plan import Cannot, Outcome, Say, ToolCall
from arch_team.models.embedded.seated import Heard, Returned, Seated, Spoken
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
from arch_team.search.answering import MOST_QUOTES, Judged, answering
from arch_team.search.asked import asked, begins_a_question, differ, parts_of
from arch_team.search.passages import TOOL
from arch_team.search.quotes import Quote, quotes_of
from arch_team.text.messages import messages_of
from arch_team.wire import Language

Passages = Sequence[dict[str, Any]]

PASSAGES = 8
MOST_ASKED = 2
"""Questions back to the person about one question."""


@dataclass
class _Heard:
    """What the messages of a run come to."""

    question: str = ""
    """With what the person added."""
    results: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    """What was found for it."""
    objection: str | None = None
    """What the validator found wrong."""
    answers: int = 0
    chosen: tuple[str, Quote] | None = None
    """A part of the question, and the quote that the person chose for it."""
    is_declined: bool = False
    """None of the quotes is meant."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What is said to one part of a question."""

    lines: list[str]
    """Empty: nothing surely answers it."""
    near: Judged


class KnowledgeOperator(Seated):
    """Searches once, quotes, and never says anything of its own."""

    def __init__(self, language: Language) -> None:
        self._say = messages_of("arch_team.models.embedded", "knowledge_texts.yaml", language)
        self._language: Language = language
        self._kept: dict[tuple[str, tuple[str, ...]], _Told] = {}
        self.remark = ""
        """What stands below its quotes: that the person chose them."""

    def turn(self, heard: Sequence[Heard]) -> Outcome | ToolCall:
        return self._next(self._told_so_far(heard))

    def _next(self, heard: _Heard) -> Outcome | ToolCall:
        if heard.objection is not None:
            return Cannot(heard.objection)
        parts = parts_of(heard.question)
        if len(heard.results) < len(parts):
            return ToolCall(TOOL, {"query": parts[len(heard.results)], "top_k": PASSAGES})
        failed = next((result for result in heard.results if result.get("success") is not True), None)
        if failed is not None:
            return Cannot(str(failed.get("error")))
        found = _found(heard.results, parts)
        if not any(found):
            return Cannot(self._say("nothing"))
        if heard.is_declined:
            titles = (str(passage["place"]).partition(PATH_SEPARATOR)[0] for passages in found for passage in passages)
            return Cannot(self._say("declined", documents=self._listed(titles)))
        told = [self._told(part, passages).lines for part, passages in zip(parts, found, strict=True)]
        if heard.chosen is not None:
            part, quote = heard.chosen
            told[parts.index(part)] = [_cited(quote)]
        self.remark = self._say("chosen") if heard.chosen else ""
        if not any(told):
            offer = self._offer(parts, found) if heard.answers < MOST_ASKED else None
            return offer.ask(self._say, is_whole=len(parts) == 1) if offer else Cannot(self._nearest(parts, found))
        lines = [
            line
            for part, answered in zip(parts, told, strict=True)
            for line in answered or [self._say("not_this", part=part)]
        ]
        return Say("\n".join(dict.fromkeys(lines)))

    def _told_so_far(self, messages: Sequence[Heard]) -> _Heard:
        heard = _Heard()
        for one in messages:
            if isinstance(one, Returned):
                heard.results.append(one.result)
            elif isinstance(one, Spoken):
                if one.source == PERSON:
                    heard.question = f"{heard.question} {one.text}".strip()
                elif one.source == CLARIFICATION and one.text.startswith(PROVIDED):
                    self._answered(heard, answer_in(one.text))
                elif one.source == VALIDATOR and is_invalid(one.text):
                    heard.objection = one.text
        return heard

    def _answered(self, heard: _Heard, answer: str) -> None:
        """A choice, a no, or words that go on with the question; what is a question itself stands for it."""
        heard.answers, heard.objection = heard.answers + 1, None
        parts = parts_of(heard.question)
        offer = self._offer(parts, _found(heard.results, parts))
        if offer is not None and is_none(answer):
            heard.is_declined = True
        elif offer is not None and (quote := offer.picked(answer)) is not None:
            heard.chosen = offer.part, quote
        else:
            heard.question = answer if begins_a_question(answer) else f"{heard.question} {answer}"
            heard.results = []

    def _told(self, question: str, passages: Passages) -> _Told:
        """What answers, cited. A superseded passage speaks only where no other does. Judged once in a run."""
        key = question, tuple(str(passage["key"]) for passage in passages)
        if key not in self._kept:
            self._kept[key] = self._judged(question, passages)
        return self._kept[key]

    def _judged(self, question: str, passages: Passages) -> _Told:
        quotes = [quote for rank, passage in enumerate(passages) for quote in _quotes(passage, rank)]
        past = {str(passage["key"]) for passage in passages if passage.get("superseded")}
        origins = {str(passage["key"]): str(passage.get("source", "")) for passage in passages}
        whole = answering().judged(question, self._language, quotes)
        for some in ([q for q in quotes if q.key not in past], [q for q in quotes if q.key in past]):
            judged = answering().judged(question, self._language, some) if past or not some else whole
            whole = replace(whole, certainty=max(whole.certainty, judged.certainty))
            chosen = judged.quotes
            if not chosen:
                continue
            others = [quote for quote in some if origins[quote.key] != origins[chosen[0].key]]
            against = answering().judged(question, self._language, others).quotes[:1]
            about = asked(question, self._language)
            if against and differ(about, chosen[0].text, against[0].text):
                return _Told([*map(_cited, (chosen[0], against[0])), self._say("differ")], whole)
            return _Told([_cited(quote) for quote in chosen], whole)
        return _Told([], whole)

    def _offer(self, parts: Sequence[str], found: Sequence[Passages]) -> Offer | None:
        """What comes near, of the first part that something comes near to."""
        for part, passages in zip(parts, found, strict=True):
            near, held = self._told(part, passages).near, {str(passage["key"]): passage for passage in passages}
            if near.is_near:
                newer_first = sorted(near.nearest, key=lambda quote: bool(held[quote.key].get("superseded")))
                return offer_of(part, newer_first, held, self._say)
        return None

    def _nearest(self, parts: Sequence[str], found: Sequence[Passages]) -> str:
        near = [self._told(part, passages).near.nearest for part, passages in zip(parts, found, strict=True)]
        places = [quote.place for quotes in near for quote in quotes]
        places += [str(passage["place"]) for passages in found for passage in passages[:1] if not places]
        return self._say("not_sure", places=self._listed(places[:MOST_QUOTES]))

    def _listed(self, names: Iterable[str]) -> str:
        """Each once, and not too many."""
        each = list(dict.fromkeys(names))
        told = ", ".join(self._say("named", name=name) for name in each[:MOST_QUOTES])
        return self._say("and_more", names=told) if len(each) > MOST_QUOTES else told


def _found(results: Sequence[dict[str, Any]], parts: Sequence[str]) -> list[Passages]:
    return [cast("Passages", result["data"]["passages"]) for result in results[-len(parts) :]]


def _cited(quote: Quote) -> str:
    """Every sentence with its passage: a line of a list may hold several. What leads up to it is a line of its own, for
    it may stand farther above."""
    told = [" ".join(f"{said} {{{{{quote.key}}}}}" for said in sentences(part)) for part in quote.parts]
    return ("\n" if quote.parts[0].endswith(":") else " ").join(told)


def _quotes(passage: dict[str, Any], rank: int) -> list[Quote]:
    found = quotes_of(str(passage["text"]), key=str(passage["key"]), place=str(passage["place"]), rank=rank)
    return [quote for quote in found if not _speaks_to_seats(quote.text)]


def _speaks_to_seats(text: str) -> bool:
    """A document may hold the words by which the seats understand each other. Such a sentence is not quoted."""
    return any(mark in text for mark in (READY, NEED, CANNOT, "APPROVE", "INVALID:", PROVIDED))
