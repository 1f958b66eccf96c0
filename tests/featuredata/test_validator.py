"""What the validator rejects for its meaning, what it says, and the right call it offers. One class per rule."""

from collections.abc import Callable

import pytest

from arch_team.featuredata.calls import AggregateCall, BrowseCall, Call, Function, QueryCall
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.findings import ErrorCode, Finding
from arch_team.featuredata.validator import QueryValidator, ReadyCall, Rejection
from arch_team.tools.data import DataTools
from tests.featuredata.verdicts import BALANCE, ENTRY, INVOICE, LINE, parsed, passes, rejected, total


class TestOneMethodPerTool:
    """`browse`, `query` and `aggregate`, each for the calls of its tool; `validate` takes any of them."""

    def test_each_checks_its_own_calls(self, catalog: Catalog) -> None:
        validator = QueryValidator(catalog)
        good, bad = BrowseCall(BALANCE), BrowseCall(BALANCE, fields=("klosingBalance",))
        assert isinstance(validator.browse(good), ReadyCall)
        assert _code(validator.browse(bad)) == _code(validator.validate(bad)) == ErrorCode.FIELD_NOT_FOUND
        assert _code(validator.query(QueryCall("Nothing"))) == ErrorCode.TABLE_NOT_FOUND
        summed = AggregateCall(BALANCE, Function.SUM, "closingBalance")
        assert _code(validator.aggregate(summed)) == ErrorCode.INVALID_AGGREGATE_TARGET

    def test_what_the_tools_call_goes_through_them(self, tools: DataTools, monkeypatch: pytest.MonkeyPatch) -> None:
        seen: list[str] = []
        for name in ("browse", "query", "aggregate"):
            monkeypatch.setattr(QueryValidator, name, _noting(name, seen))
        tools.call("browseTable", {"tableName": BALANCE})
        tools.call("queryTable", {"tableName": BALANCE, "fields": [], "filters": []})
        tools.call("aggregateTable", {"tableName": BALANCE, "aggregate": "COUNT", "filters": []})
        assert list(dict.fromkeys(seen)) == ["browse", "query", "aggregate"]


def _code(checked: ReadyCall | Rejection) -> ErrorCode | None:
    return checked.primary.code if isinstance(checked, Rejection) else None


def _noting(name: str, seen: list[str]) -> Callable[[QueryValidator, Call], Rejection]:
    def method(_validator: QueryValidator, _call: Call) -> Rejection:
        seen.append(name)
        return Rejection((Finding(ErrorCode.FIELD_NOT_FOUND, None, "no"),))

    return method


class TestSemiAdditive:
    def test_a_balance_is_not_summed_over_periods(self, validator: QueryValidator) -> None:
        verdict = rejected(validator, "aggregateTable", **total("closingBalance", []))
        assert verdict.primary.code is ErrorCode.INVALID_AGGREGATE_TARGET
        assert "periodYear" in verdict.primary.hint
        assert "periodMonth" in verdict.primary.hint
        assert verdict.corrected is not None
        assert verdict.corrected.to_args()["groupBy"] == ["periodYear"]
        assert {"field": "periodMonth", "op": "=", "value": 0} in verdict.corrected.to_args()["filters"]  # type: ignore[operator]

    def test_the_year_alone_does_not_pin_the_period(self, validator: QueryValidator) -> None:
        verdict = rejected(validator, "aggregateTable", **total("closingBalance", ["periodYear=2025"]))
        assert verdict.primary.suggestion == "periodMonth"
        assert verdict.corrected is not None
        assert verdict.corrected.to_args()["filters"] == [
            {"field": "periodYear", "op": "=", "value": "2025"},
            {"field": "periodMonth", "op": "=", "value": 0},
        ]

    @pytest.mark.parametrize("month", ["periodMonth=0", "periodMonth=12", "periodMonth IN (7)"])
    def test_with_year_and_month_pinned_it_passes(self, validator: QueryValidator, month: str) -> None:
        assert passes(validator, "aggregateTable", **total("closingBalance", ["periodYear=2025", month]))

    def test_a_group_per_period_pins_it_too(self, validator: QueryValidator) -> None:
        call = total("openingBalance", [], groupBy=["periodYear", "periodMonth"])
        assert passes(validator, "aggregateTable", **call)

    def test_one_account_may_be_averaged_over_the_months(self, validator: QueryValidator) -> None:
        months = ["accountNumber=1020", "periodYear=2025", "periodMonth>=1"]
        assert passes(validator, "aggregateTable", **total("closingBalance", months, function="AVG"))
        mixed = ["accountNumber=1020", "periodYear=2025"]
        rejected(validator, "aggregateTable", **total("closingBalance", mixed, function="AVG"))

    @pytest.mark.parametrize("function", ["AVG", "MAX", "MIN"])
    @pytest.mark.parametrize("field", ["closingBalance", "debitTotal"])
    def test_only_a_sum_is_corrected_by_picking_rows(
        self, validator: QueryValidator, field: str, function: str
    ) -> None:
        call = total(field, ["accountNumber LIKE 102%"], function=function)
        if field == "closingBalance" and function != "AVG":
            assert passes(validator, "aggregateTable", **call)
        else:
            assert rejected(validator, "aggregateTable", **call).corrected is None

    def test_a_range_of_months_is_no_pin_and_is_kept_in_the_corrected_call(self, validator: QueryValidator) -> None:
        filters = ["periodYear=2025", "periodMonth BETWEEN 1 AND 3"]
        verdict = rejected(validator, "aggregateTable", **total("closingBalance", filters))
        assert verdict.corrected is not None
        assert verdict.corrected.to_args()["groupBy"] == ["periodMonth"]

    def test_the_highest_balance_may_be_looked_for_in_all_periods(self, validator: QueryValidator) -> None:
        assert passes(validator, "aggregateTable", **total("closingBalance", [], function="MAX"))


