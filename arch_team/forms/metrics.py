"""What a metric is computed of, in the place of the metric.

The reader takes a metric for a column. A form that asks for it as such (`the basket`, `the margin per customer`) says
the same with its parts. A metric is a figure over rows: of one row it is told where that row is named or rows are
chosen by it; the largest of single ones, or the total of a ratio, is not made of its parts, and says nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from pydantic import BaseModel

from arch_team.featuredata.calls import Function
from arch_team.forms import form as f
from arch_team.forms.form import Form
from arch_team.forms.pairs import is_at_a_moment
from arch_team.forms.sensible import pinned
from arch_team.forms.showing import field_of, nodes_in, whole_columns_in
from arch_team.modelling.metrics import percentage
from arch_team.ontologies.metric_expression import Number, Operation, Part, RowCount, Total, leaves

if TYPE_CHECKING:
    from arch_team.modelling.model import Model, ModelField

_OPERATIONS = {"+": "sum", "-": "difference", "/": "ratio"}


class _NoMetric(Exception):
    """A metric stands where its parts cannot."""


def with_parts(form: Form, model: "Model", *, per_row: bool = False) -> Form | None:
    """The form with the parts of its metrics. None: it asks for something that cannot be made of them. `per_row`: the
    average of what adds up is what it comes to per row."""
    if not has_metrics(model):
        return form
    try:
        _check_rows(form, model)
        _check_levels(form, model)
        return cast("Form", _Parts(model, per_row).of(form, form.table))
    except _NoMetric:
        return None


def has_metrics(model: "Model") -> bool:
    return any(own.metric for table in model.tables.values() for own in table.fields.values())


def metrics_in(form: Form, model: "Model") -> "list[ModelField]":
    """The metrics that a form asks for, before their parts stand in their place."""
    columns = (field_of(column, table, model) for table, column in whole_columns_in(form))
    return list(dict.fromkeys(own for own in columns if own is not None and own.metric is not None))


def metric_of(expression: f.Arithmetic, table: str, model: "Model") -> "ModelField | None":
    """The metric of a table that an expression computes."""
    described = model.tables.get(table)
    metrics = (own for own in described.fields.values() if own.metric is not None) if described else ()
    return next((own for own in metrics if expression in _computed(own)), None)


def _computed(own: "ModelField") -> Iterator[f.Expression]:
    """A metric over rows, and of one row where it has one."""
    if own.metric is not None:
        yield _figures(own.metric)
        if not any(isinstance(part, RowCount) for part in leaves(own.metric)):
            yield _of_one_row(own.metric, f.Column(field=own.name))


@dataclass(frozen=True)
class _Parts:
    model: "Model"
    per_row: bool

    def of(self, node: object, table: str) -> object:
        """A part of a form, or several, with the parts of metrics in their place."""
        if isinstance(node, tuple):
            return tuple(self.of(each, table) for each in cast("tuple[object, ...]", node))
        if not isinstance(node, BaseModel):
            return node
        table = node.table if isinstance(node, Form) else table
        if isinstance(node, f.Figure | f.Related) and (own := _metric(node, table, self.model)) is not None:
            return self._figure(node, own)
        if isinstance(node, f.Column):
            own = _metric(node, table, self.model)
            return node if own is None else _of_one_row(own.metric, node)
        made = {name: self.of(getattr(node, name), table) for name in type(node).model_fields}
        return node if all(made[name] is getattr(node, name) for name in made) else node.model_copy(update=made)

    def _figure(self, node: f.Figure | f.Related, own: "ModelField") -> f.Expression:
        if own.metric is None or (node.of is not None and node.of.via):
            raise _NoMetric
        figures = _figures(own.metric, node if isinstance(node, f.Related) else None)
        if node.function is own.aggregation:
            return figures
        if self.per_row and node.function is Function.AVG and isinstance(node, f.Figure):
            rows = f.Figure(function=Function.COUNT)
            return f.Arithmetic.model_validate({"operation": "ratio", "left": figures, "right": rows})
        raise _NoMetric


def _check_rows(form: Form, model: "Model") -> None:
    """A metric of single rows is told of a row that is named, and chooses rows that are listed one by one."""
    key = set(model.tables[form.table].key) if form.table in model.tables else set[str]()
    is_named = bool(key) and key <= {name for table, name in pinned(form) if table == form.table}
    shown = [output.value for output in form.outputs]
    if not is_named and any(_is_single(value, form, model) for value in (*shown, *form.group_by)):
        raise _NoMetric
    listed = any(isinstance(value, f.Column) and value.field in key and not value.via for value in shown)
    listed = listed or (shown == [f.Figure(function=Function.COUNT)] and not form.group_by)
    chosen = [node for c in form.where for _, node in nodes_in(Form(table=form.table, where=(c,)))]
    if not (listed or is_named) and any(_is_single(node, form, model) for node in chosen):
        raise _NoMetric


def _check_levels(form: Form, model: "Model") -> None:
    """What is made of levels is made of those of one day."""
    for table, column in whole_columns_in(form):
        own = field_of(column, table, model)
        parts = leaves(own.metric) if own is not None and own.metric is not None else ()
        levels = [part for part in parts if isinstance(part, Total) and model.field(part.table, part.field).is_level]
        if levels and not is_at_a_moment(form, model):
            raise _NoMetric


def _is_single(value: object, form: Form, model: "Model") -> bool:
    own = field_of(value, form.table, model) if isinstance(value, f.Column) else None
    return own is not None and own.metric is not None


def _metric(node: f.Figure | f.Related | f.Column, table: str, model: "Model") -> "ModelField | None":
    column = node if isinstance(node, f.Column) else node.of
    start = node.rows.table if isinstance(node, f.Related) else table
    if column is None:
        return None
    described = model.tables.get(column.via[-1].table if column.via else start)
    own = described.fields.get(column.field) if described else None
    return own if own is not None and own.metric is not None else None


def _figures(part: Part, related: f.Related | None = None) -> f.Expression:
    """Totals and counts put together, over the form's rows or over those that point at one."""
    if isinstance(part, Operation):
        inner = percentage(part)
        sign, shown = ("percent", inner) if inner is not None else (_OPERATIONS[part.sign], part)
        sides = (_figures(shown.left, related), _figures(shown.right, related))
        return f.Arithmetic.model_validate({"operation": sign, "left": sides[0], "right": sides[1]})
    if isinstance(part, Number):
        raise _NoMetric
    function = Function.COUNT if isinstance(part, RowCount) else Function.SUM
    of = None if isinstance(part, RowCount) else f.Column(field=part.field)
    if related is not None:
        return related.model_copy(update={"function": function, "of": of})
    return f.Figure(function=function, of=of)


def _of_one_row(part: Part | None, at: f.Column) -> f.Expression:
    """What a metric comes to in one row: its columns put together. A number of rows is of several."""
    if isinstance(part, Operation):
        inner = percentage(part)
        sign, shown = ("percent", inner) if inner is not None else (_OPERATIONS[part.sign], part)
        sides = (_of_one_row(shown.left, at), _of_one_row(shown.right, at))
        return f.Arithmetic.model_validate({"operation": sign, "left": sides[0], "right": sides[1]})
    if part is None or isinstance(part, Number | RowCount):
        raise _NoMetric
    return f.Column(field=part.field, via=at.via)
