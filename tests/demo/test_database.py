"""The demo file: the same rows each time, whole or not there, and as large as wanted."""

import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

from arch_team.demo import demo_database
from arch_team.demo.database import build
from arch_team.demo.trustee import TABLES
from arch_team.errors import UsageError
from tests.demo.identities import RECEIVABLES_AND_PAYABLES, UNBALANCED_ENTRIES, UNBALANCED_PERIODS, WRONG_CLOSINGS


def test_two_builds_have_the_same_rows(demo: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.duckdb"
    build(again)
    with duckdb.connect(demo, read_only=True) as first, duckdb.connect(again, read_only=True) as second:
        for model in TABLES:
            rows = f'FROM "{model.__name__}"'
            assert first.execute(rows).fetchall() == second.execute(rows).fetchall()


def test_two_processes_building_at_once_leave_one_good_file(tmp_path: Path) -> None:
    path = tmp_path / "demo.duckdb"
    code = "import sys; from pathlib import Path; from arch_team.demo.database import build; build(Path(sys.argv[1]))"
    builders = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(2)]
    assert [builder.wait(timeout=60) for builder in builders] == [0, 0]
    assert [item.name for item in tmp_path.iterdir()] == ["demo.duckdb"]
    with duckdb.connect(path, read_only=True) as db:
        assert db.execute(UNBALANCED_ENTRIES).fetchall() == []
        assert db.execute("SELECT count(*) > 4000 FROM TrusteeDataJournalEntry").fetchall() == [(True,)]


def test_the_demo_is_built_once(demo: Path, home: Path) -> None:
    built = demo.stat().st_mtime_ns
    assert demo_database(home) == demo
    assert demo.stat().st_mtime_ns == built
    assert list(home.iterdir()) == [demo]


def test_columns_have_the_types_of_the_models(db: duckdb.DuckDBPyConnection) -> None:
    types = {
        (table, column): (kind, nullable)
        for table, column, kind, nullable in db.execute(
            "SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns() WHERE NOT internal"
        ).fetchall()
    }
    assert {table for table, _ in types} == {model.__name__ for model in TABLES}
    for model in TABLES:
        assert types[model.__name__, "mandateId"] == ("VARCHAR", False)
        assert types[model.__name__, "featureInstanceId"] == ("VARCHAR", False)
    assert types["TrusteeDataAccountBalance", "closingBalance"] == ("DECIMAL(18,2)", False)
    assert types["TrusteeDataAccountBalance", "periodMonth"] == ("INTEGER", False)
    assert types["TrusteeDataJournalEntry", "bookingDate"] == ("BIGINT", False)
    assert types["TrusteeDataJournalEntry", "contactId"] == ("VARCHAR", True)
    assert types["TrusteeDataAccount", "isActive"] == ("BOOLEAN", False)


def test_bulk_lines_make_turnover_and_change_nothing_else(demo: Path, tmp_path: Path) -> None:
    path = tmp_path / "bulk.duckdb"
    build(path, lines=20_000)
    count = "SELECT mandateId, count(*) FROM TrusteeDataJournalLine GROUP BY ALL ORDER BY 1"
    banks = """
        SELECT accountNumber, closingBalance FROM TrusteeDataAccountBalance
        WHERE mandateId = 'alpenblick' AND periodYear = 2025 AND periodMonth = 0 AND accountNumber IN ('1020', '1021')
        ORDER BY 1
    """
    with duckdb.connect(demo, read_only=True) as small, duckdb.connect(path, read_only=True) as large:
        before, after = dict(small.execute(count).fetchall()), dict(large.execute(count).fetchall())
        assert after == {"alpenblick": before["alpenblick"] + 20_000, "seeland": before["seeland"]}
        for offenders in (UNBALANCED_ENTRIES, WRONG_CLOSINGS, UNBALANCED_PERIODS):
            assert large.execute(offenders).fetchall() == []
        assert large.execute(banks).fetchall() == [("1020", Decimal("152400.00")), ("1021", Decimal("28100.00"))]
        assert all(balance == invoiced for *_, balance, invoiced in large.execute(RECEIVABLES_AND_PAYABLES).fetchall())
        spread = large.execute(
            """
            SELECT count(DISTINCT line.accountNumber) > 10, count(DISTINCT entry.bookingDate) = 1096,
                count(DISTINCT line.debitAmount) > 1000, bool_and(entry.currency = 'CHF')
            FROM TrusteeDataJournalLine AS line JOIN TrusteeDataJournalEntry AS entry ON entry.id = line.journalEntryId
            WHERE entry.reference LIKE 'UM-%'
            """
        ).fetchall()
        assert spread == [(True, True, True, True)]


@pytest.mark.parametrize("lines", [-2, 3])
def test_half_a_booking_is_refused(tmp_path: Path, lines: int) -> None:
    with pytest.raises(UsageError) as refused:
        build(tmp_path / "demo.duckdb", lines=lines)
    assert "even" in refused.value.next_step
    assert list(tmp_path.iterdir()) == []
