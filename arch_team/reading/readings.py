"""What a question may ask, also where it has to be said another way first."""

from dataclasses import replace
from datetime import date

from arch_team.doubts.at_present import as_it_is_now
from arch_team.doubts.doubting import is_doubtful
from arch_team.doubts.kinds import says_what_was_said
from arch_team.doubts.zeros import asks_for_zeros, with_zeros
from arch_team.forms.form import Form
from arch_team.forms.members import kinds_held, of_members
from arch_team.forms.metrics import metrics_in, with_parts
from arch_team.forms.one_unit import mixed_in
from arch_team.forms.same_asked import ask_the_same
from arch_team.forms.same_rows import only_names
from arch_team.forms.showing import counting
from arch_team.gathering.gathered import gathered
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.sentences import Sentences
from arch_team.interpreting.named_ties import of_named_ties
from arch_team.interpreting.read import Candidate, Doubt, Part, Read
from arch_team.modelling.model import Model
from arch_team.reading.asked_beside import asked_beside, rows_before
from arch_team.reading.currencies import asked_currency, told_in_currency
from arch_team.reading.fragments import counted_per
from arch_team.reading.levels import at_edges, without_single_levels
from arch_team.reading.of_each import told_of_each
from arch_team.reading.people import asked_of_people
from arch_team.reading.spelled import as_named
from arch_team.reading.two_readers import Reads
from arch_team.reading.units import asked_unit, told_in
from arch_team.semantics.reading import parts_within
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import lexicon_of
from arch_team.text.messages import messages_of
from arch_team.text.relative_times import with_days_named
from arch_team.wire import Language


def read_at(question: str, today: date, language: Language, model: Model, reader: Reads) -> Read:
    """How a question reads on a day: `last year` is the one before it, and is told as what it is."""
    dated = question if is_too_long(question) else with_days_named(question, today, language)
    read = read_on(dated, language, model, reader)
    if dated == question:
        return read
    told, doubtful = (
        tuple(replace(each, parts=parts_within(question, dated, each)) for each in found)
        for found in (read.candidates, read.doubtful)
    )
    return replace(read, question=question, candidates=told, doubtful=doubtful)


def read_on(question: str, language: Language, model: Model, reader: Reads) -> Read:
    """How a question reads; where it does not, with its names as the model spells them, or as one for people."""
    if not is_too_long(question):
        at_one = at_edges(question, model, lexicon_of(language), lambda text: read_on(text, language, model, reader))
        if at_one is not None:
            return at_one
    read = _as_said(question, language, model, reader)
    rows = rows_before(question, language, model, reader) if read.candidates else None
    if rows is not None and all(c.form.table != rows for c in read.candidates):
        read = replace(read, candidates=(), doubtful=read.candidates)
    if not read.candidates and read.not_held is None:
        named = as_named(question, model, lexicon_of(language))
        other = reader.read(named) if named is not None else read
        if named is not None and other.candidates:
            told = (replace(each, parts=parts_within(question, named, each)) for each in other.candidates)
            read = replace(other, question=question, candidates=tuple(told))
        else:
            people = asked_of_people(question, language, model, reader)
            other = people or asked_beside(question, language, model, reader)
            read = read if other is None else _agreed(other, read)
    is_read = read.candidates or read.doubtful or read.unknown or read.not_held is not None or read.mixed
    if (not is_read or read.is_of_pieces) and not is_too_long(question):
        made = _gathered(read, Lattice.of(question, model, lexicon_of(language)), reader)
        read = made if made.candidates or not is_read else read
    read = _within_units(read, model)
    unit = asked_unit(question, lexicon_of(language)) if read.candidates else None
    forms = ((each, told_in(each.form, unit, model)) for each in read.candidates)
    kept = tuple(replace(each, form=form) for each, form in forms if form is not None)
    if currency := asked_currency(question, lexicon_of(language)) if kept else None:
        forms = ((each, told_in_currency(each.form, currency, model)) for each in kept)
        kept = tuple(replace(each, form=form) for each, form in forms if form is not None)
        if not kept:
            say = messages_of("arch_team.reading", "currencies.yaml", language)
            return Read(question, not_held=say("not_said", currency=currency))
    kept = _with_parts(tuple(one for one in kept if not _is_less(one.form, kept, model)), model)
    kept = without_single_levels(kept, model)
    lattice = Lattice.of(question, model, lexicon_of(language)) if kept else None
    if lattice is not None and all(says_what_was_said(one.form, lattice) for one in kept):
        read, kept = replace(read, doubtful=kept), ()  # whoever was named is not who was asked for
    kept = of_named_ties(kept, lattice) if lattice is not None else kept
    kept = tuple(replace(each, form=told_of_each(each.form, lattice)) for each in kept) if lattice is not None else kept
    if lattice is not None and not lattice.tables_named and any(t.is_worded for ts in lattice.texts for t in ts):
        kept = tuple(each for one in kept for each in _with_members(one, model))
    said = asks_for_zeros(lattice) if lattice is not None else None
    if lattice is not None and said is not None:
        with_none = tuple(
            replace(c, form=form) for c in kept if (form := with_zeros(c.form, _names(c.form, model))) is not None
        )
        return Read(question, with_none, stuck=None if with_none else lattice.tokens[said].text)
    farther = _with_parts((read.farther,), model) if read.farther else ()
    doubtful = _with_parts(_as_they_are_now(read.doubtful, question, language, model), model)
    if read.candidates and not (kept or doubtful) and (asked := metrics_in(read.candidates[0].form, model)):
        say = messages_of("arch_team.modelling", "metrics.yaml", language)
        return replace(read, candidates=(), doubtful=(), not_held=say("not_so", metric=asked[0].title))
    return replace(read, candidates=kept, doubtful=doubtful, farther=farther[0] if farther else None)


