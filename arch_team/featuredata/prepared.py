"""Statements made before, for calls that differ from an earlier one in their values only.

To build a SELECT and to spell it out costs about as much as the database takes to read a small table. Both depend on
what a call asks for, not on which year or account it names: so they are made once, and the values are put in.
"""

import re
from collections.abc import Callable, Hashable, Mapping
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from arch_team.featuredata.calls import LIST_OPS, AggregateCall, Scalar, Value
from arch_team.featuredata.statements import bind_name, placed_values
from arch_team.featuredata.validator import ReadyCall, ReadyFilter

MOST = 128
"""Statements kept for one source."""
_WIDE = 32
"""Bits from which on a whole number has another type in SQL."""
_MARK = re.compile("\0([^\0]+)\0")
_UNWRITABLE = (SQLAlchemyError, NotImplementedError, ValueError, TypeError)

_Select = sa.Select[tuple[object, ...]]
Values = Mapping[str, object]


class Prepared:
    """A SELECT with named places for the values of its filters."""

    def __init__(self, select: _Select, values: Values, dialect: sa.Dialect) -> None:
        self.select, self._dialect = select, dialect
        self._text: tuple[str, dict[str, TypeEngine[Any]]] | None = None
        marks = {name: (_Mark(name),) if isinstance(value, tuple) else _Mark(name) for name, value in values.items()}
        compiler = dialect.statement_compiler
        try:
            marked: Any = type("Marked", (_Marking, compiler), {"types": {}})
            self._text = str(marked(dialect, select.params(marks), compile_kwargs=_LITERAL)), marked.types
        except _UNWRITABLE:
            pass
        self._writes = compiler(dialect, None).render_literal_value

    def spelled(self, values: Values) -> str:
        """As a person reads it, values in their places; with placeholders where one cannot be written."""
        try:
            if self._text is not None:
                text, types = self._text
                return _MARK.sub(lambda mark: self._written(values[mark[1]], types[mark[1]]), text)
        except _UNWRITABLE:
            pass
        return spelled(self.select, self._dialect, _PLACEHOLDERS)

    def _written(self, value: object, kind: TypeEngine[Any]) -> str:
        if isinstance(value, tuple):
            return ", ".join(self._writes(each, kind) for each in cast("tuple[object, ...]", value))
        return self._writes(value, kind)


class Statements:
    """Those of one source. A shape that was not asked for in a long time is made anew."""

    def __init__(self, dialect: sa.Dialect) -> None:
        self._dialect = dialect
        self._known: dict[Hashable, Prepared] = {}

    def of(self, ready: ReadyCall, values: Values, build: Callable[[], _Select]) -> Prepared:
        shape = shape_of(ready)
        if (known := self._known.pop(shape, None)) is None:
            known = Prepared(build(), values, self._dialect)
        self._known[shape] = known
        while len(self._known) > MOST:
            self._known.pop(next(iter(self._known)), None)
        return known


def values_of(ready: ReadyCall) -> dict[str, object]:
    """What a call puts into the places of its statement."""
    found: dict[str, object] = {}
    for number, flt in enumerate(ready.filters):
        values = placed_values(flt)
        if values and flt.op in LIST_OPS:
            found[bind_name(number)] = values
        else:
            found.update((bind_name(number, place), value) for place, value in enumerate(values))
    return found


def shape_of(ready: ReadyCall) -> Hashable:
    """Everything of a call but the values that have places. Calls of one shape have one statement."""
    call = ready.call
    filters = tuple((flt.column.name, flt.op, _kinds(flt)) for flt in ready.filters)
    order = tuple((order.column.name if order.column else None, order.descending) for order in ready.order_by)
    if isinstance(call, AggregateCall):
        target, groups = ready.target, tuple(column.name for column in ready.groups)
        asked: Hashable = (call.function, target.name if target else None, groups)
    else:
        asked = (tuple(column.name for column in ready.columns), call.offset)
    return (ready.view.table.name, call.tool, asked, filters, order, call.limit)


def spelled(statement: _Select, dialect: sa.Dialect, options: Mapping[str, bool]) -> str:
    return str(statement.compile(dialect=dialect, compile_kwargs=options))


def spelled_out(statement: _Select, dialect: sa.Dialect) -> str:
    """A statement as a person reads it, values in their places; with placeholders where one cannot be written."""
    for options in (_LITERAL, _PLACEHOLDERS):
        try:
            return spelled(statement, dialect, options)
        except _UNWRITABLE:
            continue
    return ""


_LITERAL: Mapping[str, bool] = {"literal_binds": True}
_PLACEHOLDERS: Mapping[str, bool] = {}


def _kinds(flt: ReadyFilter) -> Hashable:
    values = placed_values(flt)
    if not values:
        return _told_apart(flt.value)
    kinds = tuple(_kind(value) for value in values)
    return (kinds[0], frozenset(kinds)) if flt.op in LIST_OPS else kinds


def _kind(value: Scalar) -> Hashable:
    """What decides on the type of a value in SQL."""
    if isinstance(value, str):
        return (str, value.isascii())
    return (int, value.bit_length() < _WIDE) if isinstance(value, int) else type(value)


def _told_apart(value: Value) -> Hashable:
    """True is 1 to a dictionary, and is not to a database."""
    return tuple(_told_apart(each) for each in value) if isinstance(value, tuple) else (type(value), value)


class _Mark:
    """Stands where the value of a name goes."""

    def __init__(self, name: str) -> None:
        self.name = name


class _Marking:
    """A compiler that leaves marks where values go, and notes of which types they are."""

    types: dict[str, TypeEngine[Any]]

    def render_literal_value(self, value: object, type_: TypeEngine[Any]) -> str:
        if not isinstance(value, _Mark):
            return cast("SQLCompiler", super()).render_literal_value(value, type_)
        self.types[value.name] = type_
        return f"\0{value.name}\0"
