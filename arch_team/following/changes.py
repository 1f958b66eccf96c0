"""In what two forms differ: whether one is the other, changed in just one way."""

import json
from collections.abc import Sequence

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import (
    Arithmetic,
    Bucket,
    Column,
    Compare,
    Condition,
    Either,
    Figure,
    Form,
    Given,
    Lookup,
    Member,
)

_EMPTY = {"limit": None, "distinct": False}
VALUES = ("value", "values")
"""What conditions hold columns to."""
COUNTS = (Function.COUNT, Function.COUNT_DISTINCT)


def outputs(form: Form) -> list[object]:
    return [output.value for output in form.outputs]


def figures(form: Form) -> list[Figure]:
    return [output.value for output in form.outputs if isinstance(output.value, Figure)]


def counts(form: Form) -> bool:
    """Whether a form gives how many rows there are, and nothing else."""
    return len(form.outputs) == 1 and [figure.function in COUNTS for figure in figures(form)] == [True]


def is_list(form: Form) -> bool:
    """Whether a form shows columns of its rows, and makes nothing of them."""
    return not form.group_by and all(isinstance(output.value, Column) for output in form.outputs)


def but(form: Form, *fields: str) -> Form:
    """A form without some of its fields: what is left of it has to be as it was."""
    return form.model_copy(update={field: _EMPTY.get(field, ()) for field in fields})


def same_rows(form: Form, where: Sequence[object]) -> bool:
    """Whether rows are told by the same. That there is a value to break down by, a breakdown says too."""
    told = [c for c in form.where if c in where or not (isinstance(c, Compare) and c.op is Op.NOT_NULL)]
    return len(told) == len(where) and all(condition in told for condition in where)


def is_listed(form: Form, before: Form) -> bool:
    """Whether the rows are shown that were counted."""
    counted = any(figure.function in COUNTS for figure in figures(before))
    return counted and is_list(form) and form.table == before.table and same_rows(form, before.where)


def is_broken_down(form: Form, before: Form) -> bool:
    same = form.table == before.table and same_rows(form, before.where) and not _has_more(form, before)
    many = _ways(form) == max(1, _ways(before))
    return (
        same and bool(figures(form)) and figures(form) == figures(before) and many and form.group_by != before.group_by
    )


def _has_more(form: Form, before: Form) -> bool:
    """Whether rows have to have something besides what they are broken down by."""
    columns = [each.of if isinstance(each, Bucket) else each for each in form.group_by]
    keys = {c.via[0].field if c.via else c.field for c in columns if isinstance(c, Column)}
    more = [c.left for c in form.where if isinstance(c, Compare) and c.op is Op.NOT_NULL and c not in before.where]
    return any(not isinstance(c, Column) or (c.via[0].field if c.via else c.field) not in keys for c in more)


def is_narrowed(form: Form, before: Form) -> bool:
    added = [condition for condition in form.where if condition not in before.where]
    kept = all(condition in form.where for condition in before.where)
    return kept and bool(added) and but(form, "where") == but(before, "where")


def is_dated(form: Form, before: Form) -> bool:
    columns, old = ([c.left for c in each.where if isinstance(c, Compare)] for each in (form, before))
    return but(form, "where") == but(before, "where") and columns == old and form.where != before.where


def is_only_sorted(form: Form, before: Form) -> bool:
    same = but(form, "order_by", "distinct") == but(before, "order_by", "distinct")
    return bool(form.order_by) and form.order_by != before.order_by and same


def is_either(form: Form, one: Compare, two: Compare) -> bool:
    return any(isinstance(c, Either) and len(c.of) == 2 and one in c.of and two in c.of for c in form.where)


def is_difference(form: Form, one: Form, other: Form) -> bool:
    """Whether a form is the figure of one less that of the other."""
    made = form.outputs[0].value if form.outputs else None
    if not isinstance(made, Arithmetic) or made.operation != "difference" or not isinstance(made.right, Lookup):
        return False
    return made.left == one.outputs[0].value and form.where == one.where and made.right.form.where == other.where


def is_share(form: Form, part: Form, whole: Form) -> bool:
    """Whether a form is the figure of one in percent of that of the other."""
    made = form.outputs[0].value if form.outputs else None
    if not isinstance(made, Arithmetic) or made.operation != "percent" or not isinstance(made.right, Lookup):
        return False
    base = made.right.form
    held = form.table == part.table and base.table == whole.table and not form.group_by
    return held and made.left == part.outputs[0].value and same_rows(form, part.where) and same_rows(base, whole.where)


def is_of_rows(form: Form, before: Form) -> bool:
    """Whether rows of another table are shown, told by nothing but the rows that were asked for."""
    [only] = form.where if len(form.where) == 1 else [None]
    if not isinstance(only, Member) or only.negated or not is_list(form) or form.limit is not None:
        return False
    return only.form.table == before.table and same_rows(only.form, before.where) and not only.form.having


