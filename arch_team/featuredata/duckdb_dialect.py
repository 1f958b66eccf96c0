"""DuckDB for reading only.

The `duckdb-engine` dialect compiles every statement anew, wraps every SELECT in a transaction and marks its connections
with a setting of their own, so that no other connection to the file can be opened in the same process. Reading needs
none of that: our statements are plain enough to be cached, and one SELECT sees one state of the data by itself.
"""

from typing import Any

import duckdb
import duckdb_engine
from sqlalchemy.dialects import registry
from sqlalchemy.engine.interfaces import DBAPIConnection

DRIVER = "duckdb+readonly"


class ReadOnlyDuckDb(duckdb_engine.Dialect):
    supports_statement_cache = True

    def connect(self, *cargs: Any, **cparams: Any) -> duckdb_engine.ConnectionWrapper:
        options = {name: value for name, value in cparams.items() if name in ("database", "read_only")}
        return duckdb_engine.ConnectionWrapper(duckdb.connect(*cargs, **options))

    def do_begin(self, connection: DBAPIConnection) -> None:
        pass

    def do_rollback(self, connection: DBAPIConnection) -> None:
        pass


registry.register("duckdb.readonly", __name__, ReadOnlyDuckDb.__name__)
