"""Rows by a word of their text: what they come to, how many there are, which they are."""

import pytest

from tests.models.conftest import Asked


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        (
            "Was haben wir 2024 für Kleinwerkzeug ausgegeben?",
            ["Kleinwerkzeug", "zusammen: CHF", "Im Einzelnen", "(6700): CHF 228.53"],
        ),
        ("Einschreiben 2025, total", ["Büromaterial und Verwaltung (6500): CHF 157.21", "CHF 169.95"]),
        ("Wie viele Buchungen mit Parkgebühren gab es 2024?", ["«Parkgebühren» Jahr 2024: 5."]),
        ("Was hat uns der Wasserschaden gekostet?", ["CHF 6'840.00", "17.06.2024"]),
        ("Einnahmen aus der Vermietung des Schulungsraums im Jahr 2024", ["Ertrag Nebenbetrieb (7000)"]),
        ("Welche Teilzahlungen gab es im Dezember 2025?", ["ZE-2025-0382", "EUR 7'590.00"]),
        ("Grösste Buchung mit Bahnbilletten im Jahr 2025", ["BK-2025-0056", "627.95"]),
    ],
)
def test_they_are_found_and_added_up(ask: Asked, question: str, shown: list[str]) -> None:
    text = ask(question)
    assert [part for part in shown if part not in text] == [], text


def test_what_was_spent_is_not_what_came_back(ask: Asked) -> None:
    """The insurance paid for part of the damage: that is no cost, and is not netted with one."""
    assert "5'900.00" not in ask("Was hat uns der Wasserschaden gekostet?")


@pytest.mark.parametrize(
    "question",
    [
        "How many notebooks did we sell in 2024?",
        "Wie viele Notebooks haben wir 2024 gekauft?",
        "Rückstellung für direkte Steuern per 31.12.2025",
        "Zahle 50 Franken Porto aus der Kasse",
        "Zu welchem Kurs haben wir verkauft?",
        "Ausgaben für Blumen und Pralinen 2025",
    ],
)
def test_a_word_in_a_text_makes_no_other_question_answerable(ask: Asked, question: str) -> None:
    assert ask(question)[0] in "?-", ask(question)
