"""Forms that a question may have, and yet may not be meant: somebody must say so before they answer it."""

from collections.abc import Iterator
from decimal import Decimal

from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Column, Compare, Figure, Form, Given, Lookup, Member, Output, Related
from arch_team.forms.sensible import pinned
from arch_team.forms.showing import columns_in, field_of
from arch_team.grammar.dating import is_time
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun
from arch_team.modelling.naming import EXACT, PARTIAL
from arch_team.text.tokens import TokenKind


def is_doubtful(form: Form, lattice: Lattice) -> bool:
    """Whether a form that has all that was said may still not be what was asked."""
    doubts = (
        _is_of_a_pair,
        _is_still_to_come,
        _counts_one,
        _is_of_others,
        _is_of_other_people,
        _may_stand_elsewhere,
        _did_more,
        _is_of_unnamed,
        _was_then,
        _is_done_there,
        _is_tied_by_nothing,
        _says_no_itself,
        _is_measured_elsewhere,
        _is_since_then,
        _lacks_it_somewhere,
        _is_what_it_can,
        _leaves_a_value,
        _may_be_worked_out,
        _is_by_the_clock,
        _counts_figures,
        _is_no_person,
        _counts_payments,
        _is_a_year,
        _is_no_worth,
    )
    return any(doubt(form, lattice) for doubt in doubts)


def _equals(form: Form) -> list[Column]:
    """The columns that are held to one value."""
    lefts = (c.left for c in form.where if isinstance(c, Compare) and c.op is Op.EQ)
    return [left for left in lefts if isinstance(left, Column)]


def _is_of_a_pair(form: Form, lattice: Lattice) -> bool:
    """Whether a figure of one row is asked together with another row: how much of a bay a farm uses is not how large
    the bay is."""
    fields, label = lattice.model.tables[form.table].fields, lattice.model.tables[form.table].label
    shown = [o.value.of if isinstance(o.value, Figure) else o.value for o in form.outputs]
    figures = [value for value in shown if isinstance(value, Column) and not value.via]
    named = {left.field for left in _equals(form) if not left.via}
    ties = [c for c in form.where if isinstance(c, Member) and not c.negated and c.form.where]
    is_one = bool(label) and named.issuperset(label)
    return is_one and bool(ties) and any(c.field in fields and fields[c.field].is_measure for c in figures)


def _is_still_to_come(form: Form, lattice: Lattice) -> bool:
    """Whether something that was is asked for, and the day that is shown is to come: when a car was last inspected is
    not when it is next due."""
    if lattice.lexicon.words("past_helper").isdisjoint(lattice.words):
        return False
    shown = [o.value for o in form.outputs if isinstance(o.value, Column) and not o.value.via]
    fields = [lattice.model.tables[form.table].fields.get(column.field) for column in shown]
    named = {w for f in fields if f is not None and f.is_temporal for n in f.names if n.tier == EXACT for w in n.words}
    return bool(named & lattice.lexicon.words("coming") - set(lattice.words))


