"""What moved is not what is left, what is to come is not known, and what was summed is what is counted."""

import pytest

from arch_team import Society
from tests.models.talking import talk


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
        (("What came in and went out on account 1020 in July 2025?",), "263,286.31", "360,548"),
        (("Balance of account 1020 at 30 June 2025?", "and what came in and went out in July"), "295,323.12", "360"),
        (("Umsatz mit Domaine du Vallon 2025?", "Umsatz 2024?"), "137'783.20", "2'863'710"),
        (("Revenue with Domaine du Vallon in 2025?", "revenue 2024?"), "137,783.20", "2,863,710"),
        (("Umsatz mit Domaine du Vallon 2025?", "Umsatz 2024 total?"), "2'863'710.29", "137'783"),
        (("Wie viele Zinsen haben wir 2025 bezahlt?",), "2'405.00", "45'750"),
        (("Output VAT reported in the VAT return for Q4 2025",), "55,776.95", "57,062"),
        (("Wie viele Rechnungen haben wir?",), "Offene Rechnungen: 50", "385"),
    ],
)
def test_what_moved_is_told(society: Society, said: tuple[str, ...], says: str, hides: str) -> None:
    answer = talk(society, *said)
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
        (("What were the invoices from Albis in 2025 in total?", "and how many are open?"), "3"),
        (("Total der Rechnungen von Albis 2025?", "und wie viele sind offen?"), "3"),
        (("Umsatz 2025?", "Wie viele Buchungen gab es 2025 insgesamt?"), "1'463"),
    ],
)
def test_what_was_summed_is_counted(society: Society, said: tuple[str, ...], says: str) -> None:
    answer = talk(society, *said)
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
        ("Was werden wir nächstes Jahr verdienen?",),
    ],
)
def test_what_is_to_come_is_refused(society: Society, said: tuple[str, ...]) -> None:
    assert talk(society, *said).status == "refused"


@pytest.mark.parametrize(
    ("said", "says"),
    [(("Umsatz 2023?", "und im nächsten Jahr?"), "2'863'710.29"), (("Umsatz 2024?", "und im Folgejahr?"), "2025")],
)
def test_the_year_behind_the_one_before_is_known(society: Society, said: tuple[str, ...], says: str) -> None:
    assert says in talk(society, *said).text


@pytest.mark.parametrize("question", ["What was the output VAT in Q4 2025?", "Umsatzsteuer Q4 2025"])
def test_a_tax_that_is_cleared_is_asked_about(society: Society, question: str) -> None:
    assert talk(society, question).status == "needs_clarification"


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (("Welches war die grösste einzelne Amortisation des Bankdarlehens im Jahr 2024 und wann?",), "30.04.2024"),
        (("What was the largest repayment of the bank loan in 2025, and when?",), "48,000.00"),
        (("Which expense account was the largest in 2025 and how much?",), "1,473,521.00"),
        (("Apart from wages, which expense account was the largest in 2023 and how big was it?",), "309,011.88"),
        (("Wann kam die Dividende für 2024 zur Auszahlung und wie hoch war sie?",), "80'000.00"),
        (("Dividende für 2023?",), "70'000.00"),
        (("Hat die Spitex Rotbachtal noch offene Posten bei uns, und wie viel?",), "22'872.12"),
        (("How large was the dividend decided for the 2023 financial year?",), "70,000.00"),
        (("Wie hoch war die beschlossene Dividende für das Geschäftsjahr 2023?",), "70'000.00"),
        (("how much tax did we actually pay to the canton in 2025?",), "45,750.00"),
        (("How many customer invoices are flagged overdue?",), "10"),
        (("Taxes expensed in 2025 (8900)?",), "9,000.00"),
        (("How much did we lose on receivables in 2025 per account 3805?",), "15,402.50"),
        (("Losses on receivables 2025", "which customer caused most of it?"), "Glarner Webmaschinen"),
        (("Mailadresse für Rückfragen bei der Treuhand Gubler & Partner AG?",), "mandate@gubler-partner.ch"),
        (("Ertrag Hardware im ersten Halbjahr 2025", "und im zweiten", "Total fürs Jahr?"), "271'296.85"),
        (("Hardware income in the first half of 2025", "and the second half", "total for the year?"), "271,296.85"),
        (("Personalaufwand Q1 2025", "Vorjahr gesamt?"), "1'630'322.43"),
        (("Mietaufwand 2025?", "an wen geht die Miete?"), "Immobilien Sihlufer AG"),
        (("Rent 2025?", "who do we pay the rent to?"), "Immobilien Sihlufer AG"),
        (("An wen haben wir 2025 Miete bezahlt?",), "Immobilien Sihlufer AG"),
        (("To whom did we pay insurance in 2024?",), "12,806.80"),
    ],
)
def test_all_of_it_is_answered(society: Society, said: tuple[str, ...], says: str) -> None:
    assert says in talk(society, *said).text


