"""What the names of a question may be, seen from the rows of one table: columns of theirs, or of rows they point at."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from arch_team.forms.form import Column, Form, Step
from arch_team.forms.joins import Joins
from arch_team.forms.showing import columns_in
from arch_team.gathering.slots import Slots
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun
from arch_team.modelling.model import Model, ModelField, ModelTable

STEP = 1.0
"""What it costs to speak of a row that another one points at."""
UNSAID = 0.6
"""What it costs that nothing said so."""
_TIER = 0.3
"""What it costs that a name is not the whole one."""


@dataclass(frozen=True, slots=True)
class Place:
    """A column as the rows reach it."""

    column: Column
    field: ModelField
    cost: float


class Places:
    """One table, and what its rows know one of."""

    def __init__(self, table: ModelTable, slots: Slots, lattice: Lattice, joins: Joins) -> None:
        self.table, self.slots, self.lattice, self._joins = table, slots, lattice, joins
        self.model: Model = lattice.model

    def up(self, other: str, table: str | None = None) -> list[tuple[Step, ...]]:
        """The one way from a row to the row of another table that it knows."""
        start = table or self.table.name
        ways = [()] if start == other else self._joins.up(start, other)
        return list(ways) if len(ways) == 1 else []

    def is_own(self, noun: Noun) -> bool:
        """Whether a name is that of the rows."""
        return any(sense.table == self.table.name and sense.field is None for sense in noun.senses)

    def places(self, noun: Noun) -> list[Place]:
        """The columns of a name, nearest first."""
        found: list[Place] = []
        for sense in noun.senses:
            for steps in self.up(sense.table) if sense.field is not None else ():
                field = self.model.field(sense.table, sense.field or "")
                cost = sense.tier * _TIER + len(steps) * STEP
                found.append(Place(Column(field=field.name, via=steps), field, cost))
        return sorted(found, key=lambda place: place.cost)

    def keys(self, noun: Noun) -> Iterator[tuple[tuple[Column, ...], float]]:
        """What a name tells rows apart by: a column, or what names the rows that they point at."""
        for place in self.places(noun):
            if not place.field.is_key:
                yield self.shown(place), place.cost
        for sense in noun.senses:
            for steps in self.up(sense.table) if sense.field is None else ():
                label = self.model.tables[sense.table].label
                if label:
                    yield tuple(Column(field=name, via=steps) for name in label), len(steps) * STEP / 2

    def shown(self, place: Place) -> tuple[Column, ...]:
        """A column, or the names of the rows it points at."""
        if place.field.refers_to is None:
            return (place.column,)
        link = next(link for link in self.model.links_from(place.field.table) if link.field == place.field.name)
        step = Step(field=link.field, table=link.to_table, key=link.to_field)
        label = self.model.tables[link.to_table].label
        return tuple(Column(field=name, via=(*place.column.via, step)) for name in label) or (place.column,)

    @property
    def label(self) -> tuple[Column, ...]:
        """What names a row."""
        return tuple(Column(field=name) for name in self.table.label or self.table.key)

    def called(self, names: Iterable[str]) -> list[ModelField]:
        """The columns that are called by one of some names, of the first that calls any."""
        for name in names:
            words = {self.lattice.stem(word) for word in name.removeprefix("-").split()}
            own = [f for f in self.table.fields.values() if any(words <= set(each.words) for each in f.names)]
            if own:
                return own
        return []

    def days(self) -> list[ModelField]:
        """The columns of days that a verb of the question names; else all."""
        days = [own for own in self.table.fields.values() if own.is_temporal and not own.is_span]
        said = self.lattice.telling(self.slots.verbs)
        return [own for own in days if said and self.lattice.dates(said, own)] or days

    def told_by_verbs(self, field: ModelField) -> bool:
        """Whether a verb says what a column is called: who `carried` it is its carrier."""
        words = [word for name in field.names for word in name.words]
        return any(self.lattice.names(verb, word) for verb in self.slots.verbs for word in words)

    def people(self) -> tuple[Column, ...]:
        """Who is asked for: the rows themselves, whom a column names, or the one that rows point at."""
        if self.table.is_person:
            return self.label
        texts = [own for own in self.table.fields.values() if own.is_text and own.refers_to is None]
        doers = [own for own in texts if self.told_by_verbs(own)]
        named = [own for own in self.lattice.shared.somebody if own.table == self.table.name]
        for own in (doers, named):
            if len(own) == 1:
                return (Column(field=own[0].name),)
        known = any(table.is_person for table in self.model.tables.values())
        links = [link for link in self.model.links_from(self.table.name) if self._may_be_people(link.to_table, known)]
        if not links and self._has_names(self.table):
            return self.label
        if len(links) != 1:
            return ()
        step = Step(field=links[0].field, table=links[0].to_table, key=links[0].to_field)
        return tuple(Column(field=name, via=(step,)) for name in self.model.tables[links[0].to_table].label)

    def _may_be_people(self, table: str, known: bool) -> bool:
        own = self.model.tables[table]
        return own.is_person if known else self._has_names(own)

    def _has_names(self, table: ModelTable) -> bool:
        return bool(table.label) and all(table.fields[name].is_text for name in table.label)

    def fits(self, nouns: Sequence[Noun]) -> bool:
        """Whether all that is named is the rows' own, or of a row that they point at."""
        return all(any(self.up(sense.table) for sense in noun.senses) for noun in nouns)

    def spare(self, nouns: Sequence[Noun]) -> float:
        """Names that only tell whose rows are meant say less the farther they are."""
        return sum(_TIER if self.is_own(noun) else STEP for noun in nouns)

    def are_told(self, nouns: Sequence[Noun], form: Form) -> bool:
        """Whether a form speaks of everything that is named."""
        columns = {*columns_in(form)}
        tables = {form.table, *(table for table, _ in columns)}
        if self.table.is_bridge:  # what ties a crew to its visits tells of the visits
            tables |= {link.to_table for link in self.model.links_from(self.table.name)}
        return all(
            any(s.table in tables if s.field is None else (s.table, s.field) in columns for s in noun.senses)
            for noun in nouns
        )
