"""Days, units and spellings as people say them: a year said once for two days, litres of a column in `_l`, `unpaid`
of a date that is empty, colour and color."""

from pathlib import Path

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

FARM = """
CREATE TABLE service_centers (center_id INTEGER PRIMARY KEY, center_name TEXT, town TEXT, color TEXT);
CREATE TABLE members (member_id INTEGER PRIMARY KEY, full_name TEXT, member_since TEXT, left_on TEXT,
  height_cm INTEGER);
CREATE TABLE machines (machine_id INTEGER PRIMARY KEY, machine_name TEXT, weight_kg REAL, daily_fee REAL,
  certified_on TEXT, center_id INTEGER REFERENCES service_centers);
CREATE TABLE plots (plot_id INTEGER PRIMARY KEY, plot_code TEXT UNIQUE, parish TEXT, area_ha REAL);
CREATE TABLE pressings (pressing_id INTEGER PRIMARY KEY, juice TEXT, pressed_on TEXT, volume_l REAL,
  runtime_min INTEGER, crates INTEGER, member_id INTEGER REFERENCES members);
CREATE TABLE bills (bill_no TEXT PRIMARY KEY, member_id INTEGER REFERENCES members, issued_on TEXT, due_on TEXT,
  paid_on TEXT, amount REAL, labor_hours REAL);
INSERT INTO service_centers VALUES (1, 'Northgate', 'Wells', 'green'), (2, 'Southgate', 'Bath', 'red');
INSERT INTO members VALUES (1, 'Ann Lee', '2015-04-01', NULL, 171), (2, 'Bob Ray', '2018-09-15', '2023-12-31', 183),
  (3, 'Cid Orr', '2020-01-10', NULL, 165);
INSERT INTO machines VALUES (1, 'Big Press', 850, 45, '2021-05-05', 1), (2, 'Small Press', 120, 20, NULL, 1),
  (3, 'Shredder', 300, 25.5, '2022-02-01', 2);
CREATE TABLE clerks (clerk_id INTEGER PRIMARY KEY, full_name TEXT, joined_on TEXT);
INSERT INTO clerks VALUES (1, 'Di', '2019-01-01'), (2, 'Cy', '2012-01-01');
INSERT INTO plots VALUES (1, 'P1', 'Dinder', 2.5), (2, 'P2', 'Dinder', 1.25), (3, 'P3', 'Croscombe', 4);
INSERT INTO pressings VALUES (1, 'apple', '2023-09-01', 100, 45, 3, 1), (2, 'apple', '2023-09-20', 250, 130, 7, 2),
  (3, 'pear', '2023-10-05', 80, 125, 2, 1), (4, 'apple', '2024-09-10', 60, 30, 1, 3);
INSERT INTO bills VALUES ('B1', 1, '2023-09-02', '2023-10-02', '2023-09-25', 100, 2),
  ('B2', 2, '2023-09-21', '2023-10-21', '2023-11-05', 250, 5),
  ('B3', 1, '2023-10-06', '2023-11-06', NULL, 80, 1.5), ('B4', 3, '2024-09-11', '2024-10-11', NULL, 60, 1);
"""
HOF = """
CREATE TABLE Mitglied (MitgliedID INTEGER PRIMARY KEY, Name TEXT, Eintritt_am TEXT, Groesse_cm INTEGER);
CREATE TABLE Pressung (PressungID INTEGER PRIMARY KEY, Saft TEXT, Gepresst_am TEXT, Menge_l REAL, Dauer_min INTEGER,
  MitgliedID INTEGER REFERENCES Mitglied);
CREATE TABLE Rechnung (RechnungNr TEXT PRIMARY KEY, MitgliedID INTEGER REFERENCES Mitglied, Ausgestellt_am TEXT,
  Faellig_am TEXT, Bezahlt_am TEXT, Betrag REAL);
CREATE TABLE Parzelle (ParzelleID INTEGER PRIMARY KEY, Code TEXT UNIQUE, Flur TEXT, Flaeche_ha REAL, Pachtpreis REAL);
INSERT INTO Mitglied VALUES (1, 'Anna Lang', '2015-04-01', 171), (2, 'Bernd Roth', '2018-09-15', 183);
INSERT INTO Pressung VALUES (1, 'Apfel', '2023-09-01', 100, 45, 1), (2, 'Apfel', '2023-09-20', 250, 130, 2),
  (3, 'Birne', '2023-10-05', 80, 125, 1);
INSERT INTO Rechnung VALUES ('R1', 1, '2023-09-02', '2023-10-02', '2023-09-25', 100),
  ('R2', 2, '2023-09-21', '2023-10-21', '2023-11-05', 250), ('R3', 1, '2023-10-06', '2023-11-06', NULL, 80);
INSERT INTO Parzelle VALUES (1, 'P1', 'Anger', 2.5, 300), (2, 'P2', 'Anger', 1.25, 150), (3, 'P3', 'Ried', 4, 410);
"""


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("farm"), FARM)


