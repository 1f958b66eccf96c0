"""A number that a question says is used: nothing is told without it."""

import pytest

from arch_team import Society
from arch_team.settings import Settings


@pytest.fixture(scope="module")
def books() -> Society:
    return Society(Settings(model=None))


@pytest.mark.parametrize(
    "question",
    [
        "What was posted to account 8510 in March 2025 under 18?",
        "Welche Bankkonten führen wir unter 18?",
        "Which of our customers are in Austria under 18?",
        "What is the VAT number of Softwarehaus Nordlicht over 50?",
        "How many urgent payroll bookings are there in 2025?",
    ],
)
def test_what_is_left_over_is_named(books: Society, question: str) -> None:
    assert not books.ask_sync(question).ok


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("Welcher Kunde schuldet uns aktuell am meisten (offene Rechnungen)?", "37'193.11"),
        ("Wie viel Werbung haben wir in den drei Jahren 2023 bis 2025 insgesamt verbucht?", "56'814.00"),
    ],
)
def test_what_belongs_to_it_is_not(books: Society, question: str, figure: str) -> None:
    answer = books.ask_sync(question)
    assert answer.ok, answer.reason
    assert figure in answer.text


def test_a_count_says_that_it_is_one(books: Society) -> None:
    answer = books.ask_sync("Welche Kunden haben am meisten offene Rechnungen?")
    assert "Anzahl" in answer.text
    assert "Anzahl" in (answer.reading or "")
