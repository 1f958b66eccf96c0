"""Columns that hold something else than they say: prices and ages that somebody stored as text, as they were typed, and
days that were typed without their zeros."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

import sqlalchemy as sa

from arch_team.featuredata.column_types import AnyType
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.statements import clause_of
from arch_team.featuredata.tables import FieldType, Table, TableField
from arch_team.modelling.naming import identifier_words
from arch_team.modelling.value_columns import TextColumn
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem

MOST_VALUES = 20_000
"""A column with more different texts is left as it is."""
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?")


def with_numbers(provider: SqlProvider, lexicon: Lexicon) -> Mapping[str, Table]:
    """The tables, such columns as numbers. What names or numbers things (a code, a phone) stays text."""
    return {name: _table(table, provider, lexicon) for name, table in provider.tables.items()}


def _table(table: Table, provider: SqlProvider, lexicon: Lexicon) -> Table:
    refers = {key.field for key in table.foreign_keys} | set(table.key)
    changed = {
        field.name: replace(field, type=FieldType.DECIMAL, scale=None, float_bits=64, stored_as_text=True)
        for field in table.fields.values()
        if field.type is FieldType.STRING and not field.as_text and field.name not in refers
        if not _is_code(field, lexicon) and _holds_numbers(table, field, provider)
    }
    changed |= {
        field.name: replace(field, short_days=True)
        for field in (table.fields.values() if provider.dialect.loosely_typed else ())
        if field.type in (FieldType.DATE, FieldType.DATETIME) and _has_short_days(table, field, provider)
    }
    return replace(table, fields={**table.fields, **changed}) if changed else table


def _is_code(field: TableField, lexicon: Lexicon) -> bool:
    last = {noun_stem(word, lexicon.language) for word in identifier_words(field.name)[-1:]}
    return bool(last & lexicon.words("code_noun"))


def _has_short_days(table: Table, field: TableField, provider: SqlProvider) -> bool:
    clause = clause_of(table).alias("t")
    day = sa.type_coerce(clause.c[field.name], cast("AnyType", sa.String()))
    short = sa.and_(day.like("____-%-%"), day.not_like("____-__-__%"))
    select = cast("sa.Select[tuple[object, ...]]", sa.select(sa.literal(1)).select_from(clause).where(short).limit(1))
    return bool(provider.fetch(select))


def _holds_numbers(table: Table, field: TableField, provider: SqlProvider) -> bool:
    first = TextColumn(table, field.name).values(provider, 1)
    if first is not None and not first:
        return False
    values = TextColumn(table, field.name).values(provider, MOST_VALUES)
    is_flag = set(values or ()) == {"0", "1"}  # it says whether, and is nothing to add up
    return bool(values) and not is_flag and all(_NUMBER.fullmatch(value) for value in values or ())
