"""What may be put together. A derivation may not do what a tool call may not do: the same rules, on rows already read.

One rule is one function: it gets the inputs and says what is wrong, or nothing.
"""

from collections.abc import Callable, Iterator
from itertools import groupby

from arch_team.evidence.inputs import Input, Selection, Source, is_of_form
from arch_team.evidence.references import Function
from arch_team.evidence.verdict import GuardCode, GuardFinding, finding
from arch_team.featuredata.calls import Filter, Op, Scalar
from arch_team.featuredata.calls import Function as Aggregate
from arch_team.featuredata.catalog import Grain

_ADDING = (Function.SUM, Function.AVERAGE)
_MEASURING = (Function.DIFFERENCE, Function.RATIO, Function.PERCENT, Function.PERCENT_CHANGE, Function.PRODUCT)
_NOT_ADDITIVE = (Aggregate.AVG, Aggregate.MIN, Aggregate.MAX, Aggregate.COUNT_DISTINCT)

Rule = Callable[[Function, Selection], GuardFinding | None]


def never_truncated(function: Function, selection: Selection) -> GuardFinding | None:
    """Rows that were cut off may be shown, never totalled."""
    cut = [e.id for e in selection.entries if e.rows is not None and e.rows.truncated]
    if not cut or not selection.is_whole or not function.is_over_rows:
        return None
    hint = "Use aggregateTable for the total, or narrow the filters until all rows fit."
    return finding(GuardCode.TRUNCATED, f"{function} over {cut[0]}, whose rows were cut off.", hint)


def never_aggregated(function: Function, selection: Selection) -> GuardFinding | None:
    """NEVER_AGGREGATE; figures seen through a path; figures that have no sum (averages, minima, distinct counts)."""
    for source in _sources(selection):
        column = source.column
        if is_of_form(source.entry) and function in _ADDING:
            message = f"{source.entry.id} is what a form comes to: it is shown, and not added up again."
            return finding(GuardCode.NEVER_AGGREGATE, message, "Use aggregateTable for the total.")
        if source.aggregate in _NOT_ADDITIVE and function in _ADDING:
            message = f"{source.name} is {source.aggregate} per group: the {function} of that means nothing."
            hint = "Call aggregateTable without the group instead."
            return finding(GuardCode.NEVER_AGGREGATE, message, hint)
        if source.is_label and function in (*_ADDING, *_MEASURING):
            message = column.never if column and column.never else ""
            return finding(GuardCode.NEVER_AGGREGATE, f"{source.name} is no amount. {message}", "Use a money field.")
        if column is None or function not in _ADDING or source.aggregate is Aggregate.COUNT:
            continue
        if column.never:
            hint = "Show the cells, or compare two of them with difference."
            return finding(GuardCode.NEVER_AGGREGATE, f"{source.name}: {column.never}", hint)
        if column.is_shared and source.aggregate is None:
            owner = column.hops[-1].table.name
            message = f"{source.name} stands beside several rows and would be counted many times."
            return finding(GuardCode.NEVER_AGGREGATE, message, f"Ask {owner} itself.")
    return None


def counted_once(function: Function, selection: Selection) -> GuardFinding | None:
    """No row goes in twice, neither by the same address nor by two calls that both found it."""
    if function not in (*_ADDING, Function.COUNT):
        return None
    seen: set[object] = set()
    for item in selection.inputs:
        address = (item.entry.id, item.row, item.source.name)
        identity = _identity(item)
        if address in seen or (identity is not None and identity in seen):
            message = f"{item.cell.ref} goes into the {function} twice."
            return finding(GuardCode.COUNTED_TWICE, message, "Name each row once.", str(item.cell.ref))
        seen |= {address} if identity is None else {address, identity}
    return None


