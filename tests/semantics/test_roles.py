"""Columns that point at somebody by what they do, and questions that are told by their words alone."""

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

FOODBANK = """
CREATE TABLE volunteers (volunteer_id INTEGER PRIMARY KEY, full_name TEXT, duty TEXT, licence_expiry TEXT);
CREATE TABLE households (household_id INTEGER PRIMARY KEY, contact_name TEXT, first_visit TEXT, term_days INTEGER);
CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, household_id INTEGER, packed_by INTEGER, supervisor_no INTEGER,
  floor_no INTEGER, issued_on TEXT, weight_kg REAL, returned_date TEXT);
INSERT INTO volunteers VALUES (41, 'Ann Lee', 'packer', '2027-01-01'), (42, 'Bob Ray', 'driver', '2026-05-01'),
  (43, 'Cid Orr', 'packer', NULL);
INSERT INTO households VALUES (1, 'Dot Fay', '2020-01-01', 30), (2, 'Eve Poe', '2021-02-02', 14);
INSERT INTO parcels VALUES (1, 1, 41, 42, 1, '2024-01-01', 5, '2024-02-01'), (2, 1, 41, 43, 2, '2024-01-02', 7, NULL),
  (3, 2, 43, 42, 1, '2024-01-03', 9, NULL);
"""
WACHEN = """
CREATE TABLE Wachen (WacheNr INTEGER PRIMARY KEY, Wachname TEXT, KommandantNr INTEGER, Gruendungsjahr INTEGER);
CREATE TABLE Mitglieder (MitgliedNr INTEGER PRIMARY KEY, Vorname TEXT, Nachname TEXT, Dienstgrad TEXT);
CREATE TABLE Ausstellungen (AusstellungNr INTEGER PRIMARY KEY, Titel TEXT, KuratorNr INTEGER);
INSERT INTO Wachen VALUES (1, 'FF Trieben', 11, 1880), (2, 'FF Leoben', 12, 1901);
INSERT INTO Mitglieder VALUES (11, 'Uta', 'Egli', 'Brandrat'), (12, 'Max', 'Frei', 'Brandmeister');
INSERT INTO Ausstellungen VALUES (1, 'Helme', 12), (2, 'Spritzen', 11), (3, 'Leitern', 12);
"""


@pytest.fixture(scope="module")
def foodbank(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("foodbank"), FOODBANK)


@pytest.fixture(scope="module")
def wachen(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("wachen"), WACHEN)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who packed parcel 3?", ["Cid Orr"]),
        ("How many parcels did each volunteer pack?", ["Ann Lee, 41, 2"]),
        ("Who is the supervisor of parcel 2?", ["Supervisor (full name, ID)", "Cid Orr"]),
        ("How many parcels does each supervisor have?", ["Bob Ray, 42, 2"]),
        ("What is the supervisor number of parcel 2?", [": 43"]),
        ("What is the floor number of parcel 2?", [": 2"]),
        ("How many parcels have not been returned?", [": 2"]),
        ("When was parcel 1 returned?", ["2024-02-01"]),
        ("When does the licence of Ann Lee expire?", ["2027-01-01"]),
        ("When did Dot Fay first visit us?", ["2020-01-01"]),
        ("How many days is the term of Eve Poe?", [": 14"]),
    ],
)
def test_somebody_is_called_by_what_they_do(foodbank: Society, question: str, told: list[str]) -> None:
    approved(foodbank, question, "en", *told)


@pytest.mark.parametrize(
    "question",
    [
        "Which driver delivered parcel 1?",
        "Which volunteer drove the parcels on 2 January 2024?",
        "When did Dot Fay become a household?",
        "When does the insurance of Ann Lee expire?",
        "When did Ann Lee first visit us?",
    ],
)
def test_who_did_one_thing_did_not_do_another(foodbank: Society, question: str) -> None:
    assert foodbank.ask_sync(question).status != "approved"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Wer ist Kommandant der FF Leoben?", ["Max, Frei"]),
        ("Wer kuratiert die Ausstellung 2?", ["Uta, Egli"]),
        ("Welcher Kurator hat die meisten Ausstellungen?", ["Max, Frei"]),
        ("Wann wurde die FF Leoben gegründet?", ["1901"]),
    ],
)
def test_in_german(wachen: Society, question: str, told: list[str]) -> None:
    approved(wachen, question, "de", *told)
