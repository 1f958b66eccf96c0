"""Follow-ups on any tables that ask for something else of the rows before: their columns, or who goes with them."""

from collections.abc import Iterator, Sequence

from arch_team.following import changes, foremost, saying
from arch_team.following.turn import Edit, Turn, pronouns_in
from arch_team.forms.form import Column, Compare, Form, Given
from arch_team.text.folding import folded
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import tokens_of


def with_theirs(turn: Turn) -> Edit | None:
    """`and their phone numbers?`: another column of the rows before, beside what they are called."""
    names, form = _theirs(turn), turn.form
    if not names or form.group_by or not (changes.counts(form) or changes.is_list(form)):
        return None
    asked = turn.listed if changes.counts(form) else turn.plain
    texts = [text for name in names for text in _said_beside(turn, name)]
    texts += [f"{name} {joint} {tail}" for joint in turn.words["of"] for tail in (turn.tail, asked) for name in names]
    return Edit((*texts, *_tied(turn, names)), lambda made: _is_shown(made, form) or _is_tied(made, form))


def _tied(turn: Turn, names: Sequence[str]) -> Iterator[str]:
    """Rows of another kind that go with those before: `which customers had the order with the highest value`."""
    full = foremost.said_in_full(turn)
    tail = full.without() if full is not None else turn.tail
    which = turn.words["which_rows"]
    yield from (f"{which} {name} {joint} {tail}" for name in names for joint in turn.words["have_those"])


def _is_tied(form: Form, before: Form) -> bool:
    row = foremost.row_of(before)
    if form.table == before.table:
        return False
    return foremost.is_of_row(form, row) if row is not None else changes.is_of_rows(form, before)


def columns_beside(turn: Turn, made: Form) -> Edit | None:
    """The rows before, with the columns that another form shows of such rows."""
    columns = [output.value for output in made.outputs if isinstance(output.value, Column)]
    names = [turn.called(made.table, column.field) for column in columns if not column.via]
    whole = changes.is_list(made) and len(names) == len(made.outputs)
    return beside(turn, turn.words["and"].join(names)) if whole else None


def beside(turn: Turn, name: str) -> Edit:
    """The rows before, with another column."""
    return Edit(tuple(_said_beside(turn, name)), lambda made: _is_shown(made, turn.form))


def _said_beside(turn: Turn, name: str) -> Iterator[str]:
    """Behind the question before, behind the rows that it names, or with what they are called."""
    asked, theirs = turn.listed if changes.counts(turn.form) else turn.plain, turn.words["theirs"]
    yield from (f"{asked}{joint} {theirs} {name}" for joint in turn.words["beside_them"])
    if turn.form.limit is not None:
        return
    joint = turn.words["beside_them"][-1]
    ends = [token.end for token in tokens_of(asked, turn.language)[1:_MOST_BEFORE]]
    yield from (f"{asked[:end]}{joint} {theirs} {name}{asked[end:]}" for end in ends)
    listed = next(iter(turn.reads(asked)), None)
    columns = [o.value for o in listed.outputs if isinstance(o.value, Column)] if listed is not None else []
    called = [turn.called(turn.form.table, column.field) for column in columns if not column.via]
    for own in dict.fromkeys((tuple(called[:-1]), tuple(called))):
        every = turn.words["and"].join((*own, name))
        yield from (
            f"{the} {every} {of} {turn.tail}"
            for the in ("", *turn.words["articles"][:1])
            for of in turn.words["of"][1:]
            if own
        )


def _is_shown(form: Form, before: Form) -> bool:
    """Whether columns are shown of the very rows, and others than before."""
    same = form.table == before.table and changes.same_rows(form, before.where) and changes.is_list(form)
    ends = (form.limit, form.order_by) == (before.limit, before.order_by)
    return same and ends and changes.outputs(form) != changes.outputs(before)


