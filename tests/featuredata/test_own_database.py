"""A database nobody described: its numbers come whole, its types are told, and nothing of it vanishes in silence."""

from decimal import Decimal
from pathlib import Path

import pytest

from arch_team.errors import SourceUnavailable
from arch_team.featuredata.provider import open_engine
from arch_team.featuredata.reflection import reflected_tables
from tests.featuredata.own import KINDS, Own, rows

SALES = (
    "CREATE TABLE sales (id INTEGER PRIMARY KEY, customer VARCHAR(20), revenue DOUBLE PRECISION, rate NUMERIC(12, 5))",
    "INSERT INTO sales VALUES (1, 'A', 10.40, 0.93456), (2, 'B', 20.40, 0.93457), (3, 'C', 30.45, 0.00432)",
)


@pytest.mark.parametrize("kind", KINDS)
class TestNumbers:
    def test_a_float_is_told_as_it_was_written(self, kind: str, own: Own) -> None:
        data = own.tools(kind, *SALES)
        assert rows(data, "queryTable", tableName="sales", fields=["revenue"]) == [
            [Decimal("10.4")], [Decimal("20.4")], [Decimal("30.45")],
        ]  # fmt: skip
        assert rows(data, "queryTable", tableName="sales", fields=["id"], filters=["revenue = 20.4"]) == [[2]]

    @pytest.mark.parametrize(("function", "figure"), [("SUM", "61.25"), ("AVG", "20.4167"), ("MAX", "30.45")])
    def test_a_sum_of_floats_has_fifteen_digits_and_an_average_six(
        self, kind: str, function: str, figure: str, own: Own
    ) -> None:
        data = own.tools(kind, *SALES)
        found = rows(data, "aggregateTable", tableName="sales", aggregate=function, field="revenue")
        assert found == [[Decimal(figure)]]

    def test_averages_of_floats_can_be_ordered(self, kind: str, own: Own) -> None:
        data = own.tools(kind, *SALES)
        call = {"tableName": "sales", "aggregate": "AVG", "field": "revenue", "groupBy": "customer"}
        found = rows(data, "aggregateTable", orderBy="value desc", **call)
        assert [row[0] for row in found] == ["C", "B", "A"]

    def test_a_decimal_keeps_its_scale(self, kind: str, own: Own) -> None:
        data = own.tools(kind, *SALES)
        total = rows(data, "aggregateTable", tableName="sales", aggregate="SUM", field="rate")
        assert total == [[Decimal("1.87345")]]
        least = rows(data, "aggregateTable", tableName="sales", aggregate="MIN", field="rate")
        assert least == [[Decimal("0.00432")]]

    def test_a_number_without_a_scale_is_not_cut(self, kind: str, own: Own) -> None:
        declared = "NUMERIC(18, 6)" if kind == "duckdb" else "NUMERIC"  # DuckDB has no decimal without a scale
        data = own.tools(kind, f"CREATE TABLE t (n {declared})", "INSERT INTO t VALUES (1.23456), (2.5), (NULL)")
        assert rows(data, "queryTable", tableName="t") == [[Decimal("1.23456")], [Decimal("2.5")], [None]]
        assert rows(data, "aggregateTable", tableName="t", aggregate="SUM", field="n") == [[Decimal("3.73456")]]
        assert rows(data, "aggregateTable", tableName="t", aggregate="AVG", field="n") == [[Decimal("1.86728")]]


@pytest.mark.parametrize("kind", ["duckdb", "postgresql"])
def test_a_short_float_is_told_short(kind: str, own: Own) -> None:
    data = own.tools(kind, "CREATE TABLE t (f REAL)", "INSERT INTO t VALUES (0.1234), (16777216)")
    assert rows(data, "queryTable", tableName="t") == [[Decimal("0.1234")], [Decimal("16777216")]]
    assert rows(data, "aggregateTable", tableName="t", aggregate="COUNT", filters=["f = 0.1234"]) == [[1]]


@pytest.mark.parametrize("kind", ["duckdb", "postgresql"])
def test_what_is_no_number_is_no_figure(kind: str, own: Own) -> None:
    double = "DOUBLE" if kind == "duckdb" else "DOUBLE PRECISION"
    data = own.tools(kind, f"CREATE TABLE t (id INT, f {double})", "INSERT INTO t VALUES (1, 'nan'), (2, 'infinity')")
    assert rows(data, "queryTable", tableName="t") == [[1, None], [2, None]]
    assert rows(data, "aggregateTable", tableName="t", aggregate="SUM", field="f") == [[None]]


@pytest.mark.parametrize(
    ("kind", "odd"),
    [("duckdb", "l INT[], b BLOB"), ("sqlite", "l MYSTERY_BLOB, b BLOB"), ("postgresql", "l INT[], b BYTEA")],
)
def test_columns_that_cannot_be_asked_for_are_told(kind: str, odd: str, own: Own) -> None:
    url = own.url(kind, f"CREATE TABLE t (id INTEGER, {odd})")
    engine = open_engine(url)
    (table,) = reflected_tables(engine)
    engine.dispose()
    assert (tuple(table.fields), table.left_out) == (("id",), ("l", "b"))
    data = own.open(url).call("browseTable", {"tableName": "t"}).data
    assert data is not None
    assert data["leftOut"] == ["l", "b"]


