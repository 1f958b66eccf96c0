"""What a question names is in its answer, or it is asked about: rows, figures, clauses, those who have none."""

import sqlite3

import pytest

from arch_team import Society
from arch_team.settings import Settings

TABLES = """
CREATE TABLE People (person_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE Addresses (address_id INTEGER PRIMARY KEY, city TEXT);
CREATE TABLE Courses (course_id INTEGER PRIMARY KEY, title TEXT);
CREATE TABLE Course_Registrations (person_id INTEGER REFERENCES People, course_id INTEGER REFERENCES Courses,
  registered_on DATE, fee REAL, kind TEXT, PRIMARY KEY (person_id, course_id));
CREATE TABLE Course_Attendance (person_id INTEGER REFERENCES People, course_id INTEGER REFERENCES Courses,
  hours INTEGER, PRIMARY KEY (person_id, course_id));
CREATE TABLE Households (household_id INTEGER PRIMARY KEY, family_name TEXT, town TEXT);
CREATE TABLE Parcels (parcel_id INTEGER PRIMARY KEY, household_id INTEGER REFERENCES Households, weight_kg REAL);
CREATE TABLE Matters (matter_id INTEGER PRIMARY KEY, matter_title TEXT, opened_date DATE, status TEXT);
INSERT INTO People VALUES (1, 'Ann Moor'), (2, 'Bob Kern'), (3, 'Cleo Rast');
INSERT INTO Addresses VALUES (1, 'Bern'), (2, 'Bern'), (3, 'Chur');
INSERT INTO Courses VALUES (1, 'Welding'), (2, 'Sewing'), (3, 'Baking');
INSERT INTO Course_Registrations VALUES (1, 1, '2024-01-02', 10, 'paid'), (1, 2, '2024-02-02', 30, 'free'),
  (2, 1, '2024-03-02', 20, 'paid');
INSERT INTO Course_Attendance VALUES (1, 1, 5), (3, 3, 7);
INSERT INTO Households VALUES (1, 'Moser', 'Bern'), (2, 'Kunz', 'Chur'), (3, 'Roth', 'Chur');
INSERT INTO Parcels VALUES (1, 1, 4.5), (2, 1, 9.5), (3, 2, 6.0);
INSERT INTO Matters VALUES (1, 'Lease', '2024-01-05', 'open'), (2, 'Sale', '2023-05-05', 'closed');
"""


@pytest.fixture(scope="module")
def society(tmp_path_factory: pytest.TempPathFactory) -> Society:
    home = tmp_path_factory.mktemp("left-out")
    with sqlite3.connect(home / "club.sqlite") as database:
        database.executescript(TABLES)
    return Society(Settings(db=f"sqlite:///{home / 'club.sqlite'}", home=home))


@pytest.mark.parametrize(
    "question",
    [
        "In which city do most people live?",
        "Which city has the most people?",
        "Which people never attended a course they registered for?",
        "Which people attended a course they liked?",
        "Show the name and fee of all registrations, from the highest person to the lowest.",
    ],
)
def test_what_has_no_part_in_a_reading_is_asked_about(society: Society, question: str) -> None:
    assert society.ask_sync(question).status != "approved"


@pytest.mark.parametrize(
    ("question", "shown", "hidden"),
    [
        ("What is the total fee of course registrations per kind? Show the kind and the fee.", ["paid, 30"], ["10"]),
        ("What is the average fee of course registrations per kind? Show the kind too.", ["paid, 15", "free, 30"], []),
        (
            "Show the family name of each household and its number of parcels, including households without parcels.",
            ["Moser, 1, 2", "Kunz, 2, 1", "Roth, 3, 0"],
            [],
        ),
        (
            "Show the family name of the household with the heaviest single parcel and that parcel's weight.",
            ["Moser", "9.5"],
            ["4.5"],
        ),
        ("Which matters have the status open? List their titles and opened dates.", ["Lease"], ["Sale"]),
        (
            "Which households have two or more parcels? Give the family name and the number of parcels.",
            ["Moser, 2"],
            [],
        ),
    ],
)
def test_all_that_is_said_is_kept(society: Society, question: str, shown: list[str], hidden: list[str]) -> None:
    answer = society.ask_sync(question)
    assert answer.status == "approved", answer.reason
    assert all(each in answer.text for each in shown), answer.text
    assert not any(each in answer.text for each in hidden), answer.text


def test_who_registered_is_told_by_registrations(society: Society) -> None:
    answer = society.ask_sync("How many courses has each person registered for?")
    assert "ttendance" not in (answer.reading or answer.reason or "")
