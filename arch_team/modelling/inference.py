"""A semantic model for tables nobody described, from schema and data alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from arch_team.featuredata.amounts import currency_beside
from arch_team.featuredata.naming import never_summed
from arch_team.featuredata.tables import FieldType, Table
from arch_team.modelling.commented import named_in
from arch_team.modelling.deeds import deed_names, done_on
from arch_team.modelling.key_data import KeyData
from arch_team.modelling.model import Link, Model, ModelField, ModelTable, Values
from arch_team.modelling.naming import EXACT, FRAGMENT, PARTIAL, SHORTENED, Name, Namer, identifier_words
from arch_team.modelling.units import unit_names
from arch_team.modelling.written import said_as
from arch_team.text.lexicon import Lexicon

_LONG_ENOUGH = 3
"""Letters of a word that is known as the end of a compound."""
_TIMES = (FieldType.DATE, FieldType.DATETIME)


_ROW_NOUNS = 3
"""Words for the rows of a table that are taken from its key."""
_SHORTEST = 3
"""Letters of what somebody does, without the ending that says so."""


def inferred_model(
    tables: Iterable[Table],
    links: Sequence[Link],
    values: Values,
    lexicon: Lexicon,
    unique: Mapping[str, tuple[tuple[str, ...], ...]] | None = None,
) -> Model:
    """Names, keys, labels and roles of every table and column. `unique`: keys that the data bears out."""
    namer = Namer(lexicon)
    keyed = [replace(t, key=t.key or next(iter((unique or {}).get(t.name, ())), ())) for t in tables]
    made = {t.name: _table(t, links, namer, lexicon, (unique or {}).get(t.name, ()), _dated(t, values)) for t in keyed}
    if len(made) == 1:
        made = {name: _with_kinds(table, lexicon) for name, table in made.items()}
    return Model(_with_roles(_called_by_links(made, links, lexicon), links, values, lexicon), tuple(links), values)


def _dated(table: Table, values: Values) -> frozenset[str]:
    """The columns that hold times: by their type, or because all their texts are dates."""
    texts = (own.name for own in table.fields.values() if own.type is FieldType.STRING)
    told = (name for name in texts if values.is_dated(table.name, name))
    return frozenset((*told, *(own.name for own in table.fields.values() if own.type in _TIMES)))


def _called_by_links(
    tables: Mapping[str, ModelTable], links: Sequence[Link], lexicon: Lexicon
) -> dict[str, ModelTable]:
    """A key is also called what all that point at it call it: the `merchant id` of merchants, though it is `mid`. Then
    it is their id, where nothing else of theirs is called so."""
    found: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for link in links:
        own = tables[link.table].fields[link.field].names
        words = {name.words for name in own if name.tier == EXACT and name.words[-1] in lexicon.words("code_noun")}
        known = found.setdefault((link.to_table, link.to_field), words)
        found[link.to_table, link.to_field] = known & words
    named = dict(tables)
    for (table, name), phrases in found.items():
        field = named[table].fields[name]
        shown = {own.words for own in field.names}
        more = [Name(words, SHORTENED) for words in sorted(phrases) if words not in shown]
        taken = {own.words for each in named[table].fields.values() for own in each.names if own.tier < PARTIAL}
        short = {name.words[-1:] for name in more if len(name.words) > 1} - taken
        more += [Name(words, SHORTENED) for words in sorted(short)]
        if more:
            fields = {**named[table].fields, name: replace(field, names=(*field.names, *more))}
            named[table] = replace(named[table], fields=fields)
    return named


def _with_roles(
    tables: dict[str, ModelTable], links: Sequence[Link], values: Values, lexicon: Lexicon
) -> dict[str, ModelTable]:
    """Columns are also called what rows are to those that point at them: the `case officer`, of `case_officer_id`. Not
    where it only says that it is one of them, nor where those rows say it themselves."""
    named = dict(tables)
    for link in links:
        own, field = named[link.table], named[link.table].fields[link.field]
        ends = [name.words[:-1] for name in field.names if name.tier == EXACT and name.words[-1] in _codes(lexicon)]
        plain = {name.words for name in tables[link.to_table].names}
        held = ({hit.table for hit in values.lookup(" ".join(role))} for role in ends)
        roles = [
            Name(r, SHORTENED)
            for r, at in zip(ends, held, strict=True)
            if r not in {*plain, ()} and link.to_table not in at
        ]
        fields = {**own.fields, link.field: replace(field, names=(*field.names, *roles))}
        named[link.table] = replace(own, fields=fields)
    return named


def _codes(lexicon: Lexicon) -> frozenset[str]:
    return lexicon.words("code_noun")


def _table(
    table: Table,
    links: Iterable[Link],
    namer: Namer,
    lexicon: Lexicon,
    unique: tuple[tuple[str, ...], ...],
    dated: frozenset[str],
) -> ModelTable:
    refers = {link.field: link.to_table for link in links if link.table == table.name}
    fields: dict[str, ModelField] = {}
    for own in table.fields.values():
        called = done_on(own.name, lexicon) if own.name in dated else own.name
        names = namer.of_field(called, table.name)
        said = named_in(own.description)
        if said is not None:
            names = _together(names, namer.of_field(said, table.name))
        if own.name in refers or table.key == (own.name,):
            names = tuple(name for name in names if name.tier < PARTIAL)  # a key is not called what it is the key of
        is_key = table.key == (own.name,)
        if own.type.is_number:
            names = (*names, *unit_names(own.name, names, lexicon))
        if own.name in dated:
            names = (*names, *_as_dates(names, lexicon))
        temporal = own.name in dated or (
            own.type in (FieldType.INTEGER, FieldType.STRING) and _names_a_time(names, lexicon)
        )
        code = is_key or own.name in refers
        code = code or any(_ends_in(names, lexicon.words(klass)) for klass in ("code_noun", "kind_noun"))
        fields[own.name] = ModelField(
            table.name,
            own.name,
            own.type,
            names,
            is_key=is_key,
            refers_to=refers.get(own.name),
            is_temporal=temporal,
            is_measure=own.type.is_number and not code and not temporal,
            never_summed=never_summed(own.name) is not None,
            is_single=_is_per_thing(names, lexicon)
            or any(n.tier == EXACT and _is_single(n.words, lexicon) for n in names),
            is_added=any(n.tier == EXACT and n.words[-1] in lexicon.words("added_measure") for n in names),
            title=said_as(own.name, said, lexicon.language) if said is not None else None,
        )
    fields |= _called_by_key(fields, table.key, lexicon)
    money = lexicon.words("money_noun")
    for name, own in list(fields.items()):
        if own.is_measure and any(set(n.words) & money for n in own.names if n.tier == EXACT):
            fields[name] = replace(own, unit=currency_beside(name, fields))
    names = namer.of_table(table.name)
    times = {name: fields[name] for name in fields if name in dated}
    fields |= _own_time(times, names, namer, lexicon)
    fields |= _only_date(fields, lexicon)
    label = _label(fields, names, lexicon)
    fields |= _called_by_label(fields, label, lexicon)
    label = label or _telling_apart(fields, unique)
    own_fields = [f for f in fields.values() if f.refers_to is None and not f.is_key]
    return ModelTable(
        table.name,
        _with_row_nouns(names, fields, table.key, lexicon),
        fields,
        table.key,
        label,
        is_bridge=len(refers) >= 2 and not any(f.name in label for f in own_fields),
        is_person=_is_person(fields, names, lexicon),
    )


def _with_row_nouns(
    names: tuple[Name, ...], fields: Mapping[str, ModelField], key: tuple[str, ...], lexicon: Lexicon
) -> tuple[Name, ...]:
    """Rows are also called what their key numbers: the orders of an `Order ID`, the trees of a Baum-ID, the units of a
    `Unit`. A key that points at other rows numbers those."""
    numbered = [fields[name] for name in key[:1] if len(key) == 1 and fields[name].refers_to is None]
    codes, known = lexicon.words("code_noun"), {name.words for name in names}
    called = [name.words for field in numbered for name in field.names if name.tier == EXACT]
    nouns = [words[:-1] if words[-1] in codes else words for words in called]
    more = [words for words in dict.fromkeys(nouns) if words and words not in known and words[-1] not in codes]
    plain = [words for words in more if not any(word.isdecimal() for word in words)]
    return (*names, *(Name(words, SHORTENED) for words in plain[:_ROW_NOUNS]))


def _is_single(words: tuple[str, ...], lexicon: Lexicon) -> bool:
    """A price, an age; not the total price, which is made of several."""
    return not lexicon.words("single_measure").isdisjoint(words) and lexicon.words("total").isdisjoint(words)


def _together(names: Sequence[Name], others: Sequence[Name]) -> tuple[Name, ...]:
    """Each name once, as near as it is in either."""
    tiers = {name.words: name.tier for name in sorted((*names, *others), key=lambda name: -name.tier)}
    return tuple(Name(words, tier) for words, tier in tiers.items())


def _of_a_kind(names: Sequence[Name], lexicon: Lexicon) -> Iterator[Name]:
    """A membership is a membership type."""
    known = {name.words for name in names}
    exact = [name.words for name in names if name.tier == EXACT]
    kinds = lexicon.words("sort_noun")
    more = ((*words, kind) for words in exact if words[-1] not in kinds for kind in sorted(kinds))
    yield from (Name(words, FRAGMENT) for words in more if words not in known)


def _names_a_time(names: Sequence[Name], lexicon: Lexicon) -> bool:
    """A start date, a date of birth, or a year built."""
    times, turned = lexicon.words("time_noun"), lexicon.words("rotating")
    if _is_per_thing(names, lexicon):
        return False
    begins = [n.words[0] for n in names if n.tier == EXACT and len(n.words) > 2 and n.words[1] in turned]
    done = [n.words[0] for n in names if n.tier == EXACT and len(n.words) == 2 and lexicon.relates(n.words[1])]
    return _ends_in(names, times | _joined(names, "year_noun", lexicon)) or any(w in times for w in (*begins, *done))


def _joined(names: Sequence[Name], klass: str, lexicon: Lexicon) -> frozenset[str]:
    """The compounds among names that end with a word of a class: a Beitragsjahr."""
    ends = tuple(end for end in map(Namer(lexicon).tail, lexicon.words(klass) if lexicon.joining else ()) if end)
    exact = (name.words[0] for name in names if name.tier == EXACT and len(name.words) == 1)
    return frozenset(word for word in exact if ends and word.endswith(ends))


def _is_per_thing(names: Sequence[Name], lexicon: Lexicon) -> bool:
    """So much per day."""
    return any(n.tier == EXACT and len(n.words) > 2 and n.words[-2] in lexicon.words("each") for n in names)


def _own_time(
    fields: Mapping[str, ModelField], names: Sequence[Name], namer: Namer, lexicon: Lexicon
) -> dict[str, ModelField]:
    """An order of May is one whose order date is in May: the date that is called by its rows' own name is theirs."""
    times, called = lexicon.words("time_noun"), [name.words for name in names if name.tier == EXACT]
    whole = [Name(words, EXACT) for words in called]

    def is_own(name: Name) -> bool:
        apart = len(name.words) > 1 and name.words[-1] in times
        return name.tier == EXACT and (
            (apart and any(own[1 - len(name.words) :] == name.words[:-1] for own in called))
            or any(tail.tier < PARTIAL and tail.words[0] in times for tail in namer.tails(name.words, whole))
        )

    own = [field for field in fields.values() if any(map(is_own, field.names))]
    return {own[0].name: replace(own[0], is_default_time=True)} if len(own) == 1 else {}


