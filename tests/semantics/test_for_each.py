"""What people ask of a wallet's tables: the first of each, things per what, days as they were typed."""

import sqlite3
from collections.abc import Iterator

import pytest

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Figure
from arch_team.forms.wording import Wording
from arch_team.interpreting.read import Candidate
from arch_team.modelling.keys import keys_of
from arch_team.reading.source import Engine
from arch_team.settings import Settings
from arch_team.tools.session import open_source

WALLET = """
CREATE TABLE clients (cid INTEGER PRIMARY KEY, name TEXT, country TEXT, created_at TIMESTAMP);
CREATE TABLE balances (client_id INTEGER, balance DECIMAL(10,2), updated_at TIMESTAMP);
CREATE TABLE goods (gid INTEGER PRIMARY KEY, title TEXT, sort TEXT, price DECIMAL(10,2), weight REAL);
CREATE TABLE coupons (code TEXT PRIMARY KEY, coupon_type TEXT, client_id INTEGER, created_at TIMESTAMP);
CREATE TABLE staff (num INTEGER PRIMARY KEY, staff_details TEXT, hire_date DATETIME, date_of_birth DATETIME,
  section INTEGER);
CREATE TABLE visits (vid INTEGER PRIMARY KEY, town TEXT, day TEXT, spent DECIMAL(10,2));
INSERT INTO clients VALUES (1, 'Ann', 'CH', '2015-03-01 00:00:00'), (2, 'Bob', 'DE', '2018-05-01 00:00:00'),
  (3, 'Cid', 'CH', '2019-01-01 00:00:00');
INSERT INTO balances VALUES (1, 900, '2024-01-01 00:00:00'), (1, 100, '2024-02-01 00:00:00'),
  (2, 50, '2024-01-01 00:00:00'), (2, 70, '2024-02-01 00:00:00');
INSERT INTO goods VALUES (1, 'Lamp', 'home', 30, 2), (2, 'Desk', 'home', 200, 30), (3, 'Pen', 'office', 2, 0.1),
  (4, 'Ink', 'office', 5, 0.2);
INSERT INTO coupons VALUES ('A', 'percentage', 1, '2020-01-01 00:00:00'), ('B', 'fixed', 2, '2021-01-01 00:00:00'),
  ('C', 'percentage', 2, '2022-01-01 00:00:00');
INSERT INTO staff VALUES (1, 'Dora Vogt', '1992-5-1', '1950-11-2', 1), (2, 'Emil Kern', '1992-11-15', '1950-6-12', 1),
  (3, 'Fritz Lang', '1978-2-23', '1961-1-20', 2);
INSERT INTO visits VALUES (1, 'Bern', '28.09.1981', 10), (2, 'Bern', '03.02.1976', 30), (3, 'Chur', '01.12.1977', 20);
"""


@pytest.fixture(scope="module")
def wallet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    file = tmp_path_factory.mktemp("wallet") / "wallet.sqlite"
    with sqlite3.connect(file) as database:
        database.executescript(WALLET)
    source = open_source(Settings(db=f"sqlite:///{file}"))
    yield source.engine
    source.close()


def _read(engine: Engine, question: str) -> tuple[Candidate, ...]:
    return engine.read(question, "en").read.candidates


def results(engine: Engine, question: str) -> list[list[tuple[str, ...]]]:
    candidates = _read(engine, question)
    return [[tuple(str(value) for value in row) for row in engine.run(c.form).rows] for c in candidates]


def only(engine: Engine, question: str) -> list[tuple[str, ...]]:
    found = results(engine, question)
    assert found, question
    assert all(rows == found[0] for rows in found), question
    return found[0]


def test_the_latest_of_each_is_not_the_largest(wallet: Engine) -> None:
    rows = only(wallet, "What is the latest balance of each client?")
    assert {(row[0], row[2]) for row in rows} == {("Ann", "100.00"), ("Bob", "70.00")}


def test_the_cheapest_of_each_is_not_the_cheapest_of_all(wallet: Engine) -> None:
    rows = only(wallet, "the cheapest good per sort")
    assert {row[:2] for row in rows} == {("home", "Lamp"), ("office", "Pen")}


