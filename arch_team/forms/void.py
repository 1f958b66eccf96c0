"""Which conditions make sense together."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Both, Column, Compare, Condition, Given, Member, Related


def is_void(table: str, where: Sequence[Condition]) -> bool:
    """Whether rows, or rows they are tied to, would have to have two values in one column."""
    members = [c for c in where if isinstance(c, Member)]
    if any(c.negated and _denies_itself(c, table) for c in members):
        return True
    inner = [c.form for c in members if not c.negated]
    inner += [c.left.rows for c in _flat(where) if isinstance(c, Compare) and isinstance(c.left, Related)]
    return is_empty(where) or any(is_void(form.table, form.where) for form in inner)


def is_empty(where: Sequence[Condition]) -> bool:
    """Whether conditions do not make sense together: one column of one row equal to two values, or equal to one
    and, as if that said more, not to another."""
    if _is_out_of_range(where):
        return True
    seen: dict[Column, object] = {}
    turned = [c.left for c in _flat(where) if isinstance(c, Compare) and c.op is Op.NE]
    for condition in _flat(where):
        if isinstance(condition, Compare) and condition.op is Op.EQ and isinstance(condition.left, Column):
            value = condition.right.value if isinstance(condition.right, Given) else condition.right
            if condition.left in turned or (condition.left in seen and seen[condition.left] != value):
                return True
            seen[condition.left] = value
    return False


def _is_out_of_range(where: Sequence[Condition]) -> bool:
    """Whether a column would have to be above one number and below a smaller one."""
    low: dict[Column, float] = {}
    high: dict[Column, float] = {}
    for c in _flat(where):
        value = c.right.value if isinstance(c, Compare) and isinstance(c.right, Given) else None
        if not isinstance(c, Compare) or not isinstance(c.left, Column) or not isinstance(value, int | Decimal):
            continue
        if c.op in (Op.GT, Op.GE):
            low[c.left] = max(low.get(c.left, float("-inf")), float(value))
        elif c.op in (Op.LT, Op.LE):
            high[c.left] = min(high.get(c.left, float("inf")), float(value))
    return any(column in high and high[column] < least for column, least in low.items())


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
