"""From what a question asks to forms: which rows a form is of, and how it sees the others from there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import (
    Both,
    Bucket,
    Column,
    Compare,
    Condition,
    Either,
    Expression,
    Figure,
    Form,
    Given,
    Lookup,
    Member,
    Not,
    Order,
    Output,
    Related,
    Step,
)
from arch_team.forms.joins import key_of, moved
from arch_team.forms.showing import field_of, free_name
from arch_team.interpreting.frames import Frame, Item, Node, Rank
from arch_team.modelling.model import Model, NounSense

Made = tuple[Form, float]


class Forming:
    """The forms of one frame."""

    def __init__(self, model: Model, frame: Frame) -> None:
        self.model = model
        frame = replace(frame, items=tuple(sorted(frame.items, key=lambda item: item.span)))
        self.frame = _with_counted(_with_items(frame))
        self.nodes = self.frame.nodes
        self.with_none = False
        """Rows that have none of what is counted are among those with the fewest."""
        self.may_be_none = False

    @property
    def _most(self) -> set[int]:
        """Rows that the most are asked for of: who has the most has some."""
        return {
            rank.by.node
            for rank in self.frame.ranks
            if rank.by.function in (Function.COUNT, Function.SUM) and rank.is_max
        }

    @property
    def _fewest(self) -> set[int]:
        """Rows that the fewest are asked for of."""
        return {rank.by.node for rank in self.frame.ranks if rank.by.function is Function.COUNT and not rank.is_max}

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

    # the way from one node to another

    def up(self, start: int, end: int) -> tuple[Step, ...] | None:
        """The steps from a row of one node to the one row of another. None: there may be several."""
        seen = {start}
        frontier: list[tuple[int, tuple[Step, ...]]] = [(start, ())]
        while frontier:
            at, steps = frontier.pop(0)
            if at == end:
                return steps
            for other, more in self._ups(at):
                if other not in seen:
                    seen.add(other)
                    frontier.append((other, (*steps, *more)))
        return None

    def _ups(self, at: int) -> Iterator[tuple[int, tuple[Step, ...]]]:
        node = self.nodes[at]
        if node.down and node.parent >= 0 and not node.negated and node.count is None and not node.either:
            yield node.parent, node.steps
        for other, child in enumerate(self.nodes):
            if child.parent == at and not child.down and not child.negated:
                yield other, child.steps

    # conditions

    def where(self, root: int, came: int = -1, *, free: frozenset[int] = frozenset()) -> tuple[Condition, ...]:
        """What holds of the rows of a node, said from there. `free`: nodes that need not be there."""
        node = self.nodes[root]
        found: list[Condition] = list(node.where)
        choices: dict[int, list[Condition]] = {}
        for number, condition in node.options:
            choices.setdefault(number, []).append(condition)
        for other, child in enumerate(self.nodes):
            if child.parent != root or other == came:
                continue
            made = self._of_child(other, child, root, free)
            if made is None:
                continue
            if child.either:
                choices.setdefault(child.either, []).append(made)
            else:
                found.append(made)
        if node.parent >= 0 and node.parent != came:
            found += self._of_parent(root, node, free)
        found += [Either(of=tuple(each)) for each in choices.values()]
        return tuple(dict.fromkeys(found))

    def _of_child(self, at: int, child: Node, root: int, free: frozenset[int]) -> Condition | None:
        inner = self.where(at, root, free=free)
        if not child.down:
            if child.negated:
                if inner:
                    return Not(of=_all(tuple(moved(each, child.steps) for each in inner)))
                return Compare(left=Column(field=child.steps[0].field), op=Op.IS_NULL)
            if not inner:
                plain = at in free or not child.is_named
                return None if plain else Compare(left=Column(field=child.steps[0].field), op=Op.NOT_NULL)
            return _all(tuple(moved(each, child.steps) for each in inner))
        key = child.steps[-1].key
        if child.count is not None:
            op, number = child.count
            held = Compare(left=self._related(at, Function.COUNT, None, inner), op=op, right=Given(value=number))
            if op in (Op.LT, Op.LE) or (op is Op.EQ and not number):
                self.may_be_none = True
                if not self.with_none and number:
                    form = Form(
                        table=child.table, outputs=(Output(name="key", value=key_of(child.steps, key)),), where=inner
                    )
                    return Both(of=(Member(left=Column(field=key), form=form), held))
            return held
        if not inner and (at in free or at in self._most or (self.with_none and at in self._fewest)):
            return None
        form = Form(table=child.table, outputs=(Output(name="key", value=key_of(child.steps, key)),), where=inner)
        return Member(left=Column(field=key), form=form, negated=child.negated)

    def _of_parent(self, at: int, node: Node, free: frozenset[int]) -> list[Condition]:
        inner = self.where(node.parent, at, free=free)
        if node.down:
            return [moved(each, node.steps) for each in inner]
        parent = self.nodes[node.parent]
        if not inner and (node.parent in free or not parent.is_named):
            return []
        own = node.steps[-1].key
        form = Form(table=parent.table, outputs=(Output(name="key", value=key_of(node.steps, own)),), where=inner)
        return [Member(left=Column(field=own), form=form)]

    def _related(self, at: int, function: Function, of: Column | None, inner: tuple[Condition, ...]) -> Related:
        node = self.nodes[at]
        key = node.steps[-1].key
        rows = Form(table=node.table, where=inner)
        return Related(function=function, of=of, rows=rows, link=key_of(node.steps, key), to=key)

    # what is shown

    def expression(self, item: Item, root: int) -> Expression | None:
        """An item as seen from the rows of a node."""
        steps = self.up(root, item.node)
        if item.column is None or steps is None:
            return None
        column = item.column.model_copy(update={"via": (*steps, *item.column.via)})
        return Bucket(grain=item.grain, of=column) if item.grain is not None else column

    def _columns(self, item: Item, root: int) -> list[Expression] | None:
        """What is shown of an item that is no figure: its column, or what names its row."""
        if item.column is not None:
            made = self.expression(item, root)
            return None if made is None else [made]
        steps = self.up(root, item.node)
        if steps is None:
            return None
        table = self.model.tables[self.nodes[item.node].table]
        if self.frame.with_all and item.node == self.frame.target:
            names: Sequence[str] = tuple(table.stored)
        else:
            names = table.label or table.columns or table.key or tuple(table.stored)[:3]
            if item.node == self.frame.target and table.columns:
                names = table.columns
            elif item.node == self.frame.target and table.label:
                names = tuple(dict.fromkeys((*table.label, *table.key)))
        return [Column(field=name, via=steps) for name in names]

    def _with_code(self, item: Item, values: list[Expression], root: int) -> list[Expression]:
        """What names a group, with the code it is known by."""
        if item.column is not None:
            return values
        table = self.model.tables[self.nodes[item.node].table]
        codes = table.key if len(table.key) == 1 else ()
        steps = self.up(root, item.node) or ()
        return [*values, *(Column(field=name, via=steps) for name in codes)]

    def _key_columns(self, item: Item, root: int) -> list[Expression] | None:
        """By what rows of an item are told apart."""
        if item.column is not None:
            made = self.expression(item, root)
            return None if made is None else [made]
        steps = self.up(root, item.node)
        if steps is None:
            return None
        table = self.model.tables[self.nodes[item.node].table]
        return [Column(field=name, via=steps) for name in dict.fromkeys((*table.key, *table.label))]

    def _roots(self, items: Sequence[Item]) -> list[int]:
        """Nodes from which all items are seen as one each, the target first."""
        nodes = [item.node for item in items]
        order = [self.frame.target, *nodes, *range(len(self.nodes))]
        return [at for at in dict.fromkeys(order) if at >= 0 and all(self.up(at, node) is not None for node in nodes)]

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

    def figure_of(self, item: Item, root: int) -> Related | None:
        """A figure over the rows that point back at those of a node, on the way to another node."""
        chain: list[int] = []
        at = item.node
        while at >= 0 and at != root:
            chain.append(at)
            at = self.nodes[at].parent
        if at != root or not chain:
            return None
        chain.reverse()
        downs = 0
        while downs < len(chain) and self.nodes[chain[downs]].down:
            downs += 1
        if downs == 0:
            return None
        pivot = chain[downs - 1]
        if not all(not self.nodes[each].down for each in chain[downs:]):
            return None
        steps = tuple(step for each in reversed(chain[:downs]) for step in self.nodes[each].steps)
        came = self.nodes[pivot].parent
        inner = list(self.where(pivot, came))
        for each in reversed(chain[: downs - 1]):  # what holds of the rows between
            between = self.nodes[each]
            inner += [moved(c, self.nodes[pivot].steps) for c in between.where]
        ups = tuple(step for each in chain[downs:] for step in self.nodes[each].steps)
        of = None if item.column is None else item.column.model_copy(update={"via": (*ups, *item.column.via)})
        key = steps[-1].key
        rows = Form(table=self.nodes[pivot].table, where=tuple(inner))
        function = item.function or Function.COUNT
        return Related(function=function, of=of, rows=rows, link=key_of(steps, key), to=key)

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
        other = Forming(self.model, changed)
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


def _is_settled(item: Item, node: Node) -> bool:
    """Whether a column has one value that the question names."""
    return any(isinstance(c, Compare) and c.op is Op.EQ and c.left == item.column for c in node.where)


def _held_to(value: Expression, op: Op, values: tuple[object, ...]) -> Condition:
    if op is Op.BETWEEN:
        return Compare(left=value, op=op, values=values)  # type: ignore[arg-type]
    return Compare(left=value, op=op, right=Given(value=values[0]))  # type: ignore[arg-type]


def _all(conditions: tuple[Condition, ...]) -> Condition:
    return conditions[0] if len(conditions) == 1 else Both(of=conditions)


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


def _with_items(frame: Frame) -> Frame:
    """What is asked for where nothing is named: the rows themselves."""
    if frame.items or frame.keys:
        return frame
    return replace(frame, items=(Item(frame.target),))


def _with_counted(frame: Frame) -> Frame:
    """`the number`: of what was counted or ranked by its number, or of the rows that are grouped."""
    if all(item.node >= 0 for item in frame.items):
        return frame
    counts = [at for at, node in enumerate(frame.nodes) if node.count is not None]
    counts = counts or [rank.by.node for rank in frame.ranks if rank.by.function is Function.COUNT]
    downs = [at for at, node in enumerate(frame.nodes) if node.down and not node.negated]
    at = counts[0] if counts else frame.target if frame.keys or not downs else downs[0]
    made = tuple(replace(item, node=at) if item.node < 0 else item for item in frame.items)
    return replace(frame, items=tuple(dict.fromkeys(made)))
