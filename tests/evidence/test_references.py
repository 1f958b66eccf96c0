"""What a model writes between braces is read in full, or is a finding. It is never an exception."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.evidence.ledger import CellRef
from arch_team.evidence.references import CellArg, ColumnArg, Derivation, Function, parse_expression, references_in
from arch_team.evidence.verdict import GuardCode, GuardFinding


def code_of(text: str) -> GuardCode:
    parsed = parse_expression(text)
    assert isinstance(parsed, GuardFinding), parsed
    return parsed.code


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("e1.r0.closingBalance", CellRef("e1", "r0", "closingBalance")),
        ("  e12.r3.contact.name ", CellRef("e12", "r3", "contact.name")),
        ("e1.r0.Umsatz (CHF), netto", CellRef("e1", "r0", "Umsatz (CHF), netto")),
    ],
)
def test_a_cell(text: str, ref: CellRef) -> None:
    assert parse_expression(text) == CellArg(ref)


def test_a_derivation_over_a_column_and_over_cells() -> None:
    assert parse_expression("sum(e1.contact.total)") == Derivation(Function.SUM, (ColumnArg("e1", "contact.total"),))
    cells = tuple(CellArg(CellRef("e1", f"r{i}", "x")) for i in range(2))
    assert parse_expression("SUM( e1.r0.x , e1.r1.x )") == Derivation(Function.SUM, cells)


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("diff", Function.DIFFERENCE),
        ("pct_change", Function.PERCENT_CHANGE),
        ("percent", Function.PERCENT),
        ("avg", Function.AVERAGE),
        ("max", Function.MAX),
        ("ratio", Function.RATIO),
        ("product", Function.PRODUCT),
    ],
)
def test_functions_have_names_and_aliases(name: str, function: Function) -> None:
    parsed = parse_expression(f"{name}(e1.r0.x, e1.r1.x)")
    assert isinstance(parsed, Derivation)
    assert parsed.function is function


def test_totals_can_be_compared_and_nothing_goes_deeper() -> None:
    assert isinstance(parse_expression("difference(sum(e1.x), sum(e2.x))"), Derivation)
    assert isinstance(parse_expression("percent_change(difference(e1.r0.x, e1.r1.x), e2.r0.x)"), Derivation)
    assert code_of("ratio(difference(sum(e1.x), sum(e2.x)), e1.r0.x)") is GuardCode.MALFORMED_REFERENCE
    assert code_of("sum(sum(e1.x), e2.r0.x)") is GuardCode.MALFORMED_REFERENCE


def test_a_change_of_sign_is_no_level_and_undoes_itself() -> None:
    cell = CellRef("e1", "r0", "x")
    assert parse_expression("negated(e1.r0.x)") == parse_expression("-e1.r0.x") == CellArg(cell, is_negated=True)
    assert parse_expression("-negated(e1.r0.x)") == CellArg(cell)
    deep = "percent_change(difference(negated(e1.r0.x), negated(e2.r0.x)), negated(sum(e3.x)))"
    assert isinstance(parse_expression(deep), Derivation)
    assert code_of("negated(negated(e1.r0.x))") is GuardCode.UNKNOWN_FUNCTION


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", GuardCode.MALFORMED_REFERENCE),
        ("closingBalance", GuardCode.MALFORMED_REFERENCE),
        ("e1.closingBalance", GuardCode.MALFORMED_REFERENCE),
        ("sum()", GuardCode.MALFORMED_REFERENCE),
        ("sum(e1.x,)", GuardCode.MALFORMED_REFERENCE),
        ("sum(e1.x", GuardCode.MALFORMED_REFERENCE),
        ("sum(e1)", GuardCode.MALFORMED_REFERENCE),
        ("difference(e1.r0.x)", GuardCode.MALFORMED_REFERENCE),
        ("e1.r0.x + e1.r1.x", GuardCode.UNKNOWN_REFERENCE),
        ("median(e1.x)", GuardCode.UNKNOWN_FUNCTION),
        ("__import__(e1.x)", GuardCode.UNKNOWN_FUNCTION),
        ("sum(152400)", GuardCode.MALFORMED_REFERENCE),
        ("difference(e1.r0.x, 5)", GuardCode.MALFORMED_REFERENCE),
        ("sum(" * 3000 + "e1.x" + ")" * 3000, GuardCode.MALFORMED_REFERENCE),
    ],
)
def test_what_is_no_reference_is_a_finding(text: str, code: GuardCode) -> None:
    if code is GuardCode.UNKNOWN_REFERENCE:  # reads as a cell of a strange column, which no result has
        assert parse_expression(text) == CellArg(CellRef("e1", "r0", "x + e1.r1.x"))
    else:
        assert code_of(text) is code


def test_a_whole_column_is_told_how_to_name_a_row() -> None:
    parsed = parse_expression("e1.closingBalance")
    assert isinstance(parsed, GuardFinding)
    assert "{{e1.r0.closingBalance}}" in parsed.hint


def test_references_keep_their_place_and_declarations_show_nothing() -> None:
    draft = "A {{e1.r0.x}}, 5 {{= sum(e1.x)}}."
    found, problems = references_in(draft)
    assert not problems
    assert [draft[r.start : r.end] for r in found] == ["{{e1.r0.x}}", "{{= sum(e1.x)}}"]
    assert [r.is_silent for r in found] == [False, True]


@pytest.mark.parametrize(
    "draft", ["{{e1.r0.x", "e1.r0.x}}", "{e1.r0.x}", "so e1.r0.x is it", "{{ {{e1.r0.x}}", "{sum(e1.x)}"]
)
def test_braces_that_do_not_fit_are_findings(draft: str) -> None:
    _, problems = references_in(draft)
    assert problems
    assert all(problem.code is GuardCode.MALFORMED_REFERENCE for problem in problems)


@given(st.text(alphabet="{}=()e1r0.,x sumdifferece-\n", max_size=60))
def test_no_text_breaks_the_reading_of_references(text: str) -> None:
    for reference in references_in(text)[0]:
        assert parse_expression(str(reference.expression)) == reference.expression
