"""`leaving out those without a cause`: rows that have none of what they are grouped by make no group."""

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Column, Compare, Form


def without_none(form: Form) -> Form:
    """A form whose groups all have a name. Any other form as it is."""
    keys = [key for key in form.group_by if isinstance(key, Column)]
    held = [Compare(left=key, op=Op.NOT_NULL) for key in keys]
    more = tuple(each for each in held if each not in form.where)
    return form.model_copy(update={"where": (*form.where, *more)}) if more else form
