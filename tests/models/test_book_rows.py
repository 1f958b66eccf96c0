"""What is asked of single rows and of lists of them: by number, by column, of one side or of both."""

import pytest

from tests.models.conftest import Asked


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Zeige die Buchungssätze von LO-2025-0012", ["5000", "Lohnaufwand", "1020", "Haben CHF 197'459.46"]),
        ("Which accounts was KR-2025-0093 booked on?", ["1510", "1171", "2000", "debit CHF 5,371.15"]),
        ("Wie hoch ist die MWST auf RE-2025-0350?", ["2200", "1'624.75"]),
        ("Ist RE-2025-0340 schon bezahlt oder noch offen?", ["Nein.", "8'426.99", "5'898.00", "2'528.99"]),
        ("Wurde KR-2025-0093 bezahlt?", ["Ja.", "10.07.2025", "ZA-2025-0123"]),
        ("What is the customer, due date and amount of invoice RE-2025-0376?", ["Klinik Birkenrain AG", "15 Jan 2026"]),
        ("Offene Rechnungen der Hotel Arvenhof, mit Nummer und Betrag", ["RE-2025-0352", "RE-2025-0373"]),
        ("Was war die grösste Rechnung, die wir 2024 verschickt haben?", ["RE-2024-", "Soll CHF"]),
        ("How many invoices did we get in 2025?", ["203."]),
        (
            "Welche offenen Posten werden am 11. Januar 2026 fällig?",
            ["Kunde:", "RE-2025-0370", "Lieferant:"],
        ),
        ("Wie viel ist überfällig, und bei wem?", ["Kunde", "21'683.45", "60'752.19", "Lieferant", "261.12"]),
        ("Welche Kunden sind ohne UID?", ["Stiftung Ahornweg", "Spitex Rotbachtal"]),
        ("Wie viele Kreditorenrechnungen über 10'000 Franken wurden 2025 gebucht?", ["23."]),
        ("Debitoren, die mehr als 30 Tage überfällig sind", ["RE-2025-0292", "RE-2025-0311"]),
        ("Von wem ist KR-2025-0093?", ["Büro Keller Papeterie AG"]),
        ("What is the date and amount of RE-2025-0061?", ["21 Feb 2025", "3,676.91"]),
        ("Offene Posten pro Kunde", ["Aargauer Kies und Beton AG: CHF 37'193.11", "Zusammen"]),
        ("Open supplier invoices that are due before 10 January 2026", ["9 January 2026", "12,837.57"]),
        ("Welche Buchungen gab es auf 1000 nach dem 10. Dezember 2025?", ["KB-2025-0037", "KB-2025-0038"]),
        ("Welche Rechnung ist überfällig?", ["RE-2025-0292", "KR-2025-0183"]),
        ("Was hat die Hotel Arvenhof uns noch zu zahlen?", ["31'262.26"]),
        ("Welche Buchungen gab es auf 1440 seit 2023?", ["seit 1.1.2023", "EB-2023-0001"]),
    ],
)
def test_rows_are_shown_with_what_is_asked_of_them(ask: Asked, question: str, shown: list[str]) -> None:
    text = ask(question)
    assert [part for part in shown if part not in text] == [], text


@pytest.mark.parametrize(
    "question",
    [
        "Zeig mir die Buchung",
        "Show the invoice",
        "Auf welches Konto wurde das verbucht?",
        "Ist die Rechnung bezahlt?",
        "Wurde KR-2025-0183 von Albis Hardware bezahlt?",
        "Bitte bezahle KR-2025-0183",
        "Welche Rechnung?",
        "Bitte den Beleg dazu",
        "Wer hat KR-2025-0093 gebucht?",
        "Welche Rechnungen sind heute fällig?",
        "Offene Posten Hotel Arvenhof per 31.12.2024",
        "Welche Währung hat Bodensee Logistik?",
        "Wie viele Rechnungen hat Hotel Arvenhof bekommen?",
        "Buchungen zwischen 1000 und 2000 Franken im Mai 2025",
        "Split that by supplier, could you do the breakdown",
    ],
)
def test_one_row_that_nothing_identifies_is_asked_for(ask: Asked, question: str) -> None:
    assert ask(question)[0] in "?-", ask(question)
