"""What the validator says in this domain. Nothing here knows the package's own feature."""

import pytest

from arch_team.featuredata.findings import ErrorCode
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.validator import QueryValidator, ReadyCall, Rejection

from .calls import PREMIUMS, Part, figure, not_there, rows, where
from .domain import FEATURE


@pytest.fixture(scope="module")
def validator() -> QueryValidator:
    return QueryValidator(FEATURE.catalog())


def verdict(validator: QueryValidator, call: Part) -> ReadyCall | Rejection:
    parsed = parse_call(str(call["tool"]), call)
    assert not isinstance(parsed, list), parsed
    return validator.validate(parsed)


def rejected(validator: QueryValidator, call: Part) -> Rejection:
    found = verdict(validator, call)
    assert isinstance(found, Rejection), "the call was let through"
    return found


@pytest.mark.parametrize("function", ["SUM", "AVG"])
@pytest.mark.parametrize(
    ("table", "field"),
    [("Claim", "Claim_Identifier"), ("Agreement_Party_Role", "Party_Identifier"), ("Policy", "Policy_Identifier")],
)
def test_an_identifier_is_not_added_up(validator: QueryValidator, table: str, field: str, function: str) -> None:
    found = rejected(validator, figure(function, table, field))
    assert found.primary.code is ErrorCode.INVALID_AGGREGATE_TARGET
    assert found.primary.field == field
    assert "COUNT" in found.primary.hint


@pytest.mark.parametrize("function", ["COUNT", "COUNT_DISTINCT", "MIN", "MAX"])
def test_an_identifier_may_be_counted(validator: QueryValidator, function: str) -> None:
    assert isinstance(verdict(validator, figure(function, "Claim", "Claim_Identifier")), ReadyCall)


def test_an_unknown_field_gets_the_nearest_one(validator: QueryValidator) -> None:
    found = rejected(validator, rows("Claim", "Claim_Clos_Date"))
    assert found.primary.code is ErrorCode.FIELD_NOT_FOUND
    assert found.primary.suggestion == "Claim_Close_Date"
    assert found.corrected is not None
    assert found.corrected.to_args()["fields"] == ["Claim_Close_Date"]


def test_a_field_of_another_table_gets_its_path(validator: QueryValidator) -> None:
    found = rejected(validator, rows("Claim_Amount", "Company_Claim_Number"))
    assert found.primary.suggestion == "claim.Company_Claim_Number"


@pytest.mark.parametrize(("said", "table"), [("Coverage", "Policy_Coverage_Detail")])
def test_a_table_may_be_called_by_its_entity(validator: QueryValidator, said: str, table: str) -> None:
    ready = verdict(validator, rows(said, "Policy_Identifier"))
    assert isinstance(ready, ReadyCall)
    assert ready.call.table == table


@pytest.mark.parametrize(
    "path", ["claim.catastrophe.Catastrophe_Name", "against.coverage.policy.Policy_Number", "against.Effective_Date"]
)
def test_a_path_may_be_shown_and_grouped_by(validator: QueryValidator, path: str) -> None:
    assert isinstance(verdict(validator, rows("Claim_Amount", path)), ReadyCall)
    assert isinstance(verdict(validator, figure("SUM", "Claim_Amount", "Claim_Amount", by=[path])), ReadyCall)


def test_a_path_with_two_columns_to_join_by_works(validator: QueryValidator) -> None:
    found = verdict(validator, rows("Claim_Coverage", "coverage.Expiration_Date"))
    assert isinstance(found, ReadyCall)
    assert len(found.columns[0].hops[0].joins) == 2


def test_a_joined_tables_numbers_are_not_added_up(validator: QueryValidator) -> None:
    found = rejected(validator, figure("SUM", "Claim_Amount", "against.coverage.Coverage_Identifier"))
    assert found.primary.code is ErrorCode.INVALID_AGGREGATE_TARGET
    assert found.primary.suggestion == "Policy_Coverage_Detail"


def test_premiums_and_sums_insured_are_not_mixed(validator: QueryValidator) -> None:
    found = rejected(validator, figure("SUM", "Policy_Amount", "Policy_Amount"))
    assert found.primary.code is ErrorCode.MISSING_REQUIRED_FILTER
    assert found.primary.suggestion == "premium.Policy_Amount_Identifier"
    for only in (PREMIUMS, not_there("premium.Policy_Amount_Identifier")):
        assert isinstance(verdict(validator, figure("SUM", "Policy_Amount", "Policy_Amount", only=[only])), ReadyCall)


def test_a_purpose_leads_to_the_table_with_the_amounts(validator: QueryValidator) -> None:
    found = rejected(validator, {**figure("COUNT", "Premium"), "purpose": "Prämien je Police"})
    assert found.primary.code is ErrorCode.WRONG_TABLE_FOR_PURPOSE
    assert found.primary.suggestion == "Policy_Amount"


def test_text_is_not_added_up_though_it_looks_like_a_number(validator: QueryValidator) -> None:
    found = rejected(validator, figure("SUM", "Claim", "Company_Claim_Number"))
    assert found.primary.code is ErrorCode.TYPE_MISMATCH


def test_a_date_is_not_matched_by_pattern(validator: QueryValidator) -> None:
    found = rejected(validator, rows("Claim", "Claim_Identifier", only=[where("Claim_Close_Date", "LIKE", "2019%")]))
    assert found.primary.code is ErrorCode.OPERATOR_INCOMPATIBLE
