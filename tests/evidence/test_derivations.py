"""A derivation is recomputed exactly, and may not do what a tool call may not do."""

from decimal import Decimal

import pytest

from arch_team.evidence.derivations import Computed, evaluate
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.references import parse_expression
from arch_team.evidence.verdict import GuardFinding
from tests.evidence.books import BANK, CATALOG, EURO, YEAR_END, bank, failed, periods, record


def result(text: str, ledger: Ledger) -> Computed:
    parsed = parse_expression(text)
    assert not isinstance(parsed, GuardFinding), parsed
    computed = evaluate(parsed, ledger, CATALOG)
    assert isinstance(computed, Computed), computed
    return computed


def refusal(text: str, ledger: Ledger) -> str:
    parsed = parse_expression(text)
    assert not isinstance(parsed, GuardFinding), parsed
    found = evaluate(parsed, ledger, CATALOG)
    assert isinstance(found, GuardFinding), found
    return found.code.value


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("e1.r0.closingBalance", "152400.00", "CHF"),
        ("negated(e1.r0.closingBalance)", "-152400.00", "CHF"),
        ("sum(e1.closingBalance)", "180500.00", "CHF"),
        ("negated(sum(e1.closingBalance))", "-180500.00", "CHF"),
        ("sum(e1.r0.closingBalance, -e1.r1.closingBalance)", "124300.00", "CHF"),
        ("difference(e1.r0.closingBalance, e1.r1.closingBalance)", "124300.00", "CHF"),
        ("average(e1.closingBalance)", "90250.00", "CHF"),
        ("min(e1.closingBalance)", "28100.00", "CHF"),
        ("max(e1.closingBalance)", "152400.00", "CHF"),
        ("count(e1)", "2", None),
        ("count(e1.accountNumber)", "2", None),
        ("ratio(e1.r1.closingBalance, e1.r0.closingBalance)", "0.1844", None),
        ("percent(e1.r1.closingBalance, e1.r0.closingBalance)", "18.44", "%"),
        ("percent_change(e1.r1.closingBalance, e1.r0.closingBalance)", "442.35", "%"),
        ("difference(sum(e1.closingBalance), e1.r1.closingBalance)", "152400.00", "CHF"),
    ],
)
def test_every_function_of_the_closed_set(text: str, value: str, unit: str | None) -> None:
    computed = result(text, bank())
    assert (computed.value, computed.unit) == (Decimal(value), unit)


def test_the_exact_value_is_kept_beside_the_one_shown() -> None:
    computed = result("ratio(e1.r1.closingBalance, e1.r0.closingBalance)", bank())
    assert computed.exact is not None
    assert abs(computed.exact - Decimal(28100) / Decimal(152400)) < Decimal("1e-25")
    assert computed.is_rounded


def test_a_percentage_is_shown_to_one_digit_where_that_says_the_same() -> None:
    ledger = periods(("1020", 2024, 0, "80.00"), ("1020", 2025, 0, "90.00"))
    assert str(result("percent_change(e1.r0.closingBalance, e1.r1.closingBalance)", ledger).value) == "12.5"


def test_a_loss_that_shrinks_is_a_rise() -> None:
    ledger = periods(("1020", 2024, 0, "-100.00"), ("1020", 2025, 0, "-50.00"))
    assert result("percent_change(e1.r0.closingBalance, e1.r1.closingBalance)", ledger).value == Decimal(50)


def test_a_column_with_one_row_is_one_value() -> None:
    single = bank(BANK[:1])
    assert result("difference(e1.closingBalance, e1.r0.closingBalance)", single).value == 0
    assert refusal("difference(e1.closingBalance, e1.r0.closingBalance)", bank()) == "MALFORMED_REFERENCE"


@pytest.mark.parametrize("function", ["sum", "average", "min", "max", "difference", "percent_change", "ratio"])
def test_units_are_never_mixed(function: str) -> None:
    ledger = bank((*BANK, EURO))
    assert refusal(f"{function}(e1.r0.closingBalance, e1.r2.closingBalance)", ledger) == "MIXED_UNITS"


