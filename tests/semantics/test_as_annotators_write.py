"""Plain sentences of people who write questions for tables: kinds named one after the other, ages without the word,
an order said with what is ordered, what several share, other words for the same thing, names written together."""

from typing import cast

import pytest

from arch_team import Society
from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.text.stems import noun_stem
from arch_team.wire import Language
from tests.semantics.asking import approved, opened

COLLEGE = """
CREATE TABLE professor (professorid INTEGER PRIMARY KEY, fullname TEXT, gender TEXT, age INTEGER, class_room TEXT,
  elevation INTEGER, address TEXT, town TEXT);
CREATE TABLE course (courseid INTEGER PRIMARY KEY, coursetitle TEXT, credits INTEGER, hours TEXT,
  professorid INTEGER REFERENCES professor);
CREATE TABLE exam (examid INTEGER PRIMARY KEY, courseid INTEGER REFERENCES course, kind TEXT, stars INTEGER);
INSERT INTO professor VALUES (1, 'Ann Lee', 'female', 38, 'A1', 400, '12 Oak Street, TN', 'Wells'),
  (2, 'Bob Ray', 'male', 52, 'A1', 650, '3 Elm Road, KY', 'Wells'),
  (3, 'Cid Orr', 'male', 44, 'B2', 900, '8 Ash Lane, TN', 'Bath'),
  (4, 'Dee Fox', 'female', 61, 'B2', 20, '1 Fir Way, OH', 'Bath'),
  (5, 'Eva Day', 'female', 29, 'B2', 75, '5 Yew Row, KY', 'Ely');
INSERT INTO course VALUES (1, 'Logic', 3, '3', 1), (2, 'Music', 4, '4', 2), (3, 'Latin', 2, '2', 3),
  (4, 'Botany', 5, '3', 3), (5, 'Algebra', 3, '4', 4);
INSERT INTO exam VALUES (1, 1, 'oral', 5), (2, 1, 'written', 3), (3, 2, 'oral', 4), (4, 3, 'written', 2),
  (5, 4, 'oral', 3), (6, 5, 'practical', 1);
"""
FERRIES = """
CREATE TABLE Port (Port_ID INTEGER PRIMARY KEY, Port_Name TEXT, Country TEXT, Date_Registered DATE);
CREATE TABLE Vessel (Vessel_ID INTEGER PRIMARY KEY, Name TEXT, Type TEXT, Built_Yr INTEGER,
  Home_Port_ID INTEGER REFERENCES Port);
CREATE TABLE Route (Route_ID INTEGER PRIMARY KEY, Origin_Port_ID INTEGER REFERENCES Port,
  Dest_Port_ID INTEGER REFERENCES Port, Price REAL);
INSERT INTO Port VALUES (1, 'Turku', 'Finland', '1950-05-01'), (2, 'Kapellskar', 'Sweden', '1971-06-03'),
  (3, 'Paldiski', 'Estonia', '1995-02-09');
INSERT INTO Vessel VALUES (1, 'Aurora', 'ferry', 1985, 1), (2, 'Borea', 'ferry', 1999, 1),
  (3, 'Corvo', 'barge', 2011, 2);
INSERT INTO Route VALUES (1, 1, 2, 40), (2, 2, 3, 30), (3, 1, 3, 55);
"""
GAMES = """
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, name TEXT, gender TEXT, age INTEGER, score INTEGER,
  boss_id INTEGER REFERENCES staff);
CREATE TABLE game (game_id INTEGER PRIMARY KEY, title TEXT, price INTEGER, age INTEGER, acquired_year INTEGER);
CREATE TABLE plays (play_id INTEGER PRIMARY KEY, staff_id INTEGER REFERENCES staff, game_id INTEGER REFERENCES game,
  season TEXT, points INTEGER);
INSERT INTO staff VALUES (1, 'Amy', 'female', 31, 80, 3), (2, 'Ben', 'male', 55, 20, 3),
  (3, 'Cat', 'female', 31, 60, NULL),
  (4, 'Dan', 'male', 40, 90, 1);
INSERT INTO game VALUES (1, 'Doom', 25, 12, 1988), (2, 'Myst', 60, 16, 1996), (3, 'Riven', 45, 12, 2001);
INSERT INTO plays VALUES (1, 1, 1, 'summer', 2), (2, 1, 2, 'winter', 3), (3, 2, 1, 'summer', 5), (4, 4, 3, 'winter', 1);
"""
SCHULE = """
CREATE TABLE Kunde (KundeID INTEGER PRIMARY KEY, Name TEXT, Alter_Jahre INTEGER, Ort TEXT);
CREATE TABLE Lohn (LohnID INTEGER PRIMARY KEY, Betrag REAL, Monat TEXT);
CREATE TABLE Reparatur (ReparaturID INTEGER PRIMARY KEY, KundeID INTEGER REFERENCES Kunde, Datum TEXT, Kosten REAL);
INSERT INTO Kunde VALUES (1, 'Anna Lang', 34, 'Bern'), (2, 'Bernd Roth', 51, 'Chur'), (3, 'Carl Fink', 47, 'Bern');
INSERT INTO Lohn VALUES (1, 4200, 'Mai'), (2, 4400, 'Juni');
INSERT INTO Reparatur VALUES (1, 1, '2024-05-02', 80), (2, 1, '2024-06-03', 120), (3, 3, '2024-06-09', 40);
"""


@pytest.fixture(scope="module")
def college(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("college"), COLLEGE)


@pytest.fixture(scope="module")
def ferries(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("ferries"), FERRIES)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("games"), GAMES)


