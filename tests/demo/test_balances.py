"""Balances are the journal's sums, and agree with the open invoices."""

from decimal import Decimal

import duckdb
import pytest

from tests.demo.identities import RECEIVABLES_AND_PAYABLES, UNBALANCED_PERIODS, WRONG_CLOSINGS


@pytest.mark.parametrize("month", [0, 12])
def test_the_banks_of_alpenblick_at_the_end_of_2025(db: duckdb.DuckDBPyConnection, month: int) -> None:
    banks = db.execute(
        """
        SELECT accountNumber, closingBalance, currency FROM TrusteeDataAccountBalance
        WHERE mandateId = 'alpenblick' AND periodYear = 2025 AND periodMonth = ? AND accountNumber IN ('1020', '1021')
        ORDER BY 1
        """,
        [month],
    ).fetchall()
    assert banks == [("1020", Decimal("152400.00"), "CHF"), ("1021", Decimal("28100.00"), "CHF")]


def test_opening_and_turnover_give_the_closing(db: duckdb.DuckDBPyConnection) -> None:
    assert db.execute(WRONG_CLOSINGS).fetchall() == []


def test_every_period_adds_up(db: duckdb.DuckDBPyConnection) -> None:
    assert db.execute(UNBALANCED_PERIODS).fetchall() == []


def test_every_account_has_all_periods(db: duckdb.DuckDBPyConnection) -> None:
    incomplete = db.execute(
        """
        SELECT account.mandateId, account.accountNumber
        FROM TrusteeDataAccount AS account
        LEFT JOIN TrusteeDataAccountBalance AS balance USING (mandateId, accountNumber)
        GROUP BY ALL
        HAVING list(balance.periodYear * 100 + balance.periodMonth ORDER BY 1)
            <> list_sort(flatten([[y * 100 + m FOR m IN range(13)] FOR y IN [2023, 2024, 2025]]))
        """
    ).fetchall()
    assert incomplete == []


def test_month_zero_is_the_year(db: duckdb.DuckDBPyConnection) -> None:
    wrong = db.execute(
        """
        SELECT mandateId, accountNumber, periodYear FROM TrusteeDataAccountBalance GROUP BY ALL
        HAVING sum(debitTotal) FILTER (periodMonth > 0) <> sum(debitTotal) FILTER (periodMonth = 0)
            OR sum(creditTotal) FILTER (periodMonth > 0) <> sum(creditTotal) FILTER (periodMonth = 0)
            OR any_value(openingBalance) FILTER (periodMonth = 1) <> any_value(openingBalance) FILTER (periodMonth = 0)
            OR any_value(closingBalance) FILTER (periodMonth = 12) <> any_value(closingBalance) FILTER (periodMonth = 0)
        """
    ).fetchall()
    assert wrong == []


def test_balance_sheet_carries_over_and_the_rest_starts_at_zero(db: duckdb.DuckDBPyConnection) -> None:
    wrong = db.execute(
        """
        SELECT * FROM (
            SELECT
                accountNumber, periodYear, periodMonth, openingBalance,
                CASE WHEN periodMonth = 1 AND accountNumber >= '3' THEN 0 WHEN periodYear = 2023 AND periodMonth = 1
                THEN openingBalance ELSE coalesce(lag(closingBalance) OVER (
                    PARTITION BY mandateId, accountNumber ORDER BY periodYear, periodMonth
                ), 0) END AS expected
            FROM TrusteeDataAccountBalance WHERE periodMonth > 0
        ) WHERE openingBalance <> expected
        """
    ).fetchall()
    assert wrong == []


