"""Kinds of questions to the books that were once refused or misread; each with what must not follow from it."""

import pytest

from tests.models.conftest import Asked


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What did we invest in furniture and fittings (1510) in 2025?", "5,371.15"),
        ("How much did we invest in office machines and IT (account 1520) in 2025?", "19,185.40"),
        ("How much VAT do we still owe the tax office at year end 2025 (settlement account 2201)?", "35,483.01"),
        ("Was kosteten uns externe Entwickler (Fremdleistungen 4400) im Jahr 2025?", "166'774.25"),
        ("Wie hoch war der Posten Strom & Wasser 2025 (6400)?", "5'690.25"),
        ("Exporterlöse 2025 in Prozent vom Dienstleistungsertrag (Konten 3400, 3410 und 3420 zusammen)?", "12.44 %"),
        ("What is the sum of the two CHF bank accounts (1020 and 1021) at 31.12.2024?", "335,880.44"),
        ("Was kostete uns das Personal 2025 alles in allem (alle 5er Konten)?", "1'689'339.43"),
    ],
)
def test_a_number_in_brackets_says_what_the_words_mean(ask: Asked, question: str, shown: str) -> None:
    assert shown in ask(question)


@pytest.mark.parametrize(
    "question",
    [
        "Lohn des Geschäftsführers 2025 (Konto 5000)",
        "Miete für den Parkplatz 2025 (6000)",
        "What is the marketing ROI 2025 (6600)?",
        "What was the profit in 2025 (account 3200)?",
        "How many employees did we have in 2025 (account 5000)?",
    ],
)
def test_a_number_in_brackets_does_not_hide_what_is_asked(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Wofür wurde 2024 ausserordentlicher Aufwand gebucht?", ["6'840.00", "Wasserschaden"]),
        ("What was the extraordinary income in 2025 and where did it come from?", ["2,318.45", "Konkurs"]),
        ("Bankspesen 2025: wofür?", ["578.30", "Kontoführung"]),
        ("Buchungen auf Konto 6600 im 2025", ["4'871.00", "Agence Lumière"]),
        ("Grösste Buchung auf Konto 1020 im 2025", ["Soll CHF 45'643.50", "Haben CHF 197'459.46"]),
        ("Wofür haben wir 2025 am meisten ausgegeben?", ["1'473'521.00"]),
    ],
)
def test_what_a_figure_is_made_of_is_shown(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize(
    "question",
    ["Wofür haben wir die Garage Sternen 2025 bezahlt?", "Who booked account 1510 in 2025?", "Wofür steht MWST?"],
)
def test_what_nothing_tells_is_not_told(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Umsatz nach Abzug der Löhne 2025", ["1'233'745.01"]),
        ("What was left of hardware sales after the cost of goods in 2025?", ["50,078.11"]),
        ("Lizenzertrag minus Lizenzaufwand 2025 in Prozent des Lizenzertrags", ["114'356.63", "28.83 %"]),
        (
            "What is hardware sales minus cost of merchandise (4200) for 2024, and the margin in percent?",
            ["16.74 %"],
        ),
        ("Umsatz minus Löhne minus Miete 2025", ["1'145'545.01"]),
        ("Umsatz 2025 minus Umsatz 2024", ["-156'444.28"]),
        ("Umsatz nach Erlösminderungen und Debitorenverlusten 2025", ["2'707'266.01"]),
    ],
)
def test_what_is_taken_off_is_taken_off(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize(
    "question",
    [
        "Umsatz minus Löhne 2025 in Prozent der Miete",
        "Umsatz minus Löhne 2025 in Prozent vom Gewinn",
        "Gewinn nach Ausschüttung 2025",
        "Bankguthaben nach Abzug der Kreditoren Ende 2025",
        "Wie viel Gewinn haben wir 2025 ausgegeben?",
    ],
)
def test_what_cannot_be_taken_off_is_not_passed_over(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Wie hoch war die Abschreibung auf der IT Ende 2025?", "28'825.00"),
        ("What was the depreciation on furniture in 2025?", "11,178.00"),
        ("Buchwert Maschinen und Apparate Ende 2025", "22'605.25"),
        ("Welchen Buchwert (nach Wertberichtigung) hatten Büromaschinen und Informatik Ende 2025?", "43'237.85"),
        (
            "What is the book value of IT equipment at the end of 2025 (cost less accumulated depreciation)?",
            "43,237.85",
        ),
        ("How much new furniture did we capitalise in June 2025?", "5,371.15"),
        ("Was wurde 2025 bei den Maschinen aktiviert?", "3'907.95"),
        ("Was haben wir 2025 in die gesetzliche Reserve gelegt?", "10'000.00"),
        ("What did we have put aside on the savings account on 31 December 2025?", "28,100.00"),
        ("Debitoren CHF Ende 2025 im Vergleich zu Ende 2024", "225'328.13"),
        ("What did we owe suppliers at 31.12.2024?", "62,277.60"),
        ("How many euros did we hold on the EUR bank account on 30 November 2025?", "24,273.53"),
        ("Ausserordentlicher Aufwand und Ertrag 2024", "5'900.00"),
        ("Was kostete der Nebenbetrieb 2025?", "851.35"),
        ("Welche Ausschüttung wurde 2025 an die Gesellschafter bezahlt?", "80'000.00"),
        ("Umsatzentwicklung 2023 bis 2025", "2'863'710.29"),
    ],
)
def test_what_is_said_of_an_account_is_read(ask: Asked, question: str, shown: str) -> None:
    assert shown in ask(question)