@pytest.fixture(scope="module")
def hof(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("hof"), HOF)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many bills were issued between 1 September and 6 October 2023?", ["3"]),
        ("How many bills were issued from 3 September to 5 October 2023?", [": 1"]),
        ("How many bills were issued from September to October 2023?", ["3"]),
        ("How many bills were issued between September and October 2023?", ["3"]),
        ("How many bills were issued from September 1 to September 20, 2023?", [": 1"]),
        ("How many bills were issued from 2023 to 2024?", ["4"]),
        ("Which bills were paid between 1 October and 30 November 2023?", ["B2"]),
        ("How many bills were issued in September-October 2023?", ["3"]),
    ],
)
def test_a_year_said_once(farm: Society, question: str, told: list[str]) -> None:
    approved(farm, question, "en", *told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Wie viele Rechnungen wurden zwischen dem 1. September und dem 6. Oktober 2023 ausgestellt?", ["3"]),
        ("Wie viele Rechnungen wurden vom 3. September bis zum 5. Oktober 2023 ausgestellt?", [": 1"]),
        ("Wie viele Rechnungen wurden vom 1.–15. September 2023 ausgestellt?", [": 1"]),
        ("Wie viele Rechnungen wurden von September bis Oktober 2023 ausgestellt?", ["3"]),
        ("Wie viele Rechnungen wurden vom 01.09. bis 30.09.2023 ausgestellt?", ["2"]),
        ("Wie viele Pressungen gab es zwischen September und Oktober 2023?", ["3"]),
    ],
)
def test_ein_jahr_fuer_zwei_tage(hof: Society, question: str, told: list[str]) -> None:
    approved(hof, question, "de", *told)


def test_what_would_end_before_it_begins_is_not_read(farm: Society) -> None:
    answer = farm.ask_sync("How many bills were issued from 1 November to 31 January 2023?", language="en")
    assert answer.status != "approved"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which service centre is in Bath?", ["Southgate"]),
        ("What is the colour of Northgate?", ["green"]),
        ("What is the color of Northgate?", ["green"]),
        ("What is the total of the labour hours?", ["9.5"]),
        ("How many service centres are there per colour?", ["green, 1", "red, 1"]),
    ],
)
def test_two_spellings_of_a_word(farm: Society, question: str, told: list[str]) -> None:
    approved(farm, question, "en", *told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many litres of apple juice were pressed in total?", ["410"]),
        ("How many liters did each member press?", ["Ann Lee, 1, 180", "Bob Ray, 2, 250"]),
        ("How many hectares do the plots in each parish have in total?", ["Croscombe, 4", "Dinder, 3.75"]),
        ("How many hectares is plot P3?", ["4"]),
        ("How many labour hours did Ann Lee have?", ["3.5"]),
        ("Which pressings took longer than 120 minutes?", ["2", "3"]),
        ("Which pressings lasted more than 2 hours?", ["2", "3"]),
        ("Which pressings lasted 45 minutes?", [": 1"]),
        ("How long was pressing 2 in minutes?", ["130"]),
        ("How heavy is the Shredder?", ["300"]),
        ("Which machines weigh more than 250 kilos?", ["Big Press", "Shredder"]),
        ("Which plots are larger than 2 hectares?", ["P1", "P3"]),
    ],
)
def test_units_are_nouns(farm: Society, question: str, told: list[str]) -> None:
    approved(farm, question, "en", *told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Wie viele Liter wurden im September 2023 gepresst?", ["350"]),
        ("Wie viele Hektar haben die Parzellen insgesamt?", ["7.75"]),
        ("Welche Pressungen dauerten länger als 120 Minuten?", ["2", "3"]),
        ("Welche Pressungen dauerten mehr als 2 Stunden?", ["2", "3"]),
        ("Welche Parzellen sind größer als 2 Hektar?", ["P1", "P3"]),
        ("Wie lange dauerte die Pressung 2 in Minuten?", ["130"]),
    ],
)
def test_einheiten(hof: Society, question: str, told: list[str]) -> None:
    approved(hof, question, "de", *told)


@pytest.mark.parametrize(
    "question",
    [
        "How many litres does the Big Press hold?",
        "How many kilos were pressed in total?",
        "How many hectares were pressed in 2023?",
    ],
)
def test_no_unit_is_another(farm: Society, question: str) -> None:
    assert farm.ask_sync(question, language="en").status != "approved"


