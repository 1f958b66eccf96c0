"""Follow-ups and questions on the books that once lost what was asked, or kept what was not."""

import asyncio
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.runs.answer import Answer
from arch_team.settings import Settings


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Society:
    home: Path = tmp_path_factory.mktemp("home")
    return Society(Settings(home=home, model=None))


def talk(books: Society, *said: str) -> Answer:
    return asyncio.run(books.ask(said[-1], earlier=said[:-1]))


@pytest.mark.parametrize(
    ("said", "says", "hides"),
    [
        (("Werbeaufwand 2024?", "welche Buchungen?"), "Agence Lumière", "Eröffnungsbilanz"),
        (("Abschreibungen 2023", "zeige die Buchungen"), "10'923.00", "Eröffnungsbilanz"),
        (("Extraordinary expense 2024", "which bookings?"), "Wasserschaden", "Eröffnungsbilanz"),
        (("Personnel expense 2024", "broken down"), "204,644.31", "'"),
        (("Personalaufwand 2024", "aufgeschlüsselt"), "204'644.31", "Eröffnungsbilanz"),
        (("Consulting revenue in October 2025?", "November?", "both together"), "309,834.20", "'"),
        (("Ausserordentlicher Aufwand 2024?", "wofür war das?"), "Wasserschaden", "Eröffnungsbilanz"),
        (("Extraordinary expense 2024", "what was it for?"), "Wasserschaden", "Eröffnungsbilanz"),
        (("Welche Lieferantenrechnungen sind teilweise bezahlt?",), "KR-2025-0194", "KR-2025-0183"),
        (("How many invoices are partly paid?",), "4", "50"),
        (("How many customer invoices are partially paid?",), "3", "50"),
        (("Umsatz 2025", "nur Beratung"), "1'621'532.00", "2'707'266.01"),
    ],
)
def test_it_goes_on(books: Society, said: tuple[str, ...], says: str, hides: str) -> None:
    answer = talk(books, *said)
    assert answer.status == "approved", answer.reason
    assert says in answer.text
    assert hides not in answer.text


@pytest.mark.parametrize(
    "said",
    [
        ("Depreciation in 2025?", "only IT"),
        ("Did we transfer money to the savings account in December 2025?",),
        ("Haben wir 2025 Darlehen zurückbezahlt?",),
        ("Show total depreciation for 2023", "broken down"),
        ("Umsatz Klinik Birkenrain AG 2025", "davon Supportverträge?", "und im Jahr 2024, alles zusammen?"),
    ],
)
def test_what_it_is_of_is_not_guessed(books: Society, said: tuple[str, ...]) -> None:
    assert talk(books, *said).status != "approved"
