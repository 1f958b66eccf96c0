"""A refusal names the word that was not got past; a rank behind a breakdown, a year behind `from`, a yes or no that
must be asked back, a share, and an average of what some have none of."""

import pytest

from arch_team import Society
from arch_team.wire import Language
from tests.semantics.asking import approved, opened, opened_file

ORDERS = """order_id,order_date,customer,region,status,amount
1001,2024-11-18,Lindqvist AB,North,delivered,1240.00
1002,2024-12-03,Okafor Ltd,South,delivered,860.50
1003,2025-01-09,Alvarez SA,West,cancelled,410.00
1004,2025-01-22,Lindqvist AB,North,delivered,2310.75
"""
BESTELLUNGEN = """Bestellnummer;Kunde;Bestelldatum;Lieferdatum;Status;Betrag
B-1;Muster AG;2024-01-05;2024-01-09;geliefert;100.00
B-2;Beispiel GmbH;2024-02-07;;offen;80.00
B-3;Muster AG;2025-03-01;2025-03-04;geliefert;50.00
B-4;Probe SA;2025-03-09;;storniert;60.00
B-5;Beispiel GmbH;2025-04-11;2025-04-15;geliefert;40.00
"""
SHOP = """
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, customer_name TEXT);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, placed_on TEXT);
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, visited_on TEXT);
INSERT INTO customers VALUES (1, 'Ann Lee'), (2, 'Bob Ray'), (3, 'Cid Orr');
INSERT INTO orders VALUES (1, 1, '2024-01-01'), (2, 1, '2024-01-02'), (3, 2, '2024-02-01');
INSERT INTO visits VALUES (1, 1, '2024-01-01'), (2, 2, '2024-01-02'), (3, 3, '2024-02-01'), (4, 3, '2024-02-02');
"""


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened_file(tmp_path_factory.mktemp("orders"), "orders.csv", ORDERS)


@pytest.fixture(scope="module")
def bestellungen(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened_file(tmp_path_factory.mktemp("bestellungen"), "bestellungen.csv", BESTELLUNGEN)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("shop"), SHOP)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which orders were shipped?", "“shipped”"),
        ("Which orders were never used?", "“used”"),
    ],
)
def test_a_refusal_names_the_word(orders: Society, question: str, word: str) -> None:
    answer = orders.ask_sync(question, language="en")
    assert answer.status == "refused"
    assert word in (answer.reason or "")


def test_a_word_that_only_people_have_is_unknown_where_no_column_has_it(orders: Society) -> None:
    answer = orders.ask_sync("What is the salary?", language="en")
    assert answer.status == "needs_clarification"
    assert answer.clarification is not None
    assert "salary" in answer.clarification.question


@pytest.mark.parametrize("word", ["verschickt", "bezahlt"])
def test_das_wort_wird_genannt(bestellungen: Society, word: str) -> None:
    answer = bestellungen.ask_sync(f"Welche Bestellungen wurden {word}?", language="de")
    assert answer.status == "refused"
    assert f"«{word}»" in (answer.reason or "")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Top 2 by amount", ["1004", "1001"]),
        ("Total amount per customer, top 2", ["Lindqvist AB, 3,550.75", "Okafor Ltd, 860.50"]),
        ("Number of orders per region, top 1", ["North, 2"]),
        ("orders from 2024", ["1001", "1002"]),
        ("How many orders from 2024 are delivered?", [": 2"]),
        ("What is the share of cancelled orders?", ["25.00 %", "1 of 4"]),
    ],
)
def test_ranks_and_years(orders: Society, question: str, says: list[str]) -> None:
    answer = approved(orders, question, "en", *says)
    assert "1003" not in answer.text


@pytest.mark.parametrize("question", ["orders from 2024 on", "orders from 2024 onwards", "orders since 2024"])
def test_from_a_year_on_is_since_then(orders: Society, question: str) -> None:
    approved(orders, question, "en", "1001", "1003", "1004")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Top 2 nach Betrag", ["B-1, 100.00", "B-2, 80.00"]),
        ("Gesamter Betrag pro Kunde, Top 2", ["Muster AG, 150.00", "Beispiel GmbH, 120.00"]),
        ("Anzahl Bestellungen pro Kunde, top 2", ["Beispiel GmbH, 2", "Muster AG, 2"]),
        ("Gibt es Bestellungen ohne Lieferdatum?", ["Ja.", ": 2"]),
        ("Wie viele Bestellungen gibt es ohne Lieferdatum?", [": 2"]),
        ("Bestellungen ohne Lieferdatum", ["B-2", "B-4"]),
        ("Wie hoch ist der Anteil der stornierten Bestellungen?", ["20.00 %", "1 von 5"]),
        ("Wie gross ist der Anteil offener Bestellungen?", ["20.00 %"]),
    ],
)
def test_deutsch(bestellungen: Society, question: str, says: list[str]) -> None:
    approved(bestellungen, question, "de", *says)


@pytest.mark.parametrize(
    ("society", "question", "language"),
    [("orders", "Are there orders over 5000?", "en"), ("bestellungen", "Gibt es Bestellungen über 500?", "de")],
)
def test_what_is_asked_back_stays_a_yes_or_no(
    request: pytest.FixtureRequest, society: str, question: str, language: Language
) -> None:
    asked: Society = request.getfixturevalue(society)
    answer = asked.ask_sync(question, language=language)
    assert answer.status == "needs_clarification"
    assert ("Whether there is any" if language == "en" else "Ob es das gibt") in (answer.reason or "")


def test_an_average_over_those_that_have_none_is_asked(shop: Society) -> None:
    answer = shop.ask_sync("Average number of orders per customer", language="en")
    assert answer.status == "needs_clarification"
    assert "with orders" in (answer.reason or "")


def test_an_average_is_told_where_each_has_one(shop: Society) -> None:
    approved(shop, "Average number of visits per customer", "en", "1.33")
