"""Ranks: the most and the least, the first and the last, of a column or of how many there are."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import cast

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column
from arch_team.interpreting.bounding import Bounding
from arch_team.interpreting.frames import Frame, Item, Rank
from arch_team.interpreting.phrases import Cols, Piece, Top
from arch_team.interpreting.reaching import LATER, Place
from arch_team.interpreting.read import Doubt
from arch_team.interpreting.state import State
from arch_team.modelling.model import ModelField


class Ranking(Bounding):
    """Rows that are ranked."""

    # by a figure, a day or a count

    def _ranked(self, frame: Frame, at: int, top: Top) -> Iterator[Frame]:
        """`the oldest`: by what the word names."""
        if top.dimension is None:
            return
        found = self.dimension(frame.nodes[at].table, top.dimension)
        if not found and top.dimension in self.lattice.lexicon.phrases("any_measure"):
            measures = [f for f in self.model.tables[frame.nodes[at].table].stored.values() if f.is_measure]
            found = [(measures[0], top.is_max, 0.2)] if len(measures) == 1 else []
        for field, is_max, cost in found:
            item = Item(at, Column(field=field.name), span=top.span)
            yield replace(frame, ranks=(*frame.ranks, Rank(at, item, is_max, top.limit, top.span))).plus(cost)

    def _ranked_by_count(self, frame: Frame, at: int, first: int | None, top: Top) -> Frame | None:
        if first is None:
            return None
        parent = frame.nodes[first].parent
        rank = Rank(parent, Item(first, function=Function.COUNT), top.is_max, top.limit, top.span)
        return replace(frame, ranks=(*frame.ranks, rank))

    def _ranked_by_day(self, state: State, at: int, top: Top) -> Iterator[State]:
        """`was born first`, `registered most recently`: by the day of what was done."""
        frame, table = state.frame, state.frame.nodes[at].table
        is_max = not self.words.dimensions[top.dimension or ""][0].startswith("-")
        said = self.lattice.telling(state.verbs)
        days = [
            f
            for f in self.model.tables[table].fields.values()
            if f.is_temporal and said and self.lattice.dates(said, f)
        ]
        for field in days:
            rank = Rank(at, Item(at, Column(field=field.name)), is_max, top.limit, top.span)
            yield state.done(replace(frame, ranks=(*frame.ranks, rank)), phase="told", verbs=(), limit=1)
        for other in [t for t in self.lattice.tables_of(state.verbs) if t != table][:2] if not days else ():
            for tied, end, cost in self.tied(frame, other, [at], words=state.verbs):
                for field, dear in self._days(other, state.verbs):
                    function = Function.MAX if is_max else Function.MIN
                    rank = Rank(at, Item(end, Column(field=field.name), function), is_max, top.limit, top.span)
                    yield state.done(
                        replace(tied, ranks=(*tied.ranks, rank)).plus(cost + dear), phase="told", verbs=(), limit=1
                    )

    def _ranked_group(self, state: State, item: Item, top: Top, dear: float = 0.0) -> Iterator[State]:
        """The value that most rows have."""
        frame = state.frame
        key = replace(item, span=(0, 0))
        limit = state.limit if top.limit == 1 else top.limit
        rank = Rank(item.node, Item(item.node, function=Function.COUNT), top.is_max, limit, top.span)
        yield state.done(
            replace(frame, keys=(*frame.keys, key), ranks=(*frame.ranks, rank)).plus(dear),
            phase="told",
            verbs=(),
            limit=1,
        )

    def _ranked_by(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        """`the top three by weight`."""
        rank = state.frame.ranks[-1]
        for place in self.named(state.frame, cols, [rank.node]):
            item = Item(place.node, place.column, span=piece.span)
            ranks = (*place.frame.ranks[:-1], replace(rank, by=item))
            yield state.done(replace(place.frame, ranks=ranks).plus(place.cost))

    def _most_referred(self, frame: Frame, at: int, top: Top) -> Iterator[Frame]:
        """`the most popular course`: by the rows of the one table that points at it."""
        children = {link.table for link in self.model.links_to(frame.nodes[at].table)}
        if len(children) != 1:
            return
        for path in self.joins.paths(frame.nodes[at].table, next(iter(children)))[:1]:
            tied, first = self.along(frame, at, path, is_named=False, apart=True)
            ranked = self._ranked_by_count(tied, first, self._first_down(tied, first), top)
            if ranked is not None:
                yield ranked.plus(0.3)

    def _leaning(self, top: Top, field: ModelField) -> Top:
        """`tiefst`: the most of a depth, the least of anything else."""
        last = self.lattice.words[top.span[1] - 1]
        names = {
            self.lattice.stem(word) for each in self.words.dimensions.get(last, ()) for word in each.strip("-").split()
        }
        is_other = names.isdisjoint(word for name in field.names for word in name.words)
        return replace(top, is_max=False) if is_other and last in self.lattice.lexicon.phrases("low_of_others") else top

    def _is_of_size(self, top: Top) -> bool:
        """Whether a rank is of the highest or lowest of anything."""
        return top.dimension is None or top.dimension in self.lattice.lexicon.phrases("any_measure")

    def _is_measured_by(self, field: ModelField, top: Top) -> bool:
        """Whether a rank is of what stands in a column: the highest price, and not the oldest log id."""
        if not (field.is_measure or field.is_temporal):
            return False
        return top.dimension is None or self._may_be(field, top.dimension)

    # by a column that is named

    def _topped(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        """`with the highest price`: it ranks the rows."""
        top = cast("Top", cols.top)
        frame = state.frame
        for place in self.named(frame, cols, self._near(state)):
            top = self._leaning(cast("Top", cols.top), place.field)
            if not (place.field.type.is_number or place.field.is_temporal):
                continue
            if not cols.functions and top.dimension is not None and not self._may_be(place.field, top.dimension):
                continue
            if top.counts and not place.field.is_measure:
                continue
            functions = cols.functions or self._made_of_many(state, place, top)
            alone = [i for i in place.frame.items if i.column is not None and i.function is None]
            told_of = len(alone) == 1 == len(place.frame.items) and not place.frame.nodes[place.frame.target].is_named
            node = place.frame.nodes[alone[0].node] if alone else place.frame.nodes[place.node]
            shown = (alone[0].column or Column(field="")).field if alone else ""
            is_somebody = any((f.table, f.name) == (node.table, shown) for f in self.lattice.somebody)
            is_one = "who" in state.asks or is_somebody
            told_of = (
                told_of and (self._says_altogether or not is_one) and shown not in self.model.tables[node.table].key
            )
            if (
                not functions
                and place.field.adds_up
                and told_of
                and self._is_of_size(top)
                and alone[0].column != place.column
            ):
                yield from self._topped(state, piece, replace(cols, functions=(Function.SUM,)))
                if self._says_altogether:
                    continue
            item = Item(place.node, place.column, functions[0] if functions else None, span=piece.span)
            at = place.node if not functions else self._counted_for(place.frame, place.node, state)
            asked = [i for i in place.frame.items if i.column is not None and i.function is None]
            if (
                functions
                and len(asked) == 1
                and len(place.frame.items) == 1
                and self.up_to(place.frame, place.node, asked[0].node)
            ):
                key, limit = replace(asked[0], span=(0, 0)), state.limit if top.limit == 1 else top.limit
                rank = Rank(asked[0].node, item, top.is_max, limit, top.span)
                if not self._names_rows(place.frame, asked[0]) or not place.frame.nodes[asked[0].node].is_named:
                    made = replace(place.frame, keys=(*place.frame.keys, key), ranks=(*place.frame.ranks, rank))
                    yield state.done(made.plus(place.cost), limit=1)
                    continue
            if at is None:
                continue
            limit = state.limit if top.limit == 1 else top.limit
            rank = Rank(at, item, top.is_max, limit, top.span)
            made = replace(place.frame, ranks=(*place.frame.ranks, rank)).told(cols.noun.span, place.column)
            unnamed = place.node >= len(frame.nodes) and self._first_down(place.frame, place.node) is not None
            if unnamed and cols.owner is None and made.nodes[place.node].table not in self.lattice.mentioned:
                made = made.told((0, 0), Doubt())
            new = place.node if place.node >= len(frame.nodes) else state.last
            yield state.done(made.plus(place.cost), limit=1, last=new)

    def _made_of_many(self, state: State, place: Place, top: Top) -> tuple[Function, ...]:
        """`the most honey` of who has several harvests is their sum; so is what is worked out of several rows."""
        if place.field.metric is not None:
            return (place.field.aggregation or Function.SUM,)
        is_new = place.node >= len(state.frame.nodes)
        many = (is_new and self._counted_for(place.frame, place.node, state) is not None) or self._is_of_values(place)
        return (Function.SUM,) if top.counts and place.field.adds_up and many else ()

    def _is_of_values(self, place: Place) -> bool:
        """Whether values of a column are asked for, and not the rows that have them."""
        asked = [i for i in place.frame.items if i.column is not None and i.function is None]
        if len(asked) != 1 or len(place.frame.items) != 1 or asked[0].column is None:
            return False
        node = place.frame.nodes[asked[0].node]
        return not (
            self._names_rows(place.frame, asked[0])
            if node.is_named
            else asked[0].column.field in self.model.tables[node.table].key
        )

    def _counted_for(self, frame: Frame, at: int, state: State) -> int | None:
        """Whose figure something is that many rows have: those spoken of, to which these rows point."""
        for other in (state.subject, frame.target):
            if 0 <= other < len(frame.nodes) and other != at and self._first_down(frame, at) is not None:
                return other
        return None

    @cached_property
    def _says_altogether(self) -> bool:
        places = range(len(self.lattice))
        return any(one.klass == "altogether" for at in places for one in self.words.at(self.lattice.words, at))

    # ranks that stand alone

    def _top(self, state: State, piece: Piece, top: Top) -> Iterator[State]:
        frame = state.frame
        near = self._near(state)
        if state.pending is not None and isinstance(state.pending.what, Cols) and not top.counts:
            topped = replace(state.pending.what, top=top)
            yield from self._topped(replace(state, pending=None), state.pending, topped)
            return
        if top.counts:
            yield from self._most_often(state, piece, top)
            return
        if top.dimension is None:
            return
        if state.phase == "told" and not state.verbs and self._places.ranks_times(top.dimension) and state.top is None:
            yield replace(state, top=top)
        subject = state.subject if state.subject >= 0 else frame.target
        if state.verbs and subject >= 0 and self._places.ranks_times(top.dimension):
            yield from self._ranked_by_day(state, subject, replace(top, limit=state.limit) if top.limit == 1 else top)
            if any(not self.is_general(verb) for verb in self.lattice.telling(state.verbs)):
                return
        top = replace(top, limit=state.limit) if top.limit == 1 else top
        for order, at in enumerate(near[:3]):
            for made in self._ranked(frame, at, top):
                yield state.done(made.plus(LATER * order), phase="told", limit=1)

    def _most_often(self, state: State, piece: Piece, top: Top) -> Iterator[State]:
        """`occurs most often`, `was ordered the most`: by how many rows there are, or belong to each."""
        frame = state.frame
        shown = [item for item in frame.items if item.column is not None and item.function is None]
        if len(shown) == 1 and len(frame.items) == 1 and not self._names_rows(frame, shown[0]):
            yield from self._ranked_group(state, shown[0], top)
        at = state.subject if state.subject >= 0 else frame.target
        if at < 0:
            return
        if state.verbs == () and not self._says_often(top) and piece.span[1] < len(self.lattice):
            behind = (self.lattice.words[piece.span[1]],)
            if self.lattice.relates(piece.span[1]) and self._may_be_amounts(replace(state, verbs=behind)):
                return  # how often it was harvested, or how much
        if state.linked >= 0 and self._first_down(frame, state.linked) is not None:
            ranked = self._ranked_by_count(frame, state.linked, self._first_down(frame, state.linked), top)
            if ranked is not None:
                yield state.done(ranked, verbs=(), phase="told", limit=1)
                return
        if not self._says_often(top) and self._may_be_amounts(state):
            return  # how often it was harvested, or how much
        tables = [each for each in self.lattice.tables_of(state.verbs) if each != frame.nodes[at].table]
        for table in tables[:2]:
            for tied, end, cost in self.tied(frame, table, [at], words=state.verbs, apart=True):
                ranked = self._ranked_by_count(tied, end, self._first_down(tied, end), top)
                if ranked is not None:
                    yield state.done(ranked.plus(cost), verbs=(), phase="told")
        if not tables and (not shown or self._names_rows(frame, shown[0])):
            for made in self._most_referred(frame, at, top):
                yield state.done(made, phase="told")

    def _says_often(self, top: Top) -> bool:
        return bool(set(self.lattice.words[slice(*top.span)]) & self.words.phrases("often_word"))

    def _may_be_amounts(self, state: State) -> bool:
        """Whether rows that a verb names hold amounts of what was done."""
        tables = [self.model.tables[name] for name in self.lattice.tables_of(state.verbs)]
        return any(field.adds_up and field.is_measure for table in tables for field in table.stored.values())
