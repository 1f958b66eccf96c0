"""What a firm's tables hold beside names and amounts: flags, units, several days of one thing, totals of hours."""

from pathlib import Path

import pytest

from arch_team import Society
from tests.semantics.asking import opened

INN = """
CREATE TABLE Zimmer (ZimmerNr INTEGER PRIMARY KEY, Kategorie TEXT, Etage INTEGER, PreisProNacht REAL, Balkon TEXT);
CREATE TABLE Gast (GastNr INTEGER PRIMARY KEY, Vorname TEXT, Nachname TEXT, Wohnort TEXT, EMail TEXT,
  Stammgast INTEGER);
CREATE TABLE Speise (SpeiseNr INTEGER PRIMARY KEY, Bezeichnung TEXT, Verkaufspreis REAL, vegan INTEGER);
CREATE TABLE Rechnung (RechnungID INTEGER PRIMARY KEY, Rechnungsnummer TEXT NOT NULL UNIQUE,
  GastNr INTEGER REFERENCES Gast(GastNr), Rechnungsdatum DATE, Faelligkeitsdatum DATE, bezahlt_am DATE, Betrag REAL);
CREATE TABLE Zeiterfassung (ZeitID INTEGER PRIMARY KEY, Arbeitsdatum DATE, Stunden REAL, GastNr INTEGER
  REFERENCES Gast(GastNr));
CREATE TABLE Lieferant (LieferantID INTEGER PRIMARY KEY, Firmenname TEXT, Ort TEXT);
CREATE TABLE Ware (WareID INTEGER PRIMARY KEY, Bezeichnung TEXT, LieferantID INTEGER REFERENCES Lieferant(LieferantID));
INSERT INTO Zimmer VALUES (101, 'Einzel', 1, 90, 'nein'), (102, 'Doppel', 1, 140, 'ja'), (301, 'Doppel', 3, 150, 'ja');
INSERT INTO Gast VALUES (1, 'Eva', 'Kern', 'Bern', 'e@x.ch', 1), (2, 'Tom', 'Rey', 'Bern', NULL, 0),
  (3, 'Ida', 'Moser', 'Chur', NULL, 1);
INSERT INTO Speise VALUES (1, 'Rösti', 18.5, 1), (2, 'Käsekuchen', 7, 0);
INSERT INTO Rechnung VALUES (1, 'R-1', 1, '2024-02-01', '2024-03-01', '2024-02-20', 900),
  (2, 'R-2', 1, '2024-05-01', '2024-06-01', NULL, 2500), (3, 'R-3', 2, '2025-01-10', '2025-02-10', '2025-03-01', 3000),
  (4, 'R-4', 3, '2025-11-10', '2025-12-10', NULL, 400);
INSERT INTO Zeiterfassung VALUES (1, '2024-04-01', 6.5, 1), (2, '2024-05-01', 5, 1), (3, '2025-05-01', 8, 2);
INSERT INTO Lieferant VALUES (1, 'Mühle AG', 'Chur'), (2, 'Molkerei', 'Bern');
INSERT INTO Ware VALUES (1, 'Mehl', 1), (2, 'Gries', 1);
"""
DESK = """
CREATE TABLE agents (agent_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, is_active INTEGER);
CREATE TABLE bins (bin_code TEXT PRIMARY KEY, zone TEXT, maxLoadKg INTEGER, isOutdoor BOOLEAN);
CREATE TABLE tickets (ticket_no INTEGER PRIMARY KEY, agent_id INTEGER REFERENCES agents(agent_id), created_at DATE,
  closed_at DATE, channel TEXT);
CREATE TABLE authors (author_id INTEGER PRIMARY KEY, full_name TEXT, nationality TEXT);
CREATE TABLE books (book_id INTEGER PRIMARY KEY, title TEXT, author_id INTEGER REFERENCES authors(author_id));
INSERT INTO agents VALUES (1, 'Ann', 'Lee', 1), (2, 'Bob', 'Ray', 0), (3, 'Cid', 'Fox', 1);
INSERT INTO bins VALUES ('A1', 'A', 500, 0), ('B1', 'B', 1000, 1), ('B2', 'B', 1500, 1);
INSERT INTO tickets VALUES (1, 1, '2024-01-03', '2024-02-01', 'mail'), (2, 1, '2024-01-20', NULL, 'phone'),
  (3, 2, '2025-02-02', '2025-02-03', 'mail'), (4, 3, '2025-03-02', NULL, 'mail');
INSERT INTO authors VALUES (1, 'Nora Vale', 'German'), (2, 'Yuki Abe', 'Japanese');
INSERT INTO books VALUES (1, 'Salt', 2);
"""


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("inn"), INN)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("desk"), DESK)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Wie viele Zimmer haben einen Balkon?", ": 2"),
        ("Wie viele Zimmer haben keinen Balkon?", ": 1"),
        ("Wie viele Zimmer mit Balkon gibt es auf Etage 3?", ": 1"),
        ("Welche Stammgäste wohnen in Bern?", "Kern"),
        ("Anzahl Gäste je Stammgast", "- 1, 2"),
        ("Welche Speisen sind vegan?", "Rösti"),
        ("Ist der Käsekuchen vegan?", "Nein."),
        ("Was kostet eine Rösti?", "18.5"),
        ("Wie viele Rechnungen liegen über 2000 Euro?", ": 2"),
        ("Wie viele Rechnungen gab es 2024?", ": 2"),
        ("Summe der Beträge der Rechnungen pro Jahr nach Fälligkeitsdatum", "- 2025, 3'400"),
        ("Wie viele Stunden wurden 2024 erfasst?", ": 11.5"),
        ("Welche Gäste haben insgesamt mehr als 10 Stunden erfasst?", "Kern"),
        ("Welche zwei Rechnungen haben den höchsten Betrag?", "R-3"),
        ("Von welchen Lieferanten haben wir keine Ware?", "Molkerei"),
        ("Um wie viel Prozent ist die Anzahl der Rechnungen von 2024 auf 2025 gestiegen?", "0 (0.00 %)"),
        ("Welcher Anteil der Zimmer in Prozent hat einen Balkon?", "66.67 % (2 von 3)"),
        (
            "Um wie viel Prozent hat sich die Anzahl der Rechnungen von 2024 auf 2025 nach Fälligkeitsdatum verändert?",
            "0 (0.00 %)",
        ),
        ("Wie hoch ist der gesamte Betrag der unbezahlten Rechnungen?", "2'900"),
        ("Welche Gäste haben keine EMail? Nur Nachnamen.", "- Moser\n- Rey"),
    ],
)
def test_german(inn: Society, question: str, said: str) -> None:
    answer = inn.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert said in answer.text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many agents are active?", ": 2"),
        ("Which agents are no longer active?", "Ray"),
        ("Is Bob Ray active?", "No."),
        ("Which bins are outdoor?", "B1"),
        ("Which bins have a max load of at least 1000 kg?", "- B1\n- B2"),
        ("Number of tickets created per year", "- 2024, 2\n- 2025, 2"),
        ("How many tickets were there in 2024, by closed at?", ": 1"),
        ("How many more tickets were created in 2024 than in 2025?", "0 (2 against 2)"),
    ],
)
def test_english(desk: Society, question: str, said: str) -> None:
    answer = desk.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert said in answer.text


