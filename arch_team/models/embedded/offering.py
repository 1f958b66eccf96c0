"""Passages put to the person: what comes near an answer without surely being one, to choose from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from arch_team.documents.document import PATH_SEPARATOR
from arch_team.models.embedded.engine_words import none_of_these, picked
from arch_team.models.embedded.plan import Ask
from arch_team.search.passages_model import superseded_mark
from arch_team.search.quotes import Quote
from arch_team.text.folding import folded
from arch_team.text.messages import Messages

LONGEST_SAID = 180
LONGEST_PLACE = 50
"""Characters of a title, and of a heading."""
_CUT = " …"
_LEAST = 2
"""Words by whose beginning a choice is told."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Quotes by their words, for one part of a question."""

    part: str
    choices: Mapping[str, Quote]

    def ask(self, say: Messages, *, is_whole: bool) -> Ask:
        question = say("which") if is_whole else say("which_for", part=self.part)
        return Ask(question, (*self.choices, none_of_these(say.language)))

    def picked(self, answer: str) -> Quote | None:
        """What the person chose: by its number, by its words, or by the first of them."""
        return picked(answer, self.choices) or self._begun(answer)

    def _begun(self, answer: str) -> Quote | None:
        """The one choice that begins like this, a cut or a full stop at its end aside."""
        plain = folded(answer).strip(" .…\"'«»“”„")
        if len(plain.split()) < _LEAST:
            return None
        found = [
            quote
            for choice, quote in self.choices.items()
            if any(folded(text).startswith(plain) for text in (choice, quote.text, quote.said))
        ]
        return found[0] if len(found) == 1 else None


def offer_of(part: str, quotes: Sequence[Quote], passages: Mapping[str, Mapping[str, Any]], say: Messages) -> Offer:
    """The quotes as choices. Two that look alike when they are cut are told whole."""
    short = [_choice(quote, passages[quote.key], say, LONGEST_SAID) for quote in quotes]
    told = [
        words if short.count(words) == 1 else _choice(quote, passages[quote.key], say, len(quote.text))
        for words, quote in zip(short, quotes, strict=True)
    ]
    return Offer(part, dict(zip(told, quotes, strict=True)))


def _choice(quote: Quote, passage: Mapping[str, Any], say: Messages, longest: int) -> str:
    said = quote.text if len(quote.text) <= longest else quote.said
    place = short_place(quote.place)
    if newer := passage.get("superseded"):
        place = f"{place}; {superseded_mark(newer if isinstance(newer, str) else None, say.language)}"
    return say("choice", said=_cut(said, longest), place=place).replace("|", "/")


def short_place(place: str) -> str:
    """The document and the nearest heading: `Handbuch › … › 3.3 Protokolle`."""
    title, *headings = place.split(PATH_SEPARATOR)
    between = ["…"] if len(headings) > 1 else []
    return PATH_SEPARATOR.join(
        [_cut(title, LONGEST_PLACE), *between, *(_cut(last, LONGEST_PLACE) for last in headings[-1:])]
    )


def _cut(text: str, longest: int) -> str:
    """At the end of a word."""
    if len(text) <= longest:
        return text
    cut = shorten(text, longest, placeholder=_CUT)
    return cut if cut != _CUT.strip() else text[: longest - 1] + "…"
