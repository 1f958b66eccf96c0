"""The nearest question that can be answered, where one could not: a next step that leads somewhere."""

from collections.abc import Iterator

from arch_team.errors import ArchTeamError
from arch_team.grammar.lattice import Lattice
from arch_team.onboarding.questions import Suggesting, first_questions
from arch_team.reading.source import Engine
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import lexicon_of
from arch_team.text.stems import stems_of
from arch_team.wire import Language

_MOST_TRIED = 6
_MOST_DROPPED = 2
"""Words that may be left out. Without more of them it is another question."""


def nearest_question(engine: Engine, question: str, language: Language) -> str | None:
    """The question without a word that nobody knows, or the suggestion that has most of its words; each is read before
    it is shown. None where the tables have measures of their own, or no words of the language."""
    if is_too_long(question) or engine.figures(language) is not None:
        return None
    lattice = Lattice.of(question, engine.model(language), lexicon_of(language))
    suggesting = Suggesting(engine, language)
    shorter = (text for text in _without_unknown(lattice) if suggesting.tried(text) is not None)
    return next(shorter, None) or _near(lattice, suggesting) or next(iter(_first(engine, language)), None)


def _first(engine: Engine, language: Language) -> Iterator[str]:
    """What is suggested of these tables anyway, where it is in the language."""
    try:
        found = first_questions(engine, language)
    except ArchTeamError:
        return
    yield from (question for question in found if engine.read(question, language).language == language)


def _without_unknown(lattice: Lattice) -> Iterator[str]:
    """Without words before a noun that only say more of it: `premium customers`."""
    unknown = lattice.unknown()
    if not 0 < len(unknown) <= _MOST_DROPPED:
        return
    if not all(at + 1 in unknown or (at + 1 < len(lattice) and lattice.nouns[at + 1]) for at in unknown):
        return
    text, end = "", 0
    for at in unknown:
        text += lattice.question[end : lattice.tokens[at].start]
        end = lattice.tokens[at + 1].start
    yield text + lattice.question[end:]


def _near(lattice: Lattice, suggesting: Suggesting) -> str | None:
    """The suggestion about the same tables that shares most words with the question."""
    valued = {hit.table for texts in lattice.texts for text in texts for hit in text.hits}
    tables = [name for name in lattice.model.tables if name in lattice.mentioned | valued]
    said = set(lattice.stems)

    def shared(question: str) -> tuple[int, int]:
        own = stems_of(question, lattice.lexicon.language)
        return -len(said.intersection(own)), len(own)

    spelled = sorted(suggesting.spelled(tables), key=lambda item: shared(item[0]))
    tried = (text for text, pattern in spelled[:_MOST_TRIED] if suggesting.tried(text, pattern) is not None)
    return next(tried, None)
