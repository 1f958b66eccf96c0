"""The text that leaves is looked at once more: its figures are those that were rendered."""

import pytest

from arch_team.evidence.verdict import GuardResult
from tests.evidence.books import BANK, GUARD, bank, check, codes


def sent(text: str, result: GuardResult) -> GuardResult:
    return GUARD.check_outgoing(text, result.figures, bank())


@pytest.fixture
def approved() -> GuardResult:
    result = check(
        "Ja, mehr als 150'000: {{e1.r0.closingBalance}} ({{e1.r0.accountName}}).", question="Mehr als 150'000?"
    )
    assert result.ok
    return result


def test_what_was_approved_may_leave(approved: GuardResult) -> None:
    assert sent(approved.text, approved) == approved
    assert sent(f"Antwort: {approved.text} Siehe Konto 1020, Stand 31.12.2025.", approved).ok


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("152'400.00", "152'401.00"),
        ("152'400.00", "28'100.00"),
        ("CHF 152'400.00", "EUR 152'400.00"),
        ("CHF 152'400.00", "CHF -152'400.00"),
        ("CHF 152'400.00", "152'400.00 Mio."),
        ("CHF 152'400.00", "152'400.00 %"),
        ("150'000", "160'000"),
        (").", "), dazu CHF 5.00."),
        (").", ") {{e1.r0.closingBalance}}."),
    ],
)
def test_what_was_changed_on_the_way_may_not(approved: GuardResult, old: str, new: str) -> None:
    assert old in approved.text
    result = sent(approved.text.replace(old, new), approved)
    assert not result.ok
    assert result.text == ""


def test_without_a_ledger_nothing_leaves(approved: GuardResult) -> None:
    assert codes(GUARD.check_outgoing(approved.text, approved.figures, None)) == ["NO_LEDGER"]


def test_digits_in_a_text_cell_that_was_shown_are_fine() -> None:
    rows = (("1020", "Los 7, 3.5 Zimmer", *BANK[0][2:]), BANK[1])
    result = check("{{e1.r0.accountName}}: {{e1.r0.closingBalance}}", bank(rows))
    assert result.text == "Los 7, 3.5 Zimmer: CHF 152'400.00"
    assert GUARD.check_outgoing(result.text, result.figures, bank(rows)).ok
