"""What people leave unsaid, and what they must be told all the same: whose it is, what holds now, how long it took."""

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

STUDIO = """
CREATE TABLE tbl_member (mbr_id INTEGER PRIMARY KEY, mbr_name TEXT NOT NULL, city TEXT, monthly_fee REAL NOT NULL,
  join_date TEXT NOT NULL, cancel_date TEXT);
CREATE TABLE tbl_glaze (glaze_id INTEGER PRIMARY KEY, glaze_name TEXT NOT NULL,
  mixed_by INTEGER REFERENCES tbl_member(mbr_id));
CREATE TABLE tbl_firing (firing_id INTEGER PRIMARY KEY, kiln TEXT NOT NULL,
  loaded_by INTEGER NOT NULL REFERENCES tbl_member(mbr_id),
  started_at TEXT NOT NULL, ended_at TEXT NOT NULL);
CREATE TABLE tbl_sale (sale_id INTEGER PRIMARY KEY, kiln TEXT, amount REAL);
INSERT INTO tbl_member VALUES (1, 'Ann Lee', 'York', 20, '2020-01-01', NULL), (2, 'Bob Ray', 'York', 20, '2021-01-01',
  '2022-01-01'), (3, 'Cid Orr', 'Hull', 30, '2022-01-01', NULL);
INSERT INTO tbl_glaze VALUES (1, 'Lichen', 3), (2, 'Oxblood', 1);
INSERT INTO tbl_firing VALUES (1, 'Big Bertha', 1, '2024-01-01 08:00', '2024-01-01 20:30'),
  (2, 'Big Bertha', 2, '2024-01-02 22:00', '2024-01-03 02:00'),
  (3, 'Phoenix', 3, '2024-01-05 08:00', '2024-01-05 09:00');
INSERT INTO tbl_sale VALUES (1, 'Phoenix', 5), (2, 'Phoenix', 7);
"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("studio"), STUDIO)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Is Bob Ray a member?", ("Yes",)),
        ("Who mixed the Lichen glaze?", ("Cid Orr",)),
        ("Which firing lasted the longest?", ("Firing id of firing: 1",)),
        ("What is the average duration of the firings in hours?", ("5.83",)),
        ("Firings per kiln?", ("Big Bertha, 2", "Phoenix, 1")),
        ("Members per city", ("York, 2", "Hull, 1")),
        ("What is the monthly fee of each member?", ("Ann Lee, 1, 20", "Bob Ray, 2, 20", "Cid Orr, 3, 30")),
        ("What is the city of each member?", ("Ann Lee, 1, York", "Bob Ray, 2, York")),
    ],
)
def test_it_is_told(studio: Society, question: str, says: tuple[str, ...]) -> None:
    answer = approved(studio, question, "en", *says)
    assert "tbl" not in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Is Bob Ray still a member?",
        "How many members are there right now?",
        "Which members currently live in York?",
        "Whose firing lasted longest, and when did it start?",
    ],
)
def test_what_is_not_looked_at_is_asked_about(studio: Society, question: str) -> None:
    answer = studio.ask_sync(question)
    assert answer.status != "approved" or "Ann Lee" in answer.text


def test_sales_by_something_may_be_money(studio: Society) -> None:
    answer = studio.ask_sync("Sales per kiln")
    assert answer.status != "approved" or "12" in answer.text


MARINA = """
CREATE TABLE owners (own_id INTEGER PRIMARY KEY, surname TEXT);
CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, boat_nm TEXT, own_id INTEGER REFERENCES owners(own_id));
CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, boat_id INTEGER REFERENCES boats(boat_id), arr_dt DATE, dep_dt DATE);
CREATE TABLE party (party_id INTEGER PRIMARY KEY, year INTEGER, party TEXT, senator TEXT);
INSERT INTO owners VALUES (1, 'Lee'), (2, 'Ray');
INSERT INTO boats VALUES (1, 'Windhover', 2), (2, 'Puffin', 1);
INSERT INTO stays VALUES (1, 1, '2024-01-01', NULL), (2, 2, '2024-01-01', '2024-02-01');
INSERT INTO party VALUES (1, 2002, 'Liberal', 'A'), (2, 2006, 'Liberal', 'B'), (3, 2006, 'Green', 'C');
"""


@pytest.fixture(scope="module")
def marina(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("marina"), MARINA)


@pytest.mark.parametrize(
    ("question", "says"), [("Who owns the Windhover?", "Ray"), ("Who owns the boat Puffin?", "Lee")]
)
def test_who_owns_it(marina: Society, question: str, says: str) -> None:
    approved(marina, question, "en", says)


@pytest.mark.parametrize("question", ["Which boats are lying in the marina right now?", "Which boats are still here?"])
def test_what_is_there_now_is_told_by_who_has_not_left(marina: Society, question: str) -> None:
    answer = marina.ask_sync(question)
    assert answer.status != "approved" or "Puffin" not in answer.text


def test_rows_called_the_same_are_not_different(marina: Society) -> None:
    answer = marina.ask_sync("How many different parties are there?")
    assert answer.status != "approved" or "3" not in answer.text.split()
    approved(marina, "How many boats are there?", "en", "2")


AGENCY = """
CREATE TABLE translator (trans_id INTEGER PRIMARY KEY, trans_name TEXT, gender TEXT, region TEXT);
CREATE TABLE assignment (assign_id INTEGER PRIMARY KEY, trans_id INTEGER REFERENCES translator(trans_id), fee REAL,
  quality_score INTEGER);
