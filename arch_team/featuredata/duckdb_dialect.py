"""DuckDB for reading only.

Our statements are plain SELECTs, which SQLAlchemy spells for any database; what is DuckDB's own is how a connection is
opened and asked. A connection is its own cursor, since one made by DuckDB is another connection, which the time limit
would not stop. There are no transactions: one SELECT sees one state of the data by itself. A statement that a
connection has parsed is not parsed again, which would cost it a fifth of a small read.
"""

from typing import Any, cast

import duckdb
from sqlalchemy import URL
from sqlalchemy.dialects import registry
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.engine.interfaces import ConnectArgsType, DBAPIConnection, DBAPIModule
from sqlalchemy.pool import Pool, PoolProxiedConnection, QueuePool, SingletonThreadPool
from sqlalchemy.sql.compiler import IdentifierPreparer

DRIVER = "duckdb+readonly"
MOST_PARSED = 64
"""Statements that a connection remembers."""


class Quoted(IdentifierPreparer):
    """Every name in quotes: then none is a reserved word, in whatever version."""

    def _requires_quotes(self, value: str) -> bool:
        return True


class Cursor:
    """What was found by the last statement of a connection."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, parsed: dict[str, duckdb.Statement]) -> None:
        self._connection, self._parsed = connection, parsed

    def execute(self, statement: str, parameters: object = None) -> None:
        self._connection.execute(self._once_parsed(statement), parameters)

    def _once_parsed(self, statement: str) -> duckdb.Statement | str:
        found = self._parsed.pop(statement, None)
        if found is None:
            several = self._connection.extract_statements(statement)
            if len(several) != 1:
                return statement
            found = several[0]
        self._parsed[statement] = found
        if len(self._parsed) > MOST_PARSED:
            del self._parsed[next(iter(self._parsed))]
        return found

    def close(self) -> None:
        """The connection stays open for the next statement."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


class Connection:
    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._parsed: dict[str, duckdb.Statement] = {}

    def cursor(self) -> Cursor:
        return Cursor(self._connection, self._parsed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


class ReadOnlyDuckDb(DefaultDialect):
    name = "duckdb"
    driver = "readonly"
    preparer = Quoted
    supports_statement_cache = True
    supports_native_boolean = True
    supports_native_decimal = True
    supports_sane_rowcount = False
    div_is_floordiv = False

    def __init__(self, **options: Any) -> None:
        """Binds are numbered, so that one used twice is one: grouping by it needs that."""
        super().__init__(paramstyle="numeric_dollar", **options)

    @classmethod
    def import_dbapi(cls) -> DBAPIModule:
        return cast("DBAPIModule", duckdb)

    @classmethod
    def get_pool_class(cls, url: URL) -> type[Pool]:
        return SingletonThreadPool if url.database == ":memory:" else QueuePool

    def create_connect_args(self, url: URL) -> ConnectArgsType:
        return (), {"database": url.database} if url.database else {}

    def connect(self, *cargs: Any, **cparams: Any) -> DBAPIConnection:
        return cast("DBAPIConnection", Connection(duckdb.connect(*cargs, **cparams)))

    def do_begin(self, dbapi_connection: PoolProxiedConnection) -> None:
        pass

    def do_rollback(self, dbapi_connection: PoolProxiedConnection) -> None:
        pass


registry.register("duckdb.readonly", __name__, ReadOnlyDuckDb.__name__)
