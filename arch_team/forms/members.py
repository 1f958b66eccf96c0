"""What a kind is said of, where its rows only say of which kind other rows are."""

from collections.abc import Iterator

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Figure, Form, Output, Step
from arch_team.forms.joins import moved
from arch_team.forms.showing import free_name
from arch_team.modelling.model import Model

_MOST = 2
"""Kinds of rows that a person is asked about beside the one that was read."""


def kinds_held(form: Form, model: Model) -> list[Column]:
    """The columns of a form's own rows that must equal a value, and by which no row is called. None, where more is
    told of those rows than what they are: they are things themselves."""
    table = model.tables[form.table]
    if any(field.is_measure or field.is_temporal for field in table.fields.values()):
        return []
    held = [c.left for c in form.where if isinstance(c, Compare) and c.op is Op.EQ and isinstance(c.left, Column)]
    return [
        c for c in held if not c.via and c.field not in (*table.label, *table.key) and table.fields[c.field].is_text
    ]


def of_members(form: Form, model: Model) -> tuple[Form, ...] | None:
    """The same of the rows that point at those of a form: `how many cats are there`, where breeds say which animals are
    cats. None: too many kinds of rows point there, or it cannot be said of them."""
    plain = not (form.group_by or form.having or form.order_by or form.limit or form.also)
    counts = all(o.value == Figure(function=Function.COUNT) for o in form.outputs)
    lists = all(isinstance(o.value, Column) and not o.value.via for o in form.outputs)
    found = tuple(_seen_from_members(form, model, counts=counts)) if plain and (counts or lists) else ()
    return found if 0 < len(found) <= _MOST else None


def _seen_from_members(form: Form, model: Model, *, counts: bool) -> Iterator[Form]:
    for link in model.links_to(form.table):
        members = model.tables[link.table]
        if members.is_bridge or link.table == form.table:
            continue
        steps = (Step(field=link.field, table=form.table, key=link.to_field),)
        outputs: list[Output] = [*form.outputs] if counts else []
        for name in (members.label or members.key) if not counts else ():
            column = Column(field=name)
            outputs.append(Output(name=free_name(column, outputs), value=column))
        where = tuple(moved(condition, steps) for condition in form.where)
        yield form.model_copy(update={"table": link.table, "outputs": tuple(outputs), "where": where})
