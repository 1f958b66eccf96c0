"""What is asked of customers and suppliers: by place, time and amount, how they grew, a payment of theirs."""

import pytest

from tests.models.conftest import Asked


@pytest.mark.parametrize(
    ("question", "shown", "hidden"),
    [
        ("Welche Kunden haben wir in Österreich?", ["Dornbirn", "Innsbruck"], ["Konstanz"]),
        ("Welche österreichischen Kunden gibt es?", ["Dornbirn", "Innsbruck"], ["Konstanz"]),
        ("Alle Kunden im Ausland auflisten", ["Konstanz", "Innsbruck"], ["Brugg", "Davos"]),
        ("Which of the suppliers are foreign?", ["Rheinwolke"], ["Garage Sternen"]),
        ("How many German customers are there?", ["3."], []),
        ("Wie viele Lieferanten haben wir im Inland?", ["13."], []),
        ("Was macht der Umsatz 2024 mit österreichischen Kunden aus?", ["160'180.60", "AT"], []),
        ("Welcher Anteil am Umsatz 2025 kommt von ausländischen Kunden?", ["256'055.52", "9.46 %"], []),
        ("Umsatz mit Kunden ausserhalb der Schweiz 2025", ["256'055.52"], []),
        ("Umsatz Deutschland pro Quartal 2025", ["1. Quartal 2025", "4. Quartal 2025"], []),
    ],
)
def test_a_country_picks_the_parties_that_are_there(
    ask: Asked, question: str, shown: list[str], hidden: list[str]
) -> None:
    text = ask(question)
    assert [part for part in shown if part not in text] == [], text
    assert [part for part in hidden if part in text] == [], text


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Umsatz mit Klinik Birkenrain pro Quartal 2025", ["1. Quartal 2025", "4. Quartal 2025"]),
        ("What is the revenue with Klinik Birkenrain for each of the last two years?", ["175,609.37", "year 2024"]),
        ("Which customers had sales above 170k in 2025?", ["Aargauer Kies", "Librairie", "170,285.26"]),
        ("Welche Kunden hatten 2025 weniger als 40'000 Umsatz?", ["36'094.18", "31'272.61"]),
        ("How many customers had sales above 170k in 2025?", ["customers: 5."]),
        ("Who bought least from us in 2025?", ["Schwarzwald Messtechnik", "31,272.61"]),
        ("Hat die Käserei Rüegg 2025 mehr gekauft als 2024?", ["Nein.", "206'466.18", "57'429.85", "-72.18 %"]),
        ("Wie viele Kunden haben 2025 Hardware gekauft?", ["16."]),
        ("Bei welchen Kunden ist der Umsatz 2025 gegenüber 2024 um mehr als 50 % gesunken?", ["-72.18 %", "-61.85 %"]),
        ("Wie viel Beratung haben wir 2025 der Zürcher Holzbau fakturiert?", ["123'473.10"]),
        ("Wie viele Kundenzahlungen über 20'000 Franken gab es 2025?", ["8."]),
        ("Wie oft hat Hotel Arvenhof 2025 bezahlt?", ["10."]),
        ("Umsatzverlauf Hotel Arvenhof 2023 bis 2025", ["184'423.00", "142'942.55", "92'981.00"]),
        (
            "Welche Kunden haben 2025 mehr gekauft als 2024?",
            ["Aargauer Kies", "Stiftung Ahornweg"],
        ),
        ("Welche Lieferanten haben wir im Dezember 2025 bezahlt?", ["Softwarehaus Nordlicht", "EUR 686.58"]),
        ("Umsatz mit Hotel Arvenhof seit 2024", ["235'923.55"]),
        ("Umsatz mit Hotel Arvenhof und Klinik Birkenrain 2025", ["92'981.00", "175'609.37", "268'590.37"]),
        ("Was schulden wir Albis Hardware und Codewerk?", ["12'225.88", "11'584.16", "23'810.04"]),
        ("What did revenue with Hotel Arvenhof change by from 2024 to 2025?", ["-49,961.55", "-34.95 %"]),
        ("Liste der Lieferanten in Zürich mit E-Mail", ["debitoren@limmat-rz.ch", "Telekom Uto"]),
        ("When did Transports Morel last pay us?", ["29 Dec 2025", "4,898.82"]),
    ],
)
def test_parties_are_compared_counted_and_followed(ask: Asked, question: str, shown: list[str]) -> None:
    text = ask(question)
    assert [part for part in shown if part not in text] == [], text


def test_only_those_beyond_the_amount_are_shown(ask: Asked) -> None:
    assert "Menuiserie" not in ask("Which customers had sales above 170k in 2025?")
    assert "Brunner" not in ask("Bei welchen Kunden ist der Umsatz 2025 gegenüber 2024 um mehr als 50 % gesunken?")


@pytest.mark.parametrize(
    "question",
    [
        "Wie viel Umsatz brachte der Kunde aus Deutschland 2025?",
        "Zahlungen über 20'000 im Jahr 2025",
        "Umsatz 2025 mit Kunden nach Steuercode",
        "Saldo Debitoren im Ausland per Ende 2025",
        "Haben wir Kunden in Frankreich?",
        "Umsatz Hotel Arvenhof 2025 im Vergleich",
        "Höchster Umsatz mit Hotel Arvenhof 2025",
        "Welche Zahlungen hat Hotel Arvenhof 2025 nicht geleistet?",
        "Kunden mit mehr als 50'000 und weniger als 100'000 Umsatz 2025",
        "Wie viele Rechnungen haben wir 2025 nicht gestellt?",
        "Kunden ohne Lieferanten",
        "Bei wem haben wir 2025 am meisten Lizenzen eingekauft?",
        "Umsatz mit Hotel Arvenhof und Klinik Birkenrain 2024 vs 2025",
    ],
)
def test_what_is_left_open_is_not_answered_with_all_of_them(ask: Asked, question: str) -> None:
    assert ask(question)[0] in "?-", ask(question)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Top 3 Kunden 2025", ["Umsatz", "Aargauer Kies", "196'356.16", "Domaine du Vallon"]),
        ("Who are our three largest suppliers in 2025?", ["expenses", "Softwarehaus Nordlicht", "Codewerk"]),
        ("Grösster Kunde 2024?", ["Käserei Rüegg", "206'466.18"]),
        (
            "How much did Agence Lumière invoice us in 2025 including VAT, and in how many invoices?",
            ["19,750.79", "year 2025: 4."],
        ),
        ("Wie viel MWST mussten wir für das 3. Quartal 2025 abliefern?", ["25'174.54"]),
        ("Wieviel MWST müssen wir fürs 4. Quartal 2025 abliefern?", ["35'483.01"]),
        ("When did we pay out the 2024 dividend and how much?", ["3 Jun 2025", "80,000.00"]),
        ("Wann haben wir 2024 die Dividende ausbezahlt?", ["03.06.2024", "70'000.00"]),
        ("How many supplier invoices are not fully paid yet?", ["15."]),
    ],
)
def test_what_the_model_says_is_meant(ask: Asked, question: str, shown: list[str]) -> None:
    text = ask(question)
    assert [part for part in shown if part not in text] == [], text


@pytest.mark.parametrize("question", ["Zeig mir die Kosten", "Show me the expenses", "Top 3 Kunden"])
def test_a_figure_without_its_time_is_asked_for_it(ask: Asked, question: str) -> None:
    assert any(asked in ask(question) for asked in ("Für welchen Zeitraum?", "For which period?"))
