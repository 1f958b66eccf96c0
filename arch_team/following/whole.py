"""What is said after a question on any tables, as a question of its own.

What is known to edit a question in one way is told by that edit, or by none (`edits.py`, `rows.py`); what asks for
something of the rows before is of those (`theirs.py`) or of the one with the highest figure (`foremost.py`); of the
rest, a piece is named anew or one is added (`splicing.py`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.following import amounts, asked_of, changes, edits, foremost, rows, saying, theirs
from arch_team.following.splicing import spliced
from arch_team.following.turn import (
    Called,
    IsDay,
    Kind,
    Parts,
    People,
    Reads,
    Shows,
    Turn,
    asked_until,
    pronouns_in,
    words_of,
)
from arch_team.forms.form import Form
from arch_team.text.folding import folded
from arch_team.text.leading import without_lead
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.tokens import Token, TokenKind, tokens_of
from arch_team.wire import Language

_KINDS: tuple[Kind, ...] = (
    asked_of.when,
    asked_of.where_they_live,
    edits.listed,
    amounts.how_many,
    amounts.other_side,
    edits.against,
    rows.which_have,
    rows.come_to,
    edits.of_two,
    rows.share,
    edits.at_place,
    edits.ordered,
    edits.broken_down,
    edits.undated,
    edits.wider,
    edits.dated,
    rows.other_side,
    edits.extreme,
    edits.narrowed,
    rows.of_the_rows,
)
"""Ways to edit a question that are told by the words for it: what is said so is meant so, or not understood."""
_TRIED: tuple[Kind, ...] = (
    rows.of_those,
    theirs.with_theirs,
    theirs.of_the_same,
    rows.of_what_was_shown,
    rows.of_them,
    foremost.of_that_row,
    asked_of.who_did_it,
    asked_of.of_the_row_within,
)
"""Ways that are tried: other edits may be meant by the same words."""
_PASSED = ("be", "pronoun", "filler", "auxiliary", "determiner", "thing")
"""What may stand beside a bare `how many`."""


def whole(
    before: str,
    said: str,
    language: Language,
    reads: Reads,
    parts: Parts,
    *,
    shows: Shows = lambda _: (),
    called: Called = lambda table, field: field or table,
    people: People = lambda _: (),
    is_day: IsDay = lambda _, __: False,
    before_that: str = "",
) -> str | None:
    """The question that is meant: what was said, where it stands for itself. None: it goes on with the one before, and
    nobody can tell how."""
    known: _Known = (shows, called, people, is_day, before_that)
    text = _whole(before, said, language, reads, parts, known)
    return _as_asked(text, said, language, reads) if text is not None and text != said else text


def _as_asked(text: str, said: str, language: Language, reads: Reads) -> str | None:
    """A question that counts where `how many` was said, and lists where `which`: as it stands, said so, or None."""
    form, data, lexicon = next(iter(reads(text)), None), words_of(language), lexicon_of(language)
    core = tuple(token.folded for token in tokens_of(without_lead(said, language)[0], language))
    wants_count = bool(core) and any(entry.klass == "how_many" for _, entry in lexicon.matches(core, 0))
    wants_rows = bool(core) and core[0] == data["which_rows"]
    if form is None or not (wants_count or wants_rows):
        return text
    is_count = changes.counts(form) and not form.group_by
    if wants_rows and is_count:
        other = f"{data['which_rows']} {text[asked_until(text, lexicon) :].strip()}"
        return other if any(changes.is_listed(made, form) for made in reads(other)[:1]) else None
    if wants_count and changes.is_list(form) and form.limit is None:
        other = f"{data['how_many_of'][0]} {text[asked_until(text, lexicon) :].strip()}"
        fits = (changes.counts(made) and changes.same_rows(made, form.where) for made in reads(other)[:1])
        return other if any(fits) else None
    return text


_Known = tuple[Shows, Called, People, IsDay, str]


def _whole(before: str, said: str, language: Language, reads: Reads, parts: Parts, asking: _Known) -> str | None:
    core, leads = without_lead(said, language)
    core = core or saying.side_of(said, language)
    lexicon = lexicon_of(language)
    earlier = reads(before)[:1]
    counted = _counted(before, core, lexicon) if core else None
    again = bool(earlier) and changes.counts(earlier[0]) and saying.altogether(core, language)
    if earlier and counted is not None and not again:
        found = next((counted for one in reads(counted)[:1] if _counts(one, earlier[0])), None)
        if found is not None or changes.counts(earlier[0]) or not changes.figures(earlier[0]):
            return found
    alone = next(iter(reads(core)), None) if core else None
    form = earlier[0] if earlier else alone
    known = (lexicon, reads, parts, *asking)
    turn = Turn(before, form, said, core, leads, *known) if form else None
    if earlier and core and turn is not None:
        edit = next((edit for kind in _KINDS if (edit := kind(turn)) is not None), None)
        if edit is not None:
            return turn.first(edit) or _in_pieces(turn)
        other = spliced(before, core, lexicon, reads, parts) if _may_name_another(turn) else None
        text = other if other and changes.has_other_value(reads(other)[0], turn.form) else _of_rows(turn)
        if text is None and saying.of_such(core, lexicon):
            text = other
        text = text or _in_pieces(turn)
        if text is not None:
            return text
    if saying.leans(said, core, language):
        return None
    if turn is not None and alone is not None and _is_of_others(turn, alone, known=bool(earlier)):
        return None
    if not leads and reads(said):
        return said
    if earlier and not core and leads:
        return before
    if earlier and core and not saying.asks(core, lexicon):  # `who built it?` is no piece of what was asked
        text = spliced(before, core, lexicon, reads, parts)
        if text is not None:
            return text
    if not leads:
        return said
    return core if earlier and alone is not None and saying.asks(core, lexicon) else None


def _in_pieces(turn: Turn) -> str | None:
    """`with the fee, dearest first`: one after the other."""
    for piece, order in asked_of.said_in_pieces(turn):
        text = _tried(replace(turn, core=piece, said=piece))
        for form in turn.reads(text)[:1] if text else ():
            edit = edits.ordered(replace(turn, before=text or "", form=form, core=order, said=order))
            return turn.first(edit) if edit is not None else None
    return None


def _may_name_another(turn: Turn) -> bool:
    """`and closed?`, `the open ones`: a value in the place of another, before it is a column."""
    return saying.of_such(turn.core, turn.lexicon) or (turn.leads and saying.is_piece(turn.core, turn.lexicon))


def _of_rows(turn: Turn) -> str | None:
    """What is asked of the rows before; of those of the question before that, where the last one asked of them too."""
    back = next(iter(turn.reads(turn.before_that)), None) if turn.before_that else None
    speaks = pronouns_in(turn.core, turn.language)
    if back is None or not (speaks or theirs.is_definite(turn)):
        return _tried(turn)
    row = foremost.row_of(back)
    tied = changes.is_of_rows(turn.form, back) or (row is not None and foremost.is_of_row(turn.form, row))
    if not tied or turn.form.table == back.table:
        return _tried(turn)
    first = replace(turn, before=turn.before_that, form=back, before_that="")
    said = {folded(turn.core[start:end]) for start, end in speaks}
    if said and said <= {*turn.words["not_people"]} and turn.form.table in turn.people(back.table):
        return _tried(first)  # `what did it cost?`, after who did it
    if speaks and saying.says_nothing(turn.core, turn.lexicon):
        return None  # `when was it?`, of two that may be meant
    return _tried(turn) or _tried(first)


def _tried(turn: Turn) -> str | None:
    text = next((text for text in map(turn.tried, _TRIED) if text), None)
    full = foremost.said_in_full(turn) if text is None and changes.figures(turn.form) else None
    return text or (next((text for text in map(full.tried, _TRIED) if text), None) if full is not None else None)


def _is_of_others(turn: Turn, alone: Form, *, known: bool) -> bool:
    """Whether what is said asks, by itself, for more than it can be meant to: it speaks of rows that were told apart
    before, or of what was not understood."""
    told = turn.form.where or turn.form.limit
    if changes.is_of_all(alone, turn.form if known and not (told and theirs.is_definite(turn)) else None):
        return True  # `who did the inspection?`: that one, and not all of them
    if not known:
        return theirs.names_nothing(turn, alone)
    if theirs.is_of_those(turn, alone):
        return True
    whole_rows = bool(told) and not (alone.where or alone.group_by)
    return whole_rows and saying.is_piece(turn.core, turn.lexicon)  # `how many visits?`, of somebody


def _counted(before: str, core: str, lexicon: Lexicon) -> str | None:
    """`how many are there?`: the question before, asked so."""
    tokens = tokens_of(core, lexicon.language)
    end = next((end for end, entry in _entries(tokens, 0, lexicon) if entry == "how_many"), 0)
    at = end
    while end and at < len(tokens):
        step = max((stop for stop, entry in _entries(tokens, at, lexicon) if entry in _PASSED), default=0)
        if not step:
            return None
        at = step
    asked = tokens_of(before, lexicon.language)
    start = max((stop for stop, entry in _entries(asked, 0, lexicon) if entry == "request"), default=0)
    if not end or start >= len(asked):
        return None
    return f"{core[: tokens[end - 1].end]} {before[asked[start].start :]}"


def _counts(form: Form, before: Form) -> bool:
    """Whether a form counts the rows of the one before."""
    return changes.counts(form) and form.table == before.table and form.where == before.where


def _entries(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> Iterator[tuple[int, str]]:
    words = tuple(token.folded for token in tokens)
    if at < len(tokens) and tokens[at].kind is not TokenKind.QUOTED:
        yield from ((end, entry.klass) for end, entry in lexicon.matches(words, at))
