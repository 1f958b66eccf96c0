"""What a question asks for: figures, for each of some, shares, days, and rows with the columns that are named."""

from collections.abc import Iterator, Sequence
from itertools import product

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Bucket, Column, Compare, Expression, Figure, Form, Grain, Output, Related
from arch_team.forms.pairs import paired
from arch_team.gathering.places import UNSAID
from arch_team.gathering.said import Said, Where, is_of_time
from arch_team.grammar.syntax import Noun
from arch_team.modelling.model import ModelField

Made = Iterator[tuple[Form, float]]
_COUNT = Figure(function=Function.COUNT)
_MOST_KEYS = 3


class Figures(Said):
    """Forms over the rows of one table that hold some conditions."""

    @property
    def nouns(self) -> list[Noun]:
        """All that is named, but what rows are grouped by."""
        slots = self.slots
        return [noun for noun in (slots.target, slots.measure, *slots.others) if noun is not None]

    def groups(self) -> Iterator[tuple[tuple[Expression, ...], float]]:
        """What it is asked for each of, if anything."""
        grain = self.slots.grain
        for keys, cost in self._named_groups():
            if grain is None:
                yield keys, cost
                continue
            for own in self.days():
                day = Column(field=own.name)
                is_year = own.type.is_number and grain.grain is Grain.YEAR
                yield (*keys, day if is_year else Bucket(grain=grain.grain, of=day)), cost

    def _named_groups(self) -> Iterator[tuple[tuple[Column, ...], float]]:
        options = [[*self.keys(noun)][:_MOST_KEYS] for noun in self.slots.groups]
        for chosen in product(*options):
            yield tuple(column for columns, _ in chosen for column in columns), sum(cost for _, cost in chosen)

    def figures(self, where: Where) -> Made:
        others = self.slots.others
        for figure, cost in self._figure() if self.fits(others) else ():
            for keys, more in self.groups():
                form = figure_form(self.table.name, figure, keys, where)
                if self.are_told(others, form):
                    yield form, cost + more + self.spare(others)

    def _figure(self) -> Iterator[tuple[Figure, float]]:
        slots = self.slots
        of = slots.measure or slots.target
        if of is None:
            yield from self._unnamed()
        elif slots.function is not None:
            for place in self.places(of):
                if place.field.is_measure and (slots.function is not Function.SUM or place.field.adds_up):
                    yield Figure(function=slots.function, of=place.column), place.cost
        else:
            if self.is_own(of):
                yield _COUNT, 0.0
            for place in self.places(of):
                if _adds_up(place.field):
                    yield Figure(function=Function.SUM, of=place.column), place.cost
                elif not (place.field.is_measure or place.field.is_temporal or place.field.is_flag):
                    yield Figure(function=Function.COUNT_DISTINCT, of=place.column), place.cost + UNSAID

    def _unnamed(self) -> Iterator[tuple[Figure, float]]:
        """`how high on average`, `how many pretzels`: of what is measured, or of rows and how much they are of."""
        slots = self.slots
        if slots.function is not None:
            for own in (field for names in slots.named for field in self.called(names)):
                yield Figure(function=slots.function, of=Column(field=own.name)), 0.0
            return
        if slots.counts_people and not self.table.is_person:
            return
        yield _COUNT, UNSAID
        quantities = self.lattice.lexicon.words("quantity_noun")
        for own in self.table.fields.values() if slots.values else ():
            if own.adds_up and any(set(name.words) & quantities for name in own.names):
                yield Figure(function=Function.SUM, of=Column(field=own.name)), UNSAID

    def for_each(self, where: Where) -> Made:
        """`Honey per apiary`: what adds up is added up, what does not is averaged, rows are counted."""
        target = self.slots.target
        if target is None or not self.fits(self.slots.others):
            return
        figures = [(_COUNT, 0.0)] if self.is_own(target) else []
        for place in self.places(target):
            if place.field.is_measure:
                function = Function.SUM if _adds_up(place.field) else Function.AVG
                figures.append((Figure(function=function, of=place.column), place.cost))
        for figure, cost in figures:
            for keys, more in self.groups():
                form = figure_form(self.table.name, figure, keys, where)
                if self.are_told(self.slots.others, form):
                    yield form, cost + more

    def share(self, where: Where) -> Made:
        """Of all rows, how many of a hundred are so."""
        said = [condition for condition in where if not is_of_time(condition, self.table)]
        if not said or not self.fits(self.nouns) or not any(map(self.is_own, self.nouns)):
            return
        whole = figure_form(self.table.name, _COUNT, (), tuple(c for c in where if c not in said))
        share = paired("share", figure_form(self.table.name, _COUNT, (), where), whole)
        if share is not None:
            yield share, self.spare(self.nouns)

    def on_days(self, where: Where) -> Made:
        for own in self.days() if where and self.fits(self.nouns) else ():
            output = Output(name=own.name, value=Column(field=own.name))
            yield Form(table=self.table.name, outputs=(output,), where=where), self.spare(self.nouns)

    def worth(self, where: Where) -> Made:
        """`how much`, of what adds up: all together; of what does not: of the rows that are told."""
        slots = self.slots
        if not where or not self.fits(self.nouns):
            return
        for own in (field for names in slots.named for field in self.called(names) or self._of_money()):
            column = Column(field=own.name)
            if _adds_up(own) or (slots.is_all and own.is_measure and not own.never_summed):
                figure = Figure(function=Function.SUM, of=column)
                yield figure_form(self.table.name, figure, (), where), self.spare(self.nouns)
            elif own.is_measure:
                output = Output(name=own.name, value=column)
                yield Form(table=self.table.name, outputs=(output,), where=where), self.spare(self.nouns) + UNSAID

    def _of_money(self) -> list[ModelField]:
        """The columns that hold money, where a verb says that it is paid."""
        lexicon = self.lattice.lexicon
        if not any(verb in lexicon.words("paying") for verb in self.slots.verbs):
            return []
        money = lexicon.words("money_noun")
        own = (field for field in self.table.fields.values() if field.is_measure)
        return [field for field in own if any(set(name.words) & money for name in field.names)]

    def listed(self, where: Where) -> Made:
        """Rows by their names, with the columns that are named."""
        slots = self.slots
        is_bare = slots.target is None and not slots.asks_who
        if is_bare and not any(hit.table == self.table.name for text, _ in slots.values for hit in text.hits):
            return
        columns: list[Expression] = [*self.people()] if slots.asks_who else [*self.label] if is_bare else []
        if slots.asks_who and not columns:
            return
        cost = 0.0
        for noun in self.nouns:
            shown, more = (self.label, 0.0) if self.is_own(noun) else next(self.keys(noun), ((), 0.0))
            if not shown:
                return
            columns += shown
            cost += more
        columns += [Column(field=own.name) for names in slots.named for own in self.called(names)[:1]]
        if slots.also_counts:
            columns += [c.left for c in where if isinstance(c, Compare) and isinstance(c.left, Related)]
        is_distinct = self.slots.is_distinct or not any(column in columns for column in self.label)
        yield Form(table=self.table.name, outputs=outputs_of(columns), where=where, distinct=is_distinct), cost


def figure_form(table: str, figure: Figure, keys: tuple[Expression, ...], where: Where) -> Form:
    outputs = (*outputs_of(keys), Output(name="figure", value=figure))
    return Form(table=table, outputs=outputs, where=where, group_by=keys)


def outputs_of(columns: Sequence[Expression]) -> tuple[Output, ...]:
    """Each once, under a name of its own."""
    found: dict[str, Expression] = {}
    for column in dict.fromkeys(columns):
        base = column.field if isinstance(column, Column) else column.kind
        name, number = base, 2
        while name in found:
            name, number = f"{base}_{number}", number + 1
        found[name] = column
    return tuple(Output(name=name, value=column) for name, column in found.items())


def _adds_up(field: ModelField) -> bool:
    return field.adds_up and field.refers_to is None
