"""The checks on a call's form: do the names exist, do operators and values fit, are the sizes sane.

One rule is one small class. A rule appends what it finds and leaves the rest to the others.
"""

from dataclasses import replace
from typing import Protocol

from arch_team.featuredata.calls import PATTERN_OPS, AggregateCall, Filter, Function, Op
from arch_team.featuredata.catalog import Column
from arch_team.featuredata.draft import Draft
from arch_team.featuredata.filter_values import ValuesFit
from arch_team.featuredata.findings import (
    DropOrderBy,
    ErrorCode,
    Finding,
    RenameField,
    ReplaceFilter,
    SetLimit,
    shortened,
)
from arch_team.featuredata.suggestions import called, nearest_field
from arch_team.featuredata.tables import FieldType
from arch_team.featuredata.values import Misfit, known_names
from arch_team.featuredata.vocabulary import as_name

MAX_LIMIT = 1_000
MAX_OFFSET = 1_000_000


class Rule(Protocol):
    def check(self, draft: Draft, found: list[Finding]) -> None: ...


class FieldsExist:
    """Every name is a column of the table or of a table it leads to. Names the nearest one that is."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        for name in dict.fromkeys(draft.unknown):
            near = nearest_field(name, draft.view)
            owner = _other_owner(name, draft)
            if near and (near.is_certain or owner is None):
                edits = (RenameField(name, near.name),) if near.is_certain and owner is None else ()
                found.append(Finding(ErrorCode.FIELD_NOT_FOUND, name, f"Use {near.name}.", near.name, edits))
                continue
            several = called(name, draft.view)
            if len(several) > 1:
                hint = f"It may be {known_names(several, 55)}: name one."
            elif owner:
                hint = f"{shortened(name, 30)} is in {owner}, not in this table."
            else:
                hint = "Use browseTable to see the fields."
            found.append(Finding(ErrorCode.FIELD_NOT_FOUND, name, hint))


def _other_owner(name: str, draft: Draft) -> str | None:
    """Another table that has a field of this very name, where no path leads to it."""
    key = as_name(name)
    if any(as_name(column.field.name) == key for column in draft.view.columns.values()):
        return None
    return next(iter(draft.view.elsewhere.get(key, ())), None)


class OperatorsFit:
    """LIKE is for text, order is for what has an order."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        for flt, column in draft.filters:
            if flt.op in column.operators:
                continue
            kind = column.field.type
            if flt.op in PATTERN_OPS:
                hint = f"{flt.op} is for text and {flt.field} is {kind}: use =, <, > or BETWEEN."
                edits = _as_equality(flt, column)
                suggestion = "="
            else:
                hint, edits, suggestion = f"{flt.field} is true or false: use =.", (), "="
            found.append(Finding(ErrorCode.OPERATOR_INCOMPATIBLE, flt.field, hint, suggestion, edits))


def _as_equality(flt: Filter, column: Column) -> tuple[ReplaceFilter, ...]:
    """`year LIKE '2025'` can only mean equality."""
    if flt.op is Op.NOT_LIKE or isinstance(flt.value, tuple) or isinstance(column.fit(flt.value), Misfit):
        return ()
    return (ReplaceFilter(flt, replace(flt, op=Op.EQ)),)


class TargetFits:
    """SUM and AVG are for numbers, MIN and MAX for what has an order, and none of a joined table's measures:
    a row of it stands beside many rows and would be counted as often."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        target, function = draft.target, draft.function
        if target is None or function is None:
            return
        kind = target.field.type
        if function is Function.SUM or function is Function.AVG:
            if not kind.is_number:
                hint = f"{target.name} is {kind}: {function} needs a number."
                found.append(Finding(ErrorCode.TYPE_MISMATCH, target.name, hint))
            elif target.is_shared:
                owner = target.hops[-1].table.name
                hint = f"Ask {owner} itself: through a path each row is counted many times."
                found.append(Finding(ErrorCode.INVALID_AGGREGATE_TARGET, target.name, hint, owner))
        elif function in (Function.MIN, Function.MAX) and kind is FieldType.BOOLEAN:
            hint = f"{target.name} is true or false and has no {function}: use COUNT."
            found.append(Finding(ErrorCode.TYPE_MISMATCH, target.name, hint, "COUNT"))


class OrderMakesSense:
    """An aggregate can be ordered by its groups and its figure; other columns are gone by then."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        call = draft.call
        if not isinstance(call, AggregateCall):
            return
        for order, column in draft.order_by:
            if column is None or order.field in call.group_by:
                continue
            hint = f"Order by a groupBy field or by {call.result_name}."
            finding = Finding(ErrorCode.FIELD_NOT_FOUND, order.field, hint, call.result_name, (DropOrderBy(order),))
            found.append(finding)


class LimitsHold:
    """Enough rows to answer with, never enough to drown in."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        call = draft.call
        if not 1 <= call.limit <= MAX_LIMIT:
            right = min(max(call.limit, 1), MAX_LIMIT)
            hint = f"limit is from 1 to {MAX_LIMIT}."
            found.append(Finding(ErrorCode.BAD_LIMIT, "limit", hint, str(right), (SetLimit(right),)))
        if isinstance(call, AggregateCall):
            return
        if not 0 <= call.offset <= MAX_OFFSET:
            found.append(Finding(ErrorCode.BAD_LIMIT, "offset", f"offset is from 0 to {MAX_OFFSET}.", "0"))


FORM_RULES: tuple[Rule, ...] = (
    FieldsExist(),
    OperatorsFit(),
    ValuesFit(),
    TargetFits(),
    OrderMakesSense(),
    LimitsHold(),
)
