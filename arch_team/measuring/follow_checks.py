"""Whether what is read after a follow-up is what was asked before, changed by what was said and by nothing else.

Times, members, parties, filters and what is made of them are compared one by one. What a follow-up does not speak of
stays as it was; what it says is found in what is asked now.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from arch_team.measuring.asked import Asked, Make, Subject
from arch_team.measuring.follow_texts import is_thing
from arch_team.measuring.model import Measures
from arch_team.measuring.reader import Meaning
from arch_team.measuring.row_asked import Filter, PartyAsked, RowMake, RowsAsked
from arch_team.measuring.row_words import MEMBERS
from arch_team.measuring.scanning import Amount, Item, Scan, Value
from arch_team.measuring.vocabulary import EntitySense, PartySense, SideSense, VerbSense
from arch_team.text.folding import folded
from arch_team.text.periods import Bound, Period, unix

COMPARED = ("change", "compare", "percent", "higher", "lower", "up", "down", "exceed")
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
_ROWS_MADE: dict[str, frozenset[RowMake]] = {
    "count": frozenset({RowMake.COUNT}),
    "average": frozenset({RowMake.AVERAGE}),
    "highest": frozenset({RowMake.EXTREME, RowMake.BY_PARTY}),
    "lowest": frozenset({RowMake.EXTREME, RowMake.BY_PARTY}),
    "latest": frozenset({RowMake.EXTREME}),
    "first": frozenset({RowMake.EXTREME, RowMake.BY_PARTY, RowMake.LIST}),
    "top": frozenset({RowMake.EXTREME, RowMake.BY_PARTY}),
    "share": frozenset({RowMake.SHARE}),
    "percent": frozenset({RowMake.SHARE}),
    "when": frozenset({RowMake.ATTRIBUTE, RowMake.EXTREME, RowMake.LIST}),
    "total": frozenset({RowMake.SUM, RowMake.COUNT, RowMake.ATTRIBUTE}),
}
_PARTY_MAKING = frozenset(
    {"highest", "lowest", "top", "who", "each", "list", "first", "total", "count", "by_grain", "above", "below"}
)
_MEMBERWISE = frozenset({Make.RANK, Make.RANK_CHANGE, Make.MEMBERS_BEYOND})
_SHARES = ("share", "share_of", "percent")
_PAIR = 2
_RANKED = (Make.RANK, Make.RANK_CHANGE, Make.EXTREME)
_MAKING = frozenset({*_MADE, *_ROWS_MADE, "add", "both", "list", "who", "when", "each", "minus", "behind", "composed"})


@dataclass(frozen=True, slots=True)
class Edit:
    """A question before as a follow-up changes it, in words, and what is known of what it asks then."""

    text: str
    times: tuple[Period, ...] = ()
    """The times that are named."""
    places: frozenset[int] = frozenset()
    """Tokens of the follow-up that name them."""
    all_times: tuple[Period, ...] = ()
    """The times that are asked for in all, where several questions are put together."""
    codes: frozenset[str] = frozenset()
    """The members of several questions that are put together."""

    @property
    def joins(self) -> bool:
        return bool(self.codes or self.all_times)


@dataclass(frozen=True)
class Checked:
    """One follow-up. `words` is its text with all that was put in for a word of it."""

    said: Scan
    edit: Edit
    words: str
    measures: Measures

    @property
    def times(self) -> tuple[Period, ...]:
        return self.edit.times

    @property
    def compares(self) -> bool:
        return compares(self.said)

    @property
    def things(self) -> list[Item]:
        return [item for item in self.said.items if is_thing(item)]

    def holds(self, before: Meaning, after: Meaning) -> bool:
        """Whether what is asked now is what was asked before, changed by what was said."""
        if self.said.says("both") and not self.edit.joins and len(self.times) < _PAIR:
            return False
        if self.said.says("who") and isinstance(after, Asked):
            return False
        if self._says("now") and after.times:
            return False
        if isinstance(before, Asked) and isinstance(after, PartyAsked) and _is_memberwise(before):
            return False
        if isinstance(before, PartyAsked) and isinstance(after, RowsAsked) and self.said.says("only", "each"):
            return False
        if any(one.is_word("each") and is_thing(other) for one, other in pairwise(self.said.items)):
            return False  # `per head`: divided by a thing, which nothing here is
        return (
            self._keeps_times(before, after)
            and self._keeps_members(before, after)
            and self._keeps_parties(before, after)
            and self._keeps_rows(before, after)
            and self._keeps_make(before, after)
        )

    def _codes(self, asked: Meaning) -> frozenset[str]:
        if isinstance(asked, Asked):
            return frozenset(code for subject in (*asked.subjects, *asked.others) for code in subject.codes)
        if isinstance(asked, PartyAsked):
            return asked.codes
        moving = self.measures.movements
        member = _root(moving.member) if moving else MEMBERS
        held = [flt["value"] for flt in asked.filters if _root(flt["field"]) in (MEMBERS, member)]
        return frozenset(str(code) for value in held for code in _listed(value))

    @property
    def _party_table(self) -> str | None:
        moving = self.measures.movements
        return moving.parties if moving else None

    def _party(self, asked: Meaning) -> object:
        if isinstance(asked, PartyAsked):
            return asked.party
        moving = self.measures.movements
        field = _root(moving.party) if moving else ""
        filters = asked.filters if isinstance(asked, RowsAsked) else ()
        return next((flt["value"] for flt in filters if _root(flt["field"]) == field and flt["op"] == "="), None)

    # times

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
            return new == old or is_now or (self.compares and old <= new) or (_is_change(before) and old == new)
        if self.compares and new == old | named:
            return True
        if _is_change(after) and _is_change(before) and not self.compares and after.times:
            last = _key(after.times[-1], is_level=_is_level(after), ends_only=ends_only)
            return last in named and _span(before) == _span(after)
        return new == named

    # members

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
                return old <= new  # of movements that others have the other side of: what was paid
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

    # parties

    def _keeps_parties(self, before: Meaning, after: Meaning) -> bool:
        said = [item for item in self.said.items if item.of(PartySense)]
        old, new = self._party(before), self._party(after)
        if said:
            names = {name for item in said for s in item.senses if isinstance(s, PartySense) for name in s.names}
            one_of_all = isinstance(before, RowsAsked) and before.table == self._party_table and old is None
            return (new in names and not one_of_all) or (new is None and any(is_thing(item) for item in said))
        if isinstance(before, Asked):
            return new is None
        return old == new or (new is None and self.said.says("each", "who", "highest", "lowest", "top", "total"))

    # rows

    def _keeps_rows(self, before: Meaning, after: Meaning) -> bool:
        if isinstance(before, Asked) and isinstance(after, RowsAsked):
            return self._codes(before) <= self._codes(after)
        if not (isinstance(before, RowsAsked) and isinstance(after, RowsAsked)):
            return True
        if before.table != after.table:
            return any(item.of(EntitySense) or item.of(VerbSense) for item in self.said.items)
        gone = [flt for flt in before.filters if flt not in after.filters]
        come = [flt for flt in after.filters if flt not in before.filters]
        fields = {_root(flt["field"]) for flt in come}
        if any(_root(flt["field"]) not in fields for flt in gone if not (self.times and _is_dated(flt, before.times))):
            return False
        widened = any(
            one["field"] == other["field"] and isinstance(other["value"], list) and one.get("value") in other["value"]
            for one in gone
            for other in come
            if other.get("op") == "IN"
        )
        return not widened and self._uses_values(after)

    def _uses_values(self, after: RowsAsked) -> bool:
        """Whether each value that is said is one that rows are told by."""
        held = str(after.filters) + str(after.part)
        for item in self.said.items:
            hits = [hit for s in item.senses if isinstance(s, Value) for hit in s.hits]
            if hits and not any(repr(value) in held for _, _, value in hits):
                return False
        return True

    # what is made of it

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
        fitting = [_MADE[klass] for klass in _MADE if self._says(klass)]
        if any(after.make not in makes for makes in fitting):
            return False
        if after.make is Make.SHARE and self._says("total") and not self.said.says(*_SHARES):
            return False
        if self.edit.codes and after.side is not before.side:
            return False
        if bool(after.against) != bool(before.against) and not any(i.of(VerbSense) for i in self.said.items):
            return False
        if after.make in _AT_EACH and after.make is not before.make and not self._names_make(after.make):
            return False
        if before.make in _MEMBERWISE and after.make not in _MEMBERWISE and not self.things:
            return False
        if after.make is Make.RANK and before.make not in _RANKED and not self._names_members(before):
            return False  # the largest what: an account, a month, a customer?
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
        sided = named or after.side is before.side or edged or spoken
        return alike and sided and after.per_member == before.per_member

    def _names_members(self, before: Asked) -> bool:
        """Whether members are spoken of: accounts, here or in the question before."""
        named = any(item.of(EntitySense) or is_thing(item) for item in self.said.items)
        return named or before.per_member or before.make is Make.MEMBERS_BEYOND

    def _names_make(self, make: Make) -> bool:
        """Whether a word for an average, a share or a metric is said."""
        return self.said.says("average") if make is Make.AVERAGE else self.said.says(*_SHARES) or bool(self.things)

    def _says(self, klass: str) -> bool:
        """Whether a word is said that is of this class and of no other that changes nothing."""
        return any(item.is_word(klass) and not item.is_word("light", "carrying") for item in self.said.items)

    def _grain(self) -> str | None:
        for klass in ("by_grain", "in_which"):
            for item in self.said.words(klass):
                return item.detail(klass)
        return None

    def _limit(self, is_ranked: bool = False) -> int | None:
        """How many are asked for. A bare number says so after a rank."""
        if not is_ranked and not self.said.says("highest", "lowest", "top", "first", "latest"):
            return None
        counted = [item for item in self.said.items if item.span[0] not in self.edit.places]
        numbers = [s.value for item in counted for s in item.senses if isinstance(s, Amount)]
        return int(numbers[0]) if len(numbers) == 1 else None

    def _fits_rows(self, after: RowsAsked) -> bool:
        if any(after.make not in makes for klass, makes in _ROWS_MADE.items() if self._says(klass)):
            return False
        return not (limit := self._limit()) or after.limit == limit

    def _keeps_row_make(self, before: RowsAsked, after: RowsAsked) -> bool:
        if not self._fits_rows(after):
            return False
        if (self._says("lowest") and after.is_max) or (self._says("highest") and not after.is_max):
            return False
        asks = (*_ROWS_MADE, "list", "who", "when", "amount", "each")
        if self.said.says(*asks) or before.table != after.table:
            sums = self.said.says("amount") and not self.said.says("count")
            return not (sums and after.make in (RowMake.COUNT, RowMake.LIST))
        fields = any(item.of(EntitySense) for item in self.said.items)
        same = after.make is before.make and (after.limit, after.is_max) == (before.limit, before.is_max)
        return same or fields

    def _keeps_party_make(self, before: PartyAsked, after: PartyAsked) -> bool:
        if limit := self._limit(before.limit is not None):
            return after.limit == limit and after.kind == before.kind and after.where == before.where
        if (self._says("lowest") and after.is_max) or (self._says("highest") and not after.is_max):
            return False
        if (grain := self._grain()) and after.grain != grain:
            return False
        said = self.said
        kinds = any(item.of(EntitySense) or item.of(PartySense) or item.of(VerbSense) for item in said.items)
        valued = kinds or any(item.of(Value) for item in said.items)
        makes = said.says(*_PARTY_MAKING) or kinds
        if self.compares and not makes:
            return (after.limit, after.party, after.where) == (before.limit, before.party, before.where)
        same = (
            (makes or (after.make, after.limit, after.is_max) == (before.make, before.limit, before.is_max)),
            (makes or after.grain == before.grain),
            (said.says("above", "below") or (after.amount, after.comparison) == (before.amount, before.comparison)),
            (said.says("unit") or after.unit == before.unit),
            (said.says("share", "share_of", "percent") or after.wants_share == before.wants_share),
            (valued or after.where == before.where),
            (kinds or after.kind == before.kind),
            after.sign == before.sign or any(item.of(VerbSense) for item in said.items),
        )
        return all(same)


def compares(said: Scan) -> bool:
    """Whether it sets something against something: `more than in 2024` is above a time, and not above an amount."""
    above = said.says("above", "below") and not any(item.of(Amount) for item in said.items)
    return said.says(*COMPARED) or (above and bool(said.periods))


def _is_level(asked: Meaning) -> bool:
    return isinstance(asked, Asked) and bool(asked.subjects) and not asked.subjects[0].is_flow


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


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else [value]  # pyright: ignore[reportUnknownVariableType]


def _root(field: object) -> str:
    return str(field).rpartition(".")[2]


def _is_dated(flt: Filter, times: Sequence[Period]) -> bool:
    """Whether rows are told by one of these times."""
    days = {unix(day) for time in times for day in (time.start, time.end)}
    return any(value in days for value in _listed(flt.get("value")))