def test_the_opening_entry_is_what_the_first_year_opens_with(db: duckdb.DuckDBPyConnection) -> None:
    """And no turnover of it, neither in January nor in the year."""
    booked = dict(
        db.execute(
            """
            SELECT line.accountNumber, sum(line.debitAmount - line.creditAmount)
            FROM TrusteeDataJournalLine AS line
            JOIN TrusteeDataJournalEntry AS entry ON entry.id = line.journalEntryId AND entry.mandateId = line.mandateId
            WHERE line.mandateId = 'alpenblick' AND entry.description LIKE 'Eröffnungsbilanz%' GROUP BY ALL
            """
        ).fetchall()
    )
    assert booked["1020"] > 0
    for month in (0, 1):
        opened = dict(
            db.execute(
                """
                SELECT accountNumber, openingBalance FROM TrusteeDataAccountBalance
                WHERE mandateId = 'alpenblick' AND periodYear = 2023 AND periodMonth = ? AND openingBalance <> 0
                """,
                [month],
            ).fetchall()
        )
        assert opened == {account: amount for account, amount in booked.items() if amount}
    turnover = db.execute(
        """
        SELECT sum(line.debitAmount) FROM TrusteeDataJournalLine AS line
        JOIN TrusteeDataJournalEntry AS entry ON entry.id = line.journalEntryId AND entry.mandateId = line.mandateId
        WHERE line.mandateId = 'alpenblick' AND line.accountNumber = '1020' AND entry.description NOT LIKE 'Eröffnung%'
            AND entry.bookingDate < epoch(DATE '2024-01-01')::BIGINT
        """
    ).fetchone()
    annual = db.execute(
        """
        SELECT debitTotal FROM TrusteeDataAccountBalance
        WHERE mandateId = 'alpenblick' AND accountNumber = '1020' AND periodYear = 2023 AND periodMonth = 0
        """
    ).fetchone()
    assert turnover == annual


def test_the_result_is_carried_into_retained_earnings(db: duckdb.DuckDBPyConnection) -> None:
    results = db.execute(
        """
        SELECT mandateId, periodYear,
            -coalesce(sum(closingBalance) FILTER (accountNumber BETWEEN '3' AND '9'), 0),
            sum(closingBalance) FILTER (accountNumber = '9200')
        FROM TrusteeDataAccountBalance WHERE periodMonth = 0 GROUP BY ALL ORDER BY ALL
        """
    ).fetchall()
    earned = {(mandate, year): result for mandate, year, result, _ in results}
    carried = {(mandate, year): amount for mandate, year, _, amount in results}
    assert all(result > 0 for result in earned.values())
    for mandate in ("alpenblick", "seeland"):
        assert carried[mandate, 2023] == 0
        assert carried[mandate, 2024] == earned[mandate, 2023]
        assert carried[mandate, 2025] == earned[mandate, 2024]


def test_cash_and_banks_are_never_overdrawn(db: duckdb.DuckDBPyConnection) -> None:
    overdrawn = db.execute(
        """
        SELECT mandateId, accountNumber, periodYear, periodMonth FROM TrusteeDataAccountBalance
        WHERE accountNumber IN ('1000', '1020', '1021', '1022') AND closingBalance < 0
        """
    ).fetchall()
    assert overdrawn == []


def test_vat_is_cleared_every_quarter(db: duckdb.DuckDBPyConnection) -> None:
    left = db.execute(
        """
        SELECT mandateId, accountNumber, periodYear, periodMonth FROM TrusteeDataAccountBalance
        WHERE accountNumber IN ('1170', '1171', '2200') AND periodMonth % 3 = 0 AND closingBalance <> 0
        """
    ).fetchall()
    assert left == []


def test_open_invoices_are_what_the_accounts_say(db: duckdb.DuckDBPyConnection) -> None:
    found = db.execute(RECEIVABLES_AND_PAYABLES).fetchall()
    assert len(found) == 5
    for mandate, account, balance, invoiced in found:
        assert balance == invoiced != 0, f"{mandate} {account}"


@pytest.mark.parametrize("mandate", ["alpenblick", "seeland"])
def test_some_invoices_are_overdue_and_some_part_paid(db: duckdb.DuckDBPyConnection, mandate: str) -> None:
    rows = db.execute(
        """
        SELECT direction, status, dueDate < epoch(DATE '2025-12-31')::BIGINT, openAmount < amount, openAmount > 0
        FROM TrusteeDataOpenInvoice WHERE mandateId = ?
        """,
        [mandate],
    ).fetchall()
    assert {(direction, status) for direction, status, *_ in rows} == {
        (direction, status) for direction in ("receivable", "payable") for status in ("open", "partial", "overdue")
    }
    for _, status, past_due, part_paid, still_open in rows:
        assert still_open
        assert status == ("overdue" if past_due else "partial" if part_paid else "open")
