"""Questions on the books that ask two things, or for figures broken down: each part is told, or none is."""

import pytest

from arch_team import Society


@pytest.mark.parametrize(
    ("question", "shows"),
    [
        (
            "Welche offenen Kreditorenrechnungen werden vom 1. bis 10. Januar 2026 fällig, Total bitte auch",
            ("KR-2025-0190", "KR-2025-0195", "15'751.24"),
        ),
        ("Which supplier invoices are overdue, and how many are that?", ("KR-2025-0183", "overdue: 1.")),
        ("Was ist beim Hotel Arvenhof aktuell alles noch offen?", ("RE-2025-0352", "RE-2025-0380", "31'262.26")),
        ("Kilometerspesen 2025, Summe und Anzahl Auszahlungen", ("Jahr 2025: 12.", "4'198.75")),
        ("Wie oft wurde 2025 Bargeld vom Kontokorrent bezogen und wieviel insgesamt", ("Jahr 2025: 3.", "1'800.00")),
        ("Were dividends paid in 2024 and 2025? How much each year?", ("70,000.00", "80,000.00")),
        (
            "Did support contract revenue grow every year from 2023 to 2025? Show me the numbers",
            ("Yes.", "167,400.00", "174,000.00", "180,600.00"),
        ),
        ("Abschreibungen 2025 total sowie je Anlagekategorie", ("47'537.00", "7'534.00", "11'178.00", "28'825.00")),
        ("What did we spend on advertising in 2024, and what were they for?", ("23,836.40", "Kampagne und Inserate")),
        ("What furniture did we buy in 2025, from whom and for how much net?", ("Büro Keller", "5,371.15")),
    ],
)
def test_both_things_are_told(society: Society, question: str, shows: tuple[str, ...]) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert all(each in answer.text for each in shows), answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Umsatz 2025, und wie heisst der Hund?",
        "Which supplier invoices are overdue, and what colour are they?",
        "Abschreibungen 2025 total sowie je Filiale",
    ],
)
def test_half_of_a_question_is_no_answer(society: Society, question: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status != "approved", answer.text


@pytest.mark.parametrize(
    ("question", "shows"),
    [
        ("Current open receivables by currency", ("CHF 257,751.78", "EUR 11,560.00")),
        ("Open receivables per country", ("CH: CHF 257,751.78", "DE: EUR 11,560.00")),
        ("Number of open customer invoices by currency", ("CHF: 32", "EUR: 3")),
        ("Offene Kundenrechnungen nach Fälligkeit", ("RE-2025-0292", "31.10.2025")),
    ],
)
def test_rows_are_broken_down_as_it_is_said(society: Society, question: str, shows: tuple[str, ...]) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert all(each in answer.text for each in shows), answer.text


@pytest.mark.parametrize(
    ("question", "shows", "hides"),
    [
        ("Bei welchem Lieferanten stehen wir am tiefsten in der Kreide?", "Softwarehaus Nordlicht", "602.45"),
        ("Welcher Betrag an CHF-Kundenrechnungen war am 31.12.2025 überfällig?", "60'752.19", "RE-2025"),
        ("Welche Kundenrechnungen sind nur teilweise bezahlt?", "RE-2025-0340", "RE-2025-0292"),
        ("Welche Kunden haben ihre Rechnungen erst teilweise bezahlt?", "Imprimerie Chasseral", "Brunner"),
        ("Wie viel wurde 2025 vom Kontokorrent aufs Sparkonto überwiesen?", "3'446.16", "12'"),
    ],
)
def test_it_is_read_as_it_is_meant(society: Society, question: str, shows: str, hides: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert shows in answer.text, answer.text
    assert hides not in answer.text