@pytest.mark.parametrize(
    "question",
    [
        "And the other account?",
        "Is that number OK?",
        "Und das andere Konto?",
        "Was lief 2025?",
        "How much was it last month?",
    ],
)
def test_what_points_at_nothing_is_asked_about(society: Society, question: str) -> None:
    assert talk(society, question).status == "needs_clarification"


@pytest.mark.parametrize(
    "said",
    [
        ("Wer bezahlt 2025 die Miete?",),
        ("Wie hoch war die Dividende für 2024 und 2023?",),
        ("Domaine du Vallon offene Rechnungen 2025",),
        ("Offene Rechnungen Kunden 2025",),
        ("Wie viele Mitarbeiter haben wir 2025?",),
        ("Umsatz 2025?", "Ist das ok?"),
        ("Zahl mir bitte die überfällige Rechnung von Büro Keller heute noch",),
        ("What is the company worth if we sold it today?",),
        ("Reisespesen 2024", "welcher Mitarbeiter hat am meisten Spesen verursacht"),
    ],
)
def test_what_no_table_tells_is_refused(society: Society, said: tuple[str, ...]) -> None:
    assert talk(society, *said).status == "refused"


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (("Bankkonten Ende 2025 (Kontokorrent und Sparkonto)",), "180'500.00"),
        (("Bank accounts at end of 2025 (current account and savings account)",), "180,500.00"),
        (("licence income minus licence cost 2025 (3210 less 4210)",), "114,356.63"),
        (("Lizenzertrag minus Lizenzaufwand 2025 (3210 minus 4210)",), "114'356.63"),
        (("Losses on receivables in 2024, net per account 3805",), "20,891.80"),
        (("Verluste aus Forderungen 2024 netto laut Konto 3805",), "20'891.80"),
        (("Anteil der Reinigung in % am Raumaufwand 6000+6040 im 2025",), "8.29 %"),
        (("Was hat die Reinigung (Konto 6040) 2025 gekostet?", "Anteil in % am Raumaufwand 6000+6040"), "8.29 %"),
        (("Machines and equipment at cost (1500) at end of 2025?",), "69,805.25"),
        (("Anschaffungswert Maschinen Ende 2025",), "69'805.25"),
        (("Machines at cost at end of 2025?", "accumulated depreciation on that?"), "-47,200.00"),
        (("Machines at cost at end of 2025?", "accumulated depreciation on that?", "so net book value?"), "22,605.25"),
        (("Maschinen (1500) Ende 2025?", "Wertberichtigung dazu?", "also Buchwert?"), "22'605.25"),
        (("Split the 2025 depreciation by asset class: machines, furniture, IT",), "11,178.00"),
        (("Abschreibungen 2025?", "aufgeteilt nach Anlageart"), "28'825.00"),
        (("Abschreibungen 2025?", "aufgeteilt nach Anlageart", "Vorjahr gesamt?"), "56'622.00"),
        (("Abschreibungen auf Büromaschinen, Informatik (1520) 2025",), "28'825.00"),
        (("Abschreibungen Mobiliar und Einrichtungen 2025",), "11'178.00"),
        (("Abschreibungen 2025 total?", "davon Mobiliar?"), "11'178.00"),
        (("Depreciation in 2025?", "only IT"), "28,825.00"),
        (("Abschreibungen 2025 total?", "aufgeteilt nach Maschinen, Mobiliar und IT"), "7'534.00"),
        (("Show total depreciation for 2023", "broken down"), "44,949.00"),
        (("Insurance expense 2025 (account 6300)?", "who is the insurer?"), "Nordwind"),
        (("Wie heisst unser Vermieter?",), "Immobilien Sihlufer AG"),
        (("Who is our landlord?",), "Immobilien Sihlufer AG"),
        (("Wer war 2023 unser Vermieter?",), "2023"),
    ],
)
def test_brackets_parts_and_names(society: Society, said: tuple[str, ...], says: str) -> None:
    assert says in talk(society, *said).text


@pytest.mark.parametrize(
    "said",
    [
        ("Depreciation 2024 by asset class: machines, vehicles",),
        ("Umsatz 2025 nach Anlageart",),
        ("Umsatz 2025", "Wertberichtigung dazu?"),
        ("licence income minus licence cost 2025 (3210 less 4200)",),
    ],
)
def test_what_does_not_fit_is_not_answered(society: Society, said: tuple[str, ...]) -> None:
    assert talk(society, *said).status != "approved"
