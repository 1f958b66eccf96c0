"""What is said after a question edits what it asks: `und 2024?`, `nur Q1`, `davon Beratung?`, `pro Monat`.

The question before is taken in pieces: its times, things, parties, values, and what is made of them. A piece that is
named anew takes the place of its own; what says the same of it anew goes; what is no such piece goes behind it. The
whole is read like any question, and holds only where it asks what was asked before, changed by what was said and by
nothing else (`follow_checks`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from arch_team.measuring.asked import Asked, Lacking, Make
from arch_team.measuring.beside import told_beside
from arch_team.measuring.by_levels import of_its_parts
from arch_team.measuring.follow_allowances import of_the_thing
from arch_team.measuring.follow_checks import Checked
from arch_team.measuring.follow_edits import FollowEdits
from arch_team.measuring.follow_figures import (
    adds_levels,
    asks_for_list,
    leaves_it,
    lists_what_is_that,
    loses_parties,
    names_others,
    points,
    told_already,
)
from arch_team.measuring.follow_kept import KeptBefore
from arch_team.measuring.follow_losses import (
    asks_who_is_named,
    brings_up_a_time,
    drops_a_topic,
    drops_a_word,
    is_another_document,
    is_of_all,
    is_off,
)
from arch_team.measuring.follow_names import FollowNames, Shows
from arch_team.measuring.follow_open import FollowOpen
from arch_team.measuring.follow_pairs import PairFollowUps
from arch_team.measuring.follow_ranks import with_rank
from arch_team.measuring.follow_row_checks import Edit, is_dated, says_open
from arch_team.measuring.follow_signs import (
    are_alike,
    asks_the_same,
    codes_of,
    is_fragment,
    is_full,
    is_no_sentence,
    is_order,
    lists,
    names_no_rows,
    names_nobody,
    names_only_rows,
    points_back,
    rests,
    tells_amounts,
    tells_more,
    words_for,
)
from arch_team.measuring.follow_texts import ASKS, characters, is_thing, parties_in, rest_of, without_mark
from arch_team.measuring.follow_times import FollowTimes, all_parts, at_its_end, earlier_year
from arch_team.measuring.follow_understood import understood
from arch_team.measuring.follow_wordings import as_member, of_the_same_name, of_which, plain, reworded, without_gloss
from arch_team.measuring.reader import FigureRead, FigureReader
from arch_team.measuring.row_asked import PartyAsked, RowMake, RowsAsked
from arch_team.measuring.scan import Amount, Code, Item, Scan
from arch_team.measuring.vocabulary import EntitySense, MemberSense, SetSense, Value, VerbSense
from arch_team.measuring.whom import to_whom
from arch_team.text.frames import plain_talk

_CODE = "("
_SIGNS = " ,;:.!?–-"
_LISTED = (RowMake.LIST, RowMake.EXTREME)
_ADDING = ("total", "amount", "count", "light", "carrying", "and", "of_it", "follow", "points_back", "pointing")
_ADDED = (RowMake.SUM, RowMake.COUNT)


@dataclass(frozen=True)
class FollowUps:
    """Serves one source in one language."""

    reader: FigureReader
    shows: Shows = lambda _: ()
    """What the answer to a question shows."""

    def whole(self, before: Sequence[str], said: str, today: date | None = None) -> str | None:
        """The question that is meant, after those before it: itself, where it stands for itself. None: it leans on
        them, and nobody can tell how."""
        before = understood(self.reader, before, said, today)
        found = self._whole(before, said, today)
        if found is not None and found != said and self.reader.read(found, today).asked is not None:
            return found
        return self._of_those_shown(before[-1], said, today) or self._added_up(before[-1], said, today) or found

    def _of_those_shown(self, before: str, said: str, today: date | None) -> str | None:
        """`only the largest`, after rows: of those, where nothing else reads it."""
        from arch_team.measuring.second_breath import in_turns  # it goes on with questions itself

        first, scan = self.reader.read(before, today), self.reader.scan(said, today)
        beside = told_beside(first, scan, self.reader.measures) or ()
        if not isinstance(first.asked, RowsAsked) or not any(each.is_of_shown for each in beside):
            return None
        joined = f"{without_mark(before)}, {said}"
        whole = self.reader.read(joined, today)
        made = in_turns(self.reader, whole, today).asked if whole.asked is None else None
        if not isinstance(made, RowsAsked) or made.make is not RowMake.EXTREME:
            return None
        return joined if made.filters == first.asked.filters else None

    def _added_up(self, before: str, said: str, today: date | None) -> str | None:
        """`and together?`, after the largest of some members: what these come to."""
        first, scan = self.reader.read(before, today), self.reader.scan(said, today)
        ranked = isinstance(first.asked, Asked) and first.asked.make is Make.RANK and not first.asked.wants_total
        small = all(item.is_word(*_ADDING, "list", "this_one") or item.of(Amount) for item in scan.items)
        if not ranked or not small or not scan.says("total") or scan.unknown or scan.periods or scan.says("count"):
            return None
        total = next(item.text for item in scan.words("total"))
        joined = f"{without_mark(before)} {total}"
        made = self.reader.read(joined, today).asked
        return joined if isinstance(made, Asked) and made.wants_total and made.make is Make.RANK else None

    def _whole(self, before: Sequence[str], said: str, today: date | None) -> str | None:
        found = self._found(before, said, today)
        if not found or found == said:
            read, scan = self.reader.read(said, today), self.reader.scan(said, today)
            return None if found and is_of_all(read, self.reader.read(before[-1], today), scan) else found
        last, earlier = self.reader.scan(before[-1], today), self.reader.read(before[-1], today)
        said_plainly = self._put_plainly(said, last, earlier, today)
        if drops_a_word(found, self.reader.scan(said_plainly, today)):
            return None
        asked = [self.reader.read(each, today) for each in before[-2:]]
        if brings_up_a_time(self.reader.read(found, today), asked, self.reader.scan(said, today)):
            return None
        made, spoken = self.reader.scan(found, today), [self.reader.scan(each, today) for each in before]
        new = self.reader.scan(said, today)
        if drops_a_topic(made, new) or is_another_document(made, new, spoken):
            return None
        if not is_off(found, said, before[-1], self.reader, today):
            return found
        for item in last.words("untaxed"):
            untaxed = f"{without_mark(found)} {item.text}"
            if self.reader.read(untaxed, today).asked and not is_off(untaxed, said, before[-1], self.reader, today):
                return untaxed
        asks_who = asks_who_is_named(self.reader.scan(found, today), self.reader.scan(said, today))
        return self.whole(before[:-1], said, today) if asks_who and len(before) > 1 else None

    def _found(self, before: Sequence[str], said: str, today: date | None) -> str | None:
        earlier = self.reader.read(before[-1], today)
        names, last = FollowNames(self.reader, self.shows), self.reader.scan(before[-1], today)
        text = self._put_plainly(said, last, earlier, today)
        kept = KeptBefore(self.reader, self.whole)
        told = kept.told(before, said, text, earlier, today)
        if told is not None:
            return told[0]
        whose = names.needs(text, today)
        if whose and (names.speaks_of_parties(earlier) or is_full(self.reader.scan(text, today))):
            return names.named(text, last, earlier, today)
        found = self._edited(before, said, text, earlier, today)
        if found is not None and found not in (said, text) and self.reader.read(found, today).asked is not None:
            return kept.with_total(found, before, earlier, self.reader.scan(text, today), today)
        total = f", {words_for(self.reader.language, 'its_total')}"
        if before[-1].endswith(total):  # of the rows, where not of their total too
            return self.whole([*before[:-1], before[-1].removesuffix(total)], said, today)
        rows = kept.without_total(before, earlier, today)
        if rows:
            return self.whole(rows, said, today)
        named = names.named(text, last, earlier, today) if whose else None
        return named or names.of_row(text, last, earlier, today) or self._before_rows(before, said, earlier) or found

    def _put_plainly(self, said: str, last: Scan, earlier: FigureRead, today: date | None) -> str:
        """What is said in the words of the question before."""
        text = without_gloss(plain_talk(plain(said, self.reader.language), self.reader.language), self.reader)
        text = reworded(of_which(text, self.reader, today), last, earlier, self.reader)
        text = of_the_same_name(with_rank(text, last, earlier), last, self.reader, today)
        return as_member(text, earlier, self.reader, today)

    def _before_rows(self, before: Sequence[str], said: str, earlier: FigureRead) -> str | None:
        """`and the net amount for 2024?` after the bookings of a figure: of the figure, where rows have no such."""
        listed = isinstance(earlier.asked, RowsAsked) and earlier.asked.make is RowMake.LIST
        first = self.reader.read(before[-2]) if listed and len(before) > 1 else None
        if first is None or not isinstance(first.asked, Asked) or not self.reader.scan(said).periods:
            return None
        whole = self.whole(before[:-1], said)
        return whole if whole and isinstance(self.reader.read(whole).asked, Asked) else None

    def _edited(
        self, before: Sequence[str], said: str, text: str, earlier: FigureRead, today: date | None
    ) -> str | None:
        scan = self.reader.scan(text, today)
        alone = self.reader.read(text, today)
        last = self.reader.scan(before[-1], today)
        of_somebody = names_nobody(scan, self.reader.measures) and bool(parties_in(last))
        year = self._year_lacking(scan, last, today)
        of_it = isinstance(earlier.asked, Asked) and self._is_of_all(alone) and not scan.says("total")
        of_it = of_it and (self.asks_for_all(alone) or is_no_sentence(scan))
        of_it = of_it or (bool(parties_in(last)) and self._is_of_now(scan, alone) and bool(last.periods))
        of_it = of_it or self._says_again(scan, earlier)
        leans = self._leans(scan, alone) or of_somebody or bool(year) or of_it
        full = is_full(scan)
        said = said if self.reader.read(said, today).asked is not None else text
        of_thing = of_the_thing(scan, earlier, self.reader.measures)
        if of_thing and self.reader.read(of_thing, today).asked is not None:
            return of_thing
        if _asks_of_this_one(scan):
            return None
        if any(map(is_thing, scan.items)) and rests(scan):
            return None  # `the interest on it`: of what was asked before, which no figure is told by
        if isinstance(earlier.asked, RowsAsked) and alone.open == Lacking("subject") and scan.says("still"):
            return None  # what is left, no row tells
        told = FollowOpen(self.reader).told_party(before[-1], scan, earlier, today) or FollowOpen(
            self.reader
        ).told_rows(before[-1], scan, alone, today)
        if told is not None:
            return told
        of_that = alone.asked is not None and not scan.periods and lists_what_is_that(alone.asked, scan)
        if of_that and getattr(alone.asked, "table", "") == self.reader.measures.levels.members:
            return None  # `which bank is that with?`: of what was shown, and no list of all
        if all_parts(scan) and scan.says("total") and adds_levels(earlier.asked):
            return None
        if not leans and (alone.asked is not None or full) and not of_that:
            return said
        if earlier.asked is None:
            whole = FollowOpen(self.reader).completed(before[-1], scan, earlier, today) or FollowOpen(
                self.reader
            ).of_its_time(before[-1], scan, today)
            return whole or (None if leans and alone.asked is not None else said)
        flat = " ".join(token.folded for token in scan.tokens)
        untold = any(f" {phrase} " in f" {flat} " for phrase in words_for(self.reader.language, "untold"))
        if untold and earlier_year(scan) is None:
            return None
        again = any(f" {phrase} " in f" {flat} " for phrase in words_for(self.reader.language, "all_again"))
        wider = self.reader.read(before[-2], today) if again and len(before) > 1 else earlier
        if codes_of(wider) > codes_of(earlier):
            return None  # everything, after a part: of what, is not said
        parts = of_its_parts(scan, earlier.asked if isinstance(earlier.asked, Asked) else None, self.reader.measures)
        if scan.says("level_kind") or parts:
            parted = parts or f"{without_mark(before[-1])} {text}"
            return parted if self.reader.read(parted, today).asked is not None else None
        if scan.says("pointed_at") and not scan.periods:
            return None  # whether it is fine, nothing tells
        if to_whom(scan, self.reader.measures) and len(last.periods) == 1 and not scan.periods:
            dated = f"{without_mark(text)} {at_its_end(last.periods[0], self.reader.language)}"
            return dated if self.reader.read(dated, today).asked is not None else None
        if is_order(scan):
            return said  # `pay it now` is no question, whatever was asked before
        if flat.strip(_SIGNS) in words_for(self.reader.language, "amounts_too") and tells_amounts(earlier):
            return before[-1]
        small = all(
            item.is_word("amount", "light", "carrying", "and") or self._holds(item, earlier) for item in scan.items
        )
        if small and scan.says("amount") and not (scan.periods or scan.unknown) and tells_amounts(earlier):
            return before[-1]  # who or when it was is told with the amount
        rows = earlier.asked if isinstance(earlier.asked, RowsAsked) and not earlier.more else None
        if rows is not None and rows.make in _LISTED and told_already(rows, scan, self.reader.measures):
            return before[-1]
        counterpart = self._counterpart(scan, earlier)
        if counterpart:
            scan = self.reader.scan(counterpart, today)
        elif scan.says("linking") and any(map(is_thing, scan.items)) and not any(i.of(Code) for i in scan.items):
            taken = isinstance(earlier.asked, Asked) and PairFollowUps(self.reader).takes_in(scan)
            if not taken and not self._is_of_the_same(scan, earlier):
                return None  # `the costs of that`: of what, is more than its words tell
        first: str | None = None
        for meant in (scan, *self._as_members(scan, earlier, today)):
            for edit in FollowEdits(self.reader).all(before, meant, earlier, today):
                first = first or edit.text
                if (settled := self._settled(edit, earlier, meant, today)) is not None:
                    return settled
        if leans and (of_party := FollowNames(self.reader, self.shows).of_party(last, scan, today)):
            return of_party
        if parties_in(last) and not parties_in(scan) and not scan.periods and says_open(scan, self.reader.measures):
            return self._open_with(last, scan, today)
        if PairFollowUps(self.reader).needs_two(scan) or points(scan):
            return None
        if names_only_rows(scan) and scan.says("list"):
            return None  # `which invoices?`: not all there are
        if year and alone.asked is not None and not parties_in(last):
            dated = f"{without_mark(said)} {year}"
            return dated if self.reader.read(dated, today).asked != alone.asked else None
        if alone.asked is not None and (full or scan.says(*ASKS)) and not (of_somebody or year or of_it or of_that):
            return said
        if first is not None and self.reader.read(first, today).asked is None:
            return first
        return None if leans or alone.asked is not None else said

    def _holds(self, item: Item, earlier: FigureRead) -> bool:
        """`and how much income was that?` after the best month of one: the income is what was shown of it."""
        extreme = isinstance(earlier.asked, Asked) and earlier.asked.make is Make.EXTREME
        sets = [self.reader.measures.sets[s.name].codes for s in item.senses if isinstance(s, SetSense)]
        return extreme and bool(sets) and all(codes > codes_of(earlier) for codes in sets)

    def all_whole(self, said: Sequence[str], today: date | None = None) -> list[str]:
        """A conversation as whole questions, in their order. What was not understood stays as it was said; what only
        lacks something is kept whole, for the next may tell it."""
        texts: list[str] = []
        for each in said:
            text = self.whole(texts, each, today) if texts else None
            read = self.reader.read(text, today) if text else None
            told = read is not None and (read.asked is not None or isinstance(read.open, Lacking))
            texts.append(text if text and told else each)
        return texts

    def _leans(self, scan: Scan, alone: FigureRead) -> bool:
        """Whether its first words say that it goes on with what was asked, or it names nothing to ask: `in Bern?`"""
        first = scan.items[0] if scan.items else None
        leads = ("follow", "only", "of_it", "by_grain", "each", "by", "including", "without")
        begins = first is not None and first.span[0] <= 1 and first.is_word(*leads)
        joins = first is not None and first.span[0] <= 1 and first.is_word("and")
        is_sentence = isinstance(alone.asked, RowsAsked) and any(i.is_word("self") for i in scan.items)
        return (
            begins
            or (joins and not is_sentence)
            or scan.says("of_it")
            or (isinstance(alone.asked, RowsAsked) and scan.says("follow"))
            or is_fragment(scan)
            or (alone.open == Lacking("subject") and scan.says("still"))
            or (alone.by_text and not scan.periods and not scan.says(*ASKS))
            or points_back(scan)
            or (isinstance(alone.asked, RowsAsked) and (points(scan) or names_no_rows(scan)))
            or (self.asks_for_all(alone) and (not scan.periods or is_no_sentence(scan)))
            or names_only_rows(scan)
            or (scan.says("added", "taken_off") and not names_others(scan))
        )

    def _year_lacking(self, scan: Scan, last: Scan, today: date | None) -> int:
        """`how many invoices in December?`: the year that was spoken of; 0, where no time lacks one."""
        if scan.periods or not last.periods:
            return 0
        named = FollowTimes(self.reader).named(scan, last, today, compares=False)
        return named.periods[-1].end.year if named.periods else 0

    def asks_for_all(self, alone: FigureRead) -> bool:
        """`which bookings?`: every movement there is would be told, so those behind what was asked are meant."""
        counted = isinstance(alone.asked, RowsAsked) and alone.asked.make is not RowMake.LIST
        return self._is_of_all(alone) and not (counted and alone.asked is not None and alone.asked.times)

    def _open_with(self, last: Scan, scan: Scan, today: date | None) -> str | None:
        """`and how many are open?` after all invoices of somebody: those of theirs, and not all there are."""
        [party, *others] = parties_in(last)
        text = f"{party.text} {rest_of(scan, set(), names_code=False, has_time=False)}"
        asked = self.reader.read(text, today).asked
        return text if isinstance(asked, RowsAsked) and not others and len(asked.filters) > 1 else None

    def _says_again(self, scan: Scan, earlier: FigureRead) -> bool:
        """`revenue 2024?` after the revenue with somebody in 2025: with them still, where only the time is new."""
        asked, sets = earlier.asked, self.reader.measures.sets
        if not isinstance(asked, PartyAsked) or not asked.party or len(scan.periods) != 1:
            return False
        named = [s.name for i in scan.items for s in i.senses if isinstance(s, SetSense) and s.name in sets]
        others = [i for i in scan.items if not i.of(SetSense) and not i.is_word("light", "edge")]
        return len(named) == 1 and sets[named[0]].codes == asked.codes and not others

    def _is_of_now(self, scan: Scan, alone: FigureRead) -> bool:
        """`how many invoices were those from Miller?`: of what is open now, where nothing says so."""
        table = alone.asked.table if isinstance(alone.asked, RowsAsked) else ""
        entity = self.reader.measures.descriptor.entity(table)
        told = any(item.of(VerbSense) or item.of(Value) for item in scan.items)
        told = told or says_open(scan, self.reader.measures)
        return entity is not None and entity.is_current and not told and not scan.periods

    def _is_of_all(self, alone: FigureRead) -> bool:
        """Whether it is of every movement there is, or of all in a time."""
        asked, descriptor = alone.asked, self.reader.measures.descriptor
        if not isinstance(asked, RowsAsked) or asked.make is RowMake.ATTRIBUTE:
            return False
        if any(not is_dated(flt, asked.times) for flt in asked.filters):
            return False
        moving = {entity.name for entity in descriptor.entities if entity.movements is not None}
        return asked.table in {*moving, *self.reader.measures.dated_in}

    def _counterpart(self, said: Scan, earlier: FigureRead) -> str:
        """`and the costs?` after the income of something: the costs of the same, where one member is named like it."""
        things = [item for item in said.items if is_thing(item)]
        held, measures = codes_of(earlier), self.reader.measures
        sets = [measures.sets[s.name] for item in things for s in item.senses if isinstance(s, SetSense)]
        if len(things) != 1 or len(held) != 1 or not sets or not sets[0].is_flow or held & sets[0].codes:
            return ""
        name = measures.members[next(iter(held))].name
        alike = [m for code in sets[0].codes if are_alike((m := measures.members[code]).name, name)]
        start, end = characters(said, things[0].span)
        text = said.question
        linked = [characters(said, item.span) for item in said.words("linking")]
        if len(alike) != 1:
            return ""
        text = text[:start] + f"{alike[0].name} ({alike[0].code})" + text[end:]
        return text if not linked else text.replace(said.question[slice(*linked[0])], "")

    def _is_of_the_same(self, said: Scan, earlier: FigureRead) -> bool:
        """`Lizenzaufwand dazu?` after `Lizenzerträge`: one member, named like the one before."""
        members, held = self.reader.measures.members, codes_of(earlier)
        named = {c for i in said.items for s in i.senses if isinstance(s, MemberSense) for c in s.codes}
        if len(held) != 1 or len(named) != 1:
            return False
        return are_alike(members[next(iter(named))].name, members[next(iter(held))].name)

    def _as_members(self, said: Scan, earlier: FigureRead, today: date | None) -> Iterator[Scan]:
        """`and hardware?`: of the members that a word may name, the one of the kind that was asked about."""
        things = [item for item in said.items if is_thing(item)]
        if len(things) != 1 or any(isinstance(s, SetSense) for s in things[0].senses):
            return
        members = self.reader.measures.members
        codes = {code for s in things[0].senses if isinstance(s, MemberSense) for code in s.codes}
        options = [f"{members[code].name} ({code})" for code in sorted(codes)]
        meant = self._of_the_kind(options, earlier)
        if len(meant) == 1:
            start, end = characters(said, things[0].span)
            yield self.reader.scan(said.question[:start] + meant[0] + said.question[end:], today)

    # whether it holds

    def _settled(self, edit: Edit, earlier: FigureRead, said: Scan, today: date | None) -> str | None:
        """The text, where it asks what was asked before and what was said; of several things that a word may name,
        that which is part of the one before, or of its kind."""
        text, words = edit.text, said.question
        read = self.reader.read(text, today)
        if isinstance(read.open, Lacking) and read.open.what == "which_member":
            within = self._of_the_kind(read.open.options, earlier)
            if len(within) == 1:
                words = f"{words} {within[0]}"
                text = text.replace(read.open.words, within[0])
                read = self.reader.read(text, today)
        if read.asked is None or earlier.asked is None:
            return None
        if _adds_up(read, earlier, said):
            return text
        listed = (asks_for_list(said) and not lists(read.asked)) or loses_parties(
            said, read.asked, self.reader.measures
        )
        if listed or (asks_the_same(read, earlier) and not leaves_it(said) and not tells_more(said, earlier)):
            return None  # what was said must change something
        if self.reader.scan(text, today).relative or (read.by_text and not earlier.by_text):
            return None  # a month of no year; a word that is only found in texts
        extra = [more.asked for more in read.more[len(earlier.more) :]] if said.says("list") else []
        rows = all(isinstance(asked, RowsAsked) and asked.make is RowMake.LIST for asked in extra)
        summed = said.says("total") and not read.more and codes_of(read) == codes_of(earlier)  # after its parts
        summed = summed or (asks_for_list(said) and _is_told_with(read, earlier))
        if (len(read.more) - len(extra) != len(earlier.more) or not rows) and not summed:
            return None
        check = Checked(said, edit, words, self.reader.measures)
        pairs = zip((earlier, *earlier.more), (read, *read.more), strict=False)
        return (
            text if all(one.asked and now.asked and check.holds(one.asked, now.asked) for one, now in pairs) else None
        )

    def _of_the_kind(self, options: Sequence[str], earlier: FigureRead) -> list[str]:
        codes = {option: option.rpartition(_CODE)[2].rstrip(")") for option in options}
        held, members = codes_of(earlier), self.reader.measures.members
        within = [option for option, code in codes.items() if code in held]
        if within:
            return within
        kinds = {members[code].kind for code in held if code in members}
        return [option for option, code in codes.items() if code in members and members[code].kind in kinds]


def _adds_up(read: FigureRead, earlier: FigureRead, said: Scan) -> bool:
    """`in total?` after rows: the rows as they were, and what they come to or how many they are."""
    rows = earlier.asked
    made, before = ([more.asked for more in each.more] for each in (read, earlier))
    asks = all(item.is_word(*_ADDING) for item in said.items) and not (said.periods or said.unknown)
    if not isinstance(rows, RowsAsked) or read.bare != earlier.bare or not asks or not made:
        return False
    added = [each for each in (*made, *before) if isinstance(each, RowsAsked) and each.make in _ADDED]
    same = all((each.table, each.filters) == (rows.table, rows.filters) for each in added)
    return same and len(added) == len(made) + len(before) and made != before


def _is_told_with(read: FigureRead, earlier: FigureRead) -> bool:
    """Whether rows are listed, and behind them the sum of them that was asked for before."""
    [total] = [more.asked for more in read.more] if len(read.more) == 1 and not earlier.more else [None]
    before, rows = earlier.asked, read.asked
    if not (isinstance(total, RowsAsked) and isinstance(before, RowsAsked) and isinstance(rows, RowsAsked)):
        return False
    same = (total.table, total.filters, total.make) == (before.table, before.filters, before.make)
    return same and total.make is RowMake.SUM and (rows.table, rows.filters) == (total.table, total.filters)


def _asks_of_this_one(scan: Scan) -> bool:
    """`which bank is this account with?`: what is asked of the one that was shown is not another figure."""
    pairs = list(pairwise(scan.items))
    this = any(one.is_word("pointing") and other.of(EntitySense) for one, other in pairs)
    return this and any(one.is_word("list") and is_thing(other) for one, other in pairs)
