"""The tables of a database nobody described: names, types, keys and scope columns as the database itself tells them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from arch_team.errors import SourceUnavailable
from arch_team.featuredata.failures import told
from arch_team.featuredata.tables import FieldType, Table, TableField, TableModel


@dataclass(frozen=True, slots=True)
class Reflection:
    tables: tuple[Table, ...]
    left_out: Mapping[str, str] = field(default_factory=dict[str, str])
    """Tables and views that cannot be shown, with the reason."""
    divided_by: str | None = None
    """The part of the scope that its tables are divided by."""


def reflected_tables(engine: sa.Engine) -> tuple[Table, ...]:
    """Every table and view of the default schema that a caller may see."""
    return reflected(engine).tables


def reflected(engine: sa.Engine, *, scoped: bool = False) -> Reflection:
    """Every table and view of the default schema. Where a mandate is given (`scoped`) or any table is divided by one,
    those that are not divided are left out: whose rows they hold cannot be told."""
    read = _duckdb_relations if engine.dialect.name == "duckdb" else _inspected_relations
    try:
        relations = list(read(engine))
    except SQLAlchemyError as error:
        reason = told(error)
        if isinstance(reason, SourceUnavailable):
            raise reason from error
        raise SourceUnavailable(
            "the database does not tell its tables", "Check that it runs, the URL, and the user's right to read it."
        ) from error
    parts = {part for relation in relations for part in relation.scope} | ({"mandate"} if scoped else set[str]())
    needed = "mandate" if "mandate" in parts else next(iter(parts), None)
    tables: list[Table] = []
    left_out: dict[str, str] = {}
    for relation in relations:
        doubles = [names for names in relation.scope.values() if len(names) > 1]
        if doubles:
            left_out[relation.name] = f"two columns say whose rows they are: {', '.join(doubles[0])}"
        elif needed and needed not in relation.scope:
            left_out[relation.name] = f"no column says which {needed.replace('_', ' ')} its rows belong to"
        elif not (table := relation.table()).fields:
            left_out[relation.name] = "none of its columns has a type that can be asked for"
        else:
            tables.append(table)
    return Reflection(tuple(tables), left_out, needed)


def _plain(name: str) -> str:
    return name.replace("_", "").casefold()


_SCOPE_COLUMNS = {_plain(column): part for part, column in TableModel.table_scope.items()}


@dataclass(frozen=True, slots=True)
class _Relation:
    """A table or view as its database describes it. Columns of a type no call can use are None."""

    name: str
    columns: Mapping[str, TableField | None]
    key: tuple[str, ...]

    @property
    def scope(self) -> dict[str, list[str]]:
        """Scope part to the columns that may hold it, however they are spelled."""
        found: dict[str, list[str]] = {}
        for name in self.columns:
            if part := _SCOPE_COLUMNS.get(_plain(name)):
                found.setdefault(part, []).append(name)
        return found

    def table(self) -> Table:
        scope = {part: names[0] for part, names in self.scope.items()}
        hidden = set(scope.values())
        holders = [self.columns[name] for name in hidden]
        return Table(
            name=self.name,
            fields={name: f for name, f in self.columns.items() if f and name not in hidden},
            key=tuple(column for column in self.key if column not in hidden),
            scope=scope,
            left_out=tuple(name for name, f in self.columns.items() if f is None and name not in hidden),
            scope_as_text=any(f is None or f.type is not FieldType.STRING or f.as_text for f in holders),
        )


def _inspected_relations(engine: sa.Engine) -> Iterator[_Relation]:
    inspector = sa.inspect(engine)
    loose = engine.dialect.name == "sqlite"
    for name in sorted({*inspector.get_table_names(), *inspector.get_view_names()}):
        columns = inspector.get_columns(name)
        fields = {c["name"]: _field(c["name"], c["type"], c.get("comment") or "", loose=loose) for c in columns}
        key = tuple(inspector.get_pk_constraint(name)["constrained_columns"])
        yield _Relation(name, fields, key if all(fields.get(part) for part in key) else ())


def _field(name: str, sql: object, comment: str, *, loose: bool) -> TableField | None:
    """A column as a field. SQLite keeps a number without a scale as a binary float (`loose`)."""
    from sqlalchemy.dialects.postgresql import DOMAIN

    if isinstance(sql, DOMAIN):
        return _field(name, sql.data_type, comment, loose=loose)
    if isinstance(sql, sa.Enum):
        return TableField(name, FieldType.STRING, comment, True, values=tuple(sql.enums), as_text=True)
    if isinstance(sql, sa.Uuid):
        return TableField(name, FieldType.STRING, comment, True, as_text=True)
    if isinstance(sql, sa.Float):
        bits = 32 if isinstance(sql, sa.REAL) and not loose else 64
        return TableField(name, FieldType.DECIMAL, comment, True, scale=None, float_bits=bits)
    if isinstance(sql, sa.Numeric):
        bits = 64 if loose and sql.scale is None else 0
        return TableField(name, FieldType.DECIMAL, comment, True, scale=sql.scale, float_bits=bits)
    kind = next((found for known, found in _SQL_TYPES if isinstance(sql, known)), None)
    return TableField(name, kind, comment, True) if kind else None


_SQL_TYPES: tuple[tuple[type[object], FieldType], ...] = (
    (sa.Boolean, FieldType.BOOLEAN),
    (sa.Integer, FieldType.INTEGER),
    (sa.DateTime, FieldType.DATETIME),
    (sa.Date, FieldType.DATE),
    (sa.String, FieldType.STRING),
)


def _duckdb_relations(engine: sa.Engine) -> Iterator[_Relation]:
    """DuckDB's own catalog: its SQLAlchemy dialect asks for PostgreSQL tables that DuckDB does not have."""
    with engine.connect() as connection:
        columns = connection.execute(_DUCKDB_COLUMNS).all()
        keys = {str(table): tuple(names) for table, names in connection.execute(_DUCKDB_KEYS)}
    by_table: dict[str, dict[str, TableField | None]] = {}
    for table, name, data_type, scale in columns:
        by_table.setdefault(str(table), {})[str(name)] = _duckdb_field(str(name), str(data_type), scale)
    yield from _relations(by_table.items(), keys)


def _duckdb_field(name: str, data_type: str, scale: object) -> TableField | None:
    kind = _DUCKDB_TYPES.get(data_type.partition("(")[0] if "[" not in data_type else data_type)
    if kind is FieldType.DECIMAL:
        bits = {"DOUBLE": 64, "FLOAT": 32}.get(data_type, 0)
        places = scale if isinstance(scale, int) and not bits else None
        return TableField(name, kind, "", True, scale=places, float_bits=bits)
    own = data_type.startswith("ENUM(") or data_type == "UUID"
    return TableField(name, kind, "", True, as_text=own) if kind else None


def _relations(
    tables: Iterable[tuple[str, dict[str, TableField | None]]], keys: dict[str, tuple[str, ...]]
) -> Iterator[_Relation]:
    for name, columns in sorted(tables, key=lambda item: item[0]):
        key = keys.get(name, ())
        yield _Relation(name, columns, key if all(columns.get(part) for part in key) else ())


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
    **dict.fromkeys(("VARCHAR", "ENUM", "UUID"), FieldType.STRING),
    "BOOLEAN": FieldType.BOOLEAN,
    "DATE": FieldType.DATE,
    "TIMESTAMP": FieldType.DATETIME,
}
