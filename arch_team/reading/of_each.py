"""The fee of each member is told with whose it is: amounts alone, each once, are nobody's."""

from arch_team.forms.form import Column, Form, Output
from arch_team.forms.joins import named_beside
from arch_team.forms.showing import free_name
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.naming import EXACT


def told_of_each(form: Form, lattice: Lattice) -> Form:
    """A list of columns of each row of a kind, with what names the row. Any other form as it is."""
    table = lattice.model.tables[form.table]
    shown = [output.value for output in form.outputs]
    names = {*table.label, *table.key}
    is_list = not form.group_by and not form.also and not form.asks_whether and form.limit is None
    if not is_list or not all(isinstance(value, Column) for value in shown):
        return form
    own = {value.field for value in shown if isinstance(value, Column) and not value.via}
    if not names.isdisjoint(own) or not _says_each(form.table, lattice):
        return form
    key = table.key if len(table.key) == 1 or not table.label else ()
    naming = named_beside(lattice.model, table) or [Column(field=name) for name in dict.fromkeys((*table.label, *key))]
    outputs: list[Output] = []
    for value in (*naming, *shown):
        outputs.append(Output(name=free_name(value, outputs), value=value))
    return form.model_copy(update={"outputs": tuple(outputs), "distinct": False})


def _says_each(table: str, lattice: Lattice) -> bool:
    """Whether rows of a table are named one by one: each of them, or per one of them."""
    for at in range(len(lattice)):
        for end in lattice.all_ends(at, "each"):
            behind = lattice.nouns[end] if end < len(lattice) else ()
            if any(s.table == table and s.field is None and s.tier == EXACT for noun in behind for s in noun.senses):
                return True
    return False
