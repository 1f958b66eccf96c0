"""The time between two moments of a row, as each database works it out."""

from dataclasses import replace
from typing import cast

import sqlalchemy as sa

from arch_team.errors import FormError
from arch_team.featuredata.column_types import AnyType, Average
from arch_team.featuredata.dialects import Dialect, DuckDb, Expression, Postgres, Sqlite
from arch_team.featuredata.spans import SECONDS, Span
from arch_team.featuredata.tables import FieldType, TableField
from arch_team.forms.buckets import days_between
from arch_team.forms.terms import Term, computed

_PLACES = 2
"""Digits behind the point of minutes, hours and days: a person is shown them as an average of such is."""


def span_term(span: Span, start: Term, end: Term, dialect: Dialect) -> Term:
    """Whole days by the calendar between two dates; between moments seconds, or what they make of the unit."""
    kinds = {start.kind, end.kind}
    is_timed = FieldType.DATETIME in kinds or (kinds == {FieldType.STRING} and span.unit != "days")
    if not is_timed:
        if span.unit != "days":
            raise FormError(f"{span.start} and {span.end} are days", "Ask for the days between them.")
        made = computed(days_between(end, start, dialect), FieldType.INTEGER)
        return Term(made.value, made.told, made.kind, field=TableField(span.name, FieldType.INTEGER))
    seconds = _seconds(start.value, end.value, dialect)
    if span.unit == "seconds":
        made = computed(seconds, FieldType.INTEGER)
        return Term(made.value, made.told, made.kind, field=TableField(span.name, FieldType.INTEGER))
    share = sa.cast(seconds, sa.Double) / sa.literal_column(f"{SECONDS[span.unit]}.0", sa.Float())
    value = cast("Expression", sa.type_coerce(share, cast("AnyType", sa.Double())))
    told = cast("AnyType", Average(_PLACES))
    return Term(value, told, FieldType.DECIMAL, field=TableField(span.name, FieldType.DECIMAL, scale=2, float_bits=64))


def figure_of_span(figure: Term) -> Term:
    """A figure over such a column, to as many digits as a person reads."""
    return figure if figure.kind is FieldType.INTEGER else replace(figure, told=cast("AnyType", Average(_PLACES)))


def _seconds(start: Expression, end: Expression, dialect: Dialect) -> Expression:
    if isinstance(dialect, Sqlite):
        form = sa.literal_column("'%s'", sa.String())
        ends = [sa.cast(sa.func.strftime(form, moment), sa.Integer) for moment in (end, start)]
        return cast("Expression", ends[0] - ends[1])
    if isinstance(dialect, DuckDb):
        second = sa.literal_column("'second'", sa.String())
        moments = [sa.cast(moment, sa.DateTime) for moment in (start, end)]
        return cast("Expression", sa.func.date_diff(second, *moments, type_=sa.BigInteger()))
    if isinstance(dialect, Postgres):
        is_text = isinstance(start.type, sa.String)
        first, last = (sa.cast(moment, sa.DateTime) if is_text else moment for moment in (start, end))
        return cast("Expression", sa.cast(sa.extract("epoch", last - first), sa.BigInteger))
    raise FormError("this database's time between two moments is not known", "Ask for the two moments.")
