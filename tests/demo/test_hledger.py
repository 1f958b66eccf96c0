"""hledger, which knows nothing of our SQL, comes to the same balances."""

import csv
import os
import shutil
import subprocess
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest

from arch_team.demo.hledger import journal
from arch_team.errors import UsageError

Months = dict[tuple[str, int, int], dict[str, Decimal]]

needs_hledger = pytest.mark.skipif(shutil.which("hledger") is None, reason="hledger is not installed")


@pytest.fixture(scope="module", params=["alpenblick", "seeland"])
def mandate(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def ledger_file(demo: Path, mandate: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hledger") / f"{mandate}.journal"
    path.write_text("".join(journal(demo, mandate)), encoding="utf-8")
    return path


@needs_hledger
def test_hledger_finds_nothing_wrong(ledger_file: Path) -> None:
    _hledger(ledger_file, "check", "--strict", "ordereddates")


@needs_hledger
def test_every_month_end_balance_is_hledgers(ledger_file: Path, mandate: str, demo: Path) -> None:
    """Balance sheet accounts from the first day on, the others from 1 January of each year on."""
    expected = _by_month(ledger_file, "--historical", "asset|liability|equity")
    expected |= _since_january(_by_month(ledger_file, "--change", "revenue|expense|closing"))
    with duckdb.connect(demo, read_only=True) as db:
        ours = db.execute(
            """
            SELECT accountNumber, periodYear, periodMonth, currency, closingBalance
            FROM TrusteeDataAccountBalance WHERE mandateId = ?
            """,
            [mandate],
        ).fetchall()
    assert len(ours) > 2000
    for account, year, month, currency, closing in ours:
        theirs = expected.get((account, year, month or 12), {})
        assert theirs.get(currency, Decimal(0)) == closing, f"{account} {year}-{month}"
        assert all(amount == 0 for other, amount in theirs.items() if other != currency)


def test_a_mandate_that_is_not_there_is_refused(demo: Path) -> None:
    with pytest.raises(UsageError, match="rheintal"):
        list(journal(demo, "rheintal"))


def _by_month(file: Path, mode: str, accounts: str) -> Months:
    """Account number, year and month to what hledger has for it, by currency."""
    layout = ("-E", "--flat", "--layout=tidy", "-O", "csv")
    report = _hledger(file, "balance", "-M", mode, "-b", "2023-01-01", "-e", "2026-01-01", *layout, f"^({accounts}):")
    found: Months = {}
    for row in csv.DictReader(report.splitlines()):
        number = row["account"].partition(":")[2].partition(" ")[0]
        year, _, month = row["period"].partition("-")
        found.setdefault((number, int(year), int(month)), {})[row["commodity"]] = Decimal(row["value"])
    return found


def _since_january(changes: Months) -> Months:
    total: Months = {}
    for (account, year, month), amounts in sorted(changes.items()):
        before = total.get((account, year, month - 1), {})
        total[account, year, month] = {
            currency: before.get(currency, Decimal(0)) + amount for currency, amount in amounts.items()
        }
    return total


def _hledger(file: Path, *arguments: str) -> str:
    """hledger reads the file in the locale's encoding."""
    done = subprocess.run(
        ["hledger", "-f", str(file), *arguments],
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
