"""A call, or a form, as what it computes: the one shape in which the two are compared.

Two spellings of the same thing are one shape: `IN` one value is `=`, two bounds are a span, counting a key is counting
rows, the first by a column is its maximum. Everything else that differs is a difference.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import cast

from pydantic import ValidationError

from arch_team.evidence.ledger import LedgerEntry
from arch_team.featuredata.calls import NULL_OPS, AggregateCall, BrowseCall, Function, Op, QueryCall
from arch_team.featuredata.parsing import parse_call
from arch_team.forms import form as f
from arch_team.forms.form import Form
from arch_team.modelling.model import Model
from arch_team.text.folding import folded

Said = tuple[object, ...]
"""An expression or a condition, spelled one way."""
_TURNED = {
    Op.EQ: Op.NE,
    Op.NE: Op.EQ,
    Op.IN: Op.NOT_IN,
    Op.NOT_IN: Op.IN,
    Op.LT: Op.GE,
    Op.GE: Op.LT,
    Op.GT: Op.LE,
    Op.LE: Op.GT,
    Op.IS_NULL: Op.NOT_NULL,
    Op.NOT_NULL: Op.IS_NULL,
}
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:[t ]\d\d:\d\d(?::\d\d)?)?")
_LAST = " 23:59:59"
_UNTIL = "until"
"""From one moment to before another."""
_LISTS = {Op.IN: Op.EQ, Op.NOT_IN: Op.NE}
_PAST_A_DAY = {Op.LE: Op.LT.value, Op.GT: Op.GE.value, Op.BETWEEN: _UNTIL}
"""What is said of the last second of a day, said of the day after."""
_COUNTS = (Function.COUNT, Function.COUNT_DISTINCT)


@dataclass(frozen=True)
class Shape:
    """What is computed: of which rows, put together how, in which order."""

    table: str
    outputs: Mapping[str, Said] = field(default_factory=dict[str, Said])
    """Names of columns of the result to what stands there."""
    where: frozenset[Said] = frozenset()
    groups: frozenset[Said] = frozenset()
    having: frozenset[Said] = frozenset()
    order: tuple[Said, ...] = ()
    limit: int | None = None
    also: tuple[Said, ...] = ()
    """The rows of other tables that are shown with these."""

    @property
    def has_figures(self) -> bool:
        return bool(self.groups or self.having) or any(said[0] == "figure" for said in self.outputs.values())


def plain(value: object) -> object:
    """A value so that equal ones are equal, however they are kept."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, date):
        return _moment(value)
    if isinstance(value, int | float | Decimal):
        number = Decimal(str(value))
        return number.normalize() if number.is_finite() else str(value)
    text = folded(str(value))
    if _MOMENT.fullmatch(text):
        return _moment(datetime.fromisoformat(text))
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    return number.normalize() if number.is_finite() else text


def _moment(value: date) -> str:
    """A day, or a moment that is not its first."""
    if isinstance(value, datetime) and value.time() != datetime.min.time():
        return value.isoformat(" ")
    return value.date().isoformat() if isinstance(value, datetime) else value.isoformat()


def _day_after(said: object) -> str | None:
    """The day that begins where another ends: to the last second of a day is to before the next."""
    if not isinstance(said, str) or not said.endswith(_LAST):
        return None
    return (date.fromisoformat(said[:10]) + timedelta(days=1)).isoformat()


def shape_of_form(form: Form, model: Model) -> Shape:
    speller = _Speller(model)
    table = form.table
    groups = frozenset(speller.expression(group, table) for group in form.group_by)
    where = _merged(said for condition in form.where for said in speller.conditions(condition, table))
    outputs = {output.name: speller.expression(output.value, table) for output in form.outputs}
    order = tuple((*speller.expression(order.by, table), order.descending) for order in form.order_by)
    having = _merged(said for condition in form.having for said in speller.conditions(condition, table))
    also = tuple(speller.form(other) for other in form.also)
    return _extreme(Shape(table, outputs, _without_groups(where, groups), groups, having, order, form.limit, also))