def _as_dates(names: Sequence[Name], lexicon: Lexicon) -> list[Name]:
    """`due_on` is the due date, `certified_on` the certification date."""
    called = {name.words for name in names}
    found: dict[tuple[str, ...], int] = {}
    for words in (n.words for n in names if n.tier == EXACT and len(n.words) > 1):
        if words[-1] in lexicon.words("preposition"):
            found[*words[:-1], lexicon.date_word] = SHORTENED
            found |= dict.fromkeys(deed_names(words[0], lexicon) if len(words) == 2 else (), SHORTENED)
    return [Name(words, tier) for words, tier in found.items() if words not in called]


def _only_date(fields: Mapping[str, ModelField], lexicon: Lexicon) -> dict[str, ModelField]:
    """Where rows have one date, it may be called just that: the `date` of what was `installed on`."""
    times = [field for field in fields.values() if field.is_temporal]
    called = {name.words for field in fields.values() for name in field.names}
    if len(times) != 1 or (lexicon.date_word,) in called or times[0].type is FieldType.INTEGER:
        return {}
    more = (*times[0].names, Name((lexicon.date_word,), FRAGMENT))
    return {times[0].name: replace(times[0], names=more)}


def _ends_in(names: Sequence[Name], words: frozenset[str]) -> bool:
    return any(name.tier == EXACT and name.words[-1] in words for name in names)