def test_an_enum_of_the_database_reads_as_text(own: Own) -> None:
    url = own.url(
        "postgresql",
        "CREATE TYPE mood AS ENUM ('happy', 'sad')",
        "CREATE TABLE t (id INT, m mood, u UUID)",
        "INSERT INTO t VALUES (1, 'happy', '00000000-0000-0000-0000-000000000001'), (2, 'sad', NULL)",
    )
    data = own.open(url)
    for flt in ("m = happy", "m LIKE h%", "m ILIKE H%", "m IN (happy)", "u LIKE %1"):
        assert rows(data, "queryTable", tableName="t", fields=["id"], filters=[flt]) == [[1]]
    assert rows(data, "aggregateTable", tableName="t", aggregate="MAX", field="m") == [["sad"]]
    refused = data.call("queryTable", {"tableName": "t", "filters": ["m = hapy"]}).error_details
    assert refused is not None
    assert refused.suggestion == "happy"


def test_an_enum_of_duckdb_reads_as_text(own: Own) -> None:
    url = own.url(
        "duckdb", "CREATE TABLE t (id INT, m ENUM('happy', 'sad'))", "INSERT INTO t VALUES (1, 'happy'), (2, 'sad')"
    )
    assert rows(own.open(url), "queryTable", tableName="t", fields=["id"], filters=["m LIKE h%"]) == [[1]]


def test_times_with_a_zone_are_told_in_utc(own: Own) -> None:
    url = own.url(
        "postgresql",
        "CREATE TABLE t (id INT, ts TIMESTAMPTZ)",
        "INSERT INTO t VALUES (1, '2025-12-31 23:30:00+00'), (2, '2026-01-01 00:30:00+01')",
        "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET timezone = ''Pacific/Auckland'''; END $$",
    )
    data = own.open(url)
    found = rows(data, "queryTable", tableName="t", filters=["ts = 2025-12-31"], orderBy="id")
    assert [(row[0], str(row[1])) for row in found] == [(1, "2025-12-31 23:30:00"), (2, "2025-12-31 23:30:00")]
    assert rows(data, "queryTable", tableName="t", filters=["ts = 2025-12-31T23:30:00Z"], fields=["id"]) == [[1], [2]]


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_case_is_folded_on_a_server_of_another_encoding(encoding: str, own: Own) -> None:
    options = f"ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    url = own.url("postgresql", "CREATE TABLE t (x TEXT)", "INSERT INTO t VALUES ('Abc')", options=options)
    assert rows(own.open(url), "queryTable", tableName="t", filters=["x ILIKE aB%"]) == [["Abc"]]


@pytest.mark.parametrize(
    ("declared", "value"),
    [("d DATE", "'31.12.2025'"), ("d DATETIME", "1767139200"), ("d NUMERIC", "'n/a'"), ("d INTEGER", "'abc'"),
     ("d DECIMAL(10,2)", "'1,5'"), ("d TEXT", "x'ff00'"), ("d BOOLEAN", "'maybe'")],
)  # fmt: skip
def test_a_value_that_is_not_of_its_columns_type_is_told(declared: str, value: str, own: Own) -> None:
    data = own.tools("sqlite", f"CREATE TABLE t (id INTEGER, {declared})", f"INSERT INTO t VALUES (1, {value})")
    result = data.call("queryTable", {"tableName": "t"})
    assert (result.error or "").startswith("SYSTEM ERROR: a value of")
    assert "Error." not in (result.error or "")
    if declared.startswith(("d NUMERIC", "d INTEGER", "d DECIMAL")):
        total = data.call("aggregateTable", {"tableName": "t", "aggregate": "SUM", "field": "d"})
        assert (total.error or "").startswith("SYSTEM ERROR: a value of d")


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_called_like_a_result_keeps_its_name(kind: str, own: Own) -> None:
    data = own.tools(kind, 'CREATE TABLE t ("count" INTEGER, "_row" VARCHAR(9))', "INSERT INTO t VALUES (7, 'mine')")
    counted = data.call("aggregateTable", {"tableName": "t", "aggregate": "COUNT", "groupBy": ["count"]})
    assert counted.data is not None
    assert counted.data["rows"] == [{"_row": "r0", "count": 7, "count_": 1}]
    shown = data.call("browseTable", {"tableName": "t"}).data
    assert shown is not None
    assert shown["rows"] == [{"_row_": "r0", "count": 7, "_row": "mine"}]
    assert shown["rowKey"] == "_row_"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("flt", ["t != a", "t NOT IN (a, c)", "t NOT LIKE a%"])
def test_what_has_no_value_is_not_that_value(kind: str, flt: str, own: Own) -> None:
    data = own.tools(
        kind, "CREATE TABLE t (id INTEGER, t VARCHAR(9))", "INSERT INTO t VALUES (1, 'a'), (2, NULL), (3, 'b')"
    )
    assert rows(data, "queryTable", tableName="t", fields=["id"], filters=[flt]) == [[2], [3]]


@pytest.mark.parametrize("kind", ["duckdb", "sqlite"])
def test_a_file_that_is_not_there_is_not_made(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "none.db"
    with pytest.raises(SourceUnavailable, match=r"no file .*none\.db"):
        open_engine(f"{kind}:///{file}")
    assert not file.exists()


@pytest.mark.parametrize("kind", ["duckdb", "sqlite"])
def test_a_file_of_something_else_is_told_plainly(kind: str, tmp_path: Path, own: Own) -> None:
    file = tmp_path / "letter.db"
    file.write_text("Dear Sir or Madam, " * 1000, encoding="utf-8")
    with pytest.raises(SourceUnavailable, match="no database of this kind"):
        own.open(f"{kind}:///{file}")


def test_a_missing_driver_is_named() -> None:
    with pytest.raises(SourceUnavailable, match="driver MySQLdb is not installed"):
        open_engine("mysql://x@y/z")
