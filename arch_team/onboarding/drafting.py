"""A draft of the semantic model of tables nobody described, from what their schema and data tell.

It says nothing that the question engine has not worked out by itself, so questions are read the same with the draft as
without it. What is new are the places where a person can say more.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from arch_team.errors import ArchTeamError, OntologyError, UsageError
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.naming import spaced
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.featuredata.tables import FieldType
from arch_team.modelling.model import Link, Model, ModelField, ModelTable
from arch_team.modelling.naming import PARTIAL, Name, identifier_words
from arch_team.modelling.written import language_of, written
from arch_team.onboarding.draft import CHECK, HOLDS, NUMBERING, Draft, OpenPoint, never_added
from arch_team.onboarding.personal import personal_kind
from arch_team.onboarding.phrasing import names_in
from arch_team.ontologies.descriptor import Constraint, ConstraintRule, Nature
from arch_team.reading.source import Engine
from arch_team.text.lexicon import lexicon_of
from arch_team.text.stems import stems_of
from arch_team.tools.session import DataSource, with_borne_keys
from arch_team.wire import Language

MOST_VALUES = 8
"""Values of a column that are shown beside it."""
_LONGEST_VALUE = 30
_AGGREGATE = "It is an aggregate already: never added up."
_SINGLE = "measured of one thing: add nature: price, rate or level where it must never be added up"

Step = Callable[[str], None]


def drafted(source: DataSource, name: str, step: Step = lambda _: None, *, german: bool = False) -> Draft:
    """The draft of all tables. `step` is told of each table that is looked at. `german`: German words are wanted of
    tables that are not in German."""
    if source.catalog.ontology is not None:
        raise UsageError("these tables have a model already", "Name another database, or a file.")
    step("")
    return _Drafting(source, source.engine, name, german=german).draft(step)


def tables_of(source: DataSource) -> int:
    return len(source.catalog.views)


class _Drafting:
    def __init__(self, source: DataSource, engine: Engine, name: str, *, german: bool) -> None:
        self._german = german
        self._source, self._provider = source, source.provider
        self._language: Language = language_of(names_in(engine.model("en")))
        self._model: Model = engine.model(self._language)
        self._draft = Draft({"model": name, "tables": {}})

    def draft(self, step: Step) -> Draft:
        for table in self._model.tables.values():
            step(table.name)
            self._draft.tables[table.name] = self._table(table)
        relations = [self._relation(link, place) for place, link in enumerate(self._paths())]
        if relations:
            self._draft.content["relations"] = relations
        rules = list(self._rules())
        if rules:
            self._draft.content["constraints"] = rules
        return self._draft

    def _table(self, table: ModelTable) -> dict[str, Any]:
        at = ("tables", table.name)
        out: dict[str, Any] = {"nouns": self._nouns(table)}
        if table.is_person:
            out["kind"] = "PARTY"
        if table.label:
            out["rowName"] = table.label[0] if len(table.label) == 1 else list(table.label)
        times = [field.name for field in table.fields.values() if self._is_time(field)]
        if times:
            is_only = sum(field.is_temporal for field in table.fields.values()) == 1
            out["times"] = {name: {"default": True} if is_only else {} for name in times}
        if len(times) > 1:
            which = ", ".join(times)
            self._remark((*at, "times"), f"which date does a bare year mean? Add default: true to one of {which}")
            self._draft.open_points.append(OpenPoint("default_time", table.name, choices=tuple(times)))
        fields = {field.name: self._field(field, at) for field in self._described_fields(table)}
        if fields:
            out["fields"] = fields
        return out

    def _is_time(self, field: ModelField) -> bool:
        """Texts are times where they tell days: `MWF 8:00-8:50` is none."""
        return field.is_temporal and (not field.is_text or self._model.values.is_dated(field.table, field.name))

    def _nouns(self, table: ModelTable) -> dict[str, Any]:
        words = self._words(table.name, table.names)
        if not words:
            self._remark(("tables", table.name, "nouns"), "what is a row called? e.g. en: customer, de: Kunde")
        elif "de" not in words and (self._german or self._language == "de"):
            self._remark(("tables", table.name, "nouns"), "the German word? e.g. de: [Kunden, Kunde]")
            self._draft.open_points.append(OpenPoint("german", table.name))
        elif "en" not in words and self._language == "de":
            self._remark(("tables", table.name, "nouns"), "the English word? e.g. en: customer")
            self._draft.open_points.append(OpenPoint("english", table.name))
        return {**words}

    def _described_fields(self, table: ModelTable) -> Iterator[ModelField]:
        """Keys and links need no words. What a row has only by its other columns is not written down."""
        for field in table.stored.values():
            if not field.is_key and field.refers_to is None:
                yield field

    def _field(self, field: ModelField, at: tuple[str, ...]) -> dict[str, Any]:
        place = (*at, "fields", field.name)
        labels = self._words(field.name, field.names)
        if not field.is_measure or self._is_code(field):
            held = self._held(field)
            if held:
                self._draft.remarks[place] = f"{HOLDS}{held}"
            return {**labels}
        out: dict[str, Any] = {"labels": {**labels}}
        if field.never_summed:
            out["nature"] = Nature.LEVEL.value
        elif field.is_single:
            self._remark((*place, "labels"), _SINGLE)
            self._draft.open_points.append(OpenPoint("nature", field.table, field.name))
        else:
            out["nature"] = Nature.FLOW.value
            self._remark((*place, "nature"), "flow (may be added up), level, price or rate (are not)?")
            self._draft.open_points.append(OpenPoint("nature", field.table, field.name))
        return out

    def _is_code(self, field: ModelField) -> bool:
        """Two digits say which of two things holds; digits in a text are a code unless they are called an
        amount: nothing to add up."""
        if self._provider.tables[field.table].fields[field.name].stored_as_text:
            lexicon = lexicon_of(self._language)
            amounts = lexicon.words("added_measure") | lexicon.words("single_measure") | lexicon.words("money_noun")
            return not any(amounts.intersection(name.words) for name in field.names)
        few = few_values(self._provider, field.table, field.name) if field.type is FieldType.INTEGER else []
        return len(few) == 2 and all(len(value) == 1 for value in few)

    def _words(self, identifier: str, known: tuple[Name, ...]) -> dict[Language, str]:
        """What an identifier says in the language it is written in. Only what the reader understands by it anyway."""
        names = {name.words for name in known if name.tier < PARTIAL}
        language = language_of((identifier,), self._language)
        short: Mapping[str, str] = lexicon_of(language).abbreviations if language == "en" else {}
        raw = identifier_words(identifier)
        expanded = " ".join(short.get(word, word) for word in raw)
        for label in dict.fromkeys((expanded, " ".join(raw))):
            if label and stems_of(label, self._language) in names:
                words = " ".join(short.get(word.casefold(), word) for word in spaced(identifier).split())
                return {language: written(words if label == expanded else identifier, language)}
        return {}

    def _held(self, field: ModelField) -> str:
        """What a column of texts holds: its values, where that is little enough to be looked at, and of people only the
        kind. Nothing where neither can be told."""
        if not field.is_text:
            return ""
        found = few_values(self._provider, field.table, field.name)
        lexicon = lexicon_of(language_of((field.name,), self._language))
        kind = personal_kind(field, self._model.tables[field.table], found, lexicon)
        if kind is not None:
            return f"{kind}, not shown here"
        is_dated = self._model.values.is_dated(field.table, field.name)
        is_short = 1 < len(found) <= MOST_VALUES and all(len(value) <= _LONGEST_VALUE for value in found)
        return ", ".join(found) if is_short and not is_dated else ""

    def _paths(self) -> list[Link]:
        """The links that a catalog can follow. Others stay with the question engine, which finds them by itself."""
        kept: list[Link] = []
        names: set[tuple[str, str]] = set()
        for link in self._model.links:
            relation = self._relation(link, None)
            ends = dict.fromkeys((link.table, link.to_table))
            trial = Draft({"model": "trial", "tables": {end: {} for end in ends}, "relations": [relation]}).descriptor()
            tables = with_borne_keys([self._source.catalog.views[end].table for end in ends], trial, self._provider)
            name = (link.table, trial.relations[0].path_name)
            try:
                compile_catalog(tables, trial)
            except OntologyError:
                continue
            if name not in names:
                names.add(name)
                kept.append(link)
        return kept

    def _relation(self, link: Link, place: int | None) -> dict[str, Any]:
        via = link.field if link.field == link.to_field else f"{link.field}={link.to_field}"
        out: dict[str, Any] = {"from": link.table, "to": link.to_table, "via": via}
        plain = link.to_table[:1].lower() + link.to_table[1:]
        alike = sum(other.table == link.table and other.to_table == link.to_table for other in self._model.links)
        fields = self._model.tables[link.table].fields
        if alike > 1 or plain in fields or link.table == link.to_table:
            out["name"] = _path_name(link, fields)
        declared = {(key.field, key.to_table) for key in self._provider.tables[link.table].foreign_keys if key.declared}
        if place is not None and (link.field, link.to_table) not in declared:
            self._remark(("relations", str(place)), "told from names and data; the database does not declare it")
        return out

    def _rules(self) -> Iterator[dict[str, Any]]:
        """What names alone say must not be added: a model says it in so many words, once for all columns of a name."""
        numbers = [
            (view.table.name, column)
            for view in self._source.catalog.views.values()
            for column in view.columns.values()
            if not column.hops and column.field.type.is_number
        ]
        held = Counter(column.field.name for _, column in numbers)
        never = Counter(column.field.name for _, column in numbers if column.never)
        named: set[str] = set()
        for table, column in numbers:
            name = column.field.name
            if column.never and name not in named:
                everywhere = held[name] == never[name] > 1
                named |= {name} if everywhere else set()
                is_measure = self._model.tables[table].fields[name].is_measure
                message = _AGGREGATE if is_measure else NUMBERING
                yield never_added(f"*.{name}" if everywhere else f"{table}.{name}", message)
            if column.unit and column.field.type is FieldType.DECIMAL:
                yield _per_unit(f"{table}.{name}", column.unit)

    def _remark(self, place: tuple[str, ...], text: str) -> None:
        self._draft.remarks[place] = f"{CHECK} {text}"


def few_values(provider: SqlProvider, table: str, field: str, most: int = MOST_VALUES) -> list[str]:
    """The values of a column, at most one more than `most`: the read is bounded whatever the table holds."""
    own = provider.tables[table]
    alias = clause_of(own).alias("t")
    column = alias.c[field]
    where = [*in_scope(own, alias, provider.scope), column.is_not(None)]
    select = sa.select(column).select_from(alias).where(*where).distinct().limit(most + 1)
    try:
        return sorted(str(row[0]) for row in provider.fetch(select))
    except ArchTeamError:
        return []


def _path_name(link: Link, taken: Any) -> str:
    words = [word for word in identifier_words(link.field) if word not in ("id", "key", "code", "no", "nr")]
    name = "_".join(words) or f"{link.to_table}_{link.field}".lower()
    while name in taken:
        name += "_row"
    return name


def _per_unit(applies_to: str, unit: str) -> dict[str, Any]:
    rule, message = ConstraintRule.SAME_UNIT, "Per currency only."
    made = Constraint(applies_to=applies_to, rule=rule, message=message, fields=(unit,))
    return made.model_dump(mode="json", by_alias=True, exclude_defaults=True)