def _counts_one(form: Form, lattice: Lattice) -> bool:
    """Whether rows are counted that are one by their name: how many wallets were found is not how many categories are
    called so, nor is the number of categories that of each category."""
    table = lattice.model.tables[form.table]
    counts = [o.value for o in form.outputs if isinstance(o.value, Figure) and o.value.function is Function.COUNT]
    if not counts or form.asks_whether:
        return False
    codes = lattice.lexicon.words("code_noun")
    known_by = [
        f for f in table.fields.values() if f.is_key or (f.name in table.label and any(map(f.is_written, codes)))
    ]
    best = [c for c in form.where if isinstance(c, Compare) and c.op is Op.EQ and isinstance(c.right, Lookup)]
    is_known = any((form.table, field.name) in pinned(form) for field in known_by)
    if is_known or (best and lattice.ends(0, "how_many") is None):
        return True  # of the heaviest roll there is one: its number is what it is known by
    if len(table.label) != 1:
        return False
    name = table.label[0]
    nouns = [noun for found in lattice.nouns for noun in found]
    said = [s for noun in nouns for s in noun.senses if s.tier < PARTIAL or all(each.field for each in noun.senses)]
    if any((s.table, s.field) == (form.table, name) for s in said):
        return False
    grouped = any(isinstance(key, Column) and key.field == name and not key.via for key in form.group_by)
    is_one = (form.table, name) in pinned(form) and form.table not in lattice.tables_named
    return grouped or (is_one and not form.group_by)


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
    ties = [c.form for c in form.where if isinstance(c, Member) and not c.negated]
    inner = (_named_beside(tie, lattice) for tie in ties)
    between = {form.table} | {c.form.table for c in form.where if isinstance(c, Member)}
    spoken = lattice.tables_named | {s.table for noun in _whole_names(lattice) for s in noun.senses}
    spoken |= {t for t, field in pinned(form) if field not in lattice.model.tables[t].label}
    spoken |= {*lattice.tables_of([lattice.words[at] for at in range(len(lattice)) if lattice.relates(at)])}
    far = {name for tie in ties if _is_beyond(tie) for name in _named_there(tie, lattice)} - lattice.tables_named
    return bool(beside.union(far, *inner) - {table}) and (spoken - far).isdisjoint(between | {table})


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
    lefts = [left for left in _equals(form) if left.via]
    tables = lattice.model.tables
    return {left.via[-1].table for left in lefts if tables[left.via[-1].table].fields[left.field].is_text}


def _named_there(form: Form, lattice: Lattice) -> set[str]:
    """The table of rows that are called by a text of their own."""
    own = [left.field for left in _equals(form) if not left.via]
    fields = lattice.model.tables[form.table].fields
    return {form.table} if any(name in fields and fields[name].is_text for name in own) else set()


def _called_elsewhere(form: Form, lattice: Lattice) -> set[str]:
    """The tables of which a row is called by a name that is not its own, as seen from rows of another: who manages a
    pub."""
    labels = {(name, field) for name, table in lattice.model.tables.items() for field in table.label}
    lefts = [(left.via[-1].table, left.field) for left in _equals(form) if left.via]
    names = {
        (hit.table, hit.field) for texts in lattice.texts for text in texts if not text.is_lower for hit in text.hits
    }
    return {table for table, field in lefts if (table, field) in names - labels} - lattice.tables_named


