"""Figures that a question asks for and a reading loses: an average that is listed, a total of single amounts."""

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import (
    Arithmetic,
    Bucket,
    Column,
    Compare,
    Expression,
    Figure,
    Form,
    Given,
    Member,
    Not,
    Related,
)
from arch_team.forms.sensible import pinned
from arch_team.forms.showing import columns_in, field_of, nodes_in, whole_columns_in
from arch_team.grammar.in_values import places_of_texts
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun
from arch_team.modelling.naming import EXACT, PARTIAL
from arch_team.text.folding import folded

_TOLD = {Function.AVG: (Function.AVG,), Function.SUM: (Function.SUM, Function.COUNT, Function.COUNT_DISTINCT)}
"""What tells a total or an average: how many there are altogether is a total as well."""
_DENYING = (Op.NE, Op.NOT_IN, Op.NOT_LIKE, Op.IS_NULL, Op.LT, Op.LE)
"""What says no of something, or that it is less."""


def loses_a_figure(form: Form, lattice: Lattice) -> bool:
    """Whether a question says total or average, no column of the form is called so, and the form works none out."""
    nodes = [node for one in (form, *form.also) for _, node in nodes_in(one)]
    made = {node.function for node in nodes if isinstance(node, Figure | Related)}
    if any(isinstance(node, Arithmetic) for node in nodes):
        return False  # of so many per one, and of what two come to
    tables = lattice.model.tables
    shown = [(one.table, o.value) for one in (form, *form.also) for o in one.outputs]
    numbers = [
        f for t, v in shown if isinstance(v, Column) and (f := field_of(v, t, lattice.model)) and f.type.is_number
    ]
    if lattice.ends(0, "how_many") is not None and not (
        made or form.asks_whether or any(f.is_measure for f in numbers)
    ):
        return True
    fields = [tables[t].fields[n] for t, n in columns_in(form) if t in tables and n in tables[t].fields]
    called = {word for field in fields for name in field.names for word in name.words}
    for at in range(len(lattice)):
        for end, entry in lattice.entries[at]:
            told = _TOLD.get(Function(entry.detail.upper())) if entry.klass == "aggregate" else None
            if told is None or not made.isdisjoint(told) or not called.isdisjoint(lattice.stems[at:end]):
                continue
            if not any(at in range(*text.span) for texts in lattice.texts for text in texts):
                return True
    return False


def counts_a_mere_part(form: Form, lattice: Lattice) -> bool:
    """`How many bees live there?` of a table of bee races: what only begins with a word is not counted for it."""
    value = form.outputs[0].value if len(form.outputs) == 1 else None
    if not isinstance(value, Figure) or value.function is not Function.COUNT or value.of is not None:
        return False
    table = lattice.model.tables[form.table]
    if len(lattice.model.tables) == 1:
        return False  # of a file `sales 2024` these are the sales
    nouns = (noun for nouns in lattice.nouns for noun in nouns)
    own = [noun.span for noun in nouns if any((s.table, s.field) == (table.name, None) for s in noun.senses)]
    said = {tuple(lattice.stems[start:end]) for start, end in own}
    of = lattice.lexicon.words("of")
    heads = [n.words for n in table.names if n.tier == EXACT and len(n.words) > 1 and of.isdisjoint(n.words)]
    begun = {name[: len(words)] for name in heads for words in said}
    ends = {name[-len(words) :] for name in heads for words in said if len(words) <= len(name)}
    return bool(said) and said <= begun - ends - set(heads)


def orders_names_by_size(form: Form, lattice: Lattice) -> bool:
    """`from the highest apiary to the lowest`: not by what they are called."""
    by = form.order_by[0].by if form.order_by and form.limit is None else None
    field = field_of(by, form.table, lattice.model) if isinstance(by, Column) else None
    is_size = any(
        lattice.ends(at, "order_from") is not None and any(lattice.details(i, "superlative") for i in (at + 1, at + 2))
        for at in range(len(lattice) - 2)
    )
    return is_size and field is not None and field.is_text and not field.is_temporal


