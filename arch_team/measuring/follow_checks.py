"""Whether what is read after a follow-up is what was asked before, changed by what was said and by nothing else.

Times, members, parties, filters and what is made of them are compared one by one. What a follow-up does not speak of
stays as it was; what it says is found in what is asked now.
"""

from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from arch_team.measuring.asked import Asked, Make, Side, Subject
from arch_team.measuring.follow_row_checks import COMPARED, ROWS_MADE, RowChecks, is_less, needs_two
from arch_team.measuring.follow_signs import comes_or_goes, pays_in, points_into
from arch_team.measuring.follow_texts import is_thing
from arch_team.measuring.follow_times import earlier_year
from arch_team.measuring.reader import Meaning
from arch_team.measuring.row_asked import PartyAsked, RowMake, RowsAsked, listed
from arch_team.measuring.scan import Amount, Code, Scan
from arch_team.measuring.vocabulary import EntitySense, SideSense, VerbSense
from arch_team.text.folding import folded
from arch_team.text.periods import Bound, Period

COMBINED = ("percent", "share", "share_of", "including", "add", "minus", "without", "both", "total", "whole", "exceed")
_AT_EACH = frozenset({Make.AVERAGE, Make.SHARE, Make.PROPORTION})
"""What may be set beside the same at another time."""
_MADE: dict[str, frozenset[Make]] = {
    "average": frozenset({Make.AVERAGE}),
    "cumulated": frozenset({Make.CUMULATED}),
    "course": frozenset({Make.SERIES, Make.CHANGE}),
    "highest": frozenset({Make.EXTREME, Make.RANK, Make.RANK_CHANGE}),
    "lowest": frozenset({Make.EXTREME, Make.RANK, Make.RANK_CHANGE}),
    "top": frozenset({Make.RANK, Make.RANK_CHANGE, Make.EXTREME}),
    "in_which": frozenset({Make.EXTREME, Make.BEYOND, Make.SERIES}),
    "by_grain": frozenset({Make.SERIES, Make.CUMULATED, Make.EXTREME, *_AT_EACH}),
    "share": frozenset({Make.SHARE, Make.PROPORTION, Make.CHANGE}),
    "share_of": frozenset({Make.SHARE, Make.PROPORTION, Make.CHANGE}),
    "percent": frozenset({Make.SHARE, Make.PROPORTION, Make.CHANGE, Make.DIFFERENCE}),
    "change": frozenset({Make.CHANGE, Make.DIFFERENCE, Make.RANK_CHANGE}),
    "compare": frozenset({Make.CHANGE, Make.DIFFERENCE, Make.SERIES, Make.RANK_CHANGE, *_AT_EACH}),
    "higher": frozenset({Make.CHANGE, Make.DIFFERENCE}),
    "lower": frozenset({Make.CHANGE, Make.DIFFERENCE}),
    "up": frozenset({Make.CHANGE, Make.DIFFERENCE, Make.RANK_CHANGE}),
    "down": frozenset({Make.CHANGE, Make.DIFFERENCE, Make.RANK_CHANGE}),
    "minus": frozenset({Make.DIFFERENCE, Make.VALUE}),
    "total": frozenset({Make.VALUE, Make.SERIES, Make.SHARE}),
}
"""What may be made of figures where a word of a class is said."""
_MEMBERWISE = frozenset({Make.RANK, Make.RANK_CHANGE, Make.MEMBERS_BEYOND})
_SHARES = ("share", "share_of", "percent")
_PAIR = 2
_RANKED = (Make.RANK, Make.RANK_CHANGE, Make.EXTREME)
_MAKING = frozenset({*_MADE, *ROWS_MADE, "add", "both", "list", "who", "when", "each", "minus", "behind", "composed"})


