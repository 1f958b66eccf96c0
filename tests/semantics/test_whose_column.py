"""Whose column a word names: that of the rows that are spoken of before a neighbour's, of which it is a part; where a
neighbour's has the whole name, it is asked."""

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

SCRIPT = """
CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name TEXT, unit_price REAL);
CREATE TABLE invoice_lines (line_no INTEGER PRIMARY KEY, product_id INTEGER REFERENCES products, product_price REAL,
  derived_product_cost REAL);
INSERT INTO products VALUES (1, 'Lamp', 10), (2, 'Desk', 100), (3, 'Chair', 40);
INSERT INTO invoice_lines VALUES (1, 1, 12, 5), (2, 2, 500, 7), (3, 2, 480, 9);
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("whose"), SCRIPT)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which products cost more than the average product price?", "Desk"),
        ("Which products cost more than 50?", "Desk"),
        ("Which product costs the most?", "Desk"),
        ("Which products cost the least?", "Lamp"),
        ("What does a product cost on average?", "Average unit price of products: 50"),
        ("What do products cost on average?", "Average unit price of products: 50"),
    ],
)
def test_what_products_cost_is_their_own_price(shop: Society, question: str, told: str) -> None:
    answer = approved(shop, question, "en", told)
    assert "Chair" not in answer.text


@pytest.mark.parametrize("question", ["What is the average price of products?", "What is the average product price?"])
def test_two_columns_that_may_be_called_so_are_asked_for(shop: Society, question: str) -> None:
    answer = shop.ask_sync(question, language="en")
    assert answer.status == "needs_clarification"
    assert "unit price" in (answer.reason or "")
    assert "product price of invoice lines" in (answer.reason or "")
