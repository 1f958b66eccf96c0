"""What the validator has to say about a call: codes, hints, and edits that would put it right. All of it data."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from pydantic import Field

from arch_team.featuredata.calls import AggregateCall, Call, Filter, Op, OrderBy, QueryCall, Value
from arch_team.ontologies.descriptor import HINT_LIMIT
from arch_team.wire import Wire


class ErrorCode(StrEnum):
    FIELD_NOT_FOUND = "FIELD_NOT_FOUND"
    INVALID_AGGREGATE_TARGET = "INVALID_AGGREGATE_TARGET"
    WRONG_TABLE_FOR_PURPOSE = "WRONG_TABLE_FOR_PURPOSE"
    TYPE_MISMATCH = "TYPE_MISMATCH"
    OPERATOR_INCOMPATIBLE = "OPERATOR_INCOMPATIBLE"
    MISSING_REQUIRED_FILTER = "MISSING_REQUIRED_FILTER"
    TABLE_NOT_FOUND = "TABLE_NOT_FOUND"
    BAD_LIMIT = "BAD_LIMIT"
    MALFORMED_CALL = "MALFORMED_CALL"
    SYSTEM_ERROR = "SYSTEM_ERROR"


class QueryValidationError(Wire):
    """One problem of a call, as the model gets to see it."""

    code: ErrorCode
    field: str | None = None
    suggestion: str | None = None
    hint: str = Field(max_length=HINT_LIMIT)


@dataclass(frozen=True, slots=True)
class RenameField:
    old: str
    new: str

    def apply(self, call: Call) -> Call:
        def renamed(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(self.new if n == self.old else n for n in names)

        if isinstance(call, AggregateCall):
            field = self.new if call.field == self.old else call.field
            call = replace(call, group_by=renamed(call.group_by), field=field)
        else:
            call = replace(call, fields=renamed(call.fields))
        if isinstance(call, QueryCall | AggregateCall):
            filters = tuple(replace(f, field=self.new) if f.field == self.old else f for f in call.filters)
            order = tuple(replace(o, field=self.new) if o.field == self.old else o for o in call.order_by)
            call = replace(call, filters=filters, order_by=order)
        return call


@dataclass(frozen=True, slots=True)
class RenameTable:
    new: str

    def apply(self, call: Call) -> Call:
        return replace(call, table=self.new)


@dataclass(frozen=True, slots=True)
class ReplaceFilter:
    old: Filter
    new: Filter

    def apply(self, call: Call) -> Call:
        return _with_filters(call, lambda fs: tuple(self.new if f == self.old else f for f in fs))


@dataclass(frozen=True, slots=True)
class AddFilter:
    field: str
    op: Op
    value: Value

    def apply(self, call: Call) -> Call:
        new = Filter(self.field, self.op, self.value)
        return _with_filters(call, lambda fs: fs if new in fs else (*fs, new))


@dataclass(frozen=True, slots=True)
class AddGroupBy:
    field: str

    def apply(self, call: Call) -> Call:
        if isinstance(call, AggregateCall) and self.field not in call.group_by:
            return replace(call, group_by=(*call.group_by, self.field))
        return call


@dataclass(frozen=True, slots=True)
class SetLimit:
    limit: int

    def apply(self, call: Call) -> Call:
        return replace(call, limit=self.limit)


@dataclass(frozen=True, slots=True)
class DropOrderBy:
    order: OrderBy

    def apply(self, call: Call) -> Call:
        if isinstance(call, QueryCall | AggregateCall):
            return replace(call, order_by=tuple(o for o in call.order_by if o != self.order))
        return call


Edit = RenameField | RenameTable | ReplaceFilter | AddFilter | AddGroupBy | SetLimit | DropOrderBy


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem, and the edits that mend it where the rules leave no doubt what was meant."""

    code: ErrorCode
    field: str | None
    hint: str
    suggestion: str | None = None
    edits: tuple[Edit, ...] = ()

    def to_error(self) -> QueryValidationError:
        return QueryValidationError(
            code=self.code,
            field=None if self.field is None else shortened(sayable(self.field)),
            suggestion=None if self.suggestion is None else sayable(self.suggestion),
            hint=shortened(sayable(self.hint)),
        )


def sayable(text: str) -> str:
    """The text with what no encoding can say (lone surrogates) written out."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def shortened(text: str, limit: int = HINT_LIMIT) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _with_filters(call: Call, change: Callable[[tuple[Filter, ...]], tuple[Filter, ...]]) -> Call:
    if isinstance(call, QueryCall | AggregateCall):
        return replace(call, filters=change(call.filters))
    return call
