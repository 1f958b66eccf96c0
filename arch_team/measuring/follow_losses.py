"""What a follow-up must not lose or bring up, however it was put together: a last look at what would be asked."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import pairwise
from typing import cast

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.figure_read import FigureRead
from arch_team.measuring.follow_kept import LIKE
from arch_team.measuring.follow_signs import codes_of, words_for
from arch_team.measuring.follow_texts import RANKS, is_thing, parties_in
from arch_team.measuring.reader import FigureReader
from arch_team.measuring.row_asked import Filter, PartyAsked, RowMake, RowsAsked
from arch_team.measuring.scan import Code, Scan
from arch_team.measuring.vocabulary import EntitySense, TopicSense, Value, VerbSense
from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.wire import Language

_WIDE = 5
"""Members of what is a whole class, and not some thing."""


def is_off(found: str, said: str, before: str, reader: FigureReader, today: date | None) -> bool:
    """Whether a question that was made of a follow-up is not what was said."""
    from arch_team.measuring.second_breath import in_turns  # it goes on with questions itself

    read, earlier = in_turns(reader, reader.read(found, today), today), reader.read(before, today)
    scan, last = reader.scan(said, today), reader.scan(before, today)
    made = reader.scan(found, today)
    return (
        _loses_the_tax(made, scan, last)
        or asks_who_is_named(made, scan)
        or _counts_the_wrong(read, scan)
        or _shows_one_for_theirs(read, earlier, scan)
        or _keeps_the_time(read, earlier, scan)
        or _ranks_the_wrong(read, earlier, scan)
        or is_of_all(read, earlier, scan)
        or _brings_up(read, earlier, scan)
        or _loses_the_first(read, earlier, made, last)
        or _counts_what_is_added(read, scan)
        or _parts_the_whole(read, scan, reader)
        or _is_paid_before(read, earlier, scan, last)
        or _leaves_the_time_before(read, earlier, scan)
    )


def drops_a_topic(made: Scan, said: Scan) -> bool:
    """`which employee used most?` after months: what the tables do not hold is not left out."""

    def topics(scan: Scan) -> set[str]:
        return {sense.text for item in scan.items for sense in item.senses if isinstance(sense, TopicSense)}

    return not topics(said) <= topics(made)


def is_another_document(made: Scan, said: Scan, before: Sequence[Scan]) -> bool:
    """`when did we issue it?` after when an invoice was paid: of the invoice that was named, not of its payment."""

    def documents(scan: Scan) -> set[str]:
        return {item.text for item in scan.items if item.of(Value) and any(map(str.isdecimal, item.text))}

    named = next((found for scan in before if (found := documents(scan))), set[str]())
    brought = documents(made) - documents(said)
    return said.says("when") and bool(named and brought) and named.isdisjoint(brought)


def drops_a_word(found: str, said: Scan) -> bool:
    """`what interest rate did we agree?`: a word that nobody knows is not left out."""
    flat, known = folded(found), _talk(said.language)
    return any(folded(word) not in flat and folded(word) not in known for word in said.unknown)


@cache
def _talk(language: Language) -> frozenset[str]:
    """Every word that only a conversation uses: what becomes of it is not said with it."""

    def words(held: object) -> Iterator[str]:
        if isinstance(held, str):
            yield from folded(held).split()
        elif isinstance(held, Mapping):
            yield from (
                word for pair in cast("Mapping[str, object]", held).items() for each in pair for word in words(each)
            )
        elif isinstance(held, list):
            yield from (word for each in cast("list[object]", held) for word in words(each))

    return frozenset(words(packaged(f"lexicon/follow_ups_{language}.yaml")))


def _loses_the_tax(found: Scan, said: Scan, last: Scan) -> bool:
    """`and how much did we invoice them?` after who it was without tax: without it."""
    parties = bool(parties_in(found)) and not parties_in(last)
    return parties and last.says("untaxed") and not (found.says("untaxed") or said.says("taxed", "gross"))


def asks_who_is_named(found: Scan, said: Scan) -> bool:
    """`and who was it the year before?`: not what the one that was shown comes to then."""
    return said.says("who") and not said.says(*RANKS) and not parties_in(said) and bool(parties_in(found))


def _counts_the_wrong(read: FigureRead, said: Scan) -> bool:
    """`how many invoices were that?` after who it was: no number of parties."""
    nouns = any(one.is_word("count") and other.of(EntitySense) for one, other in pairwise(said.items))
    return nouns and isinstance(read.asked, PartyAsked) and not parties_in(said)


def _shows_one_for_theirs(read: FigureRead, earlier: FigureRead, said: Scan) -> bool:
    """`which invoices are these?` after who owes most: theirs, not the largest of all."""
    asked = earlier.asked
    ranked = isinstance(asked, PartyAsked) or (isinstance(asked, RowsAsked) and asked.make is RowMake.BY_PARTY)
    one = isinstance(read.asked, RowsAsked) and read.asked.make is RowMake.EXTREME
    return ranked and one and not said.says(*RANKS) and any(item.of(EntitySense) for item in said.items)


def _keeps_the_time(read: FigureRead, earlier: FigureRead, said: Scan) -> bool:
    """`and the year before?`: not the time before again."""
    if not (said.says("previous") or said.periods) or read.asked is None or earlier.asked is None:
        return False
    rows = read.asked.filters if isinstance(read.asked, RowsAsked) else ()
    numbers = [str(flt["value"]) for flt in rows if flt["op"] == "=" and _is_number(flt)]
    if any(number not in said.question for number in numbers):
        return True  # one row by its number is of no other year
    if not said.says("previous") or said.periods:
        return False
    before = {(time.start, time.end) for time in earlier.asked.times}
    return bool(before) and {(time.start, time.end) for time in read.asked.times} == before


def _is_number(flt: Filter) -> bool:
    value = str(flt["value"])
    return any(map(str.isdigit, value)) and any(map(str.isalpha, value))


def brings_up_a_time(read: FigureRead, before: Sequence[FigureRead], said: Scan) -> bool:
    """`what is the difference?` after two things in one year: between them, not from the year before."""
    if said.periods or said.says("previous") or any(map(is_thing, said.items)) or len(before) < 2:
        return False
    *_, one, other = before
    both = isinstance(one.asked, Asked) and isinstance(other.asked, Asked) and codes_of(one) != codes_of(other)
    if not both or one.asked is None or other.asked is None or read.asked is None:
        return False
    known = {(time.start, time.end) for asked in (one.asked, other.asked) for time in asked.times}
    return not {(time.start, time.end) for time in read.asked.times} <= known


def _ranks_the_wrong(read: FigureRead, earlier: FigureRead, said: Scan) -> bool:
    """`number, customer and amount of the largest of them` after invoices: an invoice, not a customer."""
    of_rows = isinstance(earlier.asked, RowsAsked) and earlier.asked.make is not RowMake.BY_PARTY
    by_party = isinstance(read.asked, RowsAsked) and read.asked.make is RowMake.BY_PARTY
    asks_for = any(one.is_word("list", "who") and other.of(EntitySense) for one, other in pairwise(said.items))
    return of_rows and by_party and said.says("of_it") and said.says(*RANKS) and not asks_for


def is_of_all(read: FigureRead, earlier: FigureRead, said: Scan) -> bool:
    """`and its expenses?`, `what did we spend on that?`: of what was asked before, not all that there are."""
    owned = words_for(said.language, "owned")
    items = list(pairwise(said.items))
    near = any(folded(one.text) in owned and is_thing(other) for one, other in items)
    points = any(token.folded in words_for(said.language, "for_that") for token in said.tokens)
    if not (near or (points and any(map(is_thing, said.items)))):
        return False
    wide = isinstance(read.asked, Asked) and any(len(subject.codes) > _WIDE for subject in read.asked.subjects)
    return wide and codes_of(read) != codes_of(earlier)


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


def _leaves_the_time_before(read: FigureRead, earlier: FigureRead, said: Scan) -> bool:
    """`and April together` after a March: not April alone."""
    now, before = read.asked, earlier.asked
    together = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["put_together"]
    if not isinstance(now, Asked) or not isinstance(before, Asked) or said.says("grain", "by_grain"):
        return False
    if not any(token.folded in together for token in said.tokens):
        return False
    held = [t for t in before.times if not any(n.start <= t.start and t.end <= n.end for n in now.times)]
    return bool(now.times) and bool(held)


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
