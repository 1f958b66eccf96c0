"""Questions that these tables can answer now: made from patterns and the model's words, tried before they are shown.

Nothing is suggested that the reader does not understand in one way only, or whose rows would say nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from weakref import WeakKeyDictionary

from arch_team.errors import ArchTeamError
from arch_team.featuredata.naming import spaced
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Form
from arch_team.modelling.model import Model, ModelField, ModelTable
from arch_team.modelling.naming import EXACT, PARTIAL, identifier_words
from arch_team.reading.source import Engine
from arch_team.text.dictionary import is_word
from arch_team.text.lexicon import lexicon_of
from arch_team.text.messages import Messages, messages_of
from arch_team.text.stems import noun_stem
from arch_team.wire import Language

MOST = 3
MOST_TRIES = 60
"""Questions that are tried. Each costs a few milliseconds and one read."""
_MOST_GROUPS = 60
"""Rows of a breakdown that a person still reads."""
_TWICE = re.compile(r"\b(\w+) \1\b", re.IGNORECASE)
"""The highest total *total amount*: a word of the pattern that the column begins with."""
_PATTERNS = (
    "total_by_month",
    "highest_total",
    "count_by",
    "average_by",
    "total_by",
    "count_by_year",
    "average",
    "count",
)

_FIRST: WeakKeyDictionary[SqlProvider, dict[tuple[Language, int], tuple[str, ...]]] = WeakKeyDictionary()
"""What was found of each opened source: it is asked for whenever somebody looks at the page."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    question: str
    pattern: str
    form: Form


def first_questions(engine: Engine, language: Language, most: int = MOST) -> tuple[str, ...]:
    """A few questions of different kinds, the tables that tell most first. Where the model has too few words of the
    language, in English. A model with measures of its own brings its questions along."""
    known = _FIRST.setdefault(engine.provider, {})
    if (language, most) not in known:
        known[language, most] = _first(engine, language, most)
    return known[language, most]


