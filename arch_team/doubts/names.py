"""What a question names, and the form does not speak of."""

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column, Form, Related
from arch_team.forms.showing import columns_in
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun
from arch_team.modelling.naming import EXACT

_EXTREMES = (Function.MAX, Function.MIN)


def _passes_over_a_column(form: Form, lattice: Lattice) -> bool:
    """Whether a column is called by its whole name, and is nowhere in the form: `… per publisher, only how many`."""
    columns = {*columns_in(form)}
    tables = {form.table, *(table for table, _ in columns)}
    held = {at for texts in lattice.texts for text in texts if text.hits for at in range(*text.span)}
    held |= {at for time in lattice.times.values() for at in range(*time.span)}

    called = {word for table in tables for name in lattice.model.tables[table].names for word in name.words}

    def is_told(noun: Noun) -> bool:
        words = lattice.stems[slice(*noun.span)]
        if called.issuperset(words) or (len(words) == 1 and words[0] in lattice.generic):
            return True  # the allergies of a `has_allergy`, the names of whatever is asked for
        whole = [sense for sense in noun.senses if sense.tier == EXACT]
        if any(sense.field is None for sense in whole) or not any(sense.table in tables for sense in whole):
            return True
        pointed = {lattice.model.field(s.table, s.field or "").refers_to for s in whole}
        return not {s.field for s in whole}.isdisjoint(field for _, field in columns) or bool(pointed & tables)

    ends = [max(nouns, key=lambda noun: noun.span[1]) for nouns in lattice.nouns if nouns]
    inside = {at for noun in ends for at in range(noun.span[0] + 1, noun.span[1])}
    named = [n for n in ends if n.span[0] not in inside and held.isdisjoint(range(*n.span))]
    named = [n for n in named if n.span[1] - n.span[0] > 1 or not lattice.entries[n.span[0]]]
    return not all(map(is_told, named))


def _is_of_each(form: Form, lattice: Lattice) -> bool:
    """Whether the highest of each is shown, where the highest of all is asked for: *the highest value, and on which
    sample*."""
    shown = [output.value for output in form.outputs]
    highest = [value for value in shown if isinstance(value, Related) and value.function in _EXTREMES]
    if not highest or form.order_by or lattice.says("each") or lattice.says("every"):
        return False
    return any(isinstance(value, Column) for value in shown) and lattice.says("superlative")


NAMES = (_passes_over_a_column, _is_of_each)
