"""The three calls a model may make, typed. A call says what is wanted; the validator says whether it may be had."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import cast

Scalar = str | int | Decimal | bool | date | datetime | None
Value = Scalar | tuple[Scalar, ...]


class Tool(StrEnum):
    BROWSE = "browseTable"
    QUERY = "queryTable"
    AGGREGATE = "aggregateTable"


class Op(StrEnum):
    EQ = "="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    LIKE = "LIKE"
    NOT_LIKE = "NOT LIKE"
    ILIKE = "ILIKE"
    IN = "IN"
    NOT_IN = "NOT IN"
    BETWEEN = "BETWEEN"
    IS_NULL = "IS NULL"
    NOT_NULL = "IS NOT NULL"


ORDERING_OPS = frozenset({Op.LT, Op.LE, Op.GT, Op.GE, Op.BETWEEN})
PATTERN_OPS = frozenset({Op.LIKE, Op.NOT_LIKE, Op.ILIKE})
LIST_OPS = frozenset({Op.IN, Op.NOT_IN})
NULL_OPS = frozenset({Op.IS_NULL, Op.NOT_NULL})


class Function(StrEnum):
    SUM = "SUM"
    AVG = "AVG"
    MIN = "MIN"
    MAX = "MAX"
    COUNT = "COUNT"
    COUNT_DISTINCT = "COUNT_DISTINCT"


@dataclass(frozen=True, slots=True)
class Filter:
    field: str
    op: Op
    value: Value = None

    def to_wire(self) -> dict[str, object]:
        if self.op in NULL_OPS:
            return {"field": self.field, "op": self.op.value}
        return {"field": self.field, "op": self.op.value, "value": _wire_value(self.value)}


@dataclass(frozen=True, slots=True)
class OrderBy:
    field: str
    descending: bool = False

    def to_wire(self) -> dict[str, object]:
        return {"field": self.field, "direction": "desc" if self.descending else "asc"}


DEFAULT_LIMIT = 50


@dataclass(frozen=True, slots=True)
class BrowseCall:
    """Show what a table holds: its fields and a few rows."""

    table: str
    fields: tuple[str, ...] = ()
    limit: int = 10
    offset: int = 0
    purpose: str | None = None

    tool = Tool.BROWSE

    def to_args(self) -> dict[str, object]:
        return _args(self, fields=self.fields, limit=self.limit, offset=self.offset)


@dataclass(frozen=True, slots=True)
class QueryCall:
    """Rows that meet all filters."""

    table: str
    fields: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    order_by: tuple[OrderBy, ...] = ()
    limit: int = DEFAULT_LIMIT
    offset: int = 0
    purpose: str | None = None

    tool = Tool.QUERY

    def to_args(self) -> dict[str, object]:
        return _args(
            self,
            fields=self.fields,
            filters=self.filters,
            orderBy=self.order_by,
            limit=self.limit,
            offset=self.offset,
        )


@dataclass(frozen=True, slots=True)
class AggregateCall:
    """One figure per group over the rows that meet all filters."""

    table: str
    function: Function
    field: str | None = None
    group_by: tuple[str, ...] = ()
    filters: tuple[Filter, ...] = ()
    order_by: tuple[OrderBy, ...] = ()
    limit: int = DEFAULT_LIMIT
    purpose: str | None = None

    tool = Tool.AGGREGATE

    @property
    def result_name(self) -> str:
        """The column the figure comes back in, `sum_amount` or `count`."""
        name = self.function.value.lower()
        return name if self.field is None else f"{name}_{self.field.replace('.', '_')}"

    def to_args(self) -> dict[str, object]:
        return _args(
            self,
            aggregate=self.function.value,
            field=self.field,
            groupBy=self.group_by,
            filters=self.filters,
            orderBy=self.order_by,
            limit=self.limit,
        )


Call = BrowseCall | QueryCall | AggregateCall


def _args(call: Call, **rest: object) -> dict[str, object]:
    """The arguments as a model would write them, without what was left at its empty default."""
    out: dict[str, object] = {"tableName": call.table}
    for name, value in rest.items():
        if value in (None, ()) or (name == "offset" and value == 0):
            continue
        if isinstance(value, tuple):
            items = cast("Sequence[object]", value)
            out[name] = [i.to_wire() if isinstance(i, Filter | OrderBy) else i for i in items]
        else:
            out[name] = value
    if call.purpose:
        out["purpose"] = call.purpose
    return out


def _wire_value(value: Value) -> object:
    if isinstance(value, tuple):
        return [_wire_value(item) for item in value]
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    return value
