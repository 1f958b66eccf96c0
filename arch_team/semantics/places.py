"""Where a noun or a value of a question stands in the tables, seen from the rows it speaks of."""

from collections.abc import Iterable
from dataclasses import dataclass

from arch_team.featuredata.calls import Op
from arch_team.featuredata.naming import words_of
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Column, Compare, Condition, Form, Given, Member, Not, Output, Plain
from arch_team.forms.joins import Joins, Path, key_of
from arch_team.grammar.dating import days_within
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Head, Noun, Number, Text, Time
from arch_team.modelling.flags import as_stored
from arch_team.modelling.model import Model, ModelField, NounSense
from arch_team.modelling.naming import PARTIAL
from arch_team.semantics.rows import Rows
from arch_team.text.dates import year_period
from arch_team.text.scales import is_scaled, turned

STEP = 1.0
"""What one step away from the rows in focus costs."""
DOWN = 0.5
"""What it costs more to look at rows that point at the row."""
NAMED = 0.75
"""What a verb or preposition that names a path is worth."""
MARGIN = 0.5
_FAR = 4.0
MOST_DAYS = 4
"""Of so many columns of days it is asked which is meant."""


@dataclass(frozen=True, slots=True)
class Place:
    """A column and the way to it from the rows in focus."""

    path: Path
    column: Column
    field: ModelField
    cost: float


