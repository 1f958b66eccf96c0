"""An order of what is shown: `with their reach, greatest first`, `with their hiring dates, latest first`."""

from arch_team.forms.form import Column, Form
from arch_team.forms.showing import field_of
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Sorting
from arch_team.modelling.model import ModelField


def ranked_column(sorting: Sorting, form: Form, lattice: Lattice) -> Column | None:
    """The one figure that is shown, where a word ranks by any; the one day that is none of birth, where it ranks by
    days. None: several are, or the word says itself by what: the oldest are not those of the highest price."""
    word, lexicon = sorting.ranks, lattice.lexicon
    if word is None or sorting.by:
        return None
    listed = lexicon.dimensions.get(word, [])
    of_days = bool(listed) and all(columns.strip("-") in lexicon.words("time_noun") for columns in listed)
    if listed and not of_days and word not in lexicon.phrases("any_measure"):
        return None

    named = {columns.strip("-") for each in lexicon.dimensions.values() for columns in each}
    ages = [tuple(map(lattice.stem, phrase.split())) for phrase in named - lexicon.words("time_noun")]

    def is_ranked(field: ModelField | None) -> bool:
        if field is None or not of_days:
            return field is not None and field.is_measure
        is_day = not field.is_text or lattice.model.values.is_dated(field.table, field.name)
        return field.is_temporal and is_day and not any(field.is_called(phrase) for phrase in ages)

    shown = [output.value for output in form.outputs if isinstance(output.value, Column)]
    found = [column for column in shown if is_ranked(field_of(column, form.table, lattice.model))]
    return found[0] if len(found) == 1 else None
