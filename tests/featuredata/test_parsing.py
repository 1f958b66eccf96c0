"""The many ways a model writes the same call, and what has no meaning at all."""

import pytest

from arch_team.featuredata.calls import AggregateCall, Filter, Function, Op, OrderBy, QueryCall
from arch_team.featuredata.findings import ErrorCode
from arch_team.featuredata.parsing import parse_call


def filters(written: object) -> tuple[Filter, ...]:
    call = parse_call("queryTable", {"tableName": "T", "filters": written})
    assert isinstance(call, QueryCall), call
    return call.filters


@pytest.mark.parametrize(
    "written",
    [
        [{"field": "a", "op": "=", "value": 1}],
        [{"column": "a", "operator": "==", "value": 1}],
        [{"Field": "a", "Op": "eq", "Value": 1}],
        {"field": "a", "op": "=", "value": 1},
        {"a": 1},
        {"a": {"op": "=", "value": 1}},
        '[{"field": "a", "op": "=", "value": 1}]',
    ],
)
def test_one_filter_in_many_spellings(written: object) -> None:
    assert filters(written) == (Filter("a", Op.EQ, 1),)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a = 1", Filter("a", Op.EQ, "1")),
        ("a.b>=2", Filter("a.b", Op.GE, "2")),
        ("name LIKE 'x y%'", Filter("name", Op.LIKE, "x y%")),
        ("n not in (1, 2)", Filter("n", Op.NOT_IN, ("1", "2"))),
        ("n BETWEEN 1 AND 3", Filter("n", Op.BETWEEN, ("1", "3"))),
        ("n BETWEEN [1, 3]", Filter("n", Op.BETWEEN, ("1", "3"))),
        ("n is not null", Filter("n", Op.NOT_NULL)),
        ("n IS NULL", Filter("n", Op.IS_NULL)),
        ("text = a=b", Filter("text", Op.EQ, "a=b")),
    ],
)
def test_a_filter_as_text(written: str, read: Filter) -> None:
    assert filters([written]) == (read,)
    assert filters(written) == (read,)


def test_several_filters_in_one_text() -> None:
    assert filters("a BETWEEN 1 AND 2 AND b >= 3 AND c IS NULL; d LIKE x%") == (
        Filter("a", Op.BETWEEN, ("1", "2")),
        Filter("b", Op.GE, "3"),
        Filter("c", Op.IS_NULL),
        Filter("d", Op.LIKE, "x%"),
    )


@pytest.mark.parametrize(
    ("op", "value", "read"),
    [("=", None, Op.IS_NULL), ("!=", None, Op.NOT_NULL), ("IS", None, Op.IS_NULL), ("IS", "NOT NULL", Op.NOT_NULL),
     ("is not", "null", Op.NOT_NULL), ("IS NOT NULL", None, Op.NOT_NULL)],
)  # fmt: skip
def test_null_in_many_spellings(op: str, value: object, read: Op) -> None:
    assert filters([{"field": "a", "op": op, "value": value}]) == (Filter("a", read),)


@pytest.mark.parametrize(
    "order", ["a desc", "-a", {"field": "a", "direction": "DESC"}, ["a DESC"], [{"column": "a", "dir": "descending"}]]
)
def test_an_order_in_many_spellings(order: object) -> None:
    call = parse_call("queryTable", {"table": "T", "orderBy": order})
    assert isinstance(call, QueryCall)
    assert call.order_by == (OrderBy("a", True),)


def test_an_aggregate_in_another_spelling() -> None:
    call = parse_call("aggregateTable", {"table_name": "T", "function": "average", "column": "x", "group_by": "a, b"})
    assert call == AggregateCall("T", Function.AVG, "x", ("a", "b"))


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({}, "tableName"),
        ({"tableName": 5}, "tableName"),
        ({"tableName": "T", "having": "x"}, "having"),
        ({"tableName": "T", "fields": 7}, "fields"),
        ({"tableName": "T", "filters": ["nonsense"]}, "filters"),
        ({"tableName": "T", "filters": [{"field": "a", "value": {"x": 1}}]}, "a"),
        ({"tableName": "T", "limit": "many"}, "limit"),
        ({"tableName": "T", "orderBy": [{"field": "a", "direction": "up"}]}, "orderBy"),
    ],
)
def test_what_has_no_meaning_is_told(arguments: dict[str, object], field: str) -> None:
    found = parse_call("queryTable", arguments)
    assert isinstance(found, list)
    assert [finding.field for finding in found] == [field]


def test_everything_wrong_is_told_at_once() -> None:
    found = parse_call("aggregateTable", {"aggregate": "MEDIAN", "filters": 3, "limit": "x", "oops": 1})
    assert isinstance(found, list)
    assert {finding.field for finding in found} == {"tableName", "aggregate", "filters", "limit", "oops"}
    assert found[-1].code is ErrorCode.BAD_LIMIT


