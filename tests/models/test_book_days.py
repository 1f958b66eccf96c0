"""When something was booked, every year there is, and a number that only counts the years that are named."""

import pytest

from arch_team import Society
from tests.models.conftest import Asked
from tests.models.talking import talk


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Wann wurden die Löhne für August 2025 gebucht?", "25.08.2025"),
        ("On which date were the wages for August 2025 booked?", "25 Aug 2025"),
        ("Wann haben wir den Wasserschaden gebucht?", "17.06.2024"),
        ("Ertrag aus den Supportverträgen für jedes Jahr", "174'000.00"),
        ("Energie und Entsorgung, alle Jahre nebeneinander", "4'941.00"),
        ("Wie viel Werbung haben wir in den drei Jahren 2023 bis 2025 insgesamt verbucht?", "56'814.00"),
        ("Which are the top three suppliers by invoices received in 2024, VAT included, biggest first?", "187,169.33"),
        ("Um wieviel haben wir 2024 das Bankdarlehen abbezahlt?", "148'000.00"),
        ("Wann wäre die RE-2025-0311 fällig gewesen?", "20.11.2025"),
        ("In welchen drei Monaten 2025 war der Beratungsertrag am höchsten?", "Mai 2025"),
        ("Which three months of 2025 brought in the most consulting income?", "May 2025"),
    ],
)
def test_it_is_told(ask: Asked, question: str, shown: str) -> None:
    assert shown in ask(question)


@pytest.mark.parametrize(
    "question",
    [
        "Wann haben wir 2025 die Miete bezahlt?",
        "Wie hoch war ZA-2025-0036 im 2. Quartal?",
        "Wie viel Werbung haben wir in den zwei Jahren 2023 bis 2025 insgesamt verbucht?",
    ],
)
def test_it_is_not_told(ask: Asked, question: str) -> None:
    assert ask(question).startswith(("-", "?"))


def test_what_was_not_understood_and_asked_in_its_own_way_is_not_passed_over(society: Society) -> None:
    told = talk(
        society,
        "Wie viele Rechnungen haben wir 2025 der Gemeinde Obersteinach gestellt?",
        "welche Summe gab das ohne MWST?",
        "und die Summe bei der Spitex Rotbachtal?",
    )
    assert told.status != "approved"


@pytest.mark.parametrize(
    "said",
    [
        ("Direkte Steuern 2024, wieviel Aufwand?", "und über alle drei Jahre zusammen?"),
        ("Was hat uns die Miete 2025 gekostet?", "pro Monat?", "und die Reinigung im ganzen Jahr?"),
        (
            "Welche Kundenrechnungen sind überfällig? Nur die Nummern",
            "wie viele sind das?",
            "und in Franken total, ohne die in Euro?",
        ),
        ("Wie hoch war die MWST-Schuld gemäss Abrechnung 1. Quartal 2025?", "Wann haben wir die bezahlt?"),
        ("Welcher Lieferant hat uns 2025 am meisten verrechnet, inkl. MWST?", "und wie viele Rechnungen waren das?"),
    ],
)
def test_a_follow_up_loses_nothing_and_brings_nothing_up(society: Society, said: tuple[str, ...]) -> None:
    assert talk(society, *said).status != "approved"


@pytest.mark.parametrize(
    "question",
    [
        "Was bleibt uns 2025 bei den Lizenzen übrig, Ertrag minus Lizenzaufwand?",
        "Lizenzen 2025: Ertrag minus Lizenzaufwand?",
    ],
)
def test_what_is_named_apart_from_a_formula_is_not_passed_over(ask: Asked, question: str) -> None:
    assert ask(question).startswith(("-", "?"))


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Umsatz 2025 vor Erlösminderungen", "2'726'114.12"),
        ("Wieviel Umsatz haben wir 2024 mit der Spitex Rotbachtal gemacht? Ohne MWST und vor Abzügen.", "107'286.70"),
        ("Which are the top 3 customers in 2023 by revenue, excluding VAT and before deductions?", "175,620.85"),
        ("Wieviel Prozent vom Umsatz 2025 (alle Erträge, vor Erlösminderungen) kam aus der Hardware?", "9.95"),
    ],
)
def test_a_name_said_in_pieces_is_that_name(ask: Asked, question: str, shown: str) -> None:
    assert shown in ask(question)


def test_what_is_left_out_of_what_parties_brought_is_not_passed_over(ask: Asked) -> None:
    assert ask("Welcher Kunde brachte 2025 am meisten Umsatz ohne Hardware?").startswith(("-", "?"))
