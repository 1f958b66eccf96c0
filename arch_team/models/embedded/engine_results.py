"""Forms and what they gave: the call that runs one, whether it found nothing, what two are compared by."""

from arch_team.forms.form import Form
from arch_team.forms.sql import has_figures
from arch_team.models.embedded.plan import ROW, Found
from arch_team.text.cells import is_total
from arch_team.text.folding import folded
from arch_team.tools.forms import form_arguments


def is_nothing(found: Found) -> bool:
    """No rows, or a figure over none."""
    return all(value is None or value == 0 for row in found.rows for name, value in row.items() if name != ROW)


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


def result_of(form: Form, found: Found) -> object:
    """What two readings are compared by: the rows, in their order where one was asked for."""
    rows = [tuple(str(value) for name, value in row.items() if name != ROW) for row in found.rows]
    is_sorted = bool(form.order_by) and form.limit is None
    return (found.truncated, *(rows if is_sorted else sorted(rows)))
