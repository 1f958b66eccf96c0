"""From a checked call to one SELECT: names only from the catalog, values only as binds, the scope always and-ed in."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.sql import operators

from arch_team.featuredata.calls import LIST_OPS, PATTERN_OPS, AggregateCall, Function, Op, Scalar, Value
from arch_team.featuredata.catalog import Column
from arch_team.featuredata.column_types import column_type
from arch_team.featuredata.dialects import Dialect, Expression, simple_lower
from arch_team.featuredata.tables import FieldType, Scope, Table
from arch_team.featuredata.validator import ReadyCall, ReadyFilter

ROW_COUNT = "n"
VALUE_COUNT = "k"
MISFIT_COUNT = "m"
FIGURE = "figure"

_Select = sa.Select[tuple[object, ...]]
_EXCLUDING_OPS = frozenset({Op.NE, Op.NOT_IN, Op.NOT_LIKE})
_PLACED: frozenset[type] = frozenset({str, int, Decimal, date})


def clause_of(table: Table) -> sa.TableClause:
    """The table as SQLAlchemy sees it, scope columns included."""
    columns = [sa.column(field.name, column_type(field)) for field in table.fields.values()]
    columns += [sa.column(name, cast("sa.types.TypeEngine[object]", sa.String())) for name in table.scope.values()]
    return sa.table(table.stored_as or table.name, *columns, schema=table.schema)


def in_scope(table: Table, alias: sa.FromClause, scope: Scope) -> list[sa.ColumnElement[bool]]:
    columns = [(part, alias.c[name]) for part, name in table.scope.items()]
    if table.scope_as_text:
        return [sa.cast(column, sa.String) == scope.value(part) for part, column in columns]
    return [column == scope.value(part) for part, column in columns]


def placed_values(flt: ReadyFilter) -> tuple[Scalar, ...]:
    """A filter's values where the statement is the same whatever they are. Nothing, true and false, and moments are
    spelled out in it, each in its own way."""
    values = flt.value if isinstance(flt.value, tuple) else (flt.value,)
    if flt.column.field.type is FieldType.DATETIME or any(type(value) not in _PLACED for value in values):
        return ()
    if flt.op in PATTERN_OPS:
        return tuple(escaped(simple_lower(str(v)) if flt.op is Op.ILIKE else str(v)) for v in values)
    return values


def bind_name(number: int, place: int = 0) -> str:
    """Of the value at a place of a filter."""
    return f"v{number}_{place}"


class Clause:
    """A table's aliases, made once: the first for when it is asked, the others for when a path leads to it."""

    def __init__(self, table: Table) -> None:
        self._table, self._clause = table, clause_of(table)
        self._aliases: dict[int, sa.FromClause] = {}

    def any_row(self, scope: Scope) -> _Select:
        """Whether there is a row within the scope: one or none."""
        alias = self.alias(0)
        return cast(
            "_Select", sa.select(sa.literal(1)).select_from(alias).where(*in_scope(self._table, alias, scope)).limit(1)
        )

    def alias(self, number: int) -> sa.FromClause:
        if number not in self._aliases:
            self._aliases[number] = self._clause.alias(f"t{number}")
        return self._aliases[number]


