"""Shapes of questions, each read and run on a small school: what is asked comes out, and nothing beside it."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.reading.source import Engine
from arch_team.settings import Settings
from arch_team.tools.session import open_source

SCHOOL = """
CREATE TABLE department (id INTEGER PRIMARY KEY, name TEXT, building TEXT, head_id INTEGER REFERENCES teacher (id));
CREATE TABLE teacher (id INTEGER PRIMARY KEY, name TEXT, phone TEXT, age INTEGER,
  department_id INTEGER REFERENCES department (id));
CREATE TABLE student (id INTEGER PRIMARY KEY, name TEXT, phone TEXT, age INTEGER, city TEXT, major INTEGER);
CREATE TABLE course (id INTEGER PRIMARY KEY, title TEXT, author TEXT, credits INTEGER,
  teacher_id INTEGER REFERENCES teacher (id));
CREATE TABLE enrollment (student_id INTEGER REFERENCES student (id), course_id INTEGER REFERENCES course (id),
  grade TEXT);
INSERT INTO department VALUES (1, 'Arts', 'North', 1), (2, 'Law', 'South', 3);
INSERT INTO teacher VALUES (1, 'Ada', '11', 40, 1), (2, 'Bo', '12', 50, 1), (3, 'Cy', '13', 60, 2);
INSERT INTO student VALUES (1, 'Dan', '12', 20, 'Bern', 600), (2, 'Eve', '22', 30, 'Basel', 600),
  (3, 'Fay', '23', 45, 'Bern', 700), (4, 'Gus', '24', 55, 'Chur', 700);
INSERT INTO course VALUES (1, 'Music', 'Hall', 3, 1), (2, 'Painting', 'Ives', 4, 2), (3, 'Contracts', 'Hall', 6, 3);
INSERT INTO enrollment VALUES (1, 1, 'A'), (1, 2, 'C'), (2, 1, 'B'), (3, 3, 'A');
"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("school") / "school.sqlite"
    with sqlite3.connect(file) as database:
        database.executescript(SCHOOL)
    return f"sqlite:///{file}"


@pytest.fixture(scope="module")
def school(url: str) -> Iterator[Engine]:
    source = open_source(Settings(db=url))
    yield source.engine
    source.close()


def answers(engine: Engine, question: str) -> set[frozenset[tuple[object, ...]]]:
    """What the readings of a question give, each different result once."""
    return {frozenset(engine.run(c.form).rows) for c in engine.read(question, "en").read.candidates}


def only(engine: Engine, question: str) -> set[tuple[object, ...]]:
    found = answers(engine, question)
    assert len(found) == 1, engine.read(question, "en")
    return set(found.pop())


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("What are the phones of all students and teachers?", {("11",), ("12",), ("13",), ("22",), ("23",), ("24",)}),
        ("Find the common phone of students and teachers.", {("12",)}),
        ("Which students are enrolled in both Music and Painting?", {("Dan", 1)}),
        ("Return students (id and age) who live in Bern.", {(1, 20), (3, 45)}),
        ("Who authored Music?", {("Hall",)}),
        ("Which department has the most teachers?", {("Arts", 1)}),
        ("What is the age of each student who lives in Bern?", {("Dan", 1, 20), ("Fay", 3, 45)}),
        ('Which students have major "700"?', {("Fay", 3), ("Gus", 4)}),
        ("Which courses have credits below 4 or higher than 5?", {("Music", 1), ("Contracts", 3)}),
        ("Which students are older than every teacher?", set[tuple[object, ...]]()),
        ("How many students are older than some teacher?", {(2,)}),
        ("Which cities have more than one record?", {("Bern",)}),
        ("In which building is the department Law?", {("South",)}),
        ("Which cities have both students older than 40 and students younger than 25?", {("Bern",)}),
        ("Which students take Music but not Painting?", {("Eve", 2)}),
        ('Which courses have an "n" in their title?', {("Painting", 2), ("Contracts", 3)}),
        ("How many students are there in the city with the most students?", {(2,)}),
    ],
)
def test_a_shape_gives_its_rows(school: Engine, question: str, rows: set[tuple[object, ...]]) -> None:
    assert only(school, question) == rows


def test_all_information_is_every_column(school: Engine) -> None:
    assert only(school, "Show all information about the course Music.") == {(1, "Music", "Hall", 3, 1)}


