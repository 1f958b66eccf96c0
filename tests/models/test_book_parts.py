"""Parts of what is asked that must not get lost: which is the whole, of what a result is, rows beside their total."""

import asyncio
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.settings import Settings


@pytest.fixture(scope="session")
def books(tmp_path_factory: pytest.TempPathFactory) -> Society:
    home: Path = tmp_path_factory.mktemp("home")
    return Society(Settings(home=home, model=None))


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Wie viel Prozent des Umsatzes machte 2025 der Materialaufwand aus?", "25.04 %"),
        ("Wieviel Prozent des Lohnaufwands machte 2025 der Sozialversicherungsaufwand aus?", "14.4 %"),
        ("Anteil des Sozialversicherungsaufwands am Lohnaufwand 2025", "14.4 %"),
    ],
)
def test_the_whole_is_what_it_is_a_percentage_of(books: Society, question: str, shown: str) -> None:
    answer = books.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert shown in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "List the supplier bills from Albis Hardware that are still open, with the total",
        "Zeig alle offenen Lieferantenrechnungen von Albis Hardware mit Total",
    ],
)
def test_a_list_with_its_total_shows_both(books: Society, question: str) -> None:
    answer = books.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert "KR-2025-0192" in answer.text
    assert any(total in answer.text for total in ("12,225.88", "12'225.88"))


@pytest.mark.parametrize(
    "question",
    [
        "What was our gross profit on licences in 2025?",
        "how many came from Albis Hardware?",
        "Wofür haben wir die Garage Sternen 2025 bezahlt?",
        "Wie viele Euro haben wir 2024 verkauft?",
    ],
)
def test_what_would_lose_a_part_of_the_question_is_not_answered(books: Society, question: str) -> None:
    answer = books.ask_sync(question)
    assert answer.status != "approved", answer.text


@pytest.mark.parametrize(
    ("first", "then", "shown"),
    [
        ("What is the total we currently owe our suppliers?", "just Softwarehaus Nordlicht", "33,700.39"),
        ("Saldo Kontokorrent Ende 2024?", "und das Sparkonto zum gleichen Zeitpunkt", "1021"),
        ("Wie hoch war der Umsatz 2025?", "Ganz was anderes: wo sitzt die Agence Lumière?", "Genève"),
        ("What was the legal reserve at the end of 2025?", "and retained earnings, same date?", "228,596.41"),
    ],
)
def test_what_is_said_next(books: Society, first: str, then: str, shown: str) -> None:
    answer = asyncio.run(books.ask(then, earlier=(first,)))
    assert answer.status == "approved", answer.reason
    assert shown in answer.text
