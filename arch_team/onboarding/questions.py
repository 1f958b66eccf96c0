"""Questions that these tables can answer now: made from patterns and the model's words, tried before they are shown.

Nothing is suggested that the reader does not understand in one way only, or whose rows would say nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import NamedTuple
from weakref import WeakKeyDictionary

from arch_team.errors import ArchTeamError
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Figure, Form
from arch_team.forms.showing import with_sort_keys
from arch_team.modelling.model import Model, ModelField, ModelTable
from arch_team.modelling.naming import EXACT, SHORTENED
from arch_team.modelling.written import language_of, parted
from arch_team.onboarding.phrasing import Phrasing, names_in
from arch_team.reading.source import Engine
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
_YEARS = range(1800, 2100)
_MOST_READINGS = 3
"""Of one question, if all of them come to the same."""
_PATTERNS = (
    "total_by_month",
    "highest_total",
    "count_by",
    "average_by",
    "most",
    "total_by",
    "count_by_year",
    "average",
    "count",
)

_FIRST: WeakKeyDictionary[SqlProvider, dict[tuple[Language, int], tuple[str, ...]]] = WeakKeyDictionary()
"""What was found of each opened source: it is asked for whenever somebody looks at the page."""


class Breakdown(NamedTuple):
    """What is shown per what: the number of orders per customer, and who has most of them, are one."""

    table: str
    group: str
    figure: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    question: str
    pattern: str
    form: Form


def first_questions(engine: Engine, language: Language, most: int = MOST) -> tuple[str, ...]:
    """A few questions of different kinds, the tables that tell most first. Where the model has too few words of the
    language, in the one that the tables are written in. A model with measures of its own brings its questions along."""
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
    found = _suggested(engine, language, (form.table,), most, form)
    return tuple(one.question for one in found if one.question.casefold() != asked.casefold())[:most]


def _suggested(
    engine: Engine, language: Language, prefer: Sequence[str], most: int, without: Form | None
) -> list[Suggestion]:
    """In the language, then in the one that the tables are written in; of the preferred tables, then of any."""
    found = list[Suggestion]()
    for tongue in dict.fromkeys((language, language_of(names_in(engine.model(language))))):
        suggesting = Suggesting(engine, tongue)
        for only in (True, False) if prefer else (False,):
            if len(found) < most:
                known = [*(one.form for one in found), *((without,) if without else ())]
                found += suggesting.found(prefer, most - len(found), known, only=only)
    return found


class Suggesting:
    def __init__(self, engine: Engine, language: Language) -> None:
        self._engine = engine
        self._language: Language = language
        self._model: Model = engine.model(language)
        self._words = Phrasing(self._model, language)
        self._say: Messages = messages_of("arch_team.onboarding", "questions.yaml", language)

    def found(
        self, prefer: Sequence[str], most: int, without: Sequence[Form] = (), *, only: bool = False
    ) -> list[Suggestion]:
        """One of each pattern at most, until there are enough. `only`: of the preferred tables alone."""
        tries, out, shown = 0, list[Suggestion](), set[Breakdown]()
        tables = [table for table in self._tables(prefer) if not only or table.name in prefer]
        for pattern in _PATTERNS:
            for question, breakdown in islice(self._spelled(pattern, tables), 8):
                if len(out) >= most or tries >= MOST_TRIES:
                    return out
                if breakdown in shown:
                    continue
                tries += 1
                form = self.tried(question, pattern)
                known = [*(other.form for other in out), *without]
                if form is not None and not any(_says_as_much(form, other) for other in known):
                    out.append(Suggestion(question, pattern, form))
                    shown |= {breakdown} if breakdown.group else set()
                    break
        return out

    def _tables(self, prefer: Sequence[str]) -> list[ModelTable]:
        """The preferred ones, then those with amounts, dates and links."""

        def interest(table: ModelTable) -> tuple[bool, int]:
            measures = max((1 + _adds_up(field) for field in table.stored.values() if _is_figure(field)), default=0)
            times = any(field.is_temporal for field in table.fields.values())
            return table.name in prefer, 2 * measures + times + bool(self._model.links_from(table.name))

        named = [table for table in self._model.tables.values() if self._words.has_words(table)]
        return sorted((table for table in named if not _only_joins(table)), key=interest, reverse=True)

    def _spelled(self, pattern: str, tables: Iterable[ModelTable]) -> "Iterator[tuple[str, Breakdown]]":
        for table in tables:
            if pattern == "total_by_month" and table.is_person:
                continue  # the months people were born in
            if pattern.endswith(("_month", "_year")) and not any(f.is_temporal for f in table.fields.values()):
                continue
            needs_measure = pattern.startswith(("total", "highest", "average"))
            needs_group = pattern in ("highest_total", "most", "count_by", "average_by", "total_by")
            for measure in self._measures(table, pattern) if needs_measure else [""]:
                for group in list(self._groups(table)) if needs_group else [""]:
                    question = self._sentence(pattern, table, measure, group)
                    if question:
                        figure = f"{pattern.startswith('average')} {measure}"
                        yield _TWICE.sub(r"\1", question), Breakdown(table.name, group, figure)

    def _sentence(self, pattern: str, table: ModelTable, measure: str, group: str) -> str | None:
        """The pattern in words; plainer where the language does not tell the gender of one."""
        inflected, several = self._words.inflected(measure, group), self._words.several(table)
        needs_rows = not measure or self._language == "en"
        if inflected is not None and (several or not needs_rows):
            of = self._words.of_rows(measure, table)
            words = {**inflected, "table": several, "measure": measure, "group": group, "of": of}
            if words.get("which", group) or pattern not in ("highest_total", "most"):
                return self._say(pattern, **words)
        if not self._say.has(f"{pattern}_plain"):
            return None
        return self._say(f"{pattern}_plain", measure=measure or self._words.called(table), group=group)

    def _measures(self, table: ModelTable, pattern: str) -> list[str]:
        figures = [f for f in table.stored.values() if _is_figure(f) and self._words.has_words(f)]
        if not pattern.startswith("average"):
            figures = [field for field in figures if _adds_up(field)]
        return [self._words.called(field) for field in sorted(figures, key=_is_amount, reverse=True)]

    def _groups(self, table: ModelTable) -> Iterator[str]:
        """What rows may be put together by: what they point at, then texts of their own that are no names."""
        for link in self._model.links_from(table.name):
            target = self._model.tables[link.to_table]
            if target.label and target.name != table.name and self._words.has_words(target):
                yield self._words.one(target)
        for field in table.fields.values():
            is_own = field.is_text and field.name not in table.label and not field.is_key and field.refers_to is None
            is_kind = not (field.is_flag or field.is_temporal or field.is_single or _numbers(field))
            if is_own and is_kind and self._words.has_words(field):
                yield self._words.one(field)

    def spelled(self, tables: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Every question about some tables that the patterns make, with its pattern. None of them is tried yet."""
        own = [table for table in self._tables(tables) if table.name in tables]
        for pattern in _PATTERNS:
            yield from ((question, pattern) for question, _ in islice(self._spelled(pattern, own), MOST_TRIES))

    def tried(self, question: str, pattern: str = "count") -> Form | None:
        """The form of a question with one meaning whose rows say something."""
        try:
            understood = self._engine.read(question, self._language)
            forms = list(dict.fromkeys(candidate.form for candidate in understood.read.candidates))
            if understood.language != self._language or not 0 < len(forms) <= _MOST_READINGS:
                return None
            rows, *others = [self._engine.run(with_sort_keys(form, self._model)) for form in forms]
            if any(sorted(map(str, other.rows)) != sorted(map(str, rows.rows)) for other in others):
                return None  # it would be asked back
        except (ArchTeamError, ArithmeticError, LookupError):
            return None
        least = 1 if pattern in ("average", "count", "highest_total", "most") else 2
        if not least <= len(rows.rows) <= _MOST_GROUPS or rows.truncated or rows.tied:
            return None
        if pattern.endswith(("_by", "highest_total", "most")) and rows.counts and max(rows.counts) < 2:
            return None  # every row for itself is no breakdown
        said = [row for row in rows.rows if all(value is not None for value in row)]
        if pattern.startswith("average") and all(_is_year(row[-1]) for row in said):
            return None  # the mean of years that nothing names as such
        return forms[0] if len(said) >= least else None


