"""Whether two forms ask the same, however much of it they show."""

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Column, Compare, Condition, Form


def ask_the_same(one: Form, other: Form) -> bool:
    """Whether two forms are of the same rows, in the same groups and order, and one shows all that the other shows.
    That rows without the columns that are shown or ranked by are left out is no difference, nor whether each is shown
    once."""
    if _asked(one) != _asked(other):
        return False
    mine, theirs = (frozenset(output.value for output in form.outputs) for form in (one, other))
    return mine <= theirs or theirs <= mine


def _asked(form: Form) -> object:
    where = frozenset(condition for condition in form.where if not _only_says_there_is_one(condition))
    return (
        form.table,
        where,
        frozenset(form.group_by),
        frozenset(form.having),
        form.order_by[:1],
        form.limit,
        form.also,
        form.asks_whether,
    )


def _only_says_there_is_one(condition: Condition) -> bool:
    return isinstance(condition, Compare) and condition.op is Op.NOT_NULL and isinstance(condition.left, Column)
