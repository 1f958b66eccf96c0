"""Words taken for a state or a value that may not be that of these rows."""

from collections.abc import Iterable, Iterator

from arch_team.doubts.saying import words_of_columns
from arch_team.featuredata.calls import Op
from arch_team.forms.form import Column, Compare, Form, Given, Member
from arch_team.forms.sensible import pinned
from arch_team.forms.showing import columns_in, nodes_in, whole_columns_in
from arch_team.grammar.dating import is_told_by_a_day
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Span
from arch_team.modelling.naming import EXACT, PARTIAL
from arch_team.modelling.values import Hit
from arch_team.text.stems import verb_stem


def _is_done_there(form: Form, lattice: Lattice) -> bool:
    """Whether what we do is taken for a state: the jobs that we open are not those that are open."""
    words, used = lattice.words, {table for table, _ in pinned(form)}
    helping = lattice.lexicon.words("auxiliary") - lattice.lexicon.words("have")
    for text in (text for texts in lattice.texts[2:] for text in texts if text.is_lower):
        at = text.span[0]
        if words[at - 1] in lattice.lexicon.words("we") and words[at - 2] in helping:
            return any(hit.table in used for hit in text.hits)
    return False


def _may_stand_elsewhere(form: Form, lattice: Lattice) -> bool:
    """Whether a value is looked for in one table, and may as well stand in another that is asked: of who speaks German
    at an expert's level, German is the language, not the mother tongue."""
    used, held = pinned(form), {table for table, _ in columns_in(form)}
    named = {(s.table, s.field) for nouns in lattice.nouns for noun in nouns for s in noun.senses if s.tier <= PARTIAL}
    inside = {at for texts in lattice.texts for text in texts for at in range(text.span[0] + 1, text.span[1])}
    for text in (text for at, texts in enumerate(lattice.texts) if at not in inside for text in texts):
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


def _lacks_it_somewhere(form: Form, lattice: Lattice) -> bool:
    """Whether values are shown of rows that have one thing and lack another: a district in which one station had no
    spill may have had spills all the same; so may a country have players `but no champion`."""
    shown = [o.value for o in form.outputs if isinstance(o.value, Column) and not o.value.via]
    table = lattice.model.tables[form.table]
    names = {*table.label, *(field.name for field in table.fields.values() if field.is_key)}
    ties = [c.negated for c in form.where if isinstance(c, Member)]
    denied = any(isinstance(c, Compare) and c.op is Op.NE for c in form.where)
    lacks = {*ties} == {True, False} or (denied and lattice.says("but"))
    return len(shown) == 1 == len(form.outputs) and shown[0].field not in names and lacks


def _leaves_a_value(form: Form, lattice: Lattice) -> bool:
    """Whether a verb is a value of these rows that is not asked for: the lessons somebody held are those with that
    status, not all of theirs."""
    held = {*columns_in(form)}
    tables = {form.table, *(node.table for _, node in nodes_in(form) if isinstance(node, Form))}
    names = (name for table in tables for name in lattice.model.tables[table].names)
    words = words_of_columns(form, lattice).union(*(name.words for name in names))
    for verb in (lattice.words[at] for at in range(1, len(lattice)) if lattice.relates(at)):
        known = lattice.model.values.lookup(verb) or lattice.model.values.inflected(verb, lattice.lexicon.language)
        hits = [hit for hit in known if hit.table in tables and not hit.value.isupper()]
        is_named = any(lattice.names(verb, word) for word in words - _names_of_others(form, hits, lattice))
        is_named = is_named or is_told_by_a_day(verb, form, lattice)
        if hits and not is_named and held.isdisjoint((hit.table, hit.field) for hit in hits):
            return True
    return False


def _names_of_others(form: Form, hits: Iterable[Hit], lattice: Lattice) -> set[str]:
    """The words for tables that only tie rows: shipped orders may be those in that state, and those with a shipment."""
    tables, own = lattice.model.tables, {form.table, *(hit.table for hit in hits)}
    tied = {node.table for _, node in nodes_in(form) if isinstance(node, Form)} - own
    said = {word for table in own for name in tables[table].names for word in name.words}
    return {word for table in tied for name in tables[table].names for word in name.words} - said


