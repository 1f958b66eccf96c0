"""What is missing is none of the things that are listed or counted for: no reason is no reason, and nobody leads
nothing."""

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Figure, Form


def of_what_there_is(form: Form) -> Form:
    """The different values of one column without what is missing; rows that are counted for each of others, without
    those that point at none."""
    columns = [o.value for o in form.outputs if isinstance(o.value, Column)]
    missing: list[Column] = []
    if form.distinct and len(columns) == 1 == len(form.outputs) and not form.group_by:
        missing = columns
    counts = [o.value for o in form.outputs if isinstance(o.value, Figure)]
    keys = [by for by in form.group_by if isinstance(by, Column)]
    is_count = bool(counts) and all(c.function is Function.COUNT and c.of is None for c in counts)
    ties = dict.fromkeys(key.via[0].field for key in keys if len(key.via) == 1)
    are_others = len(keys) == len(form.group_by) and all(key.via or key.field in ties for key in keys)
    if is_count and ties and are_others:
        missing = [Column(field=name) for name in ties]
    said = [c.left for c in form.where if isinstance(c, Compare)]
    there = tuple(Compare(left=each, op=Op.NOT_NULL) for each in missing if each not in said)
    return form.model_copy(update={"where": (*form.where, *there)}) if there else form
