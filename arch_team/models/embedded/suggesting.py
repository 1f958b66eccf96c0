"""What a word that nobody knows may mean, put to the person: the likeliest senses, with what each would give."""

from collections.abc import Sequence
from dataclasses import dataclass

from arch_team.forms.wording import worded
from arch_team.measuring.reader import FigureRead
from arch_team.models.embedded.figure_path import FigurePath
from arch_team.models.embedded.plan import Ask
from arch_team.models.embedded.senses import Sense, senses_of
from arch_team.reading.source import Engine
from arch_team.text.messages import Messages
from arch_team.wire import Language

MOST_OFFERED = 2
"""Of 16 right senses on the tables that were developed on, 14 were among the first two."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A sense, and how the question reads with it."""

    word: str
    sense: Sense
    line: str


def near_in_meaning(text: str, others: Sequence[str]) -> Sequence[float]:
    """Cosines, by the packaged model. The names of the tables are the same at every question: they are remembered."""
    from arch_team.vectors.remembering import remembering_embedder

    vectors = remembering_embedder().embed([text, *others])
    return [float(score) for score in vectors[1:] @ vectors[0]]


def offers_for(engine: Engine, question: str, word: str, language: Language) -> tuple[Offer, ...]:
    """The senses of a word with which the question reads, likeliest first."""
    senses = senses_of(engine, question, word, language, near_in_meaning)
    return tuple(Offer(word, sense, _line(engine, sense, language)) for sense in senses)


def offered(offers: Sequence[Offer], say: Messages) -> Ask:
    """One question with the likeliest of them, and the way out."""
    best = offers[:MOST_OFFERED]
    told = [say("offer", number=n, name=o.sense.name, line=o.line) for n, o in enumerate(best, 1)]
    none = say("none_of_these")
    question = say("offered", word=best[0].word, readings="; ".join([*told, f"({len(best) + 1}) {none}"]))
    return Ask(question, (*(offer.sense.name for offer in best), none))


def _line(engine: Engine, sense: Sense, language: Language) -> str:
    if not isinstance(sense.read, FigureRead):
        return worded(sense.read.form, engine.model(language), language)
    path = FigurePath.of(engine, language)
    return (path.line(sense.read) if path else "") or sense.name
