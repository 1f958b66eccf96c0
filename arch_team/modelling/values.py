"""The values of the data, so that a reader knows which column holds a name: `Müller AG` is a customer.

Built when first asked and kept per provider, that is per source and scope. Memory is bounded: columns with more values
than may be held are asked in the database, once for all phrases of a question.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from threading import Lock
from typing import cast
from weakref import WeakKeyDictionary, ref

import sqlalchemy as sa
from rapidfuzz import process
from rapidfuzz.distance import OSA

from arch_team.errors import DataError, SourceUnavailable, StatementTimeout
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.modelling.value_columns import TextColumn, are_dates, are_in_order, text_columns
from arch_team.modelling.value_words import MOST_WORDS, candidates, cut, pieces, spans
from arch_team.text.folding import folded, spelled_out, with_umlauts
from arch_team.text.stems import noun_stem
from arch_team.wire import Language

MOST_OF_A_COLUMN = 50_000
MOST_OF_ALL = 200_000
FRESH_FOR = 900.0
"""Seconds after which values are read again."""
_FEW = 2_000
"""Columns of so few values are held before larger ones."""
_MOST_ASKED = 50
"""Columns that are asked in the database."""
_SHORTEST_MENDED = 5
_FEW_KINDS = 60
"""A column of so few values tells kinds of things."""
_HANDFUL, _SHORT = 10, 30
"""Values and letters of a column whose values can be told in a line."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A value of the data: the column it stands in and how it is stored there."""

    table: str
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Memory:
    entries: int
    bytes: int
    """About as much."""
    asked: tuple[tuple[str, str], ...] = ()
    """Columns that are too large to be held and are asked in the database."""
    left_out: tuple[tuple[str, str], ...] = ()
    """Columns whose values are not known at all."""


Kinds = tuple[tuple[str, str], tuple[str, ...]]
"""A column, and the short values it holds."""


@dataclass(slots=True)
class _Held:
    """The values in memory."""

    hits: dict[str, Hit | tuple[Hit, ...]] = field(default_factory=dict[str, "Hit | tuple[Hit, ...]"])
    longest: dict[str, int] = field(default_factory=dict[str, int])
    """First word of a value to the most words of one that begins so."""
    asked: list[TextColumn] = field(default_factory=list[TextColumn])
    left_out: list[TextColumn] = field(default_factory=list[TextColumn])
    dates: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    timed: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Those of dates that tell the time of day as well."""
    in_order: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Columns of other times whose texts sort as these do."""
    single: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """Columns that hold one value in all their rows."""
    entries: int = 0
    bytes: int = 0
    counts: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """How many values a column has."""
    stems: dict[str, dict[str, tuple[Hit, ...]]] = field(default_factory=dict[str, dict[str, tuple[Hit, ...]]])
    """For each language, values of columns of few by the stem of their last word."""
    kinds: "tuple[Kinds, ...] | None" = None
    """What columns of a handful of short values hold, once it was asked for."""

    def add(self, column: TextColumn, values: Sequence[str]) -> None:
        table, name = column.table.name, column.field
        self.counts[table, name] = len(values)
        for value in values:
            words = cut(value)
            if not words:
                continue
            key = " ".join(words)
            hit, known = Hit(table, name, value), self.hits.get(key)
            self.hits[key] = hit if known is None else (*known, hit) if isinstance(known, tuple) else (known, hit)
            if self.longest.get(words[0], 0) < len(words):
                self.longest[words[0]] = len(words)
            self.entries += 1
            self.bytes += _HIT + len(value) + (0 if known else _ENTRY + len(key))
        self._add_umlauts(table, name, values)
        if all(map(_is_turned, values)):
            self._add_turned(table, name, values)
        if len(values) <= _FEW_KINDS:
            self._add_narrower(table, name, values)

    def _add_turned(self, table: str, name: str, values: Sequence[str]) -> None:
        """`Abbott, Oliver` is found by `Oliver Abbott` too."""
        for value in values:
            last, _, first = value.partition(",")
            self._add_as(f"{first} {last}", Hit(table, name, value))

    def _add_umlauts(self, table: str, name: str, values: Sequence[str]) -> None:
        """`durchgefuehrt` is found by `durchgeführt` too."""
        for value in values:
            written = with_umlauts(value)
            if written is not None:
                self._add_as(written, Hit(table, name, value))

    def _add_as(self, text: str, hit: Hit) -> None:
        words = cut(text)
        key = " ".join(words)
        known = _several(self.hits.get(key))
        if words and (not known or all(spelled_out(other.value) == spelled_out(hit.value) for other in known)):
            self.hits[key] = (*known, hit) if known else hit
            self.longest[words[0]] = max(self.longest.get(words[0], 0), len(words))
            self.bytes += _HIT + _ENTRY + len(key) + len(hit.value)

    def _add_narrower(self, table: str, name: str, values: Sequence[str]) -> None:
        """`retail (hardware)` is found by `retail` too, where the column holds that by itself as well."""
        plain = {folded(value) for value in values}
        for value in values:
            broader = folded(value).partition(" (")[0]
            if value.endswith(")") and broader in plain and broader != folded(value):
                key = " ".join(cut(broader))
                self.hits[key] = (*_several(self.hits[key]), Hit(table, name, value))


