"""What a follow-up must not lose or bring up, however it was put together: a last look at what would be asked."""

from datetime import date

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.figure_read import FigureRead
from arch_team.measuring.follow_kept import LIKE
from arch_team.measuring.follow_signs import codes_of, words_for
from arch_team.measuring.follow_texts import RANKS, is_thing, parties_in
from arch_team.measuring.reader import FigureReader
from arch_team.measuring.row_asked import PartyAsked, RowMake, RowsAsked
from arch_team.measuring.scan import Code, Scan
from arch_team.measuring.vocabulary import VerbSense


def is_off(found: str, said: str, before: str, reader: FigureReader, today: date | None) -> bool:
    """Whether a question that was made of a follow-up is not what was said."""
    from arch_team.measuring.second_breath import in_turns  # it goes on with questions itself

    read, earlier = in_turns(reader, reader.read(found, today), today), reader.read(before, today)
    scan, last = reader.scan(said, today), reader.scan(before, today)
    return (
        _brings_up(read, earlier, scan)
        or _loses_the_first(read, earlier, reader.scan(found, today), last)
        or _counts_what_is_added(read, scan)
        or _parts_the_whole(read, scan, reader)
        or _is_paid_before(read, earlier, scan, last)
    )


def _brings_up(read: FigureRead, earlier: FigureRead, said: Scan) -> bool:
    """Figures of what neither was asked before nor is named: `over all three years?` brings no other costs up."""
    if any(is_thing(item) or item.of(Code) for item in said.items) or parties_in(said):
        return False
    known = frozenset[str]().union(*(codes_of(each) for each in (earlier, *earlier.more)))
    figures = [each for each in read.more if isinstance(each.asked, Asked)]
    return bool(known) and any(not codes_of(each) <= known for each in figures)


def _loses_the_first(read: FigureRead, earlier: FigureRead, found: Scan, last: Scan) -> bool:
    """`and how many invoices were that?` after who is the largest: of that one, not of all."""
    asked = earlier.asked
    is_ranked = isinstance(asked, PartyAsked) or (isinstance(asked, RowsAsked) and asked.make is RowMake.BY_PARTY)
    counts = isinstance(read.asked, RowsAsked) and read.asked.make is RowMake.COUNT
    return is_ranked and counts and last.says(*RANKS) and not found.says(*RANKS) and not parties_in(found)


def _counts_what_is_added(read: FigureRead, said: Scan) -> bool:
    """`and in francs, in total?` after how many there are: no number of them."""
    counts = isinstance(read.asked, RowsAsked) and read.asked.make is RowMake.COUNT and not read.more
    return counts and said.says("total") and bool(said.units) and not said.says("count")


def _is_paid_before(read: FigureRead, earlier: FigureRead, said: Scan, last: Scan) -> bool:
    """`when did we pay it?` after what is owed for a quarter: not what was paid in that quarter, for the one before."""
    owed, rows = earlier.asked, read.asked
    if not isinstance(owed, Asked) or not isinstance(rows, RowsAsked) or not said.says("when") or said.periods:
        return False
    if any(subject.is_flow for subject in owed.subjects) or any(item.of(VerbSense) for item in last.items):
        return False  # what was spent or paid is no debt
    within = {(time.start, time.end) for time in rows.times} == {(time.start, time.end) for time in owed.times}
    return within and not any(each["op"] == LIKE for each in rows.filters)


def _parts_the_whole(read: FigureRead, said: Scan, reader: FigureReader) -> bool:
    """`and the cleaning in the whole year?` after something month by month."""
    words = words_for(reader.language, "whole_of")
    is_whole = any(token.folded in words for token in said.tokens) and not said.says("by_grain", "course")
    return is_whole and isinstance(read.asked, Asked) and read.asked.make is Make.SERIES
