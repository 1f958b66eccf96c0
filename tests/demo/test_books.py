"""The journal of the demo companies: sound, plausible and in keeping with Swiss practice."""

import re
from datetime import date

import duckdb
import pytest

from arch_team.demo.ledger import Ledger, credit, debit
from arch_team.demo.masterdata import COMPANIES, accounts
from arch_team.demo.trustee import TABLES
from arch_team.demo.vat import Vat, reduced, standard
from tests.demo.identities import UNBALANCED_ENTRIES

_PLACEHOLDERS = re.compile(r"muster|example|beispiel|\b(kunde|user|lieferant) ?\d|alice|\bbob\b|lorem|\btest", re.I)


def test_every_entry_balances_in_one_currency(db: duckdb.DuckDBPyConnection) -> None:
    assert db.execute(UNBALANCED_ENTRIES).fetchall() == []


def test_every_line_is_on_one_side_and_in_its_accounts_currency(db: duckdb.DuckDBPyConnection) -> None:
    wrong = db.execute(
        """
        SELECT line.id FROM TrusteeDataJournalLine AS line
        LEFT JOIN TrusteeDataAccount AS account
            ON account.accountNumber = line.accountNumber AND account.mandateId = line.mandateId
        WHERE account.currency IS DISTINCT FROM line.currency
            OR (line.debitAmount > 0) = (line.creditAmount > 0)
            OR least(line.debitAmount, line.creditAmount) < 0
        """
    ).fetchall()
    assert wrong == []


def test_only_balance_sheet_accounts_are_in_euro(db: duckdb.DuckDBPyConnection) -> None:
    euro = db.execute("SELECT accountNumber FROM TrusteeDataAccount WHERE currency <> 'CHF' ORDER BY 1").fetchall()
    assert euro == [("1022",), ("1091",), ("1101",)]


def test_there_is_enough_to_ask_about(db: duckdb.DuckDBPyConnection) -> None:
    entries = dict(
        db.execute(
            """
            SELECT mandateId, list(entries ORDER BY year) FROM (
                SELECT mandateId, year(make_timestamp(bookingDate * 1000000)) AS year, count(*) AS entries
                FROM TrusteeDataJournalEntry GROUP BY ALL
            ) GROUP BY ALL
            """
        ).fetchall()
    )
    assert set(entries) == {"alpenblick", "seeland"}
    assert all(len(years) == 3 for years in entries.values())
    assert min(entries["alpenblick"]) > 1000
    assert min(entries["seeland"]) > 300


@pytest.mark.parametrize("mandate", [company.mandate for company in COMPANIES])
def test_all_nine_classes_of_the_chart_are_booked_on(db: duckdb.DuckDBPyConnection, mandate: str) -> None:
    classes = db.execute(
        "SELECT DISTINCT left(accountNumber, 1) FROM TrusteeDataJournalLine WHERE mandateId = ? ORDER BY 1", [mandate]
    ).fetchall()
    assert "".join(str(row[0]) for row in classes) == "123456789"


def test_all_rows_are_rows_of_their_models(db: duckdb.DuckDBPyConnection) -> None:
    for model in TABLES:
        result = db.execute(f'FROM "{model.__name__}"')
        names = [str(column[0]) for column in result.description]
        rows = result.fetchall()
        assert rows
        for row in rows:
            model.model_validate(dict(zip(names, row, strict=True)))


def test_keys_are_unique(db: duckdb.DuckDBPyConnection) -> None:
    for model in TABLES:
        key = ", ".join(("mandateId", "featureInstanceId", *model.table_key))
        doubles = db.execute(f'SELECT {key} FROM "{model.__name__}" GROUP BY ALL HAVING count(*) > 1').fetchall()
        assert doubles == []


def test_customers_and_suppliers_stand_on_their_entries(db: duckdb.DuckDBPyConnection) -> None:
    nameless = db.execute(
        """
        SELECT entry.id FROM TrusteeDataJournalEntry AS entry
        JOIN TrusteeDataJournalLine AS line ON line.journalEntryId = entry.id
        LEFT JOIN TrusteeDataContact AS contact
            ON contact.id = entry.contactId AND contact.mandateId = entry.mandateId
        WHERE line.accountNumber IN ('1100', '1101', '2000') AND contact.id IS NULL AND entry.reference NOT LIKE 'EB-%'
        """
    ).fetchall()
    assert nameless == []


def test_nothing_looks_like_a_placeholder(db: duckdb.DuckDBPyConnection) -> None:
    texts = db.execute(
        """
        SELECT DISTINCT name FROM TrusteeDataContact
        UNION SELECT email FROM TrusteeDataContact WHERE email IS NOT NULL
        UNION SELECT description FROM TrusteeDataJournalEntry
        UNION SELECT description FROM TrusteeDataJournalLine
        """
    ).fetchall()
    assert [text for (text,) in texts if _PLACEHOLDERS.search(text)] == []


def test_vat_codes_follow_the_rates_of_their_day(db: duckdb.DuckDBPyConnection) -> None:
    """A reduction of an old invoice keeps the old code, so only what is sold and bought is looked at."""
    codes = db.execute(
        """
        SELECT year(make_timestamp(entry.bookingDate * 1000000)) >= 2024 AS raised, list(DISTINCT line.taxCode)
        FROM TrusteeDataJournalLine AS line JOIN TrusteeDataJournalEntry AS entry ON entry.id = line.journalEntryId
        WHERE line.taxCode IS NOT NULL AND line.accountNumber NOT LIKE '38%' GROUP BY ALL
        """
    ).fetchall()
    assert {raised: set(found) for raised, found in codes} == {
        False: {"USt77", "USt25", "USt0", "VSt77", "VSt25"},
        True: {"USt81", "USt26", "USt0", "VSt81", "VSt26"},
    }


def test_rates_change_with_the_year_2024() -> None:
    assert (standard(date(2023, 12, 31)), standard(date(2024, 1, 1))) == (Vat(77), Vat(81))
    assert (reduced(date(2023, 12, 31)), reduced(date(2024, 1, 1))) == (Vat(25), Vat(26))
    assert Vat(81).of_net(100_00) == 8_10
    assert Vat(81).of_gross(108_10) == 8_10


@pytest.mark.parametrize("permille", [25, 26, 77, 81])
def test_tax_out_of_a_gross_amount_is_the_tax_on_its_net(permille: int) -> None:
    vat = Vat(permille)
    for gross in range(100_000):
        tax = vat.of_gross(gross)
        assert abs(vat.of_net(gross - tax) - tax) <= 1


def test_a_ledger_refuses_what_does_not_balance() -> None:
    ledger = Ledger(accounts("alpenblick"))
    with pytest.raises(ValueError, match="does not balance"):
        ledger.book(date(2024, 1, 3), "BU-1", "einseitig", debit("1020", 100), credit("3400", 99))
    with pytest.raises(ValueError, match="one currency"):
        ledger.book(date(2024, 1, 3), "BU-2", "gemischt", debit("1022", 100), credit("3400", 100))
    assert ledger.bookings == []
