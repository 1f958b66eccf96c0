"""A question said another way, where a plainer one says the same, and what the form of that must be to say so."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from arch_team.featuredata.calls import Function
from arch_team.featuredata.naming import parts_of
from arch_team.forms.form import Either, Figure, Form, Member, Related
from arch_team.forms.showing import columns_in, counts_or_adds, is_ranked, with_sort_keys
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.model import ModelTable
from arch_team.modelling.naming import EXACT
from arch_team.modelling.written import written
from arch_team.text.folding import folded, loosely_folded
from arch_team.text.frames import adds_up, plain_units, plain_words
from arch_team.text.scales import in_full

Fits = Callable[[Form], bool]
_DONE = frozenset({"done_last", "done_when", "done_often", "done_sum", "done_most"})
_UNASKED = frozenset({"<top>", "<by>", "<comma>", "<first>", "A", "B", "N1"})
"""Slots of a rank that ask for nothing beside it."""
_MOST = 60
"""Ways to say a question plainly that are tried: one that has more is not said plainly by any of them."""


@dataclass(frozen=True, slots=True)
class Plainer:
    """A question said plainly."""

    text: str
    fits: Fits
    """Whether a form of it holds all that was said."""
    says_all: bool = False
    """What may not be meant by a form of it is told by this text, not by the one it was made of."""


def plainer(question: str, lattice: Lattice) -> Iterator[Plainer]:
    """Each plainer question, likeliest first."""
    yield from islice(_ways(question, lattice), _MOST)


def _ways(question: str, lattice: Lattice) -> Iterator[Plainer]:
    language = lattice.lexicon.language
    adds = adds_up(question, language)
    for kind, text, slots in plain_words(question, language):
        if kind == "total_of" and not _counts_a_measure(lattice):
            continue
        done = _rows_of_what_was_done(slots["V1"], lattice) if kind in _DONE else None
        if kind in _DONE and done is None:
            continue
        text = text.replace("#done", done.title or written(done.name, language)) if done is not None else text
        if "<theirs>" in slots and not set(slots["C"].split()) <= set(slots["B"].split()):
            continue  # `by total hours worked, with their hours`
        fits = _fits(kind, slots, lattice)
        says_all = kind in ("since", "earned_in", "for_each")
        yield Plainer(text, lambda form, fits=fits: fits(form) and (not adds or counts_or_adds(form)), says_all)


def _fits(kind: str, slots: Mapping[str, str], lattice: Lattice) -> Fits:
    match kind:
        case "ranked_rows":
            return lambda form: is_ranked(form) and _shows_its_rank(form, lattice)
        case "one_ranked":
            told = not _UNASKED.issuperset(slots)  # `and what did it cost`
            return lambda form: _is_one_ranked(form) and (not told or _shows_its_rank(form, lattice))
        case "ranked_in_unit":
            return lambda form: (
                _is_one_ranked(form)
                and _shows_its_rank(form, lattice)
                and _is_in(slots["<ranked_unit>"], form, lattice)
            )
        case "denies_both":  # who has not the one and has not the other
            return lambda form: not any(isinstance(condition, Either) for condition in form.where)
        case "had_by_both":  # what two kinds of the same rows have
            return lambda form: {c.form.table for c in form.where if isinstance(c, Member)} == {form.table}
        case "ranked_it":
            return lambda form: form.limit is not None and bool(form.order_by) and _shows_its_rank(form, lattice)
        case "of_its_kind":
            named = lattice.model.nouns.get(lattice.stem(folded(slots["B1"])), ())
            kinds = {sense.table for _, senses in named for sense in senses if sense.field is None}
            return lambda form: form.table in kinds
        case "named_rows":
            return lambda form: form.table in lattice.tables_named
        case "total_of":
            return lambda form: _puts_together(form, Function.SUM, slots.get("V1"), lattice)
        case "done_last" | "done_when" | "done_often":
            done = _rows_of_what_was_done(slots["V1"], lattice)
            is_last = kind == "done_last"
            return lambda form: done is not None and form.table == done.name and bool(form.order_by) == is_last
        case "done_most":
            done = _rows_of_what_was_done(slots["V1"], lattice)
            pays = folded(slots["V1"]) in lattice.lexicon.words("paying")
            return lambda form: pays and done is not None and _adds(form, done.name)
        case "done_sum":
            done = _rows_of_what_was_done(slots["V1"], lattice)
            return lambda form: (
                done is not None and form.table == done.name and _puts_together(form, Function.SUM, None, lattice)
            )
        case "ranked_of":
            return lambda form: (
                is_ranked(form) and _shows_its_rank(form, lattice) and _ranks(slots["B1"], form, lattice)
            )
        case "earned_in":
            return lambda form: _puts_together(form, Function.SUM, None, lattice)
        case "own_average":
            return lambda form: form.table in lattice.tables_named and _puts_together(form, Function.AVG, None, lattice)
        case "average_of":
            return lambda form: _puts_together(form, Function.AVG, None, lattice)
        case "in_unit":
            return lambda form: _is_in(slots["<in_unit>"], form, lattice)
        case _:
            return lambda form: True


def _rows_of_what_was_done(verb: str, lattice: Lattice) -> ModelTable | None:
    """The one table whose rows are what a verb does: the inspections of what was inspected. A day of its own tells it
    as well, and then the sentence is plain enough."""
    named = lattice.tables_of((folded(verb),))
    return lattice.model.tables[named[0]] if len(named) == 1 else None


def _is_one_ranked(form: Form) -> bool:
    return bool(form.order_by) and form.limit is not None and form.order_by[0].descending


def _shows_its_rank(form: Form, lattice: Lattice) -> bool:
    shown = with_sort_keys(form, lattice.model)
    return all(any(order.by == output.value for output in shown.outputs) for order in form.order_by)


def _adds(form: Form, table: str) -> bool:
    """Whether rows are ranked by what others, that are tied to them, add up to."""
    ranks = [order.by for order in form.order_by if isinstance(order.by, Related)]
    return any(each.function is Function.SUM and each.rows.table == table for each in ranks)


def _ranks(word: str, form: Form, lattice: Lattice) -> bool:
    """Whether what a form is ranked by is called so: the jars of which somebody bought the most."""
    others = {order.by.rows.table for order in form.order_by if isinstance(order.by, Related)}
    tables = [lattice.model.tables[name] for name in {form.table, *others, *(table for table, _ in columns_in(form))}]
    by = {field for _, field in columns_in(form.model_copy(update={"outputs": (), "where": (), "group_by": ()}))}
    names = [name for table in tables for field in by & table.fields.keys() for name in table.fields[field].names]
    names += [name for table in tables for name in table.names if name.tier == EXACT]
    return any(lattice.stem(folded(word)) in name.words for name in names)


def _puts_together(form: Form, function: Function, verb: str | None, lattice: Lattice) -> bool:
    """Whether one column is added up, and its name says what was done: the hours worked, not the words delivered."""
    figures = [output.value for output in form.outputs if isinstance(output.value, Figure)]
    of = figures[0].of if len(figures) == 1 and figures[0].function is function else None
    if of is None:
        return False
    field = lattice.model.field(of.via[-1].table if of.via else form.table, of.field)
    said = verb is None or any(lattice.names(verb, word) for name in field.names for word in name.words)
    return said or field.table in lattice.tables_of((verb or "",))


def _counts_a_measure(lattice: Lattice) -> bool:
    """`how many seats`, where a column called `seats` holds how many a bus has; not of an `advisor`, which is one. And
    `how many tickets were sold`, where one is called `tickets_sold`."""
    start = lattice.ends(0, "how_many")
    if start is None or start >= len(lattice):
        return False
    senses = [sense for noun in lattice.nouns[start] for sense in noun.senses]
    named = [lattice.model.field(s.table, s.field) for s in senses if s.field is not None]
    said = lattice.stem(loosely_folded(lattice.words[start]))
    written = (parts_of(f.name) for f in named if f.is_measure and not f.is_single)
    units = ((*words, *in_full(words[-1].casefold())) for words in written)
    if any(said in {lattice.stem(loosely_folded(word)) for word in words} for words in units):
        return True
    done = {*lattice.stems[start:], *lattice.words[start:]}
    fields = [f for t in lattice.model.tables.values() for f in t.fields.values() if f.is_measure and not f.is_single]
    names = (name.words for field in fields for name in field.names if name.tier == EXACT and len(name.words) > 1)
    return any(words[0] == lattice.stems[start] and done.issuperset(words) for words in names)


def _is_in(said: str, form: Form, lattice: Lattice) -> bool:
    """Whether a column of a form tells that it is in a unit."""
    short = plain_units(lattice.lexicon.language).get(said, ())
    fields = [lattice.model.tables[table].fields.get(name) for table, name in columns_in(form)]
    written = {word for field in fields if field is not None for name in field.names for word in name.words}
    return not written.isdisjoint(short)