def _theirs(turn: Turn) -> list[str]:
    """What is asked of them: `phone numbers`, in `show me their phone numbers`; the `owner`, where it is not said
    whose."""
    if turn.flat in turn.words["owner_asked"]:
        return list(turn.words["owner_nouns"])
    words = [word.strip(",;:?!.") for word in turn.core.split()]
    plain = [folded(word) for word in words]
    at = next((at for at, word in enumerate(plain) if word in turn.words["possessives"]), None)
    if at is None:
        return _with_it(turn) or _unsaid(turn)
    if at + 1 == len(words) or any(word not in turn.words["shows"] for word in plain[:at]):
        return []
    return [" ".join(word for word in words[at + 1 :] if folded(word) not in turn.words["courtesies"])]


def _with_it(turn: Turn) -> list[str]:
    """`with phone numbers`, of rows that were listed."""
    words = turn.core.rstrip(" ?.!").split()
    at = next((at for at, word in enumerate(words[:_MOST_WORDS]) if turn.is_of(folded(word), "with")), None)
    if at is None or at + 1 == len(words):
        return []
    rows = saying.lists(" ".join(words[:at]), turn.language)  # `list them with their fees`
    shown = rows or (not at and not turn.leads and changes.is_list(turn.form))
    return [" ".join(words[at + 1 :])] if shown else []


def _unsaid(turn: Turn) -> list[str]:
    """`hourly rate?`, `who is the owner?`: columns that are asked for with no word of whose they are."""
    texts = (turn.core, " ".join(_asked_for(turn)))
    alone = next((form for text in texts if text for form in turn.reads(text)[:1]), None)
    if alone is None or not is_of_those(turn, alone) or pronouns_in(turn.core, turn.language):
        return []
    if alone.table == turn.form.table and (_names(turn, alone.table) or _is_value(turn)):
        return []  # it is not told whether all are meant, or it names no column
    words = _asked_for(turn)
    several = turn.language == "en" and noun_stem(folded(words[-1])) != folded(words[-1]) if words else False
    if several and alone.table != turn.form.table and foremost.row_of(turn.form) is not None:
        return []  # of one there are not several
    while words and (folded(words[0]) in turn.lexicon.words("determiner") or folded(words[0]) in turn.words["shows"]):
        words = words[1:]
    return [" ".join(words)] if words else []


def _is_value(turn: Turn) -> bool:
    """Whether a piece may as well be what rows of the kind are: `closed`."""
    text = f"{turn.words['which_rows']} {turn.called(turn.form.table, '')} {turn.words['that_they_are']} {turn.core}"
    found = next(iter(turn.reads(text)), None)
    return found is not None and any(changes.is_value(condition) for condition in found.where)


def is_of_those(turn: Turn, alone: Form) -> bool:
    """Whether what is said asks, read by itself, for all there are, and may be meant of the rows before: it names none
    in the plural, does not say *all*, and asks for columns of theirs or for the one that goes with them."""
    if not changes.is_of_any(alone, alone.table):
        return False
    if not (turn.form.where or turn.form.limit or foremost.row_of(turn.form)) or _says_all(turn):
        return False
    return alone.table == turn.form.table or is_definite(turn) or _is_bare(turn, alone.table)


def names_nothing(turn: Turn, alone: Form) -> bool:
    """Whether columns or a figure are asked for, of no rows that it names: so of something that was spoken of."""
    whole = changes.is_of_any(alone, alone.table) or (changes.figures(alone) and not changes.counts(alone))
    if not whole or alone.where or alone.group_by or _says_all(turn):
        return False
    return is_definite(turn) or (_is_bare(turn, alone.table) and not _names(turn, alone.table))


def _says_all(turn: Turn) -> bool:
    """`all owners`, `which owners are there`; and what denies something, which names no column."""
    words = [token.folded for token in tokens_of(turn.core, turn.language)]
    there = any(f" {phrase} " in f" {' '.join(words)} " for phrase in turn.lexicon.phrases("there_is"))
    return there or any(word in turn.lexicon.words("every") or turn.is_of(word, *_DENYING) for word in words)