def _ties_rather(form: Form, lattice: Lattice) -> bool:
    """Whether a verb that ties two things is taken for a state of one: the props that are used for a play are not
    those in used condition."""
    tables = {node.table for _, node in nodes_in(form) if isinstance(node, Form)}
    if len(tables) == 1 and not any(column.via for _, column in whole_columns_in(form)):
        return False
    used, language = pinned(form), lattice.lexicon.language
    using = {verb_stem(word, language) for word in lattice.lexicon.words("using")}
    for text in (t for texts in lattice.texts for t in texts if t.is_lower and t.span[1] == t.span[0] + 1):
        word, behind = lattice.words[text.span[0]], text.span[1]
        stands_before = behind < len(lattice) and bool(lattice.nouns[behind])  # used props
        if verb_stem(word, language) not in using or stands_before:
            continue
        if any((hit.table, hit.field) in used for hit in text.hits):
            return True
    return False


def _may_be_swapped(form: Form, lattice: Lattice) -> bool:
    """Whether two values may each be of either of two columns, and no word beside them says which is which: what is
    loaded in one town and unloaded in another."""
    held = {(column.field, column.via): value for column, value in _values_of(form)}
    texts = [text for found in lattice.texts for text in found]
    for (first, via), value in held.items():
        text = next((t for t in texts if any(hit.value == value and hit.field == first for hit in t.hits)), None)
        table = via[-1].table if via else form.table
        others = {field for field, other in held if field != first and other == via}
        also = {hit.field for hit in text.hits if hit.table == table} & others if text is not None else set[str]()
        if text is not None and also and not _is_beside(text.span, table, first, also, lattice):
            return True
    return False


def _values_of(form: Form) -> Iterator[tuple[Column, object]]:
    for c in form.where:
        if isinstance(c, Compare) and c.op is Op.EQ and isinstance(c.left, Column) and isinstance(c.right, Given):
            yield c.left, c.right.value


def _is_beside(span: Span, table: str, field: str, others: set[str], lattice: Lattice) -> bool:
    """Whether the nearest word before or behind a value that names one of the columns names this one."""
    named: dict[int, set[str]] = {}
    for each in (field, *others):
        words = {w for name in lattice.model.tables[table].fields[each].names for w in name.words if len(w) > 2}
        for at in range(len(lattice)):
            if any(word == lattice.stems[at] or lattice.names(lattice.words[at], word) for word in words):
                named.setdefault(at, set()).add(each)
    own = {at: fields for at, fields in named.items() if len(fields) == 1 and at not in range(*span)}
    near = sorted(own, key=lambda at: span[0] - at if at < span[0] else at - span[1] + 1)
    return bool(near) and own[near[0]] == {field}


def _goes_the_other_way(form: Form, lattice: Lattice) -> bool:
    """Whether what comes from somewhere is looked for among what goes there: `from London` is no destination."""
    words = lattice.lexicon.words
    ways = ((words("coming_from"), words("goal_noun")), (words("going_to"), words("origin_noun")))
    used = pinned(form)
    for text in (text for found in lattice.texts for text in found if text.span[0]):
        before = lattice.words[text.span[0] - 1]
        fields = [lattice.model.field(t, n) for t, n in {(hit.table, hit.field) for hit in text.hits} & used]
        for said, wrong in ways:
            named = [{w for name in field.names if name.tier == EXACT for w in name.words} for field in fields]
            if before in said and any(wrong & own for own in named):
                return True
    return False


STATES = (
    _goes_the_other_way,
    _may_be_swapped,
    _is_done_there,
    _may_stand_elsewhere,
    _says_no_itself,
    _lacks_it_somewhere,
    _leaves_a_value,
    _ties_rather,
)
