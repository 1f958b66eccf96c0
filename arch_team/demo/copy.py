"""The demo in another database, so that the same questions can be asked of SQLite and PostgreSQL."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import duckdb
from sqlalchemy import (
    REAL,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Date,
    DateTime,
    Integer,
    MetaData,
    Numeric,
    String,
    Table,
    create_engine,
    inspect,
    make_url,
    text,
)

from arch_team.demo.database import columns, is_instant
from arch_team.demo.trustee import TABLES
from arch_team.errors import UsageError
from arch_team.featuredata.tables import FieldType, TableField, TableModel, table_of

_BATCH = 5_000
_DATABASES = ("sqlite", "postgresql")


def copy_to(path: Path, url: str) -> None:
    """Copy the demo file at `path` into the empty SQLite or PostgreSQL database at `url`.

    PostgreSQL gets row-level security as well: a role that does not own the tables sees only the rows of the mandate
    and feature instance set in `arch_team.mandate` and `arch_team.feature_instance`, and none when they are not set.
    """
    backend = make_url(url).get_backend_name()
    if backend not in _DATABASES:
        raise UsageError(f"the demo cannot be copied to {backend}", "Give a sqlite or postgresql URL.")
    engine = create_engine(url)
    try:
        with duckdb.connect(path, read_only=True) as source, engine.begin() as target:
            tables = {model: _table(model) for model in TABLES}
            _require_empty(target, {table.name for table in tables.values()})
            for model, table in tables.items():
                table.create(target)
                for rows in _batches(source, table.name, exact=engine.dialect.name != "sqlite"):
                    target.execute(table.insert(), rows)
                if engine.dialect.name == "postgresql":
                    _divide(target, model)
            target.execute(text("ANALYZE"))  # without statistics, joins are planned as if the tables were empty
    finally:
        engine.dispose()


def _require_empty(target: Connection, names: set[str]) -> None:
    present = sorted(names & set(inspect(target).get_table_names()))
    if present:
        raise UsageError(
            f"the database already has {', '.join(present)}", "Give an empty database: nothing is overwritten."
        )


def _table(model: type[TableModel]) -> Table:
    described = table_of(model)
    key = {*described.scope.values(), *described.key}
    return Table(
        described.name,
        MetaData(),
        *(
            Column(column.name, _type(column), primary_key=column.name in key, nullable=column.nullable)
            for column in columns(model)
        ),
    )


def _type(column: TableField) -> Numeric[Decimal] | Integer | Boolean | Date | DateTime | String:
    match column.type:
        case FieldType.DECIMAL:
            return Numeric(18, column.scale).with_variant(REAL(), "sqlite")
        case FieldType.INTEGER:
            return BigInteger() if is_instant(column) else Integer()
        case FieldType.BOOLEAN:
            return Boolean()
        case FieldType.DATE:
            return Date()
        case FieldType.DATETIME:
            return DateTime()
        case FieldType.STRING:
            return String()


def _batches(source: duckdb.DuckDBPyConnection, name: str, *, exact: bool) -> Iterator[list[dict[str, object]]]:
    """The rows of a table in portions. SQLite has no decimals: there, `exact` is off and amounts become floats."""
    result = source.execute(f'FROM "{name}"')
    names = [str(column[0]) for column in result.description]
    while rows := result.fetchmany(_BATCH):
        yield [
            {
                column: value if exact or not isinstance(value, Decimal) else float(value)
                for column, value in zip(names, row, strict=True)
            }
            for row in rows
        ]


def _divide(target: Connection, model: type[TableModel]) -> None:
    described = table_of(model)
    rule = " AND ".join(
        f"\"{column}\" = current_setting('arch_team.{part}', true)" for part, column in described.scope.items()
    )
    target.execute(text(f'ALTER TABLE "{described.name}" ENABLE ROW LEVEL SECURITY'))
    target.execute(text(f'CREATE POLICY scope ON "{described.name}" USING ({rule})'))
