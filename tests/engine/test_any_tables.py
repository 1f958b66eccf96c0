"""Kept runs on tables nobody described: what was read and what was found are steps, played again the same."""

import sqlite3
from collections.abc import Generator
from pathlib import Path

import pytest

from arch_team.settings import Settings
from tests.engine.office import Office

SHOP = """
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), status TEXT);
INSERT INTO customer VALUES (1, 'Anna'), (2, 'Beat');
INSERT INTO orders VALUES (10, 1, 'paid'), (11, 1, 'cancelled'), (12, 2, 'paid');
"""


@pytest.fixture(scope="module")
def shop_office(tmp_path_factory: pytest.TempPathFactory) -> Generator[Office]:
    home: Path = tmp_path_factory.mktemp("kept")
    with sqlite3.connect(home / "shop.sqlite") as connection:
        connection.executescript(SHOP)
    with Office(Settings(home=home, db=f"sqlite:///{home / 'shop.sqlite'}", model=None)) as office:
        yield office


def test_how_it_was_read_is_kept(shop_office: Office) -> None:
    done = shop_office.ask("How many orders are paid?", "read")
    assert done.answer is not None
    assert (done.answer.text, done.answer.reading) == ("Number of orders: 2", "Number of orders, status = paid")
    assert any(part.words == "paid" for part in done.answer.reading_parts)
    assert shop_office.get(done).answer == done.answer


def test_it_waits_for_the_reading_that_is_meant_and_reads_once(shop_office: Office) -> None:
    run = shop_office.ask("Show the id", "which")
    assert run.status == "waiting"
    assert shop_office.question_of(run).suggested_answers == ("Id of customer", "Id of orders")
    shop_office.answer(run, "Id of customer")
    done = shop_office.ended(run)
    assert done.answer is not None
    assert (done.answer.status, done.answer.text) == ("approved", "Id of customer:\n- 1\n- 2")
    query = f"SELECT function_name FROM operation_outputs WHERE workflow_uuid = '{run.id}' ORDER BY function_id"
    with shop_office.engine.database.connect() as connection:
        steps = list(connection.exec_driver_sql(query).scalars())
    assert steps == ["read", "queryTable", "queryTable", "queryTable"]