@pytest.mark.parametrize(
    ("question", "told", "not_told"),
    [
        ("Which machines are uncertified?", ["Small Press"], ["Big"]),
        ("How many uncertified machines are there in Wells?", [": 1"], ["≠"]),
        ("List the unpaid bills of Ann Lee.", ["B3"], ["B4"]),
        ("Which members have unpaid bills?", ["Ann Lee", "Cid Orr"], ["Bob"]),
        ("Which members have no unpaid bills?", ["Bob Ray"], ["Ann"]),
        ("Which bills issued in 2023 are still unpaid?", ["B3"], ["B4"]),
        ("List the unpaid bills sorted by amount.", ["B4, 60.0\n- B3, 80.0"], ["B1"]),
        ("Which bills have been paid?", ["B1", "B2"], ["B3"]),
    ],
)
def test_what_was_not_done(farm: Society, question: str, told: list[str], not_told: list[str]) -> None:
    answer = approved(farm, question, "en", *told)
    assert not any(each in answer.text for each in not_told)


@pytest.mark.parametrize(
    ("question", "told", "not_told"),
    [
        ("Welche Mitglieder haben unbezahlte Rechnungen?", ["Anna Lang"], ["Bernd"]),
        ("Zeige die unbezahlten Rechnungen von Anna Lang.", ["R3"], ["R1"]),
        ("Wie viele unbezahlte Rechnungen hat Anna Lang?", [": 1"], ["≠"]),
        ("Welche Rechnungen von Anna Lang sind noch unbezahlt?", ["R3"], ["R1"]),
        ("Welche Rechnungen wurden bezahlt?", ["R1", "R2"], ["R3"]),
    ],
)
def test_was_nicht_getan_ist(hof: Society, question: str, told: list[str], not_told: list[str]) -> None:
    answer = approved(hof, question, "de", *told)
    assert not any(each in answer.text for each in not_told)


def test_what_was_not_done_there_is_another_question(farm: Society) -> None:
    assert farm.ask_sync("Which machines are uncertified in Wells?", language="en").status != "approved"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("List the machines with their daily fee, dearest first.", ["Big Press, 1, 45.0\n- Shredder"]),
        ("List the plots with their area, greatest first.", ["P3, 3, 4.0\n- P1, 1, 2.5\n- P2"]),
        ("List the machines and their certification dates, latest first.", ["Shredder, 3, 2022-02-01\n- Big Press"]),
        ("List the full names and joining dates of the clerks, longest serving first.", ["Cy, 2012-01-01\n- Di, 2019"]),
        ("List the two bills with the highest amount and their amount, greatest first.", ["B2, 250.0\n- B1, 100.0"]),
    ],
)
def test_orders_behind_a_list(farm: Society, question: str, told: list[str]) -> None:
    approved(farm, question, "en", *told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Zeige die Parzellen mit ihrem Pachtpreis, teuerste zuerst.", ["P3, 3, 410.0\n- P1, 1, 300.0\n- P2"]),
        ("Zeige die Parzellen und ihre Fläche, größte zuerst.", ["P3, 3, 4.0\n- P1, 1, 2.5\n- P2"]),
        ("Was kostet die Parzelle P3?", ["410"]),
        ("Was ist das Ausstellungsdatum der Rechnung R1?", ["2023-09-02"]),
        ("Wie viele Rechnungen haben kein Bezahldatum?", [": 1"]),
    ],
)
def test_reihenfolgen_und_tage(hof: Society, question: str, told: list[str]) -> None:
    approved(hof, question, "de", *told)


@pytest.mark.parametrize(
    "question", ["List the bills with their amount, oldest first.", "List the bills with amount and hours, best first."]
)
def test_no_figure_is_an_age_and_none_is_picked(farm: Society, question: str) -> None:
    assert farm.ask_sync(question, language="en").status != "approved"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which machines have no certification date on record?", ["Small Press"]),
        ("What was the payment date of bill B1?", ["2023-09-25"]),
        ("What does the Shredder cost?", ["25.5"]),
        ("When did Bob Ray leave?", ["2023-12-31"]),
    ],
)
def test_days_and_prices_by_their_verbs(farm: Society, question: str, told: list[str]) -> None:
    approved(farm, question, "en", *told)


def test_since_when_somebody_is_a_member(tmp_path: Path) -> None:
    club = opened(tmp_path, "CREATE TABLE skippers (skipper_id INTEGER PRIMARY KEY, full_name TEXT, member_since TEXT);"
      " INSERT INTO skippers VALUES (1, 'Ida Holm', '2014-05-01');")  # fmt: skip
    approved(club, "Since when has Ida Holm been a member?", "en", "2014-05-01")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many bills were paid after their due date?", [": 1"]),
        ("Which bills were paid before the due date?", ["B1"]),
        ("Which bills of Bob Ray were paid after their due date?", ["B2"]),
    ],
)
def test_one_day_after_another(farm: Society, question: str, told: list[str]) -> None:
    approved(farm, question, "en", *told)


def test_ein_tag_vor_dem_anderen(hof: Society) -> None:
    approved(hof, "Welche Rechnungen wurden vor dem Fälligkeitsdatum bezahlt?", "de", "R1")


def test_what_was_never_paid_was_not_paid_in_time_either(farm: Society) -> None:
    answer = farm.ask_sync("How many bills were not paid before their due date?", language="en")
    assert answer.status != "approved"