def _called(fields: Mapping[str, ModelField], *phrases: str, tier: int = SHORTENED) -> list[str]:
    wanted = [tuple(phrase.split()) for phrase in phrases]
    return [f.name for phrase in wanted for f in fields.values() if Name(phrase, EXACT) in f.names] or [
        f.name
        for phrase in wanted
        for f in fields.values()
        if any(name.words == phrase and name.tier <= tier for name in f.names)
    ]


def _label(fields: Mapping[str, ModelField], names: Sequence[Name], lexicon: Lexicon) -> tuple[str, ...]:
    """The fields that name a row: a name or title, or first and last name; none where no field does."""
    texts = {name: f for name, f in fields.items() if f.is_text and f.refers_to is None}
    name, *others = lexicon.label_phrases
    single = _called(texts, name, *lexicon.person_labels, *others)  # the title of somebody with a full name is none
    own = {(*each.words, name) for each in names if each.tier == EXACT}
    named = [f.name for f in texts.values() if any(n.words in own and n.tier == EXACT for n in f.names)]
    single = [
        *named,
        *(each for each in single if each not in named),
    ]  # the title of a player with a player name is none
    given = _called(texts, *lexicon.given_names)
    single = [name for name in single if name not in given] or single
    pair = tuple(dict.fromkeys(found[0] for phrase in lexicon.label_pairs if (found := _called(texts, phrase))))
    pair = pair or _bare_pair(texts, lexicon)
    if len(pair) > 1 and single and not _called({single[0]: texts[single[0]]}, lexicon.label_phrases[0], tier=EXACT):
        return pair  # the title of somebody is not what they are called
    if single and given and given[0] != single[0] and _is_plain(texts[single[0]], texts[given[0]]):
        return (given[0], single[0])  # a `name` beside a first name is the last one
    if single:
        return (single[0],)
    if pair:
        return pair
    own = {name.words for name in names if name.tier < PARTIAL}
    same = [f.name for f in texts.values() if any(n.words in own for n in f.names if n.tier == EXACT)]
    if same:
        return (same[0],)
    ending = [f.name for f in texts.values() if _is_named_so(f.names, lexicon)]
    last = _called(texts, *lexicon.phrases("label_last"), tier=EXACT)
    points = any(field.refers_to is not None for field in fields.values())
    if not (ending or last or points) and len(texts) == 1 and _is_person(fields, names, lexicon):
        last = [name for name, field in texts.items() if not field.is_temporal]  # all that is told of somebody
    return (ending[0],) if len(ending) == 1 else tuple(last[:1])


