"""Nothing is approved unless every figure in it has evidence of this run."""

from decimal import Decimal

import pytest

from arch_team.evidence.guard import GroundingGuard
from arch_team.evidence.ledger import Ledger, LedgerEntry
from arch_team.evidence.required import RequiredTools
from arch_team.evidence.verdict import FigureKind, GuardResult
from arch_team.featuredata.catalog import Catalog
from tests.evidence.books import (
    BANK,
    CATALOG,
    EURO,
    GUARD,
    QUESTION,
    YEAR_END,
    bank,
    check,
    codes,
    failed,
    periods,
    record,
)


def test_references_are_rendered_in_the_users_language() -> None:
    draft = (
        "Der Banksaldo beträgt {{e1.r0.closingBalance}} (Konto 1020) und {{e1.r1.closingBalance}} (1021), "
        "zusammen {{sum(e1.closingBalance)}}."
    )
    assert check(draft).text == (
        "Der Banksaldo beträgt CHF 152'400.00 (Konto 1020) und CHF 28'100.00 (1021), zusammen CHF 180'500.00."
    )
    english = check("Together: {{sum(e1.closingBalance)}}.", language="en", question="What is our bank balance?")
    assert english.text == "Together: CHF 180,500.00."


def test_a_figure_carries_its_evidence() -> None:
    result = check("Saldo: {{e1.r0.closingBalance}}, zusammen {{sum(e1.closingBalance)}}.")
    cell, total = result.figures
    assert (cell.display, cell.value, cell.unit, cell.kind) == ("CHF 152'400.00", Decimal("152400.00"), "CHF", "cell")
    assert cell.references == ("e1.r0.closingBalance",)
    (evidence,) = cell.evidence
    assert (evidence.entry, evidence.call_id, evidence.tool) == ("e1", "c1", "queryTable")
    assert (evidence.table, evidence.row, evidence.column) == ("TrusteeDataAccountBalance", "r0", "closingBalance")
    assert evidence.filters == YEAR_END
    assert (total.kind, total.exact, len(total.evidence)) == (FigureKind.DERIVATION, Decimal("180500.00"), 2)
    assert all(result.text[f.start :].startswith(f.display) for f in result.figures)
    assert result.to_wire()["figures"]


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        ("Saldo 152400", "Saldo CHF 152'400.00"),
        ("Saldo: 152.400,00 CHF", "Saldo: 152'400.00 CHF"),
        ("Saldo 152 400,00 Franken", "Saldo 152'400.00 Franken"),
        ("Saldo **CHF 152’400.00**.", "Saldo **CHF 152'400.00**."),
        ("Saldo 152'400.–", "Saldo CHF 152'400.00"),
        ("Saldo 152.4 Tsd. CHF", "Saldo 152'400.00 CHF"),
        ("Saldo TCHF 152.4", "Saldo CHF 152'400.00"),
        ("Saldo rund 152'000 Franken", "Saldo rund 152'400.00 Franken"),
        ("Saldo (152'400.00)", "Saldo (CHF 152'400.00)"),
        ("Saldo 0.152 Mio.", "Saldo CHF 152'400.00."),
        ("Saldo CHF 152'400.00 und 28'100.00", "Saldo CHF 152'400.00 und CHF 28'100.00"),
    ],
)
def test_a_typed_figure_that_is_a_cell_is_replaced_by_it(draft: str, text: str) -> None:
    result = check(draft)
    assert (result.text, codes(result)) == (text, [])
    assert result.figures[0].references == ("e1.r0.closingBalance",)


@pytest.mark.parametrize(
    "draft",
    [
        "Saldo CHF 152'401.00",
        "Saldo -152'400.00",
        "Saldo minus 152'400.00",
        "Saldo 152'400.00 EUR",
        "Saldo 152'400.00 %",
        "Saldo 152'400 Tsd.",
        "Saldo 152'400 Mio. CHF",
        "Saldo 152'399.99",
        "Saldo 152'000",
        "Saldo rund 150'500",
        "Saldo rund 200'000",
        "Saldo 0.15 Mio.",
        "Saldo über 150'000",
        "Zusammen 180'500.00",
        "Es sind 2 Konten",
        "Saldo 15ʼ24",
        "Saldo 1½ Mio",
        "Rechnung RE-2025-0099",
        "Saldo 1524e2",
        "Der Saldo beträgt 1020",
        "Der Saldo beträgt 2025",
    ],
)
def test_a_figure_with_nothing_behind_it_is_refused(draft: str) -> None:
    result = check(draft)
    assert not result.ok
    assert "UNBOUND_FIGURE" in codes(result)
    assert result.text == ""
    assert result.figures == ()