@pytest.mark.parametrize("function", ["sum", "average", "count", "min", "max"])
def test_a_truncated_result_is_never_totalled(function: str) -> None:
    ledger = bank(truncated=True)
    assert refusal(f"{function}(e1.closingBalance)", ledger) == "TRUNCATED"
    assert refusal(f"{function}(e1.r0.closingBalance, e1.r1.closingBalance)", ledger) == "TRUNCATED"


def test_single_cells_of_a_truncated_result_may_be_compared() -> None:
    ledger = bank(truncated=True)
    assert result("difference(e1.r0.closingBalance, e1.r1.closingBalance)", ledger).value == Decimal("124300.00")


def test_balances_of_different_periods_are_not_summed() -> None:
    months = periods(("1020", 2025, 1, "10.00"), ("1020", 2025, 2, "20.00"))
    assert refusal("sum(e1.closingBalance)", months) == "SEMI_ADDITIVE"
    assert result("difference(e1.r1.closingBalance, e1.r0.closingBalance)", months).value == Decimal("10.00")
    assert result("max(e1.closingBalance)", months).value == Decimal("20.00")


def test_an_average_over_the_months_of_one_account_is_fine_and_over_several_is_not() -> None:
    assert result("average(e1.closingBalance)", periods(("1020", 2025, 1, "1.00"), ("1020", 2025, 2, "2.00"))).value
    two = periods(("1020", 2025, 1, "1.00"), ("1021", 2025, 2, "2.00"))
    assert refusal("average(e1.closingBalance)", two) == "SEMI_ADDITIVE"


def test_a_period_must_be_known_to_be_the_same() -> None:
    assert refusal("sum(e1.closingBalance)", bank(filters=())) == "SEMI_ADDITIVE"
    only_one = ({"field": "periodYear", "op": "IN", "value": [2025]}, {"field": "periodMonth", "op": "=", "value": 0})
    assert result("sum(e1.closingBalance)", bank(filters=only_one)).value == Decimal("180500.00")
    both = ({"field": "periodYear", "op": "IN", "value": [2024, 2025]}, {"field": "periodMonth", "op": "=", "value": 0})
    assert refusal("sum(e1.closingBalance)", bank(filters=both)) == "SEMI_ADDITIVE"


def test_balances_of_two_calls_for_two_years_are_not_summed() -> None:
    ledger = bank()
    last_year = ({"field": "periodYear", "op": "=", "value": 2024}, YEAR_END[1])
    columns = ("accountNumber", "accountName", "closingBalance", "currency")
    record(ledger, columns, BANK, filters=last_year, units={"closingBalance": "currency"})
    assert refusal("sum(e1.r0.closingBalance, e2.r0.closingBalance)", ledger) == "SEMI_ADDITIVE"
    assert result("difference(sum(e1.closingBalance), sum(e2.closingBalance))", ledger).value == 0


def test_totals_and_the_months_they_total_are_not_put_together() -> None:
    mixed = periods(("1020", 2025, 0, "120.00"), ("1020", 2025, 1, "10.00"))
    assert refusal("sum(e1.debitTotal)", mixed) == "ONE_GRAIN"
    assert refusal("max(e1.debitTotal)", mixed) == "ONE_GRAIN"
    months = periods(("1020", 2025, 1, "10.00"), ("1020", 2025, 2, "5.00"))
    assert result("sum(e1.debitTotal)", months).value == Decimal("15.00")


