"""How much there is of something at a moment: `the stock at the end of February`, `the stock on the 28th`.

A level has a state on the day a time ends with. Of what happens (orders, payments) such a day says too little: it may
be that day or the last days of the month, and nobody says which.
"""

from collections.abc import Callable
from dataclasses import replace

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column, Figure, Form
from arch_team.forms.showing import field_of, whole_columns_in
from arch_team.interpreting.read import Candidate, Read
from arch_team.modelling.model import Model
from arch_team.semantics.reading import parts_within
from arch_team.text.dates import edges_in
from arch_team.text.lexicon import Lexicon


def at_edges(question: str, model: Model, lexicon: Lexicon, read: Callable[[str], Read]) -> Read | None:
    """The reading of a question that speaks of such a day. None: it speaks of none."""
    edges = list(edges_in(question))
    if not edges:
        return None
    dated = question
    for edge in reversed(edges):
        dated = f"{dated[: edge.at[0]]}{lexicon.date_preposition} {edge.start.isoformat()}{dated[edge.at[1] :]}"
    found = read(dated)
    told = tuple(c for c in found.candidates if tells_a_level(c.form, model))
    said = question[slice(*edges[0].at)]
    if not told:
        return Read(question, unknown=found.unknown, stuck=None if found.unknown else said, not_held=found.not_held)
    return replace(
        found, question=question, candidates=tuple(replace(c, parts=parts_within(question, dated, c)) for c in told)
    )


def without_single_levels(read: tuple[Candidate, ...], model: Model) -> tuple[Candidate, ...]:
    """Without those that list single levels where another tells what these come to at that moment."""
    forms = [c.form for c in read if tells_a_level(c.form, model)]
    whole = {(form.table, form.where, of) for form in forms if (of := _summed(form)) is not None}
    return tuple(c for c in read if (c.form.table, c.form.where, _listed(c.form)) not in whole)


def _summed(form: Form) -> Column | None:
    value = form.outputs[0].value if len(form.outputs) == 1 and not form.group_by else None
    return value.of if isinstance(value, Figure) and value.function is Function.SUM else None


def _listed(form: Form) -> Column | None:
    value = form.outputs[0].value if len(form.outputs) == 1 and not form.group_by else None
    return value if isinstance(value, Column) else None


def tells_a_level(form: Form, model: Model) -> bool:
    """Whether a form is of something that is there at a moment."""
    fields = (field_of(column, table, model) for table, column in whole_columns_in(form))
    return any(own is not None and own.is_level for own in fields)
