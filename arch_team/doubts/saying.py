"""What a form says of columns."""

from arch_team.forms.form import Column, Form
from arch_team.forms.sensible import equal_columns
from arch_team.forms.showing import columns_in
from arch_team.grammar.lattice import Lattice


def equals(form: Form) -> list[Column]:
    """The columns that are held to one value."""
    return equal_columns(form.where)


def words_of_columns(form: Form, lattice: Lattice) -> set[str]:
    """What the columns of a form are called, word by word."""
    tables = lattice.model.tables
    fields = [tables[t].fields[n] for t, n in columns_in(form) if n in tables[t].fields]
    return {word for field in fields for name in field.names for word in name.words}
