"""Calls are compared by what they let through, not by how they are written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.evals.gold import ToolPattern
from arch_team.evals.patterns import Domains, matches
from arch_team.featuredata.calls import Tool

BANK = ToolPattern(
    tool=(Tool.QUERY,),
    table_name="Balance",
    required_filters=("periodYear=2025", "periodMonth=0", "accountNumber LIKE 102%"),
)
ACCOUNTS = ("1000", "1020", "1021", "1022", "1100", "2000")
DOMAINS: Domains = {
    "Balance.accountNumber": ACCOUNTS,
    "Balance.periodYear": ("2023", "2024", "2025"),
    "Balance.periodMonth": tuple(str(month) for month in range(13)),
}


def entry(
    *filters: object, tool: str = "queryTable", table: str = "Balance", error: str | None = None
) -> dict[str, object]:
    return {"tool": tool, "table": table, "error": error, "arguments": {"filters": list(filters)}}


def flt(field: str, op: str, value: object) -> dict[str, object]:
    return {"field": field, "op": op, "value": value}


YEAR, MONTH = flt("periodYear", "=", 2025), flt("periodMonth", "=", 0)


@pytest.mark.parametrize(
    "account",
    [
        [flt("accountNumber", "LIKE", "102%")],
        [flt("accountNumber", "LIKE", "102_")],
        [flt("accountNumber", "BETWEEN", ["1020", "1029"])],
        [flt("accountNumber", "IN", ["1020", "1021", "1022"])],
        [flt("accountNumber", "IN", [1020, 1021, 1022])],
        [flt("accountNumber", ">=", "1020"), flt("accountNumber", "<", "1030")],
    ],
)
def test_the_same_accounts_in_other_words(account: list[object]) -> None:
    assert matches(BANK, entry(YEAR, MONTH, *account), DOMAINS)


@pytest.mark.parametrize(
    "account",
    [
        [],
        [flt("accountNumber", "=", "1020")],
        [flt("accountNumber", "LIKE", "10%")],
        [flt("accountNumber", "IN", ["1020", "1021"])],
        [flt("accountNumber", "!=", "1020")],
        [flt("accountNumber", "BETWEEN", ["1020", "1100"])],
    ],
)
def test_other_accounts(account: list[object]) -> None:
    assert not matches(BANK, entry(YEAR, MONTH, *account), DOMAINS)


def test_without_the_columns_values_probes_around_the_named_ones_decide() -> None:
    like = flt("accountNumber", "LIKE", "102%")
    assert matches(BANK, entry(YEAR, MONTH, like), {})
    assert matches(BANK, entry(YEAR, MONTH, flt("accountNumber", "BETWEEN", ["1020", "1029"])), {})
    assert not matches(BANK, entry(YEAR, MONTH, flt("accountNumber", "BETWEEN", ["1020", "1030"])), {})
    assert not matches(BANK, entry(flt("periodYear", "=", 2024), MONTH, like), {})


def test_tool_table_success_and_every_required_field_count() -> None:
    right = (YEAR, MONTH, flt("accountNumber", "LIKE", "102%"))
    assert matches(BANK, entry(*right), DOMAINS)
    assert not matches(BANK, entry(*right, tool="aggregateTable"), DOMAINS)
    assert not matches(BANK, entry(*right, table="Line"), DOMAINS)
    assert not matches(BANK, entry(*right, error="no such column"), DOMAINS)
    assert not matches(BANK, entry(*right[1:]), DOMAINS)
    assert not matches(BANK, entry(flt("periodYear", "=", 2025), flt("periodMonth", "=", 12), right[2]), DOMAINS)


def test_a_further_filter_may_narrow_it() -> None:
    right = (YEAR, MONTH, flt("accountNumber", "LIKE", "102%"))
    assert matches(BANK, entry(*right, flt("currency", "=", "CHF")), DOMAINS)


def test_where_the_column_has_none_of_the_values_they_must_be_named() -> None:
    pattern = BANK.model_copy(update={"required_filters": ("periodYear=2019",)})
    assert matches(pattern, entry(flt("periodYear", "=", 2019)), DOMAINS)
    assert not matches(pattern, entry(flt("periodYear", "=", 2018)), DOMAINS)


def test_days_are_compared_as_seconds() -> None:
    pattern = ToolPattern(
        tool=(Tool.AGGREGATE,), table_name="E", required_filters=("d BETWEEN 1754006400 AND 1756598400",)
    )
    days = {"E.d": tuple(str(1754006400 + day * 86400) for day in range(-3, 40))}
    same = [flt("d", ">=", 1754006400), flt("d", "<", 1756684800)]
    assert matches(pattern, entry(*same, tool="aggregateTable", table="E"), days)
    more = [flt("d", ">=", 1754006400), flt("d", "<=", 1756684800)]
    assert not matches(pattern, entry(*more, tool="aggregateTable", table="E"), days)


@settings(deadline=None)
@given(
    values=st.lists(st.integers(1000, 9999), min_size=1, max_size=20, unique=True),
    low=st.integers(1000, 9999),
    high=st.integers(1000, 9999),
)
def test_a_range_is_the_list_of_what_is_in_it(values: list[int], low: int, high: int) -> None:
    inside = [str(value) for value in values if low <= value <= high]
    pattern = ToolPattern(tool=(Tool.QUERY,), table_name="T", required_filters=(f"a BETWEEN {low} AND {high}",))
    domain = {"T.a": tuple(str(value) for value in values)}
    if inside:
        assert matches(pattern, entry(flt("a", "IN", inside), table="T"), domain)
        assert not matches(pattern, entry(flt("a", "NOT IN", inside), table="T"), domain)
