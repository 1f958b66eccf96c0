"""Reading: exact figures, one unit per figure, truncation told, nothing written, nothing endless."""

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from arch_team.errors import SourceUnavailable, StatementTimeout
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.provider import Rows, SqlProvider, open_engine
from arch_team.featuredata.reflection import reflected_tables
from arch_team.featuredata.tables import FieldType, Scope, Table, TableField
from arch_team.featuredata.validator import QueryValidator, ReadyCall
from arch_team.featuredata.watchdog import WATCHDOG
from tests.conftest import ALPENBLICK

BALANCE = "TrusteeDataAccountBalance"
DATABASES = ["duckdb", "sqlite", "postgresql"]


def ready(catalog: Catalog, tool: str, **arguments: object) -> ReadyCall:
    call = parse_call(tool, arguments)
    assert not isinstance(call, list), call
    checked = QueryValidator(catalog).validate(call)
    assert isinstance(checked, ReadyCall), checked
    return checked


def run(provider: SqlProvider, catalog: Catalog, tool: str, **arguments: object) -> Rows:
    return provider.run(ready(catalog, tool, **arguments))


@pytest.mark.parametrize("database", DATABASES)
class TestOnEachDatabase:
    def test_the_bank_balance_of_the_demo(
        self, database: str, providers: dict[str, SqlProvider], catalog: Catalog
    ) -> None:
        found = run(
            providers[database],
            catalog,
            "queryTable",
            tableName=BALANCE,
            fields=["accountNumber", "closingBalance", "currency"],
            filters=["periodYear=2025", "periodMonth=0", "accountNumber LIKE 102%"],
        )
        assert ("1020", Decimal("152400.00"), "CHF") in found.rows
        assert ("1021", Decimal("28100.00"), "CHF") in found.rows

    def test_a_total_comes_per_currency(
        self, database: str, providers: dict[str, SqlProvider], catalog: Catalog
    ) -> None:
        filters = ["periodYear=2025", "periodMonth=0", "accountNumber LIKE 102%"]
        found = run(
            providers[database],
            catalog,
            "aggregateTable",
            tableName=BALANCE,
            aggregate="SUM",
            field="closingBalance",
            filters=filters,
        )
        assert found.columns == ("currency", "sum_closingBalance")
        assert found.units == {"sum_closingBalance": "currency"}
        by_unit = {row[0]: row[1] for row in found.rows}
        assert by_unit["CHF"] == Decimal("180500.00")
        assert set(by_unit) == {"CHF", "EUR"}
        assert found.counts == (2, 1)

    def test_nothing_found_is_no_figure(
        self, database: str, providers: dict[str, SqlProvider], catalog: Catalog
    ) -> None:
        nowhere = {"tableName": BALANCE, "filters": ["periodYear=1999", "periodMonth=0"]}
        total = run(providers[database], catalog, "aggregateTable", aggregate="SUM", field="closingBalance", **nowhere)
        years = run(providers[database], catalog, "aggregateTable", aggregate="MAX", field="periodYear", **nowhere)
        count = run(providers[database], catalog, "aggregateTable", aggregate="COUNT", **nowhere)
        assert total.rows == years.rows == ()
        assert count.rows == ((0,),)

    def test_more_rows_than_asked_for_are_told(
        self, database: str, providers: dict[str, SqlProvider], catalog: Catalog
    ) -> None:
        call = {"tableName": "TrusteeDataAccount", "fields": ["accountNumber"], "limit": 3}
        found = run(providers[database], catalog, "queryTable", **call)
        assert found.truncated
        assert len(found.rows) == 3
        count = run(providers[database], catalog, "aggregateTable", tableName="TrusteeDataAccount", aggregate="COUNT")
        number = count.rows[0][0]
        assert not run(providers[database], catalog, "queryTable", **call | {"limit": number}).truncated
        assert run(providers[database], catalog, "queryTable", **call | {"limit": number, "offset": 1}).truncated

    def test_an_average_is_exact_to_six_digits(
        self, database: str, providers: dict[str, SqlProvider], catalog: Catalog
    ) -> None:
        filters = ["accountNumber=1020", "periodYear=2025", "periodMonth>=1"]
        rows = run(
            providers[database], catalog, "queryTable", tableName=BALANCE, fields=["closingBalance"], filters=filters
        ).rows
        values = [Decimal(str(row[0])) for row in rows]
        found = run(
            providers[database],
            catalog,
            "aggregateTable",
            tableName=BALANCE,
            aggregate="AVG",
            field="closingBalance",
            filters=filters,
        )
        average = found.rows[0][-1]
        assert isinstance(average, Decimal)
        assert average == (sum(values, Decimal(0)) / 12).quantize(Decimal("0.000001"))

    def test_a_connection_cannot_write(self, database: str, request: pytest.FixtureRequest) -> None:
        """Even with SQL of its own: the wall is not the statement builder alone. PostgreSQL's is the session."""
        short = {"postgresql": "postgres"}.get(database, database)
        engine = open_engine(str(request.getfixturevalue(f"{short}_url")))
        options = {"postgresql_readonly": True} if database == "postgresql" else {}
        with pytest.raises(DBAPIError), engine.connect().execution_options(**options) as connection:
            connection.execute(sa.text('DELETE FROM "TrusteeDataContact"'))
        engine.dispose()


