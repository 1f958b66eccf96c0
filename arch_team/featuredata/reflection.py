"""The tables of a database nobody described: names, types, keys and scope columns as the database itself tells them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from arch_team.errors import SourceUnavailable
from arch_team.featuredata.duckdb_relations import duckdb_relations
from arch_team.featuredata.failures import told
from arch_team.featuredata.inspected_relations import inspected_relations
from arch_team.featuredata.relations import Relation
from arch_team.featuredata.tables import ForeignKey, Table


@dataclass(frozen=True, slots=True)
class Reflection:
    tables: tuple[Table, ...]
    left_out: Mapping[str, str] = field(default_factory=dict[str, str])
    """Tables and views that cannot be shown, with the reason."""
    divided_by: str | None = None
    """The part of the scope that its tables are divided by."""


def reflected_tables(engine: sa.Engine) -> tuple[Table, ...]:
    """Every table and view that a caller may see."""
    return reflected(engine).tables


def reflected(engine: sa.Engine, *, scoped: bool = False, divided: bool = True) -> Reflection:
    """Every table and view of every schema that is not the system's.

    Where a mandate is given (`scoped`) or any table is divided by one, those that are not divided are left out: whose
    rows they hold cannot be told. With `divided` False no column divides anything: the data is the opener's own."""
    read = duckdb_relations if engine.dialect.name == "duckdb" else inspected_relations
    try:
        relations = list(read(engine))
    except SQLAlchemyError as error:
        reason = told(error)
        if isinstance(reason, SourceUnavailable):
            raise reason from error
        raise SourceUnavailable(
            "the database does not tell its tables", "Check that it runs, the URL, and the user's right to read it."
        ) from error
    parts = {part for relation in relations for part in relation.scope} if divided else set[str]()
    parts |= {"mandate"} if scoped else set[str]()
    needed = "mandate" if "mandate" in parts else next(iter(parts), None)
    tables: dict[_Place, Table] = {}
    left_out: dict[str, str] = {}
    for name, relation in _named(relations):
        doubles = [names for names in relation.scope.values() if len(names) > 1]
        if doubles and divided:
            left_out[name] = f"two columns say whose rows they are: {', '.join(doubles[0])}"
        elif needed and needed not in relation.scope:
            left_out[name] = f"no column says which {needed.replace('_', ' ')} its rows belong to"
        elif not (table := relation.table(name, divided=divided)).fields:
            left_out[name] = "none of its columns has a type that can be asked for"
        else:
            tables[_place(relation.schema, relation.name)] = table
    return Reflection(tuple(_related(relations, tables)), left_out, needed)


_Place = tuple[str, str]


def _place(schema: str | None, name: str) -> _Place:
    return (schema or "").casefold(), name.casefold()


def _named(relations: Sequence[Relation]) -> Iterable[tuple[str, Relation]]:
    """Tables by their own name. One that another schema has as well says its schema too, but for the default one's."""
    number = Counter(relation.name for relation in relations)
    for relation in relations:
        is_plain = relation.schema is None or number[relation.name] == 1
        yield relation.name if is_plain else f"{relation.schema}.{relation.name}", relation


def _related(relations: Sequence[Relation], tables: Mapping[_Place, Table]) -> Iterable[Table]:
    """The tables with their foreign keys to each other. Within a scope, its columns are no part of a key."""
    for relation in relations:
        table = tables.get(_place(relation.schema, relation.name))
        if table is None:
            continue
        keys: list[ForeignKey] = []
        for reference in relation.references:
            target = tables.get(_place(reference.to_schema or relation.schema, reference.to_table))
            if target is None:
                continue
            to_columns = reference.to_columns or target.key
            if len(to_columns) != len(reference.columns):
                continue
            pairs = [
                (_field_of(table, a), _field_of(target, b)) for a, b in zip(reference.columns, to_columns, strict=True)
            ]
            shown = [(mine, theirs) for mine, theirs in pairs if mine and theirs]
            divides = {*table.scope.values(), *target.scope.values()}
            others = len(reference.columns) - sum(1 for column in reference.columns if column in divides)
            if len(shown) == others == 1:
                keys.append(ForeignKey(table.name, shown[0][0], target.name, shown[0][1]))
        yield replace(table, foreign_keys=tuple(dict.fromkeys(keys)))


def _field_of(table: Table, column: str) -> str | None:
    """The field as the table spells it."""
    if column in table.fields:
        return column
    return next((name for name in table.fields if name.casefold() == column.casefold()), None)
