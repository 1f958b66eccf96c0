"""What a verb, a day or a value is said of: plain questions that are answered, and near ones that are not."""

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

SCHOOL = """
CREATE TABLE teachers (teacher_id INTEGER PRIMARY KEY, full_name TEXT, depot_town TEXT, hire_date TEXT);
CREATE TABLE learners (learner_id INTEGER PRIMARY KEY, full_name TEXT, town TEXT, customer_since TEXT);
CREATE TABLE lessons (lesson_id INTEGER PRIMARY KEY, learner_id INTEGER REFERENCES learners,
  teacher_id INTEGER REFERENCES teachers, lesson_date TEXT, minutes INTEGER, lesson_status TEXT);
CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, learner_id INTEGER REFERENCES learners, method TEXT,
  amount REAL, paid_on TEXT);
CREATE TABLE tests (test_id INTEGER PRIMARY KEY, learner_id INTEGER REFERENCES learners, result TEXT, test_date TEXT);
CREATE TABLE loans (loan_id INTEGER PRIMARY KEY, loan_no TEXT, start_date TEXT, due_back TEXT, returned_on TEXT);
CREATE TABLE parts (part_id INTEGER PRIMARY KEY, part_name TEXT, unit_price REAL, stock_qty INTEGER);
INSERT INTO teachers VALUES (1, 'Ann Lee', 'Bern', '2010-01-01'), (2, 'Bob Ray', 'Chur', '2015-01-01');
INSERT INTO learners VALUES (1, 'Cid Orr', 'Thun', '2019-01-01'), (2, 'Dot Fay', 'Bern', '2021-01-01'),
  (3, 'Eve Poe', 'Chur', '2022-01-01');
INSERT INTO lessons VALUES (1, 1, 1, '2024-01-10', 60, 'held'), (2, 1, 1, '2024-02-10', 90, 'cancelled'),
  (3, 2, 2, '2024-03-10', 45, 'held');
INSERT INTO payments VALUES (1, 1, 'card', 30, '2024-01-11'), (2, 1, 'cash', 20, '2024-02-11'),
  (3, 2, 'card', 400, '2024-03-11');
INSERT INTO tests VALUES (1, 1, 'pass', '2024-04-01'), (2, 2, 'fail', '2024-05-01'), (3, 3, 'pass', '2024-06-01');
INSERT INTO loans VALUES (1, 'L1', '2024-01-01', '2024-02-01', '2024-03-01'), (2, 'L2', '2024-01-01', '2024-06-01',
  '2024-05-01');
INSERT INTO parts VALUES (1, 'wiper', 5, 10), (2, 'lamp', 20, 3);
"""


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("school"), SCHOOL)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much was paid by card?", [": 430"]),
        ("Which learner has paid the most?", ["Dot Fay"]),
        ("How many tests were passed?", [": 2"]),
        ("Which learner has been a customer the longest?", ["Cid Orr"]),
        ("Which teacher has been with us the longest?", ["Ann Lee"]),
        ("Which two learners have the most lessons, and how many lessons each?", ["Cid Orr, 1, 2"]),
        ("When was lesson 1?", ["2024-01-10"]),
    ],
)
def test_plain_ways_to_say_it(school: Society, question: str, told: list[str]) -> None:
    approved(school, question, "en", *told)


@pytest.mark.parametrize(
    "question",
    [
        "How many minutes of lessons has Ann Lee held in total?",
        "Which loans were returned after the due date?",
        "At what time was payment 3 paid?",
        "What is the total value of the stock of lamps?",
        "Where does Ann Lee live?",
        "How much is the amount of payments in 2024?",
    ],
)
def test_what_is_said_of_something_else_is_no_answer(school: Society, question: str) -> None:
    assert school.ask_sync(question, language="en").status != "approved"
