"""What a word that nobody knows may stand for: names and values with which the question reads, likeliest first.

Nothing is decided here. Each sense is the question with a name in the place of the word, as it would be read then;
those that come to the same are one. What is of the word's own family comes first: `success` for `successful`. Of other
names only those near in meaning are senses, and a word is never just left out: what comes to that is no sense.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass

from arch_team.errors import ArchTeamError
from arch_team.featuredata.naming import spaced
from arch_team.interpreting.read import Candidate
from arch_team.measuring.asked import Asked
from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.modelling.model import Model
from arch_team.modelling.values import values_of
from arch_team.reading.source import Engine
from arch_team.text.dictionary import is_word
from arch_team.text.folding import folded, spelled_out
from arch_team.text.lexicon import lexicon_of
from arch_team.text.stems import related, stems_of
from arch_team.text.tokens import tokens_of
from arch_team.wire import Language

Near = Callable[[str, Sequence[str]], Sequence[float]]
"""How near in meaning a text is to each of others: 1 for the same."""
NEAREST = 24
"""Names of tables and columns that are tried in the word's place. Names of members are many, and read faster."""
MOST_NAMES = 48
MOST_RUN = 8
"""Senses whose rows are compared."""
_FLOOR = 0.405
"""What is less near to the word was never meant by it."""
CLEAR = 0.5
"""What is so near to a word may say again what is said beside it; what is not makes the word vanish."""
_SHORTEST = 4
"""Letters of a word that tells its family."""
_BEGUN = 3
"""Letters of a name that a word may be written short by."""


@dataclass(frozen=True, slots=True)
class Sense:
    """A name in the place of a word, and what the question asks then."""

    name: str
    question: str
    read: FigureRead | Candidate


def senses_of(engine: Engine, question: str, word: str, language: Language, near: Near) -> tuple[Sense, ...]:
    """The senses of a word of the question, the likeliest first."""
    figures = engine.figures(language)
    names = figures.names() if figures else names_of(engine.model(language))
    likeness = dict(zip(names, near(word, names), strict=True))
    near_in_kind = (n for n in names if akin(word, n, language) or is_begun_by(word, n, language))
    own = dict.fromkeys((*_values(engine, word, language), *near_in_kind))
    clear = {*own, *(name for name in names if likeness[name] >= CLEAR)}
    likely = sorted((name for name in names if likeness[name] >= _FLOOR), key=lambda name: -likeness[name])
    tried = tuple(dict.fromkeys((*own, *likely)))
    if figures is not None:
        found = list(_of_figures(figures, question, word, tried[:MOST_NAMES], engine))
    else:
        found = list(_of_tables(engine, question, word, language, tried[:NEAREST]))
    texts = [sense.question for sense in found]
    whole = dict(zip(texts, near(question, texts), strict=True)) if texts else {}

    def rank(sense: Sense) -> tuple[bool, float]:
        return sense.name not in own, -(whole[sense.question] + likeness.get(sense.name, 0.0))

    return tuple(_apart(sorted(found, key=rank), engine, _without(engine, question, word, language), clear))


def akin(word: str, name: str, language: Language, *, whole: bool = False) -> bool:
    """Whether a word of a name is of a word's family, or what it is short for: `Fail` of `failed`. `whole`: each is."""
    plain = folded(word)
    said = folded(lexicon_of(language).abbreviations.get(plain, plain))
    parts = [part for part in folded(name).replace("_", " ").split() if len(part) >= _SHORTEST]
    found = [related(said, part, language) for part in parts if len(said) >= _SHORTEST]
    return bool(found) and (all(found) if whole else any(found))


def is_begun_by(word: str, name: str, language: Language) -> bool:
    """Whether a name is what a word begins with, and no word by itself: the `sch` of Schiffe."""
    parts = [part for part in spelled_out(name).split() if part not in lexicon_of(language).prefixes]
    begun = len(parts) == 1 and len(parts[0]) >= _BEGUN and spelled_out(word).startswith(parts[0])
    is_word_itself = begun and len(parts[0]) >= _SHORTEST and is_word(parts[0], language)
    return begun and parts[0] != spelled_out(word) and not is_word_itself