@pytest.mark.parametrize(
    ("filters", "is_fine"),
    [
        ([], False),
        ([{"field": "periodMonth", "op": ">=", "value": 1}], True),
        ([{"field": "periodMonth", "op": ">=", "value": 0}], False),
        ([{"field": "periodMonth", "op": "!=", "value": 0}], True),
        ([{"field": "periodMonth", "op": "BETWEEN", "value": [1, 12]}], True),
        ([{"field": "periodMonth", "op": "IN", "value": [1, 2]}], True),
        ([{"field": "periodMonth", "op": "IN", "value": [0, 1]}], False),
        ([{"field": "periodMonth", "op": "=", "value": 0}], True),
    ],
)
def test_the_grain_is_told_by_the_filters_where_the_rows_do_not_show_it(
    filters: list[dict[str, object]], is_fine: bool
) -> None:
    rows = [("1020", Decimal("10.00"), "CHF"), ("1021", Decimal("5.00"), "CHF")]
    columns, units = ("accountNumber", "debitTotal", "currency"), {"debitTotal": "currency"}
    ledger = record(Ledger(), columns, rows, filters=filters, units=units)
    if is_fine:
        assert result("sum(e1.debitTotal)", ledger).value == Decimal("15.00")
    else:
        assert refusal("sum(e1.debitTotal)", ledger) == "ONE_GRAIN"


def test_what_is_no_amount_is_not_computed_with() -> None:
    ledger = periods(("1020", 2025, 1, "10.00"), ("1020", 2025, 2, "20.00"))
    assert refusal("sum(e1.periodYear)", ledger) == "NEVER_AGGREGATE"
    assert refusal("difference(e1.r0.periodMonth, e1.r1.periodMonth)", ledger) == "NEVER_AGGREGATE"
    assert refusal("sum(e1.accountNumber)", ledger) == "NOT_A_NUMBER"
    assert refusal("negated(e1.r0.accountNumber)", ledger) == "NOT_A_NUMBER"


def test_an_aggregate_follows_the_rules_of_the_column_it_aggregates() -> None:
    months = [{"field": "periodYear", "op": "=", "value": 2025}]
    rows = [(1, Decimal("10.00"), "CHF"), (2, Decimal("20.00"), "CHF")]
    ledger = record(
        Ledger(),
        ("periodMonth", "sum_closingBalance", "currency"),
        rows,
        tool="aggregateTable",
        filters=months,
        units={"sum_closingBalance": "currency"},
        aggregate="SUM",
        field="closingBalance",
        groupBy=["periodMonth", "currency"],
    )
    assert refusal("sum(e1.sum_closingBalance)", ledger) == "SEMI_ADDITIVE"
    assert result("max(e1.sum_closingBalance)", ledger).value == Decimal("20.00")


@pytest.mark.parametrize(("aggregate", "is_fine"), [("SUM", True), ("AVG", False), ("MIN", False)])
def test_sums_of_groups_can_be_summed_and_averages_cannot(aggregate: str, is_fine: bool) -> None:
    name = f"{aggregate.lower()}_amount"
    ledger = record(
        Ledger(),
        ("direction", name, "currency"),
        [("payable", Decimal("1.00"), "CHF"), ("receivable", Decimal("2.00"), "CHF")],
        tool="aggregateTable",
        table="TrusteeDataOpenInvoice",
        units={name: "currency"},
        aggregate=aggregate,
        field="amount",
        groupBy=["direction", "currency"],
    )
    if is_fine:
        assert result(f"sum(e1.{name})", ledger).value == Decimal("3.00")
    else:
        assert refusal(f"sum(e1.{name})", ledger) == "NEVER_AGGREGATE"


def test_a_figure_seen_through_a_path_is_not_summed() -> None:
    columns = ("id", "journalEntry.totalAmount", "journalEntry.currency")
    rows = [("l1", Decimal("5.00"), "CHF"), ("l2", Decimal("5.00"), "CHF")]
    units = {"journalEntry.totalAmount": "journalEntry.currency"}
    ledger = record(Ledger(), columns, rows, table="TrusteeDataJournalLine", units=units)
    assert refusal("sum(e1.journalEntry.totalAmount)", ledger) == "NEVER_AGGREGATE"


