"""Verbs: what was done by whom and to what, also where the verb stands before a noun."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Column, Compare
from arch_team.grammar.syntax import Number, Span
from arch_team.interpreting.frames import Frame
from arch_team.interpreting.phrases import Bound, Piece, Rows
from arch_team.interpreting.ranking import Ranking
from arch_team.interpreting.reaching import Place
from arch_team.interpreting.read import Doubt
from arch_team.interpreting.state import State
from arch_team.modelling.model import Link


class Doing(Ranking):
    """Rows that verbs tie to others."""

    def _done(self, frame: Frame, at: int, deeds: tuple[str, ...], *, negated: bool) -> Iterator[Frame]:
        """What was done with rows, where nothing follows that says it of what."""
        said = self.lattice.telling(deeds)
        ends = self.words.gerund_endings
        if ends and not negated and all(verb.endswith(ends) for verb in said):
            yield frame.plus(0.2)  # what something is for
            return
        if not said:
            if not negated:
                yield frame
            return
        if self._is_of_another(frame, said):
            return
        table = frame.nodes[at].table
        days = [f for f in self.model.tables[table].fields.values() if f.is_temporal and self.lattice.dates(said, f)]
        tables = self.lattice.tables_of(deeds)
        if table in tables and not negated:
            yield frame
            return
        tables = [each for each in tables if each != table]
        tied = {n.table for n in frame.nodes}
        if tables:
            if any(each in tied for each in tables) and not negated:
                yield frame
                return
            for other in tables[:2]:
                for made, end, cost in self.tied(frame, other, [at], words=deeds, apart=negated):
                    top = self._topmost(made, end, len(frame.nodes)) if end >= len(frame.nodes) else end
                    if negated:
                        made = made.changed(top, replace(made.nodes[top], negated=True))
                    yield made.plus(cost + 0.2)
            return
        if days and negated:
            for field in days:
                yield frame.meeting(at, Compare(left=Column(field=field.name), op=Op.IS_NULL), (0, 0), 0.2)
            return
        if not negated:
            used = {
                i.column.field
                for i in (*frame.items, *(r.by for r in frame.ranks))
                if i.column is not None and i.node == at
            }
            held = frame.nodes[at].where
            used |= {c.left.field for c in held if isinstance(c, Compare) and isinstance(c.left, Column)}
            told = any(place.field.name in used for place in self._named_by_verb(frame, [at], deeds))
            if (
                days
                and any(self.model.tables[table].fields[name].is_temporal for name in used)
                and not any(day.name in used for day in days)
            ):
                return  # that was another day
            if any(self.is_of_another_deed(self.model.tables[table].fields[name], said) for name in used):
                return
            general = all(map(self.is_general, said)) or told or any(day.name in used for day in days)
            yield frame.plus(0.1) if general else frame.told((0, 0), Doubt(said[0]))

    def _is_of_another(self, frame: Frame, said: Sequence[str]) -> bool:
        """Whether rows are tied by one column, and a verb says what another of them does: who packed a parcel did not
        supervise it."""
        for node in frame.nodes:
            for step in node.steps:
                owner = node.table if node.down else frame.nodes[node.parent].table
                links = (
                    [k for k in self.model.links_from(owner) if k.to_table == step.table]
                    if owner in self.model.tables
                    else []
                )
                told = {k.field: self._says_link(said, k) for k in links}
                if any(told.values()) and not told.get(step.field, True):
                    return True
        return False

    def _says_link(self, said: Sequence[str], link: Link) -> bool:
        words = {w for name in self.model.field(link.table, link.field).names for w in name.words} | {*link.words}
        return any(self.lattice.names(verb, word) for verb in said for word in words)

    def _flushed(self, state: State) -> Iterator[State]:
        """At the end of a clause: verbs without what they are said of."""
        if state.often is not None:
            for each in self._so_often(state, Piece((0, 0), state.often, 0.0), state.often):
                yield from self._flushed(replace(each, often=None))
            return
        if state.top is not None:
            subject = state.subject if state.subject >= 0 else state.frame.target
            if state.verbs and subject >= 0:
                for ranked in self._ranked_by_day(state, subject, state.top):
                    yield from self._flushed(replace(ranked, top=None))
                return
            ties = [at for at in range(len(state.frame.nodes)) if at != subject]
            for at in ties:
                for made in self._ranked(state.frame, at, state.top):
                    yield from self._flushed(replace(state, frame=made, top=None))
            return
        if not state.verbs:
            if not state.negated:
                yield state
            return
        at = state.subject if state.subject >= 0 else state.frame.target
        if at < 0:
            yield state
            return
        for made in self._done(state.frame, at, state.verbs, negated=state.negated):
            yield replace(state, frame=made, verbs=(), negated=False)

    # before a noun

    def _premodified(self, frame: Frame, at: int, rows: Rows, span: Span) -> list[Frame]:
        """With what stands right before and behind the noun."""
        frames = [frame]
        for text in rows.texts:
            frames = [more for each in frames for more in self._with_text(each, text, [at], negated=False)]
        if rows.number is not None:
            frames = [more for each in frames for more in self._numbered(each, at, rows.number)]
        if rows.top is not None and not rows.top.counts:
            frames = [more for each in frames for more in self._ranked(each, at, rows.top)]
        elif rows.top is not None:
            frames = [more for each in frames for more in self._most_referred(each, at, rows.top)]
        if rows.deeds:
            frames = [more for each in frames for more in self._done(each, at, rows.deeds, negated=False)]
        if rows.is_distinct:
            frames = [replace(each, is_distinct=True) for each in frames]
        return frames

    def _numbered(self, frame: Frame, at: int, number: Number) -> Iterator[Frame]:
        table = self.model.tables[frame.nodes[at].table]
        quoted = (table.code,) if table.code is not None else table.key
        if len(quoted) == 1:
            field = table.fields[quoted[0]]
            for made in self._compared(Place(frame, at, field, 0.0), Bound(number.span, Op.EQ, (number,))):
                yield frame.meeting(at, made, number.span)
