"""Right number, wrong row: the cells used are those the question means, under their own names, with their own days."""

from decimal import Decimal

import pytest

from arch_team.evidence.ledger import Ledger, LedgerEntry
from tests.evidence.books import BANK, bank, check, codes, record


def _only_1020(entry: LedgerEntry, row: str, column: str) -> str | None:
    cell = entry.cell(row, "accountNumber")
    return None if cell and cell.value == "1020" else "The question asks for account 1020."


def test_right_number_wrong_row_is_refused() -> None:
    assert check("{{e1.r0.closingBalance}}", binding=_only_1020).ok
    for draft in ("{{e1.r1.closingBalance}}", "Saldo 28'100.00", "{{sum(e1.closingBalance)}}", "{{e1.r1.accountName}}"):
        result = check(draft, binding=_only_1020)
        assert codes(result) == ["WRONG_ROW"], draft
        assert "1020" in result.findings[0].message


def test_of_equal_cells_the_one_the_question_or_the_sentence_means_is_taken() -> None:
    rows = (("1021", "Bank UBS", Decimal("152400.00"), "CHF"), BANK[0])
    asked = check("Der Saldo ist 152'400.00.", bank(rows), binding=_only_1020)
    assert asked.figures[0].references == ("e1.r1.closingBalance",)
    named = check("Bank ZKB: 152'400.00. Mehr nicht.", bank(rows))
    assert named.figures[0].references == ("e1.r1.closingBalance",)
    neither = check("Der Saldo ist 152'400.00.", bank(rows))
    assert neither.figures[0].references == ("e1.r0.closingBalance",)


@pytest.mark.parametrize(
    ("draft", "is_fine"),
    [
        ("Konto 1020: {{e1.r0.closingBalance}}, Konto 1021: {{e1.r1.closingBalance}}", True),
        ("Konto 1020: {{e1.r1.closingBalance}}, Konto 1021: {{e1.r0.closingBalance}}", False),
        ("{{e1.r0.closingBalance}} (1020) und {{e1.r1.closingBalance}} (1021)", True),
        ("{{e1.r0.closingBalance}} (1021) und {{e1.r1.closingBalance}} (1020)", False),
        ("Konto 1020: 28'100.00", False),
        ("- Bank UBS: {{e1.r0.closingBalance}}", False),
        ("| 1020 | {{e1.r0.closingBalance}} |\n| 1021 | {{e1.r1.closingBalance}} |", True),
        ("| 1021 | {{e1.r0.closingBalance}} |\n| 1020 | {{e1.r1.closingBalance}} |", False),
        ("{{e1.r1.accountName}}: {{e1.r0.closingBalance}}", False),
        ("{{e1.r0.accountName}} (1020): {{e1.r0.closingBalance}}", True),
        ("Auf 1020 und 1021 liegen {{e1.r0.closingBalance}} und {{e1.r1.closingBalance}}", True),
        ("Konten 1020 bis 1029: {{e1.r1.closingBalance}}", True),
        ("Konto 1020 liegt um {{difference(e1.r0.closingBalance, e1.r1.closingBalance)}} höher.", True),
    ],
)
def test_a_figure_does_not_stand_under_another_rows_name(draft: str, is_fine: bool) -> None:
    result = check(draft)
    assert result.ok is is_fine
    assert is_fine or set(codes(result)) == {"WRONG_LABEL"}


def one_invoice() -> Ledger:
    """Due on 15 March 2025."""
    return record(
        Ledger(),
        ("invoiceNumber", "dueDate"),
        [("RE-1001", 1741996800)],
        table="TrusteeDataOpenInvoice",
        formats={"dueDate": "unix_seconds"},
    )


def test_a_made_up_day_is_refused_where_the_evidence_holds_days() -> None:
    ledger = one_invoice()
    assert check("RE-1001 ist fällig am {{e1.r0.dueDate}}.", ledger).text == "RE-1001 ist fällig am 15.03.2025."
    assert check("RE-1001 ist fällig am 15. März 2025.", ledger).ok
    assert check("Stand 31.12.2025: RE-1001 ist offen.", ledger, question="Was ist offen per 31.12.2025?").ok
    assert codes(check("RE-1001 ist fällig am 14.03.2025.", ledger)) == ["UNBOUND_DATE"]
    assert codes(check("RE-1001 is due 14 March 2025.", ledger)) == ["UNBOUND_DATE"]


@pytest.mark.parametrize(
    "draft", ["- 2025-03-01 RE-1001", "RE-1001 ist fällig am 31.03.2025.", "RE-1001, due 1 March 2025"]
)
def test_the_first_or_last_of_a_month_is_no_day_of_an_invoice(draft: str) -> None:
    ledger = one_invoice()
    assert codes(check(draft, ledger)) == ["UNBOUND_DATE"]
    assert check("Offen per 31.03.2025: RE-1001", ledger).ok
