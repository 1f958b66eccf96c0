"""Where databases differ, so that the same call gives the same rows on all of them.

Each dialect opens a read-only connection, runs a statement within a time limit, and spells a few things its own way:
text order, case folding, sums, and what to do about values that are not of their column's type.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import cast
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.pool import ConnectionPoolEntry

from arch_team.featuredata.column_types import Approximate, ExactDecimal, ScaledInteger, UnscaledDecimal
from arch_team.featuredata.failures import does_not_fit
from arch_team.featuredata.tables import FieldType, Scope, TableField
from arch_team.featuredata.watchdog import WATCHDOG
from arch_team.text.folding import folded

Expression = sa.ColumnElement[object]
_MISFIT = "arch_team.misfit"


class Dialect:
    """What SQL databases have in common. For one that is not named below, that is all there is: the scope holds and
    nothing is written, since every statement is a SELECT of ours, but the time limit is only the driver's own, text
    sorts and folds as that database does it, and its results are not among those the tests compare."""

    loosely_typed = False
    """Whether a column may hold values of other types than its own."""

    def open(self, url: sa.URL) -> sa.Engine:
        return sa.create_engine(url)

    def adapted(self, engine: sa.Engine) -> "Dialect":
        """The same for what one server can do. May ask it, once."""
        return self

    @contextmanager
    def session(self, engine: sa.Engine, seconds: float, scope: Scope) -> Generator[sa.Connection]:
        """A connection for one statement. The dialects below also stop it after `seconds`."""
        with engine.connect() as connection:
            yield connection

    def text_order(self, column: Expression) -> Expression:
        """Text that sorts and compares by code point."""
        return column

    def folded(self, column: Expression) -> Expression:
        return cast("Expression", sa.func.lower(column))

    def total(self, column: Expression, field: TableField) -> Expression:
        """The sum of a decimal: exact, but for binary floats, which are added as doubles and told to 15 digits."""
        if field.float_bits:
            return cast("Expression", sa.func.sum(sa.cast(column, sa.Double), type_=Approximate()))
        exact = UnscaledDecimal() if field.scale is None else ExactDecimal(field.scale)
        return cast("Expression", sa.func.sum(column, type_=exact))

    def ratio(self, column: Expression, field: TableField) -> Expression:
        """The average, for ordering only: made of whole numbers, so that equal averages are equal everywhere."""
        if field.float_bits:
            units = sa.func.sum(sa.cast(column, sa.Double), type_=sa.Double())
        else:
            units = sa.cast(sa.func.sum(column) * 10 ** _places(field), sa.Double)
        return cast("Expression", units / sa.cast(sa.func.count(column), sa.Double))

    def misfits(self, column: Expression, field: TableField) -> Expression | None:
        """How many values are not of the column's type, where that can be."""
        return None

    def sound(self, column: Expression, field: TableField, name: str) -> Expression:
        """A column to compute with. Where a value is not of its type, the statement fails and says `name`."""
        return column

    def comparable(self, column: Expression, field: TableField) -> Expression:
        """A column to compare and sort by: a value that is not of its type is none."""
        return column


class DuckDb(Dialect):
    def open(self, url: sa.URL) -> sa.Engine:
        from arch_team.featuredata.duckdb_dialect import DRIVER

        in_memory = url.database in (None, "", ":memory:")
        arguments: dict[str, object] = {} if in_memory else {"read_only": True}
        return sa.create_engine(url.set(drivername=DRIVER), connect_args=arguments)

    @contextmanager
    def session(self, engine: sa.Engine, seconds: float, scope: Scope) -> Generator[sa.Connection]:
        with engine.connect() as connection:
            driver = cast("_Interruptible", connection.connection.driver_connection)
            with WATCHDOG.watching(seconds, driver.interrupt):
                yield connection