@dataclass(frozen=True)
class Checked(RowChecks):
    """Compares what was asked before with what is asked now."""

    def holds(self, before: Meaning, after: Meaning) -> bool:
        """Whether what is asked now is what was asked before, changed by what was said."""
        if self.said.says("both") and not self.edit.joins and len(self.times) < _PAIR:
            return False
        if needs_two(self.said) and not self.edit.joins and not self.times and not _says_with_what(self.said):
            return False  # `how much more is that?`: than what, is not said
        if self.said.says("who") and isinstance(after, Asked):
            return False
        if (
            self.said.says("only")
            and isinstance(before, Asked)
            and isinstance(after, Asked)
            and not _is_part(before, after)
        ):
            return False  # `only IT`, of the depreciation: no other cost that is called so
        if self._says("now") and after.times:
            return False
        if _is_level(before) and _is_moved(after) and any(t.is_point for t in after.times) and not self.times:
            return False  # how much was paid off, on the day of a balance: over which time, is not said
        stirred = comes_or_goes(self.said) or self.said.says("happened", "posted", "stirred")
        if _is_level(after) and not _is_moved(after) and stirred:
            return False  # what came in is no balance
        if _takes_down(after) and pays_in(self.said):
            return False  # what was paid into an account did not go out of it
        if self.said.says("what_is_left") and not _is_level(after) and _make(after) is not Make.DIFFERENCE:
            return False  # what is left is no movement
        if isinstance(before, Asked) and isinstance(after, PartyAsked) and _is_memberwise(before):
            return False
        if isinstance(before, RowsAsked) and isinstance(after, PartyAsked) and self.said.says("of_it"):
            return False
        if isinstance(before, PartyAsked) and isinstance(after, RowsAsked) and self.said.says("only", "each"):
            return False
        if self.edit.parties:
            return self._joins_parties(before, after)
        if any(one.is_word("each") and is_thing(other) for one, other in pairwise(self.said.items)):
            return False  # `per head`: divided by a thing, which nothing here is
        return (
            self._keeps_times(before, after)
            and self._keeps_members(before, after)
            and self._keeps_parties(before, after)
            and self._keeps_rows(before, after)
            and self._keeps_make(before, after)
        )

    def _joins_parties(self, before: Meaning, after: Meaning) -> bool:
        """Whether the same is asked of several parties together."""
        if not (isinstance(before, PartyAsked) and isinstance(after, PartyAsked)):
            return False
        named = frozenset(str(name) for flt in after.where if flt["op"] == "IN" for name in listed(flt["value"]))
        same = (after.codes, after.side, after.sign, after.unit) == (
            before.codes,
            before.side,
            before.sign,
            before.unit,
        )
        return same and named == self.edit.parties and self._keeps_times(before, after)

    def _keeps_times(self, before: Meaning, after: Meaning) -> bool:
        ends_only = _is_level(before) != _is_level(after)
        if ends_only and any(time.is_start for time in before.times):
            return False  # what came and went has no opening
        old, new = _times(before, ends_only=ends_only), _times(after, ends_only=ends_only)
        in_all = {_key(time, is_level=_is_level(after), ends_only=ends_only) for time in self.edit.all_times}
        if in_all:
            return new == in_all
        named = {_key(time, is_level=_is_level(after), ends_only=ends_only) for time in self.times}
        if not named:
            is_now = isinstance(after, RowsAsked) and not isinstance(before, RowsAsked) and not new
            is_now = is_now and (self.says_open or self._is_in_a_state(after) or not self._is_current(after))
            is_now = is_now or self._is_of_a_party(after)
            return new == old or is_now or (self.compares and old <= new) or (_is_change(before) and old == new)
        if self.compares and new == old | named:
            return True
        if not old and not new and isinstance(after, RowsAsked) and isinstance(before, RowsAsked):
            return before.filters != after.filters and any(flt["op"] == "ILIKE" for flt in after.filters)
            # what a payment is for stands in its text
        if _is_change(after) and _is_change(before) and not self.compares and after.times:
            last = _key(after.times[-1], is_level=_is_level(after), ends_only=ends_only)
            return last in named and _span(before) == _span(after)
        return new == named

    def _is_current(self, asked: Meaning) -> bool:
        """Whether it is of a table that only knows what is open now."""
        entity = self.measures.descriptor.entity(asked.table) if isinstance(asked, RowsAsked) else None
        return entity is not None and entity.is_current

    def _is_of_a_party(self, after: Meaning) -> bool:
        """What somebody is, where they are: of no time."""
        whose = isinstance(after, RowsAsked) and after.table == self._party_table
        return whose and after.make is RowMake.ATTRIBUTE and not after.times

    def _keeps_members(self, before: Meaning, after: Meaning) -> bool:
        old, new = self._codes(before), self._codes(after)
        if self.edit.codes:
            return self.edit.codes == new or (bool(self.things) and self.edit.codes < new)
        if isinstance(before, RowsAsked) and isinstance(after, Asked):
            return old == new  # else figures of members are another question
        if not self.things:
            names_rows = any(item.of(EntitySense) or item.of(VerbSense) for item in self.said.items)
            no_members = isinstance(after, RowsAsked) and not new and (names_rows or isinstance(before, RowsAsked))
            if isinstance(after, PartyAsked) and any(item.of(VerbSense) for item in self.said.items):
                return True
            if isinstance(after, RowsAsked) and isinstance(before, Asked):
                return (
                    old <= new or self._asks_when_paid()
                )  # of movements that others have the other side of: what was paid
            if self._is_invoiced(before, after):
                return True
            narrowed = self.said.says("unit", "of_it", "only") and new < old
            return new == old or (no_members and not isinstance(before, Asked)) or narrowed
        if not isinstance(after, Asked):
            widened = bool(old) and old < new
            within = not self.said.says("of_it") or not old or new <= old
            return (bool(new) or isinstance(before, RowsAsked)) and not widened and within
        if after.name and folded(after.name) in folded(self.words):
            return True
        mine = [subject for subject in after.subjects if self._is_named(subject)]
        kept = [subject.codes for subject in _subjects(before)]
        others = [subject for subject in after.subjects if subject not in mine]
        if isinstance(before, Asked) and before.make is Make.SHARE and after.make is Make.SHARE and len(mine) == 1:
            within = not self.said.says("of_it") or mine[0].codes <= before.subjects[0].codes
            return len(after.subjects) == len(before.subjects) and within
        if self.said.says("without"):
            return new < old
        if not self.said.says(*COMBINED, *COMPARED) and others:
            return False
        if self.said.says("of_it") and after.make is not Make.SHARE:
            return not old or new <= old
        if self.said.says("percent", "share", "share_of") and after.make is Make.SHARE:
            return all(subject.codes in kept for subject in others) and len(others) == 1
        return all(subject.codes in kept for subject in others)

    def _is_named(self, subject: Subject) -> bool:
        title = folded(subject.title)
        return title in folded(self.words) or any(
            folded(item.text) in title for item in self.said.items if is_thing(item)
        )

    def _keeps_make(self, before: Meaning, after: Meaning) -> bool:
        if isinstance(after, Asked) and isinstance(before, Asked):
            return self._keeps_figures(before, after)
        if isinstance(after, RowsAsked) and isinstance(before, RowsAsked):
            return self._keeps_row_make(before, after)
        if isinstance(after, PartyAsked) and isinstance(before, PartyAsked):
            return self._keeps_party_make(before, after)
        if isinstance(after, RowsAsked):
            return self._fits_rows(after)
        return True

    def _keeps_figures(self, before: Asked, after: Asked) -> bool:
        said = ["lower" if klass == "minus" and is_less(self.said) else klass for klass in _MADE if self._says(klass)]
        fitting = [_MADE[klass] for klass in said]
        if any(after.make not in makes for makes in fitting):
            return False
        if after.make is Make.SHARE and self._says("total") and not self.said.says(*_SHARES):
            return False
        if self.edit.codes and after.side is not before.side:
            return False
        if after.make is Make.SHARE and before.make is not Make.SHARE and not (self.things or self.edit.joins):
            return False  # a share of what?
        is_left = self.said.says("still") and after.side in (Side.NET, Side.CLOSING)  # `how much was still left`
        spoken = any(i.of(VerbSense) for i in self.said.items) or self._says("total") or is_left
        if bool(after.against) != bool(before.against) and not spoken:
            return False
        if after.make in _AT_EACH and after.make is not before.make and not self._names_make(after.make):
            return False
        if before.make in _MEMBERWISE and after.make not in _MEMBERWISE and not self.things:
            return False
        if after.make is Make.RANK and before.make not in _RANKED and not self._names_members(before):
            return False  # the largest what: an account, a month, a customer?
        if before.make is after.make is Make.EXTREME and after.grain != before.grain and points_into(self.said):
            return False  # `which month in it`: of the stretch that was shown
        said_grain = self._grain()
        if said_grain and after.grain != said_grain:
            return False
        if (self._says("lowest") and after.is_max) or (self._says("highest") and not after.is_max):
            return False
        if (limit := self._limit(before.make in _RANKED)) and after.limit != limit:
            return False
        if limit and before.make in _RANKED:
            return after.make is before.make
        if self.said.says(*_MAKING) or self.compares or self.edit.joins:
            return True
        named = bool(self.things)
        if len(self.times) > 1 and before.make in (Make.VALUE, Make.SERIES):
            return after.make in (Make.VALUE, Make.SERIES, Make.CHANGE) and after.grain is None
        if any(time.start.year != time.end.year for time in self.times) and before.make is Make.VALUE:
            return after.make in (Make.VALUE, Make.SERIES) and after.grain in (None, "year")
        metrics = {Make.PROPORTION, Make.REPORT, Make.VALUE, Make.DIFFERENCE}
        if after.make is not before.make and not (named and {before.make, after.make} <= metrics):
            return bool(self.times) and (before.make, after.make) == (Make.SERIES, Make.VALUE)
        alike = (after.grain, after.limit, after.is_max) == (before.grain, before.limit, before.is_max)
        edged = any(time.is_start for time in (*self.times, *before.times))
        spoken = any(item.of(SideSense) or item.of(VerbSense) for item in self.said.items)
        moved = self.said.says("added", "taken_off") and _is_moved(after)
        coded = named and all(item.of(Code) for item in self.things) and before.side in (Side.RISE, Side.FALL)
        sided = (named and not coded) or after.side is before.side or edged or spoken or moved or is_left
        return alike and sided and after.per_member == before.per_member

    def _names_members(self, before: Asked) -> bool:
        """Whether members are spoken of: accounts, here or in the question before."""
        named = any(item.of(EntitySense) or is_thing(item) for item in self.said.items)
        return named or before.per_member or before.make is Make.MEMBERS_BEYOND

    def _names_make(self, make: Make) -> bool:
        """Whether a word for an average, a share or a metric is said."""
        return self.said.says("average") if make is Make.AVERAGE else self.said.says(*_SHARES) or bool(self.things)


