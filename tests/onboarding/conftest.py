"""A small shop in SQLite, as a person would have one: keys half declared, a currency, two dates."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from arch_team.settings import Settings
from arch_team.society import open_data
from arch_team.tools.session import DataSource

SHOP = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE products (code TEXT, title TEXT, price REAL);
CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), product_code TEXT, ordered_at DATE,
  shipped_at DATE, status TEXT, amount DECIMAL(10,2), closing_balance DECIMAL(10,2), currency TEXT
);
INSERT INTO customers VALUES (1,'Adler AG','Bern'),(2,'Birke GmbH','Basel'),(3,'Citrin SA','Bern');
INSERT INTO products VALUES ('p1','Lamp',10.5),('p2','Chair',55.0);
INSERT INTO orders VALUES
 (1,1,'p1','2024-01-05','2024-01-09','open',100.00,1.0,'CHF'),(2,1,'p2','2024-02-11','2024-02-12','closed',250.50,2.0,'CHF'),
 (3,2,'p1','2024-02-20','2024-03-01','open',80.00,3.0,'CHF'),(4,3,'p2','2024-03-02','2024-03-04','closed',40.00,4.0,'CHF');
"""


@pytest.fixture
def shop_file(tmp_path: Path) -> Path:
    path = tmp_path / "shop.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(SHOP)
    connection.close()
    return path


@pytest.fixture
def shop(shop_file: Path, tmp_path: Path) -> Iterator[DataSource]:
    source = open_data(Settings(db=f"sqlite:///{shop_file}", home=tmp_path / "home"))
    yield source
    source.close()
