"""What kind of thing is asked for, where another is shown: a day for an hour, how many for how much."""

from decimal import Decimal

from arch_team.doubts.saying import equals
from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.naming import words_of
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import (
    Column,
    Compare,
    Condition,
    Either,
    Figure,
    Form,
    Given,
    Lookup,
    Member,
    Output,
    Related,
)
from arch_team.forms.sensible import pinned
from arch_team.forms.showing import columns_in, comparisons_in, field_of
from arch_team.grammar.dating import is_time
from arch_team.grammar.in_values import places_of_values
from arch_team.grammar.kinds_named import lists_kinds
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.model import ModelField
from arch_team.modelling.naming import EXACT, PARTIAL
from arch_team.text.tokens import TokenKind


def _is_still_to_come(form: Form, lattice: Lattice) -> bool:
    """Whether something that was is asked for, and the day that is shown is to come: when a car was last inspected is
    not when it is next due."""
    if lattice.lexicon.words("past_helper").isdisjoint(lattice.words):
        return False
    shown = [o.value for o in form.outputs if isinstance(o.value, Column) and not o.value.via]
    fields = [lattice.model.tables[form.table].fields.get(column.field) for column in shown]
    named = {w for f in fields if f is not None and f.is_temporal for n in f.names if n.tier == EXACT for w in n.words}
    return bool(named & lattice.lexicon.words("coming") - set(lattice.words))


def _asks_more(form: Form, lattice: Lattice) -> bool:
    """Whether a second question follows, and only the first is answered: `… and who repaired them?`, `… and where was
    it published?`"""
    joints, others = lattice.lexicon.words("and"), lattice.lexicon.words("pronoun")
    again = [at for at in range(2, len(lattice)) if lattice.words[at - 1] in joints]
    who = [at for at in again if lattice.ends(at, "who") is not None and not others.isdisjoint(lattice.words[at:])]
    if who and lattice.ends(0, "who") is None and not form.also:
        return True
    which = [at for at in again if lattice.ends(at, "what") is not None and not others.isdisjoint(lattice.words[at:])]
    if which and form.group_by and not lattice.says("each"):
        return True  # the highest, and which one has it, is not the highest of each
    shown = [field_of(o.value, form.table, lattice.model) for o in form.outputs if isinstance(o.value, Column)]
    days = [field for field in shown if field is not None and field.is_temporal]
    then = [at for at in (0, *again) if lattice.ends(at, "asks_when") is not None]
    there = any(lattice.ends(at, "asks_where") is not None for at in again)
    return (there and not _shows_a_place(form, lattice)) or (len(then) > 1 and len(days) < len(then))


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


