"""Rows that are tied twice over the same others, where one tie may be meant: what somebody collected as the lead is not
what they collected and anybody led."""

from typing import TYPE_CHECKING

from arch_team.forms.form import Column, Figure, Form, Member, Related
from arch_team.forms.showing import columns_in, nodes_in

if TYPE_CHECKING:
    from arch_team.modelling.model import Model


def as_one_tie(form: Form, model: "Model") -> Form:
    """The form with two ties as one, where one of them says only what a row between tells by itself and the other says
    something else of it. Where more are told apart, each stands alone."""
    ties = [c for c in form.where if isinstance(c, Member) and _is_plain(c, model)]
    for one in ties:
        others = [c for c in ties if c is not one and (c.left, c.form.table) == (one.left, one.form.table)]
        if len(others) == 1 and _may_be_one(one, others[0]):
            said = (*one.form.where, *others[0].form.where)
            both = one.model_copy(update={"form": one.form.model_copy(update={"where": said})})
            where = tuple(both if c is one else c for c in form.where if c is not others[0])
            return form.model_copy(update={"where": where})
    return form


def _is_plain(tie: Member, model: "Model") -> bool:
    inner = tie.form
    is_whole = not (inner.group_by or inner.having or inner.order_by or inner.limit)
    counts = any(isinstance(node, Figure | Related) for _, node in nodes_in(inner))
    return not (tie.negated or counts) and is_whole and model.tables[inner.table].is_tie


def _may_be_one(one: Member, other: Member) -> bool:
    said = [{c for c in columns_in(each.form) if c != (each.form.table, each.left.field)} for each in (one, other)]
    outputs = [[output.value for output in each.form.outputs] for each in (one, other)]
    own = any({table for table, _ in columns} == {one.form.table} for columns in said)
    tied = all(isinstance(value, Column) and not value.via for value in outputs[0])
    return outputs[0] == outputs[1] and tied and own and said[0].isdisjoint(said[1])
