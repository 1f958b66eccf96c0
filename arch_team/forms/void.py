"""Which conditions make sense together."""

from collections.abc import Iterable, Iterator, Sequence

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Both, Column, Compare, Condition, Given, Member


def is_void(table: str, where: Sequence[Condition]) -> bool:
    """Whether rows, or rows they are tied to, would have to have two values in one column."""
    members = [c for c in where if isinstance(c, Member)]
    if any(c.negated and _denies_itself(c, table) for c in members):
        return True
    inner = [c.form for c in members if not c.negated]
    return is_empty(where) or any(is_void(form.table, form.where) for form in inner)


def is_empty(where: Sequence[Condition]) -> bool:
    """Whether conditions do not make sense together: one column of one row equal to two values, or equal to one
    and, as if that said more, not to another."""
    seen: dict[Column, object] = {}
    turned = [c.left for c in _flat(where) if isinstance(c, Compare) and c.op is Op.NE]
    for condition in _flat(where):
        if isinstance(condition, Compare) and condition.op is Op.EQ and isinstance(condition.left, Column):
            value = condition.right.value if isinstance(condition.right, Given) else condition.right
            if condition.left in turned or (condition.left in seen and seen[condition.left] != value):
                return True
            seen[condition.left] = value
    return False


def _denies_itself(member: Member, table: str) -> bool:
    """Whether rows would have to be of something that no such row is of: coupons of merchants without coupons."""
    form, key = member.form, member.form.outputs[0].value
    plain = form.table == table and not (form.where or form.having or form.limit)
    return plain and isinstance(key, Column) and bool(member.left.via) and member.left.via[0].field == key.field


def _flat(conditions: Iterable[Condition]) -> Iterator[Condition]:
    """Conditions that all hold, one by one."""
    for condition in conditions:
        if isinstance(condition, Both):
            yield from _flat(condition.of)
        else:
            yield condition
