"""Questions on the books that ask in two breaths, by words of texts, or for what something costs; and what follows."""

import pytest

from arch_team import Society
from tests.models.talking import talk


@pytest.mark.parametrize(
    ("question", "shows"),
    [
        ("Personalaufwand 2024, davon Sozialversicherungen?", ("1'630'322.43", "204'644.31")),
        ("Revenue in 2024, of which licences?", ("2,863,710.29", "licences (3210)")),
        (
            "How much did we spend on advertising in 2025, and in which month the most?",
            ("18,270.85", "September 2025: CHF 6,746.70"),
        ),
        ("Wie viele Lieferantenrechnungen sind offen, davon überfällig?", ("15", "1.")),
        ("Wie viel Darlehen haben wir 2024 zurückbezahlt und wie viel 2025?", ("148'000.00", "105'555.94")),
    ],
)
def test_both_breaths_are_answered(society: Society, question: str, shows: tuple[str, ...]) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert all(each in answer.text for each in shows), answer.text


@pytest.mark.parametrize(
    ("question", "shows"),
    [
        ("Wie oft wurde 2024 eine Übernachtung für das Projekt Innsbruck gebucht?", "Jahr 2024: 16."),
        ("Wie häufig gab es 2025 aus der Kasse Getränke fürs Büro?", ": 8."),
        ("Was hat die Vermietung vom Schulungsraum 2025 eingebracht?", "5'642.92"),
        ("Was haben wir 2025 für Geschäftsessen mit Kunden bezahlt?", "2'413.75"),
        ("Bei welchem Kunden gab es 2024 einen Verlustschein?", "Hotel Arvenhof"),
    ],
)
def test_words_of_texts_are_found_with_what_is_beside_them(society: Society, question: str, shows: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert shows in answer.text, answer.text


@pytest.mark.parametrize(
    ("question", "shows"),
    [
        ("Was kostete uns das Darlehen im Jahr 2025 an Zinsen?", "2'405.00"),
        ("Interest that the bank loan cost us in 2023", "8,287.50"),
        ("Which customers had receivables written off in 2023?", "Domaine du Vallon"),
        ("Bei welchen Kunden haben wir 2024 Forderungen abgeschrieben?", "4'900.00"),
        ("Wie viel Geld haben wir 2025 für Werbung ausgegeben?", "18'270.85"),
        ("Was haben wir 2025 an Mobiliar angeschafft?", "Sitzmöbel"),
        ("How many of our customers are in Austria?", "Vorarlberger Feinblech"),
        ("Was wurde 2025 mit der Vermietung des Schulungsraums eingenommen, netto?", "5'642.92"),
        ("How much of voucher LO-2025-0012 was paid from the bank?", "197,459.46"),
        ("Open supplier invoices due on or before 10 January 2026, total", "16,012.36"),
        ("Was haben wir 2025 mit Lizenzen verdient, wenn man den Lizenzaufwand abzieht?", "114'356.63"),
        (
            "Die drei grössten Kreditoren 2023 nach Rechnungsbetrag inkl. MWST",
            "Softwarehaus Nordlicht AG: CHF 332'805.79",
        ),
        ("Was hat die Putzequipe Blitzblank 2025 insgesamt verrechnet, inkl. MWST?", "12'675.65"),
        ("Lohnaufwand 2025 aufgeschlüsselt pro Quartal", "452'536.20"),
        ("Did our electricity costs go up in 2025 compared to 2024? Give both figures.", "4,941.00"),
    ],
)
def test_a_figure_is_of_what_is_said(society: Society, question: str, shows: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert shows in answer.text, answer.text


@pytest.mark.parametrize(
    ("said", "shows"),
    [
        (("Mietaufwand im März 2025?", "und 2024 das ganze Jahr?"), "Jahr 2024"),
        (("How much input VAT was booked on 1170 in 2025?", "and on 1171?"), "20,945.38"),
        (("Wie viele Lieferanten haben wir in Zürich?", "wie heissen sie?"), "Immobilien Sihlufer AG"),
        (("Was hat uns Albis Hardware Distribution 2024 verrechnet?", "wie viele Rechnungen waren es 2025?"), ": 51."),
        (("Bank loan repaid in 2025?", "how much was still left at the end of 2025?"), "21,444.06"),
        (("Wie viel haben wir 2025 vom Bankdarlehen zurückbezahlt?", "als Liste"), "48'000.00"),
        (("EUR bank account (1022) at 31.12.2025?", "and the savings account?"), "28,100.00"),
        (("Werbeaufwand 2025 (Konto 6600)?", "bei welchem Lieferanten?"), "Agence Lumière Sàrl: CHF 18'270.85"),
        (("Debitoren CHF (Konto 1100) per 31.12.2024?", "und Kreditoren zum gleichen Datum?"), "62'277.60"),
        (("Depreciation expense in 2025?", "how much of it for IT?"), "28,825.00"),
        (("Wie viel ist von Domaine du Vallon aktuell noch offen?", "als Liste"), "28'355.93"),
        (
            ("Wie viel ist von Domaine du Vallon noch offen?", "als Liste", "und bei Spitex Rotbachtal?"),
            "22'872.12",
        ),
        (
            ("Open amount of Hotel Arvenhof AG right now?", "as a list", "which of them has status overdue?"),
            "RE-2025-0352",
        ),
        (
            ("What did Softwarehaus Nordlicht invoice us in Q4 2025?", "how many invoices in that quarter?"),
            "13",
        ),
    ],
)
def test_a_follow_up_keeps_what_it_leans_on(society: Society, said: tuple[str, ...], shows: str) -> None:
    answer = talk(society, *said)
    assert answer.status == "approved", answer.reason
    assert shows in answer.text, answer.text


@pytest.mark.parametrize(
    "said",
    [
        ("Insurance expense in 2025?", "which insurer?", "how high is our excess with them?"),
        ("Wie viel Gewinn macht die Albis Hardware Distribution AG selber?",),
        ("Umsatz 2025?", "wie viel war Ende 2025 noch übrig?"),
    ],
)
def test_what_the_books_do_not_tell_is_not_told(society: Society, said: tuple[str, ...]) -> None:
    assert talk(society, *said).status != "approved"
