"""Questions as colleagues type them: our, please, a second short sentence, how many of a stored count, what is not
noted; and what only looks as if the tables held it."""

from pathlib import Path

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

DEPOT = """
CREATE TABLE buses (bus_id INTEGER PRIMARY KEY, fleet_number TEXT UNIQUE, make TEXT, seats INTEGER, odometer_km INTEGER,
  year_built INTEGER, next_inspection_due TEXT, status TEXT);
CREATE TABLE drivers (driver_id INTEGER PRIMARY KEY, full_name TEXT, home_town TEXT, employment TEXT, joined_on TEXT);
CREATE TABLE routes (route_id INTEGER PRIMARY KEY, route_number TEXT UNIQUE, length_km REAL);
CREATE TABLE duties (duty_id INTEGER PRIMARY KEY, duty_date TEXT, route_id INTEGER REFERENCES routes,
  driver_id INTEGER REFERENCES drivers, bus_id INTEGER REFERENCES buses, passengers INTEGER, hours_worked REAL,
  trips_cancelled INTEGER);
INSERT INTO buses VALUES (1, '101', 'Volvo', 40, 900, 1999, '2027-01-01', 'in service'),
  (2, '102', 'Volvo', 50, 700, 2010, '2027-02-01', 'out of order'),
  (3, '103', 'MAN', 30, 800, 2015, NULL, 'in service');
INSERT INTO drivers VALUES (1, 'Ann Lee', 'Bern', 'full-time', '2020-01-01'),
  (2, 'Bob Ray', 'Chur', 'agency', '2021-01-01'), (3, 'Cid Orr', 'Bern', 'part-time', '2019-05-05');
INSERT INTO routes VALUES (1, 'A', 12.5), (2, 'B', 30.0);
INSERT INTO duties VALUES (1, '2025-01-01', 1, 1, 1, 100, 8, 0), (2, '2025-01-02', 2, 1, 2, 50, 6, 3),
  (3, '2024-01-02', 2, 2, 1, 70, 7, 1);
"""
AGENCY = """
CREATE TABLE clients (client_id INTEGER PRIMARY KEY, company_name TEXT, email TEXT);
CREATE TABLE translators (translator_id INTEGER PRIMARY KEY, full_name TEXT, native_language TEXT);
CREATE TABLE translator_languages (translator_id INTEGER REFERENCES translators, language TEXT, level TEXT,
  PRIMARY KEY (translator_id, language));
CREATE TABLE projects (project_id INTEGER PRIMARY KEY, project_code TEXT UNIQUE, client_id INTEGER REFERENCES clients,
  word_count INTEGER, price REAL, due_on TEXT, delivered_on TEXT, status TEXT);
CREATE TABLE assignments (assignment_id INTEGER PRIMARY KEY, project_id INTEGER REFERENCES projects,
  translator_id INTEGER REFERENCES translators, words INTEGER, fee REAL);
INSERT INTO clients VALUES (1, 'Lumen Optics', 'a@lumen.example'), (2, 'Tessera Tiles', 'b@tessera.example');
INSERT INTO translators VALUES (1, 'Paolo Conti', 'Italian'), (2, 'Eva Kern', 'German'), (3, 'Max Ott', 'German');
INSERT INTO translator_languages VALUES (1, 'German', 'expert'), (2, 'English', 'expert'), (3, 'French', 'good');
INSERT INTO projects VALUES (1, 'P1', 1, 100, 10, '2025-01-05', '2025-01-04', 'delivered'),
  (2, 'P2', 1, 900, 90, '2025-02-05', NULL, 'cancelled'),
  (3, 'P3', 2, 200, 20, '2025-03-05', '2025-03-05', 'delivered');
INSERT INTO assignments VALUES (1, 1, 1, 60, 6), (2, 1, 2, 40, 4), (3, 3, 1, 200, 9);
"""
LOST = """
CREATE TABLE categories (category_id INTEGER PRIMARY KEY, category_name TEXT);
CREATE TABLE found_items (item_id INTEGER PRIMARY KEY, item_number TEXT UNIQUE,
  category_id INTEGER REFERENCES categories, brand TEXT, found_on TEXT);
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, customer_name TEXT);
CREATE TABLE runs (run_id INTEGER PRIMARY KEY, gdsht INTEGER, prntr TEXT);
INSERT INTO categories VALUES (1, 'Wallets'), (2, 'Laptops');
INSERT INTO found_items VALUES (1, 'F1', 1, 'Apple', '2025-01-01'), (2, 'F2', 1, NULL, '2025-01-02'),
  (3, 'F3', 2, 'Apple', '2025-01-03');
INSERT INTO customers VALUES (1, 'Crumb Bakery');
INSERT INTO visits VALUES (4, 1);
INSERT INTO runs VALUES (1, 5, 'Ann'), (2, 7, 'Bob');
"""


