"""What holds where a condition does not."""

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Compare, Condition, Member, Not


def negative(condition: Condition) -> Condition:
    """The opposite: an anti-join for a semi-join."""
    if isinstance(condition, Member):
        return condition.model_copy(update={"negated": not condition.negated})
    if isinstance(condition, Not):
        return condition.of
    if isinstance(condition, Compare) and condition.op in _OPPOSITE:
        return condition.model_copy(update={"op": _OPPOSITE[condition.op]})
    return Not(of=condition)


_OPPOSITE = {
    Op.EQ: Op.NE,
    Op.NE: Op.EQ,
    Op.IN: Op.NOT_IN,
    Op.NOT_IN: Op.IN,
    Op.LIKE: Op.NOT_LIKE,
    Op.NOT_NULL: Op.IS_NULL,
    Op.IS_NULL: Op.NOT_NULL,
}
