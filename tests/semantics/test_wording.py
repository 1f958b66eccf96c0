"""A form in words, in both languages: what is asked, of which rows, in which order."""

import sqlite3
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import (
    Arithmetic,
    Bucket,
    Column,
    Compare,
    Condition,
    Either,
    Expression,
    Figure,
    Form,
    Given,
    Grain,
    Lookup,
    Member,
    Not,
    Order,
    Output,
    Related,
    Step,
)
from arch_team.forms.showing import labels_in, with_sort_keys
from arch_team.forms.wording import worded
from arch_team.modelling.model import Model
from arch_team.settings import Settings
from arch_team.tools.session import open_source

SHOP = """
CREATE TABLE customer (id INTEGER PRIMARY KEY, full_name TEXT, born INTEGER);
CREATE TABLE sales_order (
  id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), payer_id INTEGER REFERENCES customer(id),
  status TEXT, amountPaid NUMERIC(10, 2), order_date DATE, built_year INTEGER
);
"""
CUSTOMER = (Step(field="customer_id", table="customer", key="id"),)
COUNT = Figure(function=Function.COUNT)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    path: Path = tmp_path_factory.mktemp("words") / "shop.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(SHOP)
    engine = open_source(Settings(db=f"sqlite:///{path}")).engine
    assert engine is not None
    return engine.model("en")


def form(*values: Expression, table: str = "sales_order", **more: object) -> Form:
    outputs = tuple(Output(name=f"o{n}", value=value) for n, value in enumerate(values))
    return Form.model_validate({"table": table, "outputs": outputs, **more})


def column(name: str, *via: Step) -> Column:
    return Column(field=name, via=via)


def held(left: Expression, op: Op, value: object) -> Compare:
    return Compare(left=left, op=op, right=Given.model_validate({"value": value}))


AMOUNT, DAY, STATUS = column("amountPaid"), column("order_date"), column("status")
CANCELLED = held(STATUS, Op.EQ, "cancelled")


@pytest.mark.parametrize(
    ("asked", "english", "german"),
    [
        (form(COUNT), "Number of sales order", "Anzahl Sales Order"),
        (
            form(COUNT, where=(CANCELLED,)),
            "Number of sales order, status = cancelled",
            "Anzahl Sales Order, Status = cancelled",
        ),
        (
            form(Figure(function=Function.SUM, of=AMOUNT)),
            "Total amount paid of sales order",
            "Summe Amount Paid von Sales Order",
        ),
        (
            form(Figure(function=Function.MAX, of=DAY)),
            "Latest order date of sales order",
            "Spätester Wert Order Date von Sales Order",
        ),
        (form(STATUS, COUNT, group_by=(STATUS,)), "Number of sales order per status", "Anzahl Sales Order je Status"),
        (
            form(Bucket(grain=Grain.MONTH, of=DAY), COUNT, group_by=(Bucket(grain=Grain.MONTH, of=DAY),)),
            "Number of sales order per month (order date)",
            "Anzahl Sales Order je Monat (Order Date)",
        ),
        (
            form(column("full_name", *CUSTOMER), STATUS),
            "Full name of customer id and status of sales order",
            "Full Name von Customer ID und Status von Sales Order",
        ),
        (
            form(AMOUNT, order_by=(Order(by=AMOUNT, descending=True),), limit=3),
            "Amount paid of sales order, the 3 with the highest amount paid",
            "Amount Paid von Sales Order, die 3 mit Amount Paid am höchsten",
        ),
        (
            form(STATUS, order_by=(Order(by=DAY),), limit=1),
            "Status of sales order, earliest order date",
            "Status von Sales Order, Order Date am frühesten",
        ),
        (
            form(STATUS, order_by=(Order(by=DAY),)),
            "Status of sales order, sorted by order date",
            "Status von Sales Order, sortiert nach Order Date",
        ),
    ],
)
def test_what_is_asked(model: Model, asked: Form, english: str, german: str) -> None:
    assert (worded(asked, model, "en"), worded(asked, model, "de")) == (english, german)


AVERAGE = Lookup(form=form(Figure(function=Function.AVG, of=AMOUNT)))
MARCH = (date(2025, 3, 1), date(2025, 3, 31))