def test_a_derivation_is_never_guessed_only_declared() -> None:
    assert codes(check("Zusammen 180'500.00.")) == ["UNBOUND_FIGURE"]
    declared = check("Zusammen 180'500.00 {{=sum(e1.closingBalance)}}.")
    assert (declared.text, declared.figures[0].kind) == ("Zusammen CHF 180'500.00.", FigureKind.DERIVATION)
    assert check("Zusammen 180'500.00 ({{=sum(e1.closingBalance)}}).").text == "Zusammen CHF 180'500.00."
    elsewhere = check("{{=sum(e1.closingBalance)}}Zusammen also 180'500.00.")
    assert elsewhere.text == "Zusammen also CHF 180'500.00."


def test_a_declared_figure_must_be_what_was_declared_though_it_may_equal_some_cell() -> None:
    assert codes(check("Zusammen 152'400.00 {{=sum(e1.closingBalance)}}."))[0] == "FIGURE_DIFFERS"
    assert codes(check("{{=sum(e1.closingBalance)}}Zusammen also 152'400.00.")) == ["FIGURE_DIFFERS"]


@pytest.mark.parametrize(
    ("typed", "is_fine"),
    [
        ("18.44 %", True),
        ("18.4 Prozent", True),
        ("18.4383 %", True),
        ("18 %", False),
        ("18.5 %", False),
        ("18.44", False),
    ],
)
def test_a_percentage_without_end_may_be_rounded_rightly(typed: str, is_fine: bool) -> None:
    draft = f"Anteil {typed} {{{{=percent(e1.r1.closingBalance, e1.r0.closingBalance)}}}}."
    result = check(draft)
    assert result.ok is is_fine
    assert not is_fine or result.text == "Anteil 18.44 %."


def test_a_ratio_written_in_percent_stays_in_percent() -> None:
    draft = "Anteil 18.44 % {{=ratio(e1.r1.closingBalance, e1.r0.closingBalance)}}."
    assert check(draft).text == "Anteil 18.44 %."


def test_a_change_is_shown_with_its_sign() -> None:
    ledger = periods(("1020", 2024, 0, "80.00"), ("1020", 2025, 0, "90.00"))
    draft = "Veränderung: {{percent_change(e1.r0.closingBalance, e1.r1.closingBalance)}}"
    assert check(draft, ledger).text == "Veränderung: +12.5 %"


@pytest.mark.parametrize(
    ("draft", "text"),
    [
        ("CHF {{e1.r0.closingBalance}}", "CHF 152'400.00"),
        ("{{e1.r0.closingBalance}} CHF", "152'400.00 CHF"),
        ("{{e1.r0.closingBalance}} Franken", "152'400.00 Franken"),
        ("{{e1.r0.closingBalance}} {{e1.r0.currency}}", "152'400.00 CHF"),
        ("**{{e1.r0.closingBalance}}** CHF", "**152'400.00** CHF"),
        ("{{e1.r0.closingBalance}} CHF, {{e1.r1.closingBalance}}", "152'400.00 CHF, CHF 28'100.00"),
        ("{{percent(e1.r1.closingBalance, e1.r0.closingBalance)}} %", "18.44 %"),
        ("Konto 1020 {{e1.r0.closingBalance}}", "Konto 1020 CHF 152'400.00"),
    ],
)
def test_a_unit_is_written_once(draft: str, text: str) -> None:
    result = check(draft)
    assert (result.text, codes(result)) == (text, [])


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        ("EUR {{e1.r0.closingBalance}}", "UNIT_MISMATCH"),
        ("{{e1.r0.closingBalance}} Euro", "UNIT_MISMATCH"),
        ("{{e1.r0.closingBalance}} %", "UNIT_MISMATCH"),
        ("{{count(e1)}} CHF", "UNIT_MISMATCH"),
        ("{{e1.r0.closingBalance}} Mio.", "NUMBER_WORD"),
        ("in TCHF: {{e1.r0.closingBalance}}", "NUMBER_WORD"),
        ("{{e1.r0.closingBalance}} kCHF", "NUMBER_WORD"),
        ("-{{e1.r0.closingBalance}}", "NOT_RENDERED"),
        ("minus {{e1.r0.closingBalance}}", "NOT_RENDERED"),
        ("1{{e1.r0.closingBalance}}", "UNBOUND_FIGURE"),
        ("{{e1.r0.closingBalance}}000", "UNBOUND_FIGURE"),
        ("{{e1.r0.accountNumber}}{{e1.r1.accountNumber}}", "NOT_RENDERED"),
    ],
)
def test_nothing_beside_a_reference_changes_what_it_says(draft: str, code: str) -> None:
    assert codes(check(draft)) == [code]


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        ("{{e1.r7.closingBalance}}", "UNKNOWN_REFERENCE"),
        ("{{e7.r0.closingBalance}}", "UNKNOWN_REFERENCE"),
        ("{{e1.closingBalance}}", "MALFORMED_REFERENCE"),
        ("{{median(e1.closingBalance)}}", "UNKNOWN_FUNCTION"),
        ("{{sum(e1.accountName)}}", "NOT_A_NUMBER"),
        ("{e1.r0.closingBalance}", "MALFORMED_REFERENCE"),
        ("siehe e1.r0.closingBalance", "MALFORMED_REFERENCE"),
        ("", "NO_TEXT"),
        ("x" * 60_000, "NO_TEXT"),
    ],
)
def test_an_unknown_or_malformed_reference_is_refused(draft: str, code: str) -> None:
    assert codes(check(draft)) == [code]


