"""A SELECT that somebody wrote, as a form: the same thing in our own terms, so that it can be worded, checked and run.

What has no form is not taken: rows that a join multiplies, columns multiplied with each other, functions of a dialect.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

import sqlglot
from sqlglot import Expr, exp
from sqlglot.errors import SqlglotError

from arch_team.errors import FormError
from arch_team.featuredata.calls import Function, Op
from arch_team.forms import form as f
from arch_team.forms.form import Form
from arch_team.modelling.model import Model

_HUNDRED = Decimal(100)
_COMPARED: dict[type[Expr], Op] = {
    exp.EQ: Op.EQ,
    exp.NEQ: Op.NE,
    exp.GT: Op.GT,
    exp.GTE: Op.GE,
    exp.LT: Op.LT,
    exp.LTE: Op.LE,
    exp.Like: Op.LIKE,
    exp.ILike: Op.ILIKE,
}
_TURNED = {Op.GT: Op.LT, Op.GE: Op.LE, Op.LT: Op.GT, Op.LE: Op.GE, Op.EQ: Op.EQ, Op.NE: Op.NE}
_FUNCTIONS: dict[type[Expr], Function] = {
    exp.Sum: Function.SUM,
    exp.Avg: Function.AVG,
    exp.Min: Function.MIN,
    exp.Max: Function.MAX,
}
_SIDES = {"percent": ("part", "whole"), "difference": ("first", "second"), "ratio": ("first", "second")}
_GRAINS = {"%Y": f.Grain.YEAR, "%Y-%m": f.Grain.MONTH, "%Y-%m-%d": f.Grain.DAY}


def stated(text: str, model: Model, dialect: str) -> Form | None:
    """The form of a statement. None: it has none."""
    try:
        parsed = sqlglot.parse(text, dialect=dialect)
        [query] = [each for each in parsed if each is not None]
        return _form_of(query, model)
    except (_NoForm, FormError, SqlglotError, RecursionError, ValueError):
        return None


class _NoForm(Exception):
    """There is no form for it."""


def _form_of(query: Expr, model: Model) -> Form:
    while isinstance(query, exp.Subquery | exp.Paren):
        query = query.this
    if isinstance(query, exp.Intersect | exp.Except):
        return _among(query, model)
    if not isinstance(query, exp.Select) or query.args.get("with_") or query.args.get("with"):
        raise _NoForm
    return _Select(query, model).form()


def _among(query: exp.Intersect | exp.Except, model: Model) -> Form:
    """What is among the one as well as among the other, or not among the other."""
    one, other = _form_of(query.left, model), _form_of(query.right, model)
    value = one.outputs[0].value
    if len(one.outputs) != 1 or len(other.outputs) != 1 or not isinstance(value, f.Column) or one.limit or one.group_by:
        raise _NoForm
    member = f.Member(left=value, form=other, negated=isinstance(query, exp.Except))
    return one.model_copy(update={"where": (*one.where, member), "distinct": True})


class _Select:
    """One SELECT over one table and those it points at."""

    def __init__(self, select: exp.Select, model: Model) -> None:
        self._select, self._model = select, model
        self._tables = {name.lower(): name for name in model.tables}
        self._places: dict[str, str] = {}
        self._named: dict[str, Expr] = {}
        conditions = [*self._joined()]
        where = select.args.get("where")
        conditions += _parts(where.this) if where else []
        self._conditions: list[Expr] = []
        edges: list[tuple[str, str, str, str]] = []
        for each in conditions:
            edge = self._edge(each)
            if edge is None:
                self._conditions.append(each)
            else:
                edges.append(edge)
        self._base, self._ways = self._reached(edges)

    def form(self) -> Form:
        select = self._select
        for each in select.expressions:
            if isinstance(each, exp.Alias):
                self._named[each.alias.lower()] = each.this
        shown = [self._value(each.this if isinstance(each, exp.Alias) else each) for each in select.expressions]
        if any(isinstance(each, f.Given) for each in shown):
            raise _NoForm
        group, having, order = (select.args.get(name) for name in ("group", "having", "order"))
        groups = tuple(self._value(each) for each in group.expressions) if group else ()
        limit = self._limit()
        orders = tuple(
            f.Order(by=self._value(each.this), descending=bool(each.args.get("desc")))
            for each in (order.expressions if order else ())
        )
        if limit is not None and not orders:
            raise _NoForm
        return Form(
            table=self._places[self._base],
            outputs=tuple(f.Output(name=name, value=value) for name, value in _outputs(shown, is_one_row=not groups)),
            where=tuple(map(self._condition, self._conditions)),
            group_by=groups,
            having=tuple(map(self._condition, _parts(having.this))) if having else (),
            order_by=orders,
            limit=limit,
            distinct=select.args.get("distinct") is not None,
        )

    def _limit(self) -> int | None:
        limit, offset = self._select.args.get("limit"), self._select.args.get("offset")
        if offset is not None:
            raise _NoForm
        return int(limit.expression.this) if limit is not None else None

    # the tables, and how one is reached from another

    def _joined(self) -> Iterator[Expr]:
        """Takes the tables; gives what they are joined on."""
        start = self._select.args.get("from_") or self._select.args.get("from")
        if start is None:
            raise _NoForm
        self._take(start.this)
        for join in self._select.args.get("joins") or ():
            if join.side not in ("", "LEFT") or join.args.get("method"):
                raise _NoForm
            alias = self._take(join.this)
            if join.args.get("on"):
                yield from _parts(join.args["on"])
            for name in join.args.get("using") or ():
                others = [each for each in self._places if each != alias and self._field(each, name.name)]
                if len(others) != 1:
                    raise _NoForm
                columns = (exp.column(name.name, table=each) for each in (others[0], alias))
                yield exp.EQ(this=next(columns), expression=next(columns))

    def _take(self, table: Expr) -> str:
        if not isinstance(table, exp.Table) or table.name.lower() not in self._tables:
            raise _NoForm
        alias = (table.alias or table.name).lower()
        if alias in self._places:
            raise _NoForm
        self._places[alias] = self._tables[table.name.lower()]
        return alias

    def _edge(self, condition: Expr) -> tuple[str, str, str, str] | None:
        """Two columns of two tables that are the same."""
        if not isinstance(condition, exp.EQ):
            return None
        sides = (condition.left, condition.right)
        if not all(isinstance(side, exp.Column) for side in sides):
            return None
        (one, own), (other, far) = (self._owned(side) for side in sides)
        return (one, own, other, far) if one != other else None

    def _reached(self, edges: Sequence[tuple[str, str, str, str]]) -> tuple[str, dict[str, tuple[f.Step, ...]]]:
        """The table whose rows are meant: every other is reached from it, one row each."""
        if len(edges) != len(self._places) - 1:
            raise _NoForm
        for base in self._places:
            ways: dict[str, tuple[f.Step, ...]] = {base: ()}
            is_growing = True
            while is_growing:
                is_growing = False
                for one, own, other, far in edges:
                    for a, x, b, y in ((one, own, other, far), (other, far, one, own)):
                        if a in ways and b not in ways and self._is_one(self._places[b], y):
                            ways[b] = (*ways[a], f.Step(field=x, table=self._places[b], key=y))
                            is_growing = True
            if len(ways) == len(self._places):
                return base, ways
        raise _NoForm

    def _is_one(self, table: str, name: str) -> bool:
        """Whether a field names one row of its table."""
        own = self._model.tables[table]
        linked = any(link.to_table == table and link.to_field == name for link in self._model.links)
        return linked or own.key == (name,) or own.fields[name].is_key

    def _owned(self, column: Expr) -> tuple[str, str]:
        """Alias and field of a column."""
        assert isinstance(column, exp.Column)  # noqa: S101
        aliases = [column.table.lower()] if column.table else [*self._places]
        found = [(alias, name) for alias in aliases if (name := self._field(alias, column.name))]
        if len(found) != 1:
            raise _NoForm
        return found[0]

    def _field(self, alias: str, name: str) -> str | None:
        table = self._places.get(alias)
        if table is None:
            return None
        return next((each for each in self._model.tables[table].fields if each.lower() == name.lower()), None)

    # what is shown, compared and grouped

    def _value(self, node: Expr) -> f.Expression:
        match node:
            case exp.Paren() | exp.Round() | exp.Cast() | exp.Alias():
                return self._value(node.this)
            case exp.Column():
                if not node.table and node.name.lower() in self._named:
                    inner = self._named[node.name.lower()]
                    if not isinstance(inner, exp.Column) or inner.name.lower() != node.name.lower():
                        return self._value(inner)
                return self._column(node)
            case exp.Literal() | exp.Neg() | exp.Boolean():
                return f.Given(value=_plain(node))
            case exp.Count():
                return self._count(node)
            case exp.Sum() | exp.Avg() | exp.Min() | exp.Max():
                return f.Figure(function=_FUNCTIONS[type(node)], of=self._column(node.this))
            case exp.TimeToStr():
                return self._bucket(node.this, node.args["format"].name)
            case exp.Year():
                return self._bucket(node.this, "%Y")
            case exp.Sub() | exp.Add() | exp.Div() | exp.Mul():
                return self._arithmetic(node)
            case exp.Subquery():
                return f.Lookup(form=_form_of(node.this, self._model))
            case _:
                raise _NoForm

    def _column(self, node: Expr) -> f.Column:
        while isinstance(node, exp.Paren | exp.Cast):
            node = node.this
        if not isinstance(node, exp.Column) or isinstance(node.this, exp.Star):
            raise _NoForm
        alias, name = self._owned(node)
        return f.Column(field=name, via=self._ways[alias])

    def _count(self, node: exp.Count) -> f.Figure:
        of = node.this
        if isinstance(of, exp.Distinct):
            [only] = of.expressions
            return f.Figure(function=Function.COUNT_DISTINCT, of=self._column(only))
        if isinstance(of, exp.Star | exp.Literal):
            return f.Figure(function=Function.COUNT)
        column = self._column(of)
        is_own_key = not column.via and self._is_one(self._places[self._base], column.field)
        return f.Figure(function=Function.COUNT, of=None if is_own_key else column)

    def _bucket(self, node: Expr, pattern: str) -> f.Bucket:
        while isinstance(node, exp.TsOrDsToTimestamp | exp.TsOrDsToDate | exp.Cast):
            node = node.this
        if pattern not in _GRAINS:
            raise _NoForm
        return f.Bucket(grain=_GRAINS[pattern], of=self._column(node))

    def _arithmetic(self, node: Expr) -> f.Arithmetic:
        left, right = node.this, node.expression
        if isinstance(node, exp.Mul):  # only a percentage: a hundred times a ratio
            ratio, hundred = (left, right) if _is_hundred(right) else (right, left)
            inner = ratio.this if isinstance(ratio, exp.Paren) else ratio
            if not _is_hundred(hundred) or not isinstance(inner, exp.Div):
                raise _NoForm
            return self._made("percent", inner.this, inner.expression)
        if isinstance(node, exp.Div) and isinstance(left, exp.Mul):
            of, hundred = (left.this, left.expression) if _is_hundred(left.expression) else (left.expression, left.this)
            if not _is_hundred(hundred):
                raise _NoForm
            return self._made("percent", of, right)
        if isinstance(node, exp.Div):
            return self._made("ratio", left, right)
        return self._made("difference" if isinstance(node, exp.Sub) else "sum", left, right)

    def _made(self, operation: str, left: Expr, right: Expr) -> f.Arithmetic:
        return f.Arithmetic.model_validate(
            {"operation": operation, "left": self._value(left), "right": self._value(right)}
        )

    def _condition(self, node: Expr) -> f.Condition:
        match node:
            case exp.Paren():
                return self._condition(node.this)
            case exp.And():
                return f.Both(of=tuple(map(self._condition, _parts(node))))
            case exp.Or():
                return f.Either(of=tuple(map(self._condition, _parts(node, exp.Or))))
            case exp.Not():
                return self._negated(node.this)
            case exp.Between():
                low, high = (_plain(node.args[name]) for name in ("low", "high"))
                return f.Compare(left=self._value(node.this), op=Op.BETWEEN, values=(low, high))
            case exp.In():
                return self._in(node)
            case exp.Is():
                if not isinstance(node.expression, exp.Null):
                    raise _NoForm
                return f.Compare(left=self._value(node.this), op=Op.IS_NULL)
            case _:
                return self._compared(node)

    def _negated(self, node: Expr) -> f.Condition:
        inner = self._condition(node)
        match inner:
            case f.Member():
                return inner.model_copy(update={"negated": not inner.negated})
            case f.Compare(op=Op.IS_NULL):
                return inner.model_copy(update={"op": Op.NOT_NULL})
            case f.Compare(op=Op.IN):
                return inner.model_copy(update={"op": Op.NOT_IN})
            case f.Compare(op=Op.LIKE):
                return inner.model_copy(update={"op": Op.NOT_LIKE})
            case _:
                return f.Not(of=inner)

    def _in(self, node: exp.In) -> f.Condition:
        query = node.args.get("query")
        if query is None:
            values = tuple(map(_plain, node.expressions))
            return f.Compare(left=self._value(node.this), op=Op.IN, values=values)
        inner = _form_of(query, self._model)
        if len(inner.outputs) != 1:
            raise _NoForm
        return f.Member(left=self._column(node.this), form=inner)

    def _compared(self, node: Expr) -> f.Condition:
        op = _COMPARED.get(type(node))
        if op is None:
            raise _NoForm
        left, right = self._value(node.this), self._value(node.expression)
        if isinstance(left, f.Given) and op in _TURNED:
            left, right, op = right, left, _TURNED[op]
        if isinstance(left, f.Given):
            raise _NoForm
        if isinstance(left, f.Bucket) and isinstance(right, f.Given) and left.grain is f.Grain.YEAR:
            right = f.Given(value=int(str(right.value)))
        return f.Compare(left=left, op=op, right=right)


def _outputs(shown: Sequence[f.Expression], *, is_one_row: bool) -> list[tuple[str, f.Expression]]:
    """What is shown, by name. Figures that one is made of are shown with it; of columns of a row there is no form."""
    first = shown[0]
    if not isinstance(first, f.Arithmetic):
        return [(f"c{at}", value) for at, value in enumerate(shown)]
    sides = (first.left, first.right)
    if len(shown) > 1 or not is_one_row or not all(isinstance(side, f.Figure | f.Lookup) for side in sides):
        raise _NoForm
    if first.operation not in _SIDES:
        raise _NoForm
    return [(first.operation, first), *zip(_SIDES[first.operation], sides, strict=True)]


def _parts(node: Expr, joint: type[Expr] = exp.And) -> list[Expr]:
    while isinstance(node, exp.Paren):
        node = node.this
    if isinstance(node, joint):
        return [*_parts(node.this, joint), *_parts(node.args["expression"], joint)]
    return [node]


def _is_hundred(node: Expr) -> bool:
    return isinstance(node, exp.Literal) and not node.is_string and Decimal(node.name) == _HUNDRED


def _plain(node: Expr) -> f.Plain:
    if isinstance(node, exp.Neg):
        value = _plain(node.this)
        if isinstance(value, int | Decimal):
            return -value
    if isinstance(node, exp.Boolean):
        return bool(node.this)
    if not isinstance(node, exp.Literal):
        raise _NoForm
    if node.is_string:
        return node.name
    return Decimal(node.name) if "." in node.name else int(node.name)