def meant_by(engine: Engine, question: str, word: str, meaning: str, language: Language) -> str:
    """The question with what somebody says a word of it means. Of a verb that only says that one thing goes with
    another, the form that reads is taken."""
    lexicon = lexicon_of(language)
    if folded(meaning) != folded(lexicon.belongs):
        return put_in(question, word, meaning, language)
    texts = [put_in(question, word, verb, language) for verb in lexicon.stand_ins]
    return next((text for text in texts if engine.read_in(text, language).candidates), texts[0])


def put_in(question: str, word: str, name: str, language: Language) -> str:
    """The question with a name in the place of a word."""
    for token in tokens_of(question, language):
        if token.text == word:
            return f"{question[: token.start]}{name}{question[token.end :]}"
    return question


def names_of(model: Model) -> tuple[str, ...]:
    """What people call the tables and columns of a model. A key is nothing to ask for."""
    found: dict[str, str] = {}
    for table in model.tables.values():
        title = table.title or spaced(table.name)
        found.setdefault(folded(title), title)
        for field in table.stored.values():
            if not field.is_key and field.refers_to is None:
                title = field.title or spaced(field.name)
                found.setdefault(folded(title), title)
    return tuple(found.values())


def _values(engine: Engine, word: str, language: Language) -> Iterator[str]:
    """What the tables hold of the word's family, and what people call their values and sets of rows."""

    def is_own(said: str) -> bool:
        return akin(word, said, language, whole=True)

    ontology = engine.catalog.ontology if engine.catalog else None
    for entity in ontology.entities if ontology else ():
        called = [said for value in entity.values for said in value.words.of(language)]
        yield from filter(is_own, called)
        yield from filter(is_own, entity.labels.of(language) if entity.where is not None else ())
    yield from values_of(engine.provider).of_kinds(is_own)


def _of_figures(
    reader: FigureReader, question: str, word: str, names: Sequence[str], engine: Engine
) -> Iterator[Sense]:
    """Only what asks for a figure, and leaves nothing else open: to count or list rows, a word for any column of theirs
    would do, and nearly any word may be the name of something at no time."""
    today = engine.today()
    for name in names:
        text = put_in(question, word, name, reader.language)
        read = reader.read(text, today)
        if not read.unknown and isinstance(read.asked, Asked):
            yield Sense(name, text, read)


def _of_tables(engine: Engine, question: str, word: str, language: Language, names: Sequence[str]) -> Iterator[Sense]:
    said = set(stems_of(put_in(question, word, "", language), language))
    apart = [name for name in names if not set(stems_of(name, language)) <= said]  # not: which orders are orders
    for name in (lexicon_of(language).belongs, *apart):
        text = meant_by(engine, question, word, name, language)
        read = engine.read_in(text, language)
        gathered = read.doubtful if read.is_gathered and name in apart else ()  # else the word would just vanish
        for candidate in (read.candidates or gathered)[:1]:
            yield Sense(name, text, candidate)


def _without(engine: Engine, question: str, word: str, language: Language) -> object:
    """What the question comes to when the word is left out."""
    text, figures = put_in(question, word, "", language), engine.figures(language)
    if figures is not None:
        return repr(figures.read(text, engine.today()).meaning)
    return next((_result(Sense("", text, read), engine) for read in engine.read_in(text, language).candidates), None)


def _apart(senses: Sequence[Sense], engine: Engine, without: object, clear: Container[str]) -> Iterator[Sense]:
    """Without those that come to the same as one before, and those that come to nothing. What comes to the question
    without the word stays only where the word clearly means it: then it says again what is said."""
    seen: set[object] = set()
    for sense in senses:
        result = _result(sense, engine)
        if result is None or result in seen or (result == without and sense.name not in clear):
            continue
        seen.add(result)
        yield sense
        if len(seen) >= MOST_RUN:
            return


def _result(sense: Sense, engine: Engine) -> object:
    if isinstance(sense.read, FigureRead):
        return repr(sense.read.meaning)
    try:
        rows = engine.run(sense.read.form).rows
    except ArchTeamError:
        return None
    return tuple(sorted(map(str, rows))) or None
