"""A shop of two tenants on three databases, for what runs forms."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arch_team.featuredata.provider import SqlProvider
from arch_team.settings import Settings
from arch_team.tools.session import DataSource, open_source
from tests.featuredata.own import KINDS, Own

SHOP = (
    "CREATE TABLE customer (mandate_id VARCHAR(20), id INTEGER, name VARCHAR(40), city VARCHAR(40), "
    "joined DATE, referred_by INTEGER, PRIMARY KEY (id))",
    "CREATE TABLE product (mandate_id VARCHAR(20), code VARCHAR(20), label VARCHAR(40), price NUMERIC(10, 2))",
    "CREATE TABLE orders (mandate_id VARCHAR(20), id INTEGER, customer_id INTEGER, product VARCHAR(20), "
    "amount NUMERIC(10, 2), quantity INTEGER, ordered TIMESTAMP, sent DATE, noted VARCHAR(30), paid BOOLEAN)",
    "INSERT INTO customer VALUES ('mine', 1, 'Anna', 'Bern', '2024-12-30', NULL), "
    "('mine', 2, 'Bea', 'Basel', '2025-03-01', 1), ('mine', 3, 'Carl', 'bern', '2025-03-31', 1), "
    "('mine', 4, 'Dora', NULL, NULL, 9), ('theirs', 9, 'Zoe', 'Zug', '2025-01-01', 1)",
    "INSERT INTO product VALUES ('mine', 'p1', 'Apple', 1.10), ('mine', 'p2', 'Pear', 2.20), "
    "('theirs', 'p3', 'Plum', 9.90)",
    "INSERT INTO orders VALUES "
    "('mine', 1, 1, 'p1', 10.10, 1, '2025-01-01 00:00:00', '2025-01-03', '2025-01-02 10:00:00', TRUE), "
    "('mine', 2, 1, 'p2', 20.20, 2, '2025-01-31 23:59:59', '2025-02-02', '2025-02-01', FALSE), "
    "('mine', 3, 2, 'p1', 30.30, 3, '2025-02-01 08:00:00', NULL, 'none', TRUE), "
    "('mine', 4, 3, 'p3', 30.30, 3, '2025-04-01 12:00:00', '2025-04-01', NULL, NULL), "
    "('mine', 5, NULL, NULL, NULL, NULL, NULL, NULL, '', NULL), "
    "('theirs', 6, 1, 'p1', 999.99, 9, '2025-01-15 08:00:00', '2025-01-16', '2025-01-15', TRUE), "
    "('theirs', 7, 4, 'p1', 999.99, 9, '2025-01-15 08:00:00', '2025-01-16', '2025-01-15', TRUE)",
)


@pytest.fixture
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Own]:
    databases = Own(request, tmp_path)
    yield databases
    databases.close()


Opened = Callable[..., SqlProvider]


@pytest.fixture
def opened(own: Own) -> Iterator[Opened]:
    """Opens a database in which these statements were run."""
    sources: list[DataSource] = []

    def open_(kind: str, *statements: str, mandate: str | None = None) -> SqlProvider:
        sources.append(open_source(Settings(db=own.url(kind, *statements), mandate=mandate)))
        return sources[-1].provider

    yield open_
    for source in sources:
        source.close()


@pytest.fixture(scope="session", params=KINDS)
def shop(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqlProvider]:
    """Forms only read: the tests share it."""
    url = Own(request, tmp_path_factory.mktemp("shop")).url(str(request.param), *SHOP)
    source = open_source(Settings(db=url, mandate="mine"))
    yield source.provider
    source.close()
