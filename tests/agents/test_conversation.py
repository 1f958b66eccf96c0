"""What is said after a question goes on with it, or starts anew; what nobody can tell is not guessed."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society


@pytest.fixture(scope="module")
def books(demo_file: Path) -> Society:
    return Society(Settings(db=f"duckdb:///{demo_file}", mandate="alpenblick"))


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Society:
    path = tmp_path_factory.mktemp("shop") / "shop.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, city TEXT, status TEXT, amount REAL);"
            "INSERT INTO orders VALUES (1, 'Bern', 'paid', 10.0), (2, 'Bern', 'open', 20.0), (3, 'Basel', 'paid', 7.5);"
        )
    connection.close()
    return Society(Settings(db=f"sqlite:///{path}"))


def talk(society: Society, *turns: str) -> Answer:
    """The answer to the last of what is said."""
    return asyncio.run(society.ask(turns[-1], earlier=turns[:-1]))


@pytest.mark.parametrize(
    ("turns", "shown"),
    [
        (("Wie hoch war der Umsatz 2025?", "und 2024?"), ["Jahr 2024", "2'863'710.29"]),
        (("Wie hoch war der Umsatz 2025?", "und 2024?", "nur Q1"), ["Januar–März 2024", "772'403.37"]),
        (("Wie hoch war der Umsatz 2025?", "und davon Beratung?"), ["Beratungsertrag", "1'621'532.00"]),
        (("Wie hoch war der Umsatz 2025?", "pro Quartal"), ["nach Quartalen"]),
        (("Mietaufwand 2024?", "und im Jahr danach?"), ["Jahr 2025"]),
        (("Mietaufwand 2024?", "und 2025?", "Veränderung in Prozent?"), ["Jahr 2024", "Jahr 2025", "%"]),
        (("Revenue in March 2025", "and 2024?"), ["March 2024"]),
        (("Revenue in March 2025", "what about the year before?"), ["March 2024"]),
        (("Was ist der Banksaldo per 31.12.2025?", "und Konto 1100?"), ["Debitoren", "257'751.78"]),
        (("Saldo 1020 per 31.10.2025", "und einen Monat später?"), ["30.11.2025"]),
        (("Wie viel Umsatz machten wir 2025 mit Klinik Birkenrain?", "und mit Aargauer Kies?"), ["Aargauer Kies"]),
        (("Wie viel haben wir Büro Keller 2025 überwiesen?", "ist da noch was offen?"), ["602.45"]),
        (("Was haben wir der Klinik Birkenrain 2025 verrechnet?", "davon offen?"), ["22'041.32"]),
        (("Wie hoch war der Umsatz 2025?", "Wie viele Kunden haben wir?"), ["23"]),
        (("Wie viele Kunden haben wir?", "und Lieferanten?"), ["Lieferanten: 14."]),
        (("Wie viele Lieferanten haben wir?", "in Zürich?"), ["Lieferanten: 5."]),
        (("Ertrag Nebenbetrieb 2024", "und der Aufwand dazu?", "was bleibt unterm Strich?"), ["6'442.95"]),
        (("Bankdarlehen Ende 2023?", "und Ende 2025?", "wieviel haben wir dazwischen amortisiert?"), ["253'555.94"]),
        (("Energiekosten 2025?", "im Vergleich zu 2024 in Prozent?"), ["+15.16 %"]),
        (("How much did we spend on rent in 2025?", "and cleaning?", "both together as % of revenue?"), ["3.55 %"]),
        (("IT expense account 6570 for 2023?", "and the two following years?"), ["61,207.52", "62,706.09"]),
        (("Best quarter of 2025 by net revenue?", "worst?"), ["Q3 2025", "596,096.40"]),
        (("Offene Posten von Softwarehaus Nordlicht?", "wieviele Rechnungen sind das?"), ["5."]),
        (("Wie viele Kundenrechnungen in CHF sind überfällig?", "und bei den Lieferanten?"), ["1."]),
        (("Bank loan balance at the end of 2024?", "how much was repaid that year?"), ["148,000.00"]),
        (("Total open receivables in CHF?", "in EUR?"), ["EUR 11,560.00"]),
        (("Jahresgewinn 2025?", "nein, ich meinte 2024"), ["Jahr 2024", "208'513.38"]),
        (("Mietaufwand 2025?", "Danke. Und wie sah das 2023 aus?"), ["Jahr 2023"]),
        (("Lohnaufwand 2025?", "inklusive Sozialversicherungen"), ["1'685'707.98"]),
        (("Umsatz im Mai 2025?", "und im Juni", "und im Juli", "alle drei zusammen"), ["Mai–Juli 2025"]),
        (("Umsatz 2025?", "ab Juli"), ["Juli–Dezember 2025"]),
        (("Umsatz im März 2025?", "und im Vormonat?"), ["Februar 2025"]),
        (("Die fünf grössten Aufwandkonten 2025", "nur die ersten zwei"), ["Lohnaufwand", "Lizenzaufwand"]),
        (("Personalaufwand 2025 pro Quartal", "In welchem war er am höchsten?"), ["am höchsten: 4. Quartal 2025"]),
        (("Abschreibungen 2024?", "welche Buchungen stehen dahinter?"), ["Abschreibung"]),
        (
            ("Wie viele Kunden haben wir in Deutschland?", "und in Österreich?", "Liste sie auf"),
            ["Vorarlberger", "Tiroler"],
        ),
        (("Wie hoch war der Fahrzeugaufwand?", "2025"), ["Jahr 2025"]),
        (("Umsatz mit Bodensee Logistik 2025?", "dasselbe für Isartal Verlag", "und beide zusammen?"), ["Zusammen"]),
        (("Wie viele Buchungen über 10'000 Franken gab es 2025?", "und über 5000?"), ["Buchungen"]),
        (("What is our open receivables total?", "thanks, and payables?"), ["62,967.44"]),
        (("Bank charges in 2025?", "is that more than in 2024?"), ["year 2024", "year 2025"]),
        (("Balance of account 1100 at year end 2025?", "and 2000?"), ["62,967.44"]),
        (("Which month of 2025 had the highest revenue?", "and the lowest?", "in 2024?"), ["2024", "lowest"]),
        (("How much does Transports Morel owe us?", "hm, why?", "and Domaine du Vallon?"), ["28,355.93"]),
    ],
)
def test_it_goes_on_with_the_question_before(books: Society, turns: tuple[str, ...], shown: list[str]) -> None:
    answer = talk(books, *turns)
    assert [part for part in shown if part not in answer.text] == [], (answer.text, answer.understood_as, answer.reason)
    assert answer.question == turns[-1]


@pytest.mark.parametrize(
    "turns",
    [
        ("Wie hoch war der Umsatz 2025?", "und bei Seeland?"),
        ("Ertrag Hardware 2024", "und der Aufwand dazu?"),
        ("How much petty cash was there at the end of August 2025?", "and on the other account?"),
        ("Total depreciation in 2023?", "what is it made of?"),
        ("Personalaufwand 2024?", "wieviel Prozent vom Nettoerlös ist das?", "und pro Mitarbeiter?"),
        ("Wie hoch war der Umsatz 2025?", "und mit wem am meisten?"),
        ("Wie hoch war der Umsatz 2025?", "nur am Wochenende"),
        ("Wie hoch sind die Debitoren Ende 2025?", "und die Kreditoren?", "Saldo von beiden?"),
        ("Top 5 expense accounts 2025", "the next five?"),
        ("Lohnaufwand und Sozialversicherungsaufwand 2025 zusammen?", "wie viel Prozent ist das?"),
        ("Wie hoch waren die Energiekosten 2025?", "und heute?"),
        ("Welcher Kunde schuldet uns am meisten?", "seit wann?"),
        ("Bankdarlehen Ende 2025?", "und die Zinsen dafür?"),
        ("Was verkauften wir dem Orakel 2025?", "und bei Softwarehaus Nordlicht?"),
    ],
)
def test_what_nobody_can_tell_is_not_guessed(books: Society, turns: tuple[str, ...]) -> None:
    answer = talk(books, *turns)
    assert not answer.ok, answer.text


def test_the_whole_question_is_told(books: Society) -> None:
    assert talk(books, "Wie hoch war der Umsatz 2025?", "und 2024?").understood_as == "Wie hoch war der Umsatz 2024"
    assert talk(books, "Wie hoch war der Umsatz 2025?", "Wie hoch war der Gewinn 2024?").understood_as is None


@pytest.mark.parametrize(
    ("turns", "shown"),
    [
        (("How many orders are there in Bern?", "and in Basel?"), "1"),
        (("Total amount of orders in Bern", "what about Basel?"), "7.5"),
        (("How many orders are there in Bern?", "Total amount per city"), "Basel"),
    ],
)
def test_so_it_does_on_any_tables(shop: Society, turns: tuple[str, ...], shown: str) -> None:
    answer = talk(shop, *turns)
    assert shown in answer.text, (answer.text, answer.understood_as, answer.reason)


def test_a_value_the_tables_do_not_hold_is_named(shop: Society) -> None:
    answer = talk(shop, "How many orders are there in Bern?", "and in Chur?")
    assert not answer.ok
