"""Forms that say nothing: what they ask for is given by what they are asked of."""

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Figure, Form, Output

_COUNTED = frozenset({Function.COUNT, Function.COUNT_DISTINCT})


def is_of_its_own_value(form: Form) -> bool:
    """Whether a figure is made of amounts that are all the same one: a year was taken for an amount."""
    held = [c.left for c in form.where if isinstance(c, Compare) and c.op is Op.EQ]
    figures = (o.value for o in form.outputs if isinstance(o.value, Figure))
    return any(figure.of is not None and figure.of in held and figure.function not in _COUNTED for figure in figures)


def ranked_by_itself(form: Form) -> Column | None:
    """The column that rows are ranked by and that alone is shown."""
    by = [order.by for order in form.order_by] if form.limit is not None and len(form.outputs) == 1 else []
    value = form.outputs[0].value
    return value if isinstance(value, Column) and value in by else None


def as_extreme(form: Form) -> Form:
    """What the first row of a rank has of the amount it is ranked by: the largest or smallest of them."""
    value, order = form.outputs[0].value, form.order_by[0]
    is_plain = len(form.outputs) == 1 and not (form.group_by or form.having or form.also)
    if form.limit != 1 or not isinstance(value, Column) or value != order.by or not is_plain:
        return form
    figure = Figure(function=Function.MAX if order.descending else Function.MIN, of=value)
    name = f"{figure.function.value.lower()}_{value.field}"
    return Form(table=form.table, outputs=(Output(name=name, value=figure),), where=form.where)


def is_one_count(form: Form) -> bool:
    """Whether it is nothing but a number of rows."""
    value = form.outputs[0].value
    is_count = isinstance(value, Figure) and value.function in _COUNTED
    return is_count and len(form.outputs) == 1 and not form.group_by and form.limit is None
