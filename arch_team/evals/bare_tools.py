"""The same three tools without any check: a call goes to the database as it is, and comes back as the database says.

For the benchmark's baseline only. What stays is what is no help to a model: it reads, it cannot write, and it sees the
rows of its own tenant.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from arch_team.featuredata.calls import AggregateCall, BrowseCall, Call, Filter, Function, Op, QueryCall, Scalar
from arch_team.featuredata.dialects import Dialect, dialect_of
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.provider import Rows
from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.featuredata.tables import Table
from arch_team.runs.steps import Inline
from arch_team.runs.trace import ToolCallLog
from arch_team.tools.adapters import DataTool
from arch_team.tools.arguments import sayable_arguments
from arch_team.tools.data import DataTools, Found
from arch_team.tools.results import ToolResult
from arch_team.tools.tool import Schema

_MOST = 1_000
"""Rows a call may ask for: what reaches a model's prompt has to end somewhere."""
_LONGEST = 400
_Expression = sa.ColumnElement[Any]
_AGGREGATES: dict[Function, Callable[[_Expression], Any]] = {
    Function.SUM: sa.func.sum,
    Function.AVG: sa.func.avg,
    Function.MIN: sa.func.min,
    Function.MAX: sa.func.max,
    Function.COUNT: sa.func.count,
    Function.COUNT_DISTINCT: lambda column: sa.func.count(sa.distinct(column)),
}


@dataclass
class BareTools(DataTools):
    """Arguments in, rows or the database's own error text out."""

    database: sa.Engine | None = None
    timeout: float = 20.0

    def call(self, tool: str, arguments: object, found: Found | None = None) -> ToolResult:
        """Run one call as a model wrote it. Every call is in the ledger and in the log; none is ever rejected."""
        started, call_id = self.clock(), f"c{len(self.log) + 1}"
        given = sayable_arguments(arguments)
        result = self._asked(call_id, tool, arguments, given)
        self.log.append(
            ToolCallLog(
                call_id=call_id,
                round=self.round,
                tool=tool,
                arguments=given,
                success=result.success,
                error=result.error,
                duration_ms=round((self.clock() - started) * 1000, 3),
            )
        )
        return result

    def _asked(self, call_id: str, tool: str, arguments: object, given: dict[str, object]) -> ToolResult:
        call = parse_call(tool, arguments)
        if isinstance(call, list):
            return self._told(call_id, tool, given, None, call[0].hint)
        view = self.catalog.views.get(call.table)
        if view is None:
            return self._told(call_id, tool, given, None, f"no such table: {call.table}")
        try:
            columns, found = self._fetch(_Statement(call, view.table, self._engine(), self.provider.scope).select())
        except (SQLAlchemyError, ValueError, TypeError, ArithmeticError) as error:
            return self._told(call_id, tool, given, call.table, _said(error))
        limit = min(call.limit, _MOST)
        rows = Rows(columns, tuple(found[:limit]), truncated=len(found) > limit)
        self.ledger.record(
            call_id=call_id, tool=tool, arguments=call.to_args(), table=call.table, scope=self.provider.scope, rows=rows
        )
        return ToolResult(success=True, data=_data(call, view.table, rows))

    def _engine(self) -> sa.Engine:
        if self.database is None:
            raise ValueError("bare tools need an engine")
        return self.database

    def _fetch(self, statement: sa.Select[Any]) -> tuple[tuple[str, ...], list[tuple[Scalar, ...]]]:
        engine = self._engine()
        dialect: Dialect = dialect_of(engine.dialect.name)
        with dialect.session(engine, self.timeout, self.provider.scope) as connection:
            result = connection.execute(statement)
            return tuple(result.keys()), [cast("tuple[Scalar, ...]", tuple(row)) for row in result.all()]

    def _told(self, call_id: str, tool: str, given: dict[str, object], table: str | None, error: str) -> ToolResult:
        self.ledger.record(
            call_id=call_id, tool=tool, arguments=given, table=table, scope=self.provider.scope, error=error
        )
        return ToolResult(success=False, error=error)


