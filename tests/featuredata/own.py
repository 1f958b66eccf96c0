"""Databases nobody described, as people have them: made for one test, opened as the command opens them."""

from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa

from arch_team.settings import Settings
from arch_team.tools.data import DataTools
from arch_team.tools.session import DataSource, open_source

KINDS = ("duckdb", "sqlite", "postgresql")


class Own:
    """Makes databases and opens them. All that was opened is closed with the test."""

    def __init__(self, request: pytest.FixtureRequest, folder: Path) -> None:
        self._request, self._folder = request, folder
        self._opened: list[DataSource] = []

    def url(self, kind: str, *statements: str, options: str = "") -> str:
        """The URL of a new database in which these statements were run."""
        url = self._new_postgres(options) if kind == "postgresql" else f"{kind}:///{self._folder / 'own.db'}"
        encoding = {"client_encoding": "utf8"} if kind == "postgresql" else {}
        engine = sa.create_engine(url, connect_args=encoding)
        with engine.begin() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)
        engine.dispose()
        return url

    def tools(self, kind: str, *statements: str, mandate: str | None = None, options: str = "") -> DataTools:
        return self.open(self.url(kind, *statements, options=options), mandate)

    def open(self, url: str, mandate: str | None = None) -> DataTools:
        source = open_source(Settings(db=url, mandate=mandate))
        self._opened.append(source)
        return source.tools()

    def close(self) -> None:
        for source in self._opened:
            source.close()

    def _new_postgres(self, options: str) -> str:
        server = str(self._request.getfixturevalue("postgres_server"))
        name = f"own_{uuid4().hex[:10]}"
        admin = sa.create_engine(server, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(sa.text(f"CREATE DATABASE {name} {options}"))
        admin.dispose()
        return sa.make_url(server).set(database=name).render_as_string(hide_password=False)


def rows(found: DataTools, tool: str, **arguments: object) -> list[list[object]]:
    """The rows as plain lists, without their ids."""
    result = found.call(tool, arguments)
    assert result.success, result.error_details
    assert result.data is not None
    return [list(row.values())[1:] for row in result.data["rows"]]
