"""What all words of a question come to where no sentence is made of them: readings to ask the person about.

A reading here is hardly ever an answer by itself. It holds everything that was said, but nothing tells that it was said
so: `kilos per apiary` and `apiaries by kilos` are the same words. So the person is asked, with the reading in words.
Only one total or average, of what is named, of rows that hold what is said, leaves nothing to tell.
"""

from dataclasses import replace

from arch_team.doubts.kinds import says_what_was_said
from arch_team.doubts.main_verbs import tells_its_verb
from arch_team.forms.form import Form
from arch_team.forms.joins import Joins
from arch_team.forms.sensible import contradicts_itself, ranks_texts
from arch_team.forms.showing import columns_in
from arch_team.gathering.forms import Gathered, forms_of
from arch_team.gathering.pieces import pieces_of
from arch_team.gathering.slots import slots_of
from arch_team.grammar.lattice import Lattice

MOST = 2
_LIGHT = (
    "happening",
    "dwelling",
    "tying",
    "working",
    "owning",
    "belonging",
    "occurring",
    "locating",
    "vacuous",
    "paying",
)
_NEAR = 0.5
"""What costs so much more than the best is not offered beside it."""
_FARTHEST = 4.0
_UNTOLD = 1.0
"""What a verb costs that the tables say nothing of."""


def gathered(lattice: Lattice, joins: Joins) -> tuple[Gathered, ...]:
    slots = slots_of(pieces_of(lattice), lattice)
    if slots.is_open:
        return ()
    found: dict[object, Gathered] = {}
    for each in forms_of(slots, lattice, joins):
        form = each.form
        if (
            not form.outputs
            or says_what_was_said(form, lattice)
            or contradicts_itself(form)
            or ranks_texts(form, lattice.model)
        ):
            continue
        if not all(_is_told(verb, form, lattice) for verb in slots.verbs):
            continue
        dear = 0.0 if tells_its_verb(form, lattice) else _UNTOLD
        if form not in found or found[form].cost > each.cost + dear:
            found[form] = replace(each, cost=each.cost + dear)
    ranked = sorted(found.values(), key=lambda each: each.cost)
    return tuple(each for each in ranked if each.cost <= min(_FARTHEST, ranked[0].cost + _NEAR))[:MOST]


def _is_told(verb: str, form: Form, lattice: Lattice) -> bool:
    """Whether a verb says nothing of its own, or what it says is said by a table, a column or a day of the form."""
    if verb in _plain(lattice) or not lattice.telling((verb,)):
        return True
    columns = {*columns_in(form)}
    fields = [lattice.model.field(table, name) for table, name in columns if name in lattice.model.tables[table].fields]
    if any(lattice.dates((verb,), field) for field in fields if field.is_temporal):
        return True
    if any(lattice.names(verb, word) for field in fields for name in field.names for word in name.words):
        return True
    return not set(lattice.tables_of((verb,))).isdisjoint({form.table, *(table for table, _ in columns)})


def _plain(lattice: Lattice) -> frozenset[str]:
    """Verbs that only say that there is something, or that it belongs to somebody."""
    return frozenset[str]().union(*map(lattice.lexicon.words, _LIGHT))
