"""What else is asked of the rows of a list, in the same sentence, stands beside them, or nothing is said."""

from pathlib import Path

import pytest

from tests.semantics.asking import approved, opened

GARAGE = """
CREATE TABLE technicians (tech_id INTEGER PRIMARY KEY, full_name TEXT, shift TEXT, hired_on TEXT);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, town TEXT);
CREATE TABLE parts (part_id INTEGER PRIMARY KEY, part_name TEXT);
CREATE TABLE jobs (job_no TEXT PRIMARY KEY, customer_id INTEGER REFERENCES customers, tech_id INTEGER REFERENCES
  technicians, status TEXT, opened_on TEXT);
CREATE TABLE job_parts (job_no TEXT REFERENCES jobs, part_id INTEGER REFERENCES parts, quantity INTEGER);
INSERT INTO technicians VALUES (1, 'Ann Lee', 'night', '2019-04-01'), (2, 'Bob Ray', 'day', '2020-05-02');
INSERT INTO customers VALUES (1, 'Red Lion', 'Bern'), (2, 'Lake Hotel', 'Thun');
INSERT INTO parts VALUES (1, 'Valve');
INSERT INTO jobs VALUES ('J1', 1, 1, 'on hold', '2025-01-01'), ('J2', 2, 2, 'done', '2025-02-01'),
  ('J3', 2, 2, 'done', '2025-03-01');
INSERT INTO job_parts VALUES ('J1', 1, 3);
"""


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which technicians work the night shift, and when were they hired?", "Ann Lee, 1, 2019-04-01"),
        ("Which jobs are on hold, and which customer has each of them?", "J1, Red Lion"),
        ("Which jobs are on hold and for which technician?", "J1, Ann Lee"),
        ("Which technicians work the night shift, and which parts did they use?", "Valve"),
    ],
)
def test_what_else_is_asked_of_a_list_stands_beside_it(tmp_path: Path, question: str, says: str) -> None:
    garage = opened(tmp_path, GARAGE)
    approved(garage, question, "en", says)


@pytest.mark.parametrize(
    ("question", "says", "hides"),
    [
        ("Which technicians have more than one job, and how many does each of them have?", "Bob Ray, 2, 2", "Ann"),
        ("Which customers have more than one job, and how many jobs has each had?", "Lake Hotel, 2, 2", "Red"),
        ("Which customer has the most jobs, and how many are there?", "Lake Hotel", "Red"),
        ("Which towns have more than one job, and how often?", "Thun", "Bern"),
        ("Which technician has the most jobs? Give the full name and the number of jobs.", "Bob Ray, 2", "Ann"),
        ("Which customers have more than one job? List their towns and the number of jobs.", "Thun, 2", "Lake"),
    ],
)
def test_the_figure_that_chose_them_stands_beside_them(tmp_path: Path, question: str, says: str, hides: str) -> None:
    answer = approved(opened(tmp_path, GARAGE), question, "en", says)
    assert hides not in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which customers have more than one job, and how much does each pay?",
        "Which customers have more than one job, and how many parts does each have?",
        "Which customers have more than one job? List their towns and their ages.",
        "Which jobs are on hold, and who ordered them?",
        "Which jobs are on hold, and when were they inspected?",
    ],
)
def test_what_is_not_told_of_a_list_is_not_shown_beside_it(tmp_path: Path, question: str) -> None:
    assert opened(tmp_path, GARAGE).ask_sync(question).status != "approved"


SHOP = """
CREATE TABLE products (product_id INTEGER PRIMARY KEY, name TEXT, price REAL, weight REAL);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, city TEXT, age INTEGER);
INSERT INTO products VALUES (1, 'Chair', 50, 6), (2, 'Sofa', 900, 60), (3, 'Lamp', 30, 2), (4, 'Desk', 400, 40);
INSERT INTO customers VALUES (1, 'Anna', 'Bern', 30), (2, 'Anna', 'Chur', 50), (3, 'Bruno', 'Bern', 45);
"""


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which product has the highest price, and how heavy is it?", "60"),
        ("Which product has the highest price, and how much does it weigh?", "60"),
        ("Which product is the most expensive and what is the number?", "Sofa, 2"),
        ("Which product has the highest price, and how much is it?", "900"),
        ("Which products are heavier than Chair?", "Desk"),
    ],
)
def test_how_it_is_asked_says_what_of_it(tmp_path: Path, question: str, says: str) -> None:
    approved(opened(tmp_path, SHOP), question, "en", says)


@pytest.mark.parametrize(
    "question",
    [
        "Which product has the highest price and how old is it?",
        "Which customers are from Bern? Give name, age and ",
        "Which customers are from Bern and when",
        "Which products have more weight than the Chair and the Lamp?",
        "Which customers are older than Anna?",
    ],
)
def test_what_is_asked_of_something_else_is_not_told_by_the_rank(tmp_path: Path, question: str) -> None:
    answer = opened(tmp_path, SHOP).ask_sync(question, language="en")
    assert answer.status != "approved", answer.text