def _is_plain(name: ModelField, given: ModelField) -> bool:
    """Whether a column is called by the last word or part of what another is called, and no more: `name`, `vorname`."""
    longer = [own.words[-1] for own in given.names if own.tier == EXACT]
    words = [own.words for own in name.names if own.tier <= SHORTENED]
    return any(len(own) == 1 and each.endswith(own[0]) for own in words for each in longer)


def _with_kinds(table: ModelTable, lexicon: Lexicon) -> ModelTable:
    """The texts of a file as kinds of what they are, too: a membership is a membership type."""
    texts = [field for field in table.fields.values() if field.is_text and not field.is_key and not field.is_temporal]
    fields = {field.name: replace(field, names=(*field.names, *_of_a_kind(field.names, lexicon))) for field in texts}
    return replace(table, fields={**table.fields, **fields})


def with_labels(model: Model, tables: Mapping[str, Table], data: KeyData, lexicon: Lexicon) -> Model:
    """Of several names (a common and a Latin one) the first of which each row has its own; where there is no name, a
    description of which nearly each has; and where rows are only numbered, any text of which each has its own."""
    named, is_unique = dict(model.tables), data.is_unique
    for table in model.tables.values():
        coded = all(_ends_in(table.fields[name].names, lexicon.words("code_noun")) for name in table.label)
        texts = [f for f in table.fields.values() if f.is_text and f.refers_to is None] if coded else []
        called = [field.name for field in texts if _is_named_so(field.names, lexicon)]
        label = tuple(name for name in called if len(called) > 1 and is_unique(tables[table.name], name))[:1]
        described = False
        if not label and not table.is_bridge:  # a part is called by its description rather than by its code
            points = any(field.refers_to is not None for field in table.fields.values())
            tier = EXACT if points else SHORTENED  # the `set_desc` of a list of settings
            spare = _called({f.name: f for f in texts}, *lexicon.phrases("label_spare"), tier=tier)
            label = tuple(name for name in spare if data.is_nearly_unique(tables[table.name], name))[:1]
            described = bool(label) and not _called(
                {label[0]: table.fields[label[0]]}, *lexicon.phrases("label_spare"), tier=EXACT
            )
        if not label and not table.is_bridge and len(tables) == 1:  # a file says by its values what names a row
            told = [f.name for f in texts if not f.is_temporal and not f.is_key and f.name not in table.label]
            told = [name for name in told if data.is_nearly_unique(tables[table.name], name)]
            label = tuple(name for name in told if data.is_in_words(tables[table.name], name))[:1]
        if not label and not table.label and texts and _is_numbered(table):
            label = tuple(f.name for f in texts if not f.is_temporal and is_unique(tables[table.name], f.name))[:1]
        if label:
            fields = {**table.fields, **({} if described else _called_by_label(table.fields, label, lexicon))}
            named[table.name] = replace(table, label=label, fields=fields)
        elif not table.label and _is_numbered(replace(table, is_bridge=False)):
            plain = [f for f in texts if not f.is_temporal]
            told = [f.name for f in plain if is_unique(tables[table.name], f.name)]  # a job number of its own
            told = told or [f.name for f in plain if tells_a_kind(f.names, lexicon)]
            named[table.name] = replace(table, columns=(*told[:1], *table.key) if told else ())
    return replace(model, tables=named)


