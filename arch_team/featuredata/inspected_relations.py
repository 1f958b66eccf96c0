"""Tables as SQLAlchemy's inspector tells them: SQLite, PostgreSQL, and whatever has a dialect."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.engine.reflection import ObjectKind

from arch_team.featuredata.relations import Reference, Relation
from arch_team.featuredata.tables import FieldType, TableField
from arch_team.featuredata.written_comments import comments_in

_NO_COMMENTS: Mapping[tuple[str, str], str] = MappingProxyType({})
_Found = dict[tuple[str | None, str], Any]


def inspected_relations(engine: sa.Engine) -> Iterator[Relation]:
    """Of the default schema and, on PostgreSQL, of every other one this user may read."""
    inspector, loose = sa.inspect(engine), engine.dialect.name == "sqlite"
    yield from _of_schema(inspector, None, loose=loose, comments=comments_in(engine) if loose else {})
    for schema, names in _elsewhere(engine).items():
        yield from (found for found in _of_schema(inspector, schema, loose=False) if found.name in names)


def _of_schema(
    inspector: sa.Inspector, schema: str | None, *, loose: bool, comments: Mapping[tuple[str, str], str] = _NO_COMMENTS
) -> Iterator[Relation]:
    everything: Any = {"schema": schema, "kind": ObjectKind.ANY}
    columns = cast("_Found", inspector.get_multi_columns(**everything))
    keys = cast("_Found", inspector.get_multi_pk_constraint(**everything))
    pointing = cast("_Found", inspector.get_multi_foreign_keys(**everything))
    constraints = cast("_Found", inspector.get_multi_unique_constraints(**everything))
    made_for_constraints: Any = {"include_auto_indexes": True} if loose else {}
    indexes = cast("_Found", inspector.get_multi_indexes(**everything, **made_for_constraints))
    for found in sorted(columns, key=lambda found: found[1]):
        fields = {
            c["name"]: _field(
                c["name"], c["type"], c.get("comment") or comments.get((found[1], c["name"]), ""), loose=loose
            )
            for c in columns[found]
        }
        constraint = cast("dict[str, Sequence[str]]", keys.get(found) or {})
        key = tuple(constraint.get("constrained_columns") or ())
        unique = [tuple(u["column_names"]) for u in constraints.get(found) or ()]
        unique += [tuple(i["column_names"]) for i in indexes.get(found) or () if _is_unique(i)]
        references = tuple(
            Reference(tuple(r["constrained_columns"]), r["referred_schema"], r["referred_table"], _targets(r))
            for r in pointing.get(found) or ()
        )
        yield Relation(
            found[1],
            fields,
            key if all(fields.get(part) for part in key) else (),
            schema,
            tuple(u for u in unique if None not in u),
            references,
        )


def _targets(reference: Any) -> tuple[str, ...]:
    return tuple(cast("Sequence[str]", reference["referred_columns"]))


def _is_unique(index: Any) -> bool:
    """Over all rows, not only over those that meet a condition."""
    options = cast("dict[str, object]", index.get("dialect_options") or {})
    return bool(index.get("unique")) and not any(name.endswith("_where") for name in options)


_PRODUCT = ("dbos",)
"""Schemas of what this program keeps for itself."""
_ELSEWHERE = sa.text(
    "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
    "WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f') AND n.nspname NOT LIKE 'pg\\_%' "
    "AND n.nspname <> 'information_schema' AND n.nspname <> current_schema() "
    "AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') ORDER BY 1"
)


def _elsewhere(engine: sa.Engine) -> dict[str, set[str]]:
    """The tables of other schemas than the default one that this user may read."""
    found: dict[str, set[str]] = {}
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            for schema, name in connection.execute(_ELSEWHERE):
                found.setdefault(str(schema), set()).add(str(name))
    return {schema: names for schema, names in found.items() if schema not in _PRODUCT}


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
