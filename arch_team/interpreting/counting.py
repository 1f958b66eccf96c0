"""Counts: how many rows there are, or how much of something."""

from collections.abc import Iterator
from dataclasses import replace

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column
from arch_team.interpreting.frames import Frame, Item, Node
from arch_team.interpreting.phrases import Cols, Count, Piece, Rows
from arch_team.interpreting.read import Doubt
from arch_team.interpreting.state import State
from arch_team.interpreting.tying import Tying
from arch_team.modelling.model import ModelField, NounSense

_SHORT = 3


class Counting(Tying):
    """Rows and amounts that are counted."""

    def _count(self, state: State, piece: Piece, count: Count) -> Iterator[State]:
        frame = state.frame
        if count.of is None:
            if count.top is not None:
                return
            if state.phase == "told" and not state.joined and "with" not in state.lead and "ask" not in state.lead:
                return
            if any(node.negated for node in frame.nodes) and not any(n.down and not n.negated for n in frame.nodes):
                return  # there are none
            item = Item(-1, function=Function.COUNT, span=piece.span)
            if not (state.asks or frame.items or frame.keys or frame.ranks) and len(frame.nodes) == 1:
                yield state.done(replace(frame, items=(item,)))  # `orders, how many of them`
                return
            function = count.functions[0] if count.functions else None
            yield state.done(replace(frame, items=(*self._shown_so_far(state), replace(item, per_row=function))))
            return
        if isinstance(count.of, Cols):
            if state.phase == "told" and not state.joined:
                return
            for place in self.named(frame, count.of, self._near(state)):
                per = self.words.phrases("each")
                if any(word in per for name in place.field.names if name.tier == 0 for word in name.words[1:]):
                    continue  # a price per kilogram says not how many there are
                if self._is_paid_for(place.field, count.of):
                    continue
                amounts = place.field.is_measure and not count.is_distinct
                said = count.functions or (
                    (Function.MAX if count.top.is_max else Function.MIN,) if count.top is not None else ()
                )
                if said and amounts:
                    shown = tuple(Item(place.node, place.column, each, span=piece.span) for each in said)
                    made = replace(place.frame, items=(*place.frame.items, *shown)).plus(place.cost)
                    yield state.done(made, last=place.node, subject=place.node if state.subject < 0 else state.subject)
                if said:
                    continue
                together = any(self.words.phrases("altogether") & set(self.lattice.words))
                named = (
                    place.frame.changed(place.node, replace(place.frame.nodes[place.node], is_named=True))
                    if amounts
                    else place.frame
                )
                place = replace(place, frame=named)
                for function, dear in ((None, 0.5 * together), (Function.SUM, 0.0)) if amounts else _counting(count):
                    if function is Function.SUM and not place.field.adds_up:
                        continue
                    item = Item(
                        place.node, place.column, function, is_amount=amounts and place.field.adds_up, span=piece.span
                    )
                    before = self._shown_so_far(state) if state.joined else place.frame.items
                    made = replace(place.frame, items=(*before, item)).told(count.of.noun.span, place.column)
                    yield state.done(
                        made.plus(place.cost + dear),
                        last=place.node,
                        subject=place.node if state.subject < 0 else state.subject,
                    )
            return
        rows = count.of
        for sense in rows.noun.senses[:3]:
            dear = 0.5 if sense.tier > rows.noun.senses[0].tier else 0.0
            for made, at, cost in self._counted_rows(state, rows, sense):
                for whole in self._premodified(made.told(rows.noun.span, sense), at, rows, piece.span):
                    function = count.functions[0] if count.functions else None
                    item = Item(at, function=Function.COUNT, per_row=function, span=piece.span)
                    total = whole.plus(cost + dear)
                    amount = self._amount_called(rows, sense)
                    if amount is not None and not count.functions and count.top is None and "each" not in state.lead:
                        summed = Item(at, Column(field=amount.name), Function.SUM, span=piece.span)
                        target = at if total.target < 0 else total.target
                        yield state.done(
                            replace(total, items=(*total.items, summed), target=target), last=at, subject=at
                        )
                        continue
                    if count.top is not None:
                        asked = [i for i in total.items if i.column is not None and i.function is None and i.node == at]
                        if len(asked) == 1 and len(total.items) == 1:
                            yield from self._ranked_group(replace(state, frame=total), asked[0], count.top)
                            continue
                        first = self._first_down(total, at)
                        top = replace(count.top, limit=state.limit) if count.top.limit == 1 else count.top
                        ranked = self._ranked_by_count(total, at, first, top)
                        if ranked is not None:
                            yield state.done(ranked, last=at, phase="told", limit=1)
                        continue
                    shown = (
                        state.phase == "ask"
                        or bool(state.joined)
                        or "with" in state.lead
                        or bool(state.lead & {"pointing", "comma"})
                    )
                    if shown:
                        items = self._shown_so_far(state) if frame.nodes and state.phase != "ask" else total.items
                        target = at if total.target < 0 else total.target
                        after = replace(total, items=(*items, item), target=target)
                        yield state.done(after, last=at, subject=at if state.subject < 0 else state.subject, verbs=())
                    if state.phase == "told":
                        yield state.done(total, last=at, measure=item, verbs=())

    def _is_paid_for(self, field: ModelField, cols: Cols) -> bool:
        """Whether a column is money that is named for what it is paid for: the campus fee counts no campuses."""
        said, money = set(self.lattice.stems[slice(*cols.noun.span)]), self.lattice.lexicon.words("money_noun")
        ends = [name.words[-1] for name in field.names if name.tier == 0 and len(name.words) > 1]
        return any(end in money and end not in said for end in ends)

    def _holds_amounts(self, frame: Frame, at: int) -> bool:
        """Whether rows between say how many of the others there are: three parts of a kind are one row."""
        first = self._first_down(frame, at)
        if first is None or first == at:
            return False
        nouns = self.lattice.lexicon.words("quantity_noun")
        fields = self.model.tables[frame.nodes[first].table].stored.values()
        return any(f.is_measure and f.adds_up and nouns & {*n.words} for f in fields for n in f.names if n.tier == 0)

    def _amount_called(self, rows: Rows, sense: NounSense) -> ModelField | None:
        """The hours of rows that are called `working hours`: these may be asked for, or how many rows there are."""
        word = self.lattice.stems[rows.noun.span[1] - 1]
        units = {self.lattice.stem(unit) for unit in self.lattice.lexicon.words("unit")}
        long = {unit for unit in units if len(unit) > _SHORT}
        is_joined = self.lattice.lexicon.has_free_order  # the gram of a program is none
        called = word in long or (is_joined and any(word.endswith(u) and len(word) > len(u) + _SHORT for u in long))
        measures = (
            [f for f in self.model.tables[sense.table].stored.values() if f.is_measure and f.adds_up] if called else []
        )
        named = [f for f in measures if any(w in units for n in f.names for w in n.words)]
        return named[0] if len(named) == 1 else None

    def _counted_rows(self, state: State, rows: Rows, sense: NounSense) -> Iterator[tuple[Frame, int, float]]:
        frame = state.frame
        known = [
            at
            for at, node in enumerate(frame.nodes)
            if node.table == sense.table and (node.is_named or (at == frame.target and frame.keys)) and not node.negated
        ]
        if known:
            yield frame, known[-1], 0.0
            return
        if not frame.nodes:
            root, at = frame.with_node(Node(sense.table, is_named=True))
            yield replace(root, target=at), at, 0.0
            return
        near = [at for at in self._near(state) if frame.nodes[at].count is None]
        for tied, at, cost in self.tied(frame, sense.table, near, words=state.verbs):
            if self._holds_amounts(tied, at):
                tied = tied.told((0, 0), Doubt())
            yield tied, at, cost


def _counting(count: Count) -> "tuple[tuple[Function, float], ...]":
    """How values are counted: each once, where it is said; else whether each row that has one may be meant as well."""
    return (
        ((Function.COUNT_DISTINCT, 0.0),)
        if count.is_distinct
        else ((Function.COUNT_DISTINCT, 0.0), (Function.COUNT, 0.0))
    )
