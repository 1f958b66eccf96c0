"""Questions that ask several things, list their times or explain what they mean: nothing of them is passed over."""

import pytest

from tests.models.conftest import Asked


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Bank charges 2025 total and on average per month?", ["578.30", "48.19"]),
        ("Wie hoch war der Umsatz im März und April 2025 zusammen?", ["442'413.51"]),
        ("What was our combined revenue for Q1 and Q2 2025?", ["1,368,310.11"]),
        ("Umsatz 2024 und 2025 zusammen", ["5'570'976.30"]),
        ("In which of the years 2023 to 2025 was revenue highest?", ["2024", "2,863,710.29"]),
        ("Welche Aufwandkonten sind von 2024 auf 2025 um mehr als 5'000 Franken gestiegen?", ["52'379.55", "7'542.67"]),
        ("Which expense accounts went down by more than 10,000 francs between 2024 and 2025?", ["-36,750.00"]),
        ("Um wie viel hat sich das Bankguthaben im Jahr 2025 verändert?", ["CHF -155'380.44", "EUR -253.04"]),
        ("Ist das Bankguthaben 2025 gestiegen?", ["Nein.", "EUR -253.04"]),
        ("Bester und schlechtester Monat 2025 beim Umsatz?", ["Mai 2025", "August 2025"]),
        ("Reisespesen und Kundenbetreuung 2025: total und teuerster Monat?", ["16'343.59", "Juli"]),
        ("Umsatz 2025 im Schnitt pro Quartal", ["676'816.50"]),
        ("Wie hoch war der Mietaufwand im letzten Geschäftsjahr, also 2025?", ["88'200.00"]),
        (
            "Unsere fünf besten Kunden 2025 nach Umsatz ohne MWST, mit Zahlen, der grösste zuoberst",
            ["196'356.16", "175'609.37", "174'257.10"],
        ),
        ("An welchem Monatsende seit Anfang 2023 war das Kontokorrent (1020) am tiefsten?", ["Februar 2023"]),
        ("energiekosten 23 vs 24 vs 25", ["4'673.15", "4'941.00", "5'690.25"]),
        ("Lagerbestand gemäss Bilanz, jeweils Ende 2023, 2024 und 2025", ["14'967.00", "12'217.00", "13'078.00"]),
        ("Miete und Energie 2024 und 2025", ["88'200.00", "4'941.00", "5'690.25"]),
        ("Bruttogewinn 2025 (Klasse 3 minus Klasse 4) und die Bruttomarge in Prozent?", ["2'029'478.65", "74.96 %"]),
        ("What is the gross profit 2024 (net revenue minus all class 4 costs)?", ["2,193,186.99"]),
        ("Ergebnis aus dem Nebenbetrieb 2025, also Ertrag minus Aufwand?", ["4'791.57"]),
        ("Anteil der Supportverträge am Bruttoumsatz (Konten 3200 bis 3420, ohne Erlösminderungen) 2025", ["6.62 %"]),
        ("What is the biggest expense account in class 6 in 2025, with amount?", ["Mietaufwand", "88,200.00"]),
        ("Die drei grössten Aufwandkonten 2025, ohne Löhne (also ohne Klasse 5)", ["282'273.12", "166'774.25"]),
        ("What is the revenue split 2025: hardware, licences, exports?", ["271,296.85", "396,629.75", "256,055.52"]),
        ("Smallest expense account in 2025 that is not zero?", ["Sonstiger betrieblicher Aufwand"]),
        ("Sachanlagen netto per Ende 2025?", ["110'556.20"]),
        ("Eigenkapital per Ende 2025 inklusive Jahresgewinn 2025", ["402'689.26"]),
        ("Vorsteuer total 2024 (1170 und 1171 zusammen)", ["75'621.83"]),
        ("Top 3 Kunden 2025 nach fakturiertem Umsatz exkl. MWST", ["196'382.15", "176'115.10", "174'257.10"]),
        ("Wieviel haben wir der Käserei Rüegg 2024 verrechnet (ohne MWST)?", ["206'936.85"]),
        (
            "Wie viele Debitorenrechnungen sind überfällig und wieviel ist das? (EUR weglassen)",
            ["9", "60'752.19"],
        ),
        ("Number of customer invoices still open at year-end 2025, and how many of those were overdue?", ["35", "10"]),
        ("Was schulden uns die Kunden noch insgesamt, CHF und EUR getrennt?", ["CHF 257'751.78", "EUR 11'560.00"]),
        ("Wie hoch sind die aktiven und die passiven Rechnungsabgrenzungen Ende 2024?", ["3'100.00", "8'500.00"]),
        ("Wann wurde die MWST für das 2. Quartal 2025 bezahlt?", ["27.08.2025", "33'053.69"]),
        ("Haben wir 2025 eine Dividende ausgeschüttet? Wann bezahlt und wieviel?", ["03.06.2025", "80'000.00"]),
        ("Wann haben wir KR-2025-0034 bezahlt?", ["12.03.2025"]),
        ("How much is already paid on invoice RE-2025-0344 and what is left?", ["7,932.00", "7,932.70"]),
        ("When is RE-2025-0371 due and how much is it?", ["11 Jan 2026", "20,886.22"]),
        ("Was war am 20.03.2025 diese Nachzahlung aus dem Konkurs, wie hoch?", ["2'318.45"]),
        ("Für die GL-Sitzung brauche ich den Personalaufwand 2025.", ["1'689'339.43"]),
        ("Wieviel haben wir der Käserei Rüegg 2024 verrechnet? Mir scheint das ist stark gesunken.", ["223'698.74"]),
        ("Umsatz mit Stiftung Ahornweg 2024, ohne MWST", ["145'062.44", "145'312.65"]),
        ("What is the revenue from support contracts in 2025?", ["180,600.00"]),
        ("Welcher Kunde hat 2025 am meisten bezahlt?", ["Menuiserie Favre", "200'680.78"]),
        ("Top 2 Lieferanten 2025 nach Rechnungsbetrag", ["305'137.26", "273'162.57"]),
        ("What was our highest revenue month in 2024?", ["March 2024", "293,284.56"]),
        ("Umsatz im Quartal 3 2025", ["596'096.40"]),
        ("Was war der grösste Aufwandposten im Juli 2025?", ["Lohnaufwand", "113'171.40"]),
        ("Wie setzt sich der Umsatz 2025 zusammen?", ["271'296.85", "1'621'532.00"]),
        ("Gewinn vor Steuern 2025", ["50'092.85"]),
        ("What is the support contract income 2024 by month, total?", ["14,500.00", "174,000.00"]),
        ("Saldo 1020 Anfang und Ende 2025", ["311'446.50", "152'400.00"]),
        ("Saldo 1020 Anfang 2025", ["311'446.50"]),
        ("Kontokorrent am 30. Juni, 30. September und 31. Dezember 2025", ["328'512.09", "254'559.06", "152'400.00"]),
        ("In welchen Monaten 2025 hatten wir einen Verlust?", ["März 2025: CHF -1'448.66", "-166'463.97"]),
        ("Gesamtaufwand 2025 ohne Personal und Abschreibungen", ["937'478.00"]),
        ("Umsatz 2023 bis 2025", ["8'397'141.08"]),
        ("Umsatz vom 1. bis 15. März 2025", ["139'240.16"]),
        ("Buchwert Mobiliar Ende 2025", ["44'713.10"]),
        ("Wie viel Umsatz entfällt 2025 auf die drei grössten Kunden, in Prozent?", ["20.18 %"]),
        ("Personalaufwand in Prozent des Umsatzes 2024 und 2025", ["56.93 %", "62.4 %"]),
    ],
)
def test_all_of_it_is_answered(ask: Asked, question: str, shown: list[str]) -> None:
    text = ask(question)
    assert [part for part in shown if part not in text] == [], text


@pytest.mark.parametrize(
    "question",
    [
        "Direkte Steuern per Ende August 2024?",
        "What about the Zürich one?",
        "EUR bank account balance at the end of 2024 in dollars?",
        "Bruttogewinn 2025 (Klasse 3 minus Klasse 6)",
        "Umsatz mit Klinik Birkenrain 2025 inkl. MWST",
        "What were the operating expenses excluding personnel in 2025?",
        "Aufwand 2025 nach Kontoklasse",
        "What is the expected revenue 2025?",
        "What were total wages on account 5000 for 2025, counting every month once?",
    ],
)
def test_it_is_not_answered(ask: Asked, question: str) -> None:
    assert ask(question)[0] in "?-", ask(question)


def test_no_total_where_it_would_say_nothing(ask: Asked) -> None:
    assert "Zusammen" not in ask("Wie hoch waren Umsatz, Personalaufwand und Gewinn 2025?")


def test_a_month_by_itself_is_not_passed_over(ask: Asked) -> None:
    assert ask("Was kostete uns die Miete 2025 im Monat?")[0] in "?-"


def test_a_percentage_is_of_what_the_words_say(ask: Asked) -> None:
    assert "74.96 %" in ask("Gross profit 2025 as a percentage of revenue?")
