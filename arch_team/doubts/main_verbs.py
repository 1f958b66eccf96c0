"""The verb of a question for a time or a place: it says what was then or there, and must be told by what is shown."""

from arch_team.forms.form import Column, Figure, Form, Related
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.model import FULL_NAME, ModelField
from arch_team.modelling.naming import EXACT, PARTIAL, Namer
from arch_team.text.tokens import TokenKind

_CLAUSES = ("relative", "whose")


def tells_its_verb(form: Form, lattice: Lattice) -> bool:
    """Whether the day or place that is shown is that of what the question says was done. When a hut was renovated is
    not when it was built; where somebody was born is not where their firm is."""
    verb, first = _main_verb(lattice), form.outputs[0].value if form.outputs else None
    if verb is None or not isinstance(first, Column):
        return True
    if form.order_by and all(isinstance(order.by, Figure | Related) for order in form.order_by):
        return True  # the year of most of something
    table = first.via[-1].table if first.via else form.table
    field = lattice.model.field(table, first.field)
    if first.via and table not in lattice.mentioned:
        return False  # when a shift starts is not when its client's contract does
    if lattice.dates((verb,), field) or table in lattice.tables_of((verb,)):
        return True
    return _says_no_more(verb, field, lattice)


def _says_no_more(verb: str, field: ModelField, lattice: Lattice) -> bool:
    """Whether a verb says of rows only that they are there or were then; only of rows that the question names."""
    words = lattice.lexicon.words
    if not field.is_temporal and verb in words("locating") - words("dwelling"):
        return True
    hits = [hit for texts in lattice.texts for text in texts for hit in text.hits if hit.table == field.table]
    table = lattice.model.tables[field.table]
    label = {*table.label, *table.key, FULL_NAME}
    is_one = field.table in lattice.tables_named or any(hit.field in label for hit in hits)
    if not field.is_temporal:
        # where the auction of an auctioneer is, they do not live, nor where their practice is
        is_of_people = table.is_person or bool(table.key)  # who comes more than once is in several places
        return is_one and is_of_people and verb in words("dwelling") and _is_of_no_other_place(field, lattice)
    return is_one and verb in words("happening") and not says_what_was(field, lattice)


def _is_of_no_other_place(field: ModelField, lattice: Lattice) -> bool:
    """Whether a place's name says no more than that it is one, or that it is a home: `town`, and not `depot town`."""
    table, words = lattice.model.tables[field.table], lattice.lexicon.words
    own = {word for name in table.names for word in name.words} | words("place_noun") | words("home_noun")
    exact = [name.words for name in field.names if name.tier == EXACT]
    return any(not set(each) - own or (len(each) == 1 and not _is_joined(each[0], lattice)) for each in exact)


def _is_joined(word: str, lattice: Lattice) -> bool:
    """Whether a word is a compound that ends with a word for a place."""
    tails = lattice.lexicon.words("place_noun") if lattice.lexicon.joining else ()
    ends = map(Namer(lattice.lexicon).tail, tails)
    return any(end and word.endswith(end) and len(word) > len(end) + 1 for end in ends)


def says_what_was(field: ModelField, lattice: Lattice) -> bool:
    """Whether a day's name says what was then: `purchase year`, and not `order date` of an order, nor `created at`."""
    table = lattice.model.tables[field.table]
    plain = {word for name in table.names for word in name.words} | lattice.lexicon.words("time_noun")
    plain |= lattice.lexicon.words("happening") | lattice.lexicon.words("preposition")
    written = {word for name in field.names if name.tier == EXACT for word in name.words}
    return any(word not in plain and lattice.stem(word) not in plain for word in written)


def _main_verb(lattice: Lattice) -> str | None:
    """`opened` of `in which year was the Pavilion opened`; also where that is a state that is held of it. None: it is
    no question of this kind, or has no such verb."""
    start = lattice.ends(0, "asks_when") or lattice.ends(0, "asks_where") or _past_which(lattice)
    if start is None:
        return None
    named = {
        at for nouns in lattice.nouns for noun in nouns if noun.senses[0].tier < PARTIAL for at in range(*noun.span)
    }
    found: list[str] = []
    for at in range(start, len(lattice)):
        is_article = lattice.ends(at, "determiner") is not None  # `die Einsprache` begins no clause
        begins = not is_article and any(lattice.ends(at, c) is not None for c in _CLAUSES)
        if lattice.tokens[at].kind is TokenKind.SIGN or begins:
            break
        if lattice.ends(at, "superlative") is not None:
            continue  # `the last order`
        is_last = at + 1 >= len(lattice) or lattice.tokens[at + 1].kind is TokenKind.SIGN
        is_state = is_last and any(text.is_lower and text.span == (at, at + 1) for text in lattice.texts[at])
        if (lattice.relates(at) or is_state) and at not in lattice.in_values | named:
            found.append(lattice.words[at])
    return next(iter(reversed(lattice.telling(found))), None)


def _past_which(lattice: Lattice) -> int | None:
    """Behind `in which city`, where a verb that helps another follows."""
    at = lattice.ends(0, "preposition")
    which = lattice.ends(at or 0, "what") if at is not None or lattice.lexicon.has_free_order else None
    places = lattice.lexicon.words("place_noun") | lattice.lexicon.words("home_noun")
    if at is None and (which is None or which >= len(lattice) or lattice.stems[which] not in places):
        return None  # `in welchem Ort` is read without what it begins with
    for noun in lattice.nouns[which] if which is not None and which < len(lattice) else ():
        helped = any(lattice.ends(noun.span[1], klass) is not None for klass in ("be", "auxiliary", "have"))
        if helped or (noun.span[1] < len(lattice) and lattice.relates(noun.span[1])):
            return noun.span[1]
    return None
