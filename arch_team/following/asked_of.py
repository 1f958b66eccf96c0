"""Short questions on any tables that are asked of the rows before: when, where they live, who did it."""

from collections.abc import Iterator
from dataclasses import replace

from arch_team.featuredata.calls import Op
from arch_team.following import changes, foremost, saying
from arch_team.following.theirs import beside
from arch_team.following.turn import NOTHING, Edit, Turn
from arch_team.forms.form import Column, Compare, Form, Member


def when(turn: Turn) -> Edit | None:
    """`when?`, after rows that are told by a day: that day, beside what they are called."""
    if " ".join(turn.bare) not in turn.words["only_when"]:
        return None
    form = turn.form
    if form.group_by or form.limit is not None or not (changes.counts(form) or changes.is_list(form)):
        return None
    days = {*_days(turn)}
    if len(days) != 1:
        return NOTHING if days else None
    [day] = days
    edit = beside(turn, turn.called(form.table, day))
    return Edit(edit.texts, lambda made: edit.fits(made) and Column(field=day) in changes.outputs(made))


def _days(turn: Turn) -> Iterator[str]:
    """The columns of days that rows are told by."""
    for told in turn.form.where:
        if isinstance(told, Compare) and told.op is not Op.IS_NULL:
            own = isinstance(told.left, Column) and not told.left.via
            if own and isinstance(told.left, Column) and turn.is_day(turn.form.table, told.left.field):
                yield told.left.field


def where_they_live(turn: Turn) -> Edit | None:
    """`where do they live?`: the first of the columns that tell it, beside what they are called."""
    if " ".join(turn.bare) not in turn.words["where_they_live"]:
        return None
    form = turn.form
    if form.group_by or not (changes.counts(form) or changes.is_list(form)):
        return None
    edits = [beside(turn, name) for name in turn.words["lives_in"]]
    return next((edit for edit in edits if turn.first(edit) is not None), NOTHING)


def who_did_it(turn: Turn) -> Edit | None:
    """`who did it?`, of the one row before: whom alone it points at."""
    row = foremost.row_of(turn.form)
    words = turn.bare
    if row is None or not words or words[0] not in turn.words["who_asks"]:
        return None
    verb = " ".join(word for word in words[1:] if word not in {*turn.words["anaphors"], *turn.words["at_the_end"]})
    people = turn.people(row.table)
    full = foremost.said_in_full(turn) if verb in turn.words["who_did"] and len(people) == 1 else None
    if full is None:
        return None
    tail, which = full.without(), turn.words["which_rows"]
    texts = (
        f"{which} {turn.called(people[0], '')} {joint} {the} {tail}"
        for joint in turn.words["have_those"]
        for the in dict.fromkeys((turn.words["the_row"], ""))
    )
    return Edit(texts, lambda made: made.table == people[0] and foremost.is_of_row(made, row))


def of_the_row_within(turn: Turn) -> Edit | None:
    """`how many panels does it have?`, after whose is the most expensive installation: of that installation."""
    row = _row_within(turn.form)
    if row is None:
        return None
    shown = Form(table=row.table, outputs=turn.form.outputs, where=row.where, order_by=row.order_by, limit=1)
    return foremost.of_that_row(replace(turn, form=shown))


def _row_within(form: Form) -> Form | None:
    """The row with the highest or lowest figure that rows are told by alone."""
    [only] = form.where if len(form.where) == 1 else [None]
    if not isinstance(only, Member) or only.negated or not changes.is_list(form) or form.limit is not None:
        return None
    return foremost.row_told(only.form)


def said_in_pieces(turn: Turn) -> Iterator[tuple[str, str]]:
    """`with the fee, dearest first`: two pieces, of which the last is an order."""
    head, sign, last = turn.core.rstrip(" ?.!").rpartition(",")
    if sign and head.strip() and saying.sorted_by(last, turn.language) is not None:
        yield head.strip(), last.strip()