def is_of_any(form: Form, table: str) -> bool:
    """Whether columns are shown of the rows of a table, whichever they are that have any."""
    shown = outputs(form)
    told = [c for c in form.where if not (isinstance(c, Compare) and c.op is Op.NOT_NULL and c.left in shown)]
    plain = not (told or form.order_by or form.having or form.also) and form.limit is None
    return plain and form.table == table and is_list(form)


def is_of_all(form: Form, before: Form | None) -> bool:
    """Whether rows of another table are asked for by nothing but that they have to do with rows such as were told
    apart before; where that was not understood, with any."""
    members = [condition for condition in form.where if isinstance(condition, Member) and not condition.negated]
    tables = [member.form.table for member in members]
    told = any(member.form.where for member in members) or len(members) < len(form.where)
    if told or not members or not is_list(form) or form.order_by:
        return False
    return before is None or (bool(before.where or before.limit) and form.table != before.table in tables)


def holds(form: Form, value: str) -> bool:
    """Whether rows are told by a value."""
    return any(isinstance(c, Compare) and isinstance(c.right, Given) and c.right.value == value for c in form.where)


def opposite(condition: Condition) -> Condition | None:
    """That there is something, of that there is none; and the other way round."""
    if isinstance(condition, Compare) and condition.op in _TURNED and condition.right is None:
        return condition.model_copy(update={"op": _TURNED[condition.op]})
    if isinstance(condition, Member):
        return condition.model_copy(update={"negated": not condition.negated})
    if isinstance(condition, Compare) and condition.op in _SAME and is_value(condition):
        return condition.model_copy(update={"op": _SAME[condition.op]})  # a column of yes and no
    return None


def is_value(condition: Condition) -> bool:
    """Whether rows are held to a value, and not to having something or none."""
    return isinstance(condition, Compare) and isinstance(condition.right, Given)


def lacks(condition: Condition) -> bool:
    """Whether rows are those that have none."""
    return (
        condition.negated
        if isinstance(condition, Member)
        else isinstance(condition, Compare) and condition.op in (Op.IS_NULL, Op.NE)
    )


def denials(form: Form) -> int:
    """How many of its conditions say that something is not so, or not there."""
    return sum(lacks(c) or c.kind == "not" or (c.kind == "compare" and c.op in _DENYING) for c in form.where)


def is_time(condition: object, year: str) -> bool:
    """Whether a condition holds something to a year."""
    if not isinstance(condition, Compare):
        return False
    named = [condition.right.value] if isinstance(condition.right, Given) else list(condition.values)
    return bool(named) and all(str(value).startswith(year) for value in named)


def drops(form: Form, before: Form) -> bool:
    """Whether something that rows were told by is gone, and nothing of the same column in its place."""
    if form.table != before.table:  # rows of another kind, told by their own column of the kind
        return [condition.kind for condition in form.where] != [condition.kind for condition in before.where]
    gone = [condition for condition in before.where if condition not in form.where]
    came = [_told_of(condition) for condition in form.where if condition not in before.where]
    return any(_told_of(condition) not in came for condition in gone)


def is_heard(form: Form, before: Form) -> bool:
    """Whether a form has something that the one before has not: a text that only takes away was not heard."""
    return bool(_nodes(form) - _nodes(before))


def has_other_value(form: Form, before: Form) -> bool:
    """Whether nothing but a value is another."""
    return form != before and build(form, VALUES) == build(before, VALUES)


def build(form: Form, without: Sequence[str]) -> str:
    """A form without the values that it is held to, in whatever order its conditions are."""

    def blank(node: object) -> object:
        if isinstance(node, dict):
            told = {key: None if key in without else blank(value) for key, value in node.items()}  # type: ignore[misc]
            return {key: sorted(map(json.dumps, value)) if key == "where" else value for key, value in told.items()}  # type: ignore[misc]
        return [blank(each) for each in node] if isinstance(node, list) else node  # type: ignore[misc]

    return json.dumps(blank(form.model_dump(mode="json")), sort_keys=True)


_DENYING = (Op.NE, Op.NOT_IN, Op.NOT_LIKE)
_SAME = {Op.EQ: Op.NE, Op.NE: Op.EQ}
_TURNED = {Op.IS_NULL: Op.NOT_NULL, Op.NOT_NULL: Op.IS_NULL}


def _ways(form: Form) -> int:
    """By how many things a form is broken down. What tells rows of another table apart is one, with the key to it."""
    columns = {(each.via[0].field if each.via else each.field) for each in form.group_by if isinstance(each, Column)}
    return len(columns) + sum(not isinstance(each, Column) for each in form.group_by)


def _told_of(condition: Condition) -> object:
    """The column, or the rows, that a condition is said of."""
    if isinstance(condition, Compare):
        return condition.left.of if isinstance(condition.left, Bucket) else condition.left
    return condition.kind


def _nodes(form: Form) -> set[str]:
    fields = (form.outputs, form.where, form.group_by, form.having, form.order_by, form.also)
    nodes = {json.dumps(each.model_dump(mode="json"), sort_keys=True) for field in fields for each in field}
    return nodes | {form.table, str(form.limit), str(form.asks_whether)}