def _is_no_person(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked who, or what somebody is called, and a number is shown."""
    asked = any(lattice.ends(0, klass) is not None for klass in ("who", "asks_name"))
    first = form.outputs[0].value if form.outputs and asked else None
    field = field_of(first, form.table, lattice.model) if isinstance(first, Column) else None
    if field is None or field.is_text or len(form.outputs) > 1:
        return False
    said = [s for nouns in lattice.nouns for noun in nouns for s in noun.senses if s.tier == EXACT]
    is_counted = field.is_measure and lattice.ends(0, "asks_name") is not None  # how many were saved is no name
    return is_counted or all(s.field != field.name for s in said)  # an `advisor` that is a number is told as one


def _is_no_time(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked when, and nothing is shown that is a time: the days of a term are none."""
    if lattice.ends(0, "asks_when") is None or form.order_by:
        return False
    shown = [o.value for o in form.outputs]
    fields = [field_of(value, form.table, lattice.model) for value in shown if isinstance(value, Column)]
    return len(fields) == len(shown) and not any(field is not None and field.is_temporal for field in fields)


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


def _was_then(form: Form, lattice: Lattice) -> bool:
    """Whether a time is told by what happened then, and only that it happened is held: the mileage when a job was
    opened is not the mileage of the vehicle."""
    told = not lattice.lexicon.words("asks_when").isdisjoint(lattice.words[lattice.ends(0, "asks_when") or 1 :])
    inner = [c.form for c in form.where if isinstance(c, Member)]
    known = [(f, c.left) for f in (form, *inner) for c in f.where if isinstance(c, Compare) and c.op is Op.NOT_NULL]
    own = [(f.table, left.field) for f, left in known if isinstance(left, Column) and not left.via]
    fields = [lattice.model.tables[table].fields.get(name) for table, name in own]
    return told and any(field is not None and field.is_temporal for field in fields)


def _is_what_it_can(form: Form, lattice: Lattice) -> bool:
    """Whether a verb asks for a measure of its own, and other ones are added: how many litres a tank holds is not how
    many went through it."""
    words = [word for word, token in zip(lattice.words, lattice.tokens, strict=True) if token.kind is TokenKind.WORD]
    wanted = lattice.lexicon.measuring.get(words[-1] if words else "")
    figures = [o.value for o in form.outputs if isinstance(o.value, Figure)]
    if wanted is None or not any(figure.function is Function.SUM for figure in figures):
        return False
    called = {(sense.table, sense.field) for sense in lattice.model.columns_called(wanted)}
    return called.isdisjoint(columns_in(form))


def _is_no_worth(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked what things are worth, and a figure is shown that is no money: what the stock is worth is
    not how many there are."""
    worth = [at for at, word in enumerate(lattice.words) if word in lattice.lexicon.words("worth")]
    if not worth:
        return False
    figures = [o.value.of for o in form.outputs if isinstance(o.value, Figure) and o.value.of is not None]
    fields = [field_of(column, form.table, lattice.model) for column in figures]
    words = {word for f in fields if f is not None for name in f.names if name.tier == EXACT for word in name.words}
    if all(at and lattice.stems[at - 1] in words for at in worth):
        return False  # a `haemoglobin value` is what the column tells
    money = lattice.lexicon.words("money_noun") | lattice.lexicon.words("money_unit") | lattice.lexicon.words("worth")
    return bool(fields) and money.isdisjoint(words) and not any(f is not None and f.unit for f in fields)


def _counts_figures(form: Form, lattice: Lattice) -> bool:
    """Whether it is counted how many different figures there are, and nobody asked for different ones: how many
    children came is what the figures add up to."""
    figures = [o.value for o in form.outputs if isinstance(o.value, Figure)]
    of = [value.of for value in figures if value.function is Function.COUNT_DISTINCT and value.of is not None]
    fields = [field_of(column, form.table, lattice.model) for column in of]
    return not lattice.says("distinct") and any(field is not None and field.adds_up for field in fields)


def _counts_rows(form: Form, lattice: Lattice) -> bool:
    """Whether rows are counted that say themselves of how many they tell: how many cores came is not how many receipts
    of cores there are, nor how many persons come how many have booked for them."""
    start = lattice.ends(0, "how_many")
    start = start if start is None else lattice.ends(start, "distinct") or start
    counts = [o.value for o in form.outputs if isinstance(o.value, Figure) and o.value.function is Function.COUNT]
    if start is None or start >= len(lattice) or not counts or form.asks_whether:
        return False
    tables = lattice.model.tables
    rows = {form.table, *(c.form.table for c in form.where if isinstance(c, Member) and not c.negated)}
    amounts = [f for table in rows for f in tables[table].fields.values() if f.is_measure]
    many = lattice.lexicon.words("quantity_noun")
    told = [(f, set(name.words)) for f in amounts for name in f.names if name.tier == EXACT and many & {*name.words}]
    if any(lattice.stems[start] in words for _, words in told):
        return True
    senses = [s for noun in lattice.nouns[start] for s in noun.senses if s.field is None]
    whole = any(s.table == form.table and s.tier < PARTIAL for s in senses)
    return not whole and any(f.table == form.table and f.adds_up for f, _ in told)


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


def _counts_payments(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked who paid the most, and it is counted how often they paid."""
    ranks = [order.by for order in form.order_by if isinstance(order.by, Related)]
    counts = any(each.function is Function.COUNT for each in ranks)
    paid = not lattice.lexicon.words("paying").isdisjoint(lattice.words)
    counted = {each.rows.table for each in ranks}
    return counts and paid and counted.isdisjoint(lattice.tables_named)


def _is_a_year(form: Form, lattice: Lattice) -> bool:
    """Whether rows must be as many as a year is written: who made no trip in 2024 did not make all but 2024."""
    inner = [c.form for c in form.where if isinstance(c, Member)]
    held = [c for f in (form, *inner) for c in (*f.having, *f.where) if isinstance(c, Compare)]
    figures = [
        c
        for c in held
        if isinstance(c.left, Figure | Related) and c.left.function in (Function.COUNT, Function.COUNT_DISTINCT)
    ]
    counts = [c.right.value for c in figures if isinstance(c.right, Given)]
    said = [lattice.number(at) for at in range(len(lattice))]
    years = {number.value for number in said if number is not None and is_time(number)}
    if any(isinstance(value, int | Decimal) and Decimal(value) in years for value in counts):
        return True
    for rows, c in ((f.table, c) for f in (form, *inner) for c in f.where if isinstance(c, Compare) and c.op is Op.EQ):
        value = c.right.value if isinstance(c.right, Given) else None
        is_year = isinstance(value, int | Decimal) and Decimal(value) in years
        field = field_of(c.left, rows, lattice.model) if is_year and isinstance(c.left, Column) else None
        if field is not None and field.is_measure and not _is_written(field, lattice):
            return True
    return False


def _is_written(field: ModelField, lattice: Lattice) -> bool:
    """Whether a word of the question stands so in a column's name: a Wahl is no number of Wähler."""
    return not set(words_of(field.name)).isdisjoint({*lattice.words, *(t.text.casefold() for t in lattice.tokens)})


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
    is_added = field.metric is None and not field.is_level
    if is_added and _asks_for_one(field, lattice) and _is_of_a_time(form, lattice):
        return True
    said = [noun.span for nouns in lattice.nouns for noun in nouns for s in noun.senses if s.field == field.name]
    return any(lattice.ends(start, "aggregate") is not None for start, _ in said)


def _asks_for_one(field: ModelField, lattice: Lattice) -> bool:
    """`what was our fuel cost`, and not `what were the costs`, nor `which costs`."""
    asked = lattice.ends(0, "what")
    if asked is None or lattice.lexicon.words("be").isdisjoint(lattice.words[: asked + 1]):
        return False
    named = [n for nouns in lattice.nouns for n in nouns if any(s.field == field.name for s in n.senses)]
    return any(lattice.words[noun.span[1] - 1] == lattice.stems[noun.span[1] - 1] for noun in named)


def _is_of_a_time(form: Form, lattice: Lattice) -> bool:
    """Whether rows of a stretch of time are asked for."""
    held = [c.left for c in form.where if isinstance(c, Compare) and isinstance(c.left, Column)]
    fields = [field_of(column, form.table, lattice.model) for column in held]
    return any(field is not None and field.is_temporal for field in fields)


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


def says_what_was_said(form: Form, lattice: Lattice) -> bool:
    """Whether all that is shown was in the question: the number of parcel 6 is 6, whatever was asked of it. What rows
    are numbered by is shown beside their name, and says no more."""
    shown = [o.value for o in form.outputs if isinstance(o.value, Column) and not o.value.via]
    held = {left.field for left in equals(form) if not left.via}
    told = [column for column in shown if column.field in held]
    fields = [lattice.model.field(form.table, column.field) for column in told]
    table = lattice.model.tables[form.table]
    is_name = any(field.is_written(word) for field in fields for word in lattice.lexicon.label_phrases)
    codes = [name for name in table.key if table.fields[name].is_text and any(f.name in table.label for f in fields)]
    known = {*held, *(table.key if is_name else codes)}  # the herbs, and not the kind of that name
    return bool(told) and len(shown) == len(form.outputs) and all(column.field in known for column in shown)


def _loses_a_bound(form: Form, lattice: Lattice) -> bool:
    """Whether a number is a bound, and the form holds something to be just so much: at least 13 is not 13."""
    bounds: list[Decimal] = []
    for at in range(len(lattice)):
        ends = [end for end, op in lattice.details(at, "comparator") if Op(op) is not Op.EQ]
        numbers = [number for end in ends if (number := lattice.number(end)) is not None]
        bounds += [number.value for number in numbers if not is_time(number)]
    held = [c.right.value for c in comparisons_in(form) if c.op is Op.EQ and isinstance(c.right, Given)]
    return any(isinstance(value, int | Decimal) and Decimal(value) in bounds for value in held)


def _is_no_place(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked where, and nothing is shown that is a place: neither a mail address nor a number is one."""
    columns = any(isinstance(output.value, Column) for output in form.outputs)
    return lattice.ends(0, "asks_where") is not None and columns and not _shows_a_place(form, lattice)


def _shows_a_place(form: Form, lattice: Lattice) -> bool:
    shown = [o.value for o in form.outputs if isinstance(o.value, Column)]
    fields = [field for column in shown if (field := field_of(column, form.table, lattice.model)) is not None]
    places = frozenset[str]().union(*map(lattice.lexicon.words, ("place_noun", "home_noun", "country_noun")))
    named = ({w for name in field.names if name.tier == EXACT for w in name.words} for field in fields if field.is_text)
    return any(places & words for words in named)


def _is_what_may_be(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked how many there may be, and rows that are there are counted: how many fit on a shelf is not
    how many stand on it."""
    counts = [o.value for o in form.outputs if isinstance(o.value, Figure | Related)]
    told = {at for time in lattice.times.values() for at in range(*time.span)}  # May is a month as well
    told |= places_of_values(lattice)  # or a state
    start = lattice.ends(0, "request") or 0
    said = {lattice.words[at] for at in range(start, len(lattice)) if at not in told}
    is_counted = any(each.function is Function.COUNT for each in counts)
    return is_counted and not said.isdisjoint(lattice.lexicon.words("possible"))


def _holds_another_day(form: Form, lattice: Lattice) -> bool:
    """Whether two days are held against each other, and what was done is told by neither: when an order arrived is not
    when it was placed."""
    lefts = [c.left for c in comparisons_in(form) if isinstance(c.left, Column) and isinstance(c.right, Column)]
    fields = [field for left in lefts if (field := field_of(left, form.table, lattice.model)) is not None]
    said = [lattice.words[at] for at in range(len(lattice)) if lattice.relates(at) and not lattice.nouns[at]]
    verbs = lattice.telling(said)
    days = [field for field in fields if field.is_temporal]
    return bool(verbs) and any(not any(lattice.dates((verb,), day) for verb in verbs) for day in days)


def _takes_any_for_all(form: Form, lattice: Lattice) -> bool:
    """Whether rows are tied to some of those that are named, where it is not said that one will do: who has red and
    white wines has both."""
    if not lists_kinds(lattice):
        return False
    tied = [c.form for c in form.where if isinstance(c, Member)]
    ranked = bool(form.order_by) and form.limit is not None
    grouped = {c.field for c in form.group_by if isinstance(c, Column)}
    beside = [form] if tied or ranked or form.group_by else []
    chosen = [c for each in (*tied, *beside) for c in each.where if isinstance(c, Either) or _lists(c)]
    kinds = {left.field for c in chosen for left in _columns_of(c)}
    return bool(chosen) and (bool(tied) or ranked or not kinds <= grouped)


def _lists(condition: Condition) -> bool:
    return isinstance(condition, Compare) and condition.op is Op.IN


def _columns_of(condition: Condition) -> list[Column]:
    held = condition.of if isinstance(condition, Either) else (condition,)
    return [c.left for c in held if isinstance(c, Compare) and isinstance(c.left, Column)]


def _ranks_what_is_common(form: Form, lattice: Lattice) -> bool:
    """Whether what occurs most is asked for, and the highest is told: the most common age is not the highest."""
    often = lattice.lexicon.words("occurring")
    said = [lattice.words[at:end] for at in range(len(lattice)) for end, _ in lattice.details(at, "superlative_count")]
    figures = [o.value for o in form.outputs if isinstance(o.value, Figure)]
    highest = any(figure.function in (Function.MAX, Function.MIN) for figure in figures)
    by = form.order_by[0].by if form.order_by and form.limit is not None else None
    return any(not often.isdisjoint(words) for words in said) and (highest or isinstance(by, Column))


def _sorts_no_age(form: Form, lattice: Lattice) -> bool:
    """Whether it is sorted from old to young, by what tells no age: by a title, or by a year as if it were one."""
    if not lattice.says("of_age") or not form.order_by:
        return False
    by = form.order_by[0].by
    field = field_of(by, form.table, lattice.model) if isinstance(by, Column) else None
    ages = {word for word in lattice.lexicon.phrases("aged") for word in lattice.lexicon.dimensions.get(word, ())}
    return field is None or not (field.is_temporal or any(field.is_written(lattice.stem(word)) for word in ages))


def _is_older_by_another_year(form: Form, lattice: Lattice) -> bool:
    """Whether something is older than a year by a year that is not when it came to be: acquired, retired, hired."""
    years = {
        number.value
        for at in range(len(lattice))
        for end, _ in lattice.details(at, "comparator")
        if " ".join(lattice.words[at : end - 1]) in lattice.lexicon.dimensions
        if (number := lattice.number(end)) is not None and is_time(number)
    }
    if not years:
        return False
    held = [c for c in comparisons_in(form) if isinstance(c.left, Column) and c.op is not Op.EQ]
    fields = [field_of(c.left, form.table, lattice.model) for c in held if isinstance(c.left, Column)]
    made = lattice.lexicon.coming_to_be
    return not any(f is not None and any(f.is_written(word) for word in made) for f in fields)


def _is_held_to_its_own_name(form: Form, lattice: Lattice) -> bool:
    """Whether rows are held against one that is named, and are to be named themselves: than the chair and the lamp."""
    against = [c for c in form.where if isinstance(c, Compare) and isinstance(c.right, Lookup)]
    label = lattice.model.tables[form.table].label
    named = any(left.field in label for left in equals(form) if not left.via)
    return named and any(equals(c.right.form) for c in against if isinstance(c.right, Lookup))


def _ranks_another(form: Form, lattice: Lattice) -> bool:
    """Whether an amount is said to be the smallest, and another is ranked by: of those whose salary is smallest not the
    shortest."""
    by = form.order_by[0].by if form.order_by and form.limit is not None else None
    if not isinstance(by, Column) or not lattice.says("whose"):
        return False
    named = {(s.table, s.field) for nouns in lattice.nouns for noun in nouns for s in noun.senses if s.tier < PARTIAL}
    shown = [o.value.field for o in form.outputs if isinstance(o.value, Column) and not o.value.via]
    fields = lattice.model.tables[form.table].fields
    bound = {c.left.field for c in comparisons_in(form) if isinstance(c.left, Column)}  # whose salary is above 3000
    measures = [name for name in shown if name in fields and fields[name].is_measure and name not in bound]
    told = any((form.table, name) in named for name in measures)
    return told and (form.table, by.field) not in named


def _takes_a_year_for_an_amount(form: Form, lattice: Lattice) -> bool:
    """Whether an amount would have to be just a year: seeds germinated in tests of 2023 are not 2023 of them."""
    held = [c for c in comparisons_in(form) if c.op is Op.EQ and isinstance(c.right, Given)]
    years = {
        number.value for at in range(len(lattice)) if (number := lattice.number(at)) is not None and is_time(number)
    }
    amounts = [(c.left, c.right.value) for c in held if isinstance(c.left, Column) and isinstance(c.right, Given)]
    fields = [(field_of(left, form.table, lattice.model), value) for left, value in amounts]
    return any(
        field is not None and field.is_measure and not field.is_temporal and value in years for field, value in fields
    )


KINDS = (
    _ranks_what_is_common,
    _sorts_no_age,
    _is_older_by_another_year,
    _takes_any_for_all,
    _is_held_to_its_own_name,
    _ranks_another,
    _holds_another_day,
    _takes_a_year_for_an_amount,
    _is_no_place,
    _loses_a_bound,
    _is_still_to_come,
    _asks_more,
    _is_by_the_clock,
    _is_no_person,
    _is_no_time,
    _is_since_then,
    _was_then,
    _is_what_it_can,
    _is_what_may_be,
    _is_no_worth,
    _counts_figures,
    _counts_rows,
    _counts_one,
    _counts_payments,
    _is_a_year,
    _may_be_worked_out,
)
