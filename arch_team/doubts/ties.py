"""Rows that are tied to those spoken of, though nobody said how, or said something else: whose figure it is."""

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from arch_team.doubts.saying import equals, words_of_columns
from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Figure, Form, Given, Member
from arch_team.forms.roles import links_in
from arch_team.forms.sensible import pinned
from arch_team.forms.showing import columns_in
from arch_team.grammar.in_values import places_of_names
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun
from arch_team.modelling.naming import EXACT, PARTIAL

_ORDERS = ("ascending", "descending", "alphabetical", "order")
_BOUNDS = frozenset({Op.GT, Op.GE, Op.LT, Op.LE})
PLAIN = ("tying", "locating", "happening", "owning")
"""Verbs that only say that something is there, or belongs there."""


def _is_of_a_pair(form: Form, lattice: Lattice) -> bool:
    """Whether a figure of one row is asked together with another row: how much of a bay a farm uses is not how large
    the bay is."""
    fields, label = lattice.model.tables[form.table].fields, lattice.model.tables[form.table].label
    shown = [o.value.of if isinstance(o.value, Figure) else o.value for o in form.outputs]
    figures = [value for value in shown if isinstance(value, Column) and not value.via]
    named = {left.field for left in equals(form) if not left.via}
    ties = [c for c in form.where if isinstance(c, Member) and not c.negated and c.form.where]
    is_one = bool(label) and named.issuperset(label)
    return is_one and bool(ties) and any(c.field in fields and fields[c.field].is_measure for c in figures)


def _is_of_others(form: Form, lattice: Lattice) -> bool:
    """Whether something of rows that nobody spoke of is shown, for a row that was named, by way of third ones: the mail
    address of a translator is not that of the clients whose texts they had, nor the wage of who manages a pub that of
    those who serve there."""
    first = form.outputs[0].value if form.outputs else None
    first = first.of if isinstance(first, Figure) else first
    if not isinstance(first, Column):
        return False
    table = first.via[-1].table if first.via else form.table
    is_dated = lattice.ends(0, "asks_when") is not None
    beside = (_named_beside if first.via or is_dated else _called_elsewhere)(form, lattice)
    ties = _ties(form)
    inner = (_named_beside(tie, lattice) for tie in ties)
    between = {form.table} | {c.form.table for c in form.where if isinstance(c, Member)}
    spoken = lattice.tables_named | {s.table for noun in _whole_names(lattice) for s in noun.senses}
    spoken |= {t for t, field in pinned(form) if field not in lattice.model.tables[t].label}
    spoken |= {*lattice.tables_of([lattice.words[at] for at in range(len(lattice)) if lattice.relates(at)])}
    far = {name for tie in ties if _is_beyond(tie) for name in _named_there(tie, lattice)} - lattice.tables_named
    return bool(beside.union(far, *inner) - {table}) and (spoken - far).isdisjoint(between | {table})


def _is_of_unnamed_people(form: Form, lattice: Lattice) -> bool:
    """Whether something of people that nobody spoke of is shown for a row that was named: the telephone of a client is
    not that of their doctor."""
    tables, said = lattice.model.tables, set(lattice.stems) | set(lattice.words)
    roles = {word for link in links_in(form, lattice.model) for word in lattice.role(link)}
    verbs = [lattice.words[at] for at in range(len(lattice)) if lattice.relates(at)]
    spoken = lattice.tables_named | set(lattice.tables_of(verbs))
    people = frozenset[str]().union(*map(lattice.lexicon.words, ("who", "person", "person_noun", "role_noun")))
    named = {word for table, _ in pinned(form) for name in tables[table].names for word in name.words}
    if roles & said or (people & said) - named:
        return False
    for column in (o.value.of if isinstance(o.value, Figure) else o.value for o in form.outputs):
        if not isinstance(column, Column):
            continue
        table = tables[column.via[-1].table if column.via else form.table]
        if table.is_person and table.name not in spoken and column.field not in table.label:
            return any(other != table.name and field in tables[other].label for other, field in pinned(form))
    return False


def _ties(form: Form) -> list[Form]:
    """The rows of which there must be one."""
    return [c.form for c in form.where if isinstance(c, Member) and not c.negated]


def _is_beyond(tie: Form) -> bool:
    """Whether rows are tied by way of third ones."""
    return any(isinstance(output.value, Column) and output.value.via for output in tie.outputs)


def _whole_names(lattice: Lattice) -> Iterator[Noun]:
    """Columns that are called together with their table: `characteristic names`."""
    for noun in (noun for nouns in lattice.nouns for noun in nouns if noun.span[1] > noun.span[0] + 1):
        said = set(lattice.stems[slice(*noun.span)])
        tables = [lattice.model.tables[sense.table] for sense in noun.senses]
        if any(said.intersection(name.words) for table in tables for name in table.names if name.tier == EXACT):
            yield noun