def orders_times_by_size(form: Form, lattice: Lattice) -> bool:
    """`per year, from earliest to latest`: not by how many there were."""
    by = form.order_by[0].by if form.order_by and form.limit is None else None
    if isinstance(by, Bucket | Column) or by is None or not any(isinstance(key, Bucket) for key in form.group_by):
        return False
    times = lattice.lexicon.words("time_noun")
    for at in (at for at in range(len(lattice) - 1) if lattice.ends(at, "order_from") is not None):
        for start in (at + 1, at + 2):
            said = (" ".join(lattice.words[start:end]) for end, _ in lattice.details(start, "superlative"))
            named = (name for word in said for name in lattice.lexicon.dimensions.get(word, ()))
            if any(folded(name.removeprefix("-")) in times for name in named):
                return True
    return False


def tells_of_another(form: Form, lattice: Lattice) -> bool:
    """`the phone of agent Boyd`: that of an office is not theirs, where nobody spoke of an office."""
    values = [output.value for output in form.outputs]
    ways = {value.via[-1].table if value.via else "" for value in values if isinstance(value, Column)}
    person = lattice.model.tables[form.table].is_person and not form.group_by
    is_one = any(table == form.table for table, _ in pinned(form))
    if not (person and is_one and len(ways) == 1) or "" in ways or not ways.isdisjoint(lattice.tables_named):
        return False
    return not any(lattice.model.tables[table].is_person for table in ways)


def tells_not_whose(form: Form, lattice: Lattice) -> bool:
    """`whose session lasted longest`: that session, and nobody."""
    if not len(lattice) or lattice.words[0] not in lattice.lexicon.words("whose_word"):
        return False
    shown = [output.value for output in form.outputs if isinstance(output.value, Column)]
    if any(lattice.model.tables[value.via[-1].table if value.via else form.table].is_person for value in shown):
        return False
    people = lattice.lexicon.words("person_noun") | lattice.lexicon.words("role_noun") | lattice.lexicon.words("person")
    fields = [field for value in shown if (field := field_of(value, form.table, lattice.model)) is not None]
    return not any(people & {*name.words} for field in fields for name in field.names if name.tier == EXACT)


def leaves_out_rows(form: Form, lattice: Lattice) -> bool:
    """`In which city do most people live?`: rows that the question names, and that have no part in the form."""
    forms = (form, *form.also)
    tables = {node.table for one in forms for _, node in nodes_in(one) if isinstance(node, Form)}
    for one in forms:
        tables |= {step.table for _, column in whole_columns_in(one) for step in column.via}
    columns = {each for one in forms for each in columns_in(one)}
    bridges = {name for name in tables if name in lattice.model.tables and lattice.model.tables[name].is_bridge}
    tables |= {n.to_table for n in lattice.model.links if (n.table, n.field) in columns or n.table in bridges}
    known = lattice.model.tables
    fields = [known[t].fields[n] for t, n in columns if t in known and n in known[t].fields]
    held = places_of_texts(lattice)
    for noun in (noun for nouns in lattice.nouns for noun in nouns):
        own = {sense.table for sense in noun.senses if sense.field is None and sense.tier == EXACT}
        used = any(s.table in tables if s.field is None else (s.table, s.field) in columns for s in noun.senses)
        used = used or any(field.is_called(tuple(lattice.stems[slice(*noun.span)])) for field in fields)
        is_joined = noun.span[1] < len(lattice) and lattice.nouns[noun.span[1]]  # a race result
        if own and not used and not is_joined and _longest(noun, lattice) and held.isdisjoint(range(*noun.span)):
            return True
    return False


def _longest(noun: Noun, lattice: Lattice) -> bool:
    """Whether no longer name covers it."""
    others = (other.span for nouns in lattice.nouns for other in nouns if other.span != noun.span)
    return not any(start <= noun.span[0] and noun.span[1] <= end for start, end in others)


def passes_over_a_clause(form: Form, lattice: Lattice) -> bool:
    """`never attended a course they registered for`: what they did with it is a condition of its own."""
    for one in (form, *form.also):
        shown = {c.via[-1].table if c.via else one.table for o in one.outputs for c in _columns(o.value)}
        shown |= {table for o in one.outputs for table in _counted(o.value, lattice)}
        for noun in (noun for nouns in lattice.nouns for noun in nouns):
            at = noun.span[1]
            is_they = at < len(lattice) and lattice.words[at] in lattice.lexicon.words("they")
            own = {sense.table for sense in noun.senses if sense.field is None and sense.tier < PARTIAL}
            if is_they and own and own.isdisjoint(shown):
                return True
    return False