def test_what_is_found_nowhere_near_is_not_called_nothing(desk: Society) -> None:
    answer = desk.ask_sync("Which books have been translated into German?")
    assert answer.status in ("refused", "needs_clarification")
    assert "nationality of authors" in (answer.reason or "")


@pytest.mark.parametrize(
    "question",
    [
        "Welche Rechtsschutzversicherung hat Eva Kern?",
        "Welche unbezahlten Rechnungen gibt es aus 2024?",
        "Wie viel Prozent der Rechnungen je Gast sind bezahlt?",
    ],
)
def test_no_word_is_taken_for_another(inn: Society, question: str) -> None:
    assert inn.ask_sync(question).status != "approved"


def test_a_number_that_was_only_0_or_1_so_far_is_still_one(tmp_path: Path) -> None:
    script = "CREATE TABLE items (item_id INTEGER PRIMARY KEY, name TEXT, quantity INTEGER);"
    shop = opened(tmp_path, script + "INSERT INTO items VALUES (1, 'Pen', 1), (2, 'Ink', 0), (3, 'Pad', 1);")
    assert shop.ask_sync("What is the total quantity?").text.endswith(": 2")


FIRM = """
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, full_name TEXT, segment TEXT, city TEXT,
  referred_by INTEGER REFERENCES customers(customer_id));
CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, title TEXT, opened_on DATE, status TEXT, delay_minutes INTEGER);
CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, totalAmount REAL, status TEXT);
CREATE TABLE builders (builder_id INTEGER PRIMARY KEY, company TEXT, trade TEXT);
INSERT INTO customers VALUES (1, 'Ann Lee', 'private', 'Bern', NULL), (2, 'Bob Ray', 'business', 'Bern', 1),
  (3, 'Cid Fox', 'private', 'Bern', 2);
INSERT INTO jobs VALUES (1, 'Cook', '2024-01-02', 'filled', 30), (2, 'Clerk', '2024-03-02', 'open', 10),
  (3, 'Clerk', '2023-03-02', 'filled', 50);
INSERT INTO bills VALUES (1, 10.5, 'open'), (2, 20, 'open'), (3, 5, 'settled');
INSERT INTO builders VALUES (1, 'Rohde Ltd', 'roof'), (2, 'Blum Ltd', 'wall');
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("How many customers in Bern are private customers?", ": 2"),
        ("What percentage of jobs opened in 2024 have been filled?", "50.00 % (1 of 2)"),
        ("What is the total amount of all open bills?", ": 30.5"),
        ("Which builders have roof as trade?", "Rohde Ltd"),
    ],
)
def test_what_somebody_is_and_what_was_done(tmp_path: Path, question: str, said: str) -> None:
    answer = opened(tmp_path, FIRM).ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert said in answer.text


def test_a_year_is_no_length(tmp_path: Path) -> None:
    assert "no value" not in opened(tmp_path, FIRM).ask_sync("What was the longest delay in minutes in 2023?").text
