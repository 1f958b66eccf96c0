"""Two insurers: the outside one, where its data are at hand, and one made up, which is always there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .benchmark import Gold, read_benchmark
from .company import Company
from .database import from_csv, from_rows
from .made_up import ROWS


@pytest.fixture(scope="session")
def acme_folder(outside_data: Path) -> Path:
    folder = outside_data / "cwd" / "ACME_Insurance"
    if not folder.is_dir():
        pytest.skip("outside data absent: the folder has no cwd/ACME_Insurance")
    return folder


@pytest.fixture(scope="session")
def benchmark(acme_folder: Path) -> dict[str, Gold]:
    return read_benchmark(acme_folder / "investigation" / "acme-benchmark.ttl")


@pytest.fixture(scope="session")
def acme(acme_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    file = tmp_path_factory.mktemp("acme") / "acme.duckdb"
    from_csv(file, acme_folder / "data")
    with Company.opened(file) as company:
        yield company


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    file = tmp_path_factory.mktemp("made_up") / "made_up.duckdb"
    from_rows(file, ROWS)
    with Company.opened(file) as company:
        yield company
