"""Metrics of a model are asked for like measures: computed of their parts, and told with them."""

import pytest

from arch_team import Society
from arch_team.settings import Settings

ROWS = """number,customer,region,ordered,amount,cost
1,Adler,Nord,2025-01-10,100,60
2,Adler,Nord,2025-02-10,300,150
3,Berg,West,2025-01-15,50,40
4,Berg,West,2025-03-15,250,100
5,Curdin,Nord,2025-03-20,80,90
"""
MODEL = """
model: shop
tables:
  orders:
    nouns: {en: [orders, order], de: [Bestellungen, Bestellung]}
    times: {ordered: {default: true}}
    fields:
      amount: {labels: {en: amount, de: Betrag}, nature: flow}
      cost: {labels: {en: cost, de: Kosten}, nature: flow}
      customer: {en: customer, de: Kunde}
      region: {en: region, de: Region}
  visits:
    nouns: {en: [visits, visit], de: [Besuche, Besuch]}
metrics:
  basket: {expression: orders.amount / count(orders), labels: {en: basket, de: Warenkorb}}
  margin: {expression: orders.amount - orders.cost, labels: {en: margin, de: Marge}}
  rate: {expression: 100 * (orders.amount - orders.cost) / orders.amount, labels: {en: margin rate, de: Margensatz}}
  yield: {expression: orders.amount / count(visits), labels: {en: yield, de: Ausbeute}}
  odd: {expression: orders.amount * orders.cost, labels: {en: oddity, de: Unding}}
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Society:
    home = tmp_path_factory.mktemp("metrics")
    (home / "orders.csv").write_text(ROWS, encoding="utf-8")
    (home / "visits.csv").write_text("visit,day\n1,2025-01-01\n2,2025-01-02\n", encoding="utf-8")
    (home / "shop.yaml").write_text(MODEL, encoding="utf-8")
    files = Settings(file=home / "orders.csv", files=(home / "visits.csv",), ontology=home / "shop.yaml", home=home)
    return Society(files)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What is the margin?", ["340"]),
        ("Wie hoch ist die Marge?", ["340"]),
        ("What is the margin in January 2025?", ["50"]),
        ("What is the basket?", ["156.00"]),
        ("Warenkorb im März 2025?", ["165.00"]),
        ("Average basket per region", ["Nord, 160.00", "West, 150.00"]),
        ("What is the margin per customer?", ["Adler, 190", "Berg, 160", "Curdin, -10"]),
        ("Marge pro Monat", ["2025-01, 50", "2025-02, 150", "2025-03, 140"]),
        ("Which customer has the highest margin?", ["Adler, 190"]),
        ("Top 2 customers by margin", ["Adler, 190", "Berg, 160"]),
        ("Which region has the lowest margin rate?", ["Nord, 37.50"]),
        ("What is the margin rate of Adler?", ["47.50"]),
        ("Margin in March 2025 compared to February 2025", ["-10", "140 against 150"]),
        ("What is the margin of order 2?", ["150"]),
        ("Average margin", ["68.00"]),
    ],
)
def test_a_metric_is_computed_of_its_parts(shop: Society, question: str, shown: list[str]) -> None:
    answer = shop.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert all(each in answer.text for each in shown), answer.text
    assert all(figure.evidence for figure in answer.figures)


def test_an_answer_says_what_a_metric_is_computed_of(shop: Society) -> None:
    assert shop.ask_sync("What is the margin?").reading == "Margin (total amount minus total cost) of orders"
    german = shop.ask_sync("Warenkorb im März 2025?").reading or ""
    assert german.startswith("Warenkorb (Summe Betrag durch Anzahl Bestellungen) von Bestellungen")


def test_rows_that_a_metric_chooses_are_single_ones(shop: Society) -> None:
    answer = shop.ask_sync("Orders with a margin above 100")
    assert answer.text.endswith(":\n- 2\n- 4")
    assert shop.ask_sync("How many orders have a margin above 100?").text.endswith(": 2")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Total basket", "“basket” is a figure over rows"),
        ("What is the highest margin?", "“margin” is a figure over rows"),
        ("Customers with a margin of more than 150", "“margin” is a figure over rows"),
        ("What is the yield?", "“yield” is computed of several tables"),
        ("Wie hoch ist die Ausbeute?", "«Ausbeute» wird aus mehreren Tabellen berechnet"),
        ("What is the oddity?", "cannot be asked for"),
    ],
)
def test_what_a_metric_cannot_tell_is_said(shop: Society, question: str, told: str) -> None:
    answer = shop.ask_sync(question)
    assert answer.status == "refused"
    assert told in (answer.reason or "")


def test_other_questions_are_read_as_without_metrics(shop: Society) -> None:
    assert shop.ask_sync("What is the total amount?").text == "Total amount of orders: 780"
    assert shop.ask_sync("How many orders are there?").text.endswith(": 5")
