"""What the engine makes of questions to the demo's books, guard included: figures, and what it refuses."""

import pytest

from tests.models.conftest import Asked


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Eröffnungssaldo 1100 im Jahr 2024?", ["287'346.63"]),
        ("Wie viel lag Anfang 2025 auf dem Sparkonto?", ["24'433.94"]),
        ("How much cash was paid out of the till in November 2025?", ["189.60"]),
        ("Wieviel haben wir 2025 vom Bankdarlehen zurückbezahlt?", ["105'555.94"]),
        ("Kasse, Sparkonto und EUR-Konto per Ende 2025?", ["545.80", "28'100.00", "15'226.95"]),
        ("what is the net book value 1520 less 1529 at the end of 2025?", ["43,237.85"]),
        ("how many jornal entries in 2024?", ["1,543"]),
        ("Umsatz bis Ende Juni 2025", ["1'368'310.11"]),
        ("Kassenbestand am 15. März 2024?", ["668.85"]),
        ("How many suppliers are based in Zurich?", ["5"]),
        ("Welche Lieferanten haben keine MWST-Nummer?", ["Nordwind"]),
        ("Which ledger accounts are inactive?", ["6260"]),
        ("Älteste offene Kundenrechnung?", ["RE-2025-0292"]),
        ("Gewinn 2024 und wie viele Kunden haben wir?", ["208'513.38", "23"]),
        ("Aufwand ohne Abschreibungen 2025", ["2'626'817.43"]),
        ("Wie viel haben wir Softwarehaus Nordlicht 2025 bezahlt?", ["292'190.56"]),
        ("Wie hoch waren Lohnaufwand und Sozialversicherungsaufwand 2024 zusammen?", ["1'625'785.76"]),
        ("Mit wie viel Bargeld sind wir ins Jahr 2025 gestartet?", ["184.25"]),
        ("What balance did the savings account begin and end 2025 with?", ["24,433.94", "28,100.00"]),
        ("Wie viele Belege sind am 11.3.2025 gebucht worden und wie hoch war der grösste davon?", ["5.", "8'920.09"]),
        ("Wie viele Buchungen hatten wir im Januar 2025 und im Januar 2024?", ["119", "133"]),
        ("Saldo und Sollumsatz 1020 im März 2025", ["279'812.60", "195'405.02"]),
        ("Habenbetrag Konto 1020 Q2 2024", ["903'815.97"]),
        ("Umsatz auf Konto 1020 im Februar 2025", ["Soll CHF 219'371.29", "Haben CHF 247'413.07"]),
        (
            "What are the five biggest unpaid supplier bills?",
            ["10,737.03", "8,556.06", "7,813.44", "7,470.28", "7,379.99"],
        ),
        ("How many customer invoices in CHF were overdue as of 31 December 2025?", ["9."]),
        ("What share of revenue did wages eat up in 2025?", ["54.43 %"]),
        ("Durchschnittlicher Umsatz pro Monat im ersten Halbjahr 2025", ["228'051.69"]),
        ("Wann hatten wir 2025 den tiefsten Kassenstand?", ["Mai 2025", "224.75"]),
        ("what is the gross profit 2025", ["2,029,478.65"]),
        ("Was schulden wir der Bank per 31.12.2025?", ["21'444.06"]),
        ("Kontakte ohne MWST-Nummer?", ["Nordwind", "Stiftung Ahornweg"]),
        ("what is the acount 1020 balance end of Feb 2025", ["298,163.43"]),
    ],
)
def test_it_answers(ask: Asked, question: str, shown: list[str]) -> None:
    text = ask(question)
    assert [part for part in shown if part not in text] == [], text


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("Ist der Umsatz 2025 gegenüber 2024 gestiegen?", "Nein."),
        ("Did wages go up in 2025?", "Yes."),
        ("Warum sind die Mietkosten 2025 gestiegen?", "Das trifft nicht zu."),
        ("War das Konto 1020 Ende 2025 im Minus?", "Nein."),
        ("Jahresverlust 2023?", "Das trifft nicht zu."),
        ("Had we paid off the bank loan by the end of 2025?", "No."),
        ("Liegt der Werbeaufwand 2025 über 50'000 Franken?", "Nein."),
        ("Ist unser Umsatz 2025 gestiegen oder gesunken?", "Gesunken."),
    ],
)
def test_yes_or_no_and_false_premises_are_said(ask: Asked, question: str, start: str) -> None:
    assert ask(question).startswith(start)


@pytest.mark.parametrize(
    "question",
    [
        "Wie viel Kapital wurde 2025 eingelegt?",
        "Wie viel Umsatz machten wir im Q5 2025?",
        "Mieteinnahmen 2025",
        "Gewinn aus Hardware 2025",
        "Stornierte Buchungen 2025",
        "Wie viele doppelte Buchungen gibt es?",
        "Wie hoch war der Umsatz im Sommer 2025?",
        "Wie viele Rechnungen haben wir 2025 storniert?",
        "inventory turnover 2025",
        "Was wurde 2025 auf dem Konto 1020 storniert?",
        "depreciation excluding IT 2025",
        "Wie viel Miete haben wir 2025 gespart?",
        "Wie viel Miete haben wir 2025 zu viel bezahlt?",
        "How much of the 2025 wages is unpaid?",
        "How many large bookings are there in 2025?",
        "Welche Rechnungen waren am 30.6.2025 offen?",
        "Give me the turnover on the account for 2025.",
        "Umsatz pro Mitarbeiter 2025",
        "Schreib mir eine Rede für das Jubiläum",
        "Überweise 2000 Franken vom Kontokorrent aufs Sparkonto",
        "Wie viele Laptops haben wir an Lager?",
    ],
)
def test_a_word_that_is_not_understood_is_never_passed_over(ask: Asked, question: str) -> None:
    assert ask(question)[0] in "?-"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Was ist der Banksaldo per 32.13.2025?", "«32.13.2025» gibt es im Kalender nicht"),
        ("Banksaldo am 30.2.2025?", "«30.2.2025»"),
        ("What was the bank balance on 31 June 2025?", "“31 June 2025” is not in the calendar"),
        ("Umsatz 3. Halbjahr 2025?", "«3. Halbjahr 2025»"),
        ("What was the revenue in the first 15 months of 2025?", "first 15 months of 2025"),
        ("Umsatz im 13. Monat 2025?", "«13»"),
    ],
)
def test_a_day_that_no_calendar_has_is_never_read_as_another(ask: Asked, question: str, said: str) -> None:
    assert ask(question).startswith("- ")
    assert said in ask(question)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What was the bank balance on 12/31/2025?", ["CHF 152,400.00"]),
    ],
)
def test_a_count_is_of_what_was_asked_and_not_dropped(ask: Asked, question: str, shown: list[str]) -> None:
    assert all(text in ask(question) for text in shown)


@pytest.mark.parametrize("filler", ["ähm ", "also ", "bitte ", "hallo zusammen, ", "kurze Frage: "])
def test_fillers_change_nothing(ask: Asked, filler: str) -> None:
    assert ask(f"{filler}Umsatz 2025") == ask("Umsatz 2025")
