"""What a question names, and the form does not speak of."""

from unicodedata import category

from arch_team.doubts.saying import equals
from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Figure, Form, Lookup, Member, Order, Related
from arch_team.forms.showing import columns_in, field_of, nodes_in, whole_columns_in
from arch_team.grammar.in_values import places_of_values
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun
from arch_team.modelling.model import ModelField
from arch_team.modelling.naming import EXACT, FRAGMENT, PARTIAL

_NEAR = 3
"""Words behind `only` that may name what there is only of."""
_CURRENCY = "Sc"
"""The signs of currencies, as Unicode puts them."""
_EXTREMES = (Function.MAX, Function.MIN)
_BOUNDS = (Op.GT, Op.GE, Op.LT, Op.LE)


def _passes_over_a_column(form: Form, lattice: Lattice) -> bool:
    """Whether a column is called by its whole name, and is nowhere in the form: `… per publisher, only how many`."""
    columns = {*columns_in(form)}
    tables = {form.table, *(table for table, _ in columns)}
    held = places_of_values(lattice)
    held |= {at for time in lattice.times.values() for at in range(*time.span)}
    grouped = {end for at in range(len(lattice)) for end in lattice.all_ends(at, "each")}
    called = {word for table in tables for name in lattice.model.tables[table].names for word in name.words}

    def is_in_form(noun: Noun) -> bool:
        whole = [sense for sense in noun.senses if sense.tier == EXACT and sense.field is not None]
        pointed = {lattice.model.field(s.table, s.field or "").refers_to for s in whole}
        is_held = any(sense.field == field for sense in whole for _, field in columns)
        return is_held or bool(pointed & tables) or not any(sense.table in tables for sense in whole)

    def is_told(noun: Noun) -> bool:
        words = lattice.stems[slice(*noun.span)]
        if noun.span[0] in grouped:
            return any(s.field is None and s.tier == EXACT for s in noun.senses) or is_in_form(noun)
        if called.issuperset(words) or (len(words) == 1 and words[0] in lattice.generic):
            return True  # the allergies of a `has_allergy`, the names of whatever is asked for
        whole = [sense for sense in noun.senses if sense.tier == EXACT]
        if any(sense.field is None for sense in whole):
            return True
        return is_in_form(noun)

    ends = [max(nouns, key=lambda noun: noun.span[1]) for nouns in lattice.nouns if nouns]
    inside = {at for noun in ends for at in range(noun.span[0] + 1, noun.span[1])}
    named = [n for n in ends if n.span[0] not in inside and held.isdisjoint(range(*n.span))]
    named = [n for n in named if n.span[1] - n.span[0] > 1 or not lattice.entries[n.span[0]]]
    return not all(map(is_told, named))


def _tells_of_rows_unnamed(form: Form, lattice: Lattice) -> bool:
    """Whether a part of a name is taken for the code of rows nobody speaks of, and those spoken of have one: the number
    of an investor is not that of what they bought."""
    rows = {s.table for nouns in lattice.nouns for noun in nouns for s in noun.senses if s.field is None}
    shown = {(form.table, o.value.field) for o in form.outputs if isinstance(o.value, Column) and not o.value.via}
    table = lattice.model.tables[form.table]
    if form.table in rows or not shown.intersection((form.table, field) for field in (*table.key, table.code)):
        return False
    if any(set(name.words) <= set(lattice.stems) for name in table.names if name.tier == EXACT):
        return False  # `customer ids`, `the problem log`
    parts = (n.senses for nouns in lattice.nouns for n in nouns if n.senses[0].tier > EXACT)
    both = ({(s.table, s.field) for s in senses} for senses in parts)
    return any(shown & each and any(table in rows for table, _ in each) for each in both)


def _is_a_neighbours(form: Form, lattice: Lattice) -> bool:
    """Whether a column of rows nobody speaks of is shown, though those spoken of have one called so, or by a part of
    its name alone: where patients live is not where their insurers are, nor an entry fee the annual fee of a club."""
    tables, said = lattice.model.tables, {*lattice.stems}
    shown = [o.value.of if isinstance(o.value, Figure) else o.value for o in form.outputs]
    for column in (c for c in (*shown, *form.group_by) if isinstance(c, Column) and c.via):
        table, at = tables[column.via[-1].table], (column.via[-1].table, column.field)
        is_spoken_of = any(said.intersection(name.words) for name in table.names if name.tier == EXACT)
        if is_spoken_of or table.name in lattice.tables_named or column.field in table.label:
            continue
        named = [n.senses for nouns in lattice.nouns for n in nouns if any((s.table, s.field) == at for s in n.senses)]
        tiers = [min(s.tier for s in senses if (s.table, s.field) == at) for senses in named]
        others = ((s, tier) for senses, tier in zip(named, tiers, strict=True) for s in senses if s.field is not None)
        own = any(s.table in lattice.tables_named and s.tier <= tier < PARTIAL for s, tier in others)
        is_part = bool(tiers) and min(tiers) >= PARTIAL
        if own or (is_part and (len(column.via) > 1 or _is_said_of(form.table, at, lattice))):
            return True
    return False


