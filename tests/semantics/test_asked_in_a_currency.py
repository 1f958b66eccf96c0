"""What is asked for in a currency is told where the tables say that it is in it; nothing is converted."""

import datetime

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened_file

MIXED = """id,date,customer,amount,currency,weight_kg
1,2025-01-03,Ann,100.50,EUR,3
2,2025-02-03,Bob,200,CHF,4
3,2025-02-04,Ann,50,EUR,5
"""
BARE = """id,customer,amount,price_eur
1,Ann,100.50,9.50
2,Bob,200,8.25
"""


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened_file(tmp_path_factory.mktemp("orders"), "orders.csv", MIXED)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened_file(tmp_path_factory.mktemp("bare"), "sales.csv", BARE)


@pytest.mark.parametrize("said", ["EUR", "euros", "euro"])
def test_only_those_in_the_currency_are_told(orders: Society, said: str) -> None:
    answer = approved(orders, f"What is the total amount in {said}?", "en", "150.50")
    assert "200" not in answer.text
    assert "EUR" in (answer.reading or "")


def test_a_currency_that_no_row_is_in_is_said(orders: Society) -> None:
    answer = orders.ask_sync("What is the total amount in dollars?", language="en")
    assert answer.status == "refused"
    assert "“dollars”" in (answer.reason or "")


def test_a_weight_is_in_none(orders: Society) -> None:
    assert not orders.ask_sync("What is the total weight in euros?", language="en").ok


def test_where_no_column_says_the_currency_nobody_does(bare: Society) -> None:
    assert not bare.ask_sync("What is the total amount in euros?", language="en").ok
    assert not bare.ask_sync("Wie hoch ist die Summe amount in Franken?", language="de").ok


def test_a_heading_may_say_it(bare: Society) -> None:
    approved(bare, "What is the highest price in euros?", "en", "9.50")


def test_relative_times_are_told_as_days(orders: Society) -> None:
    orders.source.engine.today = lambda: datetime.date(2025, 3, 10)
    answer = approved(orders, "How many orders were there last month?", "en", ": 2")
    assert "February 2025" in (answer.reading or "")