@pytest.mark.parametrize(
    "question",
    [
        "Abschreibungen auf dem Bankdarlehen 2025",
        "Abschreibungen und Mobiliar 2025",
        "Abschreibungen auf Mobiliar 2024 im Vergleich zu 2025",
        "Neuer Umsatz 2025",
        "Wie viel Umsatz haben wir 2025 zurückgelegt?",
        "Lohn an die Gesellschafter 2025",
        "Was schuldeten uns die Kunden am 31.12.2024?",
        "Wie viele Lieferanten schuldeten wir Ende 2024 etwas?",
        "Ausserordentliches Ergebnis 2024",
    ],
)
def test_what_is_said_of_another_thing_is_not_guessed(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Welchen Lieferanten haben wir in Genf", ["Agence Lumière"]),
        ("Which customers are in Munich?", ["Isartal Verlag"]),
        ("Where is Librairie de l'Horloge based?", ["Neuchâtel"]),
        ("How much consulting income did the law firm Wyss Hürlimann bring us in 2024?", ["90,147.15"]),
        ("How much did we sell to Isartal Verlag in 2025?", ["44,470.56"]),
        ("Wie viel Geld ist 2025 von der Domaine du Vallon eingegangen?", ["160'016.00"]),
        ("Was gaben wir 2025 für Geschäftsessen aus?", ["2'232.90"]),
        ("Wie oft wurden 2025 Kilometerspesen verbucht?", ["12"]),
        ("Hat Brunner Präzisionsteile alles bezahlt oder ist noch etwas offen? Total bitte", ["2'162.00"]),
        ("Welche Lieferantenrechnung ist erst zum Teil bezahlt und was fehlt noch?", ["KR-2025-0194", "3'447.72"]),
        (
            "Welche Kundenrechnungen waren per 31.12.2025 überfällig? Wieviele in CHF und total offen?",
            ["9.", "Holzbau"],
        ),
        ("Was ist in Euro noch offen bei den Debitoren?", ["11'560.00"]),
        ("Hat die Gemeinde Obersteinach noch etwas offen?", ["Nein"]),
        ("Which account in our chart is switched off?", ["Fahrzeugleasing"]),
    ],
)
def test_rows_and_parties_are_found_as_people_speak_of_them(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize(
    "question",
    [
        "Lohn des Geschäftsführers Keller 2025",
        "Wie viele Notebooks haben wir 2025 verkauft?",
        "Wie viele Anfragen sind 2025 eingegangen?",
        "Umsatz Klinik Birkenrain 2025 Zugang",
        "Wurde KR-2025-0183 von Albis Hardware bezahlt?",
    ],
)
def test_rows_that_are_not_kept_are_not_made_up(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        (
            "Wie hoch ist die passive Rechnungsabgrenzung am 31. Dezember 2025 und wofür?",
            ["Anfangssaldo", "8'500.00", "Passive Abgrenzung: Revision"],
        ),
        ("Wofür ist die aktive Rechnungsabgrenzung per 31.12.2025?", ["3'100.00", "Versicherungsprämien"]),
        ("What is the balance of account 2300 at 31 December 2025 and what is it for?", ["8,500.00", "Revision"]),
        ("How high are prepaid expenses at the end of 2024, and for what?", ["3,100.00", "Versicherungsprämien"]),
        ("Wie hoch ist das Aktienkapital Ende 2025 und wofür?", ["100'000.00", "Buchungen, Aktienkapital: keine"]),
    ],
)
def test_what_a_level_is_for_shows_how_it_came_about(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize(
    "question",
    [
        "Warenvorrat Ende 2024 und Ende 2025, und wofür?",
        "Wie hoch sind die offenen Rechnungen der Kunden und wofür?",
        "Wer hat den Mietaufwand 2025 gebucht?",
        "Who booked accrued expenses at the end of 2025?",
    ],
)
def test_a_half_that_is_not_answered_is_not_passed_over(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What do we still owe our suppliers according to account 2000 at year-end 2025?", ["62,967.44"]),
        ("Was schulden wir den Lieferanten laut Konto 2000 Ende 2025?", ["62'967.44"]),
        ("What do customers owe us (account 1100) at year-end 2025?", ["257,751.78"]),
        ("Employer social security expense (5700) as a percentage of wages (5000) in the year 2025", ["14.4 %"]),
        ("Arbeitgeberbeiträge (5700) in Prozent vom Lohn (5000) im 2025", ["14.4 %"]),
        ("6000+6040 im 2025", ["88'200.00", "7'967.66", "96'167.66"]),
        ("Raumaufwand (6000+6040) 2025", ["96'167.66"]),
    ],
)
def test_numbers_of_accounts_say_what_is_meant(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Wie hat sich der Warenvorrat 2025 gegenüber dem Vorjahresende verändert?", ["12'217.00", "861.00"]),
        ("1020 Ende 2025 und am Vorjahresende", ["311'446.50", "152'400.00"]),
        ("What do we owe account 2000 at year-end 2025, and how much was it a year earlier?", ["62,967", "62,277.60"]),
        ("How much was paid out to shareholders in 2024 and in 2025?", ["70,000.00", "80,000.00"]),
        ("How much dividend was paid out to shareholders in 2024 and in 2025?", ["paid year 2025: CHF 80,000.00"]),
        ("Was wurde 2024 und 2025 an die Aktionäre ausbezahlt?", ["70'000.00", "80'000.00"]),
    ],
)
def test_two_times_of_one_thing(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize(
    "question",
    [
        "Was schulden wir den Lieferanten laut Konto 1100 Ende 2025?",
        "What do customers owe us according to account 2000 at year-end 2025?",
        "How much salary was paid to shareholders in 2025?",
        "How much more was paid out to shareholders in 2025 than in 2024?",
        "Was wurde den Aktionären 2024 und 2025 insgesamt ausbezahlt?",
        "Lohn des Geschäftsführers (5000) in Prozent der Miete (6000) 2025",
    ],
)
def test_numbers_and_times_hide_nothing(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Which loan repayments were booked in 2025? List dates and amounts.", ["105,555.94", "30 Apr", "43,555.94"]),
        ("Rückzahlungen des Bankdarlehens 2025, mit Datum", ["105'555.94", "30.04.2025", "14'000.00"]),
        ("Darlehensrückzahlungen 2025? Liste mit Daten und Beträgen.", ["31.07.2025", "48'000.00"]),
        ("What were the bank charges in 2025, with dates and amounts", ["578.30", "31 Jan 2025", "41.10"]),
    ],
)
def test_dates_are_those_of_the_bookings(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("How many open customer invoices do we have with a remaining balance over 15000?", [": 5."]),
        ("Which supplier invoices have an open balance below 1000?", ["KR-2025-0183", "261.12"]),
        ("Teilbezahlte Rechnungen bei den Lieferanten: welche ist das und welcher Rest ist noch offen?", ["3'447.72"]),
        ("What is the remaining balance of the bank loan at the end of 2025?", ["21,444.06"]),
    ],
)
def test_what_is_left_is_of_the_rows_or_of_the_account_named(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize(
    "question",
    [
        "Was ist der Rest vom Gewinn 2025?",
        "Wie hoch ist der Rest?",
        "What was the revenue 2025 and 2024, with dates",
        "Bank balance at the end of 2025, list the dates and names",
        "Lohn des Chefs (5000) 2025",
    ],
)
def test_dates_and_rests_of_nothing_are_not_told(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Anzahl Barbelege (KB) im 2025?", ": 38."),
        ("Wie viele Ausgangsrechnungen (RE-Nummern) haben wir 2025 geschrieben?", ": 385."),
        ("Wie viele KR-Belege gab es 2025?", ": 203."),
        ("How many KB vouchers were booked in 2025?", ": 38."),
        ("How many bookings with RE numbers were there in March 2025?", ": 33."),
        ("Welche LO-Buchungen gab es 2025?", "LO-2025-0012"),
    ],
)
def test_numbers_of_documents_begin_with_their_kind(ask: Asked, question: str, shown: str) -> None:
    assert shown in ask(question)