def test_the_reading_says_among_which_it_is_the_first(wallet: Engine) -> None:
    form = wallet.read("the cheapest good per sort", "en").read.candidates[0].form
    assert "price = lowest price per sort" in Wording(wallet.model("en"), "en").form(form)


def test_the_newest_goes_by_the_one_day_that_rows_have(wallet: Engine) -> None:
    assert only(wallet, "newest client") == [("Cid", "3")]


def test_what_was_done_when_lists_the_rows_and_not_their_days(wallet: Engine) -> None:
    assert only(wallet, "list the clients created after 2015") == [("Bob", "2"), ("Cid", "3")]


@pytest.mark.parametrize("question", ["clients by country", "the amount spent by town", "spent per town"])
def test_what_is_wanted_per_what_is_not_taken_for_granted(wallet: Engine, question: str) -> None:
    found = {str(rows) for rows in results(wallet, question)}
    assert len(found) != 1


def test_rows_by_something_are_counted_or_listed(wallet: Engine) -> None:
    found = results(wallet, "clients by country")
    assert [("CH", "2"), ("DE", "1")] in found
    assert any(len(rows) == 3 for rows in found)


def test_who_has_the_highest_may_be_all_together_or_one(wallet: Engine) -> None:
    assert {rows[0][0] for rows in results(wallet, "Which town has the highest spent?")} == {"Bern"}
    orders = [c.form.order_by[0].by for c in _read(wallet, "Which town has the highest spent?")]
    assert {by.function if isinstance(by, Figure) else Function.MAX for by in orders} == {Function.SUM, Function.MAX}


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("How many staff were hired in 1992?", [("2",)]),
        ("Names of staff hired after June 1992", [("Emil Kern",)]),
        ("the names of staff sorted by date of birth", [("Emil Kern",), ("Dora Vogt",), ("Fritz Lang",)]),
        ("names of staff sorted by date of birth from young to old", [("Fritz Lang",), ("Dora Vogt",), ("Emil Kern",)]),
    ],
)
def test_days_without_zeros_compare_and_sort_as_days(wallet: Engine, question: str, rows: list[tuple[str]]) -> None:
    assert [row[:1] for row in only(wallet, question)] == rows


def test_days_without_zeros_are_shown_as_they_are_stored(wallet: Engine) -> None:
    assert ("1992-5-1",) in only(wallet, "the hire dates of all staff")


def test_texts_that_tell_days_in_no_order_are_not_sorted_by(wallet: Engine) -> None:
    assert not _read(wallet, "List the towns of visits sorted by day")


@pytest.mark.parametrize("question", ["the price of all goods as percentage", "total spent as percentage per town"])
def test_a_small_word_is_no_value_of_rows_that_nobody_speaks_of(wallet: Engine, question: str) -> None:
    assert not _read(wallet, question)


def test_an_average_of_two_is_one_of_each(wallet: Engine) -> None:
    assert only(wallet, "the average price and weight of goods") == [("59.25", "8.075")]


def test_a_key_is_told_by_its_table_and_the_first_letter(wallet: Engine) -> None:
    told = {(key.table, key.field, key.to_table) for key in keys_of(wallet.provider).foreign_keys}
    assert {("balances", "client_id", "clients"), ("coupons", "client_id", "clients")} <= told


def test_a_comparative_holds_only_what_it_names(wallet: Engine) -> None:
    for candidate in _read(wallet, "staff with section older than 1"):
        assert "section" not in candidate.form.model_dump_json()


@pytest.mark.parametrize(
    ("before", "said", "meant"),
    [
        ("Which clients were created before 2018?", "and after 2018?", "Which clients were created after 2018?"),
        (
            "Which clients were created before 2018?",
            "how many are there?",
            "how many clients were created before 2018?",
        ),
        ("Which clients are from CH?", "how many?", "how many clients are from CH?"),
        ("How many clients are there per country?", "and per sort?", None),
    ],
)
def test_what_is_said_after_a_question_is_a_question(wallet: Engine, before: str, said: str, meant: str | None) -> None:
    assert wallet.whole_question([before], said, "en") == meant


def test_types_held_by_several_are_counted_by_whom_they_point_at(wallet: Engine) -> None:
    assert only(wallet, "Find all coupon types that are used by more than 1 clients.") == [("percentage",)]