def _is_of_other_people(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked who, and somebody else than those that were spoken of is shown."""
    if lattice.ends(0, "who") is None or form.table in lattice.tables_named:
        return False
    return any(lattice.model.tables[table].is_person for table in lattice.tables_named)


def _did_more(form: Form, lattice: Lattice) -> bool:
    """Whether somebody is asked to have done something that nothing tells: who was visited has not paid for that."""
    if not form.asks_whether and not _is_done_by_us(lattice):
        return False
    plain = frozenset[str]().union(*(lattice.lexicon.words(k) for k in ("tying", "locating", "happening", "owning")))
    words = _words_of_columns(form, lattice)
    named = {at for nouns in lattice.nouns for noun in nouns for at in range(*noun.span)}
    named |= {at for texts in lattice.texts for text in texts if not text.is_lower for at in range(*text.span)}
    said = [lattice.words[at] for at in range(len(lattice)) if lattice.relates(at) and at not in named]
    tables = {table for table, _ in columns_in(form)} | {form.table}
    return any(
        verb not in plain
        and not tables.intersection(lattice.tables_of((verb,)))
        and not any(lattice.names(verb, word) for word in words)
        for verb in lattice.telling(said)
    )


def _words_of_columns(form: Form, lattice: Lattice) -> set[str]:
    """What the columns of a form are called, word by word."""
    tables = lattice.model.tables
    fields = [tables[t].fields[n] for t, n in columns_in(form) if n in tables[t].fields]
    return {word for field in fields for name in field.names for word in name.words}


def _is_done_by_us(lattice: Lattice) -> bool:
    """Whether it is asked how much of something we do: the rent we pay is not what we are paid for rentals."""
    we = lattice.lexicon.words("we")
    done = (at for at in range(2, len(lattice)) if lattice.words[at - 1] in we and lattice.relates(at))
    is_amount = lattice.ends(0, "how") is not None and lattice.ends(0, "how_many") is None
    return is_amount and bool(lattice.telling([lattice.words[at] for at in done]))


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


def _was_then(form: Form, lattice: Lattice) -> bool:
    """Whether a time is told by what happened then, and only that it happened is held: the mileage when a job was
    opened is not the mileage of the vehicle."""
    told = not lattice.lexicon.words("asks_when").isdisjoint(lattice.words[lattice.ends(0, "asks_when") or 1 :])
    inner = [c.form for c in form.where if isinstance(c, Member)]
    known = [(f, c.left) for f in (form, *inner) for c in f.where if isinstance(c, Compare) and c.op is Op.NOT_NULL]
    own = [(f.table, left.field) for f, left in known if isinstance(left, Column) and not left.via]
    fields = [lattice.model.tables[table].fields.get(name) for table, name in own]
    return told and any(field is not None and field.is_temporal for field in fields)


def _is_done_there(form: Form, lattice: Lattice) -> bool:
    """Whether what we do is taken for a state: the jobs that we open are not those that are open."""
    words, used = lattice.words, {table for table, _ in pinned(form)}
    helping = lattice.lexicon.words("auxiliary") - lattice.lexicon.words("have")
    for text in (text for texts in lattice.texts[2:] for text in texts if text.is_lower):
        at = text.span[0]
        if words[at - 1] in lattice.lexicon.words("we") and words[at - 2] in helping:
            return any(hit.table in used for hit in text.hits)
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


def _is_what_it_can(form: Form, lattice: Lattice) -> bool:
    """Whether a verb asks for a measure of its own, and other ones are added: how many litres a tank holds is not how
    many went through it."""
    words = [word for word, token in zip(lattice.words, lattice.tokens, strict=True) if token.kind is TokenKind.WORD]
    wanted = lattice.lexicon.measuring.get(words[-1] if words else "")
    figures = [o.value for o in form.outputs if isinstance(o.value, Figure)]
    if wanted is None or not any(figure.function is Function.SUM for figure in figures):
        return False
    called = {(sense.table, sense.field) for sense in lattice.columns_called(wanted)}
    return called.isdisjoint(columns_in(form))


def _may_stand_elsewhere(form: Form, lattice: Lattice) -> bool:
    """Whether a value is looked for in one table, and may as well stand in another that is asked: of who speaks German
    at an expert's level, German is the language, not the mother tongue."""
    used, held = pinned(form), {table for table, _ in columns_in(form)}
    named = {(s.table, s.field) for nouns in lattice.nouns for noun in nouns for s in noun.senses if s.tier <= PARTIAL}
    for text in (text for texts in lattice.texts for text in texts):
        places = {(hit.table, hit.field) for hit in text.hits}
        behind = lattice.nouns[text.span[1]] if text.span[1] < len(lattice) else ()
        own = {s.table for noun in behind for s in noun.senses if s.field is None}  # `active merchants`
        chosen = {place for place in places & used - named if place[0] not in own}
        others = {table for table, _ in places - used} & held
        if chosen and others - {table for table, _ in chosen}:
            return True
    return False


def _says_no_itself(form: Form, lattice: Lattice) -> bool:
    """Whether rows without something are those of which it is not known, and the column itself says no of others."""
    inner = [c.form for c in form.where if isinstance(c, Member)]
    empty = [(f, c.left) for f in (form, *inner) for c in f.where if isinstance(c, Compare) and c.op is Op.IS_NULL]
    own = {(f.table, left.field) for f, left in empty if isinstance(left, Column) and not left.via}
    denied = (hit for word in lattice.lexicon.phrases("flag_no") for hit in lattice.model.values.lookup(word))
    return bool(own) and not own.isdisjoint((hit.table, hit.field) for hit in denied)


def _is_measured_elsewhere(form: Form, lattice: Lattice) -> bool:
    """Whether a figure of rows that nobody spoke of is shown, and rows that were spoken of need only be there: the
    trees we have in stock are not those we planted of what is in stock."""
    figures = [o.value for o in form.outputs if isinstance(o.value, Figure) and o.value.of is not None]
    if not figures or form.table in lattice.tables_named:
        return False
    ties = [c.form for c in form.where if isinstance(c, Member) and not c.negated]
    bare = [f for f in ties if all(isinstance(c, Compare) and c.op is Op.NOT_NULL for c in f.where)]
    return any(f.table in lattice.tables_named for f in bare)


def _is_since_then(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked since when something is so, and the day that is shown is of something else: since when a
    violin is in poor condition is not when it was bought."""
    if lattice.ends(0, "asks_since") is None:
        return False
    shown = [o.value for o in form.outputs if isinstance(o.value, Column)]
    fields = [field_of(column, form.table, lattice.model) for column in shown]
    days = [field for field in fields if field is not None and field.is_temporal]
    plain = lattice.lexicon.words("time_noun") | lattice.lexicon.words("preposition")
    told = [{w for n in f.names if n.tier == EXACT for w in n.words} - plain for f in days]
    said = set(lattice.words) | set(lattice.stems)
    return bool(days) and not any(any(lattice.names(word, name) for word in said for name in words) for words in told)


def _lacks_it_somewhere(form: Form, lattice: Lattice) -> bool:
    """Whether values are shown of rows that have one thing and lack another: a district in which one station had no
    spill may have had spills all the same."""
    shown = [o.value for o in form.outputs if isinstance(o.value, Column) and not o.value.via]
    table = lattice.model.tables[form.table]
    names = {*table.label, *(field.name for field in table.fields.values() if field.is_key)}
    ties = [c.negated for c in form.where if isinstance(c, Member)]
    return len(shown) == 1 == len(form.outputs) and shown[0].field not in names and {*ties} == {True, False}


def _leaves_a_value(form: Form, lattice: Lattice) -> bool:
    """Whether a verb is a value of these rows that is not asked for: the lessons somebody held are those with that
    status, not all of theirs."""
    held, tables = {*columns_in(form)}, {form.table, *(c.form.table for c in form.where if isinstance(c, Member))}
    names = (name for table in tables for name in lattice.model.tables[table].names)
    words = _words_of_columns(form, lattice).union(*(name.words for name in names))
    for verb in (lattice.words[at] for at in range(1, len(lattice)) if lattice.relates(at)):
        known = lattice.model.values.lookup(verb) or lattice.model.values.inflected(verb, lattice.lexicon.language)
        hits = [hit for hit in known if hit.table in tables and not hit.value.isupper()]
        is_named = any(lattice.names(verb, word) for word in words)
        if hits and not is_named and held.isdisjoint((hit.table, hit.field) for hit in hits):
            return True
    return False


def _may_be_worked_out(form: Form, lattice: Lattice) -> bool:
    """Whether a column is listed that is called what may as well be worked out of it: the total of the invoices, where
    each has a total of its own."""
    shown = [o.value for o in form.outputs if isinstance(o.value, Column)]
    if len(shown) != 1 or len(form.outputs) != 1 or form.group_by or form.order_by:
        return False
    table = lattice.model.tables[form.table]
    keys = {*table.label, *(field.name for field in table.fields.values() if field.is_key)}
    field = field_of(shown[0], form.table, lattice.model)
    if field is None or not field.adds_up or any((form.table, key) in pinned(form) for key in keys):
        return False
    if lattice.ends(0, "how") is not None or lattice.ends(0, "asks_amount") is not None:
        return True  # one figure is asked for
    said = [noun.span for nouns in lattice.nouns for noun in nouns for s in noun.senses if s.field == field.name]
    return any(lattice.ends(start, "aggregate") is not None for start, _ in said)


def _is_by_the_clock(form: Form, lattice: Lattice) -> bool:
    """Whether the hour is asked for, and a day is shown."""
    if lattice.ends(0, "asks_clock") is None:
        return False
    fields = [field_of(o.value, form.table, lattice.model) for o in form.outputs if isinstance(o.value, Column)]
    days = [
        field for field in fields if field is not None and field.is_temporal and field.type is not FieldType.DATETIME
    ]
    hours = lattice.lexicon.words("hour_noun")
    return any(not any(hours.intersection(name.words) for name in field.names) for field in days)


def worked_out(form: Form, lattice: Lattice) -> tuple[Form, ...]:
    """What may be worked out of a column that would be listed, where one figure was asked for: the sum or the average,
    whichever was said."""
    shown = form.outputs[0].value if _may_be_worked_out(form, lattice) else None
    if not isinstance(shown, Column):
        return ()
    spans = [n.span for nouns in lattice.nouns for n in nouns for s in n.senses if s.field == shown.field]
    told = (entry for start, _ in spans for _, entry in lattice.lexicon.matches(lattice.words, start))
    said = {Function(entry.detail.upper()) for entry in told if entry.klass == "aggregate"}
    figures = (Figure(function=function, of=shown) for function in said or (Function.SUM, Function.AVG))
    named = (Output(name=f"{each.function.value.lower()}_{shown.field}", value=each) for each in figures)
    return tuple(form.model_copy(update={"outputs": (output,), "distinct": False}) for output in named)


def _counts_figures(form: Form, lattice: Lattice) -> bool:
    """Whether it is counted how many different figures there are, and nobody asked for different ones: how many
    children came is what the figures add up to."""
    figures = [o.value for o in form.outputs if isinstance(o.value, Figure)]
    of = [value.of for value in figures if value.function is Function.COUNT_DISTINCT and value.of is not None]
    fields = [field_of(column, form.table, lattice.model) for column in of]
    return not lattice.says("distinct") and any(field is not None and field.adds_up for field in fields)


def _is_no_person(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked who, and a number is shown."""
    first = form.outputs[0].value if form.outputs and lattice.ends(0, "who") is not None else None
    field = field_of(first, form.table, lattice.model) if isinstance(first, Column) else None
    if field is None or field.is_text or len(form.outputs) > 1:
        return False
    said = [s for nouns in lattice.nouns for noun in nouns for s in noun.senses if s.tier == EXACT]
    return all(s.field != field.name for s in said)  # an `advisor` that is a number is told as one


def _counts_payments(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked who paid the most, and it is counted how often they paid."""
    ranks = [order.by for order in form.order_by if isinstance(order.by, Related)]
    counts = any(each.function is Function.COUNT for each in ranks)
    paid = not lattice.lexicon.words("paying").isdisjoint(lattice.words)
    counted = {each.rows.table for each in ranks}
    return counts and paid and counted.isdisjoint(lattice.tables_named)


def says_what_was_said(form: Form) -> bool:
    """Whether all that is shown was in the question: the number of parcel 6 is 6, whatever was asked of it."""
    shown = [o.value for o in form.outputs if isinstance(o.value, Column) and not o.value.via]
    held = {left.field for left in _equals(form) if not left.via}
    return bool(shown) and len(shown) == len(form.outputs) and all(column.field in held for column in shown)


def _is_a_year(form: Form, lattice: Lattice) -> bool:
    """Whether rows must be as many as a year is written: who made no trip in 2024 did not make all but 2024."""
    inner = [c.form for c in form.where if isinstance(c, Member)]
    held = [c for f in (form, *inner) for c in (*f.having, *f.where) if isinstance(c, Compare)]
    counts = [c.right.value for c in held if isinstance(c.left, Figure | Related) and isinstance(c.right, Given)]
    said = [lattice.number(at) for at in range(len(lattice))]
    years = {number.value for number in said if number is not None and is_time(number)}
    return any(isinstance(value, int | Decimal) and Decimal(value) in years for value in counts)


def _is_no_worth(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked what things are worth, and a figure is shown that is no money: what the stock is worth is
    not how many there are."""
    if lattice.lexicon.words("worth").isdisjoint(lattice.words):
        return False
    figures = [o.value.of for o in form.outputs if isinstance(o.value, Figure) and o.value.of is not None]
    fields = [field_of(column, form.table, lattice.model) for column in figures]
    words = {word for f in fields if f is not None for name in f.names if name.tier == EXACT for word in name.words}
    money = lattice.lexicon.words("money_noun") | lattice.lexicon.words("money_unit") | lattice.lexicon.words("worth")
    return bool(fields) and money.isdisjoint(words) and not any(f is not None and f.unit for f in fields)
