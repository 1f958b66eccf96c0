"""Tables as they come out of other programs: days kept as text, umlauts in names, short names, codes for names."""

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

BEES = """
CREATE TABLE keeper (keeperId INTEGER PRIMARY KEY, fullName TEXT, phone TEXT, memberSince TEXT);
CREATE TABLE hive (hiveId INTEGER PRIMARY KEY, hiveCode TEXT, keeperId INTEGER REFERENCES keeper(keeperId),
  installedOn TEXT, queenYear INTEGER);
CREATE TABLE harvest (harvestId INTEGER PRIMARY KEY, hiveId INTEGER REFERENCES hive(hiveId), harvestedOn TEXT,
  honeyKg REAL, cost REAL, product TEXT);
CREATE TABLE species (species_id INTEGER, common_name TEXT, latin_name TEXT, origin TEXT);
CREATE TABLE staff (staff_id INTEGER, nm TEXT, employer TEXT);
CREATE TABLE work_orders (order_no TEXT, staff_id INTEGER REFERENCES staff(staff_id), task TEXT);
INSERT INTO keeper VALUES (1, 'Ann Lee', '12', '2019-04-01'), (2, 'Bob Ray', NULL, '2021-05-02');
INSERT INTO hive VALUES (1, 'H-101', 1, '2024-04-01', 2025), (2, 'H-102', 1, '2025-04-02', 2023),
  (3, 'H-103', 2, '2025-06-02', NULL);
INSERT INTO harvest VALUES (1, 1, '2024-07-01', 12.5, 3, 'Summer'), (2, 2, '2025-07-01', 20, 4, 'Summer'),
  (3, 2, '2025-08-01', 7, 2, 'Heather');
INSERT INTO species VALUES (1, 'Lime', 'Tilia', 'native'), (2, 'Oak', 'Quercus', 'native'),
  (3, 'Plane', 'Platanus', 'far');
INSERT INTO staff VALUES (1, 'Cid', 'Canopy'), (2, 'Dee', 'Canopy');
INSERT INTO work_orders VALUES ('W1', 1, 'felling');
"""
GARDENS = """
CREATE TABLE "Pächter" ("PächterNr" INTEGER PRIMARY KEY, Vorname TEXT, Nachname TEXT, Ort TEXT);
CREATE TABLE "Zahlung" (ZahlungsNr INTEGER PRIMARY KEY, "PächterNr" INTEGER REFERENCES "Pächter"("PächterNr"),
  Zweck TEXT, "Fällig_am" TEXT, Betrag REAL);
CREATE TABLE "Arbeitsstunden" (TerminNr INTEGER, "PächterNr" INTEGER REFERENCES "Pächter"("PächterNr"), Stunden REAL,
  PRIMARY KEY (TerminNr, "PächterNr"));
CREATE TABLE Weine (WeinNr INTEGER PRIMARY KEY, Name TEXT, Jahrgang INTEGER, Preis REAL);
INSERT INTO "Pächter" VALUES (1, 'Eva', 'Kern', 'Bern'), (2, 'Tom', 'Rey', 'Chur');
INSERT INTO "Zahlung" VALUES (1, 1, 'Pacht', '2025-03-01', 90), (2, 1, 'Wasser', '2025-03-01', 20),
  (3, 2, 'Pacht', '2024-03-01', 80);
INSERT INTO "Arbeitsstunden" VALUES (1, 1, 3), (1, 2, 4.5), (2, 1, 2);
INSERT INTO Weine VALUES (1, 'Riesling', 2023, 9), (2, 'Riesling', 2022, 11);
"""

FIRES = """
CREATE TABLE Einsatz (EinsatzNr TEXT PRIMARY KEY, Ort TEXT, Dauer_min INTEGER);
INSERT INTO Einsatz VALUES ('E1', 'Bern', 310), ('E2', 'Chur', 40);
"""


@pytest.fixture(scope="module")
def bees(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("bees"), BEES)


@pytest.fixture(scope="module")
def gardens(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("gardens"), GARDENS)


@pytest.fixture(scope="module")
def fires(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("fires"), FIRES)


@pytest.mark.parametrize(
    ("question", "says", "hides"),
    [
        ("Which hives were installed in 2025?", ("H-102", "H-103"), "H-101"),
        ("When was the last harvest?", ("2025-08-01",), "2024"),
        ("When was the most recent harvest of hive H-101?", ("2024-07-01",), "2025"),
        ("When did Bob Ray join?", ("2021-05-02",), "2019"),
        ("How many hives have no queen year?", ("1",), "2"),
        ("Which hive has the most honey?", ("H-102", "27"), "H-101"),
        ("Which keeper produced the most honey in 2024?", ("Ann Lee", "12.5"), "39.5"),
        ("How much honey was harvested in 2025?", ("27",), "39.5"),
        ("How much honey did we harvest in total in 2025, in kilos?", ("27",), "39.5"),
        ("How much did Summer harvests cost?", ("7",), "9"),
        ("Which keepers have no phone number on file?", ("Bob Ray",), "Ann"),
        ("Which hive has the most harvests and how many?", ("H-102", "2"), "H-101"),
        ("List the native species.", ("Lime", "Oak"), "Plane"),
        ("Which staff work for Canopy?", ("Cid", "Dee"), "W1"),
    ],
)
def test_it_answers(bees: Society, question: str, says: tuple[str, ...], hides: str) -> None:
    answer = approved(bees, question, "en", *says)
    assert hides not in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which species have we not planted at all?",
        "How much does Ann Lee cost?",
    ],
)
def test_what_it_would_leave_out_is_not_answered(bees: Society, question: str) -> None:
    answer = bees.ask_sync(question, language="en")
    assert answer.status != "approved", answer.text


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Wie viele Pächter gibt es?", ("2",)),
        ("Welche Pächter wohnen in Chur?", ("Rey",)),
        ("Wie viele Arbeitsstunden gibt es?", ("9.5",)),
        ("Was kostet der Riesling 2022?", ("11",)),
    ],
)
def test_it_answers_in_german(gardens: Society, question: str, says: tuple[str, ...]) -> None:
    approved(gardens, question, "de", *says)


def test_a_figure_is_over_the_rows_that_are_named(bees: Society) -> None:
    answer = approved(bees, "Which keeper has the highest total cost of Summer harvests?", "en", "Ann Lee")
    assert answer.reading is not None
    assert "product = Summer" in answer.reading


@pytest.mark.parametrize(
    ("question", "shown", "hidden"),
    [
        ("Welche Einsätze dauerten länger als fünf Stunden?", "E1", "E2"),
        ("Welche Einsätze dauerten kürzer als 2 Stunden?", "E2", "E1"),
        ("Welche Einsätze dauerten länger als 60 Minuten?", "E1", "E2"),
    ],
)
def test_units_are_turned_into_those_of_the_column(fires: Society, question: str, shown: str, hidden: str) -> None:
    assert hidden not in approved(fires, question, "de", shown).text


def test_other_units_are_not_compared(fires: Society) -> None:
    answer = fires.ask_sync("Welche Einsätze dauerten länger als 5 kg?", language="de")
    assert answer.status != "approved", answer.text
