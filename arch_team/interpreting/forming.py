"""From what a question asks to forms: which rows a form is of, and how it sees the others from there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Condition, Expression, Figure, Form, Given, Order, Output
from arch_team.forms.showing import free_name
from arch_team.interpreting.frames import Frame, Item, Node
from arch_team.interpreting.ordering import Ordering
from arch_team.modelling.model import NounSense

Made = tuple[Form, float]


class Forming(Ordering):
    """The forms of one frame."""

    def forms(self) -> Iterator[Made]:
        """The forms. Where fewest or at most so many are asked for, and some may have none, with those and without."""
        seen: list[Form] = []
        for with_none in (False, True):
            self.with_none, self.may_be_none = with_none, False
            for form, cost in self._forms():
                if form not in seen:
                    seen.append(form)
                    yield form, cost
            if not self.may_be_none:
                return

    def _forms(self) -> Iterator[Made]:
        frame = self.frame
        figures = [item for item in frame.items if item.function is not None]
        plain = [item for item in frame.items if item.function is None]
        by_count = any(
            sort.by is not None and sort.by.function is Function.COUNT and sort.by.node < 0 for sort in frame.sorts
        )
        if by_count and not figures and not frame.keys and len(plain) == 1 and plain[0].column is not None:
            self.frame = frame = replace(frame, keys=(replace(plain[0], span=(0, 0)),))
            yield from self._grouped(figures, plain)
            return
        is_plain = not (figures or frame.havings or any(rank.by.function is not None for rank in frame.ranks))
        if frame.keys and is_plain:
            if not self._are_of_each(plain):
                return
            plain = _with_keys(plain, frame)
            self.frame = frame = replace(frame, keys=(), items=tuple(plain))
        by_figure = [
            rank
            for rank in frame.ranks
            if rank.by.function is not None and rank.by.node == rank.node and rank.by.column is None
        ]
        if not figures and not frame.keys and not by_figure and not frame.havings:
            made = self._listed(plain)
        elif figures and not frame.keys and not plain:
            made = self._totals(figures)
        else:
            made = self._grouped(figures, plain)
        yield from made

    def _are_of_each(self, plain: Sequence[Item]) -> bool:
        """`the name of each student`: a list. What several rows of each tell is not."""
        frame = self.frame
        tables = {frame.nodes[key.node].table for key in frame.keys}
        senses = ((p.span, p.meaning) for p in frame.parts if isinstance(p.meaning, NounSense))
        named = {span for span, sense in senses if sense.field is None and sense.table in tables}
        columns = [
            (self.model.tables[frame.nodes[k.node].table], k.column.field) for k in frame.keys if k.column is not None
        ]
        if any(name not in (*table.label, *table.key) for table, name in columns):
            return False
        if frame.ranks or not (plain or columns or len(named) == 1):
            return False
        return all(self.up(key.node, item.node) is not None for key in frame.keys for item in plain)

    # rows as they are

    def _listed(self, plain: Sequence[Item]) -> Iterator[Made]:
        for at in self._roots(plain)[:1]:
            outputs: list[Output] = []
            for item in plain:
                for value in self._columns(item, at) or ():
                    if all(output.value != value for output in outputs):
                        outputs.append(Output(name=free_name(value, outputs), value=value))
            free = frozenset(item.node for item in plain)
            form = Form(table=self.nodes[at].table, outputs=tuple(outputs), where=self.where(at, free=free))
            form = form.model_copy(update={"distinct": self._is_distinct(plain, at)})
            if form.distinct and len(outputs) == 1 and isinstance(outputs[0].value, Column):  # nothing is no value
                known = Compare(left=outputs[0].value, op=Op.NOT_NULL)
                form = form.model_copy(update={"where": (*form.where, known)})
            ranked = self._ranked(form, at)
            sorted_ = None if ranked is None else self._sorted(ranked, at)
            if sorted_ is not None:
                yield sorted_, 0.0

    def _is_distinct(self, plain: Sequence[Item], root: int) -> bool:
        if self.frame.is_distinct:
            return True
        return root != self.frame.target and all(item.node != root for item in plain)

    # figures

    def _totals(self, figures: Sequence[Item]) -> Iterator[Made]:
        nodes = {item.node for item in figures}
        if self.frame.havings:
            return
        finest = [
            self._finest(node) if any(i.column is not None and i.node == node for i in figures) else node
            for node in nodes
        ]
        for at in self._roots(figures) if len(nodes) > 1 else list(dict.fromkeys(finest)):
            outputs: list[Output] = []
            for item in figures:
                value = self._figure(item, at)
                if value is None:
                    return
                if item.function is Function.COUNT_DISTINCT and _is_settled(item, self.nodes[item.node]):
                    return  # one value is one
                outputs.append(Output(name=free_name(value, outputs), value=value))
            form = Form(table=self.nodes[at].table, outputs=tuple(outputs), where=self.where(at))
            if self.frame.ranks:
                narrowed = self._ranked(form, at)
                if narrowed is None or narrowed.limit is not None:
                    return
                form = narrowed
            if not self.frame.sorts:
                yield form, 0.0
            return

    def _finest(self, at: int) -> int:
        """The rows over which a figure of others goes: what is told of each enrolment is averaged over enrolments."""
        up = at
        while self.nodes[up].parent >= 0 and not self.nodes[up].down:
            up = self.nodes[up].parent
        return up if self.nodes[up].down else at

    def _figure(self, item: Item, root: int) -> Figure | None:
        function = cast("Function", item.function)
        if item.column is None and item.node == root:
            return Figure(function=Function.COUNT)
        if item.column is None:
            table, steps = self.model.tables[self.nodes[item.node].table], self.up(root, item.node)
            if steps is None or len(table.key) != 1:
                return None
            return Figure(function=Function.COUNT_DISTINCT, of=Column(field=table.key[0], via=steps))
        if (
            item.function is Function.COUNT
            and self.model.tables[self.nodes[item.node].table].fields[item.column.field].is_key
        ):
            return Figure(function=Function.COUNT) if item.node == root else None
        of = self.expression(replace(item, grain=None), root)
        return Figure(function=function, of=of) if isinstance(of, Column) else None

    def _grouped(self, figures: Sequence[Item], plain: Sequence[Item]) -> Iterator[Made]:
        frame = self.frame
        keys = list(
            dict.fromkeys((*(replace(k, span=(0, 0)) for k in frame.keys), *(replace(p, span=(0, 0)) for p in plain)))
        )
        entity = self._entity(keys, figures)
        firsts = [
            r for r in frame.ranks if r.by.function is None and frame.keys and all(k.node != r.node for k in frame.keys)
        ]
        if firsts and not figures:
            return  # the first of each is not the first of all
        if entity is not None:
            yield from self._per_row(entity, figures, plain or [Item(entity)])
            return
        yield from self._per_group(keys, figures, plain)

    def _entity(self, keys: Sequence[Item], figures: Sequence[Item]) -> int | None:
        """The node whose rows the figures are told for, where each row has one line."""
        if any(key.grain is not None for key in keys):
            return None
        nodes = list(dict.fromkeys(key.node for key in keys))
        entities = [key.node for key in keys if key.column is None]
        candidates = entities or ([self.frame.target] if self.frame.target in nodes and not self.frame.keys else [])
        for at in candidates:
            if all(self.up(at, node) is not None for node in nodes) and all(
                self.figure_of(item, at) is not None for item in figures
            ):
                return at
        return None

    def _per_row(self, at: int, figures: Sequence[Item], plain: Sequence[Item]) -> Iterator[Made]:
        outputs: list[Output] = []
        for item in self.frame.items:
            if item.function is None:
                values = self._columns(item, at)
                if values is None:
                    return
            else:
                made = self.figure_of(item, at)
                if made is None:
                    return
                values = [made]
            for value in values:
                if all(output.value != value for output in outputs):
                    outputs.append(Output(name=free_name(value, outputs), value=value))
        if all(item.function is not None for item in self.frame.items):
            named = [v for item in plain for v in self._columns(item, at) or ()]
            outputs = [*(Output(name=free_name(v, outputs), value=v) for v in named), *outputs]
        free = frozenset(item.node for item in self.frame.items)
        where = list(self.where(at, free=free))
        for item in figures:
            related = self.figure_of(item, at)
            if related is not None:
                where.append(self._there_is(related))
        form = Form(table=self.nodes[at].table, outputs=_renamed(outputs), where=tuple(dict.fromkeys(where)))
        held = self._held(form, at)
        ranked = None if held is None else self._ranked(held, at)
        made_ = None if ranked is None else self._sorted(ranked, at)
        if made_ is not None:
            yield made_, 0.0

    def _held(self, form: Form, at: int) -> Form | None:
        where = list(form.where)
        for having in self.frame.havings:
            related = self.figure_of(having.item, at)
            if related is None:
                return None
            where.append(_held_to(related, having.op, having.values))
        return form.model_copy(update={"where": tuple(where)})

    def _per_group(self, keys: Sequence[Item], figures: Sequence[Item], plain: Sequence[Item]) -> Iterator[Made]:
        frame = self.frame
        needed = [*keys, *figures]
        counted = [item.node for item in figures if item.column is None]
        roots = self._roots(needed)
        roots = [at for at in roots if all(node == at for node in counted)] or roots
        order = [*(item.node for item in figures), *roots]
        at = next((each for each in dict.fromkeys(order) if each in roots), None)
        if at is None and not figures:
            roots = self._roots(keys)
            at = roots[0] if roots else None
        if at is None:
            return
        table = self.model.tables[self.nodes[at].table]
        own = [
            key
            for key in keys
            if key.node == at and (key.column is None or key.column.field in (*table.key, *table.label))
        ]
        if own and any(item.column is None and item.node == at for item in figures):
            return  # each is one
        is_plain = bool(figures) and not (frame.ranks or frame.havings)
        each_is_one = is_plain and all(self._is_its_row(key, at) for key in keys)
        if each_is_one and all(self._is_average(figure, at) for figure in figures):
            yield from Forming(self.model, replace(frame, keys=())).forms()
            return
        groups: list[Expression] = []
        outputs: list[Output] = []
        shown = [
            item
            for item in keys
            if item.column is not None or not plain or item in [replace(p, span=(0, 0)) for p in plain]
        ]
        for item in keys:
            for value in self._key_columns(item, at) or ():
                if value not in groups:
                    groups.append(value)
        for item in shown:
            for value in self._with_code(item, self._columns(item, at) or [], at):
                if all(output.value != value for output in outputs):
                    outputs.append(Output(name=free_name(value, outputs), value=value))
                if value not in groups:
                    groups.append(value)
        for item in figures:
            value = self._figure(item, at)
            if value is None:
                return
            outputs.append(Output(name=free_name(value, outputs), value=value))
        free = frozenset(item.node for item in needed)
        form = Form(
            table=self.nodes[at].table,
            outputs=_renamed(outputs),
            where=self.where(at, free=free),
            group_by=tuple(groups),
        )
        for having in frame.havings:
            value = self._figure(having.item, at)
            if value is None:
                return
            form = form.model_copy(update={"having": (*form.having, _held_to(value, having.op, having.values))})
        for rank in frame.ranks:
            if (
                rank.by.function is None
                and rank.by.column is not None
                and not any(i.column == rank.by.column for i in figures)
            ):
                return  # the first of each is not the first of all
            if rank.by.function is None:
                same = [
                    o.value
                    for o in outputs
                    if isinstance(o.value, Figure) and o.value.of == self.expression(rank.by, at)
                ]
                if not same:
                    return
                by: Expression = same[0]
            else:
                value = self._figure(rank.by, at)
                if value is None:
                    return
                by = value
            form = form.model_copy(update={"order_by": (Order(by=by, descending=rank.is_max),), "limit": rank.limit})
        made = self._sorted(form, at)
        if made is not None:
            yield made, 0.0

    def _is_its_row(self, key: Item, at: int) -> bool:
        """Whether each group is one of the rows over which figures go."""
        table = self.model.tables[self.nodes[at].table]
        is_row = key.column is None or (key.column.field,) == table.key
        return key.node == at and key.grain is None and is_row

    def _is_average(self, item: Item, at: int) -> bool:
        """Whether an average over rows is asked for: `the average number of seeds per test`, where each tells one."""
        return item.function is Function.AVG and item.column is not None and item.node == at


def _is_settled(item: Item, node: Node) -> bool:
    """Whether a column has one value that the question names."""
    return any(isinstance(c, Compare) and c.op is Op.EQ and c.left == item.column for c in node.where)


def _held_to(value: Expression, op: Op, values: tuple[object, ...]) -> Condition:
    if op is Op.BETWEEN:
        return Compare(left=value, op=op, values=values)  # type: ignore[arg-type]
    return Compare(left=value, op=op, right=Given(value=values[0]))  # type: ignore[arg-type]


def _renamed(outputs: Sequence[Output]) -> tuple[Output, ...]:
    made: list[Output] = []
    for output in outputs:
        made.append(Output(name=free_name(output.value, made), value=output.value))
    return tuple(made)


def _with_keys(plain: list[Item], frame: Frame) -> list[Item]:
    """`for each student, the name`: what is asked of each is a list."""
    shown = {(item.node, item.column) for item in plain}
    more = [
        replace(key, span=(0, 0))
        for key in frame.keys
        if key.column is not None and (key.node, key.column) not in shown
    ]
    return [*more, *plain] or [Item(frame.keys[0].node)]
