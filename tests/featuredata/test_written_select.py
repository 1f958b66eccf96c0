"""A SELECT that somebody wrote sees what the scope shows of the tables, and nothing else."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.written_select import CannotRun, run_written
from arch_team.settings import Settings
from arch_team.tools.session import open_source


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> SqlProvider:
    return open_source(Settings(home=tmp_path_factory.mktemp("home"), model=None)).provider


def test_it_runs_within_the_scope(provider: SqlProvider) -> None:
    ours = run_written("SELECT COUNT(*) FROM TrusteeDataContact", provider)
    joined = "SELECT COUNT(*) FROM TrusteeDataContact a JOIN TrusteeDataContact b ON a.id = b.id"
    assert run_written(joined, provider) == ours
    assert 0 < int(str(ours[0][0])) < 100
    row = run_written("SELECT * FROM TrusteeDataContact LIMIT 1", provider)[0]
    assert "alpenblick" not in row[1:]
    assert len(row) == 8


def test_a_colon_in_a_text_is_a_colon(provider: SqlProvider) -> None:
    assert run_written("SELECT name FROM TrusteeDataContact WHERE name = 'a:b'", provider) == []


@pytest.mark.parametrize(
    "text",
    [
        "DROP TABLE TrusteeDataContact",
        "DELETE FROM TrusteeDataContact",
        "SELECT 1; SELECT 2",
        "SELECT mandateId FROM TrusteeDataContact",
        "SELECT COUNT(DISTINCT mandateId) FROM (SELECT * FROM TrusteeDataContact) x",
        "SELECT * FROM sqlite_master",
        "SELECT * FROM information_schema.tables",
        "SELECT * FROM main.TrusteeDataContact",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT getenv('HOME')",
        "SELECT pg_sleep(10)",
        "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT n FROM x",
        "COPY TrusteeDataContact TO '/tmp/x'",
        "ATTACH 'x.db'",
        "no statement at all",
        "",
        "SELECT " + "(" * 3000,
    ],
)
def test_anything_else_is_not_run(provider: SqlProvider, text: str) -> None:
    with pytest.raises(CannotRun):
        run_written(text, provider)


def test_names_are_found_as_the_database_writes_them(postgres_server: str, tmp_path: Path) -> None:
    """PostgreSQL tells cases apart; who writes a statement rarely does."""
    url = sa.make_url(postgres_server).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text('CREATE TABLE "Lamp" ("lampName" text, "netPrice" numeric)'))
        connection.execute(sa.text("INSERT INTO \"Lamp\" VALUES ('Luna', 12.5), ('Sol', 30)"))
    engine.dispose()
    source = open_source(Settings(home=tmp_path, model=None, db=url.render_as_string(hide_password=False)))
    written = "SELECT lampname AS n FROM lamp WHERE netprice > 20 ORDER BY n"
    assert run_written(written, source.provider) == [("Sol",)]
    source.close()
