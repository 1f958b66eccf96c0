"""Questions on the books that ask for more than one thing: all of it is told, or nothing is."""

import pytest

from arch_team import Society
from tests.models.talking import talk


@pytest.mark.parametrize(
    ("question", "shows", "hides"),
    [
        (
            "Which supplier invoices are overdue, and what do they add up to?",
            ("KR-2025-0183", "overdue: CHF 261.12"),
            "",
        ),
        ("Annual rent expense 2025 and the monthly rent booked", ("88,200.00", "7,350.00"), ""),
        ("Annual insurance cost 2025 and the monthly average", ("12,110.40", "1,009.20"), ""),
        ("Lohnaufwand 2025 und der Durchschnitt pro Monat", ("1'473'521.00", "122'793.42"), ""),
        ("Umsatz 2025 und der beste Monat", ("2'707'266.01", "268'599.85"), ""),
        (
            "What is the balance of account 1020 at the end of 2025 and what was the highest month-end balance?",
            ("152,400.00", "360,990.25"),
            "",
        ),
        ("Umsatz und Gewinn 2025 sowie die Veränderung zum Vorjahr", ("-5.46 %", "-80.29 %"), "Differenz"),
        ("Which month of 2025 had the highest revenue, and which the lowest profit?", ("May", "December"), "5000"),
        ("Welche Sachanlagen wurden 2025 angeschafft und für wieviel (netto)?", ("12'364.95", "5'371.15"), ""),
        ("Personalaufwand 2025 gesamt, davon Sozialversicherung", ("1'689'339.43", "212'186.98"), "Zusammen"),
        ("What is our largest open receivable and who owes it?", ("Zürcher Holzbau",), "Aargauer"),
        ("Bei wem haben wir im Moment die grösste einzelne offene Forderung?", ("Zürcher Holzbau",), "Aargauer"),
    ],
)
def test_all_that_is_asked_is_told(society: Society, question: str, shows: tuple[str, ...], hides: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert all(each in answer.text for each in shows), answer.text
    assert not hides or hides not in answer.text, answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Welcher Lieferant hat 2025 am meisten fakturiert und wie viele Rechnungen waren das?",
        "Which customer owes us the most, how much is it and when is it due?",
        "Welche Kunden sind in Deutschland und wie viel Umsatz haben wir mit ihnen 2025 gemacht?",
        "Wie viele offene Debitorenrechnungen gibt es, welche ist die älteste und welche die grösste?",
        "How high was the loan at the end of 2025, and what interest did we pay on it in 2025?",
        "What is the book value of machinery at the end of 2025 and how much was depreciated on it in 2025?",
        "Show total open receivables and the three largest debtors",
        "Welche Rechnungen sind am 15. Januar 2026 fällig und welcher Kunde hat die höchste?",
        "Personalaufwand 2025, davon Löhne und davon Sozialleistungen",
        "Miete pro Monat und pro Jahr 2025",
        "Top 3 cost accounts after payroll in 2023",
    ],
)
def test_half_of_it_is_no_answer(society: Society, question: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status != "approved", answer.text


@pytest.mark.parametrize(
    ("question", "shows", "hides"),
    [
        ("Welcher Kunde hat die grösste Rechnung offen?", "RE-2025-0350", "Aargauer"),
        ("Which customer got the largest invoice in 2025?", "RE-2025-0312", "29"),
        ("Which customer did we bill the most in 2025?", "Aargauer Kies und Beton AG: CHF 212,289.11", "Albis"),
        ("Which customer has the most open invoices?", "Aargauer Kies und Beton AG: 3", "37,193.11"),
        ("Welchem Kunden haben wir 2025 die höchste Rechnung gestellt?", "22'718.89", "212'289.11"),
        ("Wie viel Lohn wurde im März 2025 ausbezahlt?", "99'743.38", "114'122.85"),
        ("How much salary was paid out to employees in June 2025?", "99,407.67", "113,738.75"),
        ("Vorsteuer im 4. Quartal 2025, Material und Betriebsaufwand getrennt", "5'249.46", "1170"),
    ],
)
def test_the_thing_that_is_said_is_meant(society: Society, question: str, shows: str, hides: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert shows in answer.text, answer.text
    assert hides not in answer.text, answer.text


@pytest.mark.parametrize("question", ["Betriebsaufwand 2025", "Hardwareaufwand in % vom Hardwareertrag 2024"])
def test_a_word_ends_with_the_kind_it_is_of(society: Society, question: str) -> None:
    """What has the word in its name, and is of another kind, is not meant."""
    answer = society.ask_sync(question)
    assert answer.status == "needs_clarification", answer.text


@pytest.mark.parametrize(
    ("said", "shows"),
    [
        (("Lizenzerträge 2025 bitte", "nur 4. Quartal", "bester Monat im Jahr?"), "48'932.05"),
        (("Umsatz Q2 2025?", "bester Monat 2024?"), "293'284.56"),
        (("Wie viele Kreditorenrechnungen sind derzeit offen?", "in Franken?"), "62'967.44"),
        (("Total open payables right now?", "by supplier please", "only Büro Keller"), "602.45"),
    ],
)
def test_a_talk_goes_on(society: Society, said: tuple[str, ...], shows: str) -> None:
    answer = talk(society, *said)
    assert answer.status == "approved", answer.reason
    assert shows in answer.text, answer.text


@pytest.mark.parametrize(
    "said",
    [
        ("Balance of the EUR bank account at end of 2025, in EUR", "which bank is that with?"),
        ("Banksaldo 1020 Ende 2025?", "bei welcher Bank ist das?"),
        ("MWST-Schuld 1. Quartal 2025 laut Abrechnung?", "Total aller vier Quartale 2025?"),
    ],
)
def test_what_nothing_tells_is_not_said(society: Society, said: tuple[str, ...]) -> None:
    answer = talk(society, *said)
    assert answer.status != "approved", answer.text


@pytest.mark.parametrize(
    ("said", "reads"),
    [
        (
            ("Ertrag Hardware im 2. Halbjahr 2025?", "und der Handelswarenaufwand im gleichen Zeitraum?"),
            "Juli–Dezember",
        ),
        (("Revenue in Q2 2025?", "and the wages in the same quarter?"), "April–June"),
        (("Umsatz 2025?", "davon Beratung?", "und insgesamt 2024?"), "Umsatz (3200 … 3805), Jahr 2024"),
        (("Wie viele Kundenrechnungen sind aktuell offen?", "davon in EUR?"), "Anzahl"),
    ],
)
def test_the_same_period_and_the_whole_of_a_part(society: Society, said: tuple[str, ...], reads: str) -> None:
    assert reads in (talk(society, *said).read_as or "")


def test_the_total_after_one_kind_of_an_account_is_not_that_of_the_kind(society: Society) -> None:
    said = ("What is the total depreciation for 2024?", "of which IT?", "and 2023, total?")
    assert "70,059" in talk(society, *said).text
