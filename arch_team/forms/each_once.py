"""Kinds with how many rows are of each are told once, though every row of theirs tells them."""

from arch_team.forms.form import Column, Form, Related


def each_once(form: Form) -> Form:
    """The countries that have so many airlines, and how many: a form that lists kinds of its rows with their figures,
    each kind once. Any other form as it is."""
    shown = [output.value for output in form.outputs]
    kinds = [value for value in shown if isinstance(value, Column) and not value.via]
    told = [value for value in shown if isinstance(value, Related) and value.rows.table == form.table]
    of_kinds = [value for value in told if value.link in kinds and value.to == value.link.field]
    is_of_kinds = len(of_kinds) == len(told) > 0 and all(any(v.link == kind for v in told) for kind in kinds)
    is_all = len(told) + len(kinds) == len(shown) and not form.group_by
    return form.model_copy(update={"distinct": True}) if is_of_kinds and is_all else form
