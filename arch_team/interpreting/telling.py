"""What is told of rows: values, texts and states, and what a column of theirs is held against."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Both, Column, Compare, Condition, Either, Figure, Form, Given, Lookup, Output, Step
from arch_team.forms.negating import negative
from arch_team.grammar.alike import of_the_one
from arch_team.grammar.syntax import Number, Span, Text, Time
from arch_team.interpreting.calling import Calling
from arch_team.interpreting.frames import Frame, Node
from arch_team.interpreting.phrases import Bound, Cols, Held, Mean, Piece, Rows, Than, Values
from arch_team.interpreting.reaching import LATER, Place
from arch_team.interpreting.read import Doubt
from arch_team.interpreting.state import State
from arch_team.modelling.flags import as_stored
from arch_team.modelling.model import NAME_JOINT, ModelField

_ORDERING = (Op.LT, Op.LE, Op.GT, Op.GE)


class Telling(Calling):
    """Conditions that values and names of columns make."""

    # values

    def _values(self, state: State, piece: Piece, values: Values) -> Iterator[State]:
        frame = state.frame
        if "each" in state.lead:
            return
        if state.pending is not None and isinstance(state.pending.what, Cols):
            held = Held(state.pending.what, texts=values.texts, joint=values.joint)
            yield from self._held(
                replace(state, pending=None, verbs=()),
                replace(piece, span=(state.pending.span[0], piece.span[1])),
                held,
            )
            return
        if frame.target < 0 and not frame.nodes and state.negated:
            return
        if frame.target < 0 and not frame.nodes:
            yield state.done(frame, open=(*state.open, piece))
        near = self._near(state)
        if (
            state.joined == "or"
            and state.prior is not None
            and not state.negated
            and (same := self._same_column(state, values)) is not None
        ):
            at, made = same
            yield state.met(frame.meeting(at, made, piece.span), at)
            return
        if state.verbs and len(values.texts) == 1:
            for place in self._named_by_verb(frame, near, state.verbs):
                stored = tuple(
                    h.value for h in values.texts[0].hits if (h.table, h.field) == (place.field.table, place.field.name)
                )
                if stored:
                    made = self._said(frame, place, self._equal(place.field, stored), piece.span, negated=state.negated)
                    yield state.met(made, place.node, negated=False, verbs=())
        for made in self._valued(state, piece, values, near, negated=state.negated):
            at = _changed(frame, made)
            is_object = at not in (state.subject, frame.target)
            if is_object and self._did_something_else(state, made, at):
                made = made.told((0, 0), Doubt())
            yield state.met(made, at, negated=False, verbs=() if is_object else state.verbs)

    def _valued(
        self, state: State, piece: Piece, values: Values, near: Sequence[int], *, negated: bool
    ) -> Iterator[Frame]:
        frame, verbs = state.frame, state.verbs
        if len(values.texts) == 1 and values.texts[0].is_quoted and not values.texts[0].hits:
            for place in self._named_by_verb(frame, near, verbs):
                for made in self._compared(place, Bound(piece.span, Op.EQ, (values.texts[0],))):
                    yield self._said(frame, place, made, piece.span, negated=negated)
            return
        if len(values.texts) == 1:
            again = self._again(state, values.texts[0]) if state.joined and state.prior is not None else None
            if again is not None:
                made, at, field = again
                held = tuple(h.value for h in values.texts[0].hits if (h.table, h.field) == (field.table, field.name))
                met = made.meeting(at, self._equal(field, held), piece.span)
                first = self._first_down(made, at)
                yield (
                    met.changed(first, replace(met.nodes[first], negated=True))
                    if negated and first is not None
                    else met
                )
                return
            yield from self._with_text(frame, values.texts[0], near, negated=negated, words=verbs)
            return
        first = values.texts[0]
        for place, stored in self.holding(frame, first, near, verbs):
            key = (place.field.table, place.field.name)
            held = [h.value for text in values.texts[1:] for h in text.hits if (h.table, h.field) == key]
            if len(held) < len(values.texts) - 1:
                continue
            made = self._equal(place.field, (*stored, *held))
            met = self._said(frame, place, made, piece.span, negated=negated)
            is_many = self._first_down(place.frame, place.node) is not None
            asked = [i for i in frame.items if i.column is not None and i.function is None]
            entity = (
                len(asked) == 1
                and len(frame.items) == 1
                and asked[0].node == place.node
                and not self._names_rows(frame, asked[0])
            )
            if values.joint == "and" and entity and state.both and not negated:
                made_ = frame
                for text in values.texts:
                    own = tuple(h.value for h in text.hits if (h.table, h.field) == key)
                    tied_, at_ = self._alike_rows(made_, asked[0])
                    made_ = tied_.meeting(at_, self._equal(place.field, own), text.span)
                yield replace(made_, is_distinct=True)
                return
            if values.joint == "and" and not negated:
                met = replace(met, names_kinds=True)
            if values.joint == "and" and is_many and not negated:
                yield from self._each_of(frame, values, near, verbs)
                met = met.plus(0.6)
                if state.both:
                    continue
            yield met

    def _said(self, before: Frame, place: Place, made: Condition, span: Span, *, negated: bool) -> Frame:
        """A condition on a node. Denied of rows that were only now tied to others: there is no such row."""
        frame = place.frame
        known = len(before.nodes)
        if not negated:
            return frame.meeting(place.node, made, span, place.cost)
        shown = [i for i in before.items if i.column is not None and i.function is None]
        if (
            len(shown) == len(before.items) == 1
            and shown[0].node == place.node < known
            and not before.nodes[place.node].is_named
        ) and not self._names_rows(before, shown[0]):  # who never sold it, and not who also sold something else
            other, at = self._alike_rows(replace(frame, is_distinct=True), shown[0])
            met = other.meeting(at, made, span, place.cost)
            return met.changed(at, replace(met.nodes[at], negated=True))
        if place.node >= known:
            top = self._topmost(frame, place.node, known)
            if any(frame.nodes[at].down for at in range(known, len(frame.nodes))):
                met = frame.meeting(place.node, made, span, place.cost)
                return met.changed(top, replace(met.nodes[top], negated=True))
        first = self._first_down(frame, place.node)
        dear = 3.0 if first is not None and first < known else 0.0
        return frame.meeting(place.node, negative(made), span, place.cost + dear)

    def _equal(self, field: ModelField, stored: tuple[str, ...]) -> Condition:
        stored = tuple(dict.fromkeys(stored))
        if any(NAME_JOINT in value for value in stored):
            label = self.model.tables[field.table].label
            options = [
                Both(
                    of=tuple(
                        Compare(left=Column(field=f), op=Op.EQ, right=Given(value=v))
                        for f, v in zip(label, value.split(NAME_JOINT), strict=True)
                    )
                )
                for value in stored
            ]
            return options[0] if len(options) == 1 else Either(of=tuple(options))
        column = Column(field=field.name)
        values = tuple(as_stored(field, value) for value in stored)
        if len(values) == 1:
            return Compare(left=column, op=Op.EQ, right=Given(value=values[0]))
        return Compare(left=column, op=Op.IN, values=values)

    def _with_text(
        self, frame: Frame, text: Text, near: Sequence[int], *, negated: bool, words: tuple[str, ...] = ()
    ) -> Iterator[Frame]:
        dear = 1.0 if self.may_be_done(text) else 0.0
        for place, stored in self.holding(frame, text, near, words, apart=negated and bool(words)):
            made = self._equal(place.field, stored)
            yield self._said(frame, place, made, text.span, negated=negated).plus(dear)

    def _same_column(self, state: State, values: Values) -> "tuple[int, Condition] | None":
        """Another value of the column that was spoken of last."""
        assert state.prior is not None  # noqa: S101
        at, condition = state.prior
        left = condition.left if isinstance(condition, Compare) and condition.op in (Op.EQ, Op.IN) else None
        if not isinstance(left, Column) or left.via:
            return None
        key = (state.frame.nodes[at].table, left.field)
        held = [h.value for text in values.texts for h in text.hits if (h.table, h.field) == key]
        return (at, self._equal(self.model.field(*key), tuple(held))) if len(held) >= len(values.texts) else None

    def _named_by_verb(self, frame: Frame, near: Sequence[int], verbs: tuple[str, ...]) -> list[Place]:
        """The columns of rows near that a verb names: the major, of who is majoring."""
        said = self.lattice.telling(verbs)
        return [
            Place(frame, at, field, LATER * order)
            for order, at in enumerate(near[:2] if said else ())
            for field in self.model.tables[frame.nodes[at].table].stored.values()
            if any(
                self.lattice.names(verb, word)
                for verb in said
                for name in field.names
                if name.tier == 0
                for word in name.words
            )
        ]

    @property
    def _making(self) -> frozenset[str]:
        """What is done where something stands, and by somebody: who built it."""
        return self.words.phrases("making")

    def _did_something_else(self, state: State, frame: Frame, at: int) -> bool:
        """Whether people did what no word between them and a thing says: who built a boat is not whose it is."""
        subject = state.subject if state.subject >= 0 else frame.target
        said = [verb for verb in self.lattice.telling(state.verbs) if not self.is_general(verb) or verb in self._making]
        if not said or subject < 0:
            return False
        passed, here = {frame.nodes[subject].table}, at
        while here >= 0:
            passed.add(frame.nodes[here].table)
            here = frame.nodes[here].parent
        if not passed.isdisjoint(self.lattice.tables_of(state.verbs)):
            return False
        words: list[str] = []
        while at >= 0 and at != subject:
            node = frame.nodes[at]
            words += [w for name in self.model.tables[node.table].names for w in name.words]
            for step in node.steps:
                owner = node.table if node.down else frame.nodes[node.parent].table
                field = self.model.tables[owner].fields.get(step.field)
                words += [w for name in field.names for w in name.words] if field is not None else []
                words += [w for link in self.model.links_from(owner) if link.field == step.field for w in link.words]
            at = node.parent
        return not all(any(self.lattice.names(verb, word) for word in words) for verb in said)

    def _cloned(self, frame: Frame, at: int) -> tuple[Frame, int] | None:
        """The rows between a node and those it is tied to, once more: for another of them."""
        first = self._first_down(frame, at)
        if first is None:
            return None
        chain = [at]
        while chain[-1] != first:
            chain.append(frame.nodes[chain[-1]].parent)
        parent = frame.nodes[first].parent
        for each in reversed(chain):
            frame, parent = frame.with_node(
                replace(frame.nodes[each], parent=parent, where=() if each == at else frame.nodes[each].where)
            )
        return frame, parent

    def _each_of(self, frame: Frame, values: Values, near: Sequence[int], verbs: tuple[str, ...]) -> Iterator[Frame]:
        """Both of two values, each by a row of its own."""
        first, *others = values.texts
        for place, stored in self.holding(frame, first, near, verbs)[:2]:
            met = place.frame.meeting(place.node, self._equal(place.field, stored), first.span, place.cost)
            key = (place.field.table, place.field.name)
            for text in others:
                held = tuple(h.value for h in text.hits if (h.table, h.field) == key)
                again = self._cloned(met, place.node) if held else None
                if again is None:
                    break
                met = again[0].meeting(again[1], self._equal(place.field, held), text.span)
            else:
                yield met

    def _again(self, state: State, text: Text) -> "tuple[Frame, int, ModelField] | None":
        """`in course A and B`, `from A but not from B`: another value of a column of which rows may have several is
        that of another row."""
        assert state.prior is not None  # noqa: S101
        at, condition = state.prior
        left = condition.left if isinstance(condition, Compare) and condition.op is Op.EQ else None
        table = state.frame.nodes[at].table
        same = isinstance(left, Column) and any((h.table, h.field) == (table, left.field) for h in text.hits)
        made = self._cloned(state.frame, at) if same and state.joined == "and" else None
        return None if made is None or not isinstance(left, Column) else (*made, self.model.field(table, left.field))

    # what is held against something

    def _held(self, state: State, piece: Piece, held: Held) -> Iterator[State]:
        frame = state.frame
        if frame.target < 0 and not frame.nodes and state.negated:
            return
        if frame.target < 0 and not frame.nodes:
            yield state.done(frame, open=(*state.open, piece))
        near = self._near(state)
        for made in self._holding(state, piece, held, near, negated=state.negated):
            at = _changed(frame, made)
            mean = held.bound is not None and any(isinstance(r, Mean) and r.of is not None for r in held.bound.rights)
            if (other := self._of_another_row(state, frame, made, at)) is not None:
                yield state.met(other[0], other[1], negated=False, phase="told")
            yield state.met(
                made,
                at,
                after="mean" if mean else "",
                negated=False,
                phase="told",
                last=state.last if state.last >= 0 else made.target,
            )

    def _of_another_row(self, state: State, before: Frame, made: Frame, at: int) -> tuple[Frame, int] | None:
        """`enrolled in Painting and got grade A`: there, or in another course."""
        if (
            state.joined != "and"
            or state.negated
            or not (state.verbs or "have" in state.lead)
            or at >= len(before.nodes)
        ):
            return None
        first = self._first_down(before, at)
        if first is None or first == at == state.subject:
            return None
        other = self._cloned(before, at)
        condition = made.nodes[at].where[-1]
        dear = made.cost - before.cost
        return None if other is None else (other[0].meeting(other[1], condition, (0, 0), dear), other[1])

    def _holding(
        self, state: State, piece: Piece, held: Held, near: Sequence[int], *, negated: bool
    ) -> Iterator[Frame]:
        cols = held.cols
        if held.texts and not held.how:
            hit = {(h.table, h.field) for h in held.texts[0].hits}
            senses = tuple(s for s in cols.noun.senses if (s.table, s.field) in hit) if hit else cols.noun.senses
            cols = replace(cols, noun=replace(cols.noun, senses=senses or cols.noun.senses))
        negated = negated ^ held.is_denied
        if len(held.texts) == 1 and not held.how and self.is_generic(cols.noun) and cols.owner is None:
            own = {s.table for s in cols.noun.senses}
            if not any(
                h.table in own and state.frame.nodes[at].table == h.table for h in held.texts[0].hits for at in near
            ):
                yield from (
                    f.plus(0.4)
                    for f in self._with_text(state.frame, held.texts[0], near, negated=negated, words=state.verbs)
                )
        if held.texts and not held.how:
            yield from self._referred(state.frame, held, near, piece.span, negated=negated)
        for place in self.named(state.frame, cols, near):
            if (
                held.joint == "and"
                and len(held.texts) > 1
                and not negated
                and self._first_down(place.frame, place.node) is not None
            ):
                yield from self._each_of(state.frame, Values(held.texts, "and"), near, state.verbs)
                continue
            is_new = place.node >= len(state.frame.nodes) and self._first_down(place.frame, place.node) is not None
            amount = (
                held.bound is not None
                and place.field.adds_up
                and place.frame.nodes[place.node].table not in self.lattice.tables_named
            )
            if is_new and amount:  # more than 10 hours at a time, or altogether
                place = replace(place, frame=place.frame.told((0, 0), Doubt()))
            for made in self._held_so(place, held):
                said = held.texts[0].span if len(held.texts) == 1 and not held.how else piece.span
                met = self._said(state.frame, place, made, said, negated=negated)
                yield met.told(held.cols.noun.span, None)

    def _referred(self, frame: Frame, held: Held, near: Sequence[int], span: Span, *, negated: bool) -> Iterator[Frame]:
        """`whose native language is German`, where a column points at the languages: by what these are called."""
        for place in self.named(frame, held.cols, near):
            link = next((k for k in self.model.links_from(place.field.table) if k.field == place.field.name), None)
            if link is None:
                continue
            label = self.model.tables[link.to_table].label
            stored = [h.value for t in held.texts for h in t.hits if h.table == link.to_table and h.field in label]
            if len(stored) < len(held.texts):
                continue
            step = Step(field=link.field, table=link.to_table, key=link.to_field)
            tied, at = place.frame.with_node(Node(link.to_table, place.node, (step,)))
            made = self._equal(self.model.field(link.to_table, label[0]), tuple(stored))
            yield self._said(frame, replace(place, frame=tied, node=at), made, span, negated=negated)

    def _held_so(self, place: Place, held: Held) -> Iterator[Condition]:
        column, field = place.column, place.field
        if held.is_missing or held.is_known:
            yield Compare(left=column, op=Op.IS_NULL if held.is_missing else Op.NOT_NULL)
        elif held.how:
            pattern = {"contains": "%{}%", "starts": "{}%", "ends": "%{}"}[held.how].format(held.texts[0].text)
            if field.is_text:
                yield Compare(left=column, op=Op.ILIKE, right=Given(value=pattern))
        elif held.texts:
            own = (field.table, field.name)
            stored = [[h.value for h in text.hits if (h.table, h.field) == own] for text in held.texts]
            if not any(text.hits for text in held.texts):
                yield from self._compared(place, Bound(held.texts[0].span, Op.EQ, held.texts))
            elif all(stored):
                made = self._equal(field, tuple(v for each in stored for v in each))
                yield negative(made) if held.bound is not None and held.bound.op is Op.NE else made
        elif held.bound is not None:
            measured = held.bound.dimension in self.words.measuring
            yield from self._compared(place, replace(held.bound, dimension=None) if measured else held.bound)

    def _compared(self, place: Place, bound: Bound) -> Iterator[Condition]:
        """A column held against numbers, times, or a figure."""
        field, column, op = place.field, place.column, bound.op
        rights = bound.rights
        if bound.is_date and not field.is_temporal:
            return
        if op in (*_ORDERING, Op.BETWEEN) and (field.refers_to is not None or (field.is_key and not field.is_temporal)):
            return
        if bound.dimension is not None and not self._may_be(field, bound.dimension):
            return
        if len(rights) == 1 and isinstance(rights[0], Mean):
            if field.is_measure or (field.is_temporal and field.type.is_number):
                yield from self._against_mean(place, op, rights[0])
            return
        if len(rights) == 1 and isinstance(rights[0], Cols):
            return
        if len(rights) == 1 and isinstance(rights[0], Than):
            yield from self._against_row(place, op, rights[0])
            return
        fitted = [self._places.fitting(field, right) for right in rights if isinstance(right, Number | Time | Text)]
        known = [fit for fit in fitted if fit is not None]
        if not fitted or len(known) < len(fitted):
            return
        if op in _ORDERING and field.is_text and not field.is_temporal:
            return
        if op is Op.BETWEEN:
            yield Compare(left=column, op=op, values=(known[0][1][0], known[1][1][-1]))
        elif op in (Op.EQ, Op.NE):
            found = next((o for o, _ in known if o is not None), None)
            values = tuple(dict.fromkeys(v for _, several in known for v in several))
            if found is Op.BETWEEN:
                made: Condition = Compare(left=column, op=Op.BETWEEN, values=(values[0], values[-1]))
            elif len(values) == 1:
                made = Compare(left=column, op=Op.EQ, right=Given(value=values[0]))
            else:
                made = Compare(left=column, op=Op.IN, values=values)
            yield negative(made) if op is Op.NE else made
        else:
            values = known[0][1]
            edge = values[-1] if op in (Op.GT, Op.LE) else values[0]
            yield Compare(left=column, op=op, right=Given(value=edge))

    def _against_mean(self, place: Place, op: Op, mean: Mean) -> Iterator[Condition]:
        field, table = place.field, place.field.table
        of = field.name
        if isinstance(mean.of, Cols):
            own = [s.field for s in mean.of.noun.senses if s.table == table and s.field is not None]
            if field.name not in own:
                if not own:
                    return
                of = own[0] or of
        elif isinstance(mean.of, Rows) and not any(s.table == table for s in mean.of.noun.senses):
            return
        figure = Figure(function=mean.function, of=Column(field=of))
        form = Form(table=table, outputs=(Output(name="figure", value=figure),))
        yield Compare(left=place.column, op=op, right=Lookup(form=form))

    def _against_row(self, place: Place, op: Op, than: Than) -> Iterator[Condition]:
        field = place.field
        own = [hit for hit in than.text.hits if hit.table == field.table]
        for hit in own[:1]:
            where = (self._equal(self.model.field(hit.table, hit.field), (hit.value,)),)
            for right in of_the_one(self.model, Column(field=field.name), field.table, where):
                yield Compare(left=place.column, op=op, right=right)


def _changed(before: Frame, after: Frame) -> int:
    """The node of which more is said than before."""
    for at, node in enumerate(after.nodes):
        if len(node.where) > (len(before.nodes[at].where) if at < len(before.nodes) else 0):
            return at
    return after.target