def is_definite(turn: Turn) -> bool:
    """`who is the owner?`, `the owner?`: one that was not named goes with what was."""
    words = [folded(word) for word in _asked_for(turn)]
    if saying.is_piece(turn.core, turn.lexicon):
        return True
    joint = {*turn.lexicon.words("of"), *turn.words["definite"]}
    of_others = any(word in joint and words[at - 1] not in turn.words["joins"] for at, word in enumerate(words) if at)
    return 0 < len(words) <= _DEFINITE and words[0] in turn.words["definite"] and not of_others


def _asked_for(turn: Turn) -> list[str]:
    core = turn.core.rstrip(" ?.!")
    words = [word.strip(",;:") for word in core[turn.asked_until(core) :].split()]
    return [word for word in words if folded(word) not in turn.words["courtesies"]]


def _is_bare(turn: Turn, table: str) -> bool:
    """`show names and phone numbers`: columns, and neither rows nor what they do."""
    verbal = any(turn.is_of(folded(word), "be", "auxiliary", "have", "of") for word in _asked_for(turn))
    return not verbal and not _names(turn, table)


def _names(turn: Turn, table: str) -> bool:
    """Whether the rows of a table are named."""
    begins = folded(turn.called(table, ""))
    begins = begins[: max(_STEM, len(begins) - _ENDING)]
    return any(folded(word).startswith(begins) for word in _asked_for(turn))


def of_the_same(turn: Turn) -> Edit | None:
    """`and what breed?`: something else of the row that was named."""
    form = turn.form
    if form.limit == 1 and changes.is_list(form) and _asks_column(turn) and pronouns_in(turn.core, turn.language):
        name = _column_said(turn)
        edit = beside(turn, name) if name else None
        if edit is None or not saying.counted_of_it(turn.core, turn.lexicon):
            return edit
        return Edit(edit.texts, lambda made: edit.fits(made) and _are_own(made))  # `how many visits` is no name
    who = named(turn)
    if not who or not turn.leads or not _asks_column(turn):
        return None
    return Edit(_of_it(turn, who[0]), lambda made: _is_shown(made, form) and len(made.outputs) == 1)


def _are_own(form: Form) -> bool:
    return not any(isinstance(value, Column) and value.via for value in changes.outputs(form))


def named(turn: Turn) -> list[str]:
    """The name of the one whom the question before is of."""
    form = turn.form
    values = [c.right.value for c in form.where if isinstance(c, Compare) and isinstance(c.right, Given)]
    named = [value for value in values if isinstance(value, str) and value in turn.plain]
    is_one = changes.is_list(form) and len(form.where) == len(named) == 1 and form.limit is None
    return named if is_one else []


def _asks_column(turn: Turn) -> bool:
    words = [folded(word.strip(",;:?!.")) for word in turn.core.split()]
    asked = {*turn.words["which_of"], *turn.words["asks_column"], *turn.lexicon.words("determiner")}
    return bool(words) and words[0] in asked and len(words) <= _MOST_WORDS


def _column_said(turn: Turn) -> str:
    """`breed`, in `what breed is it`."""
    spans = pronouns_in(turn.core, turn.language)
    core = turn.core.rstrip(" ?.!") if not spans else turn.core[: spans[0][0]].rstrip()
    words = core[turn.asked_until(core) :].split()
    while words and turn.is_of(folded(words[-1]), "be", "have", "auxiliary"):
        words = words[:-1]
    return " ".join(words)


def _of_it(turn: Turn, value: str) -> Iterator[str]:
    core, name = turn.core.rstrip(" ?.!"), _column_said(turn)
    at = turn.plain.index(value)
    starts = [token.start for token in turn.tokens if token.start <= at]
    for start in reversed(starts[-_MOST_BEFORE:]):
        subject = turn.plain[start : at + len(value)]
        for joint in turn.words["of"]:
            yield f"{core} {joint} {subject}"
            yield f"{turn.words['what_is']} {name} {joint} {subject}"


_DENYING = ("none", "not", "without")
_DEFINITE = 6
"""Words of `the owner and the phone number`."""
_STEM = 4
_ENDING = 2
"""Letters that the name of a table has at least, and those at its end that say that there are many."""
_MOST_WORDS = 6
"""Of a follow-up that only names a column."""
_MOST_BEFORE = 5
"""Words before a name that belong to it: `the pet called`."""
