"""For all inputs: the validator never crashes, a rejected call never reaches a database, and an accepted one runs
without a database error on DuckDB, SQLite and PostgreSQL, with the same result on all three."""

import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import Rows, SqlProvider
from arch_team.featuredata.tables import Scope
from arch_team.featuredata.validator import ReadyCall
from arch_team.tools.data import DataTools
from arch_team.tools.results import ToolResult
from tests.conftest import ALPENBLICK
from tests.featuredata.arguments import calls

EXAMPLES = int(os.environ.get("ARCH_TEAM_FUZZ_EXAMPLES", "150"))
"""`make fuzz` asks for many more."""
relaxed = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=EXAMPLES <= 150,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
)


_ANY_TEXT = st.text(max_size=10) | st.text(st.characters(codec=None), max_size=6)
"""Lone surrogates too: models write them, and no encoding can."""


class Untouchable:
    """A provider that must not be reached."""

    scope = ALPENBLICK

    def run(self, ready: ReadyCall) -> Rows:
        raise AssertionError(f"a rejected call reached the database: {ready.call}")


class Counting:
    """Passes calls on, and knows whether it was asked."""

    def __init__(self, inner: SqlProvider) -> None:
        self.inner, self.asked = inner, 0

    @property
    def scope(self) -> Scope:
        return self.inner.scope

    def run(self, ready: ReadyCall) -> Rows:
        self.asked += 1
        return self.inner.run(ready)


def assert_written(tools: DataTools, result: ToolResult) -> None:
    """Whatever came in, result, trace and ledger can be written down."""
    assert json.loads(result.to_json())["success"] is result.success
    assert tools.trace().to_json().encode("utf-8")
    for entry in tools.ledger:
        assert json.dumps(entry.arguments, default=str, ensure_ascii=False).encode("utf-8")


@relaxed
@given(call=calls)
def test_accepted_calls_run_alike_on_three_databases(
    call: tuple[str, dict[str, object]], catalog: Catalog, providers: dict[str, SqlProvider]
) -> None:
    tool, arguments = call
    results = {}
    for name, provider in providers.items():
        counting = Counting(provider)
        tools = DataTools(catalog, counting)
        result = tools.call(tool, arguments)
        assert result.failure_code != "SYSTEM_ERROR", (name, result.error)
        assert counting.asked == int(result.success)
        assert len(tools.ledger) == len(tools.log) == 1
        assert_written(tools, result)
        results[name] = result.model_dump(exclude={"evidence"})
    assert results["duckdb"] == results["sqlite"] == results["postgresql"]


@relaxed
@given(
    tool=st.sampled_from(["browseTable", "queryTable", "aggregateTable"]) | st.text(max_size=5),
    arguments=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | _ANY_TEXT,
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "tableName",
                        "filters",
                        "fields",
                        "groupBy",
                        "orderBy",
                        "limit",
                        "field",
                        "aggregate",
                        "op",
                        "value",
                    ]
                )
                | st.text(max_size=4),
                inner,
                max_size=5,
            )
        ),
        max_leaves=12,
    ),
)
def test_no_arguments_crash_the_tools(tool: str, arguments: object, catalog: Catalog) -> None:
    tools = DataTools(catalog, Untouchable())
    result = tools.call(tool, arguments)
    assert_written(tools, result)
    assert not result.success
    assert result.failure_code != "SYSTEM_ERROR", result.error


@relaxed
@given(call=calls)
def test_a_corrected_call_passes(call: tuple[str, dict[str, object]], catalog: Catalog, provider: SqlProvider) -> None:
    tool, arguments = call
    tools = DataTools(catalog, provider)
    details = tools.call(tool, arguments).error_details
    if details is None or details.corrected_call is None:
        return
    assert tools.call(tool, details.corrected_call).success


@pytest.mark.parametrize("size", [10**6])
def test_huge_arguments_are_refused_in_time(size: int, catalog: Catalog) -> None:
    tools = DataTools(catalog, Untouchable())
    huge = {"tableName": "x" * size, "fields": ["y" * size], "filters": [{"field": "z" * size, "value": "v" * size}]}
    assert not tools.call("queryTable", huge).success
    assert not tools.call("queryTable", {"tableName": "TrusteeDataContact", "filters": "a=b AND " * 10_000}).success


ODD: dict[str, object] = {
    "surrogate": "\ud800",
    "huge": 10**5000,
    "nan": float("nan"),
    "object": object(),
    "nested": {"\ud800": ["\udfff"]},
    "deep": [[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]],
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("where", ["tableName", "fields", "filters", "limit", "orderBy", "groupBy"])
def test_odd_arguments_can_be_written_down(odd: str, where: str, catalog: Catalog) -> None:
    tools = DataTools(catalog, Untouchable())
    given = {"tableName": "TrusteeDataContact", "fields": ["nope"], where: ODD[odd], "\ud800": ODD[odd]}
    assert_written(tools, tools.call("queryTable", given))
    assert_written(tools, tools.call("query\ud800Table", given))
