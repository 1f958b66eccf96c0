"""Whether two forms ask the same, however much of it they show."""

from typing import cast

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Condition, Either, Form, Given, Member, Related, Value
from arch_team.forms.joins import nearest


def ask_the_same(one: Form, other: Form) -> bool:
    """Whether two forms are of the same rows, in the same groups and order, and one shows all that the other shows.
    That rows without the columns that are shown or ranked by are left out is no difference, nor whether each is shown
    once."""
    if _asked(one) != _asked(other):
        return False
    mine, theirs = (frozenset(nearest(output.value) for output in form.outputs) for form in (one, other))
    return mine <= theirs or theirs <= mine


def counts_otherwise(one: Form, other: Form) -> bool:
    """Whether two forms show the same of rows that are held to a number: of rows, or of different things they have."""
    return one != other and one.outputs == other.outputs and _of_rows(one.model_dump()) == _of_rows(other.model_dump())


def _of_rows(part: object) -> object:
    """A part of a form as one that counts rows."""
    if isinstance(part, dict):
        held = {key: _of_rows(each) for key, each in cast("dict[str, object]", part).items() if key != "name"}
        if held.get("function") in (Function.COUNT, Function.COUNT_DISTINCT):
            held |= {"function": Function.COUNT, "of": None}
        return held
    if isinstance(part, list | tuple):
        return [_of_rows(each) for each in cast("tuple[object, ...]", part)]
    return part


def _asked(form: Form) -> object:
    where = frozenset(_as_one(each) for each in form.where if not _only_says_there_is_one(each, form))
    return (
        form.table,
        where,
        frozenset(map(nearest, form.group_by)),
        frozenset(form.having),
        form.order_by[:1],
        form.limit,
        form.also,
        form.asks_whether,
    )


def _only_says_there_is_one(condition: Condition, form: Form) -> bool:
    """A column that holds something, or rows of another table of which the most are asked for."""
    if isinstance(condition, Compare):
        return condition.op is Op.NOT_NULL and isinstance(condition.left, Column)
    if not isinstance(condition, Member) or condition.negated:
        return False
    rows = condition.form
    if (rows.table, rows.where, [o.value for o in rows.outputs]) == (form.table, (), [condition.left]):
        return True
    if not form.order_by:
        return False
    most = form.order_by[0]
    if not most.descending or not isinstance(most.by, Related):
        return False
    return (most.by.rows.table, most.by.rows.where) == (rows.table, rows.where)


def _as_one(condition: Condition) -> Condition:
    """One of several values of a column, however it is said."""
    if isinstance(condition, Compare) and condition.op is Op.IN:
        return condition.model_copy(update={"values": tuple(sorted(condition.values, key=str))})
    if not isinstance(condition, Either):
        return condition
    values: list[Value] = []
    for each in condition.of:
        if not isinstance(each, Compare) or each.op is not Op.EQ or not isinstance(each.right, Given):
            return condition
        values.append(each.right.value)
    first, *others = (each.left for each in condition.of if isinstance(each, Compare))
    if any(other != first for other in others):
        return condition
    return Compare(left=first, op=Op.IN, values=tuple(sorted(values, key=str)))
