"""The order in which rows are shown."""

from collections.abc import Iterator
from dataclasses import replace

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column
from arch_team.interpreting.counting import Counting
from arch_team.interpreting.frames import Item, Sort
from arch_team.interpreting.phrases import Cols, Count, Piece, Rows, Sorted, Top
from arch_team.interpreting.state import State


class Sorting(Counting):
    """Columns and counts that rows are sorted by."""

    def _sorted(self, state: State, piece: Piece, order: Sorted) -> Iterator[State]:
        frame = state.frame
        if not order.by:
            if order.is_chronological:
                sort = Sort(None, order.descending, is_time=True)
                yield state.done(replace(frame, sorts=(*frame.sorts, sort)).told(piece.span, None))
                return
            yield state.done(replace(frame, sorts=(*frame.sorts, Sort(None, order.descending))).told(piece.span, None))
            return
        states = [state]
        for by in order.by:
            states = [more for each in states for more in self._sorted_by(each, piece, by, order)]
        yield from (replace(each, after="order") for each in states)

    def _sorted_by(self, state: State, piece: Piece, by: object, order: Sorted) -> Iterator[State]:
        frame = state.frame
        if isinstance(by, Cols):
            for place in self.named(frame, by, self._near(state)):
                function = by.functions[0] if by.functions else None
                item = Item(place.node, place.column, function)
                yield state.done(
                    replace(place.frame, sorts=(*place.frame.sorts, Sort(item, order.descending))).plus(place.cost)
                )
        elif isinstance(by, Count):
            if isinstance(by.of, Rows):
                for sense in by.of.noun.senses[:2]:
                    for made, at, cost in self._counted_rows(state, by.of, sense):
                        sort = Sort(Item(at, function=Function.COUNT), order.descending)
                        yield state.done(replace(made, sorts=(*made.sorts, sort)).plus(cost))
            else:
                yield state.done(
                    replace(frame, sorts=(*frame.sorts, Sort(Item(-1, function=Function.COUNT), order.descending)))
                )
        elif isinstance(by, Top):
            sizes = self.lattice.lexicon.phrases("any_measure")
            is_size = bool(
                sizes
                & {" ".join(self.lattice.words[a:b]) for a in range(*by.span) for b in range(a + 1, by.span[1] + 1)}
            )
            if by.dimension is None:
                if state.frame.ranks and by.is_max and not order.by[1:]:
                    yield state  # the best first
                elif by.counts or is_size:
                    yield state.done(replace(frame, sorts=(*frame.sorts, Sort(None, order.descending))))
                return
            for at in self._near(state)[:2]:
                for field, is_max, cost in self.dimension(frame.nodes[at].table, by.dimension):
                    sort = Sort(Item(at, Column(field=field.name)), is_max)
                    yield state.done(replace(frame, sorts=(*frame.sorts, sort)).plus(cost))
            if is_size:
                yield state.done(replace(frame, sorts=(*frame.sorts, Sort(None, by.is_max))).plus(0.2))
