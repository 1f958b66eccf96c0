"""What the validator rejects, what it says, and the right call it offers. One class per rule."""

import pytest

from arch_team.featuredata.calls import Call
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.findings import ErrorCode
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.tables import table_of
from arch_team.featuredata.trustee import TABLES
from arch_team.featuredata.validator import QueryValidator, ReadyCall, Rejection

BALANCE = "TrusteeDataAccountBalance"
ENTRY = "TrusteeDataJournalEntry"
LINE = "TrusteeDataJournalLine"


@pytest.fixture(scope="module")
def validator(catalog: Catalog) -> QueryValidator:
    return QueryValidator(catalog)


@pytest.fixture(scope="module")
def by_convention() -> QueryValidator:
    return QueryValidator(compile_catalog(table_of(model) for model in TABLES))


def parsed(tool: str, **arguments: object) -> Call:
    call = parse_call(tool, arguments)
    assert not isinstance(call, list), call
    return call


def rejected(validator: QueryValidator, tool: str, **arguments: object) -> Rejection:
    verdict = validator.validate(parsed(tool, **arguments))
    assert isinstance(verdict, Rejection), "the call was let through"
    return verdict


def passes(validator: QueryValidator, tool: str, **arguments: object) -> bool:
    return isinstance(validator.validate(parsed(tool, **arguments)), ReadyCall)


def total(
    field: str, filters: list[str], table: str = BALANCE, function: str = "SUM", **more: object
) -> dict[str, object]:
    return {"tableName": table, "aggregate": function, "field": field, "filters": filters, **more}


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


class TestNames:
    def test_a_misspelt_field_gets_the_right_one(self, validator: QueryValidator) -> None:
        verdict = rejected(
            validator, "queryTable", tableName=BALANCE, fields="klosingBalance", filters="periodYear=2025"
        )
        assert (verdict.primary.code, verdict.primary.suggestion) == (ErrorCode.FIELD_NOT_FOUND, "closingBalance")
        assert verdict.corrected is not None
        assert verdict.corrected.to_args()["fields"] == ["closingBalance"]

    def test_a_field_of_a_related_table_gets_its_path(self, validator: QueryValidator) -> None:
        verdict = rejected(validator, "queryTable", tableName=LINE, filters=["bookingDate>=1735689600"])
        assert verdict.primary.suggestion == "journalEntry.bookingDate"
        assert verdict.corrected is not None

    def test_an_invented_field_gets_no_far_fetched_suggestion(self, validator: QueryValidator) -> None:
        verdict = rejected(validator, "queryTable", tableName=BALANCE, fields=["zzzz"], filters=["periodYear=2025"])
        assert verdict.primary.suggestion is None
        assert verdict.corrected is None

    @pytest.mark.parametrize("name", ["mandateId", "featureInstanceId", "account.mandateId", "mandate_id"])
    def test_scope_columns_cannot_be_named_nor_suggested(self, validator: QueryValidator, name: str) -> None:
        verdict = rejected(validator, "queryTable", tableName=BALANCE, filters=[f"{name}=seeland", "periodYear=2025"])
        assert verdict.primary.code is ErrorCode.FIELD_NOT_FOUND
        assert "mandate" not in (verdict.primary.suggestion or "").lower()

    def test_a_table_may_be_called_by_its_entity(self, validator: QueryValidator) -> None:
        ready = validator.validate(parsed("browseTable", tableName="AccountBalance"))
        assert isinstance(ready, ReadyCall)
        assert ready.call.table == BALANCE

    def test_a_misspelt_table_gets_the_right_one(self, validator: QueryValidator) -> None:
        verdict = rejected(validator, "browseTable", tableName="TrusteeDataAcountBalances")
        assert (verdict.primary.code, verdict.primary.suggestion) == (ErrorCode.TABLE_NOT_FOUND, BALANCE)

    def test_all_problems_are_reported_at_once(self, validator: QueryValidator) -> None:
        verdict = rejected(
            validator, "queryTable", tableName=ENTRY, fields=["referenz"], filters=["bookingDate=31.12.2025"], limit=0
        )
        assert [f.code for f in verdict.findings] == [
            ErrorCode.FIELD_NOT_FOUND,
            ErrorCode.TYPE_MISMATCH,
            ErrorCode.BAD_LIMIT,
        ]
        assert verdict.corrected is not None
        assert verdict.corrected.limit == 1


class TestValues:
    @pytest.mark.parametrize(
        ("written", "meant"),
        [("2025-12-31", "1767139200"), ("31.12.2025", "1767139200"), ("20251231", "1767139200"),
         ("2025", "1735689600"), ("1767139200000", "1767139200"), ("2025-12-31T12:00:00+01:00", "1767178800")],
    )  # fmt: skip
    def test_a_date_is_told_in_unix_seconds(self, validator: QueryValidator, written: str, meant: str) -> None:
        verdict = rejected(
            validator, "queryTable", tableName=ENTRY, filters=[{"field": "bookingDate", "op": ">=", "value": written}]
        )
        assert (verdict.primary.code, verdict.primary.suggestion) == (ErrorCode.TYPE_MISMATCH, meant)
        assert verdict.corrected is not None

    def test_seconds_pass_as_number_and_as_text(self, validator: QueryValidator) -> None:
        for value in (1767139200, "1767139200"):
            assert passes(validator, "queryTable", tableName=ENTRY, filters={"bookingDate": value})

    @pytest.mark.parametrize("value", ["abc", True, "12,5", "1'000", "NaN", "1e5"])
    def test_what_is_no_number_is_rejected(self, validator: QueryValidator, value: object) -> None:
        verdict = rejected(validator, "queryTable", tableName=ENTRY, filters={"totalAmount": value})
        assert verdict.primary.code is ErrorCode.TYPE_MISMATCH

    def test_a_list_where_one_value_is_meant_becomes_in(self, validator: QueryValidator) -> None:
        verdict = rejected(
            validator,
            "queryTable",
            tableName=BALANCE,
            filters=[{"field": "periodYear", "op": "=", "value": [2024, 2025]}],
        )
        assert verdict.corrected is not None
        assert verdict.corrected.to_args()["filters"] == [{"field": "periodYear", "op": "IN", "value": [2024, 2025]}]

    def test_like_on_a_number_is_incompatible(self, validator: QueryValidator) -> None:
        verdict = rejected(validator, "queryTable", tableName=BALANCE, filters=["periodYear LIKE 2025"])
        assert verdict.primary.code is ErrorCode.OPERATOR_INCOMPATIBLE
        assert verdict.corrected is not None

    def test_order_on_a_boolean_is_incompatible(self, validator: QueryValidator) -> None:
        verdict = rejected(validator, "queryTable", tableName="TrusteeDataAccount", filters=["isActive > true"])
        assert verdict.primary.code is ErrorCode.OPERATOR_INCOMPATIBLE

    def test_a_sum_of_text_is_a_type_mismatch(self, validator: QueryValidator) -> None:
        verdict = rejected(validator, "aggregateTable", **total("accountName", ["periodYear=2025"]))
        assert verdict.primary.code is ErrorCode.TYPE_MISMATCH


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
