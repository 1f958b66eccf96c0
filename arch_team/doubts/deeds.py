"""What was done with rows, and by whom: told by the columns and relations that say so, and by no others."""

from arch_team.doubts.saying import equals
from arch_team.doubts.ties import PLAIN, is_told, said_verbs
from arch_team.forms.form import Form, Given
from arch_team.forms.roles import links_in
from arch_team.forms.sensible import pinned
from arch_team.forms.showing import columns_in, comparisons_in
from arch_team.grammar.in_values import places_of_names, places_of_values
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.naming import EXACT

_SHORT_DEED, _DOERS_END = 3, range(1, 4)


def _is_done_otherwise(form: Form, lattice: Lattice) -> bool:
    """Whether a column says what was done with the rows it points at, and the question says something else: what was
    nominated for an award need not be the winning film."""
    plain = frozenset[str]().union(*map(lattice.lexicon.words, (*PLAIN, "doing", "working", "getting", "recording")))
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
    held = places_of_names(lattice)
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
    """Whether it is asked who is at the head of something or answers for it, and all who belong to it are told: who
    manages an office is not who works there."""
    held = places_of_values(lattice)
    verbs = [w for at, w in enumerate(lattice.words) if w in lattice.lexicon.words("heading_up") and at not in held]
    answers = [at for at in range(len(lattice)) if lattice.ends(at, "answering") is not None]
    verbs += [lattice.words[at] for at in answers]
    own = [link for link in links_in(form, lattice.model) if form.table in (link.table, link.to_table)]
    if not verbs or not lattice.model.tables[form.table].is_person or not own:
        return False
    names = [name for k in own for name in lattice.model.field(k.table, k.field).names]
    said = {word for name in (*names, *lattice.model.tables[form.table].names) for word in name.words}
    said |= {word for link in own for word in link.words}
    return not any(lattice.names(verb, word) for verb in verbs for word in said)


def _holds_to_what_nobody_spoke_of(form: Form, lattice: Lattice) -> bool:
    """Whether a value is that of rows nobody spoke of, and what is said to be done with it is told nowhere: who speaks
    French need not work at an office in France."""
    tables, words = lattice.model.tables, lattice.lexicon.words
    plain = frozenset[str]().union(*map(words, (*PLAIN, "doing", "working", "dwelling")))
    far = [left for left in equals(form) if left.via and left.via[-1].table not in lattice.mentioned]
    unnamed = [left for left in far if left.field not in tables[left.via[-1].table].label]
    verbs = [verb for verb in said_verbs(lattice) if verb not in plain]
    return bool(unnamed) and any(not is_told(verb, form, lattice) for verb in verbs)


def _dwell_where_they_belong(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked of people nobody named where they live, and those who belong to a place are told: the people
    of a constituency are not its members."""
    dwelling = lattice.lexicon.words("dwelling")
    is_unnamed = lattice.model.tables[form.table].is_person and form.table not in lattice.tables_named
    return is_unnamed and not dwelling.isdisjoint(lattice.words) and any(left.via for left in equals(form))


def _is_another_part(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked who had a part in something, and a column that says which part somebody had tells another:
    who acted in a film is not its director."""
    roles = {word for link in links_in(form, lattice.model) for word in lattice.role(link)}
    shows_people = lattice.model.tables[form.table].is_person or lattice.ends(0, "who") is not None
    verbs = [verb for verb in said_verbs(lattice) if verb in lattice.lexicon.words("taking_part")]
    named = any(lattice.names(said, role) for said in (*lattice.words, *lattice.stems) for role in roles)
    return bool(roles and verbs) and (shows_people or bool(pinned(form))) and not named


def _drops_what_was_done_to(form: Form, lattice: Lattice) -> bool:
    """Whether a value said of several things stands behind a verb and is held nowhere, as it may be a verb itself: who
    ordered chairs has not ordered just anything."""
    held = {str(c.right.value).lower() for c in comparisons_in(form) if isinstance(c.right, Given)}
    held |= {str(value).lower() for c in comparisons_in(form) for value in c.values}
    for at in range(1, len(lattice)):
        word, stem = lattice.words[at], lattice.stem(lattice.words[at])
        if stem == word or not lattice.relates(at) or lattice.nouns[at] or not lattice.relates(at - 1):
            continue
        hits = lattice.model.values.lookup(stem)
        if any(hit.field in lattice.model.tables[hit.table].label for hit in hits) and stem not in held:
            return True
    return False


DEEDS = (
    _is_done_otherwise,
    _is_tied_by_another_word,
    _was_done_by_others,
    _leads_what_many_belong_to,
    _holds_to_what_nobody_spoke_of,
    _dwell_where_they_belong,
    _is_another_part,
    _drops_what_was_done_to,
)