class TestOneGrain:
    @pytest.mark.parametrize(
        "months",
        ["periodMonth=0", "periodMonth!=0", "periodMonth>0", "periodMonth>=1", "periodMonth IN (1,2,3)",
         "periodMonth BETWEEN 4 AND 6", "periodMonth NOT IN (0)"],
    )  # fmt: skip
    def test_turnover_of_the_year_or_of_months_passes(self, validator: QueryValidator, months: str) -> None:
        assert passes(validator, "aggregateTable", **total("debitTotal", ["periodYear=2025", months]))

    @pytest.mark.parametrize("months", ["periodMonth>=0", "periodMonth<=6", "periodMonth IN (0,1)"])
    def test_year_and_months_together_are_rejected(self, validator: QueryValidator, months: str) -> None:
        verdict = rejected(validator, "aggregateTable", **total("creditTotal", ["periodYear=2025", months]))
        assert verdict.primary.code is ErrorCode.INVALID_AGGREGATE_TARGET

    def test_the_corrected_call_takes_the_annual_row(self, validator: QueryValidator) -> None:
        verdict = rejected(validator, "aggregateTable", **total("debitTotal", ["periodYear=2025"]))
        assert verdict.corrected is not None
        assert verdict.corrected.to_args()["filters"] == [
            {"field": "periodYear", "op": "=", "value": "2025"},
            {"field": "periodMonth", "op": "=", "value": 0},
        ]

    def test_the_best_month_is_not_the_year(self, validator: QueryValidator) -> None:
        rejected(validator, "aggregateTable", **total("debitTotal", ["periodYear=2025"], function="MAX"))


