"""Which whole numbers are times: by their names they may be, by their values they are years, days or moments."""

from dataclasses import replace
from typing import cast

import sqlalchemy as sa

from arch_team.errors import DataError
from arch_team.featuredata.naming import spaced
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.featuredata.tables import FieldType
from arch_team.modelling.model import Model, ModelField
from arch_team.modelling.naming import EXACT

_FIRST_YEAR = 1000
"""No year, written day (20240131) or second of an epoch is less."""


def with_times(model: Model, provider: SqlProvider) -> Model:
    """Without the times that only a name tells: a `created_date` that holds 1 to 9 is none."""
    tables = dict(model.tables)
    for table in model.tables.values():
        fields = dict(table.fields)
        for field in table.fields.values():
            if field.is_temporal and field.type is FieldType.INTEGER and _is_small(provider, table.name, field.name):
                counts = field.is_measure or _is_plural(field)
                fields[field.name] = replace(field, is_temporal=False, is_default_time=False, is_measure=counts)
        tables[table.name] = replace(table, fields=fields)
    return replace(model, tables=tables)


def _is_plural(field: ModelField) -> bool:
    """`days`: so many of them, where `day` would be one."""
    written = spaced(field.name).casefold().split()[-1]
    return all(written != name.words[-1] for name in field.names if name.tier == EXACT)


def _is_small(provider: SqlProvider, table: str, field: str) -> bool:
    own = provider.tables[table]
    alias = clause_of(own).alias("t")
    select = sa.select(sa.func.max(alias.c[field])).where(*in_scope(own, alias, provider.scope))
    try:
        [(largest,)] = provider.fetch(cast("sa.Select[tuple[object, ...]]", select))
    except DataError:
        return False
    return isinstance(largest, int) and largest < _FIRST_YEAR
