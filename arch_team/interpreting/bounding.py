"""Bounds: figures, days and stretches of time that something is held against."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Op
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Column, Compare, Condition
from arch_team.grammar.syntax import Number, Time
from arch_team.interpreting.frames import Frame, Having, Item, Rank
from arch_team.interpreting.phrases import Bound, Cols, Figured, Held, Mean, Piece, Stretch
from arch_team.interpreting.reaching import LATER, Place
from arch_team.interpreting.state import State
from arch_team.interpreting.telling import Telling
from arch_team.modelling.model import ModelField


class Bounding(Telling):
    """Conditions that figures and times make."""

    def _bound(self, state: State, piece: Piece, bound: Bound) -> Iterator[State]:
        frame = state.frame
        if bound.is_times:
            yield from self._so_often(state, piece, bound)
            return
        is_of_others = any(isinstance(right, Mean) for right in bound.rights)
        if state.pending is not None and isinstance(state.pending.what, Cols):
            held = Held(state.pending.what, bound)
            yield from self._held(
                replace(state, pending=None, verbs=()),
                replace(piece, span=(state.pending.span[0], piece.span[1])),
                held,
            )
            return
        if state.measure is not None:
            yield from self._measure_held(state, piece, bound)
            return
        near = self._near(state)
        if not near:
            return
        number = bound.rights[0] if len(bound.rights) == 1 else None
        if (
            isinstance(number, Number)
            and not number.unit
            and not bound.is_date
            and state.linked == state.last >= 0
            and not state.negated
        ):
            first = self._first_down(frame, state.linked)
            any_measure = bound.dimension is None or bound.dimension in self.lattice.lexicon.phrases("any_measure")
            if first is not None and frame.nodes[first].count is None and any_measure and bound.op is not Op.EQ:
                held = frame.changed(first, replace(frame.nodes[first], count=(bound.op, int(number.value))))
                yield state.done(held.plus(0.3))
        for place in self._bounded(
            frame,
            bound,
            near,
            state.verbs,
            state.prior if state.joined in ("or", "and") else None,
            of_rows=bool(state.lead & {"of", "with"}),
            is_so="have" not in state.lead,
        ):
            for made in self._compared(place, bound):
                met = self._said(frame, place, made, piece.span, negated=state.negated)
                after = "mean" if is_of_others else ""
                yield state.met(met, place.node, negated=False, verbs=(), after=after)

    def _measure_held(self, state: State, piece: Piece, bound: Bound) -> Iterator[State]:
        assert state.measure is not None  # noqa: S101
        values = tuple(right.value for right in bound.rights if isinstance(right, Number))
        if len(values) == len(bound.rights) and not state.negated:
            having = Having(state.measure, bound.op, values)
            frame = replace(state.frame, havings=(*state.frame.havings, having))
            yield state.done(frame.told(piece.span, None))

    def _bounded(
        self,
        frame: Frame,
        bound: Bound,
        near: Sequence[int],
        verbs: tuple[str, ...],
        prior: "tuple[int, Condition] | None" = None,
        *,
        of_rows: bool = False,
        is_so: bool = True,
    ) -> list[Place]:
        """The columns that something may be held against which are not named."""
        found: list[Place] = []
        any_measure = bound.dimension is None or bound.dimension in self.lattice.lexicon.phrases("any_measure")
        if prior is not None and any_measure and isinstance(prior[1], Compare) and isinstance(prior[1].left, Column):
            left = prior[1].left
            table = frame.nodes[prior[0]].table
            field = self.model.tables[table].fields.get(left.field) if not left.via else None
            counted = any(isinstance(r, Number) and r.unit for r in bound.rights)
            if field is not None and (not bound.is_date or field.is_temporal) and not counted:
                return [Place(frame, prior[0], self.model.field(table, left.field), 0.0)]
        numbers = [right for right in bound.rights if isinstance(right, Number)]
        times = [
            r
            for r in bound.rights
            if isinstance(r, Time) or (isinstance(r, Number) and not r.unit and 1800 <= r.value <= 2200)
        ]
        for order, at in enumerate(near):
            table, dear = frame.nodes[at].table, LATER * order
            if bound.dimension is not None:
                own = [
                    Place(frame, at, field, cost + dear) for field, _, cost in self.dimension(table, bound.dimension)
                ]
                found += own or self._dimension_beyond(frame, at, bound.dimension, dear)
            elif bound.is_date or (times and len(times) == len(bound.rights)):
                others = [t for t in self.lattice.tables_of(verbs) if t != table] if verbs and not order else []
                others.sort(key=len)
                told = (
                    any(
                        self.lattice.dates(self.lattice.telling(verbs), f)
                        for f in self.model.tables[table].fields.values()
                        if f.is_temporal
                    )
                    if verbs
                    else False
                )
                if others and not told and table not in self.lattice.tables_of(verbs):
                    for nth, other in enumerate(others[:2]):
                        for tied, end, cost in self.tied(frame, other, [at], words=verbs):
                            more = cost + dear + 0.3 * nth
                            found += [Place(tied, end, field, more + each) for field, each in self._days(other, verbs)]
                    continue
                is_own = at == frame.target and len(frame.nodes) == 1
                found += [
                    Place(frame, at, field, cost + dear) for field, cost in self._days(table, verbs, is_own=is_own)
                ]
            elif numbers and any(number.unit for number in numbers):
                found += [Place(frame, at, field, 0.1 + dear) for field in self._by_unit(table, numbers)]
            else:
                measures = [f for f in self.model.tables[table].stored.values() if f.is_measure]
                if len(measures) == 1 and of_rows and not order:
                    found.append(Place(frame, at, measures[0], 0.2))
                if self.model.tables[table].is_person and is_so and not verbs and self._says_an_age(bound):
                    ages = self._called(table, [n.strip("-") for n in self.words.dimensions.get(self._older, ())][:1])
                    found += [Place(frame, at, field, 0.2 + dear) for field in ages]
                told = [f for f in measures if verbs and self.lattice.dates(self.lattice.telling(verbs), f)]
                found += [Place(frame, at, field, 0.1 + dear) for field in told]
        found.sort(key=lambda place: place.cost)
        return [place for place in found if place.cost <= found[0].cost + 0.1][:4] if found else []

    @property
    def _older(self) -> str:
        """The word that compares ages."""
        return next(iter(self.lattice.lexicon.old_units.values()), "")

    def _says_an_age(self, bound: Bound) -> bool:
        """`people under 40`"""
        said = self.lattice.words[bound.span[0]]
        return said in self.lattice.lexicon.words("bound_of_age") and bound.span[1] - bound.span[0] == 2

    def _by_unit(self, table: str, numbers: Sequence[Number]) -> list[ModelField]:
        units = {number.unit for number in numbers if number.unit}
        money = (
            self.lattice.lexicon.words("money_noun")
            if units & self.lattice.lexicon.words("money_unit")
            else frozenset[str]()
        )
        named = {*money, *map(self.lattice.stem, units)}
        fields = [f for f in self.model.tables[table].stored.values() if f.is_measure]
        return [f for f in fields if any(named & {*n.words} for n in f.names if n.tier == 0 or len(n.words) == 1)]

    def _so_often(self, state: State, piece: Piece, bound: Bound) -> Iterator[State]:
        """`was cast at least four times`: so many rows that the verb names, or that were spoken of."""
        frame = state.frame
        at = state.subject if state.subject >= 0 else frame.target
        if state.often is None:
            yield replace(state, often=bound)
        number = next((int(r.value) for r in bound.rights if isinstance(r, Number)), None)
        if at < 0 or number is None or state.negated:
            return
        if state.linked >= 0 and (first := self._first_down(frame, state.linked)) is not None:
            node = frame.nodes[first]
            if node.count is None and not node.negated:
                yield state.done(frame.changed(first, replace(node, count=(bound.op, number))), verbs=())
            return
        for table in [t for t in self.lattice.tables_of(state.verbs) if t != frame.nodes[at].table][:2]:
            for tied, end, cost in self.tied(frame, table, [at], words=state.verbs, apart=True):
                first = self._first_down(tied, end)
                if first is not None:
                    held = tied.changed(first, replace(tied.nodes[first], count=(bound.op, number)))
                    yield state.done(held.plus(cost), verbs=(), linked=end, last=end)

    # stretches of time

    def _stretch(self, state: State, piece: Piece, stretch: Stretch) -> Iterator[State]:
        frame = state.frame
        subject = state.subject if state.subject >= 0 else frame.target
        if stretch.top is not None and not stretch.top.counts and state.phase == "told" and subject >= 0:
            for field, cost in self._days(frame.nodes[subject].table, state.verbs):
                if stretch.top.dimension is None or self._places.ranks_times(stretch.top.dimension):
                    item = Item(
                        subject,
                        Column(field=field.name),
                        grain=stretch.grain if field.type is not FieldType.INTEGER else None,
                    )
                    rank = Rank(subject, item, stretch.top.is_max, 1, piece.span)
                    yield state.done(replace(frame, ranks=(*frame.ranks, rank)).plus(cost), verbs=())
            return
        is_key = stretch.is_each or stretch.is_asked or bool(state.lead & {"each", "what_year"})
        if not (is_key or (state.phase == "ask" and frame.keys)):
            return
        near = self._near(state)
        if not near:
            yield state.done(frame, open=(*state.open, piece))
            return
        if any(key.grain is stretch.grain for key in frame.keys):
            yield state.done(frame)
            return
        for order, at in enumerate(near):
            yield from self._stretched(state, piece, stretch, at, LATER * order)

    def _stretched(self, state: State, piece: Piece, stretch: Stretch, at: int, dear: float) -> Iterator[State]:
        frame = state.frame
        for field, cost in self._days(frame.nodes[at].table, state.verbs):
            key = Item(at, Column(field=field.name), grain=stretch.grain, span=piece.span)
            yield state.done(replace(frame, keys=(*frame.keys, key)).plus(cost + dear))

    def _days(self, table: str, verbs: tuple[str, ...], *, is_own: bool = False) -> list[tuple[ModelField, float]]:
        fields = [f for f in self.model.tables[table].fields.values() if f.is_temporal and not f.is_span]
        said = self.lattice.telling(verbs)
        told = [f for f in fields if said and self.lattice.dates(said, f)]
        if told:
            return [(field, 0.0) for field in told]
        if is_own and any(not self.is_general(verb) for verb in said):
            fields = [f for f in fields if not self._tells_a_deed(f)]
        fields = [f for f in fields if not self.is_of_another_deed(f, said)]
        usual = [f for f in fields if f.is_default_time] or fields
        return [(field, 0.1 if len(usual) == 1 else 0.3) for field in usual]

    def _tells_a_deed(self, field: ModelField) -> bool:
        """Whether a day is that of something that was done: the year when it was built."""
        return any(self.lattice.lexicon.relates(word) for name in field.names if name.tier == 0 for word in name.words)

    def is_of_another_deed(self, field: ModelField, said: Sequence[str]) -> bool:
        """Whether a day is that of something else than what happened: what was opened then was inspected later."""
        happening, vague = self.lattice.lexicon.words("happening"), self.lattice.lexicon.words("doing")
        happened = any(verb in happening and verb not in vague for verb in said)
        return happened and self._tells_a_deed(field) and not self.lattice.dates(said, field)

    def _figured(self, state: State, piece: Piece, figured: Figured) -> Iterator[State]:
        """`…, and the average`: of the one amount that was spoken of."""
        frame = state.frame
        known = {(i.node, i.column) for i in frame.items if i.column is not None and i.function is not None}
        if state.segment and len(known) == 1 and any(i.function is figured.function for i in frame.items):
            yield state.done(frame)  # said again
            return
        plain = [
            i
            for i in frame.items
            if i.column is not None and i.function is None and self._field_of(frame, i).is_measure
        ]
        if len({(i.node, i.column) for i in plain}) == 1 or len(known) == 1:
            base = plain[-1] if plain else next(i for i in frame.items if i.function is not None)
            item = replace(base, function=figured.function, grain=None, span=piece.span)
            yield state.done(replace(frame, items=(*frame.items, item)))
