"""The semantic model as the reader sees it: tables, fields and links with the names people use for them."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Protocol, TypeVar, cast

from arch_team.featuredata.calls import Function
from arch_team.featuredata.tables import FieldType
from arch_team.modelling.naming import EXACT, PARTIAL, SHORTENED, Name
from arch_team.modelling.values import Hit
from arch_team.ontologies.metric_expression import Part
from arch_team.text.folding import folded, loosely_folded
from arch_team.wire import Language

Found = TypeVar("Found")
FULL_NAME = "*"
"""Stands for the fields that together name a row: a first and a last name."""
NAME_JOINT = "\x1f"
_BRACKETED = re.compile(r"\(([^()]*)\)")
_LONGEST_UNIT = 4


class Values(Protocol):
    """What the reader asks of the data: which columns hold a text."""

    def longest(self, words: Sequence[str], start: int) -> tuple[int, tuple[Hit, ...]]:
        """The longest span of folded words from `start` that is a value: its end and where it stands."""
        ...

    def lookup(self, phrase: str) -> tuple[Hit, ...]: ...

    def inflected(self, word: str, language: Language) -> tuple[Hit, ...]:
        """Values that name a kind of thing, where a word is a form of one."""
        ...

    def is_dated(self, table: str, field: str) -> bool:
        """Whether all texts of a column are dates."""
        ...

    def several(self, table: str, field: str) -> int | None:
        """How many texts a column of few holds. None: it holds many, or is none of texts."""
        ...

    def is_timed(self, table: str, field: str) -> bool:
        """Whether the texts of a column of dates tell the time of day as well."""
        ...

    def is_in_order(self, table: str, field: str) -> bool:
        """Whether the texts of a column sort as the times do that they tell."""
        ...

    def year(self, table: str, field: str) -> int | None:
        """The one year that all days of a column are of. None: there are several, or no days."""
        ...

    def only(self, table: str, field: str) -> str | None:
        """The one text that a column holds. None where it holds several, or none."""
        ...

    def kinds(self) -> Iterable[tuple[tuple[str, str], tuple[str, ...]]]:
        """The columns that tell kinds of things by a handful of short words, and these."""
        ...

    def has_row(self, table: str, held: Mapping[str, str]) -> bool:
        """Whether one row of a table has all these texts, each in its column."""
        ...

    def as_of(self) -> float:
        """When the values were read: what was worked out from others is no longer true."""
        ...


class Gap(StrEnum):
    """How a row is told that has none of a figure."""

    EMPTY = "empty"
    ZERO = "zero"


@dataclass(frozen=True, slots=True)
class ModelField:
    table: str
    name: str
    type: FieldType
    names: tuple[Name, ...]
    is_key: bool = False
    """It alone names a row of its table."""
    refers_to: str | None = None
    """The table whose key it holds."""
    is_temporal: bool = False
    """A date, a time or a year."""
    is_measure: bool = False
    """A number that may be added, averaged and compared: no key, no code, no year."""
    never_summed: bool = False
    is_level: bool = False
    """It says how much there is at a moment: of one day it is added up, over days never."""
    is_single: bool = False
    """Measured of one thing, as a price or an age is: the sum over several says nothing."""
    is_added: bool = False
    """Its name says that it is added up: a cost, an amount."""
    is_flag: bool = False
    """It only says whether something holds of the row."""
    unit: str | None = None
    """The field of the same row that says in which unit it is: a currency. Figures of it are of one unit each."""
    title: str | None = None
    """What people call it in the language of the model. None: its own name."""
    other_title: str | None = None
    """A word of another language for it, where there is none of this one: better than an identifier in an answer."""
    verbs: tuple[str, ...] = ()
    """Words that say this column is meant: `placed` of a date, `cost` of a price."""
    is_default_time: bool = False
    """Meant where a time is named and nothing says which."""
    is_span: bool = False
    """The time between two columns of the row, which the table does not hold as a column of its own."""
    metric: Part | None = None
    """What it is computed of, where no table holds it: a metric of the model."""
    aggregation: Function | None = None
    """What a figure of it is where the question does not say."""
    gap: Gap | None = None
    """How rows without it are told. None: there are none, or they are told in two ways."""

    @property
    def is_text(self) -> bool:
        return self.type is FieldType.STRING

    @property
    def adds_up(self) -> bool:
        """Whether the sum over several rows says something."""
        return self.is_measure and not self.never_summed and not self.is_single

    def ranked_by(self, single: Function) -> tuple[Function, ...]:
        """The figures that `the most of it` may mean of something with many rows: all together, or one of them."""
        if self.metric is not None and self.aggregation is not None:
            return (self.aggregation,)
        return (single,) if self.never_summed or self.is_single else (Function.SUM, single)

    @property
    def is_boolean(self) -> bool:
        return self.type is FieldType.BOOLEAN

    def is_written(self, word: str) -> bool:
        """Whether a word stands in its name, as the tables have it."""
        return any(word in name.words for name in self.names if name.tier == EXACT)

    def is_called(self, words: tuple[str, ...]) -> bool:
        """Whether stemmed words are one of its names, or a part of one."""
        return any(name.words == words for name in self.names)


@dataclass(frozen=True, slots=True)
class Link:
    """Rows of `table` point at one row of `to_table`."""

    table: str
    field: str
    to_table: str
    to_field: str
    words: tuple[str, ...] = ()
    """Verbs that say it is meant."""


@dataclass(frozen=True)
class ModelTable:
    name: str
    names: tuple[Name, ...]
    fields: Mapping[str, ModelField]
    key: tuple[str, ...] = ()
    label: tuple[str, ...] = ()
    """The fields that name a row to a person."""
    is_bridge: bool = False
    """Its rows only say which rows of other tables belong together."""
    is_person: bool = False
    title: str | None = None
    """What people call it in the language of the model. None: its own name."""
    other_title: str | None = None
    """A word of another language for it, where there is none of this one: better than an identifier in an answer."""
    code: str | None = None
    """The field by which a row is quoted."""
    columns: tuple[str, ...] = ()
    """What a list of its rows shows. Empty: what names a row, and its key."""
    order: tuple[str, ...] = ()
    """The order in which its rows are listed where the question names none."""
    rows: int | None = None
    """How many there were when the data was looked at. None: too many to count, or nobody did."""

    @cached_property
    def stored(self) -> Mapping[str, ModelField]:
        """The columns it holds."""
        return {name: own for name, own in self.fields.items() if not own.is_span and own.metric is None}

    @cached_property
    def is_tie(self) -> bool:
        """Whether it is a bridge of which nothing else is told: a flight has a pilot and a balloon, but it is a
        flight."""
        return self.is_bridge and not any(own.is_temporal for own in self.fields.values())


@dataclass(frozen=True, slots=True)
class NounSense:
    """What a noun may stand for: a table (`field` is None) or a column."""

    table: str
    field: str | None
    tier: int


@dataclass(frozen=True, eq=False)
class Model:
    tables: Mapping[str, ModelTable]
    links: tuple[Link, ...]
    values: Values
    extra: Mapping[tuple[str, ...], tuple[NounSense, ...]] = field(
        default_factory=dict[tuple[str, ...], tuple[NounSense, ...]]
    )
    worded: Mapping[tuple[str, ...], tuple[Hit, ...]] = field(default_factory=dict[tuple[str, ...], tuple[Hit, ...]])
    """What people call values and sets of rows, as stems, and where those stand."""
    not_held: Mapping[tuple[str, ...], str] = field(default_factory=dict[tuple[str, ...], str])
    """Topics that the tables do not hold, as stems, and what to say to whoever asks for one."""
    called: str = ""
    """What the data as a whole is called."""

    def kept(self, key: Hashable, make: Callable[[], Found]) -> Found:
        """What a room works out of the model once, by the room's name and what it is worked out for."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast("Found", self._kept[key])

    @cached_property
    def _kept(self) -> dict[Hashable, object]:
        return {}

    @cached_property
    def nouns(self) -> Mapping[str, list[tuple[tuple[str, ...], tuple[NounSense, ...]]]]:
        """First word of a name to the names that begin so, longest first, each with what it may stand for."""
        senses: dict[tuple[str, ...], set[NounSense]] = {}
        for table in self.tables.values():
            for name in table.names:
                senses.setdefault(name.words, set()).add(NounSense(table.name, None, name.tier))
            for own in table.fields.values():
                for name in own.names:
                    senses.setdefault(name.words, set()).add(self._sense(own, name))
        for words, more in self.extra.items():
            senses.setdefault(words, set()).update(more)
        grouped: dict[str, list[tuple[tuple[str, ...], tuple[NounSense, ...]]]] = {}
        for words, found in senses.items():
            kept = _weeded(found)
            if kept:
                grouped.setdefault(words[0], []).append((words, kept))
        for entries in grouped.values():
            entries.sort(key=lambda entry: -len(entry[0]))
        return grouped

    def _sense(self, own: ModelField, name: Name) -> NounSense:
        """What a name of a column stands for. A key's without its `code` or `id` stands for the rows: tests are those
        of a `test_code`, shown by what they are called."""
        keyed = self.tables.get(own.refers_to or own.table)
        key = keyed.fields.get(own.name) if keyed else None
        whole = [exact.words for exact in own.names if exact.tier == EXACT and exact.words[:-1] == name.words]
        if keyed is None or key is None or not key.is_key or own.name in keyed.label or not keyed.label:
            return NounSense(own.table, own.name, name.tier)
        is_short = name.tier == SHORTENED and bool(whole)
        return NounSense(keyed.name, None, name.tier) if is_short else NounSense(own.table, own.name, name.tier)

    def columns_called(self, names: Sequence[str]) -> tuple[NounSense, ...]:
        """The columns that some words name."""
        return tuple(
            sense
            for name in names
            for phrase, found in self.nouns.get(name.split()[0], ())
            if phrase == tuple(name.split())
            for sense in found
            if sense.field is not None
        )

    def topic_not_held(self, stems: Sequence[str]) -> str | None:
        """What is to be said where a question names a topic that the tables do not hold."""
        for words, said in self.not_held.items():
            if any(tuple(stems[at : at + len(words)]) == words for at in range(len(stems))):
                return said
        return None

    def is_whole(self, word: str) -> bool:
        """Whether a word is what the data is called: in the Fahrschule are all rows of a database of that name."""
        return bool(self.called) and folded(word) in (folded(self.called), loosely_folded(self.called))

    @cached_property
    def units(self) -> frozenset[str]:
        """What the headings of columns say in brackets that their figures are in: the m of `Height (m)`."""
        fields = (field for table in self.tables.values() for field in table.fields.values() if field.type.is_number)
        said = (bracketed for field in fields for bracketed in _BRACKETED.findall(field.name))
        return frozenset(folded(unit) for unit in said if unit and len(unit) <= _LONGEST_UNIT and unit.isalpha())

    @cached_property
    def single_nouns(self) -> frozenset[str]:
        """The names of one word that are meant as such."""
        return frozenset(
            words[0]
            for entries in self.nouns.values()
            for words, senses in entries
            if len(words) == 1 and senses[0].tier < PARTIAL
        )

    @cached_property
    def most_words(self) -> int:
        """Of what people call a value or a set."""
        return max(map(len, self.worded), default=0)

    def field(self, table: str, name: str) -> ModelField:
        described = self.tables[table]
        return described.fields[described.label[0] if name == FULL_NAME else name]

    def links_from(self, table: str) -> list[Link]:
        return self._links_from.get(table, [])

    @cached_property
    def _links_from(self) -> Mapping[str, list[Link]]:
        found: dict[str, list[Link]] = {}
        for link in self.links:
            found.setdefault(link.table, []).append(link)
        return found

    def links_to(self, table: str) -> list[Link]:
        return [link for link in self.links if link.to_table == table]


def _weeded(senses: set[NounSense]) -> tuple[NounSense, ...]:
    """Without parts that several things of one kind share while none of them is meant more than the others."""
    tables = [sense for sense in senses if sense.field is None]
    kept = [sense for sense in tables if sense.tier < PARTIAL]
    if not kept and tables:
        best = min(sense.tier for sense in tables)
        near = [sense for sense in tables if sense.tier == best]
        kept += near if len(near) <= 3 else []
    by_table: dict[str, list[NounSense]] = {}
    for sense in senses:
        if sense.field is not None:
            by_table.setdefault(sense.table, []).append(sense)
    for own in by_table.values():
        best = min(sense.tier for sense in own)
        near = [sense for sense in own if sense.tier == best]
        if best < PARTIAL or len(near) == 1:
            kept += near
    return tuple(sorted(kept, key=lambda sense: (sense.tier, sense.table, sense.field or "")))