class _Statement:
    """The SELECT a call spells out, over the rows of the tenant. Names are quoted, values are bound; that is all."""

    def __init__(self, call: Call, table: Table, engine: sa.Engine, scope: Any) -> None:
        own = clause_of(table)
        inner = sa.select(*(own.c[name] for name in table.fields)).where(*in_scope(table, own, scope))
        self._call, self._rows = call, inner.subquery("t")
        self._qualified = engine.dialect.name == "sqlite"
        self._quote = engine.dialect.identifier_preparer.quote_identifier

    def select(self) -> sa.Select[Any]:
        call = self._call
        statement = self._aggregate(call) if isinstance(call, AggregateCall) else self._plain(call)
        if not isinstance(call, BrowseCall):
            statement = statement.where(*(self._condition(flt) for flt in call.filters))
        return statement.limit(max(0, min(call.limit, _MOST)) + 1)

    def _plain(self, call: BrowseCall | QueryCall) -> sa.Select[Any]:
        names = call.fields or tuple(self._rows.c.keys())
        statement = sa.select(*(self._column(name) for name in names)).select_from(self._rows)
        if isinstance(call, QueryCall):
            order = [self._column(o.field).desc() if o.descending else self._column(o.field) for o in call.order_by]
            statement = statement.order_by(*order)
        return statement.offset(call.offset or None)

    def _aggregate(self, call: AggregateCall) -> sa.Select[Any]:
        groups = [self._column(name) for name in call.group_by]
        make = _AGGREGATES[call.function]
        figure = make(self._column(call.field)) if call.field else sa.func.count()
        statement = sa.select(*groups, figure.label(call.result_name)).select_from(self._rows).group_by(*groups)
        order = [
            (figure if o.field == call.result_name else self._column(o.field), o.descending) for o in call.order_by
        ]
        return statement.order_by(*(column.desc() if down else column for column, down in order))

    def _column(self, name: str) -> _Expression:
        """A column of the table, or a name the database will object to.

        Unqualified, so that it names the nearest column where it does that; but SQLite would take a bare unknown name
        for a text.
        """
        known = self._rows.c.get(name)
        if known is not None:
            return known
        return sa.literal_column(f"t.{self._quote(name)}" if self._qualified else self._quote(name))

    def _condition(self, flt: Filter) -> sa.ColumnElement[bool]:
        column = self._column(flt.field)
        if flt.op in (Op.IS_NULL, Op.NOT_NULL):
            return column.is_(None) if flt.op is Op.IS_NULL else column.is_not(None)
        given = flt.value if isinstance(flt.value, tuple) else (flt.value,)
        values = [sa.literal(value) for value in given]
        if flt.op in (Op.IN, Op.NOT_IN):
            return column.in_(values) if flt.op is Op.IN else column.not_in(values)
        if flt.op is Op.BETWEEN:
            if len(values) != 2:
                raise ValueError("BETWEEN needs two values")
            return column.between(values[0], values[1])
        if flt.op is Op.ILIKE:
            return sa.func.lower(column).op("LIKE")(sa.func.lower(values[0]))
        return cast("sa.ColumnElement[bool]", column.op(flt.op.value)(values[0]))


def _data(call: Call, table: Table, rows: Rows) -> dict[str, object]:
    data: dict[str, object] = {
        "tableName": call.table,
        "rowCount": len(rows.rows),
        "truncated": rows.truncated,
        "rows": [dict(zip(rows.columns, row, strict=True)) for row in rows.rows],
    }
    if isinstance(call, BrowseCall):
        data["fields"] = [
            {"name": field.name, "type": field.type.value, "description": field.description}
            for field in table.fields.values()
        ]
    return data


def _said(error: Exception) -> str:
    """What the driver says, without the statement SQLAlchemy adds."""
    origin = getattr(error, "orig", None) or error
    return " ".join(str(origin).split())[:_LONGEST]


class BareTool(DataTool):
    """The tool as a model sees it: the same name and parameters, and a description without a word on corrections."""

    @property
    def schema(self) -> Schema:
        full = super().schema
        sentences = re.split(r"(?<=\.)\s+", str(full["description"]))
        return {**full, "description": " ".join(s for s in sentences if "errorDetails" not in s)}

    async def run(self, given: object, call_id: str | None = None) -> str:
        result = self._tools.call(self.name, given)
        if not result.success:
            return f"Error: {result.error}"
        return json.dumps(result.data, ensure_ascii=False, separators=(",", ":"), default=str)


def bare_tools(tools: BareTools) -> list[BareTool]:
    return [BareTool(name, tools, Inline()) for name in ("browseTable", "queryTable", "aggregateTable")]