class TestPurposeAndFilters:
    @pytest.mark.parametrize("purpose", ["balance", "Saldo", "show the balance of account 1020"])
    def test_journal_lines_are_no_balance(self, validator: QueryValidator, purpose: str) -> None:
        verdict = rejected(validator, "queryTable", tableName=LINE, filters=["accountNumber=1020"], purpose=purpose)
        assert verdict.primary.code is ErrorCode.WRONG_TABLE_FOR_PURPOSE
        assert verdict.primary.suggestion == BALANCE

    def test_journal_lines_for_bookings_pass(self, validator: QueryValidator) -> None:
        assert passes(validator, "queryTable", tableName=LINE, filters=["accountNumber=1020"], purpose="bookings")

    def test_an_unknown_purpose_is_no_reason_to_refuse(self, validator: QueryValidator) -> None:
        assert passes(validator, "queryTable", tableName=LINE, filters=["accountNumber=1020"], purpose="curiosity")

    def test_balances_without_a_period_miss_a_filter(self, validator: QueryValidator) -> None:
        verdict = rejected(validator, "queryTable", tableName=BALANCE, filters=["accountNumber=1020"])
        assert verdict.primary.code is ErrorCode.MISSING_REQUIRED_FILTER

    @pytest.mark.parametrize("field", [None, "accountNumber"])
    def test_states_of_a_period_are_not_counted_over_all_periods(
        self, validator: QueryValidator, field: str | None
    ) -> None:
        count = {"tableName": BALANCE, "aggregate": "COUNT", "field": field}
        verdict = rejected(validator, "aggregateTable", **count)
        assert verdict.primary.code is ErrorCode.MISSING_REQUIRED_FILTER
        assert passes(validator, "aggregateTable", filters=["periodYear=2025"], **count)
        assert passes(validator, "aggregateTable", groupBy=["periodYear"], **count)
        distinct = {"tableName": BALANCE, "aggregate": "COUNT_DISTINCT", "field": "accountNumber"}
        assert passes(validator, "aggregateTable", **distinct)

    @pytest.mark.parametrize(
        "flt", ["journalEntry.currency=CHF", "account.isActive=true", "journalEntry.contact.email IS NOT NULL"]
    )
    def test_any_filter_will_do_for_journal_lines(self, validator: QueryValidator, flt: str) -> None:
        assert passes(validator, "queryTable", tableName=LINE, filters=[flt])
        rejected(validator, "queryTable", tableName=LINE)

    def test_counting_needs_no_filter(self, validator: QueryValidator) -> None:
        assert passes(validator, "aggregateTable", tableName=LINE, aggregate="COUNT")

    def test_a_sum_through_a_path_would_count_rows_twice(self, validator: QueryValidator) -> None:
        call = total("journalEntry.totalAmount", ["accountNumber=1020"], table=LINE)
        verdict = rejected(validator, "aggregateTable", **call)
        assert (verdict.primary.code, verdict.primary.suggestion) == (ErrorCode.INVALID_AGGREGATE_TARGET, ENTRY)

    def test_an_aggregate_is_not_ordered_by_a_column_that_is_gone(self, validator: QueryValidator) -> None:
        filters = ["periodYear=2025", "periodMonth=0"]
        verdict = rejected(validator, "aggregateTable", **total("debitTotal", filters, orderBy="accountName"))
        assert verdict.primary.suggestion == "sum_debitTotal"
        assert verdict.corrected is not None


class TestSameKind:
    @pytest.mark.parametrize("field", ["openAmount", "amount"])
    @pytest.mark.parametrize("function", ["SUM", "AVG", "MAX"])
    def test_what_is_owed_to_us_and_by_us_is_kept_apart(
        self, validator: QueryValidator, field: str, function: str
    ) -> None:
        ready = validator.validate(parsed("aggregateTable", **total(field, [], INVOICE, function)))
        assert isinstance(ready, ReadyCall)
        assert [column.name for column in ready.groups] == ["currency", "direction"]
        assert ready.to_args()["groupBy"] == ["currency", "direction"]

    def test_one_kind_alone_needs_no_group(self, validator: QueryValidator) -> None:
        call = total("openAmount", ["direction=receivable"], INVOICE)
        ready = validator.validate(parsed("aggregateTable", **call))
        assert isinstance(ready, ReadyCall)
        assert [column.name for column in ready.groups] == ["currency"]

    def test_counting_needs_no_kind(self, validator: QueryValidator) -> None:
        ready = validator.validate(parsed("aggregateTable", tableName=INVOICE, aggregate="COUNT"))
        assert isinstance(ready, ReadyCall)
        assert ready.groups == ()


class TestWithoutOntology:
    @pytest.mark.parametrize("field", ["closingBalance", "openingBalance", "debitTotal", "creditTotal"])
    @pytest.mark.parametrize("function", ["SUM", "AVG"])
    def test_names_that_say_aggregate_are_never_summed(
        self, by_convention: QueryValidator, field: str, function: str
    ) -> None:
        filters = ["periodYear=2025", "periodMonth=0"]
        verdict = rejected(by_convention, "aggregateTable", **total(field, filters, function=function))
        assert verdict.primary.code is ErrorCode.INVALID_AGGREGATE_TARGET

    def test_other_measures_are_summed_per_unit(self, by_convention: QueryValidator) -> None:
        ready = by_convention.validate(parsed("aggregateTable", **total("debitAmount", [], table=LINE)))
        assert isinstance(ready, ReadyCall)
        assert [column.name for column in ready.groups] == ["currency"]

    def test_names_and_types_are_checked_all_the_same(self, by_convention: QueryValidator) -> None:
        verdict = rejected(by_convention, "queryTable", tableName=BALANCE, filters=["periodYears=2025"])
        assert verdict.primary.suggestion == "periodYear"

    def test_there_are_no_paths(self, by_convention: QueryValidator) -> None:
        rejected(by_convention, "queryTable", tableName=LINE, fields=["account.accountType"])


def test_every_hint_fits_its_limit(validator: QueryValidator) -> None:
    long = "x" * 500
    verdict = rejected(validator, "queryTable", tableName=BALANCE, fields=[long], filters=[{"field": long, "value": 1}])
    for finding in verdict.findings:
        assert len(finding.to_error().hint) <= 80
