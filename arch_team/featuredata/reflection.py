"""The tables of a database nobody described: names, types and keys as the database itself tells them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from arch_team.errors import SourceUnavailable
from arch_team.featuredata.tables import FieldType, Table, TableField, TableModel


def reflected_tables(engine: sa.Engine) -> tuple[Table, ...]:
    """Every table and view of the default schema. Columns of a type no call can use are left out."""
    read = _duckdb_relations if engine.dialect.name == "duckdb" else _inspected_relations
    try:
        return tuple(table for relation in read(engine) if (table := _table(relation)).fields)
    except SQLAlchemyError as error:
        raise SourceUnavailable(
            "the database does not tell its tables", "Check that it runs, the URL, and the user's right to read it."
        ) from error


@dataclass(frozen=True, slots=True)
class _Relation:
    """A table or view as its database describes it."""

    name: str
    fields: tuple[TableField, ...]
    key: tuple[str, ...]


def _table(relation: _Relation) -> Table:
    names = {field.name for field in relation.fields}
    scope = {part: column for part, column in TableModel.table_scope.items() if column in names}
    hidden = set(scope.values())
    return Table(
        name=relation.name,
        fields={field.name: field for field in relation.fields if field.name not in hidden},
        key=tuple(column for column in relation.key if column not in hidden),
        scope=scope,
    )


def _inspected_relations(engine: sa.Engine) -> Iterator[_Relation]:
    inspector = sa.inspect(engine)
    for name in sorted({*inspector.get_table_names(), *inspector.get_view_names()}):
        fields: list[TableField] = []
        for column in inspector.get_columns(name):
            kind = next((field for sql, field in _SQL_TYPES if isinstance(column["type"], sql)), None)
            if kind is not None:
                scale = getattr(column["type"], "scale", None)
                places = scale if isinstance(scale, int) else 2
                fields.append(TableField(column["name"], kind, column.get("comment") or "", True, places))
        yield _Relation(name, tuple(fields), tuple(inspector.get_pk_constraint(name)["constrained_columns"]))


_SQL_TYPES: tuple[tuple[type[object], FieldType], ...] = (
    (sa.Boolean, FieldType.BOOLEAN),
    (sa.Integer, FieldType.INTEGER),
    (sa.Numeric, FieldType.DECIMAL),
    (sa.DateTime, FieldType.DATETIME),
    (sa.Date, FieldType.DATE),
    (sa.String, FieldType.STRING),
)


def _duckdb_relations(engine: sa.Engine) -> Iterator[_Relation]:
    """DuckDB's own catalog: its SQLAlchemy dialect asks for PostgreSQL tables that DuckDB does not have."""
    with engine.connect() as connection:
        columns = connection.execute(_DUCKDB_COLUMNS).all()
        keys = {str(table): tuple(names) for table, names in connection.execute(_DUCKDB_KEYS)}
    by_table: dict[str, list[TableField]] = {}
    for table, name, data_type, scale in columns:
        kind = _DUCKDB_TYPES.get(str(data_type).partition("(")[0])
        if kind is not None:
            places = scale if isinstance(scale, int) and kind is FieldType.DECIMAL else 2
            by_table.setdefault(str(table), []).append(TableField(str(name), kind, "", True, places))
    yield from _relations(by_table.items(), keys)


def _relations(tables: Iterable[tuple[str, list[TableField]]], keys: dict[str, tuple[str, ...]]) -> Iterator[_Relation]:
    for name, fields in sorted(tables):
        yield _Relation(name, tuple(fields), keys.get(name, ()))


_DUCKDB_COLUMNS = sa.text(
    "SELECT table_name, column_name, data_type, numeric_scale FROM duckdb_columns() "
    "WHERE NOT internal AND schema_name = current_schema() AND database_name = current_database() "
    "ORDER BY table_name, column_index"
)
_DUCKDB_KEYS = sa.text(
    "SELECT table_name, constraint_column_names FROM duckdb_constraints() "
    "WHERE constraint_type = 'PRIMARY KEY' AND schema_name = current_schema()"
)
_WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "HUGEINT")
_DUCKDB_TYPES: dict[str, FieldType] = {
    **dict.fromkeys(_WHOLE, FieldType.INTEGER),
    **dict.fromkeys(("DECIMAL", "DOUBLE", "FLOAT"), FieldType.DECIMAL),
    "BOOLEAN": FieldType.BOOLEAN,
    "VARCHAR": FieldType.STRING,
    "DATE": FieldType.DATE,
    "TIMESTAMP": FieldType.DATETIME,
}
