"""Columns that only say whether something holds of a row: `balcony`, `is_active`. Their names are read like values."""

from dataclasses import replace

import sqlalchemy as sa

from arch_team.errors import StatementTimeout
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.featuredata.tables import FieldType, Table
from arch_team.modelling.model import Model, ModelField
from arch_team.modelling.naming import EXACT, PARTIAL
from arch_team.modelling.value_columns import TextColumn
from arch_team.modelling.values import Hit
from arch_team.text.folding import folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem

_TRUE = "true"


def as_stored(field: ModelField, value: str) -> str | int | bool:
    """What a word stands for, as the column holds it."""
    return int(value) if field.type is FieldType.INTEGER else value == _TRUE if field.is_boolean else value


def with_flags(model: Model, provider: SqlProvider, lexicon: Lexicon) -> Model:
    """A model in which `with a balcony` is `balcony = yes`, and `not active` its opposite."""
    worded = {words: list(hits) for words, hits in model.worded.items()}
    tables = dict(model.tables)
    leading = {noun_stem(word, lexicon.language) for klass in ("be", "have") for word in lexicon.words(klass)}
    for table in model.tables.values():
        held = {field: _yes(provider, provider.tables[table.name], field, lexicon) for field in table.fields.values()}
        flags = {field.name: (field, yes) for field, yes in held.items() if yes is not None}
        fields = {
            name: replace(field, is_flag=True, is_measure=field.is_measure and not _asks_whether(field, leading))
            for name, (field, _) in flags.items()
        }
        tables[table.name] = replace(table, fields={**table.fields, **fields})
        for field, yes in flags.values():
            for words in _called(field, leading):
                worded.setdefault(words, []).append(Hit(table.name, field.name, yes))
    return replace(model, tables=tables, worded={words: tuple(hits) for words, hits in worded.items()})


def _asks_whether(field: ModelField, leading: set[str]) -> bool:
    """Whether its name says that it is no amount: `is_active`, `has_balcony`. A quantity may be 0 or 1 so far."""
    return any(name.tier < PARTIAL and len(name.words) > 1 and name.words[0] in leading for name in field.names)


def _called(field: ModelField, leading: set[str]) -> set[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for name in field.names:
        words = name.words[1:] if len(name.words) > 1 and name.words[0] in leading else name.words
        if name.tier < PARTIAL:
            found |= {words, ("-".join(words),)}
    return found


def _yes(provider: SqlProvider, table: Table, field: ModelField, lexicon: Lexicon) -> str | None:
    """How a column stores that something holds. None where it says more than whether."""
    kinds = (lexicon.words("kind_noun") | lexicon.words("calling")) - lexicon.words("flag_noun")
    is_kind = any(name.tier == EXACT and name.words[-1] in kinds for name in field.names)
    if field.is_key or field.refers_to is not None or field.is_temporal or is_kind:
        return None
    if field.type is FieldType.BOOLEAN:
        return _TRUE
    try:
        if field.type is FieldType.INTEGER:
            return "1" if _numbers(provider, table, field.name) == {0, 1} else None
        stored = TextColumn(table, field.name).values(provider, 2) if field.is_text else None
    except StatementTimeout:
        return None
    yes, no = (lexicon.phrases(klass) for klass in ("flag_yes", "flag_no"))
    said = {folded(value): value for value in stored or ()}
    told = [value for word, value in said.items() if word in yes]
    return told[0] if len(said) == 2 and len(told) == 1 and any(word in no for word in said) else None


def _numbers(provider: SqlProvider, table: Table, field: str) -> set[object]:
    clause = clause_of(table).alias("t")
    column = clause.c[field]
    select = sa.select(column).select_from(clause).where(column.is_not(None), *in_scope(table, clause, provider.scope))
    return {value for (value,) in provider.fetch(select.distinct().limit(3))}
