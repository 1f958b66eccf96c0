"""What holds now: a member who `still` is one, a boat that lies here `at the moment`. Where rows tell when something
ended, or whether it holds, the answer must look at that."""

from arch_team.featuredata.calls import Op
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Column, Compare, Form
from arch_team.forms.showing import columns_in, comparisons_in, nodes_in
from arch_team.grammar.in_values import places_of_values
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.model import Gap, ModelField
from arch_team.modelling.naming import EXACT


def _passes_over_the_present(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked what holds now, some column tells when it ended or whether it holds, and none is looked
    at."""
    if not _says_now(lattice):
        return False
    model = lattice.model
    tables = {form.table, *(node.table for _, node in nodes_in(form) if isinstance(node, Form))}
    tables |= {table for table, _ in columns_in(form)}
    tables |= {link.table for link in model.links if link.to_table == form.table}
    states = {(t, f.name) for t in tables for f in model.tables[t].stored.values() if _tells_the_present(f, lattice)}
    looked_at = {c.left.field for c in comparisons_in(form) if isinstance(c.left, Column)}
    return bool(states) and looked_at.isdisjoint(field for _, field in states)


def as_it_is_now(form: Form, lattice: Lattice) -> Form | None:
    """A form that passes over the present, of the rows for which it has not ended yet. None where it looks at that, or
    more than one of their days may be the end."""
    if not _passes_over_the_present(form, lattice):
        return None
    table = lattice.model.tables[form.table]
    ends = [f for f in table.stored.values() if _may_be_an_end(f)]
    if len(ends) != 1:
        return None
    lasting = Compare(left=Column(field=ends[0].name), op=Op.IS_NULL)
    return form.model_copy(update={"where": (*form.where, lasting)})


def _says_now(lattice: Lattice) -> bool:
    values, denying = places_of_values(lattice), lattice.lexicon.words("not") | lattice.lexicon.words("without")
    ends = ((at, lattice.ends(at, "at_present")) for at in range(len(lattice)) if at not in values)
    found = [(at, end) for at, end in ends if end is not None]
    return any(end >= len(lattice) or lattice.words[end] not in denying for _, end in found)


def _tells_the_present(field: ModelField, lattice: Lattice) -> bool:
    """A day that some rows do not have yet, or a column that says in which state a row is."""
    states = lattice.lexicon.words("state_noun")
    is_state = any(states & {*name.words} for name in field.names if name.tier == EXACT)
    return _may_be_an_end(field) or is_state


def _may_be_an_end(field: ModelField) -> bool:
    """A day, and no year: in which year something was built is only not known."""
    return field.is_temporal and field.gap is Gap.EMPTY and field.type is not FieldType.INTEGER


AT_PRESENT = (_passes_over_the_present,)
