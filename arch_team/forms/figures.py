"""Figures over columns, and two expressions put together: exact for exact decimals, to 15 digits for the rest."""

from typing import cast

import sqlalchemy as sa

from arch_team.errors import FormError
from arch_team.featuredata.calls import Function
from arch_team.featuredata.column_types import AnyType, Average, Rounded, ScaledInteger, average_scale
from arch_team.featuredata.dialects import Dialect, Expression
from arch_team.featuredata.tables import FieldType
from arch_team.forms.buckets import days_between
from arch_team.forms.terms import Term, computed, sortable, sound

_PLACES = {"percent": 2, "ratio": 4}
"""Digits behind the point that a person is shown."""
COUNTS = (Function.COUNT, Function.COUNT_DISTINCT)


def count_of_rows(function: Function) -> Term:
    if function is not Function.COUNT:
        raise FormError(f"{function} is of a column", "Name the column, or count rows.")
    return computed(cast("Expression", sa.func.count()), FieldType.INTEGER)


def figure(function: Function, of: Term, dialect: Dialect, name: str) -> Term:
    """A figure over the values of a column. `name` is what the column is called where a value of it does not fit."""
    if function is Function.COUNT:
        return computed(cast("Expression", sa.func.count(of.value)), FieldType.INTEGER)
    if function is Function.COUNT_DISTINCT:
        return computed(cast("Expression", sa.func.count(sa.distinct(of.value))), FieldType.INTEGER)
    if function in (Function.MIN, Function.MAX):
        extreme = sa.func.min if function is Function.MIN else sa.func.max
        return Term(cast("Expression", extreme(_sound_and_sortable(of, dialect, name))), of.told, of.kind, of.scale)
    if of.field is None or not of.kind.is_number:
        raise FormError(f"{name} is {of.kind}: it has no {function}", "Take a column of numbers.")
    column = sound(of, dialect, name)
    if function is Function.AVG:
        scale = average_scale(of.field)
        places = (of.field.scale or 0) if of.kind is FieldType.DECIMAL and not of.field.float_bits else 0
        average = dialect.ratio(column, of.field)
        value = average / sa.literal_column(f"{10**places}.0", sa.Float()) if places else average
        value = sa.type_coerce(value, cast("AnyType", sa.Double()))
        return Term(value, cast("AnyType", Average(scale)), FieldType.DECIMAL)
    if of.kind is FieldType.INTEGER:
        return computed(cast("Expression", sa.func.sum(column)), FieldType.INTEGER)
    total = dialect.total(column, of.field)
    if isinstance(total.type, ScaledInteger):
        plain = sa.cast(total, sa.REAL) / sa.literal_column(f"{10**total.type.scale}.0", sa.Float())
        made = computed(cast("Expression", plain), FieldType.DECIMAL, total.type.scale)
        return Term(made.value, made.told, made.kind, made.scale, exact=total)
    return Term(total, total.type, FieldType.DECIMAL, of.scale)


def _sound_and_sortable(of: Term, dialect: Dialect, name: str) -> Expression:
    return sound(of, dialect, name) if of.kind.is_number else sortable(of, dialect)


def put_together(operation: str, left: Term, right: Term, dialect: Dialect) -> Term:
    """A difference, a sum, a ratio, a percentage (of `right`), or the days from `right` to `left`. By nothing and by
    zero, nothing is divided."""
    if operation == "span":
        return computed(days_between(left, right, dialect), FieldType.INTEGER)
    if not (left.kind.is_number and right.kind.is_number):
        raise FormError(f"{left.kind} and {right.kind} have no {operation}", "Take two numbers.")
    mine, theirs = (sound(term, dialect, _name(term)) for term in (left, right))
    if operation in ("difference", "sum"):
        value = mine - theirs if operation == "difference" else mine + theirs
        averages = [term.told for term in (left, right) if isinstance(term.told, Average)]
        if averages:
            return Term(cast("Expression", value), averages[0], FieldType.DECIMAL)
        whole = left.kind is right.kind is FieldType.INTEGER
        exact = [0 if term.kind is FieldType.INTEGER else term.scale for term in (left, right)]
        scale = None if None in exact else max(scale for scale in exact if scale is not None)
        return computed(cast("Expression", value), FieldType.INTEGER if whole else FieldType.DECIMAL, scale)
    divisor = sa.func.nullif(sa.cast(theirs, sa.Double), sa.literal_column("0"), type_=sa.Float())
    share = sa.cast(mine, sa.Double) / divisor
    value = share * sa.literal_column("100") if operation == "percent" else share
    value = sa.type_coerce(cast("Expression", value), cast("AnyType", sa.Double()))
    return Term(value, cast("AnyType", Rounded(_PLACES[operation])), FieldType.DECIMAL)


def _name(term: Term) -> str:
    return term.field.name if term.field else "one of the columns"
