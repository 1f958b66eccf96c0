"""Reading rows. A provider takes checked calls only, and sees one tenant only, whatever the call says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Protocol, cast

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from arch_team.errors import DataError, SourceUnavailable, StatementTimeout
from arch_team.featuredata.calls import AggregateCall, Function, Scalar
from arch_team.featuredata.catalog import Catalog, Column
from arch_team.featuredata.dialects import dialect_of
from arch_team.featuredata.statements import Clause, Statement, clause_of
from arch_team.featuredata.tables import FieldType, Scope
from arch_team.featuredata.validator import ReadyCall

AVERAGE_SCALE = 6
"""Digits an average is computed to. It is the only figure that may need more than the column has."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What a call found. `truncated` rows may be shown, never totalled."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    truncated: bool
    units: Mapping[str, str] = field(default_factory=dict[str, str])
    """Column of figures to the column that holds their unit."""
    formats: Mapping[str, str] = field(default_factory=dict[str, str])
    """Column to the format its values are in, where the storage type does not tell (`unix_seconds`)."""
    counts: tuple[int, ...] = ()
    """For an aggregate: how many table rows went into each figure."""


class Provider(Protocol):
    @property
    def scope(self) -> Scope: ...

    def run(self, ready: ReadyCall) -> Rows: ...


class SqlProvider:
    """Tables of a database, through SQLAlchemy Core: read-only, time-limited, within one scope."""

    def __init__(self, engine: sa.Engine, catalog: Catalog, scope: Scope, *, timeout: float = 20.0) -> None:
        self._engine, self._scope, self._timeout = engine, scope, timeout
        self._dialect = dialect_of(engine.dialect.name)
        self._clauses = {name: Clause(clause_of(view.table)) for name, view in catalog.views.items()}
        for view in catalog.views.values():
            for part in view.table.scope:
                scope.value(part)  # fails here, not at the first call

    @property
    def scope(self) -> Scope:
        return self._scope

    def run(self, ready: ReadyCall) -> Rows:
        statement = Statement(ready, self._clauses, self._scope, self._dialect)
        if isinstance(ready.call, AggregateCall):
            return self._figures(ready, ready.call, statement)
        found = self._fetch(statement.rows())
        kept = tuple(found[: ready.call.limit])
        columns = tuple(c.name for c in ready.columns)
        units = {c.name: c.unit for c in ready.columns if c.unit and c.unit in columns}
        return Rows(columns, kept, len(found) > ready.call.limit, units, _formats(ready.columns))

    def _figures(self, ready: ReadyCall, call: AggregateCall, statement: Statement) -> Rows:
        groups = ready.groups
        found = self._fetch(statement.figures(groups))
        truncated = len(found) > call.limit
        rows: list[tuple[Scalar, ...]] = []
        counts: list[int] = []
        for *keys, figure, count, values in found[: call.limit]:
            rows_in = int(cast("int", count))
            if rows_in == 0 and call.function not in (Function.COUNT, Function.COUNT_DISTINCT):
                continue  # nothing was found: that is no figure, and not zero
            rows.append((*keys, _figure(figure, values, call.function, ready.target)))
            counts.append(rows_in)
        columns = (*(c.name for c in groups), call.result_name)
        units = {call.result_name: ready.unit.name} if ready.unit else {}
        formats = _formats(groups)
        if ready.target and ready.target.format and call.function in (Function.MIN, Function.MAX):
            formats[call.result_name] = ready.target.format
        return Rows(columns, tuple(rows), truncated, units, formats, tuple(counts))

    def _fetch(self, statement: sa.Select[tuple[object, ...]]) -> list[tuple[Scalar, ...]]:
        try:
            with self._dialect.session(self._engine, self._timeout, self._scope) as connection:
                return [cast("tuple[Scalar, ...]", tuple(row)) for row in connection.execute(statement).all()]
        except SQLAlchemyError as error:
            raise _translated(error, self._timeout) from error


def _formats(columns: tuple[Column, ...]) -> dict[str, str]:
    return {column.name: column.format for column in columns if column.format}


def _figure(figure: Scalar, values: Scalar, function: Function, target: Column | None) -> Scalar:
    if figure is None or target is None:
        return figure
    if function is Function.AVG:
        return _average(Decimal(str(figure)), int(cast("int", values)), target.field.scale)
    if function is Function.SUM and target.field.type is FieldType.INTEGER:
        return int(cast("int", figure))
    return figure


def _average(total: Decimal, count: int, scale: int) -> Decimal:
    average = (total / count).quantize(Decimal(1).scaleb(-AVERAGE_SCALE))
    short = average.quantize(Decimal(1).scaleb(-scale))
    return short if short == average else average


def _translated(error: SQLAlchemyError, seconds: float) -> DataError:
    """The same failure in our words. The driver's text stays in the cause: it may hold values and host names."""
    origin = getattr(error, "orig", None)
    name = type(origin).__name__
    if name in ("InterruptException", "QueryCanceled") or "interrupted" in str(origin).lower():
        return StatementTimeout(
            f"the query took longer than {seconds:g} s", "Narrow the filters, or ask for a smaller period."
        )
    if isinstance(error, DBAPIError) and (
        error.connection_invalidated or name in ("OperationalError", "IOException", "ConnectionException")
    ):
        return SourceUnavailable(
            "the database does not answer", "Check that it runs and that ARCH_TEAM_DB names it rightly."
        )
    return DataError("the database could not answer this query", "The log has the cause; report it if it comes again.")


def open_engine(url: str) -> sa.Engine:
    """An engine that only reads."""
    try:
        parsed = sa.make_url(url)
        return dialect_of(parsed.get_backend_name()).open(parsed)
    except (SQLAlchemyError, ImportError) as error:
        raise SourceUnavailable(
            f"the database URL is not understood ({type(error).__name__})",
            "Write it as duckdb:///file, sqlite:///file or postgresql+psycopg://user@host/name.",
        ) from error