def test_the_arguments_of_a_call_read_back_as_the_same_call() -> None:
    call = AggregateCall(
        "T", Function.SUM, "x", ("a",), (Filter("b", Op.IN, (1, 2)), Filter("c", Op.NOT_NULL)), (OrderBy("x"),), 7, "p"
    )  # fmt: skip
    assert parse_call("aggregateTable", call.to_args()) == call


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("n >= 3000 AND n <= 3999", (Filter("n", Op.GE, "3000"), Filter("n", Op.LE, "3999"))),
        ("n NOT LIKE '1%' AND n NOT LIKE '2%'", (Filter("n", Op.NOT_LIKE, "1%"), Filter("n", Op.NOT_LIKE, "2%"))),
        ("(a = 1) AND (b = 2 AND c = 3)", (Filter("a", Op.EQ, "1"), Filter("b", Op.EQ, "2"), Filter("c", Op.EQ, "3"))),
        ("a = 1, b = 2", (Filter("a", Op.EQ, "1"), Filter("b", Op.EQ, "2"))),
        ("a IN (1, 2) AND b = 3", (Filter("a", Op.IN, ("1", "2")), Filter("b", Op.EQ, "3"))),
        ("a BETWEEN [1, 2]; b = 3", (Filter("a", Op.BETWEEN, ("1", "2")), Filter("b", Op.EQ, "3"))),
        ("t = 'Meier AND Sohn; Co, Ltd'", (Filter("t", Op.EQ, "Meier AND Sohn; Co, Ltd"),)),
        ("t IN ('Meier, Huber', 'x')", (Filter("t", Op.IN, ("Meier, Huber", "x")),)),
        ("t = 'it''s' AND b = 1", (Filter("t", Op.EQ, "it's"), Filter("b", Op.EQ, "1"))),
        ("t = O'Brien AND b = 1", (Filter("t", Op.EQ, "O'Brien"), Filter("b", Op.EQ, "1"))),
        ("t = Bank (in CHF) AND b = 1", (Filter("t", Op.EQ, "Bank (in CHF)"), Filter("b", Op.EQ, "1"))),
        ("t = in between AND b = 1", (Filter("t", Op.EQ, "in between"), Filter("b", Op.EQ, "1"))),
        ('"Betrag CHF" > 5 AND Übertrag < 3', (Filter("Betrag CHF", Op.GT, "5"), Filter("Übertrag", Op.LT, "3"))),
        ("t = NULL AND u != null", (Filter("t", Op.IS_NULL), Filter("u", Op.NOT_NULL))),
        ("t = 'NULL'", (Filter("t", Op.EQ, "NULL"),)),
        ("t LIKE %or%", (Filter("t", Op.LIKE, "%or%"),)),
    ],
)  # fmt: skip
def test_nothing_is_swallowed_as_part_of_a_value(written: str, read: tuple[Filter, ...]) -> None:
    assert filters([written]) == read
    assert filters(written) == read


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("a = 1 OR a = 2", "use IN, or make two calls"),
        ("(a = 1 OR b = 2) AND c = 3", "use IN, or make two calls"),
        ("a = 'x", "quote is not closed"),
        ("a = 'O'Brien'", "behind a closed quote"),
        ("a != 'x' -- ", "Not understood"),
        ("a NOT IN (1), (2)", "Not understood"),
        ("a IN (1, 2", "not closed"),
        ("a = 1020, 1021", "use IN"),
        ("a = Meier AND Sohn", "Not a filter: 'Sohn'"),
        ("a = 1 AND", "ends with AND"),
        ("a = 1)", "was not opened"),
        ("a = ", "value is missing"),
        ("a=b AND " * 1_000, "5000 characters at most"),
    ],
)
def test_text_that_cannot_be_read_as_a_whole_is_refused(written: str, hint: str) -> None:
    for form in (written, [written]):
        found = parse_call("queryTable", {"tableName": "T", "filters": form})
        assert isinstance(found, list)
        assert found[0].code is ErrorCode.MALFORMED_CALL
        assert hint in found[0].hint


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"filters": ["a=1"], "where": ["b=2"]}, "filters"),
        ({"fields": "a", "columns": "b"}, "fields"),
        ({"table": "U"}, "tableName"),
        ({"filters": [{"field": "a", "column": "b", "value": 1}]}, "filters"),
        ({"filters": [{"field": "a", "op": "=", "operator": "!=", "value": 1}]}, "filters"),
        ({"filters": [{"field": "a", "value": 1, "values": [2]}]}, "filters"),
        ({"orderBy": [{"field": "a", "column": "b"}]}, "orderBy"),
        ({"orderBy": [{"field": "a", "dir": "asc", "direction": "desc"}]}, "orderBy"),
    ],
)
def test_what_is_said_twice_is_refused(arguments: dict[str, object], field: str) -> None:
    found = parse_call("queryTable", {"tableName": "T", **arguments})
    assert isinstance(found, list)
    assert [(finding.code, finding.field) for finding in found] == [(ErrorCode.MALFORMED_CALL, field)]


@pytest.mark.parametrize("op", ["=", "!=", ">", "IN", "LIKE", "BETWEEN", "IS"])
def test_a_filter_without_a_value_is_refused(op: str) -> None:
    for written in ([{"field": "a", "op": op}], {"a": {"op": op}}):
        found = parse_call("queryTable", {"tableName": "T", "filters": written})
        assert isinstance(found, list)
        assert (found[0].code, found[0].field) == (ErrorCode.MALFORMED_CALL, "a")