class Sqlite(Dialect):
    loosely_typed = True

    def open(self, url: sa.URL) -> sa.Engine:
        """Read-only, so that a file which is not there is not made."""
        if url.database not in (None, "", ":memory:") and "uri" not in url.query:
            url = url.set(database=f"file:{quote(url.database)}").update_query_dict({"mode": "ro", "uri": "true"})
        engine = sa.create_engine(url)

        @event.listens_for(engine, "connect")
        def prepare(connection: "_SqliteConnection", record: ConnectionPoolEntry) -> None:  # pyright: ignore[reportUnusedFunction]
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA case_sensitive_like = ON")
            connection.create_function("simple_lower", 1, _sqlite_lower, deterministic=True)
            connection.create_function("folded_text", 1, _sqlite_folded, deterministic=True)

            def misfit(name: object) -> None:
                record.info[_MISFIT] = name

            connection.create_function("misfit", 1, misfit, deterministic=False)

        return engine

    @contextmanager
    def session(self, engine: sa.Engine, seconds: float, scope: Scope) -> Generator[sa.Connection]:
        with engine.connect() as connection:
            driver = cast("_Interruptible", connection.connection.driver_connection)
            with WATCHDOG.watching(seconds, driver.interrupt):
                connection.info.pop(_MISFIT, None)
                yield connection
            if name := connection.info.pop(_MISFIT, None):
                raise does_not_fit(str(name))

    def folded(self, column: Expression) -> Expression:
        return cast("Expression", sa.func.simple_lower(column))

    def total(self, column: Expression, field: TableField) -> Expression:
        """Hundredths are not exact in a binary float, whole numbers of them are: round first, then add."""
        if field.float_bits or field.scale is None:
            return cast("Expression", sa.func.sum(sa.type_coerce(column, sa.Float), type_=Approximate()))
        return cast("Expression", sa.func.sum(_units(column, field.scale), type_=ScaledInteger(field.scale)))

    def ratio(self, column: Expression, field: TableField) -> Expression:
        if field.float_bits or (field.scale is None and field.type is FieldType.DECIMAL):
            total = sa.func.sum(sa.type_coerce(column, sa.Float), type_=sa.Float())
        else:
            total = sa.cast(sa.func.sum(_units(column, _places(field))), sa.REAL)
        return cast("Expression", total / sa.func.count(column))

    def misfits(self, column: Expression, field: TableField) -> Expression | None:
        return cast("Expression", sa.func.sum(sa.case((_odd(column), 1), else_=0))) if field.type.is_number else None

    def sound(self, column: Expression, field: TableField, name: str) -> Expression:
        if not field.type.is_number:
            return column
        return sa.type_coerce(sa.case((_odd(column), sa.func.misfit(name)), else_=column), column.type)

    def comparable(self, column: Expression, field: TableField) -> Expression:
        if not field.type.is_number:
            return column
        return sa.type_coerce(sa.case((_odd(column), sa.null()), else_=column), column.type)


class Postgres(Dialect):
    """Row-level security is the second wall: policies read the scope from these settings."""

    def __init__(self, *, has_c_utf8: bool = True) -> None:
        self._has_c_utf8 = has_c_utf8

    def open(self, url: sa.URL) -> sa.Engine:
        """In UTF-8, which a server of another encoding does not give by itself."""
        by_libpq = url.get_driver_name() in ("psycopg", "psycopg2") and "client_encoding" not in url.query
        return sa.create_engine(url, connect_args={"client_encoding": "utf8"} if by_libpq else {})

    def adapted(self, engine: sa.Engine) -> Dialect:
        with engine.connect() as connection:
            return Postgres(has_c_utf8=bool(connection.execute(_HAS_C_UTF8).scalar()))

    @contextmanager
    def session(self, engine: sa.Engine, seconds: float, scope: Scope) -> Generator[sa.Connection]:
        with engine.connect().execution_options(postgresql_readonly=True) as connection:
            connection.execute(
                _SETTINGS,
                {
                    "timeout": str(int(seconds * 1000)),
                    "mandate": scope.mandate or "",
                    "instance": scope.feature_instance or "",
                },
            )
            yield connection

    def text_order(self, column: Expression) -> Expression:
        return cast("Expression", sa.collate(cast("sa.ColumnElement[str]", column), "C"))

    def folded(self, column: Expression) -> Expression:
        """By code point where the server can (version 17, UTF-8), else as the database does it."""
        text = cast("sa.ColumnElement[str]", column)
        return cast("Expression", sa.func.lower(sa.collate(text, "pg_c_utf8") if self._has_c_utf8 else text))


_SETTINGS = sa.text(
    "SELECT set_config('statement_timeout', :timeout, true), set_config('TimeZone', 'UTC', true), "
    "set_config('arch_team.mandate', :mandate, true), set_config('arch_team.feature_instance', :instance, true)"
)
_HAS_C_UTF8 = sa.text(
    "SELECT count(*) > 0 FROM pg_collation WHERE collname = 'pg_c_utf8' "
    "AND collencoding IN (-1, pg_char_to_encoding(getdatabaseencoding()))"
)

_DIALECTS: dict[str, Dialect] = {"duckdb": DuckDb(), "sqlite": Sqlite(), "postgresql": Postgres()}


def dialect_of(name: str) -> Dialect:
    return _DIALECTS.get(name, Dialect())


def simple_lower(text: str) -> str:
    """Lower case letter by letter, as databases do it: no letter becomes two."""
    return text.lower() if text.isascii() else "".join(low if len(low := c.lower()) == 1 else c for c in text)


def _places(field: TableField) -> int:
    return field.scale or 0 if field.type is FieldType.DECIMAL else 0


def _units(column: Expression, scale: int) -> Expression:
    return sa.cast(sa.func.round(sa.type_coerce(column, sa.Float) * 10**scale), sa.BigInteger)


def _odd(column: Expression) -> sa.ColumnElement[bool]:
    stored = sa.func.typeof(column, type_=sa.String())
    return sa.or_(stored == sa.literal_column("'text'"), stored == sa.literal_column("'blob'"))


def _sqlite_folded(value: object) -> object:
    return folded(value) if isinstance(value, str) else value


def _sqlite_lower(value: object) -> object:
    return simple_lower(value) if isinstance(value, str) else value


class _Interruptible:
    def interrupt(self) -> None: ...


class _SqliteConnection:
    def execute(self, statement: str) -> object: ...

    def create_function(
        self, name: str, arguments: int, function: Callable[[object], object], *, deterministic: bool
    ) -> None: ...
