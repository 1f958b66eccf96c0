"""What of a form's result a person sees, and how: by what it was ranked, and which numbers are only names."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from pydantic import BaseModel

from arch_team.featuredata.calls import Function
from arch_team.forms import form as f
from arch_team.forms.form import Form, Grain

if TYPE_CHECKING:
    from arch_team.modelling.model import Model, ModelField

_EXTREMES = (Function.MIN, Function.MAX)
_WHOLE = (Function.COUNT, Function.COUNT_DISTINCT, Function.SUM)
_KEY = "key"
_PARTS = (BaseModel, tuple)


def with_sort_keys(form: Form, model: "Model") -> Form:
    """The form with what it is ordered by among its outputs, where rows are named and a reader would not see why they
    come in this order, and with the units of its amounts. A date is left out: whoever asks for the latest asks for what
    it is."""
    if form.distinct or not any(_is_text(output.value, form.table, model) for output in form.outputs):
        return with_units(form, model)
    outputs = list(form.outputs)
    for order in form.order_by:
        is_shown = any(order.by == output.value for output in outputs)
        if not is_shown and not _is_time(order.by, form.table, model):
            outputs.append(f.Output(name=free_name(order.by, outputs), value=order.by))
    return with_units(form.model_copy(update={"outputs": tuple(outputs)}), model)


def with_units(form: Form, model: "Model") -> Form:
    """The form with the units of the amounts that it lists."""
    if form.also or form.group_by:
        return form
    outputs, shown = list(form.outputs), [output.value for output in form.outputs]
    for unit in [unit_of(value, form.table, model) for value in shown]:
        if unit is not None and all(output.value != unit for output in outputs):
            outputs.append(f.Output(name=free_name(unit, outputs), value=unit))
    return form.model_copy(update={"outputs": tuple(outputs)})


def in_usual_order(form: Form, model: "Model") -> Form:
    """Rows of a table in the order its model gives, where the question names none."""
    described = model.tables.get(form.table)
    if described is None or not described.order or form.order_by or form.group_by or form.also:
        return form
    listed = [output.value for output in form.outputs]
    names_rows = any(f.Column(field=name) in listed for name in (*described.key, *described.label, *described.columns))
    if not names_rows or not all(isinstance(value, f.Column) for value in listed):
        return form
    order = tuple(f.Order(by=f.Column(field=name)) for name in described.order)
    return form.model_copy(update={"order_by": order})


def counting(form: Form, model: "Model") -> Form | None:
    """The form that counts another's rows. None where that cannot be said as one count."""
    if form.also or form.having or form.limit is not None or len(form.group_by) > 1:
        return None
    listed = [output.value for output in form.outputs]
    described = model.tables.get(form.table)
    key = f.Column(field=described.key[0]) if described and len(described.key) == 1 else None
    of = form.group_by[0] if form.group_by else listed[0] if form.distinct and key not in listed else None
    if of is None:
        count = f.Figure(function=Function.COUNT)
    elif isinstance(of, f.Column) and (form.group_by or len(listed) == 1):
        count = f.Figure(function=Function.COUNT_DISTINCT, of=of)
    else:
        return None
    return Form(table=form.table, outputs=(f.Output(name="count", value=count),), where=form.where)


def labels_in(form: Form, model: "Model") -> frozenset[str]:
    """The outputs whose numbers name or number things: years, keys, codes. They are no amounts."""
    return frozenset(output.name for output in form.outputs if _is_label(output.value, form.table, model))


def _is_label(expression: f.Expression, table: str, model: "Model") -> bool:
    match expression:
        case f.Column():
            field = field_of(expression, table, model)
            return field is not None and field.type.is_number and not field.is_measure
        case f.Figure() if expression.function in _EXTREMES and expression.of is not None:
            return _is_label(expression.of, table, model)
        case f.Related() if expression.function in _EXTREMES and expression.of is not None:
            return _is_label(expression.of, expression.rows.table, model)
        case f.Bucket():
            return expression.grain is Grain.YEAR
        case f.Lookup():
            first = next(iter(expression.form.outputs), None)
            return first is not None and _is_label(first.value, expression.form.table, model)
        case _:
            return False


def columns_in(form: Form) -> Iterator[tuple[str, str]]:
    """The tables and columns that a form speaks of: of its own rows, and of those that it leads to."""
    for table, column in whole_columns_in(form):
        yield (column.via[-1].table if column.via else table), column.field


def whole_columns_in(form: Form) -> Iterator[tuple[str, f.Column]]:
    """The columns of a form with the ways to them, and the tables from which these begin."""
    return ((own, node) for own, node in nodes_in(form) if isinstance(node, f.Column))


def comparisons_in(form: Form) -> Iterator[f.Compare]:
    """Every comparison of a form, and of the forms within it."""
    return (node for _, node in nodes_in(form) if isinstance(node, f.Compare))