def _named_beside(form: Form, lattice: Lattice) -> set[str]:
    """The tables of which a row is called by its name, as seen from rows of another."""
    lefts = [left for left in equals(form) if left.via]
    tables = lattice.model.tables
    return {left.via[-1].table for left in lefts if tables[left.via[-1].table].fields[left.field].is_text}


def _named_there(form: Form, lattice: Lattice) -> set[str]:
    """The table of rows that are called by a text of their own."""
    own = [left.field for left in equals(form) if not left.via]
    fields = lattice.model.tables[form.table].fields
    return {form.table} if any(name in fields and fields[name].is_text for name in own) else set()


def _called_elsewhere(form: Form, lattice: Lattice) -> set[str]:
    """The tables of which a row is called by a name that is not its own, as seen from rows of another: who manages a
    pub."""
    labels = {(name, field) for name, table in lattice.model.tables.items() for field in table.label}
    lefts = [(left.via[-1].table, left.field) for left in equals(form) if left.via]
    names = {
        (hit.table, hit.field) for texts in lattice.texts for text in texts if not text.is_lower for hit in text.hits
    }
    return {table for table, field in lefts if (table, field) in names - labels} - lattice.tables_named


def _is_of_other_people(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked who, and somebody else than those that were spoken of is shown."""
    if lattice.ends(0, "who") is None or form.table in lattice.tables_named:
        return False
    return any(lattice.model.tables[table].is_person for table in lattice.tables_named)


def _is_of_unnamed(form: Form, lattice: Lattice) -> bool:
    """Whether a column of rows that nobody spoke of is shown by a part of its name: the `date` of an incident is not
    the birth date of a guard, nor is the owner of a practice that of the animals it sees."""
    for column in (o.value for o in form.outputs if isinstance(o.value, Column)):
        table = lattice.model.tables[column.via[-1].table if column.via else form.table]
        field = table.fields.get(column.field)
        if field is None or table.name in lattice.tables_named:
            continue
        is_day_of_others = bool(column.via) and field.is_temporal
        is_somebody = lattice.ends(0, "who") is not None and not column.via and bool(lattice.tables_named)
        if not is_day_of_others and not is_somebody:
            continue
        names = [name.words for name in field.names if name.tier < PARTIAL]
        if not any(set(words) <= set(lattice.stems) for words in names):
            return True
    return False


def _is_tied_by_nothing(form: Form, lattice: Lattice) -> bool:
    """Whether rows are tied over third ones that tell something of their own, and nothing was said of those: in which
    district a depot is, is not where its crews mended leaks, nor is the town of a hall that of who cooks there."""
    said = [lattice.words[at] for at in range(len(lattice)) if lattice.relates(at)]
    if lattice.ends(0, "preposition") is None or lattice.telling(said):
        return False
    for c in (c for c in form.where if isinstance(c, Member)):
        is_called = bool(_named_beside(c.form, lattice) or _named_there(c.form, lattice))
        between = lattice.model.tables[c.form.table] if is_called else None
        if between is None or between.name in lattice.tables_named:
            continue
        if any(field.is_temporal or field.is_measure for field in between.fields.values()):
            return True
    return False


def _is_measured_elsewhere(form: Form, lattice: Lattice) -> bool:
    """Whether a figure of rows that nobody spoke of is shown, and rows that were spoken of need only be there: the
    trees we have in stock are not those we planted of what is in stock."""
    figures = [o.value for o in form.outputs if isinstance(o.value, Figure) and o.value.of is not None]
    if not figures or form.table in lattice.tables_named:
        return False
    beside = any(left.via for left in equals(form))
    there = any(lattice.ends(at, "there_is") is not None for at in range(len(lattice)))
    if beside and there and not lattice.telling([w for at, w in enumerate(lattice.words) if lattice.relates(at)]):
        return True  # how many seats there are in a hall is not how many were booked there
    ties = _ties(form)
    bare = [f for f in ties if all(isinstance(c, Compare) and c.op is Op.NOT_NULL for c in f.where)]
    return any(f.table in lattice.tables_named for f in bare)


def is_tied_otherwise(form: Form, lattice: Lattice) -> bool:
    """Whether rows are tied by what somebody did, and something else is asked of them: who packed a parcel did not
    drive it. What a row is to another is told by the column that points at it."""
    plain = frozenset[str]().union(*(lattice.lexicon.words(klass) for klass in PLAIN))
    start, sorts = lattice.ends(0, "request") or 0, _sorting(lattice)
    places = [at for at in range(start, len(lattice)) if at not in sorts]
    said = lattice.telling([lattice.words[at] for at in places if lattice.relates(at)])
    verbs = [verb for verb in said if verb not in plain]
    roles = [words for link in links_in(form, lattice.model) if (words := lattice.role(link))]
    told = {word for words in roles for word in words}
    is_far = any(isinstance(c, Member) and _is_beyond(c.form) for c in form.where)
    known = any(lattice.names(verb, word) or verb == word for verb in (*verbs, *lattice.stems) for word in told)
    return bool(roles) and (bool(verbs) or is_far or _is_tied_beside(form, lattice)) and not known


def _sorting(lattice: Lattice) -> set[int]:
    """Where it is said in which order rows are shown: nobody orders anything."""
    spans = [(at, lattice.ends(at, klass)) for at in range(len(lattice)) for klass in _ORDERS]
    return {place for at, end in spans if end is not None for place in range(at, end)}


def _is_tied_beside(form: Form, lattice: Lattice) -> bool:
    """Whether a third table tells what rows of two have to do with each other: who never took part in a rescue is not
    who never led one."""
    model = lattice.model
    roles = [link for link in links_in(form, model) if lattice.role(link)]
    between = [{link.to_table for link in model.links_from(name)} for name, own in model.tables.items() if own.is_tie]
    return any({link.table, link.to_table} <= both for link in roles for both in between)


def _are_tied_by_nothing(form: Form, lattice: Lattice) -> bool:
    """Whether people whom nobody named are told by rows that point at them, and nothing says how: those who may come
    aboard are not those whose boat it is."""
    model = lattice.model
    if not model.tables[form.table].is_person or form.table in lattice.tables_named:
        return False
    if lattice.says("have") and not said_verbs(lattice):
        return False
    ties = _ties(form)
    ties = [tie for tie in ties if not model.tables[tie.table].is_tie and tie.table not in lattice.tables_named]
    said = said_verbs(lattice)
    plain = frozenset[str]().union(*map(lattice.lexicon.words, ("tying", "happening", "owning", "working", "dwelling")))
    roles = {word for link in links_in(form, model) for word in lattice.role(link)}
    named = any(lattice.names(verb, word) for verb in said for word in roles)
    told = any(verb in plain or is_told(verb, tie, lattice) for verb in said for tie in ties)
    return bool(ties) and not named and not told


def _did_more(form: Form, lattice: Lattice) -> bool:
    """Whether somebody is asked to have done something that nothing tells: who was visited has not paid for that, nor
    does a manager speak the languages of their projects."""
    is_of_unnamed = form.table not in lattice.tables_named and bool(_named_beside(form, lattice))
    if not form.asks_whether and not _is_done_by_us(lattice) and not is_of_unnamed:
        return False
    plain = frozenset[str]().union(*(lattice.lexicon.words(klass) for klass in (*PLAIN, "doing")))
    return any(verb not in plain and not is_told(verb, form, lattice) for verb in said_verbs(lattice))


def _is_done_by_us(lattice: Lattice) -> bool:
    """Whether it is asked how much of something we do: the rent we pay is not what we are paid for rentals."""
    we = lattice.lexicon.words("we")
    done = (at for at in range(2, len(lattice)) if lattice.words[at - 1] in we and lattice.relates(at))
    is_amount = lattice.ends(0, "how") is not None and lattice.ends(0, "how_many") is None
    return is_amount and bool(lattice.telling([lattice.words[at] for at in done]))


def _is_each_of_others(form: Form, lattice: Lattice) -> bool:
    """Whether rows are put together by something of other rows than was said: the town of a venue is not that of who
    comes there."""
    grouped = {(c.via[-1].table if c.via else form.table, c.field) for c in form.group_by if isinstance(c, Column)}
    for noun in (noun for nouns in lattice.nouns for noun in nouns):
        start, end = noun.span
        of = end < len(lattice) and lattice.words[end] == lattice.lexicon.of_word
        behind = end + 1 if of else len(lattice)
        behind = lattice.ends(behind, "determiner") or behind if behind < len(lattice) else behind
        others = lattice.nouns[behind] if behind < len(lattice) else ()
        owners = {sense.table for other in others for sense in other.senses}
        here = {(sense.table, sense.field) for sense in noun.senses} & grouped
        if here and owners and all(table not in owners for table, _ in here) and _is_each(start, lattice):
            return True
    return False


def _is_each(at: int, lattice: Lattice) -> bool:
    """Whether what begins here is what rows are put together by."""
    return any(lattice.ends(start, klass) == at for start in range(at) for klass in ("each", "group_by"))


def _has_an_owner(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked whose something is, and the row says it itself by a column that is not looked at: who applies
    for a plot need not own it."""
    if (lattice.lexicon.words("owning") | lattice.lexicon.words("belonging")).isdisjoint(lattice.words):
        return False
    owners = lattice.lexicon.words("owner_noun")
    fields = [field for table, _ in pinned(form) for field in lattice.model.tables[table].fields.values()]
    told = {(field.table, field.name) for field in fields if any(map(field.is_written, owners))}
    return bool(told) and told.isdisjoint(columns_in(form))


def _is_owned_by_way_of_others(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked whose something is, or who answers for it, and people are shown by what they did with it: the
    crew of a vessel does not own it."""
    words = frozenset[str]().union(*map(lattice.lexicon.words, ("owning", "belonging")))
    if words.isdisjoint(lattice.words) and not lattice.says("answering"):
        return False
    ties = _ties(form)
    tied = lattice.model.tables
    steps = {tie.table: max((len(left.via) for left in equals(tie)), default=0) + _is_beyond(tie) for tie in ties}
    between = [table for table, number in steps.items() if number > tied[table].is_tie]  # of a club, by its members
    shows = any(isinstance(output.value, Column) for output in form.outputs)
    if shows and form.table not in lattice.tables_named and any(left.via for left in equals(form)):
        return True  # who bought the cheese of a dairy does not own it
    return any(table not in lattice.tables_named for table in between)


def _is_somebodys_deed(form: Form, lattice: Lattice) -> bool:
    """Whether somebody is called by name who is tied to rows by way of others, and what they are asked to have done is
    told nowhere: what a curator lent out, they need not have acquired."""
    people = {t for t, field in pinned(form) if field in lattice.model.tables[t].label} & _doers(lattice)
    ties = _ties(form)
    between = [tie for tie in ties if any(left.via and left.via[-1].table in people for left in equals(tie))]
    if not between or people & lattice.tables_named:
        return False
    plain = frozenset[str]().union(*(lattice.lexicon.words(klass) for klass in (*PLAIN, "doing", "working")))
    return any(verb not in plain and not is_told(verb, tie, lattice) for tie in between for verb in said_verbs(lattice))


def _doers(lattice: Lattice) -> set[str]:
    """The tables of names that stand where somebody does who does something: `did Ann Lee acquire`."""
    helping = lattice.lexicon.words("auxiliary")
    behind = [at for at in range(1, len(lattice)) if lattice.words[at - 1] in helping]
    return {hit.table for at in behind for text in lattice.texts[at] for hit in text.hits}


def said_verbs(lattice: Lattice) -> Sequence[str]:
    """The verbs of a question that say something."""
    named = {at for nouns in lattice.nouns for noun in nouns for at in range(*noun.span)}
    named |= places_of_names(lattice)
    start = lattice.ends(0, "request") or 0
    said = [lattice.words[at] for at in range(start, len(lattice)) if lattice.relates(at) and at not in named]
    return lattice.telling(said)


def is_told(verb: str, form: Form, lattice: Lattice) -> bool:
    """Whether a form's tables or columns are called by what a verb says."""
    tables = {table for table, _ in columns_in(form)} | {form.table}
    told = any(lattice.names(verb, word) for word in words_of_columns(form, lattice))
    return told or not tables.isdisjoint(lattice.tables_of((verb,)))


def _counts_what_happened(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked how many of a kind something has, and what was done with it is counted, though nobody spoke
    of that: inspections of its burners are no burners."""
    table = lattice.model.tables[form.table]
    counts = any(isinstance(o.value, Figure) and o.value.function is Function.COUNT for o in form.outputs)
    if not counts or form.table in lattice.tables_named or not lattice.says("have"):
        return False
    own = [left for left in equals(form) if not left.via]
    is_event = any(field.is_temporal for field in table.fields.values())
    return is_event and bool(own) and any(left.via for left in equals(form)) and not said_verbs(lattice)


def _may_be_of_all(form: Form, lattice: Lattice) -> bool:
    """Whether a figure that adds up is held against a bound row by row, and nobody spoke of those rows: who logged more
    than 200 hours may have done so by and by."""
    for tie in _ties(form):
        fields = lattice.model.tables[tie.table].fields
        held = [c.left.field for c in tie.where if isinstance(c, Compare) and _is_bound(c) and _is_own(c.left)]
        if tie.table not in lattice.tables_named and any(f in fields and fields[f].adds_up for f in held):
            return True
    return False


def _is_bound(compare: Compare) -> bool:
    return compare.op in _BOUNDS and isinstance(compare.right, Given)


def _is_own(left: object) -> TypeGuard[Column]:
    return isinstance(left, Column) and not left.via


TIES = (
    _may_be_of_all,
    _has_an_owner,
    _is_owned_by_way_of_others,
    _is_somebodys_deed,
    _counts_what_happened,
    _is_each_of_others,
    _is_of_a_pair,
    _is_of_others,
    _is_of_other_people,
    _is_of_unnamed_people,
    _is_of_unnamed,
    _is_tied_by_nothing,
    _is_measured_elsewhere,
    is_tied_otherwise,
    _are_tied_by_nothing,
    _did_more,
)