@pytest.fixture(scope="module")
def depot(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("depot"), DEPOT)


@pytest.fixture(scope="module")
def agency(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("agency"), AGENCY)


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("lost"), LOST)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which buses are out of order? Make and seats please.", ["102", "Volvo", "50"]),
        ("List our drivers in Bern with their employment.", ["Ann Lee", "full-time", "Cid Orr", "part-time"]),
        ("our drivers in Chur with home town and employment", ["Bob Ray", "Chur", "agency"]),
        ("Which buses were built before 2000? Show the year too.", ["101", "1999"]),
        ("Which of our drivers joined in 2020? Name and date please.", ["Ann Lee", "2020-01-01"]),
        ("How many passengers did we carry in 2025?", [": 150"]),
        ("How many seats do all our Volvo buses have together?", [": 90"]),
        ("How many hours has Ann Lee worked altogether?", [": 14"]),
        ("How many trips were cancelled in total on each route?", ["A, 1, 0", "B, 2, 4"]),
        ("Top 1 routes by total passengers, with the numbers, highest first.", ["B", "120"]),
        ("What is the longest route in kilometres?", ["B, 2, 30"]),
        ("Which bus has the highest odometer, and how many km?", ["101, 1, 900"]),
        ("Which buses have no next inspection due entered?", ["103"]),
        ("How many buses are there so far?", [": 3"]),
        ("Can I have the number of buses per make please", ["Volvo, 2", "MAN, 1"]),
        ("How many of our drivers are full-time, part-time and agency?", ["full-time, 1", "agency, 1", "part-time, 1"]),
        ("What do the seats of all Volvo buses add up to?", [": 90"]),
        ("How many duties has Ann Lee done?", [": 2"]),
        ("Which routes have the most cancelled trips?", ["B"]),
        ("How many drivers are full-time and how many agency?", ["full-time, 1", "agency, 1"]),
        ("Which of our drivers live in Chur?", ["Bob Ray"]),
    ],
)
def test_what_colleagues_ask(depot: Society, question: str, told: list[str]) -> None:
    approved(depot, question, "en", *told)


@pytest.mark.parametrize(
    "question",
    [
        "When was bus 101 last inspected?",
        "What is the longest route in miles?",
        "How many passengers did we refuse in 2025?",
        "Which buses were sold? Make and year please.",
    ],
)
def test_what_is_not_held_of_buses(depot: Society, question: str) -> None:
    assert depot.ask_sync(question).status != "approved"


def test_the_rows_that_a_figure_is_of_are_kept(agency: Society) -> None:
    approved(agency, "What is the total price of delivered projects?", "en", ": 30")
    answer = agency.ask_sync("Which client has the highest total price of delivered projects?")
    assert "Lumen" not in answer.text


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which projects are cancelled? Project code and due date.", ["P2", "2025-02-05"]),
        ("Please list our cancelled projects with their client and price.", ["P2", "Lumen Optics", "90"]),
    ],
)
def test_columns_said_behind(agency: Society, question: str, told: list[str]) -> None:
    approved(agency, question, "en", *told)


@pytest.mark.parametrize(
    "question",
    [
        "What is the email address of Paolo Conti?",
        "Which translators are listed with German at expert level?",
        "Who did the translation of project P1?",
        "What was the price of project P1 when it was delivered?",
        "How many words did we deliver to Tessera Tiles in 2025?",
    ],
)
def test_what_may_not_be_meant_is_not_answered(agency: Society, question: str) -> None:
    assert agency.ask_sync(question).status != "approved"


def test_a_word_before_its_rows_is_no_verb(agency: Society) -> None:
    """Nobody delivers there."""
    answer = approved(agency, "Which client has the most cancelled projects, and how many?", "en", "Lumen Optics, 1, 1")
    assert "cancelled" in str(answer.reading)


