"""The checks on a call's meaning: what the ontology says must not be summed, mixed, left out or asked here."""

from arch_team.featuredata.calls import ORDERING_OPS, Function, Op, QueryCall, Value
from arch_team.featuredata.catalog import Column, Grain
from arch_team.featuredata.draft import Draft
from arch_team.featuredata.findings import AddFilter, AddGroupBy, Edit, ErrorCode, Finding, RenameTable
from arch_team.featuredata.rules import Rule

_ADDING = (Function.SUM, Function.AVG)


class NeverAggregated:
    """NEVER_AGGREGATE: the field is not summed or averaged at all."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        target = draft.target
        if target is not None and target.never and draft.function in _ADDING:
            found.append(Finding(ErrorCode.INVALID_AGGREGATE_TARGET, target.name, target.never))


class SemiAdditive:
    """SEMI_ADDITIVE: summed only while its period is pinned; averaged along the period only for one thing.

    Only a sum is mended: an average over one period is another question than one over several."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        target = draft.target
        if target is None or target.pin is None or target.is_shared or draft.function not in _ADDING:
            return
        pin = target.pin
        loose = [name for name in pin.fields if not draft.is_pinned(name)]
        if not loose:
            return
        if draft.function is Function.AVG and pin.over and all(draft.is_pinned(name) for name in pin.over):
            return
        edits = tuple(_pinning(name, target, draft) for name in loose) if draft.function is Function.SUM else ()
        suggestion = ", ".join(loose)
        found.append(Finding(ErrorCode.INVALID_AGGREGATE_TARGET, target.name, pin.message, suggestion, edits))


def _pinning(name: str, target: Column, draft: Draft) -> Edit:
    """Pin by the rules alone: the total row where there is one, else a group for each value."""
    if target.grain and target.grain.field == name and not draft.is_filtered(name):
        return AddFilter(name, Op.EQ, target.grain.total)
    return AddGroupBy(name)


class OneGrain:
    """ONE_GRAIN: totals and the rows they total are not put together."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        target, function = draft.target, draft.function
        if target is None or target.grain is None or target.is_shared:
            return
        extremes = (Function.MIN, Function.MAX)
        if function not in _ADDING and (function not in extremes or target.pin is not None):
            return
        grain = target.grain
        if draft.is_pinned(grain.field) or _excludes_total(draft, grain):
            return
        if any(f.code is ErrorCode.INVALID_AGGREGATE_TARGET and f.field == target.name for f in found):
            return  # the period is already asked for
        asks_for_sum = function is Function.SUM and not draft.is_filtered(grain.field)
        edits = (AddFilter(grain.field, Op.EQ, grain.total),) if asks_for_sum else ()
        hint, suggestion = grain.message, f"{grain.field} = {grain.total}" if function is Function.SUM else grain.field
        found.append(Finding(ErrorCode.INVALID_AGGREGATE_TARGET, target.name, hint, suggestion, edits))


def _excludes_total(draft: Draft, grain: Grain) -> bool:
    """Whether some filter keeps the total rows out."""
    for (flt, _), value in zip(draft.filters, draft.values, strict=True):
        if flt.field == grain.field and not _lets_through(flt.op, value, grain.total):
            return True
    return False


def _lets_through(op: Op, value: Value, total: str | int) -> bool:
    if value is None:
        return True
    items = value if isinstance(value, tuple) else (value,)
    if op in (Op.EQ, Op.IN):
        return total in items
    if op in (Op.NE, Op.NOT_IN):
        return total not in items
    if op not in ORDERING_OPS or not all(isinstance(i, int) for i in items) or not isinstance(total, int):
        return True
    numbers = [int(i) for i in items if isinstance(i, int)]
    tests = {Op.LT: total < numbers[0], Op.LE: total <= numbers[0], Op.GT: total > numbers[0]}
    tests |= {Op.GE: total >= numbers[0], Op.BETWEEN: numbers[0] <= total <= numbers[-1]}
    return tests[op]


class RequiredFilters:
    """REQUIRES_FILTER_ON: without one of these the rows have no common meaning. Looking for extremes and counting
    need none, but that rows which are states of a period are not counted over all periods."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        required = draft.view.required
        if not required or not (isinstance(draft.call, QueryCall) or self._adds_up(draft)):
            return
        for requirement in required:
            if not draft.uses_any(requirement.any_of):
                field = requirement.first
                found.append(Finding(ErrorCode.MISSING_REQUIRED_FILTER, field, requirement.message, field))

    def _adds_up(self, draft: Draft) -> bool:
        return draft.function in _ADDING or (draft.function is Function.COUNT and draft.view.is_snapshot)


class RightTable:
    """WRONG_TABLE_FOR_PURPOSE: the caller said what it wants the rows for, and this table is not it."""

    def check(self, draft: Draft, found: list[Finding]) -> None:
        wrong = draft.view.wrong_for.get(draft.purpose) if draft.purpose else None
        if wrong is not None:
            table = draft.view.table.name
            edits = (RenameTable(wrong.use),)
            found.append(Finding(ErrorCode.WRONG_TABLE_FOR_PURPOSE, table, wrong.message, wrong.use, edits))


MEANING_RULES: tuple[Rule, ...] = (
    NeverAggregated(),
    SemiAdditive(),
    OneGrain(),
    RequiredFilters(),
)
