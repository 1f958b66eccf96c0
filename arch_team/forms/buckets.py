"""Days, weeks, months, quarters and years of dates, as each database works them out. Weeks are those of ISO 8601."""

from typing import cast

import sqlalchemy as sa

from arch_team.errors import FormError
from arch_team.featuredata.column_types import AnyType
from arch_team.featuredata.dialects import Dialect, DuckDb, Expression, Postgres, Sqlite
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Grain
from arch_team.forms.terms import MOMENTS, Term, computed

_Text = sa.ColumnElement[str]

_POSTGRES = {
    Grain.DAY: "YYYY-MM-DD",
    Grain.WEEK: 'IYYY-"W"IW',
    Grain.MONTH: "YYYY-MM",
    Grain.QUARTER: 'YYYY-"Q"Q',
}
_DUCKDB = {Grain.DAY: "%Y-%m-%d", Grain.WEEK: "%G-W%V", Grain.MONTH: "%Y-%m"}


def bucket(term: Term, grain: Grain, dialect: Dialect) -> Term:
    """The stretch of time a date falls into: a year as a number, the others as text. What is no date is in none."""
    if grain is Grain.YEAR and term.kind is FieldType.INTEGER:
        return term  # a column of years
    if term.kind not in (*MOMENTS, FieldType.STRING):
        raise FormError(f"{term.kind} has no {grain}", "Group a date by it.")
    put = _text_bucket if isinstance(term.value.type, sa.String) else _bucket
    value = put(term.value, grain, dialect)
    if grain is Grain.YEAR:
        return computed(value, FieldType.INTEGER)
    return Term(value, cast("AnyType", sa.String()), FieldType.STRING)


def days_between(left: Term, right: Term, dialect: Dialect) -> Expression:
    """The days from `right` to `left`, by the calendar: the time of day does not count."""
    ends = [_as_date(term, dialect) for term in (left, right)]
    if isinstance(dialect, Sqlite):
        span = sa.cast(sa.func.julianday(ends[0]) - sa.func.julianday(ends[1]), sa.Integer)
    elif isinstance(dialect, DuckDb):
        span = sa.func.date_diff(_constant("day"), ends[1], ends[0], type_=sa.Integer())
    elif isinstance(dialect, Postgres):
        span = sa.type_coerce(ends[0] - ends[1], sa.Integer())
    else:
        raise FormError("this database's days between two dates are not known", "Ask for the two dates.")
    return cast("Expression", span)


def _as_date(term: Term, dialect: Dialect) -> Expression:
    if term.kind not in (*MOMENTS, FieldType.STRING):
        raise FormError(f"{term.kind} is no date", "Take the days between two dates.")
    if not isinstance(term.value.type, sa.String):
        return cast("Expression", sa.cast(term.value, sa.Date))
    day = _text_bucket(term.value, Grain.DAY, dialect)
    return day if isinstance(dialect, Sqlite) else cast("Expression", sa.cast(day, sa.Date))


def _bucket(column: Expression, grain: Grain, dialect: Dialect) -> Expression:
    if grain is Grain.YEAR:
        return cast("Expression", sa.cast(sa.extract("year", column), sa.Integer))
    if isinstance(dialect, Postgres):
        return cast("Expression", sa.func.to_char(column, _constant(_POSTGRES[grain]), type_=sa.String()))
    if isinstance(dialect, DuckDb) and grain in _DUCKDB:
        return cast("Expression", sa.func.strftime(column, _constant(_DUCKDB[grain]), type_=sa.String()))
    year = sa.cast(sa.extract("year", column), sa.String)
    month = sa.extract("month", column)
    if grain is Grain.QUARTER:
        return cast("Expression", year + _quarter(month))
    if grain is Grain.WEEK:
        raise FormError("this database's weeks are not known", "Ask by day, month, quarter or year.")
    text = year + _two_digits(month)
    return cast("Expression", text + _two_digits(sa.extract("day", column)) if grain is Grain.DAY else text)


def _text_bucket(column: Expression, grain: Grain, dialect: Dialect) -> Expression:
    """Of text that is written year first: `2018-03-17 07:13:53`, `2018-03-17`."""
    text = cast("_Text", column)
    if grain is Grain.WEEK:
        return _text_week(text, dialect)
    year, month = sa.func.substr(text, 1, 4, type_=sa.String()), sa.func.substr(text, 6, 2, type_=sa.String())
    if grain is Grain.YEAR:
        cut: sa.ColumnElement[object] = cast("Expression", sa.cast(year, sa.Integer))
    elif grain is Grain.QUARTER:
        cut = cast("Expression", year + _quarter(sa.cast(month, sa.Integer)))
    else:
        cut = cast("Expression", sa.func.substr(text, 1, 10 if grain is Grain.DAY else 7, type_=sa.String()))
    return _if_dated(text, cut, whole_day=grain is Grain.DAY)


def _text_week(text: _Text, dialect: Dialect) -> Expression:
    """By the Thursday of the week, whose year and day of the year tell both parts."""
    if not isinstance(dialect, Sqlite):
        day = _text_bucket(cast("Expression", text), Grain.DAY, dialect)
        return _bucket(cast("Expression", sa.cast(day, sa.Date)), Grain.WEEK, dialect)
    day = sa.func.substr(text, 1, 10)
    thursday = sa.func.date(day, _constant("-3 days"), _constant("weekday 4"))
    week = (sa.cast(sa.func.strftime(_constant("%j"), thursday), sa.Integer) - 1) // _whole(7) + 1
    written = sa.func.printf(
        _constant("%s-W%02d"), sa.func.strftime(_constant("%Y"), thursday), week, type_=sa.String()
    )
    return _if_dated(text, cast("Expression", written), whole_day=True)


def _if_dated(text: _Text, cut: Expression, *, whole_day: bool) -> Expression:
    shape = _constant("____-__-__%" if whole_day else "____-__%")
    dated = sa.and_(text.like(shape), text >= _constant("0"), text < _constant(":"))
    return cast("Expression", sa.case((dated, cut), else_=sa.null()))


def _quarter(month: sa.ColumnElement[int]) -> _Text:
    cases = [(month <= _whole(last), _constant(f"-Q{last // 3}")) for last in (3, 6, 9)]
    return sa.case(*cases, (month <= _whole(12), _constant("-Q4")), else_=sa.null())


def _two_digits(part: sa.ColumnElement[int]) -> _Text:
    written = sa.cast(part, sa.String)
    return sa.case((part < _whole(10), _constant("-0") + written), else_=_constant("-") + written)


def _constant(text: str) -> _Text:
    """A text of ours, written out: a database that sees two binds does not know them for one expression."""
    return sa.literal_column(f"'{text}'", sa.String())


def _whole(number: int) -> sa.ColumnElement[int]:
    return sa.literal_column(str(number), sa.Integer())
