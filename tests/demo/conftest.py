"""The demo file, built once per worker."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from arch_team.demo import demo_database


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that is not there yet."""
    return tmp_path_factory.mktemp("demo") / "not" / "there"


@pytest.fixture(scope="session")
def demo(home: Path) -> Path:
    return demo_database(home)


@pytest.fixture
def db(demo: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(demo, read_only=True) as connection:
        yield connection
