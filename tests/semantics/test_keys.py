"""Rows point at rows where the database says so, or where names suggest it and the data bears it out."""

import pytest

from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.tables import ForeignKey
from arch_team.forms.form import Column, Form, Output, Step
from arch_team.forms.running import run_form
from arch_team.modelling.keys import keys_of
from tests.featuredata.own import KINDS
from tests.semantics.conftest import SHOP, Opened


def pointing(provider: SqlProvider) -> set[str]:
    """The keys in one line each, with a question mark where nobody declared them."""
    return {
        f"{key.table}.{key.field} -> {key.to_table}.{key.to_field}{'' if key.declared else '?'}"
        for key in keys_of(provider).foreign_keys
    }


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_declared(opened: Opened, kind: str) -> None:
    provider = opened(
        kind,
        "CREATE TABLE customer (nr INTEGER PRIMARY KEY, mail VARCHAR(20) UNIQUE)",
        "CREATE TABLE orders (id INTEGER PRIMARY KEY, buyer INTEGER REFERENCES customer (nr), "
        "mail VARCHAR(20) REFERENCES customer (mail))",
    )
    keys = keys_of(provider)
    assert set(keys.foreign_keys) == {
        ForeignKey("orders", "buyer", "customer", "nr"),
        ForeignKey("orders", "mail", "customer", "mail"),
    }
    assert keys.unique["customer"] == (("nr",), ("mail",))


@pytest.mark.parametrize("kind", KINDS)
def test_what_names_and_data_tell(opened: Opened, kind: str) -> None:
    provider = opened(
        kind,
        "CREATE TABLE categories (id INTEGER, label VARCHAR(20))",
        "CREATE TABLE product (sku VARCHAR(20), category_id INTEGER, color_id INTEGER)",
        "CREATE TABLE sales (id INTEGER, sku VARCHAR(20), day DATE)",
        "CREATE TABLE color (id INTEGER)",
        "CREATE TABLE employee (id INTEGER, manager_id INTEGER, room_id INTEGER)",
        "INSERT INTO categories VALUES (1, 'a'), (2, 'b')",
        "INSERT INTO product VALUES ('x', 1, 7), ('y', 1, NULL), ('z', 2, 8)",
        "INSERT INTO sales VALUES (1, 'x', NULL), (2, 'x', NULL), (3, NULL, NULL)",
        "INSERT INTO color VALUES (7), (9)",
        "INSERT INTO employee VALUES (1, NULL, 1), (2, 1, 1), (3, 1, 2), (4, 2, 2)",
    )
    assert pointing(provider) == {
        "product.category_id -> categories.id?",
        "sales.sku -> product.sku?",
        "employee.manager_id -> employee.id?",
    }


def test_columns_of_one_name_are_not_the_same_thing(opened: Opened) -> None:
    """Neither two keys called id, nor names, nor a number of things, nor a table without rows."""
    provider = opened(
        "sqlite",
        "CREATE TABLE a (id INTEGER PRIMARY KEY, code TEXT, name TEXT)",
        "CREATE TABLE b (id INTEGER PRIMARY KEY, code TEXT, name TEXT)",
        "CREATE TABLE game (id INTEGER PRIMARY KEY)",
        "CREATE TABLE team (id INTEGER PRIMARY KEY, games INTEGER, stage_id INTEGER)",
        "CREATE TABLE stage (id INTEGER PRIMARY KEY)",
        "INSERT INTO a VALUES (1, 'x', 'n'), (2, 'y', 'm')",
        "INSERT INTO b VALUES (1, 'x', 'n')",
        "INSERT INTO game VALUES (1), (2), (3)",
        "INSERT INTO team VALUES (1, 2, NULL), (2, 3, NULL)",
    )
    assert pointing(provider) == set()


def test_a_key_that_is_not_unique_leads_nowhere(opened: Opened) -> None:
    """SQLite lets a table point at a column that several rows share. Following it would multiply rows."""
    provider = opened(
        "sqlite",
        "CREATE TABLE price (product TEXT, year INTEGER, PRIMARY KEY (product, year))",
        "CREATE TABLE sale (id INTEGER PRIMARY KEY, product TEXT REFERENCES price (product))",
        "INSERT INTO price VALUES ('x', 2024), ('x', 2025)",
        "INSERT INTO sale VALUES (1, 'x')",
    )
    assert pointing(provider) == set()


@pytest.mark.parametrize("kind", KINDS)
def test_only_rows_of_the_tenant_count(opened: Opened, kind: str) -> None:
    """A referrer that is another tenant's customer bears nothing out; orders of others do no harm."""
    found = pointing(opened(kind, *SHOP, mandate="mine"))
    assert "orders.customer_id -> customer.id?" in found
    assert not any("referred_by" in key for key in found)


@pytest.mark.parametrize("kind", ["duckdb", "postgresql"])
def test_other_schemas(opened: Opened, kind: str) -> None:
    default = "main" if kind == "duckdb" else "public"
    provider = opened(
        kind,
        "CREATE SCHEMA crm",
        f"CREATE TABLE {default}.orders (id INTEGER PRIMARY KEY, client_id INTEGER)",
        "CREATE TABLE crm.client (id INTEGER PRIMARY KEY, name VARCHAR(20))",
        "CREATE TABLE crm.orders (id INTEGER PRIMARY KEY, client INTEGER REFERENCES crm.client (id))",
        f"INSERT INTO {default}.orders VALUES (1, 7)",
        "INSERT INTO crm.client VALUES (7, 'Anna')",
        "INSERT INTO crm.orders VALUES (2, 7)",
    )
    assert set(provider.tables) == {"orders", "client", "crm.orders"}
    assert pointing(provider) == {"orders.client_id -> client.id?", "crm.orders.client -> client.id"}
    name = Column(field="name", via=(Step(field="client", table="client", key="id"),))
    form = Form(table="crm.orders", outputs=(Output(name="name", value=name),))
    assert run_form(form, provider).rows == (("Anna",),)