@pytest.mark.parametrize(
    "question",
    ["In which town is the crew Alpha?", "When did the leak at Elm Road start?", "Who lives in Central Depot?"],
)
def test_what_is_tied_by_nothing_that_was_said(tmp_path: Path, question: str) -> None:
    utility = opened(
        tmp_path,
        """
        CREATE TABLE towns (town_id INTEGER PRIMARY KEY, town_name TEXT, contract_start TEXT);
        CREATE TABLE crews (crew_id INTEGER PRIMARY KEY, foreman TEXT, crew_name TEXT, depot TEXT);
        CREATE TABLE leaks (leak_id INTEGER PRIMARY KEY, town_id INTEGER REFERENCES towns, address TEXT,
          crew_id INTEGER REFERENCES crews, reported_on TEXT, litres INTEGER);
        INSERT INTO towns VALUES (1, 'Elm', '2020-01-01'), (2, 'Oak', '2021-01-01');
        INSERT INTO crews VALUES (1, 'Ann', 'Alpha', 'Central Depot'), (2, 'Bob', 'Beta', 'West Depot');
        INSERT INTO leaks VALUES (1, 1, 'Elm Road', 1, '2025-01-01', 5), (2, 2, 'Oak Road', 1, '2025-01-02', 7);
        """,
    )
    assert utility.ask_sync(question).status != "approved"


@pytest.mark.parametrize(
    "question",
    [
        "How many wallets have been found altogether?",
        "How many Apple things have been found, per category?",
        "Has Crumb Bakery paid for visit 4 yet?",
    ],
)
def test_one_by_its_name_is_not_counted(lost: Society, question: str) -> None:
    assert lost.ask_sync(question).status != "approved"


def test_a_name_written_short_is_known_by_its_consonants(lost: Society) -> None:
    approved(lost, "How many runs are there per printer?", "en", "Ann, 1", "Bob, 1")


def test_what_we_do_is_no_state(tmp_path: Path) -> None:
    garage = opened(
        tmp_path,
        """
        CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, opened_on TEXT, status TEXT);
        INSERT INTO jobs VALUES (1, '2025-01-01', 'open'), (2, '2025-01-02', 'finished'), (3, '2025-02-02', 'finished');
        """,
    )
    approved(garage, "How many jobs did we open per month in 2025?", "en", "2025-01, 2", "2025-02, 1")
    approved(garage, "How many jobs have we finished?", "en", ": 2")
    approved(garage, "How many jobs do we have open?", "en", ": 1")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Welche Fahrzeuge sind ausser Betrieb? Marke und Sitzplätze bitte.", ["Volvo", "50"]),
        ("Liste unsere Fahrer in Bern mit ihrer Anstellung.", ["Ann Lee", "Vollzeit"]),
        ("Wie viele Fahrgäste haben wir 2025 befördert?", [": 150"]),
        ("Wie viele Sitzplätze haben unsere Volvo-Fahrzeuge zusammen?", [": 90"]),
        ("Top 1 Linien nach Fahrgästen", ["B", "120"]),
        ("Was ist die längste Linie in Kilometern?", ["B", "30"]),
    ],
)
def test_in_german(tmp_path: Path, question: str, told: list[str]) -> None:
    betrieb = opened(
        tmp_path,
        """
        CREATE TABLE Fahrzeug (FahrzeugId INTEGER PRIMARY KEY, Marke TEXT, Sitzplaetze INTEGER,
          Kilometerstand_km INTEGER, Status TEXT);
        CREATE TABLE Fahrer (FahrerId INTEGER PRIMARY KEY, Name TEXT, Wohnort TEXT, Anstellung TEXT);
        CREATE TABLE Linie (LinieId INTEGER PRIMARY KEY, Liniennummer TEXT UNIQUE, Laenge_km REAL);
        CREATE TABLE Dienst (DienstId INTEGER PRIMARY KEY, Dienstdatum TEXT, LinieId INTEGER REFERENCES Linie,
          FahrerId INTEGER REFERENCES Fahrer, Fahrgaeste INTEGER);
        INSERT INTO Fahrzeug VALUES (1, 'Volvo', 40, 900, 'in Betrieb'), (2, 'Volvo', 50, 700, 'ausser Betrieb'),
          (3, 'MAN', 30, 800, 'in Betrieb');
        INSERT INTO Fahrer VALUES (1, 'Ann Lee', 'Bern', 'Vollzeit'), (2, 'Bob Ray', 'Chur', 'Teilzeit');
        INSERT INTO Linie VALUES (1, 'A', 12.5), (2, 'B', 30.0);
        INSERT INTO Dienst VALUES (1, '2025-01-01', 1, 1, 100), (2, '2025-01-02', 2, 1, 50),
          (3, '2024-01-02', 2, 2, 70);
        """,
    )
    approved(betrieb, question, "de", *told)
    beside = betrieb.ask_sync("Welches Fahrzeug hat den höchsten Kilometerstand, und wie viele km?")
    assert beside.status != "approved" or "900" in beside.text
