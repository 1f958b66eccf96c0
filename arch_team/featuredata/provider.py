"""Reading rows. A provider takes checked calls only, and sees one tenant only, whatever the call says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Protocol, cast

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from arch_team.errors import SourceUnavailable
from arch_team.featuredata.calls import AggregateCall, Function, Scalar
from arch_team.featuredata.catalog import Catalog, Column
from arch_team.featuredata.column_types import average_scale, rounded_average
from arch_team.featuredata.dialects import Dialect, dialect_of
from arch_team.featuredata.failures import does_not_fit, not_opened, told
from arch_team.featuredata.prepared import Statements, Values, spelled_out, values_of
from arch_team.featuredata.statements import Clause, Statement
from arch_team.featuredata.tables import FieldType, Scope, Table
from arch_team.featuredata.validator import ReadyCall

ISO_DATES = "iso"
PERCENT = "percent"
"""A format of columns: dates that are shown year first, as everybody everywhere reads them."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What a call found. `truncated` rows may be shown, never totalled."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    truncated: bool
    units: Mapping[str, str] = field(default_factory=dict[str, str])
    """Column of figures to the column that holds their unit; or, behind a sign, to the one unit that all are in."""
    formats: Mapping[str, str] = field(default_factory=dict[str, str])
    """Column to the format its values are in, where the storage type does not tell (`unix_seconds`)."""
    counts: tuple[int, ...] = ()
    """For an aggregate: how many table rows went into each figure."""
    tied: bool = False
    """There are more rows than were asked for, because the last of them equal each other."""
    labels: frozenset[str] = frozenset()
    """Columns whose numbers name things (years, ids, codes) and are no amounts, where the call itself does not tell."""
    sql: str = ""
    """The statement that was run, for a person to look at. Never run again."""

    def unit_of(self, column: str, row: Sequence[Scalar]) -> str | None:
        """The unit of a column's figure in one of the rows."""
        if self.formats.get(column) == PERCENT:
            return "%"
        named = self.units.get(column)
        if named is not None and named.startswith(ONE_UNIT) and named not in self.columns:
            return named.removeprefix(ONE_UNIT)
        unit = row[self.columns.index(named)] if named in self.columns else None
        return None if unit is None else str(unit)

    def __setstate__(self, state: Sequence[object]) -> None:
        """Rows that were written down before there was a statement beside them have none."""
        for name, value in zip((own.name for own in fields(self)), (*state, ""), strict=False):
            object.__setattr__(self, name, value)


class Provider(Protocol):
    @property
    def scope(self) -> Scope: ...

    def run(self, ready: ReadyCall) -> Rows: ...


ONE_UNIT = "="
"""What stands before a unit that is no column's name."""
EMBEDDED = ("duckdb", "sqlite")


