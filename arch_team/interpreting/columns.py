"""Columns: those that are shown, those that rows are grouped by, and those whose rows come later."""

from collections.abc import Iterator
from dataclasses import replace

from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Column, Compare, Grain, Step
from arch_team.interpreting.doing import Doing
from arch_team.interpreting.frames import Item, Node, Rank, Sort
from arch_team.interpreting.hearing import TIERS
from arch_team.interpreting.phrases import Cols, Held, How, Piece, Stretch, Told, Top, Values
from arch_team.interpreting.state import State

_IS = frozenset({"be"})


class Columns(Doing):
    """Columns that are named, or asked for without a name."""

    def _cols(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        frame, lead = state.frame, state.lead
        if cols.amount is not None:
            return
        if cols.is_each or "each" in lead:
            yield from self._as_key(state, piece, cols)
            return
        own = {(s.table, s.field) for s in cols.noun.senses}
        keys = {(frame.nodes[k.node].table, k.column.field) for k in frame.keys if k.column is not None}
        if (cols.is_pointing or "pointing" in lead) and own & keys and frame.items:
            yield state.done(frame)  # in that country
            return
        is_bare = piece.span[0] == cols.noun.span[0] and not cols.functions and cols.top is None
        if is_bare and lead == _IS and state.is_given and frame.target >= 0:
            return  # `which tugs are out of service`: what they are is no column that is asked for
        counted = any(i.function for i in frame.items) and not frame.keys
        if counted and state.joined and lead & {"ask", "which"} and not (cols.functions or cols.top):
            return  # how many there are, and what: of each, or of one?
        if cols.is_none or (
            state.open and isinstance(state.open[-1].what, Cols) and state.open[-1].span[1] == piece.span[0]
        ):
            return  # which of both is asked for is not said
        if (
            state.phase == "ask"
            and frame.target >= 0
            and frame.items
            and state.is_given
            and not (lead or state.joined or state.open)
        ):
            return  # nothing says what it has to do with the rows before it
        if "by" in lead and frame.items and any(i.function for i in frame.items):
            yield from self._as_key(state, piece, cols)
            return
        if (
            "by" in lead
            and frame.target >= 0
            and not frame.items
            and not frame.ranks
            and not cols.functions
            and state.limit == 1
            and not state.verbs
        ):
            yield from self._as_key(state, piece, cols)
            return
        if "by" in lead and frame.ranks and not cols.functions:
            yield from self._ranked_by(state, piece, cols)
        if "by" in lead and state.limit > 1 and not frame.ranks:
            top = Top(piece.span, True, limit=state.limit)
            yield from self._topped(state, piece, replace(cols, top=top))
            return
        if state.after == "order" and state.joined and not cols.functions:
            for place in self.named(frame, cols, self._near(state)):
                sort = Sort(Item(place.node, place.column), frame.sorts[-1].descending)
                yield state.done(replace(place.frame, sorts=(*place.frame.sorts, sort)).plus(place.cost), after="order")
            return
        expects = (
            state.phase == "told"
            and bool(frame.keys)
            and len(frame.items) == state.begun
            and "ask" in state.asks
            and not state.negated
        )
        if expects and not lead & {"have", "whose", "with"}:
            yield from self._shown(state.done(frame.plus(0.1), phase="ask"), piece, cols, frame.keys[0].node)
            return
        if state.phase == "ask":
            if cols.top is not None and lead & {"preposition", "with"} and len(frame.items) > state.begun:
                yield from self._topped(state, piece, cols)
                return
            if lead & {"of", "preposition"} and not state.joined and (state.open or len(frame.items) > state.begun):
                yield from self._as_owner(state, piece, cols)
                return
            last = state.open[-1].what if state.open else None
            if (
                is_bare
                and state.joined == "and"
                and isinstance(last, Cols)
                and last.functions in ((Function.AVG,), (Function.SUM,))
            ):
                same = replace(piece, what=replace(cols, functions=last.functions))
                yield state.done(frame, open=(*state.open, same))
                state = state.plus(0.4)
                frame = state.frame
            if cols.top is not None and not cols.top.counts and not state.joined and frame.target < 0:
                asked = [
                    p for p in state.open if isinstance(p.what, Cols) and (p.what.is_asked or "which" in state.asks)
                ]
                for each in self._implicit(state) if len(asked) == len(state.open) == 1 else ():
                    yield from self._topped(each, piece, cols)
                if asked and len(asked) == len(state.open) == 1:
                    return
            if state.joined and frame.target >= 0 and not frame.items and not state.open:
                piece = replace(piece, what=replace(cols, is_beside=True))
            yield state.done(frame, open=(*state.open, piece))  # its rows may come behind it
            if frame.target >= 0 and not state.open:
                yield from self._shown(replace(state.done(frame), joined=state.joined), piece, cols, state.last)
            return
        if state.negated and "be" in lead and "not" in lead and not (lead & {"no", "without"} or state.verbs):
            return  # what is not so stands in no column
        if state.negated and not cols.functions and cols.top is None:
            for place in self.named(frame, cols, self._near(state)):
                made = Compare(left=place.column, op=Op.NOT_NULL)
                said = self._said(frame, place, made, piece.span, negated=True)
                yield state.met(
                    said, place.node, negated=False, last=place.node if place.node >= len(frame.nodes) else state.last
                )
            return
        if cols.top is not None:
            yield from self._topped(state, piece, cols)
            return
        if cols.functions:
            yield from self._measured(state, piece, cols)
        known = {(item.node, item.column) for item in (*frame.items, *frame.keys)}
        if not cols.functions and not cols.is_distinct and "by" not in lead:
            for place in self.named(frame, cols, self._near(state)):
                if (place.node, place.column) in known and place.frame.nodes == frame.nodes:
                    yield state.done(frame.plus(0.1))
                    break
        if not cols.functions and not cols.is_distinct and lead & {"whose", "relative", "be"} and not lead & {"have"}:
            yield state.done(frame, pending=piece)
        joined = bool(state.joined) and (cols.is_asked or not lead & {"have", "deed", "of"})
        if joined or ((cols.is_pointing or "pointing" in lead) and "have" not in lead) or "with" in lead:
            yield from self._shown(replace(state.done(frame, phase="ask"), joined="and"), piece, cols, -1)
        elif lead & {"have"} and not cols.functions and not cols.is_distinct:
            for place in self.named(frame, cols, self._near(state)):
                made = Compare(left=place.column, op=Op.NOT_NULL)
                yield state.done(place.frame.meeting(place.node, made, piece.span, place.cost + 0.3))

    def _as_owner(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        """`the names of the countries`, where a country is a column: what stands in it."""
        last = state.open[-1].what if state.open else None
        named = isinstance(last, Cols) and " ".join(self.lattice.stems[slice(*last.noun.span)])
        text = any(self.model.field(s.table, s.field or "").is_text for s in cols.noun.senses)
        if (
            isinstance(last, Cols)
            and text
            and named in self.lattice.lexicon.phrases("value_name")
            and not last.functions
        ):
            both = replace(cols, is_distinct=cols.is_distinct or last.is_distinct)
            yield state.done(state.frame, open=(*state.open[:-1], replace(piece, what=both)))

    def _as_key(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        frame = state.frame
        for place in self.named(frame, cols, self._near(state)):
            link = next((k for k in self.model.links_from(place.field.table) if k.field == place.field.name), None)
            if link is not None and self.model.tables[link.to_table].is_person:
                step = Step(field=link.field, table=link.to_table, key=link.to_field)
                tied, at = place.frame.with_node(Node(link.to_table, place.node, (step,), is_named=True))
                made = replace(tied, keys=(*tied.keys, Item(at, span=piece.span))).told(cols.noun.span, place.column)
                yield from self._opened(state.done(made.plus(place.cost), last=at), at)
                continue
            key = Item(place.node, place.column, span=piece.span)
            if any((k.node, k.column) == (key.node, key.column) for k in place.frame.keys) and "by" in state.lead:
                continue  # said again
            late = state.segment and frame.keys and any(i.function for i in frame.items)
            place = replace(place, cost=place.cost + (4.0 if late else 0.0))
            made = replace(place.frame, keys=(*place.frame.keys, key)).told(cols.noun.span, place.column)
            last = state.last if state.last >= 0 else place.node
            yield from self._opened(state.done(made.plus(place.cost), last=last), place.node)

    def _shown(self, state: State, piece: Piece, cols: Cols, at: int) -> Iterator[State]:
        """A column that is asked for."""
        frame = state.frame
        near = self._near(state, at) if at >= 0 else self._near(state)
        functions: tuple[Function | None, ...] = cols.functions or (None,)
        last = frame.items[-1] if frame.items else None
        bare = piece.span[0] == cols.noun.span[0] and not cols.functions and cols.top is None
        if (
            bare
            and state.joined == "and"
            and last is not None
            and last.column is not None
            and last.function in (Function.AVG, Function.SUM)
        ):
            averaged = replace(cols, functions=(last.function,))
            yield from self._shown(state, piece, averaged, at)
            state = state.plus(0.4)
            frame = state.frame
        function = functions[0]
        for place in self.named(frame, cols, near):
            if function in (Function.SUM, Function.AVG) and (not place.field.type.is_number or place.field.is_flag):
                continue
            if Function.SUM in functions and place.field.never_summed:
                continue
            made, fn = place.frame, function
            if place.field.metric is not None and fn is None:
                fn = place.field.aggregation or Function.SUM
            if cols.top is not None and cols.functions:
                continue
            if cols.top is not None:
                cols = replace(cols, top=self._leaning(cols.top, place.field))
            if cols.top is not None:
                if cols.top.counts and place.field.is_measure:
                    continue
                if cols.top.counts:
                    key = Item(place.node, place.column, span=piece.span)
                    rank = Rank(
                        place.node,
                        Item(place.node, function=Function.COUNT),
                        cols.top.is_max,
                        cols.top.limit,
                        cols.top.span,
                    )
                    made = replace(made, keys=(*made.keys, key), ranks=(*made.ranks, rank))
                elif self._is_measured_by(place.field, cols.top):
                    if cols.top.limit > 1:
                        continue
                    fn = Function.MAX if cols.top.is_max else Function.MIN
                else:
                    ranked = list(self._ranked(made, place.node, cols.top))
                    if not ranked:
                        continue
                    made = ranked[0]
            if cols.is_distinct:
                made = replace(made, is_distinct=True)
            if (state.joined or cols.is_beside) and state.is_given and not made.items and not made.keys and fn is None:
                made = replace(made, items=self._shown_so_far(state))
            shown = [Item(place.node, place.column, each, span=piece.span) for each in (fn, *functions[1:])]
            again = [
                i
                for i in made.items[state.begun :]
                if i.node == place.node and i.column == place.column and i.function == fn
            ]
            made = made.plus(0.5 * bool(again))
            items = (*made.items, *(item for item in shown if not again))
            made = replace(made, items=items).told(cols.noun.span, place.column).plus(place.cost)
            yield replace(
                state,
                frame=made,
                last=state.last if state.last >= 0 else place.node,
                subject=state.subject if state.subject >= 0 else place.node,
            )

    def _measured(self, state: State, piece: Piece, cols: Cols) -> Iterator[State]:
        """`with an average price`, that is held against something."""
        for place in self.named(state.frame, cols, self._near(state)):
            item = Item(place.node, place.column, cols.functions[0], span=piece.span)
            yield state.done(place.frame.plus(place.cost), measure=item)

    # what is asked for without a name

    def _implicit(self, state: State) -> Iterator[State]:
        """Columns that are asked for, where their rows are not named: the rows that have them."""
        if state.frame.nodes or len(state.open) != 1 or not isinstance(state.open[0].what, Cols):
            return
        cols = state.open[0].what
        if cols.functions or cols.top is not None:
            return
        for sense in cols.noun.senses[:4]:
            frame, at = state.frame.with_node(Node(sense.table))
            frame = replace(frame, target=at).plus(0.1 + TIERS[sense.tier])
            own = replace(cols, noun=replace(cols.noun, senses=(replace(sense, tier=0),)))
            began = replace(state, frame=frame, open=(), last=at, subject=at)
            yield from self._shown(began, replace(state.open[0], what=own), own, at)

    def _relative(self, state: State, klasses: frozenset[str]) -> Iterator[State]:
        for each in self._implicit(state):
            yield from self._relative(each, klasses)
        subject = state.last if state.last >= 0 else state.frame.target
        for flushed in self._flushed(state):
            yield replace(
                flushed, phase="told", subject=subject, lead=frozenset({"relative", *(klasses & {"whose"})}), joined=""
            )

    def _how(self, state: State, piece: Piece, how: How) -> Iterator[State]:
        if state.frame.target < 0:
            yield state.done(state.frame, open=(*state.open, piece))
            return
        yield from self._how_of(state, piece, how, state.last)

    def _how_of(self, state: State, piece: Piece, how: How, at: int) -> Iterator[State]:
        phrases = [tuple(self.lattice.stem(w) for w in c.split()) for c in self.words.how.get(how.dimension, ())]
        table = self.model.tables[state.frame.nodes[at].table]
        for phrase in phrases:
            fields = [f for f in table.fields.values() if f.is_called(phrase)]
            for field in fields[:2]:
                item = Item(at, Column(field=field.name), span=piece.span)
                items = (*(self._shown_so_far(state) if state.joined else state.frame.items), item)
                yield state.done(replace(state.frame, items=items).told(piece.span, Column(field=field.name)))
            if fields:
                return

    def _where_or_when(self, state: State, told: Told, at: int) -> Iterator[State]:
        """What `where` and `when` ask for: a place, a day."""
        frame, table = state.frame, self.model.tables[state.frame.nodes[at].table]
        if "where" in told.klasses:
            places = self.lattice.lexicon.words("place_noun")
            fields = [
                f
                for f in table.fields.values()
                if f.is_text and any(n.words[-1] in places and n.tier == 0 for n in f.names)
            ]
            dear, said = 0.1 if len(fields) == 1 else 0.2, []
        else:
            fields = [field for field, _ in self._days(table.name, state.verbs)]
            said = [verb for verb in self.lattice.telling(state.verbs) if not self.is_general(verb)]
            if said and not any(self.lattice.dates(said, field) for field in fields):
                return  # that was not the day
            dear = 0.1
        grain = Grain.YEAR if "what_year" in told.klasses else None
        for field in fields:
            of_year = grain if field.type is not FieldType.INTEGER else None
            item = Item(at, Column(field=field.name), grain=of_year)
            made = frame
            if said and frame.target == at and {"which", "when"} <= state.asks | told.klasses:
                known = Compare(left=Column(field=field.name), op=Op.NOT_NULL)  # which were sold, and when
                made = frame.changed(at, replace(frame.nodes[at], where=(*frame.nodes[at].where, known)))
            yield replace(state, frame=replace(made, items=(*frame.items, item)).plus(dear), verbs=())

    # pieces whose rows come later

    def _opened(self, state: State, at: int) -> Iterator[State]:
        """What was said before its rows were, of these rows."""
        states = [replace(state, open=())]
        for piece in state.open:
            grown: list[State] = []
            for each in states:
                what = piece.what
                if isinstance(what, Cols):
                    grown += self._shown(each, piece, what, at)
                elif isinstance(what, Held):
                    grown += [replace(each, frame=f) for f in self._holding(each, piece, what, [at], negated=False)]
                elif isinstance(what, Values):
                    grown += [replace(each, frame=f) for f in self._valued(each, piece, what, [at], negated=False)]
                elif isinstance(what, Told):
                    grown += self._where_or_when(each, what, at)
                elif isinstance(what, Stretch):
                    grown += self._stretched(each, piece, what, at, 0.0)
                elif isinstance(what, How):
                    grown += self._how_of(each, piece, what, at)
            states = grown
        yield from states
