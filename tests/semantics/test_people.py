"""Who did something, which kind of people is meant, and what was done first; states that are words of every day."""

import asyncio

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened

ORCHARD = """
CREATE TABLE crews (crew_id INTEGER PRIMARY KEY, crew_name TEXT);
CREATE TABLE pruners (pruner_id INTEGER PRIMARY KEY, name TEXT, role TEXT, town TEXT, started_on TEXT, born_on TEXT,
  hourly_wage REAL, crew_id INTEGER REFERENCES crews);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, customer_name TEXT, city TEXT);
CREATE TABLE kinds (kind_code TEXT PRIMARY KEY, kind_name TEXT, wait_days INTEGER);
CREATE TABLE ladders (ladder_id INTEGER PRIMARY KEY, state TEXT, insured TEXT, first_used_year INTEGER);
CREATE TABLE jobs (job_no TEXT PRIMARY KEY, customer_id INTEGER REFERENCES customers,
  crew_id INTEGER REFERENCES crews, pruned_by INTEGER REFERENCES pruners, trees INTEGER, charge REAL, done_on TEXT);
CREATE TABLE screenings (screening_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, held_on TEXT);
CREATE TABLE inspections (inspection_id INTEGER PRIMARY KEY, ladder_id INTEGER REFERENCES ladders, inspected_on TEXT,
  result TEXT);
CREATE TABLE pub (pub_id INTEGER PRIMARY KEY, pub_nm TEXT, owner_nm TEXT, cred_lim REAL, resv_prc REAL);
CREATE TABLE waiter (waiter_id INTEGER PRIMARY KEY, full_name TEXT, hr_wage REAL, pub_id INTEGER REFERENCES pub);
INSERT INTO inspections VALUES (1, 1, '2024-01-01', 'failed'), (2, 1, '2025-06-01', 'passed'),
  (3, 2, '2025-01-01', 'passed');
INSERT INTO pub VALUES (1, 'The Hop', 'Una Fox', 500, 90), (2, 'Red Lion', 'Ian Dow', 900, 70);
INSERT INTO waiter VALUES (1, 'Kit Poe', 14.5, 1), (2, 'Lea Ash', 15.5, 2);
INSERT INTO crews VALUES (1, 'Oak Crew'), (2, 'Elm Crew');
INSERT INTO pruners VALUES (1, 'Ann Lee', 'apprentice', 'Chur', '2020-03-01', '2001-01-01', 20, 1),
  (2, 'Bob Ray', 'leader', 'Bern', '2018-03-01', '1970-01-01', 30, 1),
  (3, 'Cid Orr', 'leader', 'Chur', '2015-04-01', '1980-01-01', 31, NULL);
INSERT INTO customers VALUES (1, 'Hill Farm', 'Bern'), (2, 'Lake Hotel', 'Thun');
INSERT INTO kinds VALUES ('AP', 'Apple', 5), ('PE', 'Pear', 9);
INSERT INTO ladders VALUES (1, 'available', 'yes', 2017), (2, 'in repair', 'no', 2019),
  (3, 'available', 'partly', 2019);
INSERT INTO jobs VALUES ('J1', 1, 1, 2, 12, 300, '2025-01-05'), ('J2', 2, 2, 3, 5, 90, '2025-02-01');
INSERT INTO screenings VALUES (1, 1, '2025-01-01');
"""


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("orchard"), ORCHARD)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who started in 2020?", ["Ann Lee"]),
        ("Who are the leaders living in Chur?", ["Cid Orr"]),
        ("Who does not belong to any crew?", ["Cid Orr"]),
        ("How many people work in the Oak Crew?", [": 2"]),
        ("Which pruner was born first?", ["Bob Ray"]),
        ("Which pruner started last?", ["Ann Lee"]),
        ("Which ladders were first used in 2019?", ["2", "3"]),
        ("Which kinds have wait days above 6?", ["Pear"]),
        ("How many ladders are currently available?", [": 2"]),
        ("How many available ladders are there?", [": 2"]),
        ("When was ladder 1 last inspected?", ["2025-06-01"]),
        ("Which ladders have failed an inspection?", ["1"]),
        ("Who owns The Hop?", ["Una Fox"]),
        ("Which pubs have a credit limit of 600 or more?", ["Red Lion"]),
        ("What is the reserve price of The Hop?", [": 90"]),
        ("Which pruners started before 2020, sorted by started on?", ["Cid Orr, 3\n- Bob Ray, 2"]),
    ],
)
def test_the_tables_tell_who_and_which(orchard: Society, question: str, told: list[str]) -> None:
    approved(orchard, question, "en", *told)


def test_who_is_meant_is_asked_where_only_a_verb_says_it(orchard: Society) -> None:
    """Customers are people too."""
    asked = orchard.ask_sync("Who works in the Oak Crew?", language="en").clarification
    assert asked is not None
    assert asked.suggested_answers[0] == "Name and pruner id of pruners, crew name of crews = Oak Crew"


@pytest.mark.parametrize(
    "question",
    [
        "How many people work for Hill Farm?",
        "How many screens does Hill Farm have?",
        "How much do we pay for Hill Farm?",
        "How much job do we pay for Hill Farm?",
        "Which ladders are not insured?",
        "Which ladders have no insured?",
        "In which town does Hill Farm live?",
        "What is the hourly wage of Una Fox?",
        "Since when has ladder 2 been in repair?",
        "Who owns Lake Hotel?",
        "What did all jobs done in 2025 charge together?",
        "When was Hill Farm born?",
        "List the job numbers of all pubs.",
        "What is the number of the pub with the highest credit limit?",
    ],
)
def test_what_nobody_keeps_is_not_answered(orchard: Society, question: str) -> None:
    assert orchard.ask_sync(question).status != "approved"


def test_a_question_for_somebody_is_no_piece_of_the_one_before(orchard: Society) -> None:
    before = "Which pub has a credit limit above 600?"
    assert asyncio.run(orchard.ask("and Red Lion?", earlier=("What is the credit limit of The Hop?",))).ok
    assert not asyncio.run(orchard.ask("Who built Red Lion?", earlier=(before,))).ok
