"""What holds of readings that were put together from pieces: the doubts of sentences, and some of their own."""

from arch_team.doubts.doubting import DOUBTS
from arch_team.doubts.ties import is_tied_otherwise
from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Bucket, Column, Compare, Figure, Form, Member
from arch_team.forms.showing import comparisons_in, field_of
from arch_team.grammar.lattice import Lattice


def has_none_of_several(form: Form, lattice: Lattice) -> bool:
    """Who never took part in a rescue is not who never led one."""
    denied = any(isinstance(c, Member) and c.negated for c in form.where)
    return denied and is_tied_otherwise(form, lattice)


def dwells_elsewhere(form: Form, lattice: Lattice) -> bool:
    """`who lives in Central Depot`, where a column says at which depot people work."""
    dwelling = lattice.lexicon.words("dwelling")
    if not any(word in dwelling for word in lattice.words):
        return False
    homes = lattice.lexicon.words("place_noun") | lattice.lexicon.words("home_noun")
    held = [
        (table, c.left)
        for table, c in ((form.table, c) for c in comparisons_in(form))
        if c.op is Op.EQ and isinstance(c.left, Column)
    ]
    fields = [
        (t, field) for t, left in held if (field := field_of(left, t, lattice.model)) is not None and field.is_text
    ]
    words = [
        {w for n in (*field.names, *lattice.model.tables[field.table].names) for w in n.words} for _, field in fields
    ]
    return bool(words) and not any(word.endswith(home) for each in words for word in each for home in homes)


def shows_unnamed_rows(form: Form, lattice: Lattice) -> bool:
    """`all reviewer names and movie names`: put side by side by rows that nobody spoke of."""
    ways = {value.via for o in form.outputs if isinstance(value := o.value, Column)}
    tables = {way[-1].table if way else form.table for way in ways}
    if form.table in lattice.mentioned or form.table in tables or len(tables) < 2 or form.group_by:
        return False
    return len(form.outputs) > 1


def groups_by_the_day_that_is_meant(form: Form, lattice: Lattice) -> bool:
    """`in 2024, by closing date`, `per year by due date`: which day counts, and nothing for each of them."""
    fields = lattice.model.tables[form.table].fields

    def is_day(value: object) -> bool:
        return isinstance(value, Column) and not value.via and fields[value.field].is_temporal

    days = {value.field for value in form.group_by if isinstance(value, Column) and is_day(value)}
    is_of_a_time = any(isinstance(each, Bucket) for each in form.group_by) or any(
        isinstance(each, Compare) and is_day(each.left) for each in form.where
    )
    said = [n.span[0] for nouns in lattice.nouns for n in nouns if any(s.field in days for s in n.senses)]
    return bool(days) and is_of_a_time and not any(at and lattice.ends(at - 1, "each") is not None for at in said)


def groups_an_extreme(form: Form, lattice: Lattice) -> bool:
    """`the highest score, and on which day was that`: one day, and not the highest of each."""
    extremes = {o.value.function for o in form.outputs if isinstance(o.value, Figure)} <= {Function.MIN, Function.MAX}
    worked_out = any(isinstance(output.value, Figure) for output in form.outputs)
    parted = any(lattice.ends(at, klass) is not None for at in range(len(lattice)) for klass in ("each", "group_by"))
    return bool(form.group_by) and worked_out and extremes and not parted


def shows_a_day_of_some(form: Form, lattice: Lattice) -> bool:
    """`who has left, and when`: not everybody, with the day of those who have."""
    if lattice.ends(0, "who") is None and lattice.ends(0, "which") is None:
        return False
    fields = lattice.model.tables[form.table].fields
    shown = {o.value.field for o in form.outputs if isinstance(o.value, Column) and not o.value.via}
    held = {c.left.field for c in comparisons_in(form) if isinstance(c.left, Column)}
    said = lattice.telling([word for at, word in enumerate(lattice.words) if lattice.relates(at)])
    days = [fields[name] for name in shown - held if name in fields and fields[name].is_temporal]
    return any(lattice.dates((verb,), day) for day in days for verb in said)


DOUBTS_OF_PIECES = (
    shows_a_day_of_some,
    groups_an_extreme,
    groups_by_the_day_that_is_meant,
    dwells_elsewhere,
    has_none_of_several,
    *(doubt for doubt in DOUBTS if doubt is not is_tied_otherwise),
)
"""Where several columns tie two tables, the pieces know by which of them a verb ties them."""
