"""Forms that no question asks for, and when two conditions are of one kind."""

from collections.abc import Iterable
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING, cast

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import (
    Both,
    Column,
    Compare,
    Condition,
    Either,
    Figure,
    Form,
    Given,
    Lookup,
    Member,
    Order,
    Related,
)
from arch_team.forms.showing import field_of, nodes_in

if TYPE_CHECKING:
    from arch_team.modelling.model import Model

_ABOVE, _BELOW = (Op.GT, Op.GE), (Op.LT, Op.LE)


def contradicts_itself(form: Form) -> bool:
    """Whether a figure would have to be so much, and more than something larger; or a value one, and one of others; or
    something would be put together for each of its own values; or the first and the last of one thing are one row; or
    what is the highest of all is ranked by what all of it share."""
    if any(a.by == b.by and a.descending != b.descending for a, b in combinations(form.order_by, 2)):
        return True
    told_once = [
        c for c in form.where if isinstance(c, Compare) and c.op is Op.EQ and isinstance(c.right, Lookup | Related)
    ]
    if any(order.by == c.left for order in form.order_by for c in told_once):
        return True
    if any(
        isinstance(o.value, Figure) and o.value.of is not None and o.value.of in form.group_by for o in form.outputs
    ):
        return True
    if any(isinstance(n, Related) and n.of == n.link and n.rows.table == table for table, n in nodes_in(form)):
        return True
    held = [c for c in form.where if isinstance(c, Compare)]
    told = [each for each in map(_choice, form.where) if each is not None]
    if any(one == other and mine.isdisjoint(theirs) for (one, mine), (other, theirs) in combinations(told, 2)):
        return True
    equal = {c.left: value for c in held if c.op is Op.EQ and (value := _number(c)) is not None}
    for c in held:
        value, said = _number(c), equal.get(c.left)
        if said is None or value is None:
            continue
        if (c.op in _ABOVE and said < value) or (c.op in _BELOW and said > value):
            return True
    return any(isinstance(c, Member) and contradicts_itself(c.form) for c in form.where)


def _choice(condition: Condition) -> tuple[object, frozenset[object]] | None:
    """What a column may hold: one value, or one of several."""
    each = condition.of if isinstance(condition, Either) else (condition,)
    values = {
        c.right.value: c.left for c in each if isinstance(c, Compare) and c.op is Op.EQ and isinstance(c.right, Given)
    }
    lefts = [*dict.fromkeys(values.values())]
    return (lefts[0], frozenset(values)) if len(values) == len(each) and len(lefts) == 1 else None


def ranks_texts(form: Form, model: "Model") -> bool:
    """Whether something is first or last, before or after, by texts that tell a time and do not sort as it does:
    `12 March 1984` stands before `9 May 1968`."""
    for table, part in nodes_in(form):
        by = part.by if isinstance(part, Order) else part.left if isinstance(part, Compare) else None
        if isinstance(part, Figure | Related) and part.function in (Function.MIN, Function.MAX):
            by, table = part.of, part.rows.table if isinstance(part, Related) else table
        if not isinstance(by, Column) or (isinstance(part, Compare) and part.op not in (*_ABOVE, *_BELOW)):
            continue
        field = field_of(by, table, model)
        told = field is not None and field.is_text and field.is_temporal
        if field is not None and told and not model.values.is_in_order(field.table, field.name):
            return True
    return False


def equal_columns(where: Iterable[Condition]) -> list[Column]:
    """The columns that conditions hold to one value."""
    held = [part for c in where for part in (c.of if isinstance(c, Both) else (c,))]  # a first and a last name
    lefts = (c.left for c in held if isinstance(c, Compare) and c.op is Op.EQ)
    return [left for left in lefts if isinstance(left, Column)]


def goes_back(form: Form, model: "Model") -> bool:
    """Whether rows are chosen by others that only share something with those they belong to: the shoots of any donkey,
    as one of the donkeys is called Odin."""
    ties = [c for c in form.where if isinstance(c, Member) and c.left.via and not c.negated]
    back = [tie for tie in ties if tie.form.table in {step.table for step in tie.left.via}]
    keys = [(tie.form.outputs[0].value, model.tables[tie.form.table].key) for tie in back]
    return any(isinstance(shared, Column) and shared.field not in key for shared, key in keys) or _circles(form, ())


def _circles(form: Form, above: tuple[str, ...]) -> bool:
    """Whether rows are tied to others that are tied to rows of the same kind, of which nothing is said but what is said
    of the first: plays with parts of who directed plays with parts."""
    ties = [c.form for c in form.where if isinstance(c, Member) and not c.negated]
    if len(above) > 1 and form.table in above[:-1] and len(ties) == len(form.where):
        return True
    return any(_circles(tie, (*above, form.table)) for tie in ties)


def pinned(form: Form) -> set[tuple[str, str]]:
    """The columns, each with its table, that must hold one value."""
    found = set[tuple[str, str]]()
    held = [part for said in form.where for part in (said.of if isinstance(said, Both) else (said,))]
    for c in held:
        if isinstance(c, Compare) and c.op is Op.EQ and isinstance(c.left, Column):
            found.add((c.left.via[-1].table if c.left.via else form.table, c.left.field))
        elif isinstance(c, Member) and not c.negated:
            found |= pinned(c.form)
    return found


def parts_each_row(form: Form, model: "Model") -> bool:
    """Whether rows are put together by what they are and by their own number: each would stand alone."""
    table = model.tables[form.table]
    own = {by.field for by in form.group_by if isinstance(by, Column) and not by.via}
    is_figure = any(isinstance(output.value, Figure) for output in form.outputs)
    return is_figure and bool(table.key) and own.issuperset(table.key) and not own <= {*table.key, *table.label}


def _number(compare: Compare) -> Decimal | None:
    value = compare.right.value if isinstance(compare.right, Given) else None
    return Decimal(str(value)) if isinstance(value, int | float | Decimal) and not isinstance(value, bool) else None


def shape_of(condition: Condition) -> str:
    """A condition without its values: two of one shape speak of the same column in the same way."""
    data = condition.model_dump(mode="json")
    return str(_without_values(data))


def _without_values(node: object) -> object:
    if isinstance(node, dict):
        known = cast("dict[str, object]", node)
        if known.get("kind") == "given":
            return "value"
        return {key: _without_values(value) for key, value in known.items() if key != "values"}
    if isinstance(node, list):
        return [_without_values(item) for item in cast("list[object]", node)]
    return node
