"""How the rows of one node see the others: by which way, under which conditions, and what is shown of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import (
    Both,
    Bucket,
    Column,
    Compare,
    Condition,
    Either,
    Expression,
    Form,
    Given,
    Member,
    Not,
    Output,
    Related,
    Step,
)
from arch_team.forms.joins import key_of, moved
from arch_team.interpreting.frames import Frame, Item, Node
from arch_team.modelling.model import Model, ModelTable


class Seeing:
    """The nodes of one frame, seen from each other."""

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

    def _named(self, item: Item, root: int, names: Callable[[ModelTable], Iterable[str]]) -> list[Expression] | None:
        """The column of an item, or those of its row that are named."""
        if item.column is not None:
            made = self.expression(item, root)
            return None if made is None else [made]
        steps = self.up(root, item.node)
        if steps is None:
            return None
        return [Column(field=name, via=steps) for name in names(self.model.tables[self.nodes[item.node].table])]

    def _columns(self, item: Item, root: int) -> list[Expression] | None:
        """What is shown of an item that is no figure: its column, or what names its row."""
        is_target = item.node == self.frame.target
        is_list = len(self.frame.items) <= 1 and all(one.function is None for one in self.frame.items)

        def names(table: ModelTable) -> Sequence[str]:
            if is_target and self.frame.with_all:
                return tuple(table.stored)
            if is_target and table.columns and is_list:
                return table.columns
            if is_target and table.label:
                return tuple(dict.fromkeys((*table.label, *table.key)))
            return table.label or table.key or table.columns or tuple(table.stored)[:3]

        return self._named(item, root, names)

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
        return self._named(item, root, lambda table: dict.fromkeys((*table.key, *table.label)))

    def _roots(self, items: Sequence[Item]) -> list[int]:
        """Nodes from which all items are seen as one each, the target first."""
        nodes = [item.node for item in items]
        order = [self.frame.target, *nodes, *range(len(self.nodes))]
        return [at for at in dict.fromkeys(order) if at >= 0 and all(self.up(at, node) is not None for node in nodes)]

    # figures

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


def _all(conditions: tuple[Condition, ...]) -> Condition:
    return conditions[0] if len(conditions) == 1 else Both(of=conditions)


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
