"""What comes first: rows, or what they are grouped by, in the order of a column or of a figure over them."""

from collections.abc import Iterator, Sequence

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column, Expression, Figure, Form, Order
from arch_team.gathering.figures import Figures, Made, figure_form, outputs_of
from arch_team.gathering.pieces import Ranks
from arch_team.gathering.places import UNSAID
from arch_team.gathering.said import Where
from arch_team.grammar.syntax import Noun


class Ranking(Figures):
    """Forms with an order over the rows of one table."""

    def ranked(self, rank: Ranks, where: Where) -> Made:
        slots = self.slots
        if not self.fits([*slots.others, *slots.groups]):
            return
        if slots.asks_when and not slots.asks_who and rank.dimension is not None:
            yield from self._last_day(rank, where)
            return
        yield from self._extreme(rank, where)
        for by, cost, descending in self._orders(rank):
            for keys, more, is_row in self._ranked_things():
                value = by if is_row or not isinstance(by, Column) else self._added(by)
                if value is None or (is_row and isinstance(value, Figure)):
                    continue
                form = Form(
                    table=self.table.name,
                    outputs=outputs_of([*keys, *(self._beside(keys) if is_row else ())]),
                    where=where,
                    group_by=() if is_row else keys,
                    order_by=(Order(by=value, descending=descending),),
                    limit=slots.limit,
                )
                if self.are_told(slots.others, form):
                    yield form, cost + more

    def _extreme(self, rank: Ranks, where: Where) -> Made:
        """`the lowest pH`: the figure itself."""
        slots = self.slots
        alone = slots.measure or slots.target
        is_figure = slots.target is None or slots.measure is None
        if alone is None or not is_figure or slots.asks_who or slots.groups or slots.limit > 1:
            return
        for place in self.places(alone):
            largest = self._is_latest(rank) if place.field.is_temporal else rank.is_max
            function = Function.MAX if largest else Function.MIN
            if place.field.type.is_number and not place.field.is_key and place.field.refers_to is None:
                form = figure_form(self.table.name, Figure(function=function, of=place.column), (), where)
                if self.are_told(slots.others, form):
                    yield form, place.cost + self.spare(slots.others)

    def _last_day(self, rank: Ranks, where: Where) -> Made:
        function = Function.MAX if self._is_latest(rank) else Function.MIN
        for own in self.days() if self.fits(self.nouns) else ():
            figure = Figure(function=function, of=Column(field=own.name))
            yield figure_form(self.table.name, figure, (), where), self.spare(self.nouns)

    def _is_latest(self, rank: Ranks) -> bool:
        """Whether the last day comes first: of the youngest, not of the oldest."""
        of_days = self._of_days(self.lattice.lexicon.dimensions.get(rank.dimension or "", []))
        return not of_days[0].startswith("-") if of_days else rank.is_max

    def _of_days(self, names: Sequence[str]) -> list[str]:
        times = self.lattice.lexicon.words("time_noun")
        return [name for name in names if not times.isdisjoint(name.removeprefix("-").split())]

    def _added(self, by: Column) -> Figure | None:
        """Of what has many rows, all of them together. What is a row's that several point at would count many times."""
        is_own = not by.via and self.table.fields[by.field].adds_up
        return Figure(function=Function.SUM, of=by) if is_own else None

    def _beside(self, keys: Sequence[Expression]) -> Iterator[Column]:
        """What else is asked of a row that comes first."""
        for noun in self.slots.others:
            place = next(iter(self.places(noun)), None)
            yield from (column for column in (self.shown(place) if place else ()) if column not in keys)
        if self.slots.asks_who and self.slots.target is not None:
            yield from (column for column in self.people() if column not in keys)

    def _orders(self, rank: Ranks) -> Iterator[tuple[Expression, float, bool]]:
        """What it may be ranked by, what that costs, and whether the largest comes first."""
        measure = self.slots.measure
        if measure is not None:
            for place in self.places(measure):
                if place.field.is_measure:
                    yield place.column, place.cost, rank.is_max
            return
        yield from self._by_dimension(self.lattice.lexicon.dimensions.get(rank.dimension or "", []))
        if rank.counts:
            for own in self.table.fields.values():
                if own.adds_up and self.told_by_verbs(own):
                    yield Column(field=own.name), 0.0, rank.is_max
            yield Figure(function=Function.COUNT), 0.0, rank.is_max
            for related in (each for noun in self.slots.others for each in self.counts_of(noun)):
                yield related, 0.0, rank.is_max

    def _by_dimension(self, names: Sequence[str]) -> Iterator[tuple[Expression, float, bool]]:
        """By the columns that a word like `oldest` names; else by the one day there is."""
        for name in names:
            own = [field for field in self.called([name]) if field.is_measure or field.is_temporal]
            if own:
                yield from ((Column(field=field.name), 0.0, not name.startswith("-")) for field in own)
                return
        days, of_days = self.days(), self.lattice.lexicon.date_word in {name.removeprefix("-") for name in names}
        if names and len(days) == 1 and (of_days or self.slots.verbs or self.slots.asks_who):
            told = self._of_days(names)
            is_latest = bool(told) and not told[0].startswith("-")  # who has been with us longest came first
            yield Column(field=days[0].name), UNSAID, is_latest

    def _ranked_things(self) -> Iterator[tuple[tuple[Expression, ...], float, bool]]:
        """What names them, what that costs, and whether they are the rows themselves."""
        slots = self.slots
        if slots.groups:
            yield from ((keys, cost, False) for keys, cost in self.groups())
        elif slots.target is None:
            people = self.people() if slots.asks_who else ()
            if people:
                yield people, 0.0, self._are_rows(people)
        else:
            yield from self._named_things(slots.target)

    def _named_things(self, target: Noun) -> Iterator[tuple[tuple[Expression, ...], float, bool]]:
        if self.is_own(target):
            yield self.label, 0.0, True
        for keys, cost in self.keys(target):
            yield keys, cost, self._are_rows(keys)

    def _are_rows(self, keys: Sequence[Column]) -> bool:
        return all(column in self.label for column in keys)
