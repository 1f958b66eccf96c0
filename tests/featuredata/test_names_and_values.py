"""What the validator rejects for its form: names that do not exist, values that do not fit."""

import pytest

from arch_team.featuredata.findings import ErrorCode
from arch_team.featuredata.validator import QueryValidator, ReadyCall
from tests.featuredata.verdicts import BALANCE, ENTRY, INVOICE, LINE, parsed, passes, rejected, total


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

    @pytest.mark.parametrize(
        ("table", "word", "meant"),
        [
            (BALANCE, "balance", "closingBalance"),
            (BALANCE, "saldo", "closingBalance"),
            (BALANCE, "opening_balance", "openingBalance"),
            (BALANCE, "year", "periodYear"),
            (INVOICE, "contactName", "contact.name"),
            (INVOICE, "customer", "contact.name"),
            (LINE, "customer", "journalEntry.contact.name"),
            (INVOICE, "outstandingAmount", "openAmount"),
            (LINE, "Belegnummer", "journalEntry.reference"),
        ],
    )
    def test_a_field_may_be_called_what_people_call_it(
        self, validator: QueryValidator, table: str, word: str, meant: str
    ) -> None:
        verdict = rejected(validator, "queryTable", tableName=table, fields=[word], filters=["accountNumber=1"])
        assert (verdict.primary.field, verdict.primary.suggestion) == (word, meant)

    @pytest.mark.parametrize(
        ("table", "word", "hint"),
        [
            (BALANCE, "turnover", "debitTotal, creditTotal"),
            (INVOICE, "date", "invoiceDate, dueDate"),
            (LINE, "amount", "debitAmount, creditAmount"),
        ],
    )
    def test_of_two_that_are_as_near_none_is_named(
        self, validator: QueryValidator, table: str, word: str, hint: str
    ) -> None:
        verdict = rejected(validator, "queryTable", tableName=table, fields=[word])
        assert verdict.primary.suggestion is None
        assert hint in verdict.primary.hint
        assert verdict.corrected is None

    @pytest.mark.parametrize("field", ["closingBalance", "debitTotal"])
    def test_a_field_of_another_table_is_found_there(self, validator: QueryValidator, field: str) -> None:
        verdict = rejected(validator, "aggregateTable", **total(field, ["accountNumber=1020"], table=LINE))
        assert verdict.primary.hint == f"{field} is in {BALANCE}, not in this table."
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
         ("2025", "1735689600"), ("1767139200000", "1767139200"), ("2025-12-31T00:00:00+01:00", "1767139200")],
    )  # fmt: skip
    def test_a_date_is_told_in_unix_seconds(self, validator: QueryValidator, written: str, meant: str) -> None:
        verdict = rejected(
            validator, "queryTable", tableName=ENTRY, filters=[{"field": "bookingDate", "op": ">=", "value": written}]
        )
        assert (verdict.primary.code, verdict.primary.suggestion) == (ErrorCode.TYPE_MISMATCH, meant)
        assert verdict.corrected is not None

    @pytest.mark.parametrize(
        ("op", "written", "meant"),
        [
            ("=", 2025, ("BETWEEN", [1735689600, 1767139200])),
            ("=", "2025", ("BETWEEN", [1735689600, 1767139200])),
            ("=", "2025-12", ("BETWEEN", [1764547200, 1767139200])),
            (">", 2024, (">", 1735603200)),
            (">=", 2025, (">=", 1735689600)),
            ("<", 2025, ("<", 1735689600)),
            ("<=", 2025, ("<=", 1767139200)),
            ("BETWEEN", [2024, 2025], ("BETWEEN", [1704067200, 1767139200])),
            ("BETWEEN", ["2025-01", "2025-03"], ("BETWEEN", [1735689600, 1743379200])),
            ("<=", "2025-12-31T00:00:00+01:00", ("<=", 1767139200)),
        ],
    )
    def test_a_year_has_a_first_and_a_last_day(
        self, validator: QueryValidator, op: str, written: object, meant: tuple[str, object]
    ) -> None:
        flt = {"field": "bookingDate", "op": op, "value": written}
        verdict = rejected(validator, "queryTable", tableName=ENTRY, filters=[flt])
        assert verdict.primary.code is ErrorCode.TYPE_MISMATCH
        assert verdict.corrected is not None
        assert verdict.corrected.to_args()["filters"] == [{"field": "bookingDate", "op": meant[0], "value": meant[1]}]

    @pytest.mark.parametrize(
        ("written", "suggested"),
        [(20251301, None), (31122025, None), ("03/04/2025", None), (1767139201, "1767139200"),
         (1735686000, "1735603200"), (-5, None), (202512, None), ("2025-13", None)],
    )  # fmt: skip
    def test_what_is_no_midnight_is_refused_and_not_guessed(
        self, validator: QueryValidator, written: object, suggested: str | None
    ) -> None:
        verdict = rejected(validator, "queryTable", tableName=ENTRY, filters={"bookingDate": written})
        assert (verdict.primary.code, verdict.primary.suggestion) == (ErrorCode.TYPE_MISMATCH, suggested)
        assert verdict.corrected is None

    @pytest.mark.parametrize(
        ("table", "flt", "suggested", "is_corrected"),
        [
            (INVOICE, "direction=Receivable", "receivable", True),
            (INVOICE, "status != OVERDUE", "overdue", True),
            (INVOICE, "status=paid", None, False),
            ("TrusteeDataAccount", "accountType IN (assets, liability)", "asset", False),
            (INVOICE, "contact.contactType=Customer", "customer", True),
            (BALANCE, "periodMonth=13", None, False),
            (BALANCE, "periodMonth IN (1, 14)", None, False),
        ],
    )
    def test_a_value_the_column_never_has_is_refused(
        self, validator: QueryValidator, table: str, flt: str, suggested: str | None, is_corrected: bool
    ) -> None:
        filters = [flt, "periodYear=2025"] if table == BALANCE else [flt]
        verdict = rejected(validator, "queryTable", tableName=table, filters=filters)
        assert (verdict.primary.code, verdict.primary.suggestion) == (ErrorCode.TYPE_MISMATCH, suggested)
        assert (verdict.corrected is not None) is is_corrected

    @pytest.mark.parametrize("flt", ["periodMonth < 13", "periodMonth BETWEEN 1 AND 12", "periodMonth >= 1"])
    def test_a_bound_may_lie_outside(self, validator: QueryValidator, flt: str) -> None:
        assert passes(validator, "queryTable", tableName=BALANCE, filters=["periodYear=2025", flt])

    @pytest.mark.parametrize("flt", ["periodYear BETWEEN 2025 AND 2023", "accountNumber BETWEEN 6000 AND 600"])
    def test_a_range_that_runs_backwards_is_refused(self, validator: QueryValidator, flt: str) -> None:
        verdict = rejected(validator, "queryTable", tableName=BALANCE, filters=[flt, "periodMonth=0"])
        assert verdict.primary.code is ErrorCode.TYPE_MISMATCH
        assert "smaller value first" in verdict.primary.hint

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