class Statement:
    """The SELECT of one call in the making: columns pull in the joins they need."""

    def __init__(self, ready: ReadyCall, clauses: Mapping[str, Clause], scope: Scope, dialect: Dialect) -> None:
        self._ready, self._clauses, self._scope, self._dialect = ready, clauses, scope, dialect
        table = ready.view.table
        base = clauses[table.name].alias(0)
        self._aliases: dict[str, sa.FromClause] = {"": base}
        self._from: sa.FromClause = base
        self._where: list[sa.ColumnElement[bool]] = in_scope(table, base, scope)
        self._where += [self._condition(flt, number) for number, flt in enumerate(ready.filters)]

    def rows(self) -> _Select:
        """One row more than asked for, to know whether there are more."""
        ready, call = self._ready, self._ready.call
        columns = [self._column(c).label(f"c{i}") for i, c in enumerate(ready.columns)]
        order = [self._ordered(o.column, o.descending) for o in ready.order_by if o.column]
        order += [self._ordered(ready.view.columns[name]) for name in ready.view.table.sort_key]
        offset = 0 if isinstance(call, AggregateCall) else call.offset
        return self._select(columns, order).limit(call.limit + 1).offset(offset or None)

    def figures(self, groups: tuple[Column, ...]) -> _Select:
        """The groups' columns, the figure, how many rows and values went into it, and how many values were none."""
        ready, call = self._ready, cast("AggregateCall", self._ready.call)
        columns = [self._column(c).label(f"c{i}") for i, c in enumerate(groups)]
        figure = self._figure(call.function)
        counted = self._column(ready.target) if ready.target else None
        values = sa.func.count(counted) if call.function is Function.AVG else sa.null()
        computes = call.function not in (Function.COUNT, Function.COUNT_DISTINCT)
        misfits = (
            self._dialect.misfits(self._column(ready.target), ready.target.field) if ready.target and computes else None
        )
        columns += [
            figure.label(FIGURE),
            cast("Expression", sa.func.count()).label(ROW_COUNT),
            cast("Expression", values).label(VALUE_COUNT),
            cast("Expression", sa.null() if misfits is None else misfits).label(MISFIT_COUNT),
        ]
        order = [
            sorted_by(self._sortable_figure(call.function), o.descending)
            if o.column is None
            else self._ordered(o.column, o.descending)
            for o in ready.order_by
        ]
        order += [self._ordered(c) for c in groups]
        statement = self._select(columns, order).limit(call.limit + 1)
        return statement.group_by(*(self._column(c) for c in groups)) if groups else statement

    def _select(self, columns: Iterable[Expression], order: Iterable[sa.UnaryExpression[object]]) -> _Select:
        chosen, sorting = list(columns), list(order)
        return cast("_Select", sa.select(*chosen).select_from(self._from).where(*self._where).order_by(*sorting))

    def _figure(self, function: Function) -> Expression:
        target = self._ready.target
        if target is None:
            return cast("Expression", sa.func.count())
        column = self._column(target)
        if function is Function.COUNT:
            return cast("Expression", sa.func.count(column))
        if function is Function.COUNT_DISTINCT:
            return cast("Expression", sa.func.count(sa.distinct(column)))
        if function in (Function.SUM, Function.AVG):
            if target.field.type is FieldType.DECIMAL:
                return self._dialect.total(column, target.field)
            return cast("Expression", sa.func.sum(column))
        extreme = sa.func.min if function is Function.MIN else sa.func.max
        return cast("Expression", extreme(self._comparable(target)))

    def _sortable_figure(self, function: Function) -> Expression:
        target = self._ready.target
        if function is Function.AVG and target is not None:
            return self._dialect.ratio(self._column(target), target.field)
        return self._figure(function)

    def _column(self, column: Column) -> Expression:
        plain = cast("Expression", self._alias(column).c[column.field.name])
        return sa.cast(plain, sa.String) if column.field.as_text else plain

    def _comparable(self, column: Column) -> Expression:
        plain = self._column(column)
        return self._dialect.text_order(plain) if column.field.type is FieldType.STRING else plain

    def _ordered(self, column: Column, descending: bool = False) -> sa.UnaryExpression[object]:
        return sorted_by(self._comparable(column), descending)

    def _alias(self, column: Column) -> sa.FromClause:
        """The table a column lives in, joined on first use. Towards one row only, so no row is multiplied."""
        left = self._aliases[""]
        for hop in column.hops:
            if hop.path not in self._aliases:
                right = self._clauses[hop.table.name].alias(len(self._aliases))
                on = [left.c[mine] == right.c[theirs] for mine, theirs in hop.joins]
                on += in_scope(hop.table, right, self._scope)
                self._aliases[hop.path] = right
                self._from = self._from.outerjoin(right, sa.and_(*on))
            left = self._aliases[hop.path]
        return left

    def _condition(self, flt: ReadyFilter, number: int) -> sa.ColumnElement[bool]:
        """A filter as SQL. What is not something is also what is nothing: a row without a value differs from any."""
        met = self._comparison(flt, number)
        if flt.op not in _EXCLUDING_OPS or not (flt.column.field.nullable or flt.column.hops):
            return met
        return sa.or_(met, self._column(flt.column).is_(None))

    def _comparison(self, flt: ReadyFilter, number: int) -> sa.ColumnElement[bool]:
        column, op = self._column(flt.column), flt.op
        if op is Op.IS_NULL:
            return column.is_(None)
        if op is Op.NOT_NULL:
            return column.is_not(None)
        if flt.column.field.type is FieldType.DATETIME:
            return in_time(column, op, flt.value)
        if op is Op.IN or op is Op.NOT_IN:
            items = _bound(flt, number, column)[0]
            return column.in_(items) if op is Op.IN else column.not_in(items)
        if op is Op.EQ or op is Op.NE:
            value = _bound(flt, number, column)[0]
            return column == value if op is Op.EQ else column != value
        if op is Op.ILIKE:
            folded = self._dialect.folded(column)
            return folded.like(_bound(flt, number, folded)[0], escape="\\")
        if op is Op.LIKE or op is Op.NOT_LIKE:
            pattern = _bound(flt, number, column)[0]
            return column.like(pattern, escape="\\") if op is Op.LIKE else column.not_like(pattern, escape="\\")
        comparable = self._comparable(flt.column)
        value, *rest = _bound(flt, number, comparable)
        if op is Op.BETWEEN:
            return sa.and_(comparable >= value, comparable <= rest[0])
        if op is Op.LT or op is Op.LE:
            return comparable < value if op is Op.LT else comparable <= value
        return comparable > value if op is Op.GT else comparable >= value


