"""Reading the texts of a column: all of them while they are few, else those a question names."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import cast

import sqlalchemy as sa

from arch_team.errors import DataError
from arch_team.featuredata.dialects import Dialect, DuckDb, Expression, Sqlite
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.featuredata.tables import FieldType, Scope, Table

LONGEST_TEXT = 80
"""Letters of a value. What is longer is a description, which nobody names in a question."""
_MOST_NAMED = 1_000

_Select = sa.Select[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A column that holds text."""

    table: Table
    field: str

    def values(self, provider: SqlProvider, most: int) -> list[str] | None:
        """All values within the scope. None where there are more."""
        column, select = self._select(provider.scope)
        found = _texts(provider, select.where(sa.func.length(column) <= LONGEST_TEXT).limit(most + 1))
        return None if len(found) > most else found

    def named(self, provider: SqlProvider, phrases: Collection[str]) -> list[str]:
        """The values that are one of these folded phrases, as far as the database can fold."""
        column, select = self._select(provider.scope)
        written = _folded(column, provider.dialect).in_(sorted(phrases))
        try:
            return _texts(provider, select.where(written).limit(_MOST_NAMED))
        except DataError:
            return []

    def _select(self, scope: Scope) -> tuple[Expression, _Select]:
        clause = clause_of(self.table).alias("t")
        column = cast("Expression", clause.c[self.field])
        text = cast("Expression", sa.cast(column, sa.String)) if self.table.fields[self.field].as_text else column
        within = in_scope(self.table, clause, scope)
        select = sa.select(text.label("v")).select_from(clause).where(text.is_not(None), *within).distinct()
        return text, cast("_Select", select)


def _texts(provider: SqlProvider, select: _Select) -> list[str]:
    return sorted(str(value) for (value,) in provider.fetch(select))


def text_columns(tables: Mapping[str, Table]) -> Iterator[TextColumn]:
    for table in tables.values():
        for field in table.fields.values():
            if field.type is FieldType.STRING:
                yield TextColumn(table, field.name)


def are_dates(values: Collection[str]) -> bool:
    """Whether every text is a day, or a moment that begins with one: `2018-03-17 07:13:53`."""
    return bool(values) and all(map(_is_date, values))


def are_in_order(values: Collection[str]) -> bool:
    """Whether texts sort as the times do that they tell: all of figures in the same places, the largest unit first.
    `08:15`, `2019/20`; `12 March 1984` does not."""
    shapes = {re.sub(r"\d", "0", value) for value in values}
    return len(shapes) == 1 and any(shape.startswith(("0000", "00:")) and not _letters(shape) for shape in shapes)


def _letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _is_date(text: str) -> bool:
    if text[4:5] != "-" or text[10:11] not in ("", " ", "T"):
        return False
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return True


def _folded(column: Expression, dialect: Dialect) -> Expression:
    if isinstance(dialect, DuckDb):
        return cast("Expression", sa.func.strip_accents(sa.func.lower(column), type_=sa.String()))
    if isinstance(dialect, Sqlite):
        return cast("Expression", sa.func.folded_text(column, type_=sa.String()))
    return dialect.folded(column)