_HIT, _ENTRY = 120, 150
"""Bytes of a hit with its text, and of an entry of a dictionary with its key and the room it keeps free."""


class ValueIndex:
    """The texts of one provider's tables."""

    def __init__(
        self,
        provider: SqlProvider,
        *,
        most_of_a_column: int = MOST_OF_A_COLUMN,
        most_of_all: int = MOST_OF_ALL,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._provider = ref(provider)
        self._columns = tuple(text_columns(provider.tables))
        self._most_of_a_column, self._most_of_all, self._clock = most_of_a_column, most_of_all, clock
        self._lock = Lock()
        self._held: _Held | None = None
        self._words: dict[int, list[str]] | None = None
        self._asked: dict[frozenset[str], Mapping[str, tuple[Hit, ...]]] = {}
        self._rows: dict[tuple[object, ...], bool] = {}
        self._years: dict[tuple[str, str], int | None] = {}
        self._read_at = 0.0

    def lookup(self, phrase: str) -> tuple[Hit, ...]:
        """Where a phrase is a value: those written like it but for case and accents, else those of the same words."""
        plain, key = folded(phrase), " ".join(pieces(phrase))
        found = _several(self._values().hits.get(key)) + self._in_database(frozenset((plain,))).get(key, ())
        return tuple(hit for hit in found if folded(hit.value) == plain) or found

    def longest(self, words: Sequence[str], start: int) -> tuple[int, tuple[Hit, ...]]:
        """The longest span of words from `start` that is a value: its end and where it stands. Of none, `start`."""
        held = self._values()
        most = held.longest.get(next(iter(pieces(words[start])), ""), 0)
        asked = self._in_database(spans(tuple(words)) if held.asked else frozenset[str]())
        for end, key, signs in reversed(candidates(words, start, max(most, MOST_WORDS) if asked else most)):
            found = _several(held.hits.get(key)) + asked.get(key, ())
            if signs:
                found = tuple(hit for hit in found if all(sign in folded(hit.value) for sign in signs))
            if found:
                return end, found
        return start, ()

    def begun(self, start: str) -> set[tuple[str, str]]:
        """The columns with values that begin so and go on with a dash and a number: `RE-2025-001` with `RE`."""
        held, dashed = self._values(), f"{start}-"
        if next(iter(pieces(start)), "") not in held.longest:
            return set()
        hits = (hit for found in held.hits.values() for hit in _several(found) if hit.value.startswith(dashed))
        return {(hit.table, hit.field) for hit in hits if hit.value[len(dashed) :][:1].isdigit()}

    def inflected(self, word: str, language: Language) -> tuple[Hit, ...]:
        """Values that name a kind of thing, where a word is a form of one: `dogs` where a column of few holds `Dog`."""
        held = self._values()
        with self._lock:
            stems = held.stems.get(language)
            if stems is None:
                stems = held.stems[language] = {}
                for key, hits in held.hits.items():
                    kinds = tuple(hit for hit in _several(hits) if held.counts[hit.table, hit.field] <= _FEW_KINDS)
                    if kinds and not any(sign.isdigit() for sign in key):
                        stems.setdefault(_stemmed(key, language), kinds)
            return stems.get(_stemmed(" ".join(pieces(word)), language), ())

    def near(self, word: str) -> tuple[str, ...]:
        """Words of values that are one slip of the pen away: a letter too many, too few, another, or two swapped."""
        plain = folded(word)
        if len(plain) < _SHORTEST_MENDED:
            return ()
        by_length = self._vocabulary()
        found: list[str] = []
        for length in (len(plain) - 1, len(plain), len(plain) + 1):
            near = process.extract(plain, by_length.get(length, ()), scorer=OSA.distance, score_cutoff=1, limit=None)
            found += [known for known, distance, _ in near if distance]
        return tuple(sorted(found))

    def is_dated(self, table: str, field: str) -> bool:
        """Whether all texts of a column are dates. They are no names, and not among the values."""
        return (table, field) in self._values().dates

    def several(self, table: str, field: str) -> int | None:
        """How many texts a column holds. None where they are not held, or it is none of texts."""
        return self._values().counts.get((table, field))

    def is_timed(self, table: str, field: str) -> bool:
        """Whether the texts of a column of dates tell the time of day as well."""
        return (table, field) in self._values().timed

    def is_in_order(self, table: str, field: str) -> bool:
        """Whether the texts of a column sort as the times do that they tell."""
        return (table, field) in self._values().in_order or self.is_dated(table, field)

    def only(self, table: str, field: str) -> str | None:
        """The one text that a column holds. None where it holds several, or none."""
        return self._values().single.get((table, field))

    def as_of(self) -> float:
        """When the values were read."""
        self._values()
        return self._read_at

    def kinds(self) -> tuple[Kinds, ...]:
        """The columns that tell kinds of things by a handful of short words, and these."""
        held = self._values()
        if held.kinds is None:
            held.kinds = tuple(_kinds(held))
        return held.kinds

    def of_kinds(self, is_meant: Callable[[str], bool]) -> tuple[str, ...]:
        """The short values that name kinds of things, of which something holds."""
        held = self._values()
        hits = (hit for found in held.hits.values() for hit in _several(found))
        kinds = (hit.value for hit in hits if held.counts[hit.table, hit.field] <= _FEW_KINDS)
        return tuple(dict.fromkeys(value for value in kinds if len(value) <= _SHORT and is_meant(value)))

    def memory(self) -> Memory:
        held = self._values()
        asked = tuple((column.table.name, column.field) for column in held.asked)
        left_out = tuple((column.table.name, column.field) for column in held.left_out)
        return Memory(held.entries, held.bytes, asked, left_out)

    def _alive(self) -> SqlProvider:
        """The provider, which the index does not keep: it is kept by its provider."""
        provider = self._provider()
        if provider is None:
            raise SourceUnavailable("the data was closed", "Open it again.")
        return provider

    def _values(self) -> _Held:
        with self._lock:
            if self._held is None or self._clock() - self._read_at > FRESH_FOR:
                self._held, self._words, self._asked, self._years = self._read(), None, {}, {}
                self._read_at = self._clock()
            return self._held

    def _read(self) -> _Held:
        held = _Held()
        larger: list[TextColumn] = []
        for column in self._columns:
            self._take(held, column, min(_FEW, self._most_of_a_column), larger)
        for column in larger:
            self._take(held, column, self._most_of_a_column, held.asked)
        held.left_out += held.asked[_MOST_ASKED:]
        del held.asked[_MOST_ASKED:]
        return held

    def _take(self, held: _Held, column: TextColumn, most: int, others: list[TextColumn]) -> None:
        room = self._most_of_all - held.entries
        try:
            values = column.values(self._alive(), min(most, room)) if room > 0 else None
        except StatementTimeout:
            held.left_out.append(column)
            return
        if values is None:
            others.append(column)
        elif are_dates(values):
            held.dates.add((column.table.name, column.field))
            if any(":" in value for value in values):
                held.timed.add((column.table.name, column.field))
        else:
            if are_in_order(values):
                held.in_order.add((column.table.name, column.field))
            held.add(column, values)
            if len(values) == 1:
                held.single[column.table.name, column.field] = values[0]

    def _in_database(self, phrases: frozenset[str]) -> Mapping[str, tuple[Hit, ...]]:
        """The phrases that are values of columns too large to be held."""
        held = self._values()
        if not held.asked or not phrases:
            return {}
        known = self._asked.get(phrases)
        if known is None:
            found: dict[str, tuple[Hit, ...]] = {}
            for column in held.asked:
                for value in column.named(self._alive(), phrases):
                    key = " ".join(cut(value))
                    found[key] = (*found.get(key, ()), Hit(column.table.name, column.field, value))
            with self._lock:
                while len(self._asked) >= _MOST_ASKED:
                    self._asked.pop(next(iter(self._asked)))
                known = self._asked[phrases] = found
        return known

    def year(self, table: str, field: str) -> int | None:
        """The one year that all days of a column are of. None: there are several, or no days."""
        self._values()
        known = self._years  # what is read anew meanwhile is another
        if (table, field) not in known:
            provider = self._alive()
            own = provider.tables[table]
            alias = clause_of(own).alias("t")
            column = alias.c[field]
            select = sa.select(sa.func.min(column), sa.func.max(column)).where(*in_scope(own, alias, provider.scope))
            try:
                [ends] = provider.fetch(cast("sa.Select[tuple[object, ...]]", select))
            except DataError:
                ends = (None, None)
            years = {str(end)[:4] for end in ends if end is not None}
            known[table, field] = next((int(year) for year in years if len(years) == 1 and year.isdecimal()), None)
        return known[table, field]

    def has_row(self, table: str, held: Mapping[str, str]) -> bool:
        """Whether one row of a table has all these texts, each in its column. A database that does not tell leaves it
        open."""
        key = (table, *held.items())
        if key not in self._rows:
            provider = self._alive()
            own = provider.tables[table]
            alias = clause_of(own).alias("t")
            select = sa.select(sa.literal(1)).select_from(alias)
            select = select.where(*in_scope(own, alias, provider.scope), *(alias.c[c] == v for c, v in held.items()))
            try:
                found = bool(provider.fetch(cast("sa.Select[tuple[object, ...]]", select.limit(1))))
            except DataError:
                return True
            with self._lock:
                while len(self._rows) >= _MOST_ASKED:
                    self._rows.pop(next(iter(self._rows)))
                self._rows[key] = found
        return self._rows.get(key, True)

    def _vocabulary(self) -> dict[int, list[str]]:
        """The words of the values by their length."""
        held, known = self._values(), self._words
        if known is None:
            words = {word for key in held.hits for word in key.split() if len(word) >= _SHORTEST_MENDED - 1}
            known = {length: list(same) for length, same in groupby(sorted(words, key=lambda w: (len(w), w)), key=len)}
            self._words = known
        return known


def _is_turned(value: str) -> bool:
    """A last name, a comma, and a first name."""
    last, comma, first = value.partition(", ")
    return bool(comma) and all(part and not any(map(str.isdecimal, part)) and "," not in part for part in (last, first))


def _stemmed(key: str, language: Language) -> str:
    *others, last = key.split() or [""]
    return " ".join((*others, noun_stem(last, language)))


def _several(found: Hit | tuple[Hit, ...] | None) -> tuple[Hit, ...]:
    return () if found is None else found if isinstance(found, tuple) else (found,)


_INDEXES: WeakKeyDictionary[SqlProvider, ValueIndex] = WeakKeyDictionary()
_MAKING = Lock()


def values_of(provider: SqlProvider) -> ValueIndex:
    """The one index of a provider. Nothing is read before it is asked."""
    with _MAKING:
        index = _INDEXES.get(provider)
        if index is None:
            index = _INDEXES[provider] = ValueIndex(provider)
        return index


def is_written_so(value: str, said: str, *, with_narrower: bool) -> bool:
    """Whether a value is spelled as it is said: in small letters it is a kind of thing, with the narrower kinds that
    brackets tell apart: `retail (hardware)`."""
    plain, own = folded(value), folded(said)
    return plain == own or (with_narrower and plain.startswith(f"{own} ("))


def _kinds(held: _Held) -> Iterator[Kinds]:
    found: dict[tuple[str, str], list[str]] = {}
    for hits in held.hits.values():
        for hit in _several(hits):
            if held.counts.get((hit.table, hit.field), 0) <= _HANDFUL:
                found.setdefault((hit.table, hit.field), []).append(hit.value)
    for column, values in sorted(found.items()):
        if all(len(value) <= _SHORT for value in values):
            yield column, tuple(sorted(set(values)))
