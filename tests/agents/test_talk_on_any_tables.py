"""What is said after a question on tables that nobody described changes it in one way, or is not guessed."""

import asyncio
from pathlib import Path

import pytest

from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society

ORDERS = """order_id,order_date,customer,city,category,quantity,amount,status
1,2024-02-03,Anna Frost,Leeds,Kitchen,1,24.50,paid
2,2024-05-11,Ben Carter,York,Living,2,110.00,open
3,2024-08-20,Anna Frost,Leeds,Office,1,210.00,paid
4,2025-01-14,Dev Patel,Hull,Office,3,285.00,cancelled
5,2025-03-02,Ben Carter,York,Living,1,120.00,paid
6,2025-06-25,Anna Frost,Leeds,Kitchen,2,78.00,open
7,2025-09-30,Ben Carter,York,Office,2,420.00,paid
"""
MEMBERS = """Mitgliedsnummer,Name,Ort,Sparte,Eintrittsdatum,Jahresbeitrag,Status
101,Anna Graf,Bern,Tennis,2020-04-01,260,aktiv
102,Beat Frei,Thun,Turnen,2021-06-15,120,passiv
103,Carla Roth,Bern,Turnen,2020-09-01,125,aktiv
104,Daniel Vogt,Biel,Fussball,2022-03-10,180,passiv
105,Eva Wyss,Thun,Tennis,2020-11-20,280,aktiv
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Society:
    path: Path = tmp_path_factory.mktemp("shop") / "orders.csv"
    path.write_text(ORDERS)
    return Society(Settings(file=path, model=None))


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Society:
    path: Path = tmp_path_factory.mktemp("club") / "mitglieder.csv"
    path.write_text(MEMBERS)
    return Society(Settings(file=path, model=None))


def talk(society: Society, *said: str) -> Answer:
    return asyncio.run(society.ask(said[-1], earlier=said[:-1]))


@pytest.mark.parametrize(
    ("said", "says", "hides"),
    [
        (("Total amount of orders in 2025", "by category"), "Office, 705.00", "24.50"),
        (("Total amount of orders in 2025", "per city", "and 2024?"), "York, 110.00", "Hull"),
        (("How many orders were placed in 2025?", "the year before?"), "3", "4"),
        (("How many orders were placed in 2024?", "and 2025?", "how many more is that?"), "1", "2024: 2"),
        (("How many orders are open?", "which ones?"), "6", "7"),
        (("How many orders are open?", "which ones?", "what is their total amount?"), "188.00", "1,247.50"),
        (("Which customer has the highest total amount?", "and the second?"), "Anna Frost", "Nobody"),
        (("Which customer has the highest total amount?", "in which city are they?"), "York", "Leeds"),
        (("Total amount of orders in Leeds", "and in York?", "both together?"), "962.50", "1,247.50"),
        (("Total amount of orders in York", "and in Leeds?", "difference?"), "-337.50", "1,247.50"),
        (("How many orders are there?", "by status", "only Leeds"), "paid, 2", "cancelled"),
        (("How many orders are open?", "How many orders were placed in 2025?"), "4", "2"),
    ],
)
def test_of_a_shop(shop: Society, said: tuple[str, ...], says: str, hides: str) -> None:
    answer = talk(shop, *said)
    assert answer.ok, answer.reason
    assert says in answer.text
    assert hides not in answer.text.partition(":")[2]


@pytest.mark.parametrize(
    ("said", "says", "hides"),
    [
        (("Wie hoch ist der gesamte Jahresbeitrag?", "pro Sparte"), "Tennis, 540", "965"),
        (("Durchschnittlicher Jahresbeitrag pro Ort", "und pro Sparte?"), "Tennis, 270", "Bern"),
        (("Wie viele Mitglieder sind passiv?", "welche?", "davon in Biel?"), "Daniel Vogt", "Beat Frei"),
        (("Wie viele Mitglieder sind 2020 eingetreten?", "und 2021?"), "1", "3"),
        (("Wie viele Mitglieder sind in Bern?", "und in Thun?", "beide zusammen"), "4", "5"),
        (("Mitglieder in Bern", "nur aktive", "wie viele sind das?"), "2", "3"),
        (("Wer zahlt den höchsten Jahresbeitrag?", "und der zweite?"), "Anna Graf", "Beat"),
    ],
)
def test_of_a_club(club: Society, said: tuple[str, ...], says: str, hides: str) -> None:
    answer = talk(club, *said)
    assert answer.ok, answer.reason
    assert says in answer.text
    assert hides not in answer.text.partition(":")[2]


@pytest.mark.parametrize(
    "said",
    [
        ("Total amount of orders in Leeds", "as a list"),
        ("Top nonsense of the shop", "how many orders did they place?"),
        ("How many orders are there in Leeds?", "how many percent of that is open?"),
        ("How many orders are there in Leeds?", "both together?"),
        ("How many orders are there per city?", "and the second?"),
    ],
)
def test_what_it_is_of_is_not_guessed(shop: Society, said: tuple[str, ...]) -> None:
    answer = talk(shop, *said)
    assert not answer.ok, answer.text
