"""What a question says is held whole: a condition that stands before another sentence, the verb of a bound, the rows
that a figure is of, and of which rows columns are shown."""

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

SCRIPT = """
CREATE TABLE Rides (RideID INTEGER PRIMARY KEY, RideDate TEXT, DurationMinutes INTEGER, DistanceKm REAL);
INSERT INTO Rides VALUES (1, '2023-04-01', 70, 20), (2, '2023-04-02', 30, 25), (3, '2023-04-03', 90, 5),
  (4, '2023-04-04', 65, 16);
CREATE TABLE animals (animal_id INTEGER PRIMARY KEY, animal_name TEXT, species TEXT, birth_year INTEGER,
  intake_date TEXT, intake_reason TEXT);
INSERT INTO animals VALUES (1, 'Rex', 'dog', 2015, '2022-03-25', 'surrender'),
  (2, 'Milo', 'dog', 2020, '2022-11-18', 'stray'), (3, 'Luna', 'dog', 2021, '2022-12-01', 'surrender'),
  (4, 'Tom', 'cat', 2012, '2017-01-01', 'stray');
CREATE TABLE settlements (settlement_id INTEGER PRIMARY KEY, settled_on TEXT, payment_method TEXT, amount_paid REAL);
INSERT INTO settlements VALUES (1, '2024-01-01', 'bank transfer', 100), (2, '2024-01-02', 'cheque', 50),
  (3, '2024-01-03', 'bank transfer', 25);
CREATE TABLE branch (branch_id INTEGER PRIMARY KEY, branch_name TEXT, city TEXT);
CREATE TABLE product (product_id INTEGER PRIMARY KEY, product_name TEXT, unit_price REAL);
CREATE TABLE daily_sale (sale_id INTEGER PRIMARY KEY, branch_id INTEGER REFERENCES branch, product_id INTEGER
  REFERENCES product, sale_date TEXT, quantity INTEGER);
INSERT INTO branch VALUES (1, 'Old Town', 'Bern'), (2, 'Harbour', 'Basel');
INSERT INTO product VALUES (1, 'Rye', 3), (2, 'Roll', 1), (3, 'Tart', 7);
INSERT INTO daily_sale VALUES (1, 1, 1, '2024-01-01', 4), (2, 1, 2, '2024-01-01', 9), (3, 1, 3, '2024-01-02', 2),
  (4, 2, 2, '2024-01-02', 3);
"""
LIBRARY = """
CREATE TABLE library_branch (id INTEGER PRIMARY KEY, name TEXT, opened INTEGER);
CREATE TABLE book (isbn TEXT PRIMARY KEY, title TEXT, publisher TEXT);
CREATE TABLE book_copy (copy_id INTEGER PRIMARY KEY, isbn TEXT REFERENCES book, branch_id INTEGER REFERENCES
  library_branch, condition TEXT);
INSERT INTO library_branch VALUES (1, 'Eastgate', 1990), (2, 'Riverbank', 2001);
INSERT INTO book VALUES ('i1', 'Blood on the Quay', 'Nightjar Books'), ('i2', 'Silent Partner', 'Other House');
INSERT INTO book_copy VALUES (11, 'i1', 1, 'good'), (12, 'i2', 1, 'worn'), (13, 'i2', 2, 'good');
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("library"), LIBRARY)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("nothing"), SCRIPT)


@pytest.mark.parametrize(
    "question",
    [
        "Which rides lasted longer than 60 minutes and were longer than 15 km? List the ride id and the ride date.",
        "Which rides took longer than 60 minutes and were longer than 15 km?",
        "Which rides were longer than 15 km and lasted longer than 60 minutes? List the ride id.",
    ],
)
def test_each_of_two_bounds_is_held(shop: Society, question: str) -> None:
    answer = approved(shop, question, "en", "1", "4")
    assert "duration minutes > 60" in (answer.reading or "").casefold()
    assert "> 15" in (answer.reading or "")
    assert len(answer.text.splitlines()) == 3


def test_a_first_of_two_things_is_not_left_out_by_what_is_shown(shop: Society) -> None:
    question = "Which animals without a birth year and which rides longer than 15 km are there? List the ride id."
    assert shop.ask_sync(question, language="en").status != "approved"


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which dogs were born earlier than 2018?", {"Rex"}),
        ("Which dogs were born later than 2018?", {"Milo", "Luna"}),
        ('Which dogs either have the intake reason "stray" or were born earlier than 2018?', {"Rex", "Milo"}),
    ],
)
def test_a_verb_says_which_day_or_year_comes_earlier(shop: Society, question: str, names: set[str]) -> None:
    answer = approved(shop, question, "en")
    assert {name for name in ("Rex", "Milo", "Luna", "Tom") if name in answer.text} == names


@pytest.mark.parametrize(
    "question",
    [
        "What is the total amount paid by bank transfer in settlements, and how many such settlements are there?",
        "What is the total amount paid by bank transfer in settlements, and how many of them are there?",
    ],
)
def test_how_many_such_rows_there_are_is_of_those(shop: Society, question: str) -> None:
    approved(shop, question, "en", "125, 2")


def test_such_rows_of_another_kind_are_none(shop: Society) -> None:
    question = "What is the total amount paid by bank transfer in settlements, and how many such animals are there?"
    assert shop.ask_sync(question, language="en").status != "approved"


@pytest.mark.parametrize(
    "question",
    [
        "Show the copy id and the branch name of all copies of books published by Nightjar Books.",
        "Show the copy id of all copies of books published by Nightjar Books.",
    ],
)
def test_what_is_said_of_rows_holds_those_and_not_what_they_belong_to(library: Society, question: str) -> None:
    answer = approved(library, question, "en", "11")
    assert "12" not in answer.text


def test_so_many_that_were_named_are_no_number_of_others(shop: Society) -> None:
    asked = "Show the names and total quantities{0} of the 2 products with the highest total quantity{0}."
    approved(shop, asked.format(""), "en", "Roll, 12", "Rye, 4")
    answer = shop.ask_sync(asked.format(" sold"), language="en")
    assert answer.status != "approved" or "Roll, 12" in answer.text
