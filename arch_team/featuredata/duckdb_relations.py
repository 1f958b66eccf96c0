"""Tables as DuckDB's own catalog tells them: its SQLAlchemy dialect asks for PostgreSQL tables DuckDB does not have."""

from collections.abc import Iterator
from typing import cast

import sqlalchemy as sa

from arch_team.featuredata.relations import Reference, Relation
from arch_team.featuredata.tables import FieldType, TableField

_Place = tuple[str | None, str]


def duckdb_relations(engine: sa.Engine) -> Iterator[Relation]:
    """Of the default schema and of every other one of this database."""
    with engine.connect() as connection:
        columns = connection.execute(_COLUMNS).all()
        constraints = connection.execute(_CONSTRAINTS).all()
    found: dict[_Place, dict[str, TableField | None]] = {}
    for schema, table, name, data_type, scale in columns:
        found.setdefault((schema, str(table)), {})[str(name)] = _field(str(name), str(data_type), scale)
    keys: dict[_Place, tuple[str, ...]] = {}
    unique: dict[_Place, list[tuple[str, ...]]] = {}
    references: dict[_Place, list[Reference]] = {}
    for schema, table, kind, names, to_table, to_names in constraints:
        place, own = (cast("str | None", schema), str(table)), tuple(cast("list[str]", names))
        if kind == "PRIMARY KEY":
            keys[place] = own
        elif kind == "UNIQUE":
            unique.setdefault(place, []).append(own)
        else:
            to = Reference(own, place[0], str(to_table), tuple(cast("list[str]", to_names)))
            references.setdefault(place, []).append(to)
    for place, fields in sorted(found.items(), key=lambda item: (item[0][0] is not None, item[0][0] or "", item[0][1])):
        key = keys.get(place, ())
        yield Relation(
            place[1],
            fields,
            key if all(fields.get(part) for part in key) else (),
            place[0],
            tuple(unique.get(place, ())),
            tuple(references.get(place, ())),
        )


def _field(name: str, data_type: str, scale: object) -> TableField | None:
    kind = _TYPES.get(data_type.partition("(")[0] if "[" not in data_type else data_type)
    if kind is FieldType.DECIMAL:
        bits = {"DOUBLE": 64, "FLOAT": 32}.get(data_type, 0)
        places = scale if isinstance(scale, int) and not bits else None
        return TableField(name, kind, "", True, scale=places, float_bits=bits)
    own = data_type.startswith("ENUM(") or data_type == "UUID"
    return TableField(name, kind, "", True, as_text=own) if kind else None


_COLUMNS = sa.text(
    "SELECT nullif(schema_name, current_schema()), table_name, column_name, data_type, numeric_scale "
    "FROM duckdb_columns() WHERE NOT internal AND database_name = current_database() "
    "ORDER BY schema_name, table_name, column_index"
)
_CONSTRAINTS = sa.text(
    "SELECT nullif(schema_name, current_schema()), table_name, constraint_type, constraint_column_names, "
    "referenced_table, referenced_column_names FROM duckdb_constraints() "
    "WHERE constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY') AND database_name = current_database() "
    "ORDER BY constraint_index"
)
_WHOLE = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "HUGEINT")
_TYPES: dict[str, FieldType] = {
    **dict.fromkeys(_WHOLE, FieldType.INTEGER),
    **dict.fromkeys(("DECIMAL", "DOUBLE", "FLOAT"), FieldType.DECIMAL),
    **dict.fromkeys(("VARCHAR", "ENUM", "UUID"), FieldType.STRING),
    "BOOLEAN": FieldType.BOOLEAN,
    "DATE": FieldType.DATE,
    "TIMESTAMP": FieldType.DATETIME,
}
