"""Where databases differ, so that the same call gives the same rows on all of them.

Each dialect opens a read-only connection, runs a statement within a time limit, and spells three things its own way:
text order, case folding and exact sums.
"""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from decimal import Decimal
from typing import cast

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.types import TypeDecorator, TypeEngine

from arch_team.featuredata.tables import FieldType, Scope, TableField
from arch_team.featuredata.watchdog import WATCHDOG

Expression = sa.ColumnElement[object]
AnyType = TypeEngine[object]


class ExactDecimal(TypeDecorator[Decimal]):
    """A decimal of a fixed scale. SQLite keeps it as a binary float; it comes back at its scale all the same."""

    impl = sa.Numeric
    cache_ok = True

    def __init__(self, scale: int) -> None:
        super().__init__(18, scale)
        self.scale = scale

    def load_dialect_impl(self, dialect: sa.Dialect) -> AnyType:
        if dialect.name == "sqlite":
            return cast("AnyType", dialect.type_descriptor(sa.Float()))
        return cast("AnyType", dialect.type_descriptor(sa.Numeric(18, self.scale)))

    def process_bind_param(self, value: Decimal | None, dialect: sa.Dialect) -> object:
        return float(value) if value is not None and dialect.name == "sqlite" else value

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> Decimal | None:
        if value is None:
            return None
        return Decimal(str(value)).quantize(Decimal(1).scaleb(-self.scale))


class ScaledInteger(TypeDecorator[Decimal]):
    """A decimal that comes as a whole number of its smallest units."""

    impl = sa.BigInteger
    cache_ok = True

    def __init__(self, scale: int) -> None:
        super().__init__()
        self.scale = scale

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> Decimal | None:
        return None if value is None else Decimal(str(value)).scaleb(-self.scale)


def column_type(field: TableField) -> AnyType:
    if field.type is FieldType.DECIMAL:
        return cast("AnyType", ExactDecimal(field.scale))
    return cast("AnyType", _TYPES[field.type]())


_TYPES: dict[FieldType, Callable[[], object]] = {
    FieldType.STRING: sa.String,
    FieldType.INTEGER: sa.BigInteger,
    FieldType.BOOLEAN: sa.Boolean,
    FieldType.DATE: sa.Date,
    FieldType.DATETIME: sa.DateTime,
}


class Dialect:
    """What most databases have in common."""

    def open(self, url: sa.URL) -> sa.Engine:
        return sa.create_engine(url)

    @contextmanager
    def session(self, engine: sa.Engine, seconds: float, scope: Scope) -> Generator[sa.Connection]:
        """A connection for one statement: reads only, and is stopped after `seconds`."""
        with engine.connect() as connection:
            yield connection

    def text_order(self, column: Expression) -> Expression:
        """Text that sorts and compares by code point."""
        return column

    def folded(self, column: Expression) -> Expression:
        return cast("Expression", sa.func.lower(column))

    def exact_sum(self, column: Expression, scale: int) -> Expression:
        return cast("Expression", sa.func.sum(column, type_=ExactDecimal(scale)))

    def ratio(self, column: Expression, scale: int) -> Expression:
        """The average, for ordering only: made of whole numbers, so that equal averages are equal everywhere."""
        units = sa.cast(sa.func.sum(column) * 10**scale, sa.Double)
        return cast("Expression", units / sa.cast(sa.func.count(column), sa.Double))


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
    def open(self, url: sa.URL) -> sa.Engine:
        engine = sa.create_engine(url)

        @event.listens_for(engine, "connect")
        def prepare(connection: "_SqliteConnection", _record: object) -> None:  # pyright: ignore[reportUnusedFunction]
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA case_sensitive_like = ON")
            connection.create_function("simple_lower", 1, _sqlite_lower, deterministic=True)

        return engine

    @contextmanager
    def session(self, engine: sa.Engine, seconds: float, scope: Scope) -> Generator[sa.Connection]:
        with engine.connect() as connection:
            driver = cast("_Interruptible", connection.connection.driver_connection)
            with WATCHDOG.watching(seconds, driver.interrupt):
                yield connection

    def folded(self, column: Expression) -> Expression:
        return cast("Expression", sa.func.simple_lower(column))

    def exact_sum(self, column: Expression, scale: int) -> Expression:
        """Hundredths are not exact in a binary float, whole numbers of them are: round first, then add."""
        units = sa.cast(sa.func.round(sa.type_coerce(column, sa.Float) * 10**scale), sa.BigInteger)
        return cast("Expression", sa.func.sum(units, type_=ScaledInteger(scale)))

    def ratio(self, column: Expression, scale: int) -> Expression:
        units = sa.type_coerce(self.exact_sum(column, scale), sa.BigInteger)
        return cast("Expression", sa.cast(units, sa.REAL) / sa.func.count(column))


class Postgres(Dialect):
    """Row-level security is the second wall: policies read the scope from these settings."""

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
        return cast("Expression", sa.func.lower(sa.collate(cast("sa.ColumnElement[str]", column), "pg_c_utf8")))


_SETTINGS = sa.text(
    "SELECT set_config('statement_timeout', :timeout, true), set_config('arch_team.mandate', :mandate, true), "
    "set_config('arch_team.feature_instance', :instance, true)"
)

_DIALECTS: dict[str, Dialect] = {"duckdb": DuckDb(), "sqlite": Sqlite(), "postgresql": Postgres()}


def dialect_of(name: str) -> Dialect:
    return _DIALECTS.get(name, Dialect())


def simple_lower(text: str) -> str:
    """Lower case letter by letter, as databases do it: no letter becomes two."""
    return text.lower() if text.isascii() else "".join(low if len(low := c.lower()) == 1 else c for c in text)


def _sqlite_lower(value: object) -> object:
    return simple_lower(value) if isinstance(value, str) else value


class _Interruptible:
    def interrupt(self) -> None: ...


class _SqliteConnection:
    def execute(self, statement: str) -> object: ...

    def create_function(
        self, name: str, arguments: int, function: Callable[[object], object], *, deterministic: bool
    ) -> None: ...
