"""Two figures held against each other, as one form: a share, a difference, a change, a ratio, or both side by side."""

from collections.abc import Iterator
from typing import Literal

from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import (
    Arithmetic,
    Column,
    Compare,
    Condition,
    Expression,
    Figure,
    Form,
    Given,
    Lookup,
    Order,
    Output,
)
from arch_team.forms.sensible import pinned
from arch_team.forms.showing import counting, field_of
from arch_team.modelling.model import Model

Kind = Literal["share", "difference", "change", "ratio", "compare", "top", "bottom", "whether_more", "whether_less"]
_TOTALS = (Function.SUM, Function.AVG)


def figures_in(form: Form, model: Model, kind: Kind) -> Iterator[Form]:
    """What of a form two sides can be held against each other by: its figure; of amounts their total, and where no
    share of a whole is asked, their average as well; of rows how many they are."""
    if form.limit is not None or form.having or form.also or form.asks_whether:
        return
    value = form.outputs[-1].value
    of = value.of if isinstance(value, Figure) else value
    level = field_of(of, form.table, model) if isinstance(of, Column) else None
    if level is not None and level.is_level:
        form = at_ends(form, model)
        if not is_at_a_moment(form, model):
            return  # of several days it is neither added up nor held against another
    if any(isinstance(c, Compare) and c.op is Op.EQ and c.left == value for c in form.where):
        return  # an amount that equals a number is no figure over rows
    if isinstance(value, Figure):
        if len(form.outputs) == 1 + len(form.group_by):
            yield form
        return
    field = field_of(value, form.table, model) if isinstance(value, Column) else None
    if len(form.outputs) == 1 and field is not None and field.is_measure and not form.group_by:
        usual = field.aggregation
        for function in (usual,) if usual is not None else _TOTALS[: 1 if kind == "share" else 2]:
            if function is Function.SUM and field.never_summed:
                continue
            figure = Figure(function=function, of=value)  # type: ignore[arg-type]
            yield Form(table=form.table, outputs=(Output(name="figure", value=figure),), where=form.where)
        return
    if field is not None and field.is_temporal:
        return  # days are no things to be counted
    counted = counting(form, model) if not form.group_by else None
    if counted is not None:
        yield counted


def paired(kind: Kind, first: Form, second: Form) -> Form | None:
    """Both as one form: the first with its rows, the second looked up. None: they cannot be held against each other."""
    if kind == "whether_less":
        return paired("whether_more", second, first)
    mine, theirs = first.outputs[-1].value, second.outputs[-1].value
    if first == second or second.group_by or (first.group_by and kind != "share"):
        return None
    alike = first.table == second.table and mine == theirs
    if kind != "ratio" and not alike:
        return None
    if isinstance(mine, Figure) and isinstance(theirs, Figure):
        functions = {mine.function, theirs.function}
        if len(functions) == 2 and functions <= set(_TOTALS):
            return None  # a total is not held against an average
    if kind == "share" and not set(second.where) <= set(first.where):
        return None
    if kind == "share" and first.group_by and first.where != second.where:
        return None  # of each group, or of all? a share within groups is another form
    other = Lookup(form=second)
    outputs: tuple[tuple[str, Expression], ...]
    match kind:
        case "share":
            percent = Arithmetic(operation="percent", left=mine, right=other)
            outputs = (("percent", percent), ("part", mine), ("whole", other))
            if first.group_by:
                keys = tuple(output for output in first.outputs[:-1])
                more = (Output(name="part", value=mine), Output(name="percent", value=percent))
                return first.model_copy(update={"outputs": (*keys, *more)})
        case "ratio":
            outputs = (
                ("ratio", Arithmetic(operation="ratio", left=mine, right=other)),
                ("first", mine),
                ("second", other),
            )
        case _:
            difference = Arithmetic(operation="difference", left=mine, right=other)
            outputs = (("difference", difference), ("first", mine), ("second", other))
            if kind == "change":
                outputs = (*outputs, ("percent", Arithmetic(operation="percent", left=difference, right=other)))
    named = tuple(Output(name=name, value=value) for name, value in outputs)
    return first.model_copy(update={"outputs": named, "asks_whether": kind == "whether_more"})


def apart(form: Form) -> Form | None:
    """The difference of the two figures that one form has: the highest and the lowest."""
    values = [output.value for output in form.outputs]
    if form.group_by or len(values) != 2 or not all(isinstance(value, Figure) for value in values):
        return None
    difference = Arithmetic(operation="difference", left=values[0], right=values[1])
    outputs = (("difference", difference), ("first", values[0]), ("second", values[1]))
    return form.model_copy(update={"outputs": tuple(Output(name=name, value=value) for name, value in outputs)})


def foremost(form: Form, *, is_top: bool) -> Form | None:
    """Of the figures for each, the largest or the smallest: the month with the most orders."""
    figures = [output.value for output in form.outputs if isinstance(output.value, Figure)]
    if not form.group_by or len(figures) != 1 or form.limit is not None or form.order_by:
        return None
    return form.model_copy(update={"order_by": (Order(by=figures[0], descending=is_top),), "limit": 1})


def at_ends(form: Form, model: Model) -> Form:
    """The form with the last day of a time in the place of the whole time."""

    def at_end(condition: Condition) -> Condition:
        if not isinstance(condition, Compare) or condition.op is not Op.BETWEEN or len(condition.values) != 2:
            return condition
        field = field_of(condition.left, form.table, model) if isinstance(condition.left, Column) else None
        if field is None or not field.is_temporal or field.type is not FieldType.DATE:
            return condition
        return Compare(left=condition.left, op=Op.EQ, right=Given(value=condition.values[1]))

    return form.model_copy(update={"where": tuple(map(at_end, form.where))})


def is_at_a_moment(form: Form, model: Model) -> bool:
    """Whether its rows are of one day."""
    fields = model.tables[form.table].fields
    return any(fields[name].is_temporal for table, name in pinned(form) if table == form.table and name in fields)


def is_pair(form: Form) -> bool:
    """Whether its first output is made of the others."""
    first, others = (form.outputs[0].value, form.outputs[1:]) if form.outputs else (None, ())
    return isinstance(first, Arithmetic) and first.left in [other.value for other in others]


def holds_two(form: Form) -> bool:
    """Whether the second figure is of other rows than the first."""
    first = form.outputs[0].value if form.outputs else None
    return isinstance(first, Arithmetic) and isinstance(first.right, Lookup)
