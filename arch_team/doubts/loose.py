"""What a reading leaves open: values that it looks for where nobody said, and values that it lost."""

from collections.abc import Sequence

from arch_team.forms.form import Column, Form, Member
from arch_team.forms.showing import columns_in, nodes_in, whole_columns_in
from arch_team.grammar.dating import is_time
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.naming import PARTIAL
from arch_team.text.folding import folded


def is_loose(form: Form, lattice: Lattice) -> bool:
    """Whether a value is looked for in a table that the question does not name, and is not the name of a row; or a
    year in a column of numbers, which may be another year of these rows than the one that was meant."""
    held = [*columns_in(form)]
    if len({c.form.table for c in form.where if isinstance(c, Member) and c.form.where}) > 1:
        return True  # who cleaned for a booking: that both are tied to them says nothing of the two
    if len(_stepped_over(form) - {form.table, *lattice.mentioned}) > 1:
        return True
    named = {(s.table, s.field) for nouns in lattice.nouns for noun in nouns for s in noun.senses}
    years = [(t, n) for t, n in held if n in lattice.model.tables[t].fields and (t, n) not in named]
    fields = [lattice.model.field(table, name) for table, name in years]
    if len({t for t, _ in held}) > 1 and any(f.is_temporal and f.type.is_number for f in fields):
        return True
    others = [(t, n) for t, n in held if t != form.table and t not in lattice.mentioned]
    fields = [lattice.model.field(table, name) for table, name in others]
    numbers = (lattice.number(at) for at in range(len(lattice)))
    said = bool(lattice.times) or any(number is not None and is_time(number) for number in numbers)
    odd = [f for f in fields if f.is_text or (said and f.type.is_number and not f.is_temporal)]
    label = {(t, n) for t, n in others if n in lattice.model.tables[t].label}
    return any(not f.is_key and f.refers_to is None and (f.table, f.name) not in label for f in odd)


def _stepped_over(form: Form) -> set[str]:
    """Tables whose rows lead from some rows to others."""
    found = {node.table for _, node in nodes_in(form) if isinstance(node, Form)}
    found |= {step.table for _, column in whole_columns_in(form) for step in column.via[:-1]}
    ties = [node.form.outputs[0].value for _, node in nodes_in(form) if isinstance(node, Member)]
    return found | {step.table for tie in ties if isinstance(tie, Column) for step in tie.via}


def keeps_values(form: Form, lattice: Lattice) -> bool:
    """Whether a question said plainly still holds each value that was said of its rows."""
    held = {*columns_in(form)}
    tables = {table for table, _ in held} | {form.table}
    texts = [text for found in lattice.texts for text in found if text.is_worded or text.is_lower]
    own = ([(hit.table, hit.field) for hit in text.hits if hit.table in tables] for text in texts)
    return all(not places or not held.isdisjoint(places) for places in own)


def is_of_a_rest(form: Form, cues: Sequence[str], lattice: Lattice) -> bool:
    """Whether a word that holds two things against each other is read as a column that is only called so among other
    words: a `capacity percentage` is no percentage of games."""
    told = {folded(cue) for cue in cues}
    nouns = [noun for nouns in lattice.nouns for noun in nouns if told.intersection(lattice.words[slice(*noun.span)])]
    columns = {*columns_in(form)}
    senses = [sense for noun in nouns for sense in noun.senses if (sense.table, sense.field or "") in columns]
    return bool(senses) and all(sense.tier >= PARTIAL for sense in senses)
