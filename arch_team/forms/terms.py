"""An expression of a form as SQL: what it computes with, how it is shown, and which type it has."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import cast

import sqlalchemy as sa

from arch_team.errors import FormError
from arch_team.featuredata.calls import PATTERN_OPS, Op
from arch_team.featuredata.column_types import (
    AnyType,
    Approximate,
    AsStored,
    ExactDecimal,
    UnscaledDecimal,
    Whole,
    column_type,
)
from arch_team.featuredata.dialects import Dialect, Expression, simple_lower
from arch_team.featuredata.statements import escaped, in_time, time_span
from arch_team.featuredata.tables import FieldType, TableField
from arch_team.forms.form import Plain

Truth = sa.ColumnElement[bool]

MOMENTS = (FieldType.DATE, FieldType.DATETIME)


@dataclass(frozen=True, slots=True)
class Term:
    """`value` computes and compares; `told` is the type that makes the right Python value of it."""

    value: Expression
    told: AnyType
    kind: FieldType
    scale: int | None = None
    """Digits after the point of an exact decimal. None where they are not known."""
    field: TableField | None = None
    """The column, where the term is one."""
    exact: Expression | None = None
    """What a result has instead of `value`, where that is exact and `value` is not."""

    @property
    def shown(self) -> Expression:
        """What a result has."""
        return sa.type_coerce(self.value, self.told) if self.exact is None else self.exact

    @property
    def is_text_moment(self) -> bool:
        """Whether it is a date that the database keeps as text, as SQLite does."""
        return self.kind in MOMENTS and isinstance(self.value.type, sa.String)


def column_term(column: Expression, field: TableField, dialect: Dialect) -> Term:
    """A column of a table. A loosely typed database keeps moments as text, and shows what does not fit as stored."""
    scale = field.scale if field.type is FieldType.DECIMAL and not field.float_bits else None
    if field.as_text:
        text = cast("Expression", sa.cast(column, sa.String))
        return Term(text, cast("AnyType", sa.String()), field.type, field=field)
    if field.stored_as_text:
        number = cast("Expression", sa.cast(sa.type_coerce(column, cast("AnyType", sa.String())), sa.Double))
        return Term(number, cast("AnyType", Approximate()), FieldType.DECIMAL, field=field)
    if not dialect.loosely_typed:
        return Term(column, column.type, field.type, scale, field)
    value = sa.type_coerce(column, cast("AnyType", sa.String())) if field.type in MOMENTS else column
    told = cast("AnyType", AsStored(field.type, scale))
    if field.short_days:
        return Term(_written_out(value), told, field.type, scale, field, exact=sa.type_coerce(value, told))
    return Term(value, told, field.type, scale, field)


def _written_out(day: Expression) -> Expression:
    """`1992-5-1` as `1992-05-01`."""
    rest = sa.func.substr(day, 6)
    dash = sa.func.instr(rest, "-")
    month, last = sa.func.substr(rest, 1, dash - 1), sa.func.substr(rest, dash + 1)
    two = [sa.func.substr(sa.literal("0").concat(part), -2) for part in (month, last)]
    whole = sa.func.substr(day, 1, 5).concat(two[0]).concat("-").concat(two[1])
    short = sa.and_(day.like("____-%-%"), day.not_like("____-__-__%"))
    return cast("Expression", sa.type_coerce(sa.case((short, whole), else_=day), cast("AnyType", sa.String())))


def computed(value: Expression, kind: FieldType, scale: int | None = None) -> Term:
    """A number that the database worked out: whole, exact at a scale, or good for 15 digits."""
    if kind is FieldType.INTEGER:
        return Term(value, cast("AnyType", Whole()), kind)
    return Term(value, cast("AnyType", Approximate() if scale is None else ExactDecimal(scale)), kind, scale)


def given(value: Plain) -> Term:
    """A value the question names. It travels as a bind."""
    kind = _kind_of(value)
    bound = _bound(value, kind, None)
    return Term(bound, bound.type, kind)


def sortable(term: Term, dialect: Dialect) -> Expression:
    """What a term sorts by: text by code point, numbers without what is none."""
    if term.kind is FieldType.STRING:
        return dialect.text_order(term.value)
    return dialect.comparable(term.value, term.field) if term.field else term.value


def sound(term: Term, dialect: Dialect, name: str) -> Expression:
    """What a term computes with: the statement fails where a value is not of its column's type."""
    return dialect.sound(term.value, term.field, name) if term.field else term.value


def held_against(term: Term, op: Op, values: tuple[Plain, ...], dialect: Dialect) -> Truth:
    """A term compared with given values. A row without a value meets none of it but IS NULL."""
    if op in PATTERN_OPS:
        return _like(term, op, str(values[0]), dialect)
    if term.kind is FieldType.DATETIME or term.is_text_moment or _names_moments(term, values):
        return _in_time(term, op, values, dialect)
    bound = [_bound(_fitting(value, term.kind), term.kind, term.field) for value in values]
    if op is Op.IN or op is Op.NOT_IN:
        return term.value.in_(bound) if op is Op.IN else term.value.not_in(bound)
    if op is Op.BETWEEN:
        between = sortable(term, dialect)
        return sa.and_(between >= bound[0], between <= bound[1])
    return _COMPARISONS[op](term.value if op in (Op.EQ, Op.NE) else sortable(term, dialect), bound[0])


