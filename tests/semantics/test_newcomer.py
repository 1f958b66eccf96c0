"""What somebody found who had seen nothing but the guide, on databases of their own."""

import asyncio

import pytest

from arch_team import Society
from arch_team.runs.answer import Answer
from tests.semantics.asking import opened

SHOP = """
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, customer_name TEXT);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(customer_id),
  order_status TEXT, order_placed_datetime DATETIME, order_delivered_datetime DATETIME, order_shipping_charges REAL);
CREATE TABLE shipments (shipment_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders(order_id),
  shipment_date DATE);
INSERT INTO customers VALUES (1, 'Ann Lee'), (2, 'Bob Ray'), (3, 'Cid Orr');
INSERT INTO orders VALUES (1, 1, 'Shipped', '2020-01-01 10:00', '2020-01-05 10:00', 10),
  (2, 1, 'Delivered', '2021-01-01 10:00', '2021-01-05 10:00', 50), (3, 2, 'Delivered', '2022-01-01 10:00', NULL, 20),
  (4, 3, 'Packing', '2023-01-01 10:00', NULL, 40);
INSERT INTO shipments VALUES (1, 1, '2020-01-02'), (2, 2, '2021-01-02'), (3, 3, '2022-01-02');
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("shop"), SHOP)


def told(society: Society, *questions: str) -> Answer:
    earlier: tuple[str, ...] = ()
    for question in questions[:-1]:
        asyncio.run(society.ask(question, earlier=earlier))
        earlier = (*earlier, question)
    return asyncio.run(society.ask(questions[-1], earlier=earlier))


@pytest.mark.parametrize(
    ("question", "never"),
    [
        ("What is the average shipping charge of the delivered orders?", "30"),
        ("What is the total shipping charge of delivered orders?", "120"),
        ("List the customers and the date of their latest order.", "2023"),
        ("Which customers have only shipped orders?", "Ann Lee"),
        ("Which customers have only orders that are shipped?", "Ann Lee"),
        ("Which customers have orders that are shipped?", "Bob Ray"),
    ],
)
def test_no_word_is_passed_over(shop: Society, question: str, never: str) -> None:
    answer = told(shop, question)
    assert answer.status != "approved" or never not in answer.text


@pytest.mark.parametrize(
    ("questions", "says"),
    [
        (("How many orders are there?", "Only the shipped ones."), "orders: 1"),
        (("How many orders are there?", "Only those that are delivered."), "orders: 2"),
        (("Which customers have orders?", "And which have no orders?"), "Nothing"),
        (("Which customers have shipments?", "And which have no shipments?"), "Cid Orr"),
    ],
)
def test_it_goes_on_with_the_rows_that_were_spoken_of(shop: Society, questions: tuple[str, ...], says: str) -> None:
    answer = told(shop, *questions)
    assert (answer.status, says in answer.text) == ("approved", True), answer.text or answer.reason


CAMPUSES = """
CREATE TABLE campuses (id INTEGER PRIMARY KEY, campus TEXT, county TEXT, year INTEGER);
CREATE TABLE degrees (year INTEGER, campus INTEGER REFERENCES campuses(id), degrees INTEGER,
  PRIMARY KEY (year, campus));
CREATE TABLE ref_categories (category_code TEXT PRIMARY KEY, category_description TEXT, unit TEXT);
CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name TEXT, color TEXT,
  category_code TEXT REFERENCES ref_categories(category_code));
INSERT INTO campuses VALUES (1, 'Fresno', 'Fresno', 1911), (2, 'Ventura', 'Ventura', 2002);
INSERT INTO degrees VALUES (2002, 1, 100), (2002, 2, 20), (2003, 1, 300), (2003, 2, 40);
INSERT INTO ref_categories VALUES ('Herbs', 'Herbs', 'Handful'), ('Spices', 'Spices', 'kilo');
INSERT INTO products VALUES (1, 'basil', 'green', 'Herbs'), (2, 'chervil', 'green', 'Herbs'),
  (3, 'cumin', 'red', 'Spices');
"""


@pytest.fixture(scope="module")
def campuses(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("campuses"), CAMPUSES)


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("What is the average number of degrees per campus in 2002?", "60"),
        ("How many degrees did the campuses award in 2002?", "120"),
        ("How many degrees did the campuses in Ventura county award in 2002?", "20"),
        ("Which spices do we have?", "cumin"),
        ("List the herbs.", "basil"),
    ],
)
def test_a_time_is_of_what_is_added_up_and_a_kind_is_its_rows(campuses: Society, question: str, right: str) -> None:
    answer = told(campuses, question)
    assert answer.status != "approved" or right in answer.text


@pytest.mark.parametrize(
    ("questions", "says"),
    [
        (("How many products are green?", "Which of them are herbs?"), "basil"),
        (("Which products are green?", "How many of them are herbs?"), "products: 2"),
    ],
)
def test_which_is_told_by_rows_and_how_many_by_their_number(
    campuses: Society, questions: tuple[str, ...], says: str
) -> None:
    answer = told(campuses, *questions)
    assert (answer.status, says in answer.text) == ("approved", True), answer.text or answer.reason


def test_the_oldest_of_them_is_not_how_many_they_are(campuses: Society) -> None:
    answer = told(campuses, "How many campuses were opened before 2000?", "Which of them is the oldest?")
    assert answer.status != "approved" or "Fresno" in answer.text


VENUES = """
CREATE TABLE venue (venue_id INTEGER PRIMARY KEY, venue_name TEXT);
CREATE TABLE room (room_id INTEGER PRIMARY KEY, room_name TEXT,
  venue_id INTEGER REFERENCES venue(venue_id), cause TEXT);
CREATE TABLE game_master (gm_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT,
  supervisor_id INTEGER REFERENCES game_master(gm_id));
INSERT INTO venue VALUES (1, 'Leith'), (2, 'Cipher'), (3, 'Loft');
INSERT INTO room VALUES (1, 'Crypt', 1, 'ice'), (2, 'Vault', 1, NULL), (3, 'Attic', 2, 'wind');
INSERT INTO game_master VALUES (1, 'Priya', 'Nair', NULL), (2, 'Beth', 'Harker', 1);
"""


@pytest.fixture(scope="module")
def venues(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("venues"), VENUES)


@pytest.mark.parametrize(
    ("question", "right", "never"),
    [
        ("How many rooms were there for each cause, leaving out those without a cause?", "wind, 1", "–"),
        (
            "Show the name of every venue and its number of rooms, including the venues without rooms.",
            "Leith, 2",
            "Leith, 0",
        ),
        ("Who is the supervisor of Beth Harker? Give the first and last name.", "Nair", "Beth"),
    ],
)
def test_what_is_left_out_or_counted_in(venues: Society, question: str, right: str, never: str) -> None:
    answer = told(venues, question)
    assert answer.status != "approved" or (right in answer.text and never not in answer.text), answer.text
