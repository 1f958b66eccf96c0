"""DuckDB as it is read: any name can be asked for, and nothing is written."""

from decimal import Decimal
from pathlib import Path

import duckdb
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from arch_team.featuredata.provider import open_engine


@pytest.fixture
def engine(tmp_path: Path) -> sa.Engine:
    file = tmp_path / "own.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute('CREATE TABLE "order" ("select" VARCHAR, "Größe" DECIMAL(18, 2), "qualify" BOOLEAN)')
        connection.execute("""INSERT INTO "order" VALUES ('a', 1.50, true), ('a', 2.25, true), ('b', 3.00, false)""")
    return open_engine(f"duckdb:///{file}")


def found(engine: sa.Engine, statement: sa.Executable) -> list[tuple[object, ...]]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(statement)]


def test_reserved_words_are_names_like_others(engine: sa.Engine) -> None:
    names = (sa.column("select", sa.String), sa.column("Größe", sa.Numeric), sa.column("qualify", sa.Boolean))
    statement = sa.select(*names).select_from(sa.table("order")).order_by(names[1])
    assert found(engine, statement) == [
        ("a", Decimal("1.50"), True),
        ("a", Decimal("2.25"), True),
        ("b", Decimal("3.00"), False),
    ]


def test_a_value_used_twice_is_one_value(engine: sa.Engine) -> None:
    key = sa.column("select", sa.String) + sa.bindparam("end", "!", sa.String)
    statement = sa.select(key, sa.func.count()).select_from(sa.table("order")).group_by(key).order_by(key)
    assert found(engine, statement) == [("a!", 2), ("b!", 1)]


def test_nothing_is_written(engine: sa.Engine) -> None:
    with engine.connect() as connection, pytest.raises(DBAPIError):
        connection.execute(sa.text('DELETE FROM "order"'))


def test_two_readers_of_one_file(engine: sa.Engine) -> None:
    with engine.connect() as one, duckdb.connect(str(engine.url.database), read_only=True) as other:
        assert one.execute(sa.text('SELECT count(*) FROM "order"')).scalar() == 3
        assert other.execute('SELECT count(*) FROM "order"').fetchall() == [(3,)]