CREATE TABLE costume (costume_id INTEGER PRIMARY KEY, title TEXT, era TEXT, purchase_price REAL);
INSERT INTO translator VALUES (1, 'Ann Lee', 'F', 'North'), (2, 'Bob Ray', 'M', 'North'), (3, 'Cid Orr', 'M', 'South');
INSERT INTO assignment VALUES (1, 1, 900, 9), (2, 1, 300, 9), (3, 2, 400, 6), (4, 2, 500, 8), (5, 3, 50, 7);
INSERT INTO costume VALUES (1, 'Knight', 'Medieval', 700), (2, 'Monk', 'Medieval', 600),
  (3, 'Flapper', 'Twenties', 100);
"""


@pytest.fixture(scope="module")
def agency(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("agency"), AGENCY)


@pytest.mark.parametrize(
    ("question", "says", "not_said"),
    [
        ("Which translators have an average quality score above 8?", "Ann Lee", "Bob Ray"),
        ("Which translators have an average quality score of at least 7?", "Bob Ray", "Dan"),
        ("Which translators have a total fee above 1000?", "Ann Lee", "Bob Ray"),
        ("How many translators have an average quality score above 8?", "1", "Bob"),
        ("Which eras have an average purchase price above 600?", "Medieval", "Twenties"),
        ("List the translators with more than 1 assignment together with the number of assignments.", "2", "Cid Orr"),
    ],
)
def test_what_somebody_has_by_what_belongs_to_them(agency: Society, question: str, says: str, not_said: str) -> None:
    assert not_said not in approved(agency, question, "en", says).text


@pytest.mark.parametrize(
    ("language", "question", "says"),
    [
        ("en", "Which colleges were founded before 1885?", "Ashby"),
        ("en", "When was Birley founded?", "1969"),
        ("de", "Welche Schulen wurden vor 1885 gegründet?", "Aarau"),
        ("de", "Wann wurde die Schule Brugg gegründet?", "1969"),
        ("de", "Welche Schulen wurden 1834 gegründet?", "Aarau"),
    ],
)
def test_a_number_called_by_what_was_done_is_its_year(
    tmp_path_factory: pytest.TempPathFactory, language: str, question: str, says: str
) -> None:
    tables = """
CREATE TABLE college (college_id INTEGER PRIMARY KEY, name TEXT, founded INTEGER, built INTEGER);
CREATE TABLE schule (schul_id INTEGER PRIMARY KEY, name TEXT, gegruendet INTEGER);
INSERT INTO college VALUES (1, 'Ashby', 1834, 3), (2, 'Birley', 1969, 5);
INSERT INTO schule VALUES (1, 'Aarau', 1834), (2, 'Brugg', 1969);
"""
    approved(opened(tmp_path_factory.mktemp("schools"), tables), question, "en" if language == "en" else "de", says)


def test_a_number_of_what_was_done_is_no_year(tmp_path_factory: pytest.TempPathFactory) -> None:
    tables = """
CREATE TABLE builder (builder_id INTEGER PRIMARY KEY, name TEXT, built INTEGER);
INSERT INTO builder VALUES (1, 'Ashby', 3), (2, 'Birley', 5);
"""
    builders = opened(tmp_path_factory.mktemp("builders"), tables)
    answer = builders.ask_sync("When was Birley built?")
    assert answer.status != "approved"


def test_what_is_asked_back_about_now_is_first_of_what_has_not_ended(studio: Society) -> None:
    asked = studio.ask_sync("How many members are there right now?")
    assert asked.clarification is not None
    assert asked.clarification.suggested_answers[0].endswith("without cancel date")