@pytest.mark.parametrize(
    ("condition", "english", "german"),
    [
        (held(AMOUNT, Op.GE, Decimal("10.50")), "amount paid ≥ 10.50", "Amount Paid ≥ 10.50"),
        (Compare(left=DAY, op=Op.BETWEEN, values=MARCH), "order date in March 2025", "Order Date in März 2025"),
        (
            Compare(left=DAY, op=Op.BETWEEN, values=("2025-01-01", "2025-12-31 23:59:59")),
            "order date in 2025",
            "Order Date in 2025",
        ),
        (Compare(left=AMOUNT, op=Op.BETWEEN, values=(1, 5)), "amount paid from 1 to 5", "Amount Paid von 1 bis 5"),
        (Compare(left=STATUS, op=Op.IN, values=("a", "b")), "status = a or b", "Status = a oder b"),
        (held(STATUS, Op.ILIKE, "%ed%"), "status contains “ed”", "Status enthält «ed»"),
        (Compare(left=STATUS, op=Op.IS_NULL), "without status", "ohne Status"),
        (Not(of=CANCELLED), "not (status = cancelled)", "nicht (Status = cancelled)"),
        (
            Either(of=(CANCELLED, held(AMOUNT, Op.LT, 5))),
            "(status = cancelled or amount paid < 5)",
            "(Status = cancelled oder Amount Paid < 5)",
        ),
        (
            Compare(left=AMOUNT, op=Op.GT, right=AVERAGE),
            "amount paid > average amount paid of sales order",
            "Amount Paid > Durchschnitt Amount Paid von Sales Order",
        ),
    ],
)
def test_of_which_rows(model: Model, condition: Condition, english: str, german: str) -> None:
    asked = form(COUNT, where=(condition,))
    assert worded(asked, model, "en") == f"Number of sales order, {english}"
    assert worded(asked, model, "de") == f"Anzahl Sales Order, {german}"


def test_rows_that_point_at_each_other(model: Model) -> None:
    orders = form(column("customer_id"), where=(CANCELLED,))
    name = column("full_name")
    having = form(name, table="customer", where=(Member(left=column("id"), form=orders),))
    lacking = form(name, table="customer", where=(Member(left=column("id"), form=orders, negated=True),))
    assert worded(having, model, "en") == "Full name of customer, with sales order (status = cancelled)"
    assert worded(lacking, model, "de") == "Full Name von Customer, ohne Sales Order (Status = cancelled)"
    by = worded(having, model, "en", by_links=True)
    assert by == "Full name of customer, with sales order (status = cancelled) by customer id"
    figure = Related(function=Function.SUM, of=AMOUNT, rows=orders, link=column("customer_id"), to="id")
    ranked = form(name, table="customer", order_by=(Order(by=figure, descending=True),), limit=1)
    assert worded(ranked, model, "en").endswith("highest total amount paid of sales order (status = cancelled)")


def test_a_name_beside_the_key_of_its_row_is_one_thing(model: Model) -> None:
    name, key = column("full_name", *CUSTOMER), column("customer_id")
    asked = form(name, key, COUNT, group_by=(name, key))
    assert worded(asked, model, "en") == "Number of sales order per customer (full name, ID)"
    assert worded(asked, model, "de") == "Anzahl Sales Order je Customer (Full Name, ID)"


def test_two_figures_put_together(model: Model) -> None:
    highest, lowest = (Figure(function=function, of=AMOUNT) for function in (Function.MAX, Function.MIN))
    span = form(Arithmetic(operation="difference", left=highest, right=lowest))
    assert worded(span, model, "en") == "Highest amount paid minus lowest amount paid of sales order"


def test_by_what_rows_are_ranked_is_shown_beside_their_names(model: Model) -> None:
    ranked = form(STATUS, order_by=(Order(by=AMOUNT, descending=True),), limit=1)
    assert [output.name for output in with_sort_keys(ranked, model).outputs] == ["o0", "amountPaid"]
    dated = form(STATUS, order_by=(Order(by=DAY),), limit=1)
    assert with_sort_keys(dated, model) == dated
    bare = form(DAY, order_by=(Order(by=AMOUNT),))
    assert with_sort_keys(bare, model) == bare


def test_keys_and_years_are_no_amounts(model: Model) -> None:
    newest = Figure(function=Function.MAX, of=column("built_year"))
    asked = form(column("id"), column("built_year"), AMOUNT, COUNT, newest, Bucket(grain=Grain.YEAR, of=DAY))
    assert labels_in(asked, model) == {"o0", "o1", "o4", "o5"}
