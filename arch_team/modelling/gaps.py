"""What it means to have none of a figure: `no children` is 0 where every row has a number, and nothing where some have
none. The rows tell; where both occur, nobody can."""

from dataclasses import replace
from typing import cast

import sqlalchemy as sa

from arch_team.errors import DataError
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.modelling.model import Gap, Model, ModelField, ModelTable

_ROWS = 100_000
"""Rows that are looked at. Of a table with as many it is not known what the others hold."""

_Select = sa.Select[tuple[object, ...]]


def with_gaps(model: Model, provider: SqlProvider) -> Model:
    """A model whose figures and times say how a row without them is told. One look for each table."""
    tables = dict(model.tables)
    for table in model.tables.values():
        fields = [field for field in table.stored.values() if field.is_measure or field.is_temporal]
        rows, told = _gaps(provider, table, fields)
        changed = {name: replace(table.fields[name], gap=gap) for name, gap in told.items()}
        tables[table.name] = replace(table, fields={**table.fields, **changed}, rows=rows)
    return replace(model, tables=tables)


def _gaps(provider: SqlProvider, table: ModelTable, fields: list[ModelField]) -> tuple[int | None, dict[str, Gap]]:
    """How many rows a table has, and how those without a figure or a time are told. Of a large one nothing is said."""
    own = provider.tables[table.name]
    alias = clause_of(own).alias("t")
    columns = [alias.c[field.name].label(f"c{at}") for at, field in enumerate(fields)]
    some = (
        sa.select(*columns or [sa.literal(1).label("one")])
        .where(*in_scope(own, alias, provider.scope))
        .limit(_ROWS)
        .subquery("some")
    )
    counted = [sa.func.count()]
    for at, field in enumerate(fields):
        value = some.c[f"c{at}"]
        zeros = sa.func.count(sa.case((value == 0, 1))) if field.is_measure else sa.literal(0)
        counted += [sa.func.count(value), zeros]
    try:
        found = provider.fetch(cast("_Select", sa.select(*counted).select_from(some)))
    except DataError:
        return None, {}
    every, *pairs = (int(cast("int", number)) for number in found[0])
    if every >= _ROWS:
        return None, {}  # of what was not looked at nothing is known
    held = {field.name: (every - pairs[2 * at], pairs[2 * at + 1]) for at, field in enumerate(fields)}
    told = {name: _gap(missing, zeros) for name, (missing, zeros) in held.items() if missing < every}
    return every, {name: gap for name, gap in told.items() if gap is not None}


def _gap(missing: int, zeros: int) -> Gap | None:
    if bool(missing) == bool(zeros):
        return None
    return Gap.EMPTY if missing else Gap.ZERO
