"""What is asked in a second breath and leans on the first, as in a conversation: `costs of 2025, and of these rent?`"""

from dataclasses import replace
from datetime import date

from arch_team.measuring.asked import Refused
from arch_team.measuring.beside import told_beside, without_rows
from arch_team.measuring.owed import untold
from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.measuring.row_asked import PartyAsked
from arch_team.measuring.scan import Scan
from arch_team.measuring.shown_so import as_shown
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import lexicon_of
from arch_team.text.tokens import TokenKind

_OPENS = ("of_it", "list", "who", "when", "count", "amount", "in_which", "share", "what_for", "follow")
"""Classes of words that a second breath begins with."""
_TAILS = ("total", "average", "including", "each", "by_grain", "composed", "percent", "highest", "lowest", "only")
"""Classes of words that one begins with which says what to make of the first besides."""
_ADDED_UP = ("total", "average", "including")
"""Of these, what is made of what the first shows, and nothing else."""
_MOST = 3
"""Places that are tried: a question has few breaths."""
_MARKS = frozenset({",", "?", "!", ".", ";", ":", "–"})
_ENDS = frozenset({"?", "!", ".", ";"})
_DEEPEST = 2


def in_turns(reader: FigureReader, whole: FigureRead, today: date | None, deep: int = 0) -> FigureRead:
    """A question as the two that it is, the second after the first: where it is not read in one, or where one of them
    is all that is read of it. Else as it was read."""
    question = whole.question
    if whole.more or is_too_long(question):
        return whole
    scan = reader.scan(question, today)
    for start in _cuts(scan, is_open=whole.asked is None):
        front, behind = question[:start].rstrip(" ,;:–"), question[start:]
        first = reader.read(front, today)
        if first.asked is None and whole.asked is None and deep < _DEEPEST:
            first = in_turns(reader, first, today, deep + 1)
        if first.asked is None:
            continue
        said = reader.scan(behind, today)
        if whole.asked is None and (beside := told_beside(first, said, reader.measures)) is not None:
            shown = () if without_rows(first, beside) else (first,)
            [one, *others] = (*shown, *first.more, *beside)
            return replace(one, question=question, more=tuple(replace(each, more=()) for each in others))
        adds_up = any(item.is_word(*_ADDED_UP) and not item.is_word(*_OPENS) for item in said.items[:2])
        if first.by_text or (adds_up and whole.asked is None):
            continue
        from arch_team.measuring.following import FollowUps  # most questions are of one breath

        meant = FollowUps(reader).whole([front], behind, today)
        second = reader.read(meant, today) if meant else None
        if second is None or second.asked is None or second.bare == first.bare:
            continue
        if _tells_all(second, first):
            return replace(second, question=question)
        if whole.asked is None or whole.bare in (first.bare, second.bare):
            more = (*first.more, replace(second, question=question, more=()), *second.more)
            return replace(first, question=question, more=more)
    return whole


def all_told(reader: FigureReader, read: FigureRead, today: date | None) -> FigureRead:
    """A question that was read, where all that it asks is told. Else as the two that it is; where that tells it no
    better, it is not answered: half of an answer, with nothing said of the rest, is none."""
    if read.asked is None:
        return read
    scan = reader.scan(read.question, today)
    left = untold(read, scan, reader.measures)
    if not left:
        return read
    turns = in_turns(reader, FigureRead(read.question), today)
    if turns.asked is not None and not untold(turns, scan, reader.measures):
        return turns
    so = as_shown(read.question, reader.language, today, reader.read, reader.scan, reader.measures)
    if so is not None and not untold(so, reader.scan(so.question, today), reader.measures):
        return replace(so, question=read.question)
    return FigureRead(read.question, open=Refused("several_questions", left))


def _tells_all(second: FigureRead, first: FigureRead) -> bool:
    """Whether the second shows all that the first does, and what that comes to."""
    asked = second.asked
    if not isinstance(asked, PartyAsked) or not asked.wants_total or first.more or second.more:
        return False
    return replace(second, asked=replace(asked, wants_total=False)).bare == first.bare


def _cuts(scan: Scan, *, is_open: bool) -> list[int]:
    """Where a second breath may begin, the last first. Of a question that nothing reads as one (`is_open`), each of its
    sentences may, and what says what to make of the first."""
    found: list[int] = []
    for at, item in enumerate(scan.items):
        opens = item.is_word(*_OPENS) or (is_open and item.is_word(*_TAILS))
        if is_open and scan.tokens[item.span[0]].folded in lexicon_of(scan.language).words("what"):
            opens = True
        if is_open and not opens and at + 1 < len(scan.items):
            behind = scan.items[at + 1]  # `from whom`, `for how much`
            opens = item.is_word("light") and behind.span[0] == item.span[1] and behind.is_word(*_OPENS)
        before = [i for i in scan.items[max(0, at - 2) : at] if is_open or i is scan.items[at - 1]]
        before = before[:1] if len(before) == 2 and before[1].is_word("this_one", "one_of_them") else before[-1:]
        joint = before[0] if before else item
        place = item.span[0]
        if joint.is_word("and") and joint.span[1] >= place - 1:
            place = joint.span[0]
        before = scan.tokens[place - 1] if place else None
        marked = before is not None and before.kind is TokenKind.SIGN and before.text in _MARKS
        ended = is_open and marked and before is not None and before.text in _ENDS
        if place and (ended or (opens and (marked or place != item.span[0]))):
            found.append(scan.tokens[place].start)
    return list(dict.fromkeys(found))[: -_MOST - 1 : -1]
