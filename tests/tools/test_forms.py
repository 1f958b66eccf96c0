"""Forms as calls: checked before they are run, recorded as any other call."""

import sqlite3
from collections.abc import Generator
from decimal import Decimal
from pathlib import Path

import pytest

from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.findings import ErrorCode
from arch_team.forms.form import Column, Compare, Figure, Form, Given, Order, Output, Step
from arch_team.settings import Settings
from arch_team.tools.adapters import data_schema
from arch_team.tools.data import DataTools
from arch_team.tools.forms import form_arguments
from arch_team.tools.session import open_source

SHOP = """
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, account_balance NUMERIC(10, 2));
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), amount NUMERIC(10, 2), ordered DATE);
INSERT INTO customer VALUES (1, 'Anna', 5), (2, 'Beat', 6);
INSERT INTO orders VALUES (1001, 1, 10.10, '2025-01-31'), (1002, 1, 30.30, '2025-02-01'), (1003, 2, 30.30, NULL);
"""  # noqa: E501
CUSTOMER = (Step(field="customer_id", table="customer", key="id"),)


@pytest.fixture
def tools(tmp_path: Path) -> Generator[DataTools]:
    with sqlite3.connect(tmp_path / "shop.sqlite") as connection:
        connection.executescript(SHOP)
    source = open_source(Settings(home=tmp_path, db=f"sqlite:///{tmp_path / 'shop.sqlite'}"))
    yield source.tools()
    source.close()


def listing(*fields: str, **more: object) -> Form:
    outputs = tuple(Output(name=name, value=Column(field=name)) for name in fields)
    return Form.model_validate({"table": "orders", "outputs": outputs, **more})


def figure(function: Function, field: str, table: str = "orders") -> Form:
    value = Figure(function=function, of=Column(field=field))
    return Form(table=table, outputs=(Output(name="figure", value=value),))


def test_a_form_travels_as_json_without_loss() -> None:
    form = Form(
        table="orders",
        outputs=(Output(name="name", value=Column(field="name", via=CUSTOMER)),),
        where=(Compare(left=Column(field="amount"), op=Op.GT, right=Given(value=Decimal("1.10"))),),
        order_by=(Order(by=Column(field="amount"), descending=True),),
        limit=2,
    )
    assert Form.model_validate(form_arguments(form)["form"]) == form


def test_its_rows_are_in_the_ledger_with_the_form(tools: DataTools) -> None:
    form = listing("id", "amount", "ordered", order_by=(Order(by=Column(field="amount"), descending=True),), limit=1)
    result = tools.call("queryTable", form_arguments(form))
    assert result.success
    assert result.data is not None
    assert (result.data["rowCount"], result.data["tied"]) == (2, True)
    (entry,) = tools.ledger
    assert (entry.tool, entry.table, entry.arguments) == ("queryTable", "orders", form_arguments(form))
    assert entry.rows is not None
    assert (entry.rows.tied, entry.rows.labels) == (True, frozenset({"id"}))
    assert entry.rows.formats == {"ordered": "iso"}


def test_what_was_read_before_a_restart_is_recorded_the_same(tools: DataTools) -> None:
    arguments = form_arguments(figure(Function.SUM, "amount"))
    found = tools.read("aggregateTable", arguments)
    result = tools.call("aggregateTable", arguments, found)
    assert result.data is not None
    assert result.data["rows"] == [{"_row": "r0", "figure": Decimal("70.70")}]


@pytest.mark.parametrize(
    ("form", "code", "suggestion"),
    [
        (listing("amout"), ErrorCode.FIELD_NOT_FOUND, "amount"),
        (Form(table="order", outputs=listing("id").outputs), ErrorCode.TABLE_NOT_FOUND, "orders"),
        (figure(Function.SUM, "id"), ErrorCode.INVALID_AGGREGATE_TARGET, None),
        (figure(Function.AVG, "account_balance", "customer"), ErrorCode.INVALID_AGGREGATE_TARGET, None),
        (figure(Function.SUM, "ordered"), ErrorCode.MALFORMED_CALL, None),
        (listing("id", limit=0), ErrorCode.BAD_LIMIT, "1"),
    ],
)
def test_a_form_known_to_be_bad_is_rejected(
    tools: DataTools, form: Form, code: ErrorCode, suggestion: str | None
) -> None:
    result = tools.call("queryTable", form_arguments(form))
    assert (result.success, result.failure_code) == (False, code)
    assert result.error_details is not None
    assert result.error_details.suggestion == suggestion
    assert tools.log[-1].validation_failure_code == code


def test_what_is_no_form_is_told(tools: DataTools) -> None:
    result = tools.call("queryTable", {"form": {"table": ["orders"]}})
    assert result.failure_code is ErrorCode.MALFORMED_CALL


def test_a_model_is_not_offered_forms() -> None:
    assert "form" not in str(data_schema("queryTable", ["orders"]))