def test_labels_of_the_evidence_are_no_figures() -> None:
    for draft in (
        "Konto 1020: {{e1.r0.closingBalance}}",
        "Per 31.12.2025 (Jahr 2025): {{e1.r0.closingBalance}}",
        "Bankkonten (1020–1029): {{sum(e1.closingBalance)}}",
        "2025: {{e1.r0.closingBalance}}",
        "Die Kontonummer ist 1020, der Saldo {{e1.r0.closingBalance}}.",
    ):
        assert check(draft, question="Was ist auf der Bank?").ok, draft


def test_a_number_inside_a_name_of_the_evidence_is_part_of_the_name() -> None:
    rows = (("2200", "MWST 8.1% geschuldet", Decimal("-500.00"), "CHF"), BANK[1])
    ledger = bank(rows)
    assert check("{{e1.r0.accountName}}: {{e1.r0.closingBalance}}", ledger).text == "MWST 8.1% geschuldet: CHF -500.00"
    assert check("MWST 8.1% geschuldet: {{e1.r0.closingBalance}}", ledger).ok
    assert codes(check("Der Satz ist 8.1%: {{e1.r0.closingBalance}}", ledger)) == ["UNBOUND_FIGURE"]


def test_the_users_own_figures_are_quotations() -> None:
    question = "Haben wir mehr als 150'000 auf der Bank?"
    result = check("Ja, mehr als 150'000: {{e1.r0.closingBalance}}.", question=question)
    assert result.text == "Ja, mehr als 150'000: CHF 152'400.00."
    assert [f.kind for f in result.figures] == [FigureKind.QUOTATION, FigureKind.CELL]
    assert not result.figures[0].is_verified
    assert result.figures[0].evidence == ()
    assert result.has_data


def test_a_quotation_may_leave_out_the_unit_but_not_turn_it_into_percent() -> None:
    question = "Welche Konten haben mehr als 10'000 Franken?"
    assert check("Mehr als 10'000 hat {{e1.r0.accountName}}.", question=question).ok
    assert codes(check("Mehr als 10'000 % hat {{e1.r0.accountName}}.", question=question)) == ["UNBOUND_FIGURE"]


def test_a_draft_of_quotations_alone_shows_no_data() -> None:
    question = "Haben wir mehr als 150'000 auf der Bank?"
    assert codes(check("Ja, mehr als 150'000.", question=question)) == ["ONLY_QUOTATIONS"]


def test_confirming_the_users_figure_is_a_claim_and_no_quotation() -> None:
    question = "Ist der Banksaldo 150'000?"
    draft = "Ja, der Banksaldo beträgt 150'000 ({{e1.r0.accountName}})."
    assert codes(check(draft, question=question)) == ["UNBOUND_FIGURE"]
    assert check("Nein, der Banksaldo ist nicht 150'000, sondern {{e1.r0.closingBalance}}.", question=question).ok


def test_nothing_found_may_be_said_and_is_not_zero() -> None:
    empty = bank(())
    question = "Welche Rechnungen über 10'000 sind offen?"
    result = check("Es gibt keine offenen Rechnungen über 10'000.", empty, question=question)
    assert result.ok
    assert not result.has_data
    for draft in ("Der Saldo beträgt 0.", "Es sind 0 Franken.", "Der Saldo beträgt CHF 5.", "{{count(e1)}}"):
        assert codes(check(draft, empty)) == ["EMPTY_RESULT"], draft


def test_looking_at_a_table_before_does_not_make_an_empty_result_full() -> None:
    ledger = record(Ledger(), ("accountNumber",), [("1020",)], tool="browseTable")
    record(ledger, ("accountNumber", "closingBalance"), [])
    assert check("Es gibt keine Konten über 10'000.", ledger, question="Konten über 10'000?").ok


