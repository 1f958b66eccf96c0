"""What is said after a question on any tables, as a question of its own.

What is known to edit a question in one way is told by that edit, or by none (`edits.py`, `rows.py`); of the rest, a
piece is named anew or one is added (`splicing.py`).
"""

from collections.abc import Iterator, Sequence

from arch_team.following import changes, edits, foremost, rows, saying, theirs
from arch_team.following.splicing import spliced
from arch_team.following.turn import Called, Kind, Parts, Reads, Shows, Turn
from arch_team.forms.form import Form
from arch_team.text.leading import without_lead
from arch_team.text.lexicon import Lexicon, lexicon_of
from arch_team.text.tokens import Token, TokenKind, tokens_of
from arch_team.wire import Language

_KINDS: tuple[Kind, ...] = (
    edits.listed,
    edits.against,
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
    before_that: str = "",
) -> str | None:
    """The question that is meant: what was said, where it stands for itself. None: it goes on with the one before, and
    nobody can tell how."""
    core, leads = without_lead(said, language)
    lexicon = lexicon_of(language)
    earlier = reads(before)[:1]
    counted = _counted(before, core, lexicon) if core else None
    if earlier and counted is not None:
        return next((counted for one in reads(counted)[:1] if _counts(one, earlier[0])), None)
    if earlier and core:
        turn = Turn(before, earlier[0], said, core, leads, lexicon, reads, parts, shows, called, before_that)
        edit = next((edit for kind in _KINDS if (edit := kind(turn)) is not None), None)
        if edit is not None:
            return turn.first(edit)
        text = next((t for t in map(turn.tried, _TRIED) if t), None)
        full = foremost.said_in_full(turn) if text is None and changes.figures(turn.form) else None
        text = text or (next((t for t in map(full.tried, _TRIED) if t), None) if full is not None else None)
        if text is not None:
            return text
        alone = next(iter(reads(core)), None)
        if alone is not None and theirs.is_of_those(turn, alone):
            return None  # all there are were not asked for
        if saying.of_such(core, lexicon) and (text := spliced(before, core, lexicon, reads, parts)) is not None:
            return text
    if saying.leans(said, core, language):
        return None
    alone = next(iter(reads(core)), None) if core else None
    if alone is not None and changes.is_of_all(alone, earlier[0] if earlier else None):
        return None  # `who did the inspection?`: that one, and not all of them
    whole_rows = alone is not None and not (alone.where or alone.group_by)
    if earlier and whole_rows and (earlier[0].where or earlier[0].limit) and saying.is_piece(core, lexicon):
        return None  # `how many inspections?`, of somebody who was named
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