class Places:
    """Finds columns and values near a table. One for a question."""

    def __init__(self, lattice: Lattice, joins: Joins) -> None:
        self.lattice, self.joins = lattice, joins
        self.model: Model = lattice.model
        self._value_places: dict[tuple[object, ...], list[tuple[Place, tuple[str, ...]]]] = {}

    def columns(
        self, senses: Iterable[NounSense], rows: Rows, words: tuple[str, ...] = (), *, own_only: bool = False
    ) -> list[Place]:
        """The columns a noun may stand for, nearest first; those far worse than the nearest are left out."""
        found: list[Place] = []
        several = [sense for sense in senses if sense.field is not None]
        for sense in several:
            assert sense.field is not None  # noqa: S101
            field = self.model.field(sense.table, sense.field)
            tier = float(sense.tier) * 0.6
            if sense.tier >= PARTIAL and sense.table != rows.table and len(several) > 1:
                continue  # a part of a name is understood of the rows in focus, or where nothing else is called so
            if sense.table == rows.table:
                path = Path(rows.table, (), ())
                found.append(Place(path, Column(field=sense.field), field, tier))
                continue
            for path, cost in self.paths(rows.table, sense.table, words):
                is_a = self._is_a(path)
                if own_only and not is_a:
                    continue
                column = Column(field=sense.field, via=path.to_second)
                found.append(Place(path, column, field, tier + (0.1 if is_a else cost)))
        found.sort(key=lambda place: place.cost)
        if not found:
            return []
        own = [place for place in found if place.field.table == rows.table and place.cost < PARTIAL * 0.6]
        return own or [place for place in found if place.cost <= found[0].cost + MARGIN][:6]

    def _is_a(self, path: Path) -> bool:
        """Whether the first table's rows are rows of the second: a professor is an employee, by the same key."""
        if not path.is_upwards or len(path.to_second) != 1:
            return False
        return self.model.tables[path.pivot].key == (path.to_second[0].field,)

    def is_generic(self, noun: Noun) -> bool:
        """Whether a noun is one that only its own rows can have: a name, a date, a status."""
        return " ".join(self.lattice.stems[noun.span[0] : noun.span[1]]) in self.lattice.generic

    def paths(
        self, first: str, second: str, words: tuple[str, ...] = (), *, counting: bool = False
    ) -> list[tuple[Path, float]]:
        """Paths between two tables with their cost; words of the question that name one make it cheaper. What is
        counted are rows that point at the first table's: the one row that it points at itself is no number."""
        found: list[tuple[Path, float]] = []
        for path in self.joins.paths(first, second):
            if counting and path.is_upwards:
                continue
            cost = STEP * path.length + (0.0 if path.is_upwards else DOWN)
            if cost > _FAR + STEP:
                continue
            if words and self._is_named(path, words):
                cost -= NAMED
            found.append((path, cost))
        found.sort(key=lambda item: item[1])
        return [item for item in found if item[1] <= found[0][1] + 0.25][:4] if found else []

    def _is_named(self, path: Path, words: tuple[str, ...]) -> bool:
        """Whether a verb says which path: `reported` of `reported_by_staff_id`, `enrolled` of `Enrolled_in`."""
        said = self.lattice.telling(words)
        if not said:
            return False
        names = [name.words for name in self.model.tables[path.pivot].names] if path.to_first and path.to_second else []
        for steps, start in ((path.to_first, path.pivot), (path.to_second, path.pivot)):
            table = start
            for step in steps:
                names += [name.words for name in self.model.field(table, step.field).names]
                names += [link.words for link in self.model.links_from(table) if link.field == step.field]
                table = step.table
        return any(self.lattice.names(verb, word) for verb in said for name in names for word in name)

    def condition(self, place: Place, op: Op, right: Condition | Given | None, values: tuple[Plain, ...]) -> Condition:
        """A comparison of a column, seen from the rows in focus."""
        made = Compare(left=place.column, op=op, right=right, values=values)  # type: ignore[arg-type]
        return self.seen(made, place.path)

    def seen(self, condition: Condition, path: Path, *, negated: bool = False) -> Condition:
        """A condition on the pivot's rows as one on the first table's: there is (no) such row."""
        if path.is_upwards:
            return Not(of=condition) if negated else condition
        inner = Form(
            table=path.pivot,
            outputs=(Output(name="key", value=key_of(path.to_first, path.to_first[-1].key)),),
            where=(condition,),
        )
        return Member(left=Column(field=path.to_first[-1].key), form=inner, negated=negated)

    # values

    def fitting(self, field: ModelField, right: Head) -> tuple[Op | None, tuple[Plain, ...]] | None:
        """A value of the question as the column holds it: an operator where it is a stretch of time, and the values."""
        if isinstance(right, Text):
            held = [h.value for h in right.hits if (h.table, h.field) == (field.table, field.name)]
            stored = tuple(dict.fromkeys(as_stored(field, value) for value in held))
            if stored:
                return None, stored
            token = self.lattice.tokens[right.span[0]]
            if right.is_quoted and token.number is not None:
                return self._fitting_number(field, Number(right.span, token.number))
            return None
        if isinstance(right, Number):
            return self._fitting_number(field, right)
        if isinstance(right, Time) and self._is_dated(field):
            return days_within(field, right, self.model)
        return None

    def _is_dated(self, field: ModelField) -> bool:
        """Whether a column holds days: texts like `4 April` have no year and cannot be held against one."""
        return field.type is not FieldType.STRING or self.model.values.is_dated(field.table, field.name)

    def _fitting_number(self, field: ModelField, right: Number) -> tuple[Op | None, tuple[Plain, ...]] | None:
        counted = words_of(field.name)[-1]
        if field.type.is_number and is_scaled(right.unit) and is_scaled(counted):
            same = turned(right.value, right.unit, counted)
            if same is None:
                return None
            right = Number(right.span, same)
        whole = int(right.value) if right.value == right.value.to_integral_value() else None
        if field.type.is_number:
            value: Plain = whole if whole is not None and field.type is FieldType.INTEGER else right.value
            return None, (value,)
        if (
            field.is_temporal
            and self._is_dated(field)
            and not right.unit
            and whole is not None
            and 1800 <= whole <= 2200
        ):
            return days_within(field, Time(right.span, year_period(whole, right.span)), self.model)
        token = self.lattice.tokens[right.span[0]]
        hits = [
            h.value for h in self.model.values.lookup(token.folded) if (h.table, h.field) == (field.table, field.name)
        ]
        return (None, tuple(hits)) if hits else None

    def holding(self, text: Text, rows: Rows, words: tuple[str, ...] = ()) -> list[tuple[Place, tuple[str, ...]]]:
        """The columns that hold a value, nearest to the rows first."""
        asked = (text.span, text.hits, rows.table, words)
        if asked not in self._value_places:
            self._value_places[asked] = self._holding(text, rows, words)
        return self._value_places[asked]

    def _holding(self, text: Text, rows: Rows, words: tuple[str, ...]) -> list[tuple[Place, tuple[str, ...]]]:
        by_column: dict[tuple[str, str], list[str]] = {}
        for hit in text.hits:
            by_column.setdefault((hit.table, hit.field), []).append(hit.value)
        found: list[tuple[Place, tuple[str, ...]]] = []
        for (table, name), stored in by_column.items():
            field = self.model.field(table, name)
            if field.refers_to is not None and self._points_twice(table, field.refers_to):
                continue  # which of the two is meant is not said
            own = Path(rows.table, (), ())
            verbal = 1.5 if text.is_verbal else 0.0
            if table == rows.table:
                label = 0.0 if name in self.model.tables[table].label or not text.is_lower else 0.1
                found.append((Place(own, Column(field=name), field, label + verbal), tuple(stored)))
                continue
            if self.is_nobodys(text, table, name):
                continue
            penalty = 0.6 if text.is_lower and not text.is_quoted else 0.0
            for path, cost in self.paths(rows.table, table, words):
                if field.refers_to is not None and path.to_second:
                    cost += 0.2
                column = Column(field=name, via=path.to_second)
                found.append((Place(path, column, field, cost + penalty + verbal), tuple(stored)))
        found.sort(key=lambda item: item[0].cost)
        if not found:
            return []
        return [item for item in found if item[0].cost <= found[0][0].cost + MARGIN][:5]

    def is_nobodys(self, text: Text, table: str, field: str) -> bool:
        """Whether one word in small letters would be a value of rows that nobody speaks of, and does not name one."""
        if not text.is_lower or text.is_worded or text.is_quoted or table in self.lattice.mentioned:
            return False
        return field not in self.model.tables[table].label and text.span[1] - text.span[0] == 1

    def days_of(self, rows: Rows) -> list[Column]:
        """The columns of days the rows have; the one that a model says is meant, where it does."""
        fields = self.model.tables[rows.table].fields.values()
        days = [f for f in fields if f.type in (FieldType.DATE, FieldType.DATETIME)]
        days += [f for f in fields if f.type is FieldType.STRING and self.model.values.is_dated(f.table, f.name)]
        return [Column(field=field.name) for field in self.usual(rows, days)]

    def usual(self, rows: Rows, days: list[ModelField]) -> list[ModelField]:
        """Those that are meant where nothing more is said: what a participle named, or the model."""
        said = [field for field in days if field.name in rows.days]
        return said or [field for field in days if field.is_default_time] or days

    def _points_twice(self, table: str, other: str) -> bool:
        return len([link for link in self.model.links_from(table) if link.to_table == other]) > 1

    def dimension(self, word: str, rows: Rows) -> list[tuple[Place, bool]]:
        """The columns a word like `oldest` may rank by, and whether its largest value is meant. Of rows that only tie
        others, those of what they tie: a member is as old as the student that is one."""
        own = self._own_dimension(word, rows)
        if own or not self.model.tables[rows.table].is_bridge or self.days_of(rows):
            return own  # a contract of two is as old as its own day says
        tied: list[tuple[Place, bool]] = []
        for there, steps in self.joins.climbs(rows.table):
            for place, descending in self._own_dimension(word, Rows(there)) if len(steps) == 1 else ():
                column = Column(field=place.field.name, via=steps)
                tied.append((Place(Path(rows.table, (), steps), column, place.field, 0.4), descending))
        return tied if len(tied) == 1 else []

    def _own_dimension(self, word: str, rows: Rows) -> list[tuple[Place, bool]]:
        for listed in self.lattice.lexicon.dimensions.get(word, ()):
            descending = not listed.startswith("-")
            phrase = tuple(self.lattice.stem(w) for w in listed.removeprefix("-").split())
            own = self.model.tables[rows.table].fields.values()
            tiers = [(min(n.tier for n in f.names if n.words == phrase), f) for f in own if f.is_called(phrase)]
            if phrase == (self.lattice.lexicon.date_word,):  # whose only date it is may be as old as they like
                tiers = [each for each in tiers if each[1].is_written(phrase[0])]
            nearest = min((tier for tier, _ in tiers), default=0)
            fields = [field for tier, field in tiers if tier == nearest]
            if self.ranks_times(word):
                fields = [f for f in fields if not self._is_of_age(f)]
            ranked = [f for f in fields if f.is_measure or f.type.is_number or (f.is_temporal and self._is_dated(f))]
            if ranked:  # of several each is a reading, and the person is asked
                here, dear = Path(rows.table, (), ()), 0.2 if len(ranked) == 1 else 1.0
                return [(Place(here, Column(field=f.name), f, dear), descending) for f in ranked[:3]]
        return self._by_its_day(word, rows)

    def _by_its_day(self, word: str, rows: Rows) -> list[tuple[Place, bool]]:
        """`the newest user`, where the one day of users is not called a date: created at."""
        if not self.ranks_times(word):
            return []  # the oldest are so by their age
        is_max = not self.lattice.lexicon.dimensions[word][0].startswith("-")
        only = self.days_of(rows) if len(self.days_of(rows)) == 1 else []
        days = [(day, self.model.field(rows.table, day.field)) for day in only]
        own = Path(rows.table, (), ())
        return [(Place(own, day, field, 0.3), is_max) for day, field in days if not self._is_of_age(field)]

    def ranks_times(self, word: str | None) -> bool:
        """Whether a word ranks by nothing but dates: `latest`."""
        listed = self.lattice.lexicon.dimensions.get(word or "", ())
        nouns = self.lattice.lexicon.words("time_noun")
        return bool(listed) and all(columns.strip("-") in nouns for columns in listed)

    def _is_of_age(self, field: ModelField) -> bool:
        """Whether a date says how old somebody is: the newest student is not the youngest."""
        listed = {c.strip("-") for columns in self.lattice.lexicon.dimensions.values() for c in columns}
        others = listed - self.lattice.lexicon.words("time_noun")
        return any(field.is_called(tuple(map(self.lattice.stem, phrase.split()))) for phrase in others)