@pytest.mark.parametrize(
    "question",
    [
        "Wie viele XY-Belege gab es 2025?",
        "Wie viele KB haben wir 2025 bezahlt?",
        "Summe der RE-Nummern 2025",
        "How many RE numbers are overdue?",
        "Wie viele Kunden haben RE-Nummern 2025?",
    ],
)
def test_a_beginning_of_numbers_answers_nothing_else(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Umsatz Soll und Haben auf 1020 im Dezember 2025", ["258'842.46", "388'748.02"]),
        ("What is the turnover debit and credit on 1020 in December 2025", ["258,842.46", "388,748.02"]),
        ("Umsatz und 1020 im Dezember 2025", ["228'153.18", "152'400.00"]),
        ("Welches Aufwandkonto ist inaktiv gesetzt?", ["Fahrzeugleasing"]),
        ("Which expense account is set to inactive?", ["Fahrzeugleasing"]),
    ],
)
def test_words_that_only_join_or_carry(ask: Asked, question: str, shown: list[str]) -> None:
    answer = ask(question)
    assert all(part in answer for part in shown), answer


@pytest.mark.parametrize("question", ["Wer hat das Aufwandkonto inaktiv gesetzt?", "Welches Konto wurde 2025 gesetzt?"])
def test_who_did_it_is_not_told(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    "question",
    [
        "Hotel Arvenhof Gewinn 2025",
        "How many invoices in December?",
        "Wie viele Buchungen im Dezember?",
        "What came in and went out in July 2025",
        "Wie viel wurde 2025 auf das Sparkonto einbezahlt?",
    ],
)
def test_what_was_dropped_once_is_not_answered(ask: Asked, question: str) -> None:
    assert ask(question)[:1] in "-?"


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Raumaufwand pro Konto im 2. Quartal 2025", ("22'050.00", "2'038.50", "24'088.50")),
        ("Raumaufwand pro Konto 2023 bis 2025", ("264'600.00", "23'930.52", "288'530.52")),
        ("Raumaufwand einzeln 2025", ("88'200.00", "7'967.66", "96'167.66")),
        (
            "Welcher Betrag wurde in den Jahren 2023 bis 2025 insgesamt abgeschrieben (Konto Abschreibungen)?",
            ("174'218.00",),
        ),
        ("Wie hoch waren die Erlösminderungen im Jahr 2024?", ("(3800): CHF 4'021.00", "20'891.80", "24'912.80")),
    ],
)
def test_what_each_comes_to_is_of_the_whole_time(ask: Asked, question: str, shown: tuple[str, ...]) -> None:
    told = ask(question)
    assert all(figure in told for figure in shown), told
