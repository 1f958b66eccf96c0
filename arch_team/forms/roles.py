"""Rows that are called by what they are to others: a case officer is somebody, not the number that points at them."""

from collections.abc import Callable, Iterator

from arch_team.forms.form import Column, Expression, Form, Output, Related, Step
from arch_team.forms.showing import columns_in, field_of, nodes_in, whole_columns_in
from arch_team.modelling.model import Link, Model, ModelField

Calls = Callable[[ModelField], bool]


def with_roles(form: Form, model: Model, is_called: Calls) -> Form:
    """A form that shows the rows a column points at by their names, where the column is called by their role."""
    outputs: list[Output] = []
    shown = [output.value for output in form.outputs]
    for output in form.outputs:
        named = tuple(_named(output.value, form.table, model, is_called))
        more = (each for each in named if each == output.value or each not in shown)
        outputs += [Output(name=_unlike(each.field, outputs), value=each) for each in more] if named else [output]
    groups = [each for key in form.group_by for each in (tuple(_named(key, form.table, model, is_called)) or (key,))]
    changed = {"outputs": tuple(outputs), "group_by": tuple(dict.fromkeys(groups))}
    return form if len(outputs) == len(form.outputs) else form.model_copy(update=changed)


def links_in(form: Form, model: Model) -> Iterator[Link]:
    """The links over which a form goes from row to row, or that it shows."""
    pointing = {*columns_in(form)}
    pointing |= {(node.rows.table, node.link.field) for _, node in nodes_in(form) if isinstance(node, Related)}
    for table, column in whole_columns_in(form):
        for step in column.via:
            pointing.add((table, step.field))
            table = step.table
    yield from (link for link in model.links if (link.table, link.field) in pointing)


def _named(value: Expression, table: str, model: Model, is_called: Calls) -> Iterator[Column]:
    field = field_of(value, table, model) if isinstance(value, Column) else None
    if field is None or not isinstance(value, Column) or field.refers_to is None or not is_called(field):
        return
    link = next(link for link in model.links_from(field.table) if link.field == field.name)
    step = Step(field=link.field, table=link.to_table, key=link.to_field)
    label = model.tables[link.to_table].label
    yield from (Column(field=name, via=(*value.via, step)) for name in label if name != link.to_field)
    yield value


def _unlike(name: str, outputs: list[Output]) -> str:
    taken = {output.name for output in outputs}
    while name in taken:
        name += "_"
    return name