def _says_with_what(said: Scan) -> bool:
    """Whether something is compared with the time before, or with an amount."""
    return earlier_year(said) is not None or said.says("previous") or any(i.of(Amount) for i in said.items)


def _is_level(asked: Meaning) -> bool:
    return isinstance(asked, Asked) and bool(asked.subjects) and not asked.subjects[0].is_flow


def _is_moved(asked: Meaning) -> bool:
    """Whether what came or went is asked of a level."""
    return _is_level(asked) and isinstance(asked, Asked) and asked.side in (Side.RISE, Side.FALL, Side.BOTH)


def _takes_down(asked: Meaning) -> bool:
    """Whether what went out of something that is held is asked for."""
    goes = isinstance(asked, Asked) and _is_moved(asked) and asked.side is Side.FALL
    return goes and all(subject.sign > 0 for subject in _subjects(asked))


def _make(asked: Meaning) -> Make | None:
    return asked.make if isinstance(asked, Asked) else None


def _is_memberwise(asked: Asked) -> bool:
    return asked.make in _MEMBERWISE or asked.per_member


def _is_change(asked: Meaning) -> bool:
    return isinstance(asked, Asked) and asked.make is Make.CHANGE and len(asked.times) > 1


def _span(asked: Meaning) -> int:
    return asked.times[-1].end.year - asked.times[0].end.year


def _key(time: Period, *, is_level: bool, ends_only: bool) -> tuple[date | None, date, bool]:
    if ends_only:
        return None, time.end, False
    if is_level:
        return None, time.start if time.is_start else time.end, time.is_start
    start = time.end.replace(month=1, day=1) if time.bound is Bound.UNTIL else time.start
    return start, date.max if time.bound is Bound.SINCE else time.end, False


def _times(asked: Meaning, *, ends_only: bool) -> set[tuple[date | None, date, bool]]:
    return {_key(time, is_level=_is_level(asked), ends_only=ends_only) for time in asked.times}


def _subjects(asked: Meaning) -> tuple[Subject, ...]:
    return asked.subjects if isinstance(asked, Asked) else ()


def _is_part(before: Asked, after: Asked) -> bool:
    """Whether what is asked of is still among what was asked of before."""
    held = {code for subject in before.subjects for code in subject.codes}
    return all(code in held for subject in after.subjects for code in subject.codes)