def nodes_in(form: Form) -> Iterator[tuple[str, BaseModel]]:
    """Every part of a form, each with the table whose rows it speaks of. A column's way is a part of it."""
    known = _SEEN.get(id(form))
    if known is None or known[0] is not form:
        if len(_SEEN) >= _MOST_SEEN:
            _SEEN.clear()
        known = _SEEN[id(form)] = form, tuple(_nodes_of(form))
    return iter(known[1])


_SEEN: dict[int, tuple[Form, tuple[tuple[str, BaseModel], ...]]] = {}
"""The parts of the forms that were looked at last: a reading is held against many rules, one after the other."""
_MOST_SEEN = 64


def _nodes_of(form: Form) -> Iterator[tuple[str, BaseModel]]:

    left: list[tuple[str, object]] = [(form.table, form)]
    while left:
        own, node = left.pop()
        if isinstance(node, BaseModel):
            own = node.table if isinstance(node, Form) else own
            yield own, node
            if not isinstance(node, f.Column):
                own = node.rows.table if isinstance(node, f.Related) else own
                values = cast("list[object]", list(node.__dict__.values()))
                left += [(own, each) for each in reversed(values) if isinstance(each, _PARTS)]
        else:
            left += [(own, each) for each in reversed(cast("tuple[object, ...]", node)) if isinstance(each, _PARTS)]


def is_figure(form: Form) -> bool:
    """Whether a form shows something that was worked out from rows."""
    return any(not isinstance(output.value, f.Column) for output in form.outputs)


def added_up(form: Form, model: "Model") -> Form | None:
    """What the one column that would be listed comes to altogether. None: it is no such list, or says nothing added."""
    values = [output.value for output in form.outputs]
    column = values[0] if len(values) == 1 and not (form.group_by or form.order_by or form.limit) else None
    field = field_of(column, form.table, model) if isinstance(column, f.Column) else None
    if field is None or not field.adds_up or not isinstance(column, f.Column):
        return None
    total = f.Figure(function=Function.SUM, of=column)
    outputs = (f.Output(name=f"sum_{field.name}", value=total),)
    return form.model_copy(update={"outputs": outputs, "distinct": False})


def counts_or_adds(form: Form) -> bool:
    """Whether a form, or one within it, puts rows together into how many or how much they are."""
    told = form.model_dump_json()
    return any(f'"function":"{function.value}"' in told for function in _WHOLE)


def _is_text(expression: f.Expression, table: str, model: "Model") -> bool:
    field = field_of(expression, table, model) if isinstance(expression, f.Column) else None
    return field is not None and field.is_text


def _is_time(expression: f.Expression, table: str, model: "Model") -> bool:
    if isinstance(expression, f.Bucket):
        return True
    return any(field.is_temporal and not field.type.is_number for field in _fields(expression, table, model))


def _fields(expression: f.Expression, table: str, model: "Model") -> "Iterator[ModelField]":
    of = expression if isinstance(expression, f.Column) else getattr(expression, "of", None)
    start = expression.rows.table if isinstance(expression, f.Related) else table
    if isinstance(of, f.Column) and (field := field_of(of, start, model)) is not None:
        yield field


def field_of(column: f.Column, table: str, model: "Model") -> "ModelField | None":
    """The field of the model that a column of a table's form is."""
    described = model.tables.get(column.via[-1].table if column.via else table)
    return described.fields.get(column.field) if described else None


def unit_of(column: f.Expression | None, table: str, model: "Model") -> f.Column | None:
    """The column that holds the unit of an amount, seen from the same rows."""
    field = field_of(column, table, model) if isinstance(column, f.Column) else None
    unit = field.unit if field is not None else None
    if (
        field is None
        or unit is None
        or unit not in model.tables[field.table].fields
        or not isinstance(column, f.Column)
    ):
        return None
    return f.Column(field=unit, via=column.via)


def free_name(expression: f.Expression, outputs: list[f.Output]) -> str:
    name = _KEY
    if isinstance(expression, f.Column):
        name = expression.field
    elif isinstance(expression, f.Figure | f.Related):
        of = f"_{expression.of.field}" if expression.of else ""
        name = f"{expression.function.value.lower()}{of}"
    taken = {output.name for output in outputs}
    while name in taken:
        name += "_"
    return name


def is_ranked(form: Form) -> bool:
    """Whether its rows are put in order by a figure, which is shown with them."""
    return any(isinstance(order.by, f.Figure | f.Related) for order in form.order_by)


def is_held_by(form: Form, word: str) -> bool:
    """Whether rows are chosen by a word as a value: `percentage`, the kind of a discount."""
    values = (c.right.value for c in form.where if isinstance(c, f.Compare) and isinstance(c.right, f.Given))
    return any(isinstance(value, str) and value.casefold() == word.casefold() for value in values)
