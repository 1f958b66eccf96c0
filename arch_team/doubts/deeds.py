"""What was done with rows, and by whom: told by the columns and relations that say so, and by no others."""

from arch_team.doubts.saying import equals
from arch_team.doubts.ties import PLAIN, is_told, said_verbs
from arch_team.forms.form import Form
from arch_team.forms.roles import links_in
from arch_team.forms.sensible import pinned
from arch_team.forms.showing import columns_in
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.naming import EXACT

_SHORT_DEED, _DOERS_END = 3, range(1, 4)


def _is_done_otherwise(form: Form, lattice: Lattice) -> bool:
    """Whether a column says what was done with the rows it points at, and the question says something else: what was
    nominated for an award need not be the winning film."""
    plain = frozenset[str]().union(*map(lattice.lexicon.words, (*PLAIN, "doing", "working", "having", "recording")))
    verbs = [verb for verb in said_verbs(lattice) if verb not in plain and not is_told(verb, form, lattice)]
    deeds = {word for link in links_in(form, lattice.model) for word in lattice.deeds(link)} - plain
    return bool(verbs and deeds) and not any(
        lattice.names(said, deed) for said in (*lattice.words, *lattice.stems) for deed in deeds
    )


def _is_tied_by_another_word(form: Form, lattice: Lattice) -> bool:
    """Whether the model has a word for how rows are tied, and they are tied otherwise: who leads a department may work
    on a project. Of rows by themselves it only says that they are there, unless they are tied to their like: those who
    work under somebody are not that one."""
    model = lattice.model
    used = [*links_in(form, model)]
    ends = {(link.table, link.field) for link in used}
    alone = {t for t, field in pinned(form) if field in model.tables[t].label} & lattice.tables_named
    held = {at for texts in lattice.texts for text in texts if not text.is_lower for at in range(*text.span)}
    dates = [model.tables[table].fields.get(name) for table, name in columns_in(form)]
    tables = {form.table, *(table for table, _ in columns_in(form))}
    for at in range(len(lattice)):
        if not lattice.telling(lattice.words[at : at + 1]):
            continue
        verb = lattice.verb(lattice.words[at])
        tied = [link for link in model.links if link.words and verb in map(lattice.verb, link.words)]
        if at in held or not tied or any((link.table, link.field) in ends for link in tied):
            continue
        if any(f is not None and f.is_temporal and lattice.dates((lattice.words[at],), f) for f in dates):
            continue
        if any(link.table == link.to_table and link.table in alone for link in tied):
            return True
        said_of_rows = any(link.table in tables and link.to_table not in lattice.tables_named for link in tied)
        if used and not said_of_rows:
            return True
    return False


def _was_done_by_others(form: Form, lattice: Lattice) -> bool:
    """Whether rows tell on which day something was done, and the question asks for those who did something else with
    them on another: who removed a route is not its setter."""
    model = lattice.model
    verbs = lattice.telling([word for at, word in enumerate(lattice.words) if lattice.relates(at)])
    for link in (each for each in links_in(form, model) if each.to_table == form.table):
        days = [field for field in model.tables[link.table].fields.values() if field.is_temporal]
        doers = {word for name in model.tables[link.to_table].names if name.tier == EXACT for word in name.words}
        deeds = {day.name: {w for n in day.names if n.tier == EXACT for w in n.words} for day in days}
        theirs = {name for name, words in deeds.items() if any(_does(doer, w) for doer in doers for w in words)}
        meant = {day.name for day in days if lattice.dates(verbs, day)}
        if theirs and meant and theirs.isdisjoint(meant):
            return True
    return False


def _does(doer: str, deed: str) -> bool:
    """Whether somebody is called by what they do: the setter of what was set."""
    return len(deed) >= _SHORT_DEED and doer.startswith(deed) and len(doer) - len(deed) in _DOERS_END


def _leads_what_many_belong_to(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked who is at the head of something, and all who belong to it are told: who manages an office is
    not who works there."""
    leading = [word for word in lattice.words if word in lattice.lexicon.words("heading_up")]
    own = [link for link in links_in(form, lattice.model) if link.table == form.table != link.to_table]
    if not leading or not lattice.model.tables[form.table].is_person or not own:
        return False
    said = {w for k in own for n in lattice.model.field(k.table, k.field).names for w in (*n.words, *k.words)}
    return not any(lattice.names(verb, word) for verb in leading for word in said)


def _holds_to_what_nobody_spoke_of(form: Form, lattice: Lattice) -> bool:
    """Whether a value is that of rows nobody spoke of, and what is said to be done with it is told nowhere: who speaks
    French need not work at an office in France."""
    tables, words = lattice.model.tables, lattice.lexicon.words
    plain = frozenset[str]().union(*map(words, (*PLAIN, "doing", "working", "dwelling")))
    far = [left for left in equals(form) if left.via and left.via[-1].table not in lattice.mentioned]
    unnamed = [left for left in far if left.field not in tables[left.via[-1].table].label]
    verbs = [verb for verb in said_verbs(lattice) if verb not in plain]
    return bool(unnamed) and any(not is_told(verb, form, lattice) for verb in verbs)


DEEDS = (
    _is_done_otherwise,
    _is_tied_by_another_word,
    _was_done_by_others,
    _leads_what_many_belong_to,
    _holds_to_what_nobody_spoke_of,
)
