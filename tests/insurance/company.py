"""An insurer's database, opened the way the package opens any."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self, cast

import sqlalchemy as sa

from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import SqlProvider, open_engine
from arch_team.featuredata.tables import Scope
from arch_team.tools.data import DataTools

from .domain import FEATURE


@dataclass(frozen=True)
class Company:
    url: str
    catalog: Catalog
    engine: sa.Engine

    @classmethod
    @contextmanager
    def opened(cls, file: Path) -> Generator[Self]:
        url = f"duckdb:///{file}"
        engine = open_engine(url)
        yield cls(url, FEATURE.catalog(), engine)
        engine.dispose()

    def tools(self) -> DataTools:
        return DataTools(self.catalog, SqlProvider(self.engine, self.catalog, Scope()))

    def select(self, sql: str) -> list[tuple[Scalar, ...]]:
        """Rows of a statement written by hand, past all of our own code."""
        with self.engine.connect() as connection:
            return [cast("tuple[Scalar, ...]", tuple(row)) for row in connection.exec_driver_sql(sql)]
