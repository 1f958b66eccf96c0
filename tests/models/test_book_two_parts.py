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
        (
            "Wie viele Kundenrechnungen haben wir 2025 gestellt und was war der Durchschnitt?",
            ("385", "Jahr 2025, im Durchschnitt: CHF 7'542.75"),
        ),
        (
            "Wer sind die grössten drei Kunden 2025 und wie viel Umsatz machen sie zusammen?",
            ("196'356.16", "546'222.63"),
        ),
        ("Was haben wir 2025 für Zugbillette ausgegeben, und wie oft?", ("5'680.30", "Jahr 2025: 18.")),
        ("Kaffee 2025: Anzahl und Summe", ("Jahr 2025: 8.", "372.70")),
        ("Wie hoch war der Gewinn 2025 vor Steuern und nach Steuern?", ("50'092.85", "41'092.85")),
        ("Profit before and after tax 2025", ("50,092.85", "41,092.85")),
        ("Was wurde 2025 auf Konto 6570 gebucht, total und einzeln?", ("62'706.09", "KR-2025-0003")),
        ("Welche Kunden haben mehr als 20'000 offen, und wie viel zusammen?", ("Hotel Arvenhof", "192'562.76")),
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
        "Top 3 suppliers by invoices 2025, total of the three",
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
        ("Welche Kundenrechnungen sind noch ganz unbezahlt?", "RE-2025-0292", "RE-2025-0340"),
        ("Which customers owe us more than 25,000?", "Domaine du Vallon", "RE-2025"),
        ("Which customer invoices above 20,000 are open?", "RE-2025-0350", "Domaine du Vallon"),
        ("Wie viel wurde 2025 vom Kontokorrent aufs Sparkonto überwiesen?", "3'446.16", "12'"),
    ],
)
def test_it_is_read_as_it_is_meant(society: Society, question: str, shows: str, hides: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert shows in answer.text, answer.text
    assert hides not in answer.text


@pytest.mark.parametrize(
    ("question", "shows", "hides"),
    [
        ("Auf welches Konto bucht man Telefon?", "6510, Telefon und Internet", "KR-"),
        ("On which account is rent booked?", "6000, Mietaufwand", "KR-"),
        ("Telefonkosten 2025 netto", "10'331.45", "KR-"),
        ("Outstanding balance of the bank loan at 30 June 2025?", "113,000.00", "RE-"),
        ("Which foreign-currency customer invoices are still unpaid?", "RE-2025-0304", "CHF"),
        ("Average supplier invoice in 2025, gross?", "4,941.39", "KR-"),
        ("Share of the largest debtor in the open CHF receivables, percent?", "14.43 %", "EUR"),
        ("Anteil von Softwarehaus Nordlicht an den offenen Kreditoren", "CHF 33'700.39 von CHF 6", "100"),
        ("Anteil des grössten Kunden am Umsatz 2025", "196'356.16", "Klinik"),
        ("What was booked to extraordinary income in 2025 and why?", "Nachzahlung aus Konkurs", "2024"),
        ("What was the customer payment for RE-2025-0090, after cash discount?", "8,505.40", "8,678.97"),
        ("How much did we spend on train tickets in 2024?", "6,563.87", "2025"),
        ("What did the water damage cost in 2024?", "6,840.00", "5,900.00"),
        ("Welche Buchungen enthalten das Wort Wasserschaden?", "BK-2024-0059", "2025"),
        ("How often did we have overnight stays in 2024?", ": 16.", "CHF"),
    ],
)
def test_what_bookkeepers_say_is_known(society: Society, question: str, shows: str, hides: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert shows in answer.text, answer.text
    assert hides not in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Lohnaufwand 2025 netto",
        "Mietaufwand 2025 inkl. MWST",
        "What is the maturity date of the bank loan?",
        "How many registered letters did we send in 2025?",
        "Which invoices are in a currency?",
    ],
)
def test_what_the_books_do_not_say_is_not_made_up(society: Society, question: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status != "approved", answer.text
