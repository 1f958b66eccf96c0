"""Statements made once and filled with values: the same rows and the same text as if each were made anew."""

from pathlib import Path

import pytest

from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.prepared import Prepared, Statements, shape_of, values_of
from arch_team.featuredata.provider import Rows, SqlProvider
from arch_team.featuredata.validator import QueryValidator, ReadyCall
from arch_team.packaged import load_yaml

BALANCE = "TrusteeDataAccountBalance"
CALLS = load_yaml((Path(__file__).parent / "legitimate_calls.yaml").read_text(encoding="utf-8"))
DATABASES = pytest.mark.parametrize("database", ["duckdb", "sqlite", "postgresql"])


def ready(catalog: Catalog, tool: str, arguments: object) -> ReadyCall:
    call = parse_call(tool, arguments)
    assert not isinstance(call, list), call
    checked = QueryValidator(catalog).validate(call)
    assert isinstance(checked, ReadyCall), checked
    return checked


def balances(catalog: Catalog, *filters: object) -> ReadyCall:
    return ready(
        catalog,
        "queryTable",
        {
            "tableName": BALANCE,
            "fields": ["accountNumber", "closingBalance"],
            "filters": ["periodMonth=0", *filters],
            "limit": 5,
        },
    )


def anew(provider: SqlProvider, call: ReadyCall) -> Rows:
    """By a source that has read nothing yet."""
    again = object.__new__(SqlProvider)
    again.__dict__.update(vars(provider))
    again._statements = Statements(provider._engine.dialect)  # pyright: ignore[reportPrivateUsage]
    return again.run(call)


@pytest.mark.thorough
@DATABASES
def test_every_legitimate_call_reads_and_tells_the_same(
    database: str, providers: dict[str, SqlProvider], catalog: Catalog
) -> None:
    provider = providers[database]
    for case in CALLS:
        call = ready(catalog, str(case["tool"]), case["arguments"])
        assert provider.run(call) == provider.run(call) == anew(provider, call), case["question"]


@DATABASES
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (["periodYear=2024"], ["periodYear=2025"]),
        (["periodYear=2024", "accountNumber LIKE 102%"], ["periodYear=2025", "accountNumber LIKE 3%"]),
        (
            ["periodYear=2024", {"field": "accountNumber", "op": "IN", "value": ["1020"]}],
            ["periodYear=2025", {"field": "accountNumber", "op": "IN", "value": ["1021", "1022", "3200"]}],
        ),
        (
            [{"field": "periodYear", "op": "BETWEEN", "value": [2023, 2023]}],
            [{"field": "periodYear", "op": "BETWEEN", "value": [2024, 2025]}],
        ),
        (
            ["periodYear=2024", {"field": "accountName", "op": "=", "value": "Kasse"}],
            ["periodYear=2025", {"field": "accountName", "op": "=", "value": "it's $1 %s \\ :v0_0"}],
        ),
    ],
)
def test_a_call_of_the_same_shape_has_its_own_values(
    database: str, first: list[object], second: list[object], providers: dict[str, SqlProvider], catalog: Catalog
) -> None:
    provider = providers[database]
    one, other = balances(catalog, *first), balances(catalog, *second)
    assert shape_of(one) == shape_of(other)
    before, after = provider.run(one), provider.run(other)
    assert before.sql != after.sql
    assert (before, after) == (anew(provider, one), anew(provider, other))


def test_what_is_another_statement_has_another_shape(catalog: Catalog) -> None:
    calls = [
        balances(catalog, "periodYear=2025"),
        balances(catalog, "periodYear>2025"),
        balances(catalog, "periodYear=2025", "periodYear=2025"),
        balances(catalog, "periodYear=99999999999"),
        balances(catalog, "periodYear=2025", "accountName=Kasse"),
        balances(catalog, "periodYear=2025", "accountName=Bürobedarf"),
        balances(catalog, "periodYear=2025", {"field": "accountName", "op": "IN", "value": ["Kasse"]}),
    ]
    assert len({shape_of(call) for call in calls}) == len(calls)


def test_a_source_remembers_no_more_than_it_should(providers: dict[str, SqlProvider], catalog: Catalog) -> None:
    provider = providers["duckdb"]
    statements, made = Statements(provider._engine.dialect), list[str]()  # pyright: ignore[reportPrivateUsage]

    def prepared(limit: int) -> Prepared:
        call = ready(catalog, "browseTable", {"tableName": BALANCE, "limit": limit})

        def build() -> object:
            made.append(str(limit))
            return provider._select(call)  # pyright: ignore[reportPrivateUsage]

        return statements.of(call, values_of(call), build)  # pyright: ignore[reportArgumentType]

    first = prepared(1)
    assert prepared(1) is first
    assert made == ["1"]
    for limit in range(2, 140):
        prepared(limit)
    assert prepared(1) is not first