def shape_of_entry(entry: LedgerEntry, model: Model) -> Shape | None:
    """What a call computed. None: it was none of the calls that compute, or of a table that is not there."""
    if "form" in entry.arguments:
        try:
            return shape_of_form(Form.model_validate(entry.arguments["form"]), model)
        except ValidationError:
            return None
    call = parse_call(entry.tool, entry.arguments)
    if isinstance(call, list | BrowseCall) or entry.rows is None:
        return None
    speller = _Speller(model)
    table = call.table
    where = _merged(
        speller.compared(f.Column(field=flt.field), table, flt.op, _items(flt.value)) for flt in call.filters
    )
    if isinstance(call, QueryCall):
        outputs = {name: speller.column(f.Column(field=name), table) for name in entry.rows.columns}
        order = tuple((*speller.column(f.Column(field=by.field), table), by.descending) for by in call.order_by)
        return _extreme(Shape(table, outputs, where, order=order, limit=call.limit))
    return _of_aggregate(call, where, speller)


def _of_aggregate(call: AggregateCall, where: frozenset[Said], speller: "_Speller") -> Shape:
    table = call.table
    figure = speller.figure(call.function, None if call.field is None else f.Column(field=call.field), table)
    groups = {name: speller.column(f.Column(field=name), table) for name in call.group_by}
    outputs = {**groups, call.result_name: figure}
    order = tuple((*outputs.get(by.field, figure), by.descending) for by in call.order_by)
    kept = frozenset(groups.values())
    return Shape(table, outputs, _without_groups(where, kept), kept, order=order, limit=call.limit)


def derived(function: Function, of: Shape, column: str | None, model: Model) -> Shape | None:
    """What a declared figure over all rows of a call computes."""
    if of.groups or of.has_figures:
        return None
    said = of.outputs.get(column) if column else None
    if column and (said is None or said[0] != "column" or said[1]):
        return None
    name = None if said is None else f.Column(field=str(said[2]))
    figure = _Speller(model).figure(function, name, of.table)
    return Shape(of.table, {"": figure}, of.where)


def leaves(shape: Shape) -> frozenset[Said]:
    """The single comparisons of a shape, wherever they stand: table, field, operator, values."""
    found: set[Said] = set()
    _walk((tuple(shape.where), tuple(shape.having)), found)
    return frozenset(found)


def _walk(said: object, found: set[Said]) -> None:
    if not isinstance(said, tuple | frozenset):
        return
    items = tuple(cast("tuple[object, ...]", said))
    if items and items[0] == "compare":
        left = cast("Said", items[1])
        if left and left[0] == "column":
            found.add((left[3], left[2], *items[2:]))
    for item in items:
        _walk(item, found)


def _items(value: object) -> tuple[object, ...]:
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)


def _extreme(shape: Shape) -> Shape:
    """The first by a column, and nothing but that column: its maximum or minimum."""
    if shape.limit != 1 or shape.groups or len(shape.outputs) != 1 or len(shape.order) != 1:
        return shape
    [(name, said)] = shape.outputs.items()
    *by, descending = shape.order[0]
    if said[0] != "column" or tuple(by) != said:
        return shape
    function = Function.MAX if descending else Function.MIN
    return Shape(shape.table, {name: ("figure", function.value, said)}, shape.where)


def _without_groups(where: frozenset[Said], groups: frozenset[Said]) -> frozenset[Said]:
    """What has no value is in no group: that need not be said."""
    return frozenset(
        said for said in where if not (said[0] == "compare" and said[2] == "IS NOT NULL" and said[1] in groups)
    )


def _merged(said: Iterable[Said]) -> frozenset[Said]:
    """Conditions that all hold; a lower and an upper bound of one column are a span."""
    conditions = list(dict.fromkeys(said))
    lows = {c[1]: c for c in conditions if c[0] == "compare" and c[2] == Op.GE.value}
    for op, span in ((Op.LE, Op.BETWEEN.value), (Op.LT, _UNTIL)):
        highs = {c[1]: c for c in conditions if c[0] == "compare" and c[2] == op.value}
        for left in lows.keys() & highs.keys():
            low, high = lows[left], highs[left]
            conditions = [c for c in conditions if c not in (low, high)]
            conditions.append(("compare", left, span, (*cast("Said", low[3]), *cast("Said", high[3]))))
    return frozenset(conditions)