def semi_additive(function: Function, selection: Selection) -> GuardFinding | None:
    """SEMI_ADDITIVE: a balance is summed only while its period is the same in all rows."""
    if function not in _ADDING:
        return None
    for source, items in _by_source(selection):
        pin = source.column.pin if source.column else None
        if pin is None or (source.column and source.column.is_shared) or source.aggregate is Aggregate.COUNT:
            continue
        if all(_is_pinned(field, items) for field in pin.fields):
            continue
        if function is Function.AVERAGE and pin.over and all(_is_pinned(field, items) for field in pin.over):
            continue
        hint = f"Take rows of one {' and '.join(pin.fields)} only, or compare two periods with difference."
        return finding(GuardCode.SEMI_ADDITIVE, f"{source.name}: {pin.message}", hint)
    return None


def one_grain(function: Function, selection: Selection) -> GuardFinding | None:
    """ONE_GRAIN: totals and the rows they total are not put together."""
    extremes = (Function.MIN, Function.MAX)
    for source, items in _by_source(selection):
        column = source.column
        grain = column.grain if column else None
        if grain is None or column is None or column.is_shared or source.aggregate is Aggregate.COUNT:
            continue
        if function not in _ADDING and (function not in extremes or column.pin is not None):
            continue
        kinds = {_grain_of(item, grain) for item in items}
        if len(kinds) > 1 or None in kinds:
            hint = f"Take rows with {grain.field} = {grain.total} only, or rows without it only."
            return finding(GuardCode.ONE_GRAIN, f"{source.name}: {grain.message}", hint)
    return None


DEFAULT_RULES: tuple[Rule, ...] = (never_truncated, never_aggregated, counted_once, semi_additive, one_grain)


def objection(function: Function, selection: Selection) -> GuardFinding | None:
    """The first rule that is broken, or None."""
    return next((found for rule in DEFAULT_RULES if (found := rule(function, selection))), None)


def _sources(selection: Selection) -> Iterator[Source]:
    yield from {(i.entry.id, i.source.name): i.source for i in selection.inputs}.values()


def _by_source(selection: Selection) -> Iterator[tuple[Source, list[Input]]]:
    """The inputs of one column of one table together, whichever calls found them."""

    def key(item: Input) -> tuple[str, str]:
        column = item.source.column
        return (item.entry.table or "", column.name if column else item.source.name)

    for _, items in groupby(sorted(selection.inputs, key=key), key=key):
        together = list(items)
        yield together[0].source, together


def _is_pinned(field: str, items: list[Input]) -> bool:
    values = [item.source.value_at(item.row, field) for item in items]
    return all(is_known for is_known, _ in values) and len({str(value) for _, value in values}) == 1


def _grain_of(item: Input, grain: Grain) -> bool | None:
    """Whether a row is a total. None where neither the row nor the filters tell."""
    is_known, value = item.source.value_at(item.row, grain.field)
    if is_known:
        return str(value) == str(grain.total)
    return False if any(_keeps_out(flt, grain) for flt in item.source.filters) else None


def _keeps_out(flt: Filter, grain: Grain) -> bool:
    """Whether a filter leaves no total row in the result."""
    if flt.field != grain.field:
        return False
    values: tuple[Scalar, ...] = flt.value if isinstance(flt.value, tuple) else (flt.value,)
    total = grain.total
    if flt.op in (Op.IN, Op.NE, Op.NOT_IN):
        return (str(total) in {str(v) for v in values}) != (flt.op is Op.IN)
    numbers = [v for v in values if isinstance(v, int)]
    if not numbers or not isinstance(total, int):
        return False
    low, high = numbers[0], numbers[-1]
    return {
        Op.GT: total <= low,
        Op.GE: total < low,
        Op.LT: total >= low,
        Op.LE: total > low,
        Op.BETWEEN: not low <= total <= high,
    }.get(flt.op, False)


def _identity(item: Input) -> tuple[object, ...] | None:
    """The table row behind an input, where the result shows its whole key."""
    source = item.source
    if source.column is None or source.column.hops or not source.key:
        return None
    values = [source.value_at(item.row, field) for field in source.key]
    if not all(is_known for is_known, _ in values):
        return None
    return (item.entry.table, source.name, *(str(value) for _, value in values))
