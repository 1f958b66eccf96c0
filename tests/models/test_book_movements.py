"""What moved is not what is left, what is to come is not known, and what was summed is what is counted."""

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
        (("Savings account balance at end of 2025?", "what moved on it in December 2025?"), "3,446.16", "28,100"),
        (("Savings account balance at end of 2025?", "which bookings in December 2025?"), "219.90", "Rebgarten"),
        (("Saldo Sparkonto Ende 2025?", "was lief im Dezember 2025?"), "3'446.16", "28'100"),
        (("Saldo Sparkonto Ende 2025?", "was kam im Dezember 2025 dazu?"), "219.90", "28'100"),
        (("Saldo Sparkonto Ende 2025?", "welche Buchungen gab es im Dezember 2025?"), "219.90", "Rebgarten"),
        (("Werbeaufwand 2025?", "wie viele Buchungen 2024?"), "2024: 4", "1'543"),
        (("What moved on account 1021 in December 2025?",), "3,446.16", "28,100"),
        (("Was lief auf dem Sparkonto im Dezember 2025?",), "219.90", "28'100"),
        (
            ("Stand Bankdarlehen Ende 2024?", "Ende 2025?", "welche Amortisationen gab es dazwischen"),
            "48'000.00",
            "Ja.",
        ),
        (("Stand Bankdarlehen Ende 2024?", "welche Amortisationen gab es 2025?"), "43'555.94", "21'444"),
        (("Balance of the bank loan at end of 2024?", "repayments in 2025?"), "105,555.94", "21,444"),
        (("Which repayments were made on the bank loan in 2025?",), "14,000.00", "127,000"),
        (("Disposals of fixed assets 2025",), "0.00", "47,537"),
        (("Abgänge Anlagevermögen 2024",), "0.00", "56'622"),
        (("Additions to fixed assets 2025",), "28,464.50", "47,537"),
        (("Output VAT reported in the VAT return for Q4 2025",), "55,776.95", "57,062"),
        (("Wie viele Rechnungen haben wir?",), "Offene Rechnungen: 50", "385"),
    ],
)
def test_what_moved_is_told(books: Society, said: tuple[str, ...], says: str, hides: str) -> None:
    answer = talk(books, *said)
    assert answer.status == "approved", answer.reason
    assert says in answer.text
    assert hides not in answer.text


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (
            (
                "What were the total invoices from Softwarehaus Nordlicht AG in 2025 including VAT?",
                "and Albis Hardware Distribution AG?",
                "how many invoices were those from Albis?",
            ),
            "51",
        ),
        (("What were the total invoices from Albis in 2025 including VAT?", "how many invoices from Nordlicht?"), "46"),
        (("Wie viel hat uns Albis 2025 verrechnet?", "wie viele Rechnungen von Albis sind offen?"), "3"),
    ],
)
def test_what_was_summed_is_counted(books: Society, said: tuple[str, ...], says: str) -> None:
    answer = talk(books, *said)
    assert answer.text.endswith(f": {says}.")


@pytest.mark.parametrize(
    "said",
    [
        ("What dividend was paid in 2025?", "and the year before?", "what will it be next year?"),
        ("Umsatz 2024?", "und nächstes Jahr?"),
        ("Umsatz 2024?", "und im kommenden Jahr?"),
        ("Umsatz 2023?", "wie hoch wird er im nächsten Jahr sein?"),
        ("Revenue Q1 2025?", "what will it be next quarter?"),
        ("Umsatz nächstes Jahr?",),
    ],
)
def test_what_is_to_come_is_refused(books: Society, said: tuple[str, ...]) -> None:
    assert talk(books, *said).status == "refused"


@pytest.mark.parametrize(
    ("said", "says"),
    [(("Umsatz 2023?", "und im nächsten Jahr?"), "2'863'710.29"), (("Umsatz 2024?", "und im Folgejahr?"), "2025")],
)
def test_the_year_behind_the_one_before_is_known(books: Society, said: tuple[str, ...], says: str) -> None:
    assert says in talk(books, *said).text


@pytest.mark.parametrize("question", ["What was the output VAT in Q4 2025?", "Umsatzsteuer Q4 2025"])
def test_a_tax_that_is_cleared_is_asked_about(books: Society, question: str) -> None:
    assert talk(books, question).status == "needs_clarification"