def _first(engine: Engine, language: Language, most: int) -> tuple[str, ...]:
    if engine.figures(language) is None:
        return tuple(one.question for one in _suggested(engine, language, (), most, None))
    own = list(_own_questions(engine, language))
    return tuple(own[place * len(own) // most] for place in range(min(most, len(own))))


def questions_after(engine: Engine, language: Language, table: str, asked: str, most: int = MOST) -> tuple[str, ...]:
    """What the model's own questions offer after an answer from a table: of the same table first."""
    own = [question for question in _own_questions(engine, language, table) if question.casefold() != asked.casefold()]
    return tuple(own[:most])


def _own_questions(engine: Engine, language: Language, table: str | None = None) -> Iterator[str]:
    """The questions of the model's patterns that its reader understands. Those about somebody's name or number are left
    out: the data need not hold it."""
    ontology, figures = engine.catalog.ontology if engine.catalog else None, engine.figures(language)
    patterns = sorted(
        ontology.canonical_patterns if ontology else (), key=lambda one: one.pattern.get("tableName") != table
    )
    for pattern in patterns:
        for question in pattern.questions.of(language)[:1]:
            is_general = not any(isinstance(value, str) for value in pattern.samples.values())
            if is_general and figures is not None and figures.read(question).asked is not None:
                yield question


def next_questions(engine: Engine, language: Language, form: Form, asked: str, most: int = MOST) -> tuple[str, ...]:
    """What may be asked after an answer: of the same table first, and never the same again."""
    found = _suggested(engine, language, (form.table,), most + 1, form)
    return tuple(one.question for one in found if one.question.casefold() != asked.casefold())[:most]


def _suggested(
    engine: Engine, language: Language, prefer: Sequence[str], most: int, without: Form | None
) -> list[Suggestion]:
    found = Suggesting(engine, language).found(prefer, most, without)
    if language != "en" and len(found) < most:
        known = [one.form for one in found]
        more = Suggesting(engine, "en").found(prefer, most, without)
        found += [one for one in more if one.form not in known][: most - len(found)]
    return found


class Suggesting:
    def __init__(self, engine: Engine, language: Language) -> None:
        self._engine = engine
        self._language: Language = language
        self._model: Model = engine.model(language)
        self._say: Messages = messages_of("arch_team.onboarding", "questions.yaml", language)

    def found(self, prefer: Sequence[str], most: int, without: Form | None = None) -> list[Suggestion]:
        """One of each pattern at most, until there are enough."""
        tries, out = 0, list[Suggestion]()
        tables = self._tables(prefer)
        for pattern in _PATTERNS:
            for question in islice(self._spelled(pattern, tables), 8):
                if len(out) >= most or tries >= MOST_TRIES:
                    return out
                tries += 1
                form = self._tried(question, pattern)
                if form is not None and form != without and all(form != other.form for other in out):
                    out.append(Suggestion(question, pattern, form))
                    break
        return out

    def _tables(self, prefer: Sequence[str]) -> list[ModelTable]:
        """The preferred ones, then those with amounts, dates and links."""

        def interest(table: ModelTable) -> tuple[bool, int]:
            measures = max((1 + _is_amount(field) for field in table.fields.values() if _is_added(field)), default=0)
            times = any(field.is_temporal for field in table.fields.values())
            return table.name in prefer, 2 * measures + times + bool(self._model.links_from(table.name))

        own = [table for table in self._model.tables.values() if self._has_words(table) and not _only_joins(table)]
        return sorted(own, key=interest, reverse=True)

    def _spelled(self, pattern: str, tables: Iterable[ModelTable]) -> Iterator[str]:
        for table in tables:
            added = [field for field in table.fields.values() if _is_added(field) and self._has_words(field)]
            if pattern.startswith(("total", "highest")):
                added = [field for field in added if not field.is_single]
            measures = [_called(field) for field in sorted(added, key=_is_amount, reverse=True)]
            if pattern == "total_by_month" and table.is_person:
                continue  # the months people were born in
            has_times = any(field.is_temporal for field in table.fields.values())
            if pattern.endswith(("_month", "_year")) and not has_times:
                continue
            needs_measure = pattern.startswith(("total", "highest", "average"))
            needs_group = pattern in ("highest_total", "count_by", "average_by", "total_by")
            for measure, group in product(
                measures if needs_measure else [""], list(self._groups(table)) if needs_group else [""]
            ):
                several = several_of(_called(table), self._language)
                yield _TWICE.sub(r"\1", self._say(pattern, table=several, measure=measure, group=group))

    def _groups(self, table: ModelTable) -> Iterator[str]:
        """What rows may be put together by: what they point at, then texts of their own that are no names."""
        for link in self._model.links_from(table.name):
            target = self._model.tables[link.to_table]
            if target.label and target.name != table.name and self._has_words(target):
                yield one_of(_called(target), self._language)
        for field in table.fields.values():
            is_own = field.is_text and field.name not in table.label and not field.is_key and field.refers_to is None
            if is_own and self._has_words(field) and not _numbers(field):
                yield _called(field)

    def _has_words(self, thing: ModelTable | ModelField) -> bool:
        """Whether a thing can be spoken of in the language: by a word of the model, or by a name that is one of it."""
        if self._language == "en" or thing.title:
            return True
        words = identifier_words(thing.name)
        return any(is_word(word, self._language) and not is_word(word, "en") for word in words)

    def _tried(self, question: str, pattern: str) -> Form | None:
        """The form of a question with one meaning whose rows say something."""
        try:
            understood = self._engine.read(question, self._language)
            forms = list(dict.fromkeys(candidate.form for candidate in understood.read.candidates))
            if understood.language != self._language or len(forms) != 1:
                return None
            rows = self._engine.run(forms[0])
        except (ArchTeamError, ArithmeticError, LookupError):
            return None
        least = 1 if pattern in ("average", "count", "highest_total") else 2
        if not least <= len(rows.rows) <= _MOST_GROUPS or rows.truncated or rows.tied:
            return None
        if pattern.endswith(("_by", "highest_total")) and rows.counts and max(rows.counts) < 2:
            return None  # every row for itself is no breakdown
        said = [row for row in rows.rows if all(value is not None for value in row)]
        return forms[0] if len(said) >= least else None


def _is_added(field: ModelField) -> bool:
    """Whether a figure of the field says something: no name that happens to be a number."""
    naming = lexicon_of("en").label_phrases
    is_name = any(name.tier == EXACT and name.words[-1] in naming for name in field.names)
    return field.is_measure and not field.never_summed and not is_name


def _numbers(field: ModelField) -> bool:
    """Whether its texts number things, as a phone or a code does: nobody puts rows together by those."""
    codes = lexicon_of("en").words("code_noun") - lexicon_of("en").words("kind_noun") - {"code"}
    return any(name.tier == EXACT and name.words[-1] in codes for name in field.names)


def _only_joins(table: ModelTable) -> bool:
    """Whether a table says nothing but which rows of others belong together."""
    return table.is_bridge and not any(field.is_measure or field.is_temporal for field in table.fields.values())


def _is_amount(field: ModelField) -> bool:
    """Whole numbers are as often codes and ranks."""
    return field.type is FieldType.DECIMAL


def _called(thing: ModelTable | ModelField) -> str:
    if thing.title:
        return thing.title
    return spaced(thing.name).casefold() if any(name.tier < PARTIAL for name in thing.names) else thing.name


def one_of(words: str, language: Language) -> str:
    """`per customer` and not `per customers`. German words are written in the singular in every model."""
    *before, last = words.split()
    return " ".join((*before, noun_stem(last, "en"))) if language == "en" else words


def several_of(words: str, language: Language) -> str:
    """`how many orders`, whatever the table is called."""
    if language != "en":
        return words
    *before, last = words.split()
    if noun_stem(last, "en") != last:
        return words
    if last.endswith("y") and last[-2:-1] not in tuple("aeiou"):
        last = last[:-1] + "ie"
    elif last.endswith(("s", "x", "ch", "sh")):
        last += "e"
    return " ".join((*before, f"{last}s"))