def _is_said_of(table: str, column: tuple[str, str], lattice: Lattice) -> bool:
    """Whether the words for a column are said of each row of a table: the price of each barrel."""
    ends = {n.span[1] for nouns in lattice.nouns for n in nouns if any((s.table, s.field) == column for s in n.senses)}
    behind = (end for at in ends for end in lattice.all_ends(at, "each"))
    nouns = (noun for end in behind if end < len(lattice) for noun in lattice.nouns[end])
    return any((sense.table, sense.field) == (table, None) for noun in nouns for sense in noun.senses)


def _is_of_each(form: Form, lattice: Lattice) -> bool:
    """Whether the highest of each is shown, where the highest of all is asked for: *the highest value, and on which
    sample*."""
    shown = [output.value for output in form.outputs]
    highest = [value for value in shown if isinstance(value, Related) and value.function in _EXTREMES]
    if not highest or form.order_by or lattice.says("each") or lattice.says("every"):
        return False
    return any(isinstance(value, Column) for value in shown) and lattice.says("superlative")


def _is_of_all(form: Form, lattice: Lattice) -> bool:
    """Whether the latest of all is shown, where each has one: the customers, and the date of *their latest* order."""
    told = lattice.lexicon.words("whose_own")
    starts = [at for at in range(1, len(lattice)) if lattice.ends(at, "superlative") is not None]
    is_theirs = any(lattice.words[at - 1] in told for at in starts)
    is_one = form.limit is not None or any(isinstance(c, Compare) and isinstance(c.right, Lookup) for c in form.where)
    return is_theirs and is_one and not form.group_by and not any(equals(form))


