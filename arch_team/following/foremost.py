"""Follow-ups on any tables that speak of the one row with the highest or lowest figure, and of the first of a
breakdown."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from arch_team.featuredata.calls import Function, Op
from arch_team.following import changes, saying
from arch_team.following.turn import NOTHING, Edit, Turn, pronouns_in
from arch_team.forms.form import Column, Compare, Figure, Form, Lookup, Member, Order, Related
from arch_team.text.folding import folded
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import TokenKind, tokens_of

_ENDS = {Function.MAX: True, Function.MIN: False}
_END = {True: Function.MAX, False: Function.MIN}


def row_of(form: Form) -> Form | None:
    """The one row that a form is of: the foremost that it shows, or the one that has its highest figure."""
    figures, order = changes.figures(form), form.order_by
    if form.group_by or form.having or form.also:
        return None
    if len(form.outputs) == 1 and figures and figures[0].function in _ENDS and figures[0].of is not None:
        order = (Order(by=figures[0].of, descending=_ENDS[figures[0].function]),)
    elif form.limit != 1 or len(order) != 1 or not changes.is_list(form):
        return None
    is_own = isinstance(order[0].by, Column) and not order[0].by.via
    return Form(table=form.table, where=form.where, order_by=order, limit=1) if is_own else None


def row_told(form: Form) -> Form | None:
    """The one row that rows are held to by having the highest or the lowest of their figures."""
    ends = [c for c in form.where if isinstance(c, Compare) and isinstance(c.right, Lookup) and c.op is Op.EQ]
    if len(ends) != 1 or not isinstance(ends[0].right, Lookup) or form.order_by or form.limit is not None:
        return None
    row = row_of(ends[0].right.form)
    return row if row is not None and _is_row(form, row) else None


def is_of_row(form: Form, row: Form) -> bool:
    """Whether columns are shown of that very row, or of what is tied to it and to nothing else."""
    if not changes.is_list(form) or form.having or form.also:
        return False
    if form.table == row.table:
        return _is_row(form, row)
    [only] = form.where if len(form.where) == 1 else [None]
    if not isinstance(only, Member) or only.negated or form.order_by or form.limit is not None:
        return False
    return only.form.table == row.table and _is_row(only.form, row)


def _is_row(form: Form, row: Form) -> bool:
    if form.limit is not None or form.order_by:
        return (form.limit, form.order_by) == (1, row.order_by) and changes.same_rows(form, row.where)
    [end, *others] = [c for c in form.where if isinstance(c, Compare) and isinstance(c.right, Lookup)] or [None]
    if others or end is None or not isinstance(end.right, Lookup) or end.op is not Op.EQ:
        return False
    whole, rest = end.right.form, form.model_copy(update={"where": tuple(c for c in form.where if c != end)})
    figure = Figure(function=_END[row.order_by[0].descending], of=_column(row))
    same = whole.table == row.table and changes.outputs(whole) == [figure] and changes.same_rows(whole, row.where)
    return same and end.left == figure.of and changes.same_rows(rest, row.where)


def _column(row: Form) -> Column:
    by = row.order_by[0].by
    assert isinstance(by, Column)  # noqa: S101
    return by


def said_in_full(turn: Turn) -> Turn | None:
    """The question before as one for that row: `which orders with the highest value in 2023`."""
    row = row_of(turn.form)
    if row is None:
        return None
    which = turn.words["which_rows"]
    for phrase in _phrases(turn, row):
        text = f"{which} {phrase}"
        found = turn.reads(text)[:1]
        if found and is_of_row(found[0], row) and found[0].table == row.table:
            return replace(turn, before=text, form=found[0])
    return None


def _phrases(turn: Turn, row: Form) -> Iterator[str]:
    noun, column = _one_of(turn, row.table), turn.called(row.table, _column(row).field)
    ways = [way.format(column) for way in turn.words["with_highest" if row.order_by[0].descending else "with_lowest"]]
    ends = [turn.plain[token.start :] for token in reversed(turn.tokens)] if row.where else [""]
    if (at := turn.plain.find(noun)) >= 0:  # it may be said so already
        yield from (turn.plain[at : t.end] for t in islice(reversed(turn.tokens), _MOST_ENDS) if t.end > at)
    yield from (f"{noun} {way} {end}".strip() for end in islice(ends, _MOST_ENDS) for way in ways)
    yield from (f"{noun} {end} {way}" for end in islice(ends, _MOST_ENDS) for way in ways if end)


def _one_of(turn: Turn, table: str) -> str:
    """What one row is called: in the singular, where the language makes one of a plural."""
    words = turn.called(table, "").split()
    return " ".join((*words[:-1], noun_stem(folded(words[-1]), "en"))) if turn.language == "en" else " ".join(words)


def of_that_row(turn: Turn) -> Edit | None:
    """`when was it issued?`, `which pet was that for?`: of the row with that figure."""
    row, spans = row_of(turn.form), _pointing(turn)
    told = bool(spans) or saying.which_of(turn.core, turn.language) is not None
    full = said_in_full(turn) if row is not None and told else None
    if row is None or full is None:
        return None
    phrase = f"{turn.words['the_row']} {full.without()}"
    counted = bool(saying.counted_of_it(turn.core, turn.lexicon))  # `how many visits` asks for no names
    return Edit(
        _spoken_of(turn, spans, phrase),
        lambda form: is_of_row(form, row) and _tells(form, row) and not (counted and form.table != row.table),
    )


def _tells(form: Form, row: Form) -> bool:
    """Whether something else is shown than what the row was told by."""
    return any(value != row.order_by[0].by for value in changes.outputs(form))


def _spoken_of(turn: Turn, spans: list[tuple[int, int]], phrase: str) -> Iterator[str]:
    said = turn.core.rstrip(" ?.!")
    for start, end in spans:
        yield f"{said[:start]}{phrase}{said[end:]}"
    counted = saying.counted_of_it(turn.core, turn.lexicon)
    if counted:
        yield from (f"{counted} {joint} {phrase}" for joint in turn.words["of"][1:])
    noun = saying.which_of(turn.core, turn.language)
    if noun is not None:
        yield from (f"{turn.words['which_rows']} {noun} {joint} {phrase}" for joint in turn.words["have_those"])
    if saying.lists(turn.core, turn.language):
        yield f"{turn.words['which_rows']} {phrase}"


def _pointing(turn: Turn) -> list[tuple[int, int]]:
    """Where it speaks of what was shown: a pronoun, or a word that points at the end, or before what ends it."""
    said = turn.core.rstrip(" ?.!")
    tokens = [token for token in tokens_of(said, turn.language) if token.kind is not TokenKind.SIGN]
    found = list(pronouns_in(said, turn.language))
    for token in tokens[-2:]:
        last = token is tokens[-1] or turn.is_of(tokens[-1].folded, "preposition", "of")
        last = last or (turn.lexicon.has_free_order and not tokens[-1].is_capital)  # `wann wurde es gekauft?`
        if len(tokens) > 1 and token.folded in turn.words["pointing"] and last:
            found.append((token.start, token.end))
    return [*dict.fromkeys(found)]


def made_of_all(turn: Turn, row: Form, word: str) -> Edit:
    """`what is the average then?`: of the column that they were ranked by."""
    column, noun = _column(row), turn.called(row.table, "")
    ends = [turn.plain[token.start :] for token in reversed(turn.tokens)] if row.where else [""]
    said = f"{turn.words['what_is']} {word} {turn.called(row.table, column.field)} {turn.words['of'][1]}"
    whole = Form(table=row.table)

    def is_made(form: Form) -> bool:
        [made, *others] = changes.figures(form) or [None]
        same = changes.but(form, "outputs", "where") == whole and changes.same_rows(form, row.where)
        return same and made is not None and not others and made.of == column and made.function not in changes.COUNTS

    return Edit((f"{said} {noun} {end}" for end in ends), is_made)


def first_of_each(turn: Turn, number: int, *, from_end: bool) -> Edit:
    """`the top 3`, of a breakdown: so many of what it is broken down by."""
    form = turn.form
    at = next((t for t in turn.tokens if t.folded in turn.lexicon.words("each")), None)
    if at is None:
        return NOTHING
    said, head = turn.plain[at.end :].strip(), turn.without(text=turn.plain[: at.start].strip())
    first, _, end = said.partition(" ")
    many = ("fewest_of", "most_of") if changes.figures(form)[-1].of is None else ("lowest_of", "highest_of")
    which = f"{turn.words['which_rows']} {number}"
    texts = (
        f"{which} {name} {joint} {_plain(turn, each)}"
        for each in dict.fromkeys((head, f"{head} {end}"))
        for name in (*_groups(turn), first, said)
        for joint in turn.words[many[not from_end]]
    )
    return Edit(texts, lambda made: _is_first(made, form, number, descending=not from_end))


def _plain(turn: Turn, head: str) -> str:
    """What was asked for, without an article and without that there is some of it."""
    first, _, rest = head.partition(" ")
    words = f" {rest if first in turn.lexicon.words('determiner') else head} "
    for phrase in turn.lexicon.phrases("there_is"):
        words = words.replace(f" {phrase} ", " ")
    return words.strip()


def _groups(turn: Turn) -> list[str]:
    """What the groups are called: by the rows that they are of, or by the column."""
    columns = [each for each in turn.form.group_by if isinstance(each, Column)]
    tables = dict.fromkeys(each.via[-1].table for each in columns if each.via)
    own = [] if tables else [turn.called(turn.form.table, each.field) for each in columns]
    return [*(turn.called(table, "") for table in tables), *own]


def _is_first(form: Form, before: Form, number: int, *, descending: bool) -> bool:
    """Whether a form has so many of the groups of another, by its figure."""
    if form.limit != number or len(form.order_by) != 1 or form.order_by[0].descending is not descending:
        return False
    by, figure = form.order_by[0].by, changes.figures(before)[-1]
    held = [
        c for c in before.where if not (isinstance(c, Compare) and c.op is Op.NOT_NULL and c.left in before.group_by)
    ]
    if isinstance(by, Related):
        links = [each for each in before.group_by if isinstance(each, Column) and each.via]
        tied = any(each.via[-1].table == form.table and each.via[0].field == by.link.field for each in links)
        same = by.rows.table == before.table and changes.same_rows(by.rows, held) and not form.where
        return tied and same and not by.link.via and (by.function, by.of) == (figure.function, figure.of)
    same = form.table == before.table and changes.same_rows(form, held) and by == figure
    return same and set(map(str, form.group_by)) == set(map(str, before.group_by))


_MOST_ENDS = 8
"""Ends of a question that may tell its rows."""
