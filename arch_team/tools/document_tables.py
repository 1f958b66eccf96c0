"""Tables that stand in documents as a data source, asked like a file."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import duckdb

from arch_team.errors import SourceUnavailable
from arch_team.search.held_tables import HeldTable
from arch_team.settings import Settings
from arch_team.tools.file_loading import Loader
from arch_team.tools.files import open_filled

if TYPE_CHECKING:
    from arch_team.tools.session import DataSource


def open_tables(tables: Sequence[HeldTable], settings: Settings) -> "DataSource":
    def fill(loader: Loader) -> None:
        for table in tables:
            try:
                loader.load_rows(table.named, table.head, table.rows)
            except (duckdb.Error, ValueError) as error:
                raise SourceUnavailable(f"the table {table.name} in {table.where} cannot be read as one") from error

    return open_filled(", ".join(dict.fromkeys(table.where for table in tables)), fill, settings)