def _counts_what_is_weighed(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked how much, and how many rows there are is shown: which hive gave the most honey."""
    ranks = [order.by for order in form.order_by]
    counts = any(isinstance(by, Figure | Related) and by.function is Function.COUNT for by in ranks)
    return counts and (bool(_how_much(lattice)) or _ranks_what_is_no_number(lattice))


def _ranks_what_is_no_number(lattice: Lattice) -> bool:
    """`the most honey`, where there are honey harvests: of what there is much there are not many."""
    for at in range(len(lattice) if not lattice.lexicon.has_free_order else 0):
        end = lattice.ends(at, "superlative_count")
        if end is None or end >= len(lattice) or lattice.words[end] != lattice.stems[end]:
            continue
        goes_on = end + 1 < len(lattice) and (lattice.nouns[end + 1] or lattice.ends(end + 1, "of") is not None)
        named = [noun for noun in lattice.nouns[end] if not goes_on]
        if named and all(sense.tier >= PARTIAL for noun in named for sense in noun.senses):
            return True
    return False


def _how_much(lattice: Lattice) -> list[int]:
    """Where it is asked how much, the places behind that."""
    added = lattice.lexicon.words("added_measure")
    asked = ((at + 2, lattice.lexicon.how.get(" ".join(lattice.words[at : at + 2]), ())) for at in range(len(lattice)))
    return [end for end, names in asked if not added.isdisjoint(names)]


def is_no_money(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked how much was spent, and what is added up is no money: so many pipes."""
    asked = _how_much(lattice)
    if lattice.lexicon.words("paying").isdisjoint(lattice.words) or not form.outputs or not asked:
        return False
    figure = form.outputs[-1].value
    column = figure.of if isinstance(figure, Figure) and figure.function is Function.SUM else None
    field = field_of(column, form.table, lattice.model) if column is not None else None
    if field is None:
        return False
    behind = [noun for end in asked for nouns in lattice.nouns[end : end + 1] for noun in nouns]  # how much rent
    is_named = any((s.table, s.field) == (field.table, field.name) for noun in behind for s in noun.senses)
    return not is_named and not _is_money(field, lattice)


def _is_money(field: ModelField, lattice: Lattice) -> bool:
    words = {word for name in field.names for word in name.words}
    money = lattice.lexicon.words("money_noun") | lattice.lexicon.words("money_unit") | lattice.lexicon.words("paying")
    signed = field.unit is not None or any(category(sign) == _CURRENCY for sign in field.name)
    return signed or not money.isdisjoint(words)


def _is_bound_to_no_money(form: Form, lattice: Lattice) -> bool:
    """Whether somebody earns or pays more than so much, and what is held to that is no money: so many hours."""
    paying = [at for at, word in enumerate(lattice.words) if word in lattice.lexicon.words("paying")]
    if not any(lattice.ends(at + 1, "comparator") is not None for at in paying if at + 1 < len(lattice)):
        return False
    bounds = [(table, part.left) for table, part in nodes_in(form) if isinstance(part, Compare) and part.op in _BOUNDS]
    fields = [field_of(left, table, lattice.model) for table, left in bounds if isinstance(left, Column)]
    return bool(fields) and not any(field is not None and _is_money(field, lattice) for field in fields)


def _is_apart(form: Form, lattice: Lattice) -> bool:
    """Whether one number is asked for, and one of every row is shown: *how many are there, all together*."""
    shown = [output.value for output in form.outputs]
    apart = any(isinstance(value, Related) for value in shown) and any(isinstance(value, Column) for value in shown)
    if form.order_by or not (apart or form.group_by):
        return False  # who has the most of all together is one of them
    if _says_altogether(lattice) and not lattice.says("each") and not lattice.says("group_by"):
        return True
    return apart and lattice.ends(0, "how_many") is not None and not _says_of_which(lattice)


def _has_others_too(form: Form, lattice: Lattice) -> bool:
    """Whether rows must have nothing else, and those that have others too are shown: who has *only orders* that are on
    the road."""
    ties = {c.form.table for c in form.where if isinstance(c, Member) and not c.negated}
    if not ties or any(isinstance(c, Member) and c.negated for c in form.where):
        return False
    only = lattice.lexicon.words("only")
    for at in (at for at in range(1, len(lattice) - 1) if lattice.words[at] in only):
        behind = range(at + 1, min(len(lattice), at + _NEAR + 1))
        if any(lattice.number(place) is not None for place in behind):
            continue  # `only 2 orders`
        nouns = (noun for place in behind for noun in lattice.nouns[place])
        if any(sense.table in ties and sense.field is None for noun in nouns for sense in noun.senses):
            return True
    return False


def _says_altogether(lattice: Lattice) -> bool:
    """Whether all of something is meant as one; `together with` is not that."""
    ends = ((at, end) for at in range(len(lattice)) for end in lattice.all_ends(at, "altogether"))
    return any(all(longest <= end for longest, _ in lattice.entries[at]) for at, end in ends)


def _lists_what_adds_up(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked what something cost, and the amounts are listed of what was done with it: what it cost is
    all of them together."""
    [first, *others] = [output.value for output in form.outputs] or [None]
    field = field_of(first, form.table, lattice.model) if isinstance(first, Column) and not first.via else None
    if field is None or others or not field.adds_up or form.limit is not None:
        return False
    costs = (lattice.lexicon.words("paying") | lattice.lexicon.words("costing")).intersection(lattice.words)
    beside = [left for left in equals(form) if left.via]
    return bool(costs) and bool(beside) and len(beside) == len(equals(form))


def _measures_a_part(form: Form, lattice: Lattice) -> bool:
    """Whether it is asked how large something is of which it is only told whether it is there: the shed on a plot."""
    start = lattice.ends(0, "how")
    start = lattice.ends(start, "be") if start is not None else None
    if start is None:
        return False
    start = lattice.ends(start, "determiner") or start
    here = [hit for text in lattice.texts[start] for hit in text.hits] if start < len(lattice) else []
    fields = [lattice.model.tables[hit.table].fields.get(hit.field) for hit in here]
    return bool(fields) and all(field is not None and field.is_flag for field in fields)


def _says_of_which(lattice: Lattice) -> bool:
    """Whether a question names what something is asked of one by one."""
    words = ("each", "every", "group_by", "what", "request", "superlative")
    return any(lattice.ends(at, klass) is not None for at in range(1, len(lattice)) for klass in words)


def _is_anothers_year(form: Form, lattice: Lattice) -> bool:
    """Whether a year that was only called a year is taken for one of rows that nobody speaks of: observations in the
    year 2024 are not those with a telescope that was built then."""
    times = lattice.lexicon.words("time_noun")
    named = [noun for nouns in lattice.nouns for noun in nouns if noun.span[1] - noun.span[0] == 1]
    said = [noun for noun in named if lattice.stems[noun.span[0]] in times]
    senses = {(s.table, s.field) for noun in said for s in noun.senses if s.tier >= PARTIAL}
    compared = {
        (column.via[-1].table if column.via else own, column.field)
        for own, node in nodes_in(form)
        if isinstance(node, Compare) and isinstance(column := node.left, Column)
    }
    return any(table != form.table and table not in lattice.tables_named for table, _ in compared & senses)


def _counts_by_a_part(form: Form, lattice: Lattice) -> bool:
    """Whether rows are counted that are only called after what is asked for, and somewhere it is written how many there
    are: requests for seeds are no seeds, where so many seeds were sent."""
    counts = any(isinstance(o.value, Figure) and o.value.function is Function.COUNT for o in form.outputs)
    start = next((end for at in range(len(lattice)) if (end := lattice.ends(at, "how_many")) is not None), None)
    if not counts or start is None or start >= len(lattice):
        return False
    asked = [noun for noun in lattice.nouns[start] if noun.span == (start, start + 1)]
    senses = [s for noun in asked for s in noun.senses if (s.table, s.field) == (form.table, None)]
    if not senses or any(sense.tier < FRAGMENT for sense in senses):
        return False
    fields = (f for table in lattice.model.tables.values() for f in table.stored.values() if f.is_measure)
    return any(
        len(n.words) > 1 and n.words[0] == lattice.stems[start] for f in fields for n in f.names if n.tier == EXACT
    )


def _ranks_by_another(form: Form, lattice: Lattice) -> bool:
    """`the longest game`: not by how long a tournament lasts, where nobody spoke of one."""
    for own, node in nodes_in(form):
        by = node.by if isinstance(node, Order) else node.of if isinstance(node, Figure | Related) else None
        if isinstance(node, Figure | Related) and (node.function not in _EXTREMES or not isinstance(by, Column)):
            continue
        if not isinstance(by, Column) or not by.via or own == by.via[-1].table:
            continue
        there = lattice.model.tables[by.via[-1].table]
        named = any((s.table, s.field) == (there.name, by.field) for ns in lattice.nouns for n in ns for s in n.senses)
        if not named and there.name not in lattice.tables_named:
            return True
    return False


def _ranks_by_a_neighbours(form: Form, lattice: Lattice) -> bool:
    """Whether rows are ranked by what others of theirs add up to, though nobody spoke of those and they have a figure
    of their own that is called so in part: the most hours a proposal asks for are its requested hours."""
    for by in (order.by for order in form.order_by):
        if not isinstance(by, Related) or not isinstance(by.of, Column) or by.rows.table in lattice.tables_named:
            continue
        at = (by.rows.table, by.of.field)
        said = [n.span for ns in lattice.nouns for n in ns if any((s.table, s.field) == at for s in n.senses)]
        words = {word for start, end in said for word in lattice.stems[start:end]}
        own = [f for f in lattice.model.tables[form.table].stored.values() if f.is_measure]
        if any(words and words <= set(n.words) for f in own for n in f.names if n.tier == EXACT):
            return True
    return False


def _tells_how_much_of_the_row(form: Form, lattice: Lattice) -> bool:
    """Whether a row is asked for by a rank, and only how much it is is told: the most expensive ingredient per kilogram
    is an ingredient."""
    figures = [o.value for o in form.outputs if isinstance(o.value, Figure) and o.value.function in _EXTREMES]
    names = [figure.of.field for figure in figures if isinstance(figure.of, Column)]
    whole = {
        s.field for ns in lattice.nouns for n in ns for s in n.senses if s.table == form.table and s.tier < PARTIAL
    }
    if not names or form.group_by or not whole.isdisjoint(names):
        return False
    ends = [end for at in range(len(lattice)) if (end := lattice.ends(at, "superlative")) is not None]
    ranked = [n for end in ends if end < len(lattice) for n in lattice.nouns[end]]
    return any(s.field is None and s.tier == EXACT and s.table == form.table for n in ranked for s in n.senses)


def _has_one_itself(form: Form, lattice: Lattice) -> bool:
    """`players from each country`: they have a nationality of their own, and nobody spoke of the teams' country."""
    countries = lattice.lexicon.words("country_noun")

    def tells_one(table: str, name: str) -> bool:
        field = lattice.model.tables[table].fields.get(name)
        return field is not None and any(n.tier == EXACT and n.words[-1] in countries for n in field.names)

    own = any(tells_one(form.table, name) for name in lattice.model.tables[form.table].fields)
    others = (c for table, c in whole_columns_in(form) if table == form.table and c.via)
    far = (c for c in others if c.via[-1].table not in lattice.tables_named and tells_one(c.via[-1].table, c.field))
    return own and any(far)


NAMES = (
    _is_of_all,
    _has_others_too,
    _ranks_by_another,
    _ranks_by_a_neighbours,
    _tells_how_much_of_the_row,
    _has_one_itself,
    _counts_by_a_part,
    _passes_over_a_column,
    _is_of_each,
    _counts_what_is_weighed,
    _is_apart,
    _lists_what_adds_up,
    _measures_a_part,
    is_no_money,
    _is_bound_to_no_money,
    _is_anothers_year,
    _tells_of_rows_unnamed,
    _is_a_neighbours,
)