class SqlProvider:
    """Tables of a database, through SQLAlchemy Core: read-only, time-limited, within one scope."""

    def __init__(self, engine: sa.Engine, catalog: Catalog, scope: Scope, *, timeout: float = 20.0) -> None:
        self._engine, self._scope, self._timeout = engine, scope, timeout
        self._adapted: Dialect | None = None
        self.tables: Mapping[str, Table] = {name: view.table for name, view in catalog.views.items()}
        self._clauses = {name: Clause(view.table) for name, view in catalog.views.items()}
        self._statements = Statements(engine.dialect)
        for view in catalog.views.values():
            for part in view.table.scope:
                scope.value(part)  # fails here, not at the first call

    @property
    def scope(self) -> Scope:
        return self._scope

    @property
    def is_elsewhere(self) -> bool:
        """Whether a read waits for another process: a loop with other things to do should not wait with it."""
        return self._engine.dialect.name not in EMBEDDED

    @property
    def backend(self) -> str:
        """Which database it is: `duckdb`, `postgresql`."""
        return self._engine.dialect.name

    @property
    def called(self) -> str:
        """What the database is called; nothing, where it is in memory."""
        return Path(self._engine.url.database or "").stem.strip(":")

    def close(self) -> None:
        self._engine.dispose()

    def run(self, ready: ReadyCall) -> Rows:
        call = ready.call
        values = values_of(ready)
        prepared = self._statements.of(ready, values, lambda: self._select(ready))
        found = self.fetch(prepared.select, values)
        sql = prepared.spelled(values)
        if isinstance(call, AggregateCall):
            return self._figures(ready, call, found, sql)
        kept = tuple(found[: call.limit])
        self._check_types(kept, ready.columns)
        columns = tuple(c.name for c in ready.columns)
        units = {c.name: c.unit for c in ready.columns if c.unit and c.unit in columns}
        is_part = len(found) > call.limit or call.offset > 0
        return Rows(columns, kept, is_part, units, _formats(ready.columns), sql=sql)

    def _select(self, ready: ReadyCall) -> sa.Select[tuple[object, ...]]:
        statement = Statement(ready, self._clauses, self._scope, self.dialect)
        return statement.figures(ready.groups) if isinstance(ready.call, AggregateCall) else statement.rows()

    def holds_rows(self) -> bool:
        """Whether any table has a row within the scope."""
        return any(self.fetch(clause.any_row(self._scope)) for clause in self._clauses.values())

    @property
    def dialect(self) -> Dialect:
        """The dialect, once it has seen what this server can do."""
        if self._adapted is None:
            try:
                self._adapted = dialect_of(self._engine.dialect.name).adapted(self._engine)
            except SQLAlchemyError as error:
                raise told(error, self._timeout) from error
        return self._adapted

    def _figures(self, ready: ReadyCall, call: AggregateCall, found: Sequence[tuple[Scalar, ...]], sql: str) -> Rows:
        groups, name = ready.groups, ready.result_name
        truncated = len(found) > call.limit
        rows: list[tuple[Scalar, ...]] = []
        counts: list[int] = []
        for *keys, figure, count, values, misfits in found[: call.limit]:
            if misfits and ready.target:
                raise does_not_fit(ready.target.name)
            rows_in = int(cast("int", count))
            if rows_in == 0 and call.function not in (Function.COUNT, Function.COUNT_DISTINCT):
                continue  # nothing was found: that is no figure, and not zero
            rows.append((*keys, _figure(figure, values, call.function, ready.target)))
            counts.append(rows_in)
        self._check_types([row[:-1] for row in rows], groups)
        columns = (*(c.name for c in groups), name)
        units = {name: ready.unit.name} if ready.unit else {}
        formats = _formats(groups)
        if ready.target and ready.target.format and call.function in (Function.MIN, Function.MAX):
            formats[name] = ready.target.format
        return Rows(columns, tuple(rows), truncated, units, formats, tuple(counts), sql=sql)

    def spelled(self, statement: sa.Select[tuple[object, ...]]) -> str:
        """A statement as a person reads it, values in their places; with placeholders where one cannot be written."""
        return spelled_out(statement, self._engine.dialect)

    def fetch(self, statement: sa.Select[tuple[object, ...]], values: Values | None = None) -> list[tuple[Scalar, ...]]:
        """The rows of a SELECT of ours, which has the scope in it: read-only and within the time limit."""
        try:
            with self.dialect.session(self._engine, self._timeout, self._scope) as connection:
                return [cast("tuple[Scalar, ...]", tuple(row)) for row in connection.execute(statement, values).all()]
        except SQLAlchemyError as error:
            raise told(error, self._timeout) from error
        except (ValueError, TypeError, ArithmeticError) as error:  # SQLite gives text where a date was declared
            raise does_not_fit("one of the columns") from error

    def _check_types(self, rows: Sequence[tuple[Scalar, ...]], columns: tuple[Column, ...]) -> None:
        if not self.dialect.loosely_typed:
            return
        for row in rows:
            for value, column in zip(row, columns, strict=True):
                if value is not None and not isinstance(value, _PYTHON_TYPES[column.field.type]):
                    raise does_not_fit(column.name)


_PYTHON_TYPES: dict[FieldType, type] = {
    FieldType.STRING: str,
    FieldType.INTEGER: int,
    FieldType.DECIMAL: Decimal,
    FieldType.BOOLEAN: bool,
    FieldType.DATE: date,
    FieldType.DATETIME: datetime,
}


def _formats(columns: tuple[Column, ...]) -> dict[str, str]:
    return {column.name: column.format for column in columns if column.format}


def _figure(figure: Scalar, values: Scalar, function: Function, target: Column | None) -> Scalar:
    if figure is None or target is None:
        return figure
    if function is Function.AVG:
        return rounded_average(Decimal(str(figure)) / int(cast("int", values)), average_scale(target.field))
    if function is Function.SUM and target.field.type is FieldType.INTEGER:
        return int(cast("int", figure))
    return figure


def open_engine(url: str) -> sa.Engine:
    """An engine that only reads. A file has to be there: reading makes none."""
    try:
        parsed = sa.make_url(url)
        kind = parsed.get_backend_name()
        engine = dialect_of(kind).open(parsed)
    except (SQLAlchemyError, ImportError) as error:
        raise not_opened(error, url) from error
    file = parsed.database if kind in ("duckdb", "sqlite") and "uri" not in parsed.query else None
    if file and not file.startswith((":memory:", "md:", "motherduck:")) and not Path(file).is_file():
        step = "Check the path in the database URL."
        if not file.startswith("/") and Path(f"/{file}").is_file():
            step = f"A full path has a fourth slash: {kind}:////{file}"
        raise SourceUnavailable(f"there is no file {file}", step)
    return engine