def tells_a_kind(names: Sequence[Name], lexicon: Lexicon) -> bool:
    """What a row is, where it has no name: the Thema of an exercise, the `treatment type`, a Behandlungsart."""
    return _ends_in(names, lexicon.words("telling_noun") | _joined(names, "telling_noun", lexicon))


def _is_numbered(table: ModelTable) -> bool:
    """Whether a number that says nothing is all that names a row: then a plate or a code of its own says more."""
    keys = [table.fields[name] for name in table.key]
    return len(keys) == 1 and keys[0].type is FieldType.INTEGER and not table.is_bridge


def _telling_apart(fields: Mapping[str, ModelField], unique: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """A text of which each row has its own, where nothing is called a name: the reference of a case."""
    alone = [names[0] for names in unique if len(names) == 1 and fields[names[0]].is_text]
    return tuple(name for name in alone[:1] if not fields[name].is_key and fields[name].refers_to is None)


def _is_named_so(names: Sequence[Name], lexicon: Lexicon) -> bool:
    """A trade name, or a `Firmenname`, where compounds are one word."""
    called = tuple(lexicon.label_phrases)
    joined = tuple(word for word in called if lexicon.joining and len(word) >= _LONG_ENOUGH)
    return _ends_in(names, frozenset(called)) or any(
        name.tier == EXACT and len(name.words) == 1 and name.words[0].endswith(joined) for name in names if joined
    )


def _bare_pair(texts: Mapping[str, ModelField], lexicon: Lexicon) -> tuple[str, ...]:
    """`first` and `last`, also where their type is written before: `strFirst`, `strLast`."""
    ends = {phrase.split()[0] for phrase in lexicon.label_pairs if " " in phrase}
    bare = {name: identifier_words(name) for name in texts}
    bare = {name: words[1:] if words[0] in lexicon.type_prefixes else words for name, words in bare.items() if words}
    found = [name for name, words in bare.items() if len(words) == 1 and words[0] in ends]
    return tuple(found) if len(found) == 2 else ()


def _called_by_key(fields: Mapping[str, ModelField], key: tuple[str, ...], lexicon: Lexicon) -> dict[str, ModelField]:
    """What numbers a row is its id, whatever letters the column has before that: `rID`."""
    if len(key) != 1 or any(len(name.words) == 1 and name.tier < PARTIAL for name in fields[key[0]].names):
        return {}
    endings = {name.words[-1:] for name in fields[key[0]].names if name.tier == EXACT}
    own = [words for words in endings if words[0] in lexicon.words("code_noun")]
    if len(own) != 1 or any(name.words == own[0] for f in fields.values() for name in f.names if name.tier < PARTIAL):
        return {}
    return {key[0]: replace(fields[key[0]], names=(*fields[key[0]].names, Name(own[0], SHORTENED)))}


def _called_by_label(
    fields: Mapping[str, ModelField], label: tuple[str, ...], lexicon: Lexicon
) -> dict[str, ModelField]:
    """What names a row is its name, whatever the column is called: a title, a first and a last name."""
    words = (lexicon.label_phrases[0],)
    if any(name.words == words and name.tier < PARTIAL for f in fields.values() for name in f.names):
        return {}
    more = [Name(words, SHORTENED)]
    if len(label) > 1:
        more.append(Name(tuple(lexicon.label_phrases[-1].split()), SHORTENED))
    return {name: replace(fields[name], names=(*fields[name].names, *more)) for name in label}


def _is_person(fields: Mapping[str, ModelField], names: Sequence[Name], lexicon: Lexicon) -> bool:
    """By the noun its name ends with, by a full name, or by a first and a last one. An order of a customer is none."""
    turned = lexicon.words("rotating")
    called = [name.words for name in names if name.tier < PARTIAL and not turned.intersection(name.words)]
    if any(words[-1] in lexicon.words("person_noun") for words in called):
        return True
    if any(_is_somebody(words[-1], lexicon) for words in called) and _is_of_somebody(fields, lexicon):
        return True
    return bool(_called(fields, *lexicon.label_pairs, *lexicon.person_labels))


def _is_somebody(word: str, lexicon: Lexicon) -> bool:
    """Whether a word ends as those do who do something. A Tier does nothing."""
    return any(word.endswith(end) and len(word) - len(end) >= _SHORTEST for end in lexicon.agent_endings)


def _is_of_somebody(fields: Mapping[str, ModelField], lexicon: Lexicon) -> bool:
    """Whether rows have what only people have: a wage, a day they were hired. A gardener has one, a tower has not."""
    said = {word for field in fields.values() for name in field.names if name.tier == EXACT for word in name.words}
    return not said.isdisjoint(lexicon.words("personal"))
