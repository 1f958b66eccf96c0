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
from arch_team.text.lexicon import LANGUAGES, Lexicon, lexicon_of

_FIRST_YEAR = 1000
"""No year, written day (20240131) or second of an epoch is less."""


_YEARS = range(1500, 2101)
"""What a column that says what was done, and nothing of a time, holds where it holds years."""


def with_times(model: Model, provider: SqlProvider) -> Model:
    """Without the times that only a name tells: a `created_date` that holds 1 to 9 is none; and with those that it does
    not tell: when something was `founded`."""
    tables = dict(model.tables)
    for table in model.tables.values():
        fields = dict(table.fields)
        for field in table.fields.values():
            if _may_be_a_year(field) and _holds_years(provider, table.name, field.name):
                fields[field.name] = replace(field, is_temporal=True, is_measure=False)
            if field.is_temporal and field.type is FieldType.INTEGER and _is_small(provider, table.name, field.name):
                counts = field.is_measure or _is_plural(field)
                fields[field.name] = replace(field, is_temporal=False, is_default_time=False, is_measure=counts)
        tables[table.name] = replace(table, fields=fields)
    return replace(model, tables=tables)


def _may_be_a_year(field: ModelField) -> bool:
    """Whether a number is called by what was done alone: `founded`, `gegruendet`."""
    if field.type is not FieldType.INTEGER or not field.is_measure:
        return False
    words = {name.words[0] for name in field.names if name.tier == EXACT and len(name.words) == 1}
    return any(_is_deed(word, lexicon_of(language)) for language in LANGUAGES for word in words)


def _is_deed(word: str, lexicon: Lexicon) -> bool:
    return word in lexicon.coming_to_be or lexicon.relates(word)


def _holds_years(provider: SqlProvider, table: str, field: str) -> bool:
    ends = _ends(provider, table, field)
    return ends is not None and all(end in _YEARS for end in ends)


def _is_plural(field: ModelField) -> bool:
    """`days`: so many of them, where `day` would be one."""
    written = spaced(field.name).casefold().split()[-1]
    return all(written != name.words[-1] for name in field.names if name.tier == EXACT)


def _is_small(provider: SqlProvider, table: str, field: str) -> bool:
    ends = _ends(provider, table, field)
    return ends is not None and ends[1] < _FIRST_YEAR


def _ends(provider: SqlProvider, table: str, field: str) -> tuple[int, int] | None:
    """The least and the largest number of a column. None where there are none, or none that are whole."""
    own = provider.tables[table]
    alias = clause_of(own).alias("t")
    both = sa.select(sa.func.min(alias.c[field]), sa.func.max(alias.c[field]))
    try:
        [(least, largest)] = provider.fetch(
            cast("sa.Select[tuple[object, ...]]", both.where(*in_scope(own, alias, provider.scope)))
        )
    except DataError:
        return None
    return (least, largest) if isinstance(least, int) and isinstance(largest, int) else None
