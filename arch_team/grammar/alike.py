"""Columns of other tables that are called as one is, and rows that are one by their name."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column, Condition, Figure, Form, Lookup, Output, Step
from arch_team.forms.sensible import equal_columns
from arch_team.grammar.syntax import Text
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


def of_the_one(model: Model, column: Column, table: str, where: tuple[Condition, ...]) -> Iterator[Lookup]:
    """What a row that is told by its name or key has in a column. Where several are called so, the most and the least
    of them: who is meant is then asked, as these are two readings."""
    for function in (Function.MAX, Function.MIN) if names_one(model.tables[table], where) else ():
        figure = Output(name="figure", value=Figure(function=function, of=column))
        yield Lookup(form=Form(table=table, outputs=(figure,), where=where))


class Pointing(Protocol):
    """A column, and how it is reached."""

    @property
    def column(self) -> Column: ...

    @property
    def field(self) -> ModelField: ...


def labels_behind(model: Model, place: Pointing, rights: Sequence[object]) -> Iterator[tuple[Column, ModelField]]:
    """What the rows are called that a column points at, where it is held against their name: a home port that is
    Helsinki."""
    field, column = place.field, place.column
    link = next((link for link in model.links_from(field.table) if link.field == field.name), None)
    texts = [right for right in rights if isinstance(right, Text)]
    own = any((hit.table, hit.field) == (field.table, field.name) for text in texts for hit in text.hits)
    if link is None or own or not texts or len(texts) < len(rights) or link.field == link.to_field:
        return
    step, label = Step(field=link.field, table=link.to_table, key=link.to_field), model.tables[link.to_table].label
    for name in label if link.to_field not in label else ():
        held = all(any((hit.table, hit.field) == (link.to_table, name) for hit in text.hits) for text in texts)
        if held:
            yield Column(field=name, via=(*column.via, step)), model.field(link.to_table, name)


def names_one(table: ModelTable, where: Iterable[Condition]) -> bool:
    """Whether rows are one, by its key or its name."""
    named = {*table.label, *(table.key if len(table.key) == 1 else ())}
    told = [left.field for left in equal_columns(where) if not left.via and left.field in named]
    return bool(told) and len(set(told)) == len(told)
