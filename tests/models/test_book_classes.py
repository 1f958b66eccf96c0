"""Classes of questions that were once answered wrong, or not at all: each stands for many."""

import pytest

from tests.models.conftest import Asked


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Wie hoch waren die Belastungen (Haben) auf dem Bankkonto 1020 im Mai 2025?", ["Haben CHF 252'104.34"]),
        ("wie gross war der höchste einzelne Buchungsbetrag im Soll auf 1020 im 2025", ["45'643.50"]),
        ("Anteil der Top 3 Kunden am Umsatz 2025", ["546'222.63", "2'707'266.01", "20.18 %"]),
        ("Umsatz 2025 kumuliert pro Monat", ["434'862.95", "2'707'266.01"]),
        ("Banksaldo in EUR per 31.12.2025", ["EUR 15'226.95"]),
        ("Summiere die Schlusssalden von Konto 1020 über alle Monate 2025", ["152'400.00", "nicht addiert"]),
        ("Was ist Vorsteuer?", ["bezahlte MWST", "1170", "1171"]),
        ("Gewinnmarge 2025", ["1.52 %"]),
        ("Eigenkapitalquote Ende 2025", ["66.99 %", "402'689.26"]),
        ("Wie hoch ist der Kassenbestand heute?", ["31.12.2025", "545.80"]),
        ("Wie hoch ist unser Eigenkapital derzeit?", ["31.12.2025"]),
        ("Welche Kundenrechnungen sind seit mehr als 30 Tagen überfällig?", ["RE-2025-0292", "letzten Tag mit Daten"]),
        ("Gewinn 2024 und wie viele Kunden haben wir?", ["208'513.38", "23"]),
        ("By how much did revenue change from 2024 to 2025?", ["-156,444.28", "-5.46 %"]),
        ("Nettoumsatz 2025 und Reingewinn 2025?", ["2'707'266.01", "41'092.85"]),
        ("Saldo 3400 per Ende Juni 2025?", ["830'481.40"]),
        ("Wie viele Rechnungen hat uns die Limmat Rechenzentrum AG 2023 gestellt?", ["12."]),
        ("Which supplier sent us the most invoices in 2025?", ["Albis Hardware Distribution AG", "51"]),
        ("What was the largest supplier invoice in 2024?", ["KR-2024-0203", "14,592.80"]),
        ("How much did we invest in furniture (account 1510) in 2024?", ["6,399.15"]),
        ("Was steckt hinter dem ausserordentlichen Aufwand 2024?", ["Wasserschaden"]),
        ("Ist die Rechnung RE-2025-0344 schon ganz bezahlt?", ["Nein.", "7'932.70"]),
        ("Wann ist die Rechnung RE-2025-0376 fällig und an welchen Kunden ging sie?", ["15.01.2026", "Klinik Birken"]),
        ("Wer schuldet uns per 31.12.2025 am meisten in Franken?", ["Aargauer Kies und Beton AG", "37'193.11"]),
        ("Was müssen wir der Softwarehaus Nordlicht per 31.12.2025 noch zahlen?", ["33'700.39"]),
        ("Ich bereite die Sitzung vor: Wie hoch war der Umsatz 2025?", ["2'707'266.01"]),
        ("durchschnitlicher Beratungsertrag pro Monat im 2024", ["144'262.06"]),
        ("Telefon- und Internetkosten 2024", ["10'297.00"]),
        ("Welchen Anteil hat die Beratung (Konto 3400) am Dienstleistungsertrag 2025?", ["78.78 %"]),
        ("Month-end balances of the cash account from January to April 2025", ["646.75", "577.35", "481.50", "360.45"]),
    ],
)
def test_it_is_answered(ask: Asked, question: str, shown: list[str]) -> None:
    text = ask(question)
    assert [part for part in shown if part not in text] == [], text


@pytest.mark.parametrize(
    "question",
    [
        "Wie viel schulden wir der Swisscom?",
        "Umsatz 2025 in EUR",
        "Gewinn aus Hardware 2025",
        "Umsatz 2025 in EUR umgerechnet",
        "Überweise bitte die offene Rechnung von Telekom Uto.",
        "Who entered the booking BK-2024-0039 in the system?",
        "And how did it look the year before?",
        "Bitte die Buchungen vom Konto zeigen",
        "can you pull up that supplier's total",
        "Ich bereite 2024 vor: Wie hoch war der Umsatz der Sparte?",
    ],
)
def test_it_is_not_answered(ask: Asked, question: str) -> None:
    assert ask(question)[0] in "?-", ask(question)


def test_both_sides_of_a_balance_sheet_are_equal(ask: Asked) -> None:
    text = ask("Bilanz per 31.12.2025")
    totals = [line for line in text.splitlines() if "**Total" in line]
    assert len(totals) == 2
    assert all("CHF 601'083.82" in line for line in totals)


@pytest.mark.parametrize("question", ["Bilanz per 31.12.2025 und Vorjahr", "Bilanz per 31.12.2025 und 31.12.2024"])
def test_two_days_of_a_balance_sheet_stand_side_by_side(ask: Asked, question: str) -> None:
    text = ask(question)
    assert "| Bilanz | 31.12.2025 | 31.12.2024 |" in text
    assert all(line.count("CHF") >= 2 for line in text.splitlines() if "**Total" in line)


def test_two_years_of_an_income_statement_stand_side_by_side(ask: Asked) -> None:
    text = ask("Erfolgsrechnung 2025 und 2024")
    last = next(line for line in text.splitlines() if "**Gewinn oder Verlust**" in line)
    assert "41'092.85" in last
    assert "208'513.38" in last
