"""The end of a sentence: what is left open finds its rows, and what was asked for is settled."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare
from arch_team.interpreting.frames import Frame, Item, Node
from arch_team.interpreting.phrases import Cols, Told
from arch_team.interpreting.read import Doubt
from arch_team.interpreting.sorting import Sorting
from arch_team.interpreting.state import State
from arch_team.modelling.model import NounSense


class Ending(Sorting):
    """Sentences and questions that end."""

    def _ended(self, state: State) -> Iterator[State]:
        """At the end of a sentence."""
        late = [p for p in state.open if isinstance(p.what, Told)]
        if late and state.is_given and state.frame.target >= 0 and len(late) == len(state.open):
            at = state.subject if state.subject >= 0 else state.frame.target
            shown = replace(state, frame=replace(state.frame, items=self._shown_so_far(state)))
            for each in self._opened(shown, at):
                yield from self._ended(each)
            return
        for flushed in self._flushed(state):
            states = [flushed]
            if flushed.open:
                at = flushed.frame.target
                if at < 0 and any(isinstance(p.what, Cols) for p in flushed.open):
                    first = next(p.what for p in flushed.open if isinstance(p.what, Cols))
                    tables = dict.fromkeys(s.table for s in first.noun.senses)
                    states: list[State] = []
                    for table in tables:
                        tiers = [s.tier for s in first.noun.senses if s.table == table]
                        root, at = flushed.frame.with_node(Node(table))
                        root = replace(root, target=at)
                        opened = self._opened(
                            replace(flushed, frame=root.plus(0.3 * min(tiers)), last=at, subject=at), at
                        )
                        states += list(opened)
                else:
                    states = list(self._opened(flushed, at)) if at >= 0 else [flushed]
            yield from (self._as_shown_last(each) for each in states)

    def _as_shown_last(self, state: State) -> State:
        """`…? Show name and number.`: what a later sentence shows takes the place of what was shown before."""
        frame = state.frame
        before, after = frame.items[: state.begun], frame.items[state.begun :]
        if state.segment and after and not before and self._tell_no_rows(frame, after):
            frame = replace(frame, items=(Item(frame.target), *after))
        if state.segment and after and before:
            same = [item for item in before if any(_alike(item, other) for other in after)]
            listed = any(item.column is not None and item.function is None for item in after)
            kept = [i for i in before if i not in same and (i.column is not None or i.function is not None)]
            kept = [i for i in kept if not (listed and i.function is Function.COUNT and i.node == frame.target)]
            frame = replace(frame, items=(*kept, *after))
        return replace(state, frame=frame)

    def _tell_no_rows(self, frame: Frame, items: Sequence[Item]) -> bool:
        """Whether columns that are asked for do not say of which of the rows they are."""
        target = frame.target
        if target < 0 or not frame.nodes[target].is_named or frame.keys:
            return False
        return all(
            i.node == target and i.column is not None and not i.function and not self._names_rows(frame, i)
            for i in items
        )

    # the whole question

    def _closed(self, state: State) -> Iterator[State]:
        if state.open or state.frame.target < 0 or state.negated or state.pending is not None:
            return
        if state.limit > 1 or state.joined or state.measure is not None or self._is_bare(state):
            return
        if any(
            i.is_amount and self._is_of_one(state.frame, i) is (i.function is Function.SUM)
            for i in state.frame.items
            if i.function is not Function.AVG
        ):
            return
        state = self._altogether(self._as_usual(state))
        is_of_all = self._says_altogether or self.lattice.lexicon.sum_word in self.lattice.words
        if state.frame.names_kinds and not is_of_all and any(item.function is not None for item in state.frame.items):
            state = replace(state, frame=state.frame.told((0, 0), Doubt()))
        if "who" in state.asks and not self._tells_somebody(state.frame):
            return
        if state.asks & {"how_much", "how_so"}:
            return
        yield state

    def _tells_somebody(self, frame: Frame) -> bool:
        """Whether what is shown are people, or says who they are."""
        if self.model.tables[frame.nodes[frame.target].table].is_person:
            return True
        people = {(field.table, field.name) for field in self.lattice.somebody}
        for item in (*frame.items, *frame.keys):
            table = frame.nodes[item.node].table
            if self.model.tables[table].is_person and item.function is None:
                return True
            if item.column is not None and (table, item.column.field) in people and self.lattice.speaks_of(table):
                return True
            field = self.model.tables[table].fields.get(item.column.field) if item.column is not None else None
            if field is not None and field.refers_to is not None and self.model.tables[field.refers_to].is_person:
                return True
        return False

    def _is_of_one(self, frame: Frame, item: Item) -> bool:
        """Whether an amount is that of one row: the first by something, or one that is called by its name."""
        table = self.model.tables[frame.nodes[item.node].table]
        named = {*table.key, *table.label, table.code}
        held = (
            c.left.field
            for c in frame.nodes[item.node].where
            if isinstance(c, Compare) and c.op is Op.EQ and isinstance(c.left, Column)
        )
        shown = any(each.node == item.node and each.function is None and each != item for each in frame.items)
        ranked = any(rank.node == item.node and rank.by.function is None for rank in frame.ranks)
        return ranked or shown or any(field in named for field in held)

    def _as_usual(self, state: State) -> State:
        """`the amount of all orders`: the figure that the model makes of it. Several amounts are listed."""
        frame = state.frame
        item = frame.items[0] if len(frame.items) == 1 else Item(-1)
        if (
            item.column is None
            or item.function is not None
            or frame.ranks
            or frame.sorts
            or self._is_of_one(frame, item)
        ):
            return state
        usual, end = self._field_of(frame, item).aggregation, item.span[1] - 1
        is_one = 0 <= end < len(self.lattice) and self.lattice.words[end] == self.lattice.stems[end]
        if usual is None or not is_one:
            return state
        return replace(state, frame=replace(frame, items=(replace(item, function=usual),)))

    def _altogether(self, state: State) -> State:
        """`the volume of all donations altogether`: their sum."""
        frame = state.frame
        if (
            not self._says_altogether
            or len(frame.items) != 1
            or frame.items[0].column is None
            or frame.items[0].function
            or frame.ranks
        ):
            return state
        field = self._field_of(frame, frame.items[0])
        summed = replace(frame.items[0], function=Function.SUM)
        return replace(state, frame=replace(frame, items=(summed,))) if field.is_measure and field.adds_up else state

    def _is_bare(self, state: State) -> bool:
        """`who did it?`, `the skipper?`: nothing says of which."""
        frame = state.frame
        held = any(n.where or n.options or n.count or n.negated for n in frame.nodes) or len(frame.nodes) > 1
        if held or frame.ranks or frame.keys or frame.havings or any(i.function for i in frame.items):
            return False
        if "who" in state.asks and frame.nodes[frame.target].table not in self.lattice.mentioned:
            return True
        if frame.items:
            return False
        spans = {p.span for p in frame.parts if isinstance(p.meaning, NounSense) and p.meaning.field is None}
        asked = any(
            self.words.at(self.lattice.words, at) and said.klass in ("ask", "which", "each")
            for at in range(len(self.lattice))
            for said in self.words.at(self.lattice.words, at)
        )
        return not asked and all(
            self.lattice.words[end - 1] == self.lattice.stems[end - 1] and start > 0 for start, end in spans
        )


def _alike(one: Item, other: Item) -> bool:
    return (one.node, one.column, one.function) == (other.node, other.column, other.function) or (
        one.function is Function.COUNT and other.function is Function.COUNT and -1 in (one.node, other.node)
    )
