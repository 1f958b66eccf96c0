"""The rows a phrase speaks of, while it is being resolved."""

from dataclasses import dataclass, replace

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Condition, Figure, Form, Lookup, Member, Order, Output, Related
from arch_team.grammar.syntax import Modifier, Phrase, Span
from arch_team.interpreting.read import Part


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of a table. With `field`, the values of that column instead, each once."""

    table: str
    where: tuple[Condition, ...] = ()
    order: tuple[Order, ...] = ()
    limit: int | None = None
    field: Column | None = None
    having: tuple[Condition, ...] = ()
    cost: float = 0.0
    parts: tuple[Part, ...] = ()
    left: tuple[Modifier, ...] = ()
    """Modifiers that do not fit here: they belong further out."""
    groups: tuple[Phrase, ...] = ()
    """What the question asks for each of."""
    added: int = 0
    """How many conditions the latest modifier brought."""
    days: tuple[str, ...] = ()
    """Columns of days that a participle says are meant: that of opening, of cases opened."""
    is_linked: bool = False
    """A pronoun ties these rows to the other things asked for."""

    def plus(self, cost: float = 0.0, **changes: object) -> "Rows":
        if not (cost or changes):
            return self
        return replace(self, cost=self.cost + cost, **changes)  # type: ignore[arg-type]

    def meeting(self, condition: Condition, span: Span, cost: float = 0.0) -> "Rows":
        if condition in self.where:
            return self.plus(cost, parts=(*self.parts, Part(span, condition)))
        return self.plus(cost, where=(*self.where, condition), parts=(*self.parts, Part(span, condition)))

    def told(self, span: Span, meaning: object) -> "Rows":
        return replace(self, parts=(*self.parts, Part(span, meaning)))

    def marked(self, *spans: Span) -> "Rows":
        """With these places of the question known as used."""
        if not spans:
            return self
        return replace(self, parts=(*self.parts, *(Part(span, None) for span in spans)))

    def closed(self) -> "Rows | None":
        """Without an order, or groups that are held to a figure: what is left as a condition. None: it is none."""
        if self.having and self.field is not None and not self.order:
            each = Output(name="key", value=self.field)
            held = Form(table=self.table, outputs=(each,), where=self.where, group_by=(self.field,), having=self.having)
            return replace(self, where=(Member(left=self.field, form=held),), having=())
        if not self.order and self.limit is None:
            return self
        if len(self.order) != 1 or self.limit != 1 or self.field is not None:
            return None
        order = self.order[0]
        if isinstance(order.by, Related):
            inner = Form(
                table=self.table,
                outputs=(Output(name="key", value=Column(field=order.by.to)),),
                where=self.where,
                order_by=self.order,
                limit=1,
            )
            first = Member(left=Column(field=order.by.to), form=inner)
            return replace(self, where=(*self.where, first), order=(), limit=None)
        if not isinstance(order.by, Column):
            return None
        function = Function.MAX if order.descending else Function.MIN
        inner = Form(
            table=self.table,
            outputs=(Output(name="extreme", value=Figure(function=function, of=order.by)),),
            where=self.where,
        )
        extreme = Compare(left=order.by, op=Op.EQ, right=Lookup(form=inner))
        return replace(self, where=(*self.where, extreme), order=(), limit=None)


def best(found: list[Rows], keep: int = 6) -> list[Rows]:
    """The cheapest few, each different one once."""
    seen: dict[tuple[object, ...], Rows] = {}
    for rows in sorted(found, key=lambda rows: rows.cost):
        key = (rows.table, rows.where, rows.order, rows.limit, rows.field, rows.having, rows.left, rows.groups)
        seen.setdefault(key, rows)
    return list(seen.values())[:keep]
