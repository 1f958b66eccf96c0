"""Running a form: its rows out of one provider, with the ties at its limit, and never more than may be shown."""

from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.provider import Rows, SqlProvider
from arch_team.forms.form import Form
from arch_team.forms.sql import has_figures, statement

MOST_ROWS = 1000
"""Of a form without a limit."""
_MORE = 200
"""Rows that are read beyond the limit, to see how many tie with the last."""

_Row = tuple[Scalar, ...]


def run_form(form: Form, provider: SqlProvider) -> Rows:
    """The form's rows under the names of its outputs. `tied` where more than its limit are shown because the last are
    equal; `truncated` where rows are missing."""
    select = statement(form, provider.tables, provider.scope, provider.dialect)
    wanted = MOST_ROWS if form.limit is None else form.limit
    limited = select.limit(wanted + (1 if form.limit is None or not form.order_by else _MORE))
    found = provider.fetch(limited)
    first = len(form.outputs)
    if form.distinct:
        found = _first_of_equals(found, first)
    kept = found[:wanted]
    if form.limit and form.order_by:
        keys = slice(first, first + len(form.order_by))
        while len(kept) < len(found) and kept and found[len(kept)][keys] == kept[-1][keys]:
            kept.append(found[len(kept)])
        truncated = len(kept) == wanted + _MORE
    else:
        truncated = len(found) > wanted
    counts = tuple(int(str(row[-1])) for row in kept) if has_figures(form) else ()
    return Rows(
        columns=tuple(output.name for output in form.outputs),
        rows=tuple(row[:first] for row in kept),
        truncated=truncated,
        counts=counts,
        tied=len(kept) > wanted,
        sql=provider.spelled(limited),
    )


def _first_of_equals(rows: list[_Row], width: int) -> list[_Row]:
    """Rows that differ only in what they are ordered by are one."""
    first: dict[_Row, _Row] = {}
    for row in rows:
        first.setdefault(row[:width], row)
    return list(first.values())
