"""Calls that say what they want as a form: read, checked, run, and kept as any other call."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, cast

from pydantic import ValidationError

from arch_team.errors import FormError
from arch_team.featuredata.calls import Scalar, Tool
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.findings import ErrorCode, Finding, shortened
from arch_team.featuredata.provider import ISO_DATES, ONE_UNIT, PERCENT, Rows, SqlProvider
from arch_team.forms.checking import objections
from arch_team.forms.figures import COUNTS
from arch_team.forms.form import Arithmetic, Column, Figure, Form, Related
from arch_team.forms.one_unit import settled
from arch_team.forms.running import run_form
from arch_team.forms.showing import labels_in, unit_of
from arch_team.text.lexicon import LANGUAGES
from arch_team.text.notation import notation
from arch_team.tools.results import ROW_ID

if TYPE_CHECKING:
    from arch_team.modelling.model import Model
    from arch_team.reading.source import Engine

FORM = "form"
_DIGITS = 2
_FLAGS = ("negated", "descending", "distinct")
_TOOLS = (Tool.QUERY.value, Tool.AGGREGATE.value)


def is_form_call(tool: str, arguments: object) -> bool:
    return tool in _TOOLS and isinstance(arguments, Mapping) and FORM in arguments


def form_in(arguments: object) -> Form | Finding:
    """The form of a call, or why there is none."""
    try:
        return Form.model_validate(cast("Mapping[str, object]", arguments)[FORM])
    except (ValidationError, RecursionError):
        return Finding(ErrorCode.MALFORMED_CALL, FORM, "form is no form: use fields and filters instead.")


def form_arguments(form: Form) -> dict[str, object]:
    """The arguments of the call that runs a form."""
    return {"tableName": form.table, FORM: _without_defaults(form.to_wire())}


def _without_defaults(value: object) -> object:
    if isinstance(value, list):
        return [_without_defaults(item) for item in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    items = cast("dict[str, object]", value).items()
    return {
        key: _without_defaults(item)
        for key, item in items
        if item is not None and item != [] and not (item is False and key in _FLAGS)
    }


def rows_of(form: Form, provider: object, catalog: Catalog, engine: "Engine | None") -> Rows | tuple[Finding, ...]:
    """The rows of a form, or what is wrong with it. A form known to be bad does not reach the database."""
    found = objections(form, catalog)
    if found:
        return found
    if not isinstance(provider, SqlProvider):
        return (Finding(ErrorCode.MALFORMED_CALL, FORM, "These tables take no form: use fields and filters."),)
    try:
        rows = engine.run(form) if engine else run_form(form, provider)
    except FormError as error:
        return (Finding(ErrorCode.MALFORMED_CALL, FORM, shortened(f"{error}. {error.next_step}")),)
    models = [engine.model(language) for language in LANGUAGES] if engine else []
    labels = frozenset[str]().union(*(labels_in(form, model) for model in models))  # a `baujahr` is a year in German
    rows = replace(rows, units={**rows.units, **_units(form, catalog, models)})
    shown = tuple(tuple(_short(value) for value in row) for row in rows.rows)
    return replace(rows, rows=shown, formats=_formats(form, rows, catalog), labels=labels)


def _units(form: Form, catalog: Catalog, models: "Sequence[Model]") -> dict[str, str]:
    """Outputs that are amounts, to the output of the same rows that says in which currency they are, or to the one
    currency that the form, or a description of the tables, says they are in."""
    shown = {o.value: o.name for o in form.outputs if isinstance(o.value, Column)}
    found: dict[str, str] = {}
    for output in form.outputs:
        value = output.value
        if isinstance(value, Arithmetic) and value.operation in ("sum", "difference"):
            value = value.left
        of = value.of if isinstance(value, Figure | Related) and value.function not in COUNTS else value
        rows = value.rows if isinstance(value, Related) else form
        if not isinstance(of, Column):
            continue
        unit = _unit_beside(of, rows, catalog, models)
        if unit in shown and rows is form:
            found[output.name] = shown[unit]
        elif one := (settled(unit, rows) if unit is not None else _declared(of, rows, catalog)):
            found[output.name] = f"{ONE_UNIT}{one}"
    return found


def _unit_beside(of: Column, rows: Form, catalog: Catalog, models: "Sequence[Model]") -> Column | None:
    """The column that holds the unit of an amount."""
    told = [unit for model in models if (unit := unit_of(of, rows.table, model)) is not None]
    view = catalog.view(of.via[-1].table if of.via else rows.table)
    column = view.columns.get(of.field) if view else None
    beside = Column(field=column.unit, via=of.via) if column is not None and column.unit else None
    return beside or next(iter(told), None)


def _declared(of: Column, rows: Form, catalog: Catalog) -> str | None:
    """The one currency that a described model says the amounts of a column are in."""
    name = f"{of.via[-1].table if of.via else rows.table}.{of.field}"
    entities = catalog.ontology.entities if catalog.ontology else ()
    said = next((entity.unit for entity in entities if entity.unit and entity.name == name), None)
    return said if said in notation().currencies else None


def _short(value: Scalar) -> Scalar:
    """A decimal without zeros beyond its second digit: an average is worked out to more than it has."""
    if not isinstance(value, Decimal) or _places(value) <= _DIGITS:
        return value
    plain = value.normalize()
    return plain if _places(plain) >= _DIGITS else Decimal(f"{plain:.{_DIGITS}f}")


def _places(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def _formats(form: Form, rows: Rows, catalog: Catalog) -> dict[str, str]:
    """Columns of dates, which are shown as they are written everywhere (days kept as seconds are days too), and of
    percentages."""
    columns = enumerate(rows.columns)
    dates = {name: ISO_DATES for at, name in columns if any(isinstance(row[at], date) for row in rows.rows)}
    shown = {o.name: o.value for o in form.outputs if isinstance(o.value, Column)}
    views = {name: catalog.view(value.via[-1].table if value.via else form.table) for name, value in shown.items()}
    held = {name: view.columns.get(shown[name].field) for name, view in views.items() if view}
    kept = {name: column.format for name, column in held.items() if column is not None}
    shares = {o.name: PERCENT for o in form.outputs if isinstance(o.value, Arithmetic) and o.value.operation == PERCENT}
    return dates | shares | {name: shown for name, shown in kept.items() if shown is not None}


def data_of_form(form: Form, rows: Rows, row_ids: tuple[str, ...]) -> dict[str, object]:
    """The rows as they are read back."""
    named = [
        {ROW_ID: row_id, **dict(zip(rows.columns, row, strict=True))}
        for row_id, row in zip(row_ids, rows.rows, strict=True)
    ]
    return {
        "tableName": form.table,
        "rowCount": len(named),
        "truncated": rows.truncated,
        "tied": rows.tied,
        "rows": named,
    }