def test_values_in_order_of_their_number_come_each_once(school: Engine) -> None:
    read = school.read("List the cities of students in descending order of the count.", "en").read
    cities = [row[0] for row in school.run(read.candidates[0].form).rows]
    assert cities[0] == "Bern"
    assert sorted(map(str, cities)) == ["Basel", "Bern", "Chur"]


@pytest.mark.parametrize(
    "question",
    ["Which students teach Music?", "Does Dan teach Music?", "Which teachers are enrolled in Music?"],
)
def test_a_verb_that_names_other_rows_is_not_passed_over(school: Engine, question: str) -> None:
    assert not school.read(question, "en").read.candidates


def test_two_things_said_of_a_student_may_be_of_one_enrollment_or_of_two(school: Engine) -> None:
    found = answers(school, "Which students are enrolled in Painting and got grade A?")
    assert found == {frozenset({("Dan", 1)}), frozenset[tuple[object, ...]]()}


def test_than_any_is_open(school: Engine) -> None:
    assert len(answers(school, "Which students are older than any teacher?")) == 2


@pytest.mark.parametrize(
    ("question", "many"),
    [
        ("Are there any students from Bern?", 2),
        ("Is there a course with more than 10 credits?", 0),
        ("Is Dan older than 30?", 0),
        ("Is the age of Eve above 25?", 1),
        ("Does Dan take the course Painting?", 1),
        ("Do any students live in Chur?", 1),
    ],
)
def test_yes_and_no_are_a_count(school: Engine, question: str, many: int) -> None:
    forms = [candidate.form for candidate in school.read(question, "en").read.candidates]
    assert forms
    assert all(form.asks_whether for form in forms)
    assert only(school, question) == {(many,)}


@pytest.mark.parametrize("question", ["Do students live in Bern?", "Does every student take a course?"])
def test_what_is_said_of_all_is_not_shown_by_one(school: Engine, question: str) -> None:
    assert not school.read(question, "en").read.candidates


@pytest.mark.parametrize(
    ("question", "said"),
    [("Are there any students from Bern?", "Yes. "), ("Is there a course with more than 10 credits?", "No. ")],
)
def test_yes_and_no_are_said(url: str, tmp_path: Path, question: str, said: str) -> None:
    answer = Society(settings=Settings(db=url, home=tmp_path)).ask_sync(question)
    assert answer.status == "approved"
    assert answer.text.startswith(said)


def test_a_list_that_is_cut_short_says_how_many_there_are(tmp_path: Path) -> None:
    file = tmp_path / "parts.csv"
    file.write_text("code,colour\n" + "".join(f"P{n},red\n" for n in range(1500)), encoding="utf-8")
    answer = Society(settings=Settings(file=file, home=tmp_path)).ask_sync("List the codes of all parts.")
    assert answer.status == "approved"
    assert "1,500 in all" in answer.text


def test_an_average_of_measurements_has_few_digits(tmp_path: Path) -> None:
    file = tmp_path / "trees.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE tree (name TEXT, height REAL)")
        heights = (1.5, 1.6, 2.1, 1.7, 1.9, 1.8, 1.6)
        database.executemany("INSERT INTO tree VALUES (?, ?)", [(str(n), height) for n, height in enumerate(heights)])
    society = Society(settings=Settings(db=f"sqlite:///{file}", home=tmp_path))
    assert society.ask_sync("What is the average height of trees?").text.endswith("1.74286")


SALES = "customer,currency,amount\nAnn,{first},10\nBob,{second},30\nAnn,{first},25\n"


def test_amounts_of_several_currencies_are_not_ranked_and_the_reason_is_said(tmp_path: Path) -> None:
    file = tmp_path / "sales.csv"
    file.write_text(SALES.format(first="CHF", second="EUR"), encoding="utf-8")
    society = Society(settings=Settings(file=file, home=tmp_path))
    answer = society.ask_sync("Which customer has the highest total amount?")
    assert answer.status != "approved"
    assert "several units" in f"{answer.text} {answer.reason}"


def test_amounts_of_one_currency_are_ranked_in_it(tmp_path: Path) -> None:
    file = tmp_path / "sales.csv"
    file.write_text(SALES.format(first="CHF", second="CHF"), encoding="utf-8")
    answer = Society(settings=Settings(file=file, home=tmp_path)).ask_sync(
        "Which customer has the highest total amount?"
    )
    assert answer.status == "approved"
    assert "Ann" in answer.text
    assert "CHF" in str(answer.reading)