def test_a_zero_that_was_found_is_a_figure_where_it_is_clear_which() -> None:
    one = bank((("1020", "Bank ZKB", Decimal("0.00"), "CHF"),))
    assert check("Der Saldo beträgt 0.", one).text == "Der Saldo beträgt CHF 0.00."
    two = bank((("1020", "Bank ZKB", Decimal("0.00"), "CHF"), BANK[1]))
    refused = check("Der Saldo beträgt 0.", two)
    assert codes(refused) == ["UNBOUND_FIGURE"]
    assert "by chance" in refused.findings[0].message
    assert check("Der Saldo von 1020 beträgt 0.", two).text == "Der Saldo von 1020 beträgt CHF 0.00."


def test_a_figure_with_the_wrong_sign_is_told_how_to_turn_it() -> None:
    revenue = bank((("3200", "Warenertrag", Decimal("-500123.00"), "CHF"),))
    result = check("Der Ertrag beträgt CHF 500'123.00.", revenue)
    assert codes(result) == ["UNBOUND_FIGURE"]
    assert result.findings[0].hint == "Write {{negated(e1.r0.closingBalance)}}."
    assert (
        check("Der Ertrag beträgt {{negated(e1.r0.closingBalance)}}.", revenue).text
        == "Der Ertrag beträgt CHF 500'123.00."
    )


def test_required_tools_are_named_when_they_are_missing() -> None:
    sql, file = RequiredTools.for_source("sql"), RequiredTools.for_source("file")
    assert check("{{e1.r0.closingBalance}}", required=sql).ok
    result = check("{{e1.r0.closingBalance}}", required=file)
    assert codes(result) == ["REQUIRED_TOOL_MISSING"]
    assert "browseTable" in result.findings[0].message
    nothing = check("Hallo.", failed(Ledger(), "FIELD_NOT_FOUND: x"), required=sql)
    assert codes(nothing) == ["REQUIRED_TOOL_MISSING"]
    assert "aggregateTable or queryTable" in nothing.findings[0].message


def test_a_system_error_ends_the_run() -> None:
    result = check("{{e1.r0.closingBalance}}", failed(bank(), "SYSTEM ERROR: the database does not answer."))
    assert (result.ok, result.text) == (False, "")
    assert result.system_error == "SYSTEM ERROR: the database does not answer."
    assert codes(result) == ["SYSTEM_ERROR"]
    assert check("{{e1.r0.closingBalance}}", failed(bank(), "FIELD_NOT_FOUND: x")).system_error is None


def test_it_fails_closed() -> None:
    result = GUARD.check("Saldo {{e1.r0.closingBalance}}", None, question=QUESTION, language="de")
    assert codes(result) == ["NO_LEDGER"]

    def breaks(entry: LedgerEntry, row: str, column: str) -> str | None:
        raise RuntimeError("boom")

    assert codes(check("{{e1.r0.closingBalance}}", binding=breaks)) == ["GUARD_FAILED"]


def test_a_hidden_character_hides_no_digit() -> None:
    assert codes(check("Saldo 1\u200b52'401.00")) == ["UNBOUND_FIGURE"]
    assert check("Saldo 152\u200b'400.00").text == "Saldo CHF 152'400.00"


def test_findings_are_short_and_say_what_to_do() -> None:
    long = "e1.r0." + "x" * 500
    for draft in (f"{{{{{long}}}}}", "Saldo 5", "Kunde 3", f"{{{{{'f' * 300}(e1.x)}}}}"):
        for finding in check(draft).findings:
            assert 0 < len(finding.message) <= 160
            assert 0 < len(finding.hint) <= 160


def test_without_an_ontology_names_tell_what_is_a_label() -> None:
    ledger = record(Ledger(), ("year", "amount"), [(2024, 1500), (2025, 2500)], table=None)
    guard = GroundingGuard(Catalog({}))

    def run(draft: str) -> GuardResult:
        return guard.check(draft, ledger, question="Umsatz?", language="de")

    assert run("{{e1.r0.year}}: {{e1.r0.amount}}").text == "2024: 1'500"
    assert run("2024: 1'500").ok
    assert codes(run("2024: 1'501")) == ["UNBOUND_FIGURE"]


def test_currencies_stay_apart() -> None:
    ledger = bank((*BANK, EURO))
    assert codes(check("{{sum(e1.closingBalance)}}", ledger)) == ["MIXED_UNITS"]
    assert check("{{e1.r2.closingBalance}}", ledger).text == "EUR 9.50"
    assert GUARD.catalog is CATALOG