@pytest.mark.parametrize(
    ("database", "view"),
    [
        (
            "duckdb",
            "SELECT a.range AS n FROM range(10000000) a, range(10000000) b WHERE a.range * b.range = -1",
        ),
        ("sqlite", "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c WHERE n < 0"),
        ("postgresql", "SELECT 1::bigint AS n FROM pg_sleep(60)"),
    ],
)
def test_a_statement_that_does_not_end_is_stopped(
    database: str, view: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if database == "postgresql":
        url = str(request.getfixturevalue("postgres_server"))
    else:
        url = f"{database}:///{tmp_path_factory.mktemp('endless') / 'x.db'}"
    writer = sa.create_engine(url)
    with writer.begin() as connection:
        connection.execute(sa.text(f"CREATE VIEW endless AS {view}"))
    writer.dispose()
    table = Table("endless", {"n": TableField("n", FieldType.INTEGER)})
    catalog = compile_catalog([table])
    engine = open_engine(url)
    provider = SqlProvider(engine, catalog, Scope(), timeout=0.3)
    with pytest.raises(StatementTimeout):
        run(provider, catalog, "queryTable", tableName="endless")
    engine.dispose()


@pytest.mark.parametrize("database", ["duckdb", "sqlite"])
def test_so_is_one_whose_time_is_over_before_it_begins(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine may be busy between the moment a connection is watched and that in which its statement begins."""
    url = f"{database}:///{tmp_path / 'x.db'}"
    endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c WHERE n < 0"
    writer = sa.create_engine(url)
    with writer.begin() as connection:
        connection.execute(sa.text(f"CREATE VIEW endless AS {endless}"))
    writer.dispose()
    catalog = compile_catalog([Table("endless", {"n": TableField("n", FieldType.INTEGER)})])
    engine = open_engine(url)
    stopped = threading.Event()
    watching = WATCHDOG.watching

    @contextmanager
    def late(seconds: float, stop: Callable[[], None]) -> Generator[None]:
        def told() -> None:
            stop()
            stopped.set()

        with watching(seconds, told):
            assert stopped.wait(5)
            yield

    monkeypatch.setattr(WATCHDOG, "watching", late)
    with pytest.raises(StatementTimeout):
        run(SqlProvider(engine, catalog, Scope(), timeout=0.01), catalog, "queryTable", tableName="endless")
    engine.dispose()


def test_a_database_that_is_gone_is_told_plainly(catalog: Catalog) -> None:
    provider = SqlProvider(open_engine("postgresql+psycopg://nobody@127.0.0.1:1/none"), catalog, ALPENBLICK)
    with pytest.raises(SourceUnavailable) as failure:
        run(provider, catalog, "queryTable", tableName="TrusteeDataContact")
    assert "127.0.0.1" not in str(failure.value)


@pytest.mark.parametrize("url", ["nonsense", "mysterydb://x/y", ""])
def test_a_bad_url_is_told_plainly(url: str) -> None:
    with pytest.raises(SourceUnavailable):
        open_engine(url)


@pytest.mark.parametrize("fixture", ["duckdb_url", "sqlite_url", "postgres_url"])
def test_a_database_nobody_described_can_be_read(fixture: str, request: pytest.FixtureRequest) -> None:
    engine = open_engine(str(request.getfixturevalue(fixture)))
    tables = reflected_tables(engine)
    assert {table.name for table in tables} >= {BALANCE, "TrusteeDataContact"}
    catalog = compile_catalog(tables)
    provider = SqlProvider(engine, catalog, ALPENBLICK)
    found = run(provider, catalog, "queryTable", tableName=BALANCE, filters=["accountNumber=1020", "periodYear=2025"])
    assert len(found.rows) == 13
    assert set(found.columns) == {
        "accountNumber", "accountName", "periodYear", "periodMonth", "openingBalance", "debitTotal", "creditTotal",
        "closingBalance", "currency",
    }  # fmt: skip
    year = next(row for row in found.rows if row[found.columns.index("periodMonth")] == 0)
    assert year[found.columns.index("closingBalance")] == Decimal("152400.00")
    engine.dispose()