def held_against_term(op: Op, left: Term, right: Term, dialect: Dialect) -> Truth:
    """Two terms of one kind compared. The caller has brought dates and times to days where they differ."""
    alike = left.kind is right.kind or (left.kind.is_number and right.kind.is_number)
    if not alike or op not in _COMPARISONS:
        raise FormError(f"{left.kind} cannot be compared with {right.kind} by {op}", "Compare columns of one type.")
    return _COMPARISONS[op](sortable(left, dialect), sortable(right, dialect))


_COMPARISONS: dict[Op, Callable[[Expression, Expression], Truth]] = {
    Op.EQ: lambda left, right: left == right,
    Op.NE: lambda left, right: left != right,
    Op.LT: lambda left, right: left < right,
    Op.LE: lambda left, right: left <= right,
    Op.GT: lambda left, right: left > right,
    Op.GE: lambda left, right: left >= right,
}


def _like(term: Term, op: Op, pattern: str, dialect: Dialect) -> Truth:
    is_text = isinstance(term.value.type, sa.String)
    text = term.value if is_text else cast("Expression", sa.cast(term.value, sa.String))
    if op is Op.ILIKE:
        return dialect.folded(text).like(escaped(simple_lower(pattern)), escape="\\")
    like = text.like if op is Op.LIKE else text.not_like
    return like(escaped(pattern), escape="\\")


def _names_moments(term: Term, values: tuple[Plain, ...]) -> bool:
    return term.kind is FieldType.STRING and bool(values) and all(isinstance(value, date) for value in values)


def _in_time(term: Term, op: Op, values: tuple[Plain, ...], dialect: Dialect) -> Truth:
    moments = tuple(value if isinstance(value, date) else _fitting(value, FieldType.DATETIME) for value in values)
    if not isinstance(term.value.type, sa.String):
        return in_time(term.value, op, moments)
    text = dialect.text_order(term.value)
    if any(isinstance(moment, datetime) for moment in moments):
        text = cast("Expression", sa.func.replace(text, "T", " ", type_=sa.String()))
    dated = sa.and_(text >= "0", text < ":")  # begins with a digit: what does not is no date
    return sa.and_(in_time(text, op, moments, _text_span), dated)


def _text_span(value: object) -> tuple[str, str]:
    if isinstance(value, datetime):
        start, end = time_span(value)
        return start.isoformat(" "), end.isoformat(" ")
    start, end = time_span(cast("date", value))
    return start.date().isoformat(), end.date().isoformat()


def _kind_of(value: Plain) -> FieldType:
    if isinstance(value, bool):
        return FieldType.BOOLEAN
    if isinstance(value, int):
        return FieldType.INTEGER
    if isinstance(value, Decimal):
        return FieldType.DECIMAL
    if isinstance(value, datetime):
        return FieldType.DATETIME
    return FieldType.DATE if isinstance(value, date) else FieldType.STRING


def _bound(value: Plain, kind: FieldType, field: TableField | None) -> Expression:
    if field is not None and field.float_bits:
        return cast("Expression", sa.literal(value, column_type(field)))
    if isinstance(value, Decimal) or kind is FieldType.DECIMAL:
        return cast("Expression", sa.literal(Decimal(value), UnscaledDecimal()))  # pyright: ignore[reportArgumentType]
    return cast("Expression", sa.literal(value))


def _fitting(value: Plain, kind: FieldType) -> Plain:
    """The value as the kind it is compared with."""
    try:
        return _FITTINGS[kind](value)
    except (ValueError, TypeError, InvalidOperation) as error:
        raise FormError(f"{value!r} is no {kind}", "Compare the column with a value of its type.") from error


def _number(value: Plain) -> Plain:
    if isinstance(value, date):
        raise ValueError("a date is no number")
    number = Decimal(value)
    return int(number) if number == number.to_integral() and abs(number) < 2**53 else number


def _truth(value: Plain) -> Plain:
    known = {"true": True, "false": False, "1": True, "0": False}
    return known[str(value).casefold()] if str(value).casefold() in known else bool(int(str(value)))


def _day(value: Plain) -> Plain:
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else date.fromisoformat(str(value))


def _moment(value: Plain) -> Plain:
    text = str(value)
    return date.fromisoformat(text) if len(text) == len("2025-12-31") else datetime.fromisoformat(text)


_FITTINGS: dict[FieldType, Callable[[Plain], Plain]] = {
    FieldType.STRING: str,
    FieldType.INTEGER: _number,
    FieldType.DECIMAL: _number,
    FieldType.BOOLEAN: _truth,
    FieldType.DATE: _day,
    FieldType.DATETIME: _moment,
}
