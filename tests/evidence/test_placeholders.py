"""Made-up people, companies and numbers block an answer, unless the evidence really holds them."""

from decimal import Decimal
from pathlib import Path

import pytest

from arch_team.errors import UsageError
from arch_team.evidence.guard import GroundingGuard
from arch_team.evidence.placeholders import Placeholders
from tests.evidence.books import BANK, CATALOG, bank, check, codes

SHIPPED = Placeholders.shipped()


def found(text: str, *evidence: str, question: str = "") -> list[str | None]:
    return [finding.quote for finding in SHIPPED.found_in(text, evidence, question)]


@pytest.mark.parametrize(
    "text",
    [
        "用户1",
        "- 用户1\n- 用户2",
        "* 用户3",
        "用户1、用户2、用户3",
        "用户ID: 1",
        "用户编号: 12",
        "用户001",
        "用户A",
        "用户_1",
        "user_1",
        "user-2",
        "kunde_3",
        "alice",
        "bob",
        "张三",
        "User 1, User 2",
        "user1",
        "Kunde 3",
        "Kunde Nr. 2",
        "Customer 2",
        "Customer #2",
        "Lieferant 1",
        "Kunde A",
        "Alice",
        "Bob",
        "info@example.com",
        "example.org",
        "foo@bar.com",
        "Max Mustermann",
        "Erika Musterfrau",
        "Frau Mustermann",
        "John Doe",
        "Jane Doe",
        "Lorem ipsum",
        "123-45-6789",
        "CH93 0076 2011 6238 5295 7",
        "DE89370400440532013000",
        "XXX",
        "TBD",
        "[Betrag]",
        "<amount>",
        "Muster AG",
        "ACME",
        "TT.MM.JJJJ",
        "Musterstrasse",
        "+41 44 000 00 00",
    ],
)
def test_placeholders_are_found(text: str) -> None:
    assert found(f"Die Antwort: {text}.")


@pytest.mark.parametrize(
    "text",
    [
        "Der Kunde Müller AG schuldet uns nichts.",
        "Konto 1020 und Konto 1021",
        "Kunde 10234",
        "Rechnung 12.5",
        "Rechnung 12 Tage überfällig",
        "die Rechnung 3 Monate später",
        "invoice 12 days overdue",
        "用户APP",
        "die Kunden und Lieferanten",
        "the user asked for customers",
        "用户的余额",
        "Muster im Teppich",
        "bobsled and malice",
        "info@example-hotel.ch",
        "Total (Betrag in CHF)",
        "Alicestrasse",
    ],
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_what_the_evidence_holds_is_no_placeholder() -> None:
    assert found("Alice schuldet am meisten", "Alice Keller AG") == []
    assert found("Kunde  3 schuldet", "kunde 3") == []
    assert found("Kunde 1 schuldet", "Kunde 12") == ["Kunde 1"]
    assert found("用户1", "用户12") == ["用户1"]


def test_what_the_user_wrote_may_be_repeated() -> None:
    assert found("Max Mustermann gibt es nicht.", question="Was schuldet Max Mustermann?") == []


def test_in_a_draft_they_block_and_as_a_reference_they_do_not() -> None:
    rows = (("1020", "Alice Keller", Decimal("152400.00"), "CHF"), BANK[1])
    assert check("{{e1.r0.accountName}}: {{e1.r0.closingBalance}}", bank(rows)).ok
    assert check("Alice Keller: {{e1.r0.closingBalance}}", bank(rows)).ok
    assert codes(check("Bob: {{e1.r1.closingBalance}}", bank(rows))) == ["PLACEHOLDER"]
    assert "PLACEHOLDER" in codes(check("- 用户1\n- 用户2\n- 用户3", bank(rows)))


def test_patterns_and_whitelist_can_be_added_to(tmp_path: Path) -> None:
    own = tmp_path / "placeholders.yaml"
    own.write_text("patterns:\n  - {name: ours, any_of: ['Firma Hase']}\nwhitelist: ['Kunde 3']\n", encoding="utf-8")
    mine = Placeholders.load(own)
    assert [f.quote for f in mine.found_in("Firma Hase, Kunde 3, Bob")] == ["Bob", "Firma Hase"]
    guard = GroundingGuard(CATALOG, mine)
    result = guard.check("Firma Hase: {{e1.r0.closingBalance}}", bank(), question="?", language="de")
    assert codes(result) == ["PLACEHOLDER"]


def test_the_shipped_patterns_can_be_replaced(tmp_path: Path) -> None:
    own = tmp_path / "placeholders.yaml"
    own.write_text("replace: true\npatterns: [{name: ours, any_of: ['hase'], case: true}]\n", encoding="utf-8")
    assert [f.quote for f in Placeholders.load(own).found_in("Bob, Hase, hase")] == ["hase"]


@pytest.mark.parametrize(
    "text", ["patterns: 5", "- a list", "patterns: [{name: x, any_of: ['(']}]", "a: [", "unknown: 1"]
)
def test_a_file_that_is_wrong_is_told_so(tmp_path: Path, text: str) -> None:
    own = tmp_path / "wrong.yaml"
    own.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"wrong\.yaml"):
        Placeholders.load(own)


def test_a_file_that_is_absent_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        Placeholders.load(tmp_path / "absent.yaml")


def test_settings_add_patterns_and_exceptions(tmp_path: Path) -> None:
    own = tmp_path / "placeholders.yaml"
    own.write_text("patterns:\n  - {name: ours, any_of: ['Firma Hase']}\n", encoding="utf-8")
    configured = Placeholders.configured(own, patterns=(r"Herr Igel",), whitelist=("Bob",))
    assert [f.quote for f in configured.found_in("Firma Hase, Herr Igel, Bob, Alice")] == [
        "Alice",
        "Firma Hase",
        "Herr Igel",
    ]


def test_a_pattern_in_the_settings_that_is_wrong_is_said() -> None:
    with pytest.raises(UsageError, match="the settings"):
        Placeholders.configured(patterns=("(",))
