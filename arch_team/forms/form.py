"""What a question asks, as a typed tree. Reader, model, planner, guard, wording and chart share this one thing.

A form speaks of the rows of one table. Columns of other tables are reached by steps towards one row each, so that no
row is ever multiplied; rows that point back (the orders of a customer) enter through `Member` (there is one, there is
none) or `Related` (a figure over them). A form is a value: it is compared, stored as JSON, compiled to one SELECT, and
worded.
"""

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal, cast

from pydantic import BeforeValidator, Field, PlainSerializer

from arch_team.featuredata.calls import Function, Op
from arch_team.wire import Wire

Plain = str | int | Decimal | bool | date | datetime


def _tagged(value: Plain) -> object:
    """What JSON has no type for says which it is: `{"date": "2025-03-01"}`."""
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    if isinstance(value, date):
        return {"datetime" if isinstance(value, datetime) else "date": value.isoformat()}
    return value


def _untagged(value: object) -> object:
    if not isinstance(value, dict):
        return value
    tagged = cast("dict[object, object]", value)
    [(tag, text)] = tagged.items() if len(tagged) == 1 else [("", "")]
    return _TAGS[str(tag)](str(text)) if tag in _TAGS else tagged


_TAGS: dict[str, Callable[[str], Plain]] = {
    "decimal": Decimal,
    "date": date.fromisoformat,
    "datetime": datetime.fromisoformat,
}

Value = Annotated[Plain, BeforeValidator(_untagged), PlainSerializer(_tagged, when_used="json")]
"""A value of a question, which keeps its type in JSON."""


class Grain(StrEnum):
    """The stretch of time a moment is put into."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


class Step(Wire):
    """From a row to the one row of `table` whose `key` equals this row's `field`."""

    field: str
    table: str
    key: str


class Column(Wire):
    kind: Literal["column"] = "column"
    field: str
    via: tuple[Step, ...] = ()


class Figure(Wire):
    """A figure over the form's rows, per group where it has groups. COUNT without a column counts rows."""

    kind: Literal["figure"] = "figure"
    function: Function
    of: Column | None = None


class Related(Wire):
    """A figure over the rows of `rows` that point at this row: those whose `link` equals this row's `to`."""

    kind: Literal["related"] = "related"
    function: Function
    of: Column | None = None
    rows: "Form"
    link: Column
    to: str


class Bucket(Wire):
    """The day, week, month, quarter or year a date falls into, as text (`2025-03`, `2025-Q1`) or a year's number."""

    kind: Literal["bucket"] = "bucket"
    grain: Grain
    of: Column


class Lookup(Wire):
    """The one figure another form gives, an average to compare with."""

    kind: Literal["lookup"] = "lookup"
    form: "Form"


class Given(Wire):
    """A value the question names."""

    kind: Literal["given"] = "given"
    value: Value


class Arithmetic(Wire):
    """Two expressions put together; `span` is the days between two dates."""

    kind: Literal["arithmetic"] = "arithmetic"
    operation: Literal["difference", "ratio", "percent", "sum", "span"]
    left: "Expression"
    right: "Expression"


Expression = Annotated[Column | Figure | Related | Bucket | Lookup | Given | Arithmetic, Field(discriminator="kind")]


class Compare(Wire):
    """`values` are the items of IN, NOT IN and BETWEEN; `right` is what the other comparisons hold against."""

    kind: Literal["compare"] = "compare"
    left: Expression
    op: Op
    right: Expression | None = None
    values: tuple[Value, ...] = ()


class Member(Wire):
    """The row's `left` is (not) among what the first output of `form` gives."""

    kind: Literal["member"] = "member"
    left: Column
    form: "Form"
    negated: bool = False


class Either(Wire):
    kind: Literal["either"] = "either"
    of: tuple["Condition", ...]


class Both(Wire):
    kind: Literal["both"] = "both"
    of: tuple["Condition", ...]


class Not(Wire):
    kind: Literal["not"] = "not"
    of: "Condition"


Condition = Annotated[Compare | Member | Either | Both | Not, Field(discriminator="kind")]


class Order(Wire):
    by: Expression
    descending: bool = False


class Output(Wire):
    """One column of the result. `name` is unique within the form and is how a draft refers to the cell."""

    name: str
    value: Expression


class Form(Wire):
    table: str
    outputs: tuple[Output, ...] = ()
    where: tuple[Condition, ...] = ()
    """All of them hold."""
    group_by: tuple[Expression, ...] = ()
    having: tuple[Condition, ...] = ()
    order_by: tuple[Order, ...] = ()
    limit: int | None = None
    """The first so many in `order_by`, and those that tie with the last of them."""
    distinct: bool = False
    also: tuple["Form", ...] = ()
    """Rows of other tables that are asked for in the same breath, column by column; each different row once."""
    asks_whether: bool = False
    """Yes or no is asked: yes where its one figure, a count, is not zero."""


for _model in (Related, Lookup, Arithmetic, Compare, Member, Either, Both, Not, Order, Output, Form):
    _model.model_rebuild()