def _says_as_much(form: Form, other: Form) -> bool:
    """Whether one breakdown shows what the other asks: the number of orders per customer, and who has most."""
    if form == other:
        return True
    figures = [
        {
            expression.model_dump_json()
            for expression in (*(output.value for output in one.outputs), *(order.by for order in one.order_by))
            if isinstance(expression, Figure)
        }
        for one in (form, other)
    ]
    shared = [group for group in form.group_by if group in other.group_by]
    return form.table == other.table and bool(shared) and figures[0] == figures[1]


def _is_figure(field: ModelField) -> bool:
    """Whether a figure of the field says something: its name says that it is one, or it has a unit or a fraction. A
    whole number of any other name may be a code or a rank."""
    lexicon = lexicon_of("en")
    no_figures = frozenset(lexicon.label_phrases) | lexicon.words("generic_noun")
    if not field.is_measure or field.never_summed or (_is_named(field, no_figures) and not field.is_single):
        return False
    if any(lexicon.words("time_noun").intersection(name.words) for name in field.names if name.tier == EXACT):
        return False
    is_told = field.is_single or field.title is not None or parted(field.name)[1] is not None
    return is_told or _is_amount(field) or _adds_up(field)


def _adds_up(field: ModelField) -> bool:
    """Whether a name says that rows of it are added: an amount, or several of something, as points and hours are."""
    if field.is_single or not field.is_measure or field.never_summed:
        return False
    if field.title is not None or _is_named(field, lexicon_of("en").words("added_measure")):
        return True
    words = parted(field.name)[0]
    last = words[-1].casefold()
    return noun_stem(last, "en") != last


def _is_named(field: ModelField, words: frozenset[str]) -> bool:
    return any(name.tier <= SHORTENED and name.words[-1] in words for name in field.names)


def _is_year(value: object) -> bool:
    return isinstance(value, int | float | Decimal) and int(value) in _YEARS


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
