"""Amounts in several units: told for each apart, and neither added up, ranked nor held against a number together.

A unit is settled where the rows are those of one of its values, where they are grouped by it, or where the tables hold
no other. Nothing is the same in every unit but zero.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from arch_team.featuredata.calls import Function, Op
from arch_team.forms import form as f
from arch_team.forms.form import Form
from arch_team.forms.showing import free_name, nodes_in, unit_of
from arch_team.text.folding import folded
from arch_team.text.notation import notation

if TYPE_CHECKING:
    from arch_team.modelling.model import Model

_PUT_TOGETHER = (Function.SUM, Function.AVG, Function.MAX, Function.MIN)
_ORDERING = (Op.LT, Op.LE, Op.GT, Op.GE, Op.BETWEEN)


def held_in(column: f.Column, table: str, word: str, model: "Model") -> f.Compare | None:
    """That an amount is in the unit that a word names: `above 55 francs`. None: no row of the tables is."""
    unit = unit_of(column, table, model)
    codes = {folded(name): code for name, code in notation().units.items()}
    own = unit.via[-1].table if unit is not None and unit.via else table
    for said in (word, folded(codes.get(word, ""))) if unit is not None else ():
        held = [hit.value for hit in model.values.lookup(said) if (hit.table, hit.field) == (own, unit and unit.field)]
        if unit is not None and len(set(held)) == 1:
            return f.Compare(left=unit, op=Op.EQ, right=f.Given(value=held[0]))
    return None


def settled(unit: f.Column, form: Form) -> str | None:
    """The one unit that the rows of a form are in, where it says so."""
    for c in _held(form.where):
        if isinstance(c, f.Compare) and c.op is Op.EQ and c.left == unit and isinstance(c.right, f.Given):
            return str(c.right.value)
    return None


def mixed_in(form: Form, model: "Model") -> f.Column | None:
    """A unit that amounts are put together, ranked or compared across."""
    return next((unit for one in _forms_in(form) for unit in _mixed(one, model)), None)


def per_unit(form: Form, model: "Model") -> Form:
    """Figures of amounts for each unit apart, and lists in the order of amounts within each unit, where the form asks
    for nothing of all of them together."""
    units = list(dict.fromkeys(_unsettled(form, model, alone=False)))
    if form.having or form.limit is not None:
        return _in_the_only(form, units, model)
    if not units or form.also or not all(isinstance(o.value, f.Column | f.Figure | f.Bucket) for o in form.outputs):
        return form
    figures = [o for o in form.outputs if isinstance(o.value, f.Figure)]
    if figures and form.order_by:
        return _in_the_only(form, units, model)
    if not figures:
        first = tuple(f.Order(by=unit) for unit in units if not _is_settled(unit, form, model))
        return form.model_copy(update={"order_by": (*first, *form.order_by)})
    outputs = [o for o in form.outputs if o not in figures]
    outputs += [f.Output(name=free_name(unit, outputs), value=unit) for unit in units]
    return form.model_copy(update={"outputs": (*outputs, *figures), "group_by": (*form.group_by, *units)})


def _in_the_only(form: Form, units: list[f.Column], model: "Model") -> Form:
    """Ranked figures are of the one unit that the tables hold."""
    figures = (*(o.value for o in form.outputs), *(order.by for order in form.order_by))
    if not any(isinstance(each, f.Figure) for each in figures) or form.also:
        return form
    only = [(unit, model.values.only(unit.via[-1].table if unit.via else form.table, unit.field)) for unit in units]
    told = (f.Compare(left=unit, op=Op.EQ, right=f.Given(value=one)) for unit, one in only if one is not None)
    return form.model_copy(update={"where": (*form.where, *told)})


def _forms_in(form: Form) -> Iterator[Form]:
    return (node for _, node in nodes_in(form) if isinstance(node, Form))


def _held(where: tuple[f.Condition, ...]) -> Iterator[f.Condition]:
    for condition in where:
        yield from _held(condition.of) if isinstance(condition, f.Both) else (condition,)


def _mixed(form: Form, model: "Model") -> Iterator[f.Column]:
    """Units that are not settled, of what a form puts together, ranks or compares itself."""
    yield from _unsettled(form, model, alone=True)
    compared = (c for condition in form.where for c in _compared(condition))
    for c in compared:
        unit = unit_of(c.left, form.table, model)
        if unit is not None and _is_across(c, form, model) and not _is_settled(unit, form, model):
            yield unit


def _unsettled(form: Form, model: "Model", *, alone: bool) -> Iterator[f.Column]:
    """`alone`: also of amounts of which the tables hold one unit only, that is not told yet."""
    said = [*(o.value for o in form.outputs), *(c.left for c in _held(form.having) if isinstance(c, f.Compare))]
    ranked = [order.by for order in form.order_by]
    for each in (part for one in (*said, *ranked) for part in _parts(one)):
        if isinstance(each, f.Related) and each.function in _PUT_TOGETHER:
            unit, rows = unit_of(each.of, each.rows.table, model), each.rows
        elif isinstance(each, f.Figure) and each.function in _PUT_TOGETHER:
            unit, rows = unit_of(each.of, form.table, model), form
        elif isinstance(each, f.Column) and each in ranked:
            unit, rows = unit_of(each, form.table, model), form
            if form.order_by and unit == form.order_by[0].by and form.limit is None:
                continue
        else:
            continue
        is_told = unit is None or unit in rows.group_by or settled(unit, rows) is not None
        if unit is not None and not is_told and not (alone and _is_settled(unit, rows, model)):
            yield unit


def _parts(expression: f.Expression) -> Iterator[f.Expression]:
    if isinstance(expression, f.Arithmetic):
        yield from (part for side in (expression.left, expression.right) for part in _parts(side))
    else:
        yield expression


def _compared(condition: f.Condition) -> Iterator[f.Compare]:
    match condition:
        case f.Compare():
            yield condition
        case f.Either() | f.Both():
            yield from (each for one in condition.of for each in _compared(one))
        case f.Not():
            yield from _compared(condition.of)
        case _:
            return


def _is_across(compare: f.Compare, form: Form, model: "Model") -> bool:
    """Whether amounts are held against one number, or against one worked out from others. Zero is no amount of any."""
    right = compare.right
    if isinstance(right, f.Column):
        return unit_of(right, form.table, model) != unit_of(compare.left, form.table, model)
    if isinstance(right, f.Given):
        return compare.op in _ORDERING and Decimal(str(right.value)) != 0
    return right is not None or (compare.op in _ORDERING and any(Decimal(str(v)) != 0 for v in compare.values))


def _is_settled(unit: f.Column, form: Form, model: "Model") -> bool:
    if unit in form.group_by or settled(unit, form) is not None:
        return True
    return model.values.only(unit.via[-1].table if unit.via else form.table, unit.field) is not None