def test_no_row_goes_in_twice() -> None:
    assert refusal("sum(e1.r0.closingBalance, e1.r0.closingBalance)", bank()) == "COUNTED_TWICE"
    assert refusal("sum(e1.closingBalance, e1.r0.closingBalance)", bank()) == "COUNTED_TWICE"
    ledger = bank()
    columns = ("accountNumber", "accountName", "closingBalance", "currency")
    record(ledger, columns, BANK[:1], filters=YEAR_END, units={"closingBalance": "currency"})
    assert refusal("sum(e1.r0.closingBalance, e2.r0.closingBalance)", ledger) == "COUNTED_TWICE"


def test_nothing_found_is_no_figure() -> None:
    empty = bank(())
    for text in ("e1.r0.closingBalance", "sum(e1.closingBalance)", "count(e1)"):
        assert refusal(text, empty) == "EMPTY_RESULT"


def test_an_empty_cell_is_left_out_of_a_column_and_refused_by_name() -> None:
    ledger = bank((BANK[0], ("1021", "Bank UBS", None, "CHF")))
    assert result("sum(e1.closingBalance)", ledger).value == Decimal("152400.00")
    assert refusal("difference(e1.r0.closingBalance, e1.r1.closingBalance)", ledger) == "NOT_A_NUMBER"


def test_division_by_zero_is_a_finding() -> None:
    ledger = periods(("1020", 2024, 0, "0.00"), ("1020", 2025, 0, "5.00"))
    for name in ("ratio", "percent"):
        assert refusal(f"{name}(e1.r1.closingBalance, e1.r0.closingBalance)", ledger) == "DIVISION_BY_ZERO"
    assert refusal("percent_change(e1.r0.closingBalance, e1.r1.closingBalance)", ledger) == "DIVISION_BY_ZERO"


@pytest.mark.parametrize(
    "text", ["e2.r0.x", "e1.r9.closingBalance", "e1.r0.nothing", "e1.r00.closingBalance", f"e1.r{'9' * 5000}.x"]
)
def test_a_reference_to_nothing_is_a_finding(text: str) -> None:
    assert refusal(text, bank()) == "UNKNOWN_REFERENCE"


def test_a_call_that_failed_is_no_evidence() -> None:
    assert refusal("e1.r0.closingBalance", failed(Ledger(), "FIELD_NOT_FOUND: x")) == "UNKNOWN_REFERENCE"


def test_the_first_and_last_of_dates_are_dates_and_dates_are_not_summed() -> None:
    columns = ("id", "dueDate")
    ledger = record(
        Ledger(),
        columns,
        [("a", 1767139200), ("b", 1735603200)],
        table="TrusteeDataOpenInvoice",
        formats={"dueDate": "unix_seconds"},
    )
    first = result("min(e1.dueDate)", ledger)
    assert (first.value, first.format) == (1735603200, "unix_seconds")
    assert refusal("sum(e1.dueDate)", ledger) == "NEVER_AGGREGATE"
    assert refusal("difference(e1.r0.dueDate, e1.r1.dueDate)", ledger) == "NEVER_AGGREGATE"


def test_a_price_times_a_quantity_keeps_its_unit_and_a_percentage_is_a_hundredth() -> None:
    columns = ("price", "pieces", "rate", "currency", "percent")
    rows = [(Decimal("2.50"), 4, Decimal("8.1"), "CHF", "%")]
    units = {"price": "currency", "rate": "percent"}
    ledger = record(Ledger(), columns, rows, table=None, units=units)
    product = result("product(e1.r0.price, e1.r0.pieces)", ledger)
    assert (product.value, product.unit) == (Decimal("10.00"), "CHF")
    tax = result("product(e1.r0.price, e1.r0.rate)", ledger)
    assert (tax.exact, tax.value, tax.unit) == (Decimal("0.2025"), Decimal("0.20"), "CHF")
    assert refusal("product(e1.r0.price, e1.r0.price)", ledger) == "MIXED_UNITS"
