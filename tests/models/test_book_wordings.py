"""Questions as people word them. The figures were computed from the demo's tables by plain SQL, twice each."""

import pytest

from tests.models.conftest import Asked


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Wie hoch war der Anteil der Personalkosten am Umsatz 2025?", ["62.4 %"]),
        (
            "What percentage of net revenue (accounts 3000 to 3999) went into personnel costs (5000 to 5999) in 2025?",
            ["62.4 %"],
        ),
        ("What percent of the 2023 wages total did the social insurance expense amount to?", ["14.4 %"]),
    ],
)
def test_a_share_is_of_what_the_words_say(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Wie hoch war der Nettoaufwand auf dem Konto Buchführung und Beratung im 2023?", ["14'316.85"]),
        (
            "Was geben Aktienkapital, gesetzliche Gewinnreserve und Gewinnvortrag per Ende 2024 zusammen?",
            ["233'083.03"],
        ),
        (
            "Bank loan: what did it stand at when 2023 began, and what is left at the end of 2025?",
            ["340,000.00", "21,444.06"],
        ),
        (
            "Wieviel haben wir 2023 vom Bankdarlehen amortisiert und wie hoch war die Restschuld am Jahresende?",
            ["65'000.00", "275'000.00"],
        ),
        (
            "Bitte geben Sie mir für das Konto 2000 die Soll- und die Habenumsätze vom August 2025 an.",
            ["55'545.16", "62'451.26"],
        ),
        (
            "Which expense account went up the most in francs from 2024 to 2025, and by how much?",
            ["Lohnaufwand", "52,379.55"],
        ),
        (
            "Bei welchem Ertragskonto gab es 2025 gegenüber 2024 den grössten Rückgang?",
            ["Beratungsertrag", "-109'612.70"],
        ),
        ("Konto 2270, wie heisst das genau?", ["Sozialversicherungen und Vorsorge"]),
        ("Was wurde am 9. November 2023 verbucht?", ["Albis Hardware", "8'850.99"]),
        ("How many of our contacts, customers and suppliers alike, are based in Germany?", ["4"]),
    ],
)
def test_accounts_bookings_and_contacts(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Was schuldet uns die Domaine du Vallon per Ende 2025 insgesamt?", ["28'355.93"]),
        (
            "Name the three suppliers we owe most to at the end of 2025, with amounts.",
            ["33,700.39", "12,225.88", "11,584.16"],
        ),
        ("How many bills did Energie Furtbach send us in 2024?", ["4."]),
        (
            "What was the biggest customer payment that came in during October 2024, and who was it from?",
            ["21,317.97"],
        ),
    ],
)
def test_who_owes_who_invoiced_and_who_paid(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


def test_what_comes_after_the_thanks_is_read(ask: Asked) -> None:
    assert "2'707'266.01" in ask("Wie hoch war der Umsatz 2025? Danke vielmals!")
    assert "2'707'266.01" not in ask("Wie hoch war der Umsatz 2025? Danke, aber nur Deutschland bitte.")


def test_clearing_one_currency_against_another_is_no_payment(ask: Asked) -> None:
    answer = ask("How much did Bodensee Logistik pay us in 2025?")
    assert "EUR 46,090.00" in answer
    assert "CHF" not in answer


@pytest.mark.parametrize(
    "question",
    [
        "What were the net assets at the end of 2025?",
        "Was war der durchschnittliche Saldo von Konto 1020 pro Quartal 2025?",
        "Buchwert der Fahrzeuge per Ende 2025",
        "Which CHF accounts are not used?",
        "Who entered the journal entry LO-2025-0003?",
        "Welche drei Tage hatten 2025 die meisten Buchungen?",
        "Überstieg der Saldo von 1020 an jedem Monatsende 2025 CHF 50'000?",
        "Nebenbetrieb: Einnahmen, Ausgaben und was blieb 2025 hängen?",
        "Which tax codes appear on the lines posted to 1170 in March 2025?",
        "In wie vielen Monaten von 2025 lagen die Lohnkosten über denen vom Vorjahresmonat?",
        "Wie haben sich die Exporterlöse im zweiten Halbjahr 2025 gegenüber dem ersten entwickelt?",
    ],
)
def test_half_understood_is_not_answered(ask: Asked, question: str) -> None:
    assert ask(question)[0] in "?-"


def test_a_word_for_an_account_that_is_also_a_name_is_asked_about(ask: Asked) -> None:
    assert ask("What is the total with Treuhand for 2025?").startswith("? ")
