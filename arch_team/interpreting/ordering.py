"""Ranks and orders of the forms of a frame."""

from dataclasses import replace

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import (
    Bucket,
    Column,
    Compare,
    Condition,
    Expression,
    Figure,
    Form,
    Lookup,
    Member,
    Order,
    Output,
    Related,
)
from arch_team.forms.showing import field_of
from arch_team.interpreting.frames import Rank
from arch_team.interpreting.seeing import Seeing


class Ordering(Seeing):
    """What the rows of one frame are ranked and sorted by."""

    # ranks

    def _ranked(self, form: Form, root: int) -> Form | None:
        for rank in self.frame.ranks:
            made = self._with_rank(form, root, rank)
            if made is None:
                return None
            form = made
        return form

    def _with_rank(self, form: Form, root: int, rank: Rank) -> Form | None:
        own = (Function.MAX if rank.is_max else Function.MIN, root)
        if (
            rank.by.function,
            rank.by.node,
        ) == own and rank.by.column is not None:  # the deepest dive, shown with its diver
            rank = replace(rank, node=root, by=replace(rank.by, function=None))
        by = self._rank_value(rank, rank.node)
        if by is None:
            return None
        if rank.node == root and not form.order_by:
            where = form.where
            if isinstance(by, Related):
                if not rank.is_max and by.function is Function.COUNT:
                    self.may_be_none = True
                if (not rank.is_max and not self.with_none) or by.function not in (Function.COUNT, Function.SUM):
                    where = tuple(dict.fromkeys((*where, self._there_is(by))))
            elif isinstance(by, Column):
                where = (*where, Compare(left=by, op=Op.NOT_NULL))
            order = (Order(by=by, descending=rank.is_max),)
            return form.model_copy(update={"order_by": order, "limit": rank.limit, "where": where})
        return self._with_extreme(form, root, rank, by)

    def _there_is(self, related: Related) -> Condition:
        key = related.link
        inner = related.rows.model_copy(update={"outputs": (Output(name="key", value=key),)})
        return Member(left=Column(field=related.to), form=inner)

    def _rank_value(self, rank: Rank, root: int) -> Expression | None:
        item = rank.by
        if item.function is not None:
            return self.figure_of(item, root) if item.node != rank.node else None
        return self.expression(item, root)

    def _with_extreme(self, form: Form, root: int, rank: Rank, by: Expression) -> Form | None:
        """Rows tied to the first of others."""
        if rank.limit != 1 or not isinstance(by, Column) or by.via:
            return None
        function = Function.MAX if rank.is_max else Function.MIN
        node = self.nodes[rank.node]
        inner = Form(
            table=node.table,
            outputs=(Output(name="extreme", value=Figure(function=function, of=by)),),
            where=self.where(rank.node, free=frozenset(range(len(self.nodes)))),
        )
        made = Compare(left=by, op=Op.EQ, right=Lookup(form=inner))
        changed = self.frame.changed(rank.node, replace(node, where=(*node.where, made)))
        other = Seeing(self.model, changed)
        free = frozenset(item.node for item in self.frame.items)
        return form.model_copy(update={"where": other.where(root, free=free)})

    # order

    def _sorted(self, form: Form, root: int) -> Form | None:
        if not self.frame.sorts:
            return form
        orders: list[Order] = []
        for sort in self.frame.sorts:
            by: Expression | None
            figures = [o.value for o in form.outputs if isinstance(o.value, Figure | Related)]
            if sort.by is None and sort.is_time:
                by = self._day(form, root)
            elif sort.by is None and len(figures) > 1:
                return None
            elif sort.by is None:
                by = figures[0] if figures else self._usual(form)
            elif sort.by.function is Function.COUNT:
                by = next((f for f in figures if f.function is Function.COUNT), None)
                if by is None and form.group_by:
                    by = Figure(function=Function.COUNT)
                if by is None and sort.by.node >= 0:
                    by = self.figure_of(sort.by, root)
            elif sort.by.function is not None:
                by = next((f for f in figures if f.function is sort.by.function), None)
            else:
                by = self.expression(sort.by, root)
                if form.group_by and by is not None and by not in form.group_by:
                    same = [f for f in figures if isinstance(f, Figure) and f.of == by]
                    by = same[0] if same else None
            if by is None:
                return None
            orders.append(Order(by=by, descending=sort.descending))
        if form.limit is not None and form.order_by:
            kept = tuple(dict.fromkeys((*form.order_by, *orders)))
            return form.model_copy(update={"order_by": kept})
        return form.model_copy(update={"order_by": tuple(orders)})

    def _day(self, form: Form, root: int) -> Expression | None:
        """The day that rows are put in order by: one that is shown, or the one they have."""
        buckets = [key for key in form.group_by if isinstance(key, Bucket)]
        if buckets:
            return buckets[0]
        shown = [o.value for o in form.outputs if isinstance(o.value, Column)]
        days = [v for v in shown if (own := field_of(v, form.table, self.model)) is not None and own.is_temporal]
        if days:
            return days[0]
        fields = [f for f in self.model.tables[self.nodes[self.frame.target].table].stored.values() if f.is_temporal]
        fields = [f for f in fields if f.is_default_time] or fields
        steps = self.up(root, self.frame.target)
        if len(fields) != 1 or steps is None:
            return None
        column = Column(field=fields[0].name, via=steps)
        return column if not form.group_by or column in form.group_by else None

    def _usual(self, form: Form) -> Expression | None:
        """What a list is put in order by where nothing is said: what it is ranked by, else its one number, else what is
        shown first."""
        if form.order_by:
            return form.order_by[0].by
        shown = [o.value for o in form.outputs]
        numbers = [
            v
            for v in shown
            if isinstance(v, Column) and (own := field_of(v, form.table, self.model)) is not None and own.is_measure
        ]
        return numbers[0] if len(numbers) == 1 else next(iter(shown), None)
