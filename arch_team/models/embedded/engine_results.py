"""Forms and what they gave: the call that runs one, whether it found nothing, what two are compared by."""

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Figure, Form, Given, Output
from arch_team.forms.sql import has_figures
from arch_team.models.embedded.plan import ROW, Found
from arch_team.text.cells import is_total
from arch_team.text.folding import folded
from arch_team.tools.forms import form_arguments
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.modelling.model import Model, ModelField


def is_nothing(found: Found) -> bool:
    """No rows, or a figure over none."""
    return all(value is None or value == 0 for row in found.rows for name, value in row.items() if name != ROW)


@dataclass(frozen=True, slots=True)
class Then:
    """When rows are asked for to have been."""

    column: "ModelField"
    first: object
    last: object
    form: Form
    """What tells the first and the last time that there is a row of."""

    def called(self, language: Language) -> str:
        from arch_team.modelling.written import written

        return self.column.title or written(self.column.name, language)

    def beyond(self, found: Found) -> str | None:
        """The edge beyond which it all is, `first` or `last`. None: there are rows of that time."""
        [held] = found.rows or [{}]
        if held.get("first") is None:
            return None
        if _is_before(self.last, held["first"]):
            return "first"
        return "last" if _is_before(held["last"], self.first) else None


def _is_before(one: object, other: object) -> bool:
    """Of two years, or of two times as they are written, the year first."""
    if isinstance(one, int | Decimal) and isinstance(other, int | Decimal):
        return one < other
    return str(one) < str(other)


def then_of(form: Form, model: "Model") -> Then | None:
    """The stretch of time that a form's rows are of, where it is one that ends."""
    fields = model.tables[form.table].fields
    for each in form.where:
        column = each.left if isinstance(each, Compare) else None
        if not isinstance(each, Compare) or not isinstance(column, Column) or column.via or column.field not in fields:
            continue
        asked = [each.right.value] if each.op is Op.EQ and isinstance(each.right, Given) else []
        asked = [*each.values] if each.op is Op.BETWEEN else asked
        if fields[column.field].is_temporal and asked:
            edges = {"first": Function.MIN, "last": Function.MAX}
            told = (Output(name=name, value=Figure(function=edge, of=column)) for name, edge in edges.items())
            edge_form = Form(table=form.table, outputs=tuple(told))
            return Then(fields[column.field], asked[0], asked[-1], edge_form)
    return None


def total_among(form: Form, found: Found, question: str) -> str | None:
    """What a row is called that a question for the first in rank would name, though it may well add up the others. One
    that the question names itself is meant."""
    if form.limit is None or not form.order_by:
        return None
    shown = (value for row in found.rows for name, value in row.items() if name != ROW and isinstance(value, str))
    return next((value for value in shown if is_total(value) and folded(value) not in folded(question)), None)


def call_of(form: Form) -> tuple[str, dict[str, object]]:
    """The tool that runs a form, and its arguments."""
    return "aggregateTable" if has_figures(form) else "queryTable", form_arguments(form)


def shown_as(value: object) -> str:
    """A value as it is compared: 240 is 240.00, whoever added it up."""
    told = str(value)
    if "." not in told or not told.replace(".", "", 1).removeprefix("-").isdigit():
        return told
    return told.rstrip("0").removesuffix(".")


def result_of(form: Form, found: Found) -> object:
    """What two readings are compared by: the rows, in their order where one was asked for."""
    rows = [tuple(shown_as(value) for name, value in row.items() if name != ROW) for row in found.rows]
    is_sorted = bool(form.order_by) and form.limit is None
    return (found.truncated, *(rows if is_sorted else sorted(rows)))
