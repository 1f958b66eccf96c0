"""What is asked in a second breath and leans on the first, as in a conversation: `costs of 2025, and of these rent?`"""

from dataclasses import replace
from datetime import date

from arch_team.measuring.asked import Asked
from arch_team.measuring.beside import told_beside, without_rows
from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.measuring.row_asked import RowsAsked
from arch_team.measuring.scan import Scan
from arch_team.text.length import is_too_long
from arch_team.text.tokens import TokenKind

_OPENS = ("of_it", "list", "who", "when", "count", "amount", "in_which", "share", "what_for", "follow")
"""Classes of words that a second breath begins with."""
_TAILS = ("total", "average", "including", "each", "by_grain", "composed", "percent", "highest", "lowest")
"""Classes of words that one begins with which says what to make of the first besides."""
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
            [one, *others] = beside if without_rows(first, beside) else (first, *first.more, *beside)
            return replace(one, question=question, more=tuple(replace(each, more=()) for each in others))
        if first.by_text:
            continue
        from arch_team.measuring.following import FollowUps  # most questions are of one breath

        meant = FollowUps(reader).whole([front], behind, today)
        second = reader.read(meant, today) if meant else None
        if second is None or second.asked is None or _bare(second) == _bare(first):
            continue
        if whole.asked is None or _bare(whole) in (_bare(first), _bare(second)):
            more = (*first.more, replace(second, question=question, more=()), *second.more)
            return replace(first, question=question, more=more)
    return whole


def _bare(read: FigureRead) -> object:
    """What is asked, whatever it was called and wherever it was said."""
    asked = read.asked
    if asked is None:
        return None
    times = tuple(replace(time, at=(0, 0), said="") for time in asked.times)
    if isinstance(asked, Asked):
        return replace(asked, times=times, subjects=tuple(replace(one, title="") for one in asked.subjects))
    return (
        replace(asked, times=times, titles=())
        if isinstance(asked, RowsAsked)
        else replace(asked, times=times, title="")
    )


def _cuts(scan: Scan, *, is_open: bool) -> list[int]:
    """Where a second breath may begin, the last first. Of a question that nothing reads as one (`is_open`), each of its
    sentences may, and what says what to make of the first."""
    found: list[int] = []
    for at, item in enumerate(scan.items):
        opens = item.is_word(*_OPENS) or (is_open and item.is_word(*_TAILS))
        if is_open and not opens and at + 1 < len(scan.items):
            behind = scan.items[at + 1]  # `from whom`, `for how much`
            opens = item.is_word("light") and behind.span[0] == item.span[1] and behind.is_word(*_OPENS)
        joint = scan.items[at - 1] if at else item
        place = item.span[0]
        if at and joint.is_word("and") and joint.span[1] == place:
            place = joint.span[0]
        before = scan.tokens[place - 1] if place else None
        marked = before is not None and before.kind is TokenKind.SIGN and before.text in _MARKS
        ended = is_open and marked and before is not None and before.text in _ENDS
        if at and (ended or (opens and (marked or place != item.span[0]))):
            found.append(scan.tokens[place].start)
    return list(dict.fromkeys(found))[: -_MOST - 1 : -1]