def _as_they_are_now(
    doubtful: tuple[Candidate, ...], question: str, language: Language, model: Model
) -> tuple[Candidate, ...]:
    """What is asked back about `still` and `now`, first of what has not ended yet."""
    if not doubtful or is_too_long(question):
        return doubtful
    lattice = Lattice.of(question, model, lexicon_of(language))
    now = ((each, as_it_is_now(each.form, lattice)) for each in doubtful)
    return tuple(dict.fromkeys((*(replace(each, form=form) for each, form in now if form is not None), *doubtful)))


def _as_said(question: str, language: Language, model: Model, reader: Reads) -> Read:
    """How a question reads in its own words; where it is none and only says rows by something, as one for their
    number."""
    text = None if is_too_long(question) else counted_per(question, Lattice.of(question, model, lexicon_of(language)))
    read = reader.read(text) if text is not None else None
    if text is None or read is None or not read.candidates:
        return reader.read(question)
    told = tuple(replace(each, parts=parts_within(question, text, each)) for each in read.candidates)
    return replace(read, question=question, candidates=told)


def _agreed(said_otherwise: Read, pieces: Read) -> Read:
    """What a question in other words asks, and what the pieces of its own words do as well, where they do."""
    own = pieces.doubtful if pieces.is_of_pieces else ()
    told = (c for c in said_otherwise.candidates if c.readers != frozenset({"pieces"}))
    both = tuple(c for c in told if any(ask_the_same(c.form, each.form) for each in own))
    return replace(said_otherwise, candidates=both or said_otherwise.candidates)


def _with_members(candidate: Candidate, model: Model) -> tuple[Candidate, ...]:
    """A reading of rows that were only called by their kind, and beside it that of the rows which are of that kind."""
    members = of_members(candidate.form, model) if kinds_held(candidate.form, model) else None
    return (candidate, *(replace(candidate, form=form) for form in members or ()))


def _with_parts(read: tuple[Candidate, ...], model: Model) -> tuple[Candidate, ...]:
    """Readings with what metrics are computed of, without those that cannot be made of it."""
    for per_row in (False, True):
        forms = ((each, with_parts(each.form, model, per_row=per_row)) for each in read)
        kept = tuple(replace(each, form=form) for each, form in forms if form is not None)
        if kept:
            return kept
    return ()


def _within_units(read: Read, model: Model) -> Read:
    """Without readings, wherever they come from, that take amounts of several units for those of one."""
    kept, doubtful = (
        tuple(c for c in found if mixed_in(c.form, model) is None) for found in (read.candidates, read.doubtful)
    )
    lost = [c.form for c in (*read.candidates, *read.doubtful) if c not in (*kept, *doubtful)]
    if not lost:
        return read
    unit = mixed_in(lost[0], model)
    mixed = None if kept or doubtful or unit is None else unit.field
    return replace(read, candidates=kept, doubtful=doubtful, mixed=mixed)


def _gathered(read: Read, lattice: Lattice, reader: Reads) -> Read:
    """With what its words come to, where no sentence is made of them and all of them are told: to be asked about, but
    for the one figure that they name."""
    made = gathered(lattice, reader.joins)
    if Sentences(lattice).asks_whether(0):  # a yes or no, and not the rows that it would be told by
        told = ((each, counting(each.form, lattice.model)) for each in made)
        made = [replace(e, form=f.model_copy(update={"asks_whether": True})) for e, f in told if f is not None]
    found = tuple(
        Candidate(each.form, each.cost, (Part((0, 1), Doubt()),) if is_doubtful(each.form, lattice) else ())
        for each in made
    )
    if len(found) == 1 and made[0].is_plain and not found[0].is_doubtful:
        return replace(read, candidates=found)
    return replace(read, doubtful=found, is_gathered=True) if found else read


def _is_less(form: Form, others: tuple[Candidate, ...], model: Model) -> bool:
    """Whether another reading lists the same rows, with what tells them apart as well."""
    table = model.tables[form.table]
    return any(only_names(form, other.form, table.key, table.label) for other in others)


def _names(form: Form, model: Model) -> tuple[str, ...]:
    return (*model.tables[form.table].label, *model.tables[form.table].key)