def _bound(flt: ReadyFilter, number: int, against: Expression) -> tuple[Any, ...]:
    """What a filter compares with: its values under names, of the type that each would have by itself."""
    values = placed_values(flt)
    if not values:
        return (flt.value,) if flt.op in LIST_OPS or not isinstance(flt.value, tuple) else flt.value
    kinds = [against.type.coerce_compared_value(operators.eq, value) for value in values]
    if flt.op in LIST_OPS:
        return (sa.bindparam(bind_name(number), values, kinds[0], expanding=True),)
    pairs = zip(values, kinds, strict=True)
    return tuple(sa.bindparam(bind_name(number, place), value, kind) for place, (value, kind) in enumerate(pairs))


def sorted_by(expression: Expression, descending: bool) -> sa.UnaryExpression[object]:
    return (expression.desc() if descending else expression.asc()).nulls_last()


def escaped(pattern: str) -> str:
    """Only % and _ are wildcards; a backslash is a backslash."""
    return pattern.replace("\\", "\\\\")


def in_time(
    column: Expression, op: Op, value: Value, span_of: Callable[[Scalar], tuple[object, object]] | None = None
) -> sa.ColumnElement[bool]:
    """Moments compare as they are; a day is all of it, so `<= 31.12.` has the evening of the 31st in it.

    `span_of` gives a value's first moment and the first one after it, as the column stores them."""
    spans = [(span_of or time_span)(item) for item in (value if isinstance(value, tuple) else (value,))]
    first, last = spans[0][0], spans[-1][1]
    if op in (Op.EQ, Op.IN, Op.NE, Op.NOT_IN):
        within = sa.or_(*(sa.and_(column >= start, column < end) for start, end in spans))
        return within if op in (Op.EQ, Op.IN) else sa.not_(within)
    if op is Op.BETWEEN:
        return sa.and_(column >= first, column < last)
    if op is Op.LT or op is Op.GE:
        return column < first if op is Op.LT else column >= first
    return column < last if op is Op.LE else column >= last


def time_span(value: Scalar) -> tuple[datetime, datetime]:
    """The first moment of a day or moment, and the first one after it."""
    if isinstance(value, datetime):
        return value, value + timedelta(microseconds=1)
    day = cast("date", value)
    start = datetime(day.year, day.month, day.day)
    return start, start + timedelta(days=1)
