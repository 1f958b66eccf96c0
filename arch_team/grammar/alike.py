"""Columns of other tables that are called as one is, and rows that are one by their name."""

from collections.abc import Iterable

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Both, Column, Compare, Condition, Figure, Form, Lookup, Output
from arch_team.modelling.model import Model, ModelField, ModelTable
from arch_team.modelling.naming import EXACT


def alike_column(model: Model, field: ModelField, table: str) -> Column | None:
    """The column of a table that is called as another is: the age of a teacher for the age of a student."""
    if table == field.table:
        return Column(field=field.name)
    own = {name.words for name in field.names if name.tier == EXACT}
    fields = model.tables[table].fields.values()
    same = [f for f in fields if f.type is field.type and any(n.words in own for n in f.names if n.tier == EXACT)]
    return Column(field=same[0].name) if len(same) == 1 else None


def of_the_one(model: Model, column: Column, table: str, where: tuple[Condition, ...]) -> Lookup | None:
    """What a row that is told by its name or key has in a column. None: it is not told so."""
    if not names_one(model.tables[table], where):
        return None
    figure = Figure(function=Function.MAX, of=column)
    return Lookup(form=Form(table=table, outputs=(Output(name="figure", value=figure),), where=where))


def names_one(table: ModelTable, where: Iterable[Condition]) -> bool:
    """Whether rows are one, by its key or its name."""
    named = {*table.label, *(table.key if len(table.key) == 1 else ())}
    each = (part for c in where for part in (c.of if isinstance(c, Both) else (c,)))
    return any(
        isinstance(c, Compare)
        and c.op is Op.EQ
        and isinstance(c.left, Column)
        and not c.left.via
        and c.left.field in named
        for c in each
    )
