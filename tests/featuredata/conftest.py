"""Validators, and databases of one's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arch_team.demo.trustee import TABLES
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.tables import table_of
from arch_team.featuredata.validator import QueryValidator
from tests.featuredata.own import Own


@pytest.fixture
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Own]:
    databases = Own(request, tmp_path)
    yield databases
    databases.close()


@pytest.fixture(scope="session")
def validator(catalog: Catalog) -> QueryValidator:
    return QueryValidator(catalog)


@pytest.fixture(scope="session")
def by_convention() -> QueryValidator:
    return QueryValidator(compile_catalog(table_of(model) for model in TABLES))