class _Speller:
    """Spells expressions and conditions one way."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def expression(self, expression: f.Expression, table: str) -> Said:
        match expression:
            case f.Column():
                return self.column(expression, table)
            case f.Figure():
                return self.figure(expression.function, expression.of, table)
            case f.Related():
                rows = expression.rows
                of = self.figure(expression.function, expression.of, rows.table)
                return ("related", of, self.form(rows), self.column(expression.link, rows.table), expression.to)
            case f.Bucket():
                return ("bucket", expression.grain.value, self.column(expression.of, table))
            case f.Lookup():
                return ("lookup", self.form(expression.form))
            case f.Given():
                return ("given", plain(expression.value))
            case f.Arithmetic():
                sides = (self.expression(side, table) for side in (expression.left, expression.right))
                return ("arithmetic", expression.operation, *sides)

    def column(self, column: f.Column, table: str) -> Said:
        via = tuple((step.field, step.table) for step in column.via)
        return ("column", via, column.field, column.via[-1].table if column.via else table)

    def figure(self, function: Function, of: f.Column | None, table: str) -> Said:
        if of is not None and function in _COUNTS and not of.via:
            described = self._model.tables.get(table)
            if described is not None and described.key == (of.field,):
                function, of = Function.COUNT, None  # each row has one, and one of its own
        return ("figure", function.value, None if of is None else self.column(of, table))

    def form(self, form: Form) -> Said:
        shape = shape_of_form(form, self._model)
        outputs = tuple(shape.outputs.values())
        return (shape.table, outputs, shape.where, shape.groups, shape.having, shape.order, shape.limit)

    def conditions(self, condition: f.Condition, table: str) -> Iterator[Said]:
        """A condition as those that all hold."""
        match condition:
            case f.Both():
                for each in condition.of:
                    yield from self.conditions(each, table)
            case f.Compare():
                values = condition.values if condition.right is None else (condition.right,)
                yield self.compared(condition.left, table, condition.op, values)
            case f.Member():
                yield ("member", self.column(condition.left, table), self.form(condition.form), condition.negated)
            case f.Either():
                yield self._either(condition, table)
            case f.Not():
                yield from self._turned(condition.of, table)

    def _either(self, either: f.Either, table: str) -> Said:
        sides = frozenset(_merged(self.conditions(each, table)) for each in either.of)
        single = [next(iter(side)) for side in sides if len(side) == 1]
        lefts = {said[1] for said in single if said[0] == "compare" and said[2] in (Op.EQ.value, Op.IN.value)}
        is_list = (
            len(single) == len(sides)
            and len(lefts) == 1
            and all(said[0] == "compare" and said[2] in (Op.EQ.value, Op.IN.value) for said in single)
        )
        if is_list:
            values = frozenset(value for said in single for value in cast("Iterable[object]", said[3]))
            return ("compare", next(iter(lefts)), Op.IN.value, values)
        return ("either", sides)

    def _turned(self, condition: f.Condition, table: str) -> Iterator[Said]:
        if isinstance(condition, f.Compare) and condition.op in _TURNED:
            yield from self.conditions(condition.model_copy(update={"op": _TURNED[condition.op]}), table)
        elif isinstance(condition, f.Member):
            yield from self.conditions(condition.model_copy(update={"negated": not condition.negated}), table)
        else:
            yield ("not", _merged(self.conditions(condition, table)))

    def compared(self, left: f.Expression, table: str, op: Op, values: Iterable[object]) -> Said:
        said = self.expression(left, table)
        if op in NULL_OPS:
            return ("compare", said, op.value)
        spelled = tuple(self._value(value, table) for value in values)
        if op in _LISTS and len(spelled) == 1:
            op = _LISTS[op]
        if op in (Op.LIKE, Op.ILIKE):
            is_text = all(isinstance(value, str) and not set(value) & set("%_") for value in spelled)
            op = Op.EQ if is_text else Op.ILIKE
        if op in _LISTS:
            return ("compare", said, op.value, frozenset(spelled))
        after = _day_after(spelled[-1]) if spelled else None
        if after is not None and op in _PAST_A_DAY:
            return ("compare", said, _PAST_A_DAY[op], (*spelled[:-1], after))
        return ("compare", said, op.value, spelled)

    def _value(self, value: object, table: str) -> object:
        if isinstance(value, f.Given):
            return plain(value.value)
        if isinstance(value, f.Column | f.Figure | f.Related | f.Bucket | f.Lookup | f.Arithmetic):
            return self.expression(value, table)
        return plain(value)
