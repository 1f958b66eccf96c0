"""The checks on a call's form: do the names exist, do operators and values fit, are the sizes sane.

One rule is one small class. A rule appends what it finds and leaves the rest to the others.
"""

from dataclasses import replace
from typing import Protocol

from arch_team.featuredata.calls import (
    LIST_OPS,
    NULL_OPS,
    PATTERN_OPS,
    AggregateCall,
    Filter,
    Function,
    Op,
    Scalar,
    Value,
)
from arch_team.featuredata.catalog import Column
from arch_team.featuredata.draft import Draft
from arch_team.featuredata.findings import (
    DropOrderBy,
    ErrorCode,
    Finding,
    RenameField,
    ReplaceFilter,
    SetLimit,
)
from arch_team.featuredata.suggestions import nearest_field
from arch_team.featuredata.tables import FieldType
from arch_team.featuredata.values import Misfit, fitted_pattern

MAX_LIMIT = 1_000
MAX_OFFSET = 1_000_000


_SINGLE_OPS = frozenset({Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE})


class Rule(Protocol):
    def check(self, draft: Draft, found: list[Finding]) -> None: ...


class FieldsExist:
    """Every name is a column of the table or of a table it leads to. Names the nearest one that is."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        for name in dict.fromkeys(draft.unknown):
            near = nearest_field(name, draft.view)
            hint = f"Use {near.name}." if near else "Use browseTable to see the fields."
            edits = (RenameField(name, near.name),) if near and near.is_certain else ()
            found.append(Finding(ErrorCode.FIELD_NOT_FOUND, name, hint, near.name if near else None, edits))


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
    """`periodYear LIKE '2025'` can only mean equality."""
    if flt.op is Op.NOT_LIKE or isinstance(flt.value, tuple) or isinstance(column.fit(flt.value), Misfit):
        return ()
    return (ReplaceFilter(flt, replace(flt, op=Op.EQ)),)


class ValuesFit:
    """Values are of the column's type and format. Text that is plainly a number counts as one."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        for flt, column in draft.filters:
            if flt.op in _SINGLE_OPS and not isinstance(flt.value, tuple):
                value = column.fit(flt.value)
                draft.values.append(self._taken(value, flt, found) if isinstance(value, Misfit) else value)
            else:
                draft.values.append(self._value(flt, column, found))

    def _value(self, flt: Filter, column: Column, found: list[Finding]) -> Value:
        if flt.op not in column.operators or flt.op in NULL_OPS:
            return None
        if flt.op in PATTERN_OPS:
            if isinstance(flt.value, tuple):
                found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, f"{flt.op} takes one pattern."))
                return None
            pattern = fitted_pattern(flt.value, flt.field)
            return self._taken(pattern, flt, found)
        if flt.op is Op.BETWEEN:
            if not isinstance(flt.value, tuple) or len(flt.value) != 2:
                found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, "BETWEEN takes [from, to]."))
                return None
            return self._each(flt, flt.value, column, found)
        if flt.op in LIST_OPS:
            items = flt.value if isinstance(flt.value, tuple) else (flt.value,)
            if not items:
                found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, f"{flt.op} takes at least one value."))
                return None
            return self._each(flt, items, column, found)
        as_list = {Op.EQ: Op.IN, Op.NE: Op.NOT_IN}.get(flt.op)
        edits = (ReplaceFilter(flt, replace(flt, op=as_list)),) if as_list else ()
        hint = f"{flt.op} takes one value" + (f": for a list use {as_list}." if as_list else ".")
        found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, hint, as_list, edits))
        return None

    def _each(self, flt: Filter, items: tuple[Scalar, ...], column: Column, found: list[Finding]) -> Value:
        results = [column.fit(item) for item in items]
        misfits = [r for r in results if isinstance(r, Misfit)]
        if not misfits:
            return tuple(r for r in results if not isinstance(r, Misfit))
        edits: tuple[ReplaceFilter, ...] = ()
        if all(m.replacement is not None for m in misfits):
            mended = tuple(r.replacement if isinstance(r, Misfit) else r for r in results)
            edits = (ReplaceFilter(flt, replace(flt, value=mended)),)
        first = misfits[0]
        suggestion = ", ".join(m.suggestion for m in misfits[:5] if m.suggestion) or None
        found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, first.hint, suggestion, edits))
        return None

    def _taken(self, result: Scalar | Misfit, flt: Filter, found: list[Finding]) -> Scalar:
        if not isinstance(result, Misfit):
            return result
        mend = result.replacement
        edits = (ReplaceFilter(flt, replace(flt, value=mend)),) if mend is not None else ()
        found.append(Finding(ErrorCode.TYPE_MISMATCH, flt.field, result.hint, result.suggestion, edits))
        return None


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