def loses_a_denial(form: Form, lattice: Lattice) -> bool:
    """`for repeats and for episodes that are not repeats`: what is denied, and nothing in the form says no."""
    nodes = [node for one in (form, *form.also) for _, node in nodes_in(one)]
    if any(_denies(node, lattice) for node in nodes):
        return False
    held = places_of_texts(lattice)
    held |= {at for nouns in lattice.nouns for noun in nouns for at in range(*noun.span)}
    for at in range(len(lattice)):
        longer = any(end > at + 1 for end, _ in lattice.entries[at])
        before = any(end > at for place in range(at) for end, _ in lattice.entries[place])
        if lattice.ends(at, "not") == at + 1 and not (longer or before or at in held):
            return True
    return False


def adds_one_of_several(form: Form, lattice: Lattice) -> bool:
    """`the total price of the parts that jobs took`: the price of one is added up, where rows between say how many."""
    sums = [o.value.of for o in form.outputs if isinstance(o.value, Figure) and o.value.function is Function.SUM]
    own = [field_of(of, form.table, lattice.model) for of in sums if of is not None]
    money, quantity = (lattice.lexicon.words(klass) for klass in ("money_noun", "quantity_noun"))
    if not any(field is not None and any(money & {*name.words} for name in field.names) for field in own):
        return False
    tables = {node.table for _, node in nodes_in(form) if isinstance(node, Form)} - {form.table}
    held = (field for table in tables for field in lattice.model.tables[table].stored.values() if field.is_measure)
    return any({*name.words} <= quantity for field in held for name in field.names if name.tier == EXACT)


def _denies(node: object, lattice: Lattice) -> bool:
    if isinstance(node, Not):
        return True
    if isinstance(node, Member):
        return node.negated
    if not isinstance(node, Compare):
        return False
    value = node.right.value if isinstance(node.right, Given) else None
    is_no = value == 0 or (isinstance(value, str) and folded(value) in lattice.lexicon.phrases("flag_no"))
    return node.op in _DENYING or is_no


def _columns(value: Expression) -> list[Column]:
    if isinstance(value, Column):
        return [value]
    of = getattr(value, "of", None)
    return [of] if isinstance(of, Column) else []


def _counted(value: Expression, lattice: Lattice) -> set[str]:
    """What is told of rows that are counted: theirs, and those of what they point at."""
    rows = value.rows.table if isinstance(value, Related) else None
    return {rows, *(link.to_table for link in lattice.model.links if link.table == rows)} if rows else set()


def is_of_one_of_both(form: Form, lattice: Lattice) -> bool:
    """`the names used both by some authors and some students`: not those of the authors who have students."""
    for at in range(len(lattice)):
        start = lattice.ends(at, "both")
        joint = next((i for i in range(start, len(lattice)) if lattice.ends(i, "and")), None) if start else None
        if start is None or joint is None:
            continue
        behind = lattice.ends(joint, "and") or joint
        one, other = ({s.table for n in _nouns(i, lattice) for s in n.senses if not s.field} for i in (start, behind))
        if one and other and one.isdisjoint(other) and form.table in one | other:
            return True
    return False


def _nouns(at: int, lattice: Lattice) -> tuple[Noun, ...]:
    """What is named at a place, behind words such as `some of the`."""
    small = ("determiner", "each", "preposition", "filler")
    while at < len(lattice) and not lattice.nouns[at]:
        end = next((end for klass in small if (end := lattice.ends(at, klass)) is not None), None)
        if end is None:
            return ()
        at = end
    return lattice.nouns[at] if at < len(lattice) else ()


LOST = (
    is_of_one_of_both,
    counts_a_mere_part,
    orders_names_by_size,
    orders_times_by_size,
    tells_of_another,
    tells_not_whose,
    leaves_out_rows,
    loses_a_denial,
    adds_one_of_several,
    passes_over_a_clause,
)