@pytest.fixture(scope="module")
def schule(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("schule"), SCHULE)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many male and female professors are there?", ["female, 3", "male, 2"]),
        ("What is the average age of male and female professors?", ["male, 48"]),
        ("List the full names of the professors in Wells or Bath.", ["Ann Lee", "Bob Ray", "Cid Orr", "Dee Fox"]),
        ("How many oral or written exams are there?", ["5"]),
        ("What is the age of every male?", ["52", "44"]),
    ],
)
def test_kinds_one_after_the_other(college: Society, question: str, told: list[str]) -> None:
    approved(college, question, "en", *told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many professors are under 40?", ["2"]),
        ("Find the number of professors under 50 for each class room.", ["A1, 1", "B2, 2"]),
        ("Find the number of professors older than 40 for each gender.", ["female, 1", "male, 2"]),
        ("How old is each gender, on average?", ["male, 48"]),
        ("On average, how old are the professors?", ["44.8"]),
    ],
)
def test_ages(college: Society, question: str, told: list[str]) -> None:
    approved(college, question, "en", *told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Sort all professor names by their ages from old to young.", ["Dee Fox, 61\n- Bob Ray, 52\n- Cid Orr, 44"]),
        ("How many professors are there per town? Order the towns by decreasing number of professors.", ["Ely, 1"]),
        ("What are the full names of the professors? Sort the result by age.", ["Eva Day, 29\n- Ann Lee, 38"]),
        ("How many towns are there that have more than 1 professor?", ["2"]),
        ("List the town shared by at least two professors.", ["Wells", "Bath"]),
        ("Which courses have 3 or 4 credits?", ["Logic", "Music", "Algebra"]),
        ("Which courses have between 4 and 5 credits?", ["Music", "Botany"]),
        ("List the full names of professors whose address contains TN.", ["Ann Lee", "Cid Orr"]),
        ('How many professors have full names that contain the letter "y"?', ["2"]),
        ("For each town, what is the average age of that town's professors?", ["Bath, 52.5", "Wells, 45"]),
        ("What is the professor id of Cid Orr?", ["3"]),
    ],
)
def test_orders_bounds_and_shares(college: Society, question: str, told: list[str]) -> None:
    approved(college, question, "en", *told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many instructors are there?", ["5"]),
        ("Which teacher has the highest altitude?", ["Cid Orr"]),
        ("How many professors are there for each classroom?", ["A1, 2", "B2, 3"]),
        ("List the course titles.", ["Botany"]),
    ],
)
def test_other_words_and_names_written_together(college: Society, question: str, told: list[str]) -> None:
    approved(college, question, "en", *told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Show the names of the vessels whose home port is Turku.", ["Aurora", "Borea"]),
        ("How many vessels have the home port Kapellskar?", ["1"]),
        ("Which vessels are older than 1990?", ["Aurora"]),
        ("What is the registration date of the port Turku?", ["1950"]),
        ("Show each country and the number of ports in that country.", ["Estonia, 1"]),
    ],
)
def test_what_columns_point_at_and_tell_by_a_verb(ferries: Society, question: str, told: list[str]) -> None:
    approved(ferries, question, "en", *told)


@pytest.mark.parametrize(
    "question",
    [
        "To which ports can you go from Turku?",
        "To which ports can you go from Turku? List the port names.",
        "How many vessels of each type do we have? Only include types with at least two vessels.",
    ],
)
def test_what_was_said_is_no_answer(ferries: Society, question: str) -> None:
    assert ferries.ask_sync(question).status != "approved"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Wie viele Klienten gibt es?", ["3"]),
        ("Wie viele Kunden über 40 gibt es?", ["2"]),
        ("Welche Auftraggeber haben keine Instandsetzung?", ["Bernd Roth"]),
    ],
)
def test_andere_worte(schule: Society, question: str, told: list[str]) -> None:
    approved(schule, question, "de", *told)


@pytest.mark.parametrize(
    "question",
    [
        "Which aircraft are older than 1990?",
        "How many tutors are there?",  # nobody who teaches, by another word
        "How many countries are below 46?",
    ],
)
def test_what_is_not_said_is_not_taken(college: Society, question: str) -> None:
    assert college.ask_sync(question).status != "approved"


@pytest.mark.parametrize(
    "question",
    [
        "What is the most common age of staff?",  # the highest is another
        "Which age is shared by the most staff?",
        "Which games sell for under 30?",  # no age
        "Which games are under 30?",
        "Which staff got over 50?",
        "Which games are older than 1990?",  # acquired then, not made
        "Sort the games by title from old to young.",
        "Show the games and their prices. Order the staff by name.",
        "What is the oldest male and female staff?",
        "How many male and female staff are there for each boss?",
        "Which staff have 4 or 5 points?",  # once, or in all
        "What is the boss score of Amy?",  # of her boss
    ],
)
def test_what_may_be_another_is_not_approved(games: Society, question: str) -> None:
    assert games.ask_sync(question).status != "approved"


@pytest.mark.parametrize(
    ("question", "told", "never"),
    [
        ("Which staff have summer and winter plays?", ["Amy"], ["Ben", "Dan"]),
        ("What is the total number of male and female staff?", ["4"], ["female, 2"]),
    ],
)
def test_what_is_both_and_what_is_a_sum(games: Society, question: str, told: list[str], never: list[str]) -> None:
    answer = approved(games, question, "en", *told)
    assert not any(each in answer.text for each in never)


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_word_has_one_line_of_words_for_the_same(language: Language) -> None:
    lines = cast("list[list[str]]", packaged(f"lexicon/alike_{language}.yaml"))
    stems = [noun_stem(folded(word), language) for line in lines for word in line]
    assert len(stems) == len(set(stems))


def test_no_is_not_left_out(college: Society) -> None:
    answer = college.ask_sync('Which professors have no full names that contain "y"?', language="en")
    assert answer.status != "approved" or "Bob Ray" not in answer.text
