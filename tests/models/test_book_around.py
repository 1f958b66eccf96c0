"""What stands around a question on the books and asks nothing, and what has to be told beside."""

import pytest

from arch_team import Society


@pytest.mark.parametrize(
    ("question", "shows"),
    [
        ("Ich brauche für die Bank den Umsatz 2025", "Umsatz Jahr 2025: CHF 2'707'266.01"),
        ("Für die Bank: liquide Mittel am 30.6.2025?", "Kasse (1000): CHF 665.40"),
        ("Für die Versicherung: wie hoch waren die Kosten 2025?", "12'110.40"),
        ("For the insurer: total wages 2025, please", "1,473,521.00"),
        ("Ich hab keine Ahnung von Buchhaltung – sag mir: was war der Gewinn 2025?", "41'092.85"),
        ("I'm not an accountant - can you just tell me how much we owe suppliers right now?", "62,967.44"),
        ("Telefon: was hat uns Telefon und Internet 2024 gekostet?", "10'297.00"),
        ("Mietaufwand 2025 gegenüber 2024 – beide Werte und Differenz", "Veränderung"),
        ("Gross sales 2025 before deductions, i.e. accounts 3200 to 3420 added up?", "2,726,114.12"),
        ("Margin on hardware 2024 in % (hardware revenue minus merchandise cost)", "16.74 % of hardware revenue"),
        ("Was there any extraordinary income in 2025? What was it for?", "Nachzahlung aus Konkurs"),
        ("Net wages paid out for December 2025?", "197,459.46"),
        ("In welchem Monat 2025 lief die Beratung am besten?", "Oktober 2025: CHF 171'802.15"),
        ("Zugänge 2025 auf 1500, 1510 und 1520", "Zusammen: CHF 28'464.50"),
    ],
)
def test_what_asks_nothing_is_passed_over(society: Society, question: str, shows: str) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert shows in answer.text, answer.text


@pytest.mark.parametrize(
    ("question", "shows"),
    [
        ("Wie hoch ist das Darlehen Ende 2025 und wieviel wurde 2025 amortisiert?", ("21'444.06", "105'555.94")),
        ("Deckt sich der Saldo Kreditoren per 31.12.2025 mit den offenen Lieferantenrechnungen?", ("(2000)", "62'967")),
        ("Revenue per quarter 2025 and the best one", ("596,096.40", "highest: Q4 2025")),
        ("How many customers did we invoice in 2025?", (": 23.",)),
        ("What is the ratio of wages to revenue in 2025?", ("54.43 %",)),
        ("Share of wages in revenue 2025", ("54.43 %",)),
        ("How much has the loan gone down since the end of 2023?", ("275,000.00", "-253,555.94")),
        ("Wie viel wurde 2025 dem Delkredere zugewiesen?", ("Haben CHF 1'600.00",)),
        ("Haben wir 2025 mehr für Werbung oder für Telefon ausgegeben?", ("Jahr 2025: Werbung", "7'939.40")),
    ],
)
def test_all_that_is_asked_is_told(society: Society, question: str, shows: tuple[str, ...]) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert all(each in answer.text for each in shows), answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Profit 2025 (account 3200 minus account 4200)",
        "Profit 2025 (revenue minus rent)",
        "Hat die Spitex Rotbachtal 2025 alles bezahlt?",
        "What was the average invoice per customer in 2025?",
        "Wir reden vom Schulungsraum: wie hoch waren die Kosten 2025?",
        "Difference between hardware revenue and merchandise cost 2025 in percent of merchandise cost",
    ],
)
def test_what_would_be_another_figure_is_not_told(society: Society, question: str) -> None:
    assert society.ask_sync(question).status != "approved"
