"""Rows: those a question is of, and how the next that are named are tied to them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Step
from arch_team.grammar.syntax import Noun
from arch_team.interpreting.columns import Columns
from arch_team.interpreting.frames import Frame, Having, Item, Node, Rank
from arch_team.interpreting.phrases import Amount, Piece, Rows, Told
from arch_team.interpreting.state import State
from arch_team.modelling.model import NounSense


class Tying(Columns):
    """Rows that are named, tied to those before."""

    def _rows(self, state: State, piece: Piece, rows: Rows) -> Iterator[State]:
        for sense in rows.noun.senses[:3]:
            for more in self._rows_of(state, piece, rows, sense):
                yield more.plus(0.5 if sense.tier > rows.noun.senses[0].tier else 0.0)

    def _rows_of(self, state: State, piece: Piece, rows: Rows, sense: NounSense) -> Iterator[State]:
        frame, lead = state.frame, state.lead
        is_each = rows.is_each or "each" in lead
        plain = not (rows.amount or rows.is_none or state.negated or (rows.top and rows.top.counts))
        asked = [
            i for i in frame.items if i.column is not None and i.function is None and not frame.nodes[i.node].is_named
        ]
        if (
            len(asked) == 1
            and len(frame.items) == 1
            and frame.nodes[asked[0].node].table == sense.table
            and not frame.nodes[asked[0].node].is_named
        ):
            yield from self._of_values(state, piece, rows, asked[0])
            return
        known = [
            at
            for at, node in enumerate(frame.nodes)
            if node.table == sense.table and not node.negated and (node.is_named or (at == frame.target and not asked))
        ]
        if (
            known
            and plain
            and not state.both
            and state.joined != "or"
            and (
                rows.is_pointing
                or state.segment
                or is_each
                or state.phase == "ask"
                or state.open
                or ("be" in lead and rows.texts)
            )
        ):
            for at in known[-1:]:
                if "of" in lead and not state.open and state.phase == "ask" and frame.items:
                    frame = frame.plus(0.4)  # what stood before it was said of these rows
                same = self._premodified(frame.told(rows.noun.span, sense), at, rows, piece.span)
                for made in same:
                    yield from self._settled(state, made, at, piece, is_each=is_each, is_same=True)
            if rows.is_pointing or (state.segment and not rows.texts):
                return
        asks_on = (state.joined and (rows.is_asked or "which" in lead)) or "relative" in lead
        if frame.target < 0 and not frame.nodes and state.open and asks_on:
            return  # how much it is, and whose: that is the first by it
        if frame.target < 0 and not frame.nodes:
            if state.negated or rows.is_none:
                for each in self._implicit(state):
                    yield from self._rows_of(each, piece, rows, sense)
                return
            root, at = frame.with_node(Node(sense.table, is_named=True))
            root = replace(root, target=at).told(rows.noun.span, sense)
            told = bool(lead & {"have", "with", "deed", "relative", "be"}) and not lead & {"of"}
            if (rows.amount is not None or (rows.top is not None and rows.top.counts)) and state.open and told:
                for each in self._opened(
                    replace(state, frame=root.changed(at, replace(root.nodes[at], is_named=False))), at
                ):
                    shown = [i for i in each.frame.items if i.column is not None and i.function is None]
                    own = len(shown) == 1 and each.frame.nodes[shown[0].node].table == sense.table
                    if own and len(each.frame.items) == 1:
                        yield from self._of_values(each, piece, rows, shown[0])
            when = [p for p in state.open if isinstance(p.what, Told) and p.what.klasses & {"what_year", "when"}]
            if rows.amount is not None and when:
                yield from self._on_days_with(state, root, at, rows)
                return
            if rows.amount is not None and (rows.amount.op is not Op.EQ or is_each or rows.amount.value <= 1):
                return
            limit = 1 if rows.amount is None else int(rows.amount.value)
            if rows.top is not None and rows.top.dimension is None and not rows.top.counts and rows.top.limit > 1:
                limit, rows = rows.top.limit, replace(rows, top=None)
            for made in self._premodified(root, at, rows, piece.span):
                for each in self._settled(state, made, at, piece, is_each=is_each, is_same=False):
                    yield replace(each, limit=limit)
            return
        yield from self._tie(state, piece, rows, sense, is_each=is_each)

    def _on_days_with(self, state: State, root: Frame, at: int, rows: Rows) -> Iterator[State]:
        """`in which years were at least two halls opened`"""
        amount = cast("Amount", rows.amount)
        for each in self._opened(replace(state, frame=root), at):
            if len(each.frame.items) == 1:
                having = Having(Item(at, function=Function.COUNT), amount.op, (int(amount.value),))
                key = replace(each.frame.items[0], span=(0, 0))
                made = replace(each.frame, keys=(key,), havings=(having,))
                yield each.done(made, last=at, subject=at, phase="told")

    def _of_values(self, state: State, piece: Piece, rows: Rows, item: Item) -> Iterator[State]:
        """`which home ports have more than one vessel`: the values of a column, by the rows that have them."""
        frame = state.frame
        if rows.top is not None and rows.top.counts:
            for made in self._premodified(frame, item.node, replace(rows, top=None), piece.span):
                yield from self._ranked_group(replace(state, frame=made), item, rows.top)
            return
        column = item.column.field if item.column is not None else ""
        step = Step(field=column, table=frame.nodes[item.node].table, key=column)
        node = Node(frame.nodes[item.node].table, item.node, (step,), True, is_named=True)
        if rows.amount is not None:
            node = replace(node, count=(rows.amount.op, int(rows.amount.value)))
        elif rows.is_none or state.negated:
            node = replace(node, negated=True)
        tied, at = replace(frame, is_distinct=True).told(rows.noun.span, rows.noun.senses[0]).with_node(node)
        for made in self._premodified(tied, at, replace(rows, amount=None), piece.span):
            after = state.done(made, last=at, subject=at, phase="told", verbs=(), negated=False, linked=at)
            if state.joined == "or" and state.linked >= 0 and frame.nodes[state.linked].parent == item.node:
                after = replace(after, frame=_as_choice(after.frame, state.linked, at))
            yield after

    def _settled(
        self, state: State, frame: Frame, at: int, piece: Piece, *, is_each: bool, is_same: bool
    ) -> Iterator[State]:
        """The rows are known; what was open is of them."""
        asked = [p.what for p in (piece,) if isinstance(p.what, Rows) and p.what.is_asked]
        if asked and is_same and state.joined and state.is_given and not state.segment:
            if any(item.function for item in frame.items):
                return  # how much it is, and whose: that is the first by it
            frame = replace(frame, items=(*self._shown_so_far(state), Item(at, span=piece.span)))
        begins = (
            state.phase == "ask" and state.segment and not state.open and is_same and len(frame.items) == state.begun
        )
        if begins and "ask" in state.lead and not state.lead & {"of", "preposition"} and not is_each:
            frame = replace(frame, items=(*frame.items, Item(at, span=piece.span)))
        if is_each:
            late = state.segment and frame.keys and any(i.function for i in frame.items) and not _is_key(frame, at)
            frame = replace(
                frame, keys=(*frame.keys, Item(at, span=piece.span)) if not _is_key(frame, at) else frame.keys
            )
            frame = frame.plus(4.0 if late else 0.0)
        subject = at if state.subject < 0 or state.phase == "ask" else state.subject
        owner = "owner" if state.open else ""
        after = state.done(frame, last=at, subject=subject, negated=False, after=owner)
        if state.phase == "ask" and not state.open and not is_each and not is_same and len(frame.items) == state.begun:
            after = (
                replace(after, frame=replace(after.frame, target=at))
                if state.segment == 0 and frame.target < 0
                else after
            )
        yield from self._opened(after, at)

    def _tie(self, state: State, piece: Piece, rows: Rows, sense: NounSense, *, is_each: bool) -> Iterator[State]:
        """Rows that are tied to others."""
        frame, lead = state.frame, state.lead
        negated = state.negated or rows.is_none
        passed = [
            at
            for at, node in enumerate(frame.nodes)
            if node.table == sense.table and not node.is_named and at != frame.target
        ]
        plain = not (negated or rows.amount or rows.top or is_each or state.joined)
        if passed and plain and lead & {"preposition", "of"}:
            named = frame.changed(passed[-1], replace(frame.nodes[passed[-1]], is_named=True)).told(
                rows.noun.span, sense
            )
            for made in self._premodified(named, passed[-1], rows, piece.span):
                yield state.done(made, last=passed[-1], verbs=(), linked=passed[-1])
            return
        near = self._near(state, *((state.subject,) if state.phase == "told" and "of" not in lead else ()))
        if state.joined and state.linked >= 0 and frame.nodes[state.linked].table == sense.table:
            parent = self._owner(frame, state.linked)
            near = [parent, *[at for at in near if at != parent]]
        apart = (state.both or bool(state.joined)) and any(node.table == sense.table for node in frame.nodes)
        words = (*state.verbs, *rows.deeds)
        verbs_said = bool(state.verbs)
        implicit = state.subject >= 0 and not frame.nodes[state.subject].is_named and "be" in lead and not words
        if implicit:
            frame = frame.plus(0.5)  # `from which teams are the machines` asks for the teams of machines
        ways = list(self.tied(frame, sense.table, near, words=words, apart=apart or negated or rows.amount is not None))
        for tied, at, cost in self._by_role(ways, rows.noun, sense, len(frame.nodes)):
            tied = tied.told(rows.noun.span, sense)
            first = self._first_down(tied, at)
            values = [i for i in frame.items if i.column is not None and i.function is None]
            parent = tied.nodes[first].parent if first is not None else -1
            of_values = (
                len(values) == 1 == len(frame.items) and values[0].node == parent and not tied.nodes[parent].is_named
            )
            of_values = of_values and not self._names_rows(frame, values[0])
            counts = rows.amount is not None or (rows.top is not None and rows.top.counts)
            if of_values and negated and not counts:
                again, other = self._alike_rows(replace(frame, is_distinct=True), values[0])
                again = again.changed(other, replace(again.nodes[other], negated=True))
                for inner, end, more in self.tied(again, sense.table, [other], words=words, apart=True):
                    for made in self._premodified(inner.told(rows.noun.span, sense), end, rows, piece.span):
                        yield state.done(made.plus(more), last=end, verbs=(), linked=end, negated=False)
                return
            if of_values and counts and not negated:
                key, counted = replace(values[0], span=(0, 0)), Item(at, function=Function.COUNT)
                kept = replace(rows, top=None, amount=None)
                for made in self._premodified(replace(tied, keys=(*tied.keys, key)), at, kept, piece.span):
                    if rows.amount is not None:
                        held_ = Having(counted, rows.amount.op, (int(rows.amount.value),))
                        made = replace(made, havings=(*made.havings, held_))
                    elif rows.top is not None:
                        limit_ = state.limit if rows.top.limit == 1 else rows.top.limit
                        rank = Rank(values[0].node, counted, rows.top.is_max, limit_, rows.top.span)
                        made = replace(made, ranks=(*made.ranks, rank))
                    yield state.done(made.plus(cost), last=at, verbs=(), linked=at, phase="told", limit=1)
                continue
            if rows.top is not None and rows.top.counts:
                top = replace(rows.top, limit=state.limit) if rows.top.limit == 1 else rows.top
                ranked = self._ranked_by_count(tied, at, first, top)
                for made in self._premodified(ranked, at, replace(rows, top=None), piece.span) if ranked else ():
                    yield state.done(made.plus(cost), last=at, verbs=(), linked=at, phase="told", limit=1)
                continue
            if rows.amount is not None:
                if first is None:
                    continue
                held = (rows.amount.op, int(rows.amount.value))
                if negated:
                    continue
                tied = tied.changed(first, replace(tied.nodes[first], count=held))
                tied = tied.told(rows.amount.span, None)
            elif negated:
                top = self._topmost(tied, at, len(frame.nodes))
                tied = tied.changed(top, replace(tied.nodes[top], negated=True))
            if state.joined == "or" and state.linked >= 0:
                tied = _as_choice(tied, state.linked, self._topmost(tied, at, len(frame.nodes)))
            if is_each and not _is_key(tied, at):
                tied = replace(tied, keys=(*tied.keys, Item(at, span=piece.span)))
            for made in self._premodified(tied, at, rows, piece.span):
                after = state.done(made.plus(cost), last=at, verbs=(), negated=False, linked=at, both=state.both)
                if state.phase == "ask" and state.joined and state.after == "owner":
                    continue
                if "comma" in lead and self.lattice.words[piece.span[0]] in self.words.phrases("relative_behind"):
                    continue  # `…, der eine Regulierung hat`
                begins = bool(frame.keys or state.segment) and len(frame.items) == state.begun and "ask" in lead
                shows = (
                    state.phase == "ask"
                    and (state.joined or begins)
                    and not (lead & {"of", "preposition", "have", "deed", "with"})
                )
                shows = (
                    shows
                    or bool(state.joined and (rows.is_asked or "which" in lead) and state.is_given)
                    or ((rows.is_pointing or "pointing" in lead) and "with" in lead and not verbs_said)
                )
                if shows and not is_each and not negated and rows.amount is None:
                    item = Item(at, span=piece.span)
                    after = replace(after, frame=replace(after.frame, items=(*self._shown_so_far(after), item)))
                yield from self._opened(after, at)

    def _by_role(
        self, ways: list[tuple[Frame, int, float]], noun: Noun, sense: NounSense, known: int
    ) -> list[tuple[Frame, int, float]]:
        """`each supervisor`: by the column that says so."""
        senses = [
            s for n in self.lattice.nouns[noun.span[0]] if n.span == noun.span for s in n.senses if s.field is not None
        ]
        roles = {s.field for s in senses if self.model.field(s.table, s.field or "").refers_to == sense.table}
        named = [
            way for way in ways if any(step.field in roles for node in way[0].nodes[known:] for step in node.steps)
        ]
        return named or ways


def _is_key(frame: Frame, at: int) -> bool:
    return any(key.node == at and key.column is None for key in frame.keys)


def _as_choice(frame: Frame, one: int, other: int) -> Frame:
    number = frame.nodes[one].either or 1 + max((node.either for node in frame.nodes), default=0)
    frame = frame.changed(one, replace(frame.nodes[one], either=number))
    return frame.changed(other, replace(frame.nodes[other], either=number))
