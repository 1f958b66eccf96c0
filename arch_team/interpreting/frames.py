"""What a question asks while it is put together: rows tied to rows, and what is shown, counted and ranked of them."""

from dataclasses import dataclass, fields, replace
from operator import attrgetter

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Condition, Grain, Step
from arch_team.grammar.syntax import Span
from arch_team.interpreting.read import Part


@dataclass(frozen=True, slots=True)
class Node:
    """Rows of a table, tied to those of another node. `steps` lead to the one row of `parent` (`down`), or from the
    parent's row to this one."""

    table: str
    parent: int = -1
    steps: tuple[Step, ...] = ()
    down: bool = False
    where: tuple[Condition, ...] = ()
    negated: bool = False
    count: "tuple[Op, int] | None" = None
    either: int = 0
    """Ties of the same number are a choice: one of them must hold. 0: it must hold itself."""
    options: tuple[tuple[int, Condition], ...] = ()
    """Conditions that are a choice beside ties of the same number."""
    is_named: bool = False
    """The question says what its rows are."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something of a node: a column of its row, the row, or a figure over its rows."""

    node: int
    column: Column | None = None
    function: Function | None = None
    grain: Grain | None = None
    per_row: Function | None = None
    """A figure over counts or figures of each row: the average number of orders per customer."""
    is_amount: bool = False
    """It was asked how many there are, of what a column holds the number of: that of one row, or the sum."""
    span: Span = (0, 0)


@dataclass(frozen=True, slots=True)
class Rank:
    node: int
    """Whose rows are ranked."""
    by: Item
    is_max: bool
    limit: int = 1
    span: Span = (0, 0)


@dataclass(frozen=True, slots=True)
class Having:
    item: Item
    op: Op
    values: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Sort:
    by: Item | None
    """None: by what is shown first, or by the figure."""
    descending: bool
    is_time: bool = False
    """By a day, where none is named."""


@dataclass(frozen=True, slots=True)
class Frame:
    nodes: tuple[Node, ...] = ()
    target: int = -1
    items: tuple[Item, ...] = ()
    keys: tuple[Item, ...] = ()
    ranks: tuple[Rank, ...] = ()
    havings: tuple[Having, ...] = ()
    sorts: tuple[Sort, ...] = ()
    is_distinct: bool = False
    names_kinds: bool = False
    """Several kinds are named one after the other: of each, or of all together, a figure may be meant."""
    with_all: bool = False
    """All columns are asked for."""
    cost: float = 0.0
    parts: tuple[Part, ...] = ()

    @property
    def meaning(self) -> tuple[object, ...]:
        """All but what it costs, and which words it was read from."""
        return _MEANING(self)

    def plus(self, cost: float = 0.0, **changes: object) -> "Frame":
        return replace(self, cost=self.cost + cost, **changes)  # type: ignore[arg-type]

    def with_node(self, node: Node) -> "tuple[Frame, int]":
        return replace(self, nodes=(*self.nodes, node)), len(self.nodes)

    def changed(self, at: int, node: Node) -> "Frame":
        return replace(self, nodes=(*self.nodes[:at], node, *self.nodes[at + 1 :]))

    def meeting(self, at: int, condition: Condition, span: Span, cost: float = 0.0) -> "Frame":
        node = self.nodes[at]
        where = node.where if condition in node.where else (*node.where, condition)
        met = self.changed(at, replace(node, where=where))
        return met.plus(cost, parts=(*met.parts, Part(span, condition)))

    def told(self, span: Span, meaning: object) -> "Frame":
        return replace(self, parts=(*self.parts, Part(span, meaning)))


_MEANING = attrgetter(*(each.name for each in fields(Frame) if each.name not in ("cost", "parts")))
