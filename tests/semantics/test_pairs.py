"""Two figures held against each other on tables nobody described: shares, differences, changes, ratios."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.reading.source import Engine
from arch_team.runs.answer import Answer
from arch_team.runs.answer_series import series_of
from arch_team.settings import Settings
from arch_team.tools.files import open_files

ORDERS = """order_id,customer,city,status,amount,quantity,order_date,category
1,Alpha,Bern,shipped,120.50,2,2024-01-05,Books
2,Beta,Zurich,cancelled,80.00,1,2024-02-11,Toys
3,Gamma,Bern,shipped,200.00,4,2024-03-15,Books
4,Alpha,Basel,open,50.25,1,2025-01-20,Games
5,Delta,Zurich,shipped,310.00,6,2025-02-02,Toys
6,Beta,Bern,cancelled,99.90,3,2025-03-09,Books
7,Gamma,Basel,shipped,150.00,2,2025-04-22,Games
8,Alpha,Zurich,open,75.00,1,2025-05-30,Books
"""
SALES = """Ort;Kunde;Umsatz;Datum;Status
Bern;Huber;1.200,50;05.01.2024;bezahlt
Zürich;Meier;800,00;11.02.2024;offen
Bern;Keller;2.000,00;15.03.2025;bezahlt
Basel;Huber;500,25;20.01.2025;storniert
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("pairs")
    (made / "orders.csv").write_text(ORDERS, encoding="utf-8")
    (made / "sales.csv").write_text(SALES, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def orders(folder: Path) -> Society:
    return Society(Settings(home=folder / "home", files=(folder / "orders.csv",)))


@pytest.fixture(scope="module")
def sales(folder: Path) -> Society:
    return Society(Settings(home=folder / "home", files=(folder / "sales.csv",)))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What percentage of orders are cancelled?", "25.00 % (2 of 8)"),
        ("What share of orders is shipped?", "50.00 % (4 of 8)"),
        ("Percentage of orders with amount greater than 100", "50.00 % (4 of 8)"),
        ("What percentage of orders in Bern are cancelled?", "33.33 % (1 of 3)"),
        ("What percentage of the total amount comes from Bern?", "38.72 % (420.40 of 1,085.65)"),
        ("Share of Bern in total amount", "38.72 % (420.40 of 1,085.65)"),
        ("Ratio of cancelled orders to shipped orders", "0.50 (2 to 4)"),
        ("How many more orders were shipped than cancelled?", "2 (4 against 2)"),
        ("Difference in total amount between 2024 and 2025", "-284.65 (400.50 against 685.15)"),
        ("What is the difference between the highest and the lowest amount?", "259.75 (310.00 against 50.25)"),
        ("By how much did the total amount grow from 2024 to 2025?", "284.65 (71.07 %), from 400.50 to 685.15"),
        ("total amount in 2024 vs 2025", "-284.65 (400.50 against 685.15)"),
        ("How many orders in Bern vs Zurich?", "0 (3 against 3)"),
        ("percentage of orders per category", "Books, 4, 50.00 %"),
        ("What is the share of each city in the total amount?", "Bern, 420.40, 38.72 %"),
    ],
)
def test_english(orders: Society, question: str, said: str) -> None:
    answer = orders.ask_sync(question)
    assert answer.status == "approved", answer.text
    assert said in str(answer.text)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Anteil von Bern am Umsatz", "71.11 % (3'200.50 von 4'500.75)"),
        ("Welchen Anteil am Umsatz hat Bern?", "71.11 % (3'200.50 von 4'500.75)"),
        ("Wie viel Prozent des Umsatzes kommen aus Bern?", "71.11 % (3'200.50 von 4'500.75)"),
        ("Wie viel Prozent der Kunden sind bezahlt?", "66.67 % (2 von 3)"),
        ("Anteil pro Ort am Umsatz", "Zürich, 800.00, 17.77 %"),
        ("Verhältnis von bezahlt zu offen", "2.00 (2 zu 1)"),
        ("Veränderung der Summe Umsatz von 2024 auf 2025", "499.75 (24.98 %), von 2'000.50 auf 2'500.25"),
    ],
)
def test_german(sales: Society, question: str, said: str) -> None:
    answer = sales.ask_sync(question)
    assert answer.status == "approved", answer.text
    assert said in str(answer.text)


@pytest.mark.parametrize(
    "question",
    [
        "What is the difference between the amount in Bern and in Zurich?",
        "How does the amount in Bern compare to Zurich?",
        "What is the ratio of amount to quantity?",
    ],
)
def test_total_or_average_is_asked_where_nothing_says(orders: Society, question: str) -> None:
    answer = orders.ask_sync(question)
    assert answer.status == "needs_clarification"
    assert answer.clarification is not None
    assert "Total amount" in answer.clarification.question
    assert "Average amount" in answer.clarification.question


@pytest.mark.parametrize(
    "question",
    [
        "What percentage of orders are heavy?",
        "Share of London in total amount",
        "Difference in total amount between Bern and Mars",
        "What share of the customers is happy?",
        "By how much did the weather change from 2024 to 2025?",
        "What percentage of orders?",
        "Compare orders",
    ],
)
def test_what_is_not_there_is_not_held_against_anything(orders: Society, question: str) -> None:
    assert _status(orders.ask_sync(question)) in ("refused", "needs_clarification")


def test_by_nothing_nothing_is_divided(orders: Society) -> None:
    answer = orders.ask_sync("Ratio of cancelled orders to orders with amount greater than 1000")
    assert answer.status == "approved"
    assert "nothing to divide by" in str(answer.text)


def test_the_words_of_both_sides_are_told(orders: Society) -> None:
    answer = orders.ask_sync("What percentage of orders are cancelled?")
    assert answer.reading == "Number of orders, status = cancelled in % of number of orders"
    assert ("cancelled", "status = cancelled") in [(part.words, part.meaning) for part in answer.reading_parts]


def test_shares_are_drawn_without_the_amounts_beside_them(orders: Society) -> None:
    series = series_of(orders.ask_sync("What is the share of each city in the total amount?"))
    assert series is not None
    assert [point.values[0] for point in series.of_shares().points] == [
        Decimal("18.45"),
        Decimal("38.72"),
        Decimal("42.83"),
    ]
    assert [len(point.figures) for point in series.points] == [2, 2, 2]


@pytest.fixture(scope="module")
def engine(folder: Path) -> Iterator[Engine]:
    source = open_files((folder / "orders.csv",), Settings(home=folder / "home"))
    yield Engine(source.provider, source.catalog)
    source.close()


@pytest.mark.parametrize("column", ["city", "customer", "status", "category"])
@pytest.mark.parametrize("figure", ["total amount", "total quantity"])
def test_shares_of_all_make_the_whole(engine: Engine, column: str, figure: str) -> None:
    """The share of each is its part of the same whole, whichever way it is asked."""
    [each] = engine.read(f"share of each {column} in the {figure}", "en").read.candidates
    rows = engine.run(each.form).rows
    assert abs(sum(Decimal(str(row[-1])) for row in rows) - 100) <= Decimal("0.01") * len(rows)
    for row in rows:
        [one] = engine.read(f"share of {row[0]} in the {figure}", "en").read.candidates
        assert engine.run(one.form).rows[0][:2] == (row[-1], row[-2])


def _status(answer: Answer) -> str:
    return str(answer.status)
