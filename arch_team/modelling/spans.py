"""How long something took: where a row has the moment it began and the moment it ended, it has a duration."""

from collections.abc import Iterator
from dataclasses import replace

from arch_team.featuredata.spans import SECONDS, Span
from arch_team.featuredata.tables import FieldType
from arch_team.modelling.model import Model, ModelField, ModelTable
from arch_team.modelling.naming import EXACT, PARTIAL, Name
from arch_team.text.folding import folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import stems_of


def with_spans(model: Model, lexicon: Lexicon) -> Model:
    """The model in which such rows have a duration, unless one of their columns is called so."""
    tables = {name: _with_span(table, model, lexicon) for name, table in model.tables.items()}
    return replace(model, tables=tables)


def _with_span(table: ModelTable, model: Model, lexicon: Lexicon) -> ModelTable:
    pairs = list(_pairs(table, model, lexicon))
    called = lexicon.spans["name"]
    stems = stems_of(called, lexicon.language)
    if len(pairs) != 1 or any(n.words == stems and n.tier < PARTIAL for f in table.fields.values() for n in f.names):
        return table
    [(start, end)] = pairs
    is_timed = end.type is FieldType.DATETIME or all(model.values.is_timed(table.name, each.name) for each in pairs[0])
    usual = "minutes" if is_timed else "days"
    fields = dict(table.fields)
    for unit in SECONDS if is_timed else ("days",):
        title = lexicon.spans[unit]
        names = [Name(stems_of(title, lexicon.language), EXACT)]
        names += [Name(stems, EXACT)] if unit == usual else []
        whole = unit == "seconds" or not is_timed
        kind = FieldType.INTEGER if whole else FieldType.DECIMAL
        made = Span(start.name, end.name, unit).name
        fields[made] = ModelField(table.name, made, kind, tuple(names), is_measure=True, title=title, is_span=True)
    return replace(table, fields=fields)


def _pairs(table: ModelTable, model: Model, lexicon: Lexicon) -> Iterator[tuple[ModelField, ModelField]]:
    """Moments that are called alike but for the word that says which is the first: `started_at`, `ended_at`."""
    moments = {folded(f.name): f for f in table.fields.values() if _is_moment(f, model)}
    for name, start in moments.items():
        ends = {name.replace(first, last, 1) for first, last in lexicon.spans["ends"] if first in name}
        found = [moments[end] for end in ends if end in moments and end != name]
        if len(found) == 1 and found[0].type is start.type:
            yield start, found[0]


def _is_moment(field: ModelField, model: Model) -> bool:
    if not field.is_temporal or field.type is FieldType.INTEGER:
        return False
    return not field.is_text or model.values.is_dated(field.table, field.name)
