"""Times that a reading holds rows to, where others may be meant: who did most in 2025 need not have joined then."""

from arch_team.doubts.main_verbs import says_what_was
from arch_team.doubts.ties import PLAIN, is_told, said_verbs
from arch_team.featuredata.calls import Op
from arch_team.forms.form import Arithmetic, Bucket, Column, Compare, Figure, Form, Member
from arch_team.forms.showing import field_of, nodes_in, whole_columns_in
from arch_team.grammar.dating import is_time
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.model import ModelField
from arch_team.modelling.naming import EXACT


def is_of_what_was_done(form: Form, lattice: Lattice) -> bool:
    """Whether a time that nobody said of a day of these rows stands beside others that have a day of their own."""
    table = lattice.model.tables[form.table]
    plain = lattice.lexicon.words("year_noun") | {lattice.lexicon.date_word}
    held = (field for field in map(table.fields.get, _compared(form)) if field is not None and field.is_temporal)
    days = [f for f in held if not any({*n.words} <= plain for n in f.names if n.tier == EXACT)]  # the year of a row
    at = _time_in(lattice)
    if not days or at is None or any(_is_said(field, lattice) for field in days):
        return False
    before, behind = _tables_at(lattice, range(at - 1, -1, -1)), _tables_at(lattice, range(at + 1, len(lattice)))
    if form.table in before and not _is_of_the_verb(at, lattice):
        return False
    others = {node.table for _, node in nodes_in(form) if isinstance(node, Form)} | before | behind
    return any(_has_a_day(name, lattice) for name in others - {form.table})


def _compared(form: Form) -> list[str]:
    held = (c.left for c in form.where if isinstance(c, Compare))
    return [left.field for left in held if isinstance(left, Column) and not left.via]


def _time_in(lattice: Lattice) -> int | None:
    """Where the first time of a question stands."""
    numbers = (lattice.number(at) for at in range(len(lattice)))
    years = [number.span[0] for number in numbers if number is not None and is_time(number)]
    return min([*years, *(time.span[0] for time in lattice.times.values())], default=None)


def _is_of_the_verb(at: int, lattice: Lattice) -> bool:
    """Whether a verb stands between a time and the noun before it: `which helper has in 2025 …`."""
    helping = lattice.lexicon.words("have")
    for place in range(at - 1, -1, -1):
        if lattice.words[place] in helping:
            return True
        if lattice.nouns[place] and lattice.stems[place] not in _time_nouns(lattice):
            return False
    return False


def is_done_elsewhere(form: Form, lattice: Lattice) -> bool:
    """`where were the most bikes returned`: told by the rentals that say where and when, and not by the bikes."""
    tables = {form.table, *(node.table for _, node in nodes_in(form) if isinstance(node, Form))}
    tables |= {step.table for _, column in whole_columns_in(form) for step in column.via}
    taken = {at for nouns in lattice.nouns for noun in nouns for at in range(*noun.span)} | lattice.in_values
    taken |= {end for at in range(len(lattice)) for end, _ in lattice.details(at, "superlative")}  # the most used
    taken |= {at for at, said in enumerate(lattice.entries) if said}  # `starting with`
    verbs = lattice.telling(
        [lattice.words[at] for at in range(len(lattice)) if at not in taken and lattice.relates(at)]
    )
    model = lattice.model
    known = tables | {link.to_table for table in tables for link in model.links_from(table)}  # the order of an item
    days = [f for table in model.tables.values() for f in table.fields.values() if f.is_temporal]
    for verb in verbs:
        told = {day.table for day in days if lattice.dates((verb,), day)}
        told |= {k.table for k in model.links if any(lattice.names(verb, word) for word in lattice.role(k))}
        if told and told.isdisjoint(known) and tables.isdisjoint(lattice.tables_of((verb,))):
            return True
    return False


def groups_by_another_day(form: Form, lattice: Lattice) -> bool:
    """`the costumes sold in each year` by the year in which they were bought: that day says what was done then, and the
    question says that something else was."""
    keys = [key.of for key in form.group_by if isinstance(key, Bucket)]
    fields = [field for key in keys if (field := field_of(key, form.table, lattice.model)) is not None]
    days = [field for field in fields if says_what_was(field, lattice)]
    plain = frozenset[str]().union(*map(lattice.lexicon.words, (*PLAIN, "happening")))
    phrases = ((at, end) for at, said in enumerate(lattice.entries) for end, _ in said)
    plain |= {word for at, end in phrases for word in lattice.words[at:end]}  # `gab es`
    verbs = [verb for verb in said_verbs(lattice) if verb not in plain]
    return any(not lattice.dates((verb,), day) and not is_told(verb, form, lattice) for day in days for verb in verbs)


def is_of_anothers_time(form: Form, lattice: Lattice) -> bool:
    """`the degrees per campus in 2002` by the year of the campuses, though the degrees have one: a time that nobody
    said of a day of others is that of what is counted or added up."""
    figures = [o.value for o in form.outputs if isinstance(o.value, Figure | Arithmetic)]
    if not figures or not _has_a_day(form.table, lattice):
        return False
    tied = {node.form.table for _, node in nodes_in(form) if isinstance(node, Member)}  # donors who gave in 2024
    held = [
        (node.left.via[-1].table if node.left.via else table, node.left.field)
        for table, node in nodes_in(form)
        if isinstance(node, Compare) and isinstance(node.left, Column) and node.op is not Op.NOT_NULL
        if node.left.via or table not in tied
    ]
    tables = lattice.model.tables
    fields = [tables[table].fields[name] for table, name in held if name in tables[table].fields]
    times = [field for field in fields if field.is_temporal]
    of_others = [field for field in times if field.table != form.table and not _is_said(field, lattice)]
    return bool(of_others) and all(field.table != form.table for field in times)


def _is_said(field: ModelField, lattice: Lattice) -> bool:
    """Whether a verb or a name in the question is that of a column."""
    verbs = [lattice.words[at] for at in range(len(lattice)) if lattice.relates(at)]
    named = (s for nouns in lattice.nouns for noun in nouns for s in noun.senses)
    called = any((s.table, s.field) == (field.table, field.name) for s in named)
    return (called and _time_nouns(lattice).isdisjoint(lattice.stems)) or lattice.dates(verbs, field)


def _tables_at(lattice: Lattice, places: range) -> set[str]:
    """The tables of the nearest noun or value at some places."""
    for at in places:
        own = {sense.table for noun in lattice.nouns[at] for sense in noun.senses if noun.span[1] > at}
        own -= {s.table for n in lattice.nouns[at] for s in n.senses if lattice.stems[at] in _time_nouns(lattice)}
        own |= {hit.table for text in lattice.texts[at] for hit in text.hits}
        if own:
            return own
    return set()


def _time_nouns(lattice: Lattice) -> frozenset[str]:
    return lattice.lexicon.words("time_noun")


def _has_a_day(name: str, lattice: Lattice) -> bool:
    return any(field.is_temporal for field in lattice.model.tables[name].fields.values())


TIMES = (is_of_what_was_done, is_done_elsewhere, groups_by_another_day, is_of_anothers_time)
