"""What the words of a question say of times, sides, ranks, amounts and units."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from arch_team.measuring.asked import Asked, Lacking, Refused, Side, Subject
from arch_team.measuring.glosses import Named
from arch_team.measuring.scan import Amount, Code, Item
from arch_team.measuring.subjects import SubjectReading
from arch_team.measuring.vocabulary import (
    EntitySense,
    MemberSense,
    SetSense,
    SideSense,
    language_words,
)
from arch_team.text.folding import folded
from arch_team.text.periods import Bound, Period, year_before

COMPARING = ("compare", "exceed", "than", "change", "higher", "lower")
_RANKING = ("highest", "lowest", "top", "rank")
_MAKING = (
    *("change", "up", "down", "higher", "lower", "above", "below", "share", "percent", "average", "compare"),
    *("by_grain", "in_which", "course", "count", "who", "when", "list", "confirm", "total"),
)
_NEAR = 2
"""Words between a thing and the time that is said of it."""


class Wording(SubjectReading):
    """Reads what is said of the subjects of one question."""

    _more: tuple[Side, ...] = ()

    def _times(self, named: list[Named]) -> tuple[Period, ...] | Lacking | Refused:
        times = list(self._scan.periods)
        for one in named:
            if one.is_excluded and len(times) > 1:
                places = zip(self._scan.periods, self._scan.period_places, strict=True)
                apart = {t: min(abs(place[0] - one.at[1]), abs(one.at[0] - place[1])) for t, place in places}
                nearest = min(apart, key=lambda t: apart[t])
                if apart[nearest] <= _NEAR:
                    times.remove(nearest)
        if len(times) == 1 and self._scan.says("change", "up", "down", "higher", "lower", "compare"):
            times = list(self._scan.apart) if len(self._scan.apart) == 2 else _ends(times[0])
        if self._scan.says("previous") and len(times) == 1:
            times.insert(0, year_before(times[0]))
        flows = any(one.subject.is_flow for one in named)
        levels = any("closing" in s.sides for i in self._scan.items for s in i.senses if isinstance(s, SideSense))
        times = [since_new_year(time, is_level=levels) if flows else time for time in times]
        if self._scan.says("to_date") and flows:
            times = [replace(t, start=t.end.replace(month=1, day=1), is_point=False) for t in times]
        if not flows and (both := self._since_then(times)):
            return both
        for at, time in enumerate(times):
            if time.bound is Bound.SINCE:
                last = self._measures.years[1]
                series = self._scan.says("by_grain", "in_which", "highest", "lowest", "average", "course")
                if time.is_point or not (time.is_year and series and last >= time.start.year):
                    return Refused("not_read", time.said)
                times[at] = replace(time, end=time.end.replace(year=last), bound=Bound.WITHIN)
                continue
            if time.bound is Bound.UNTIL and flows and time.is_year:
                return Refused("not_read", time.said)  # all that was before, or in it, is not said
            if time.bound is Bound.UNTIL and flows:
                times[at] = replace(time, start=time.end.replace(month=1, day=1), bound=Bound.WITHIN)
        if self._scan.relative:
            return Lacking("time")
        if not times:
            by_year = any(i.detail("by_grain") == "year" for i in self._scan.items)
            if by_year or self._names_all_years():
                first, last = self._measures.years
                return (Period(date(first, 1, 1), date(last, 12, 31), "", (0, 0)),)
            now = () if flows else self._as_of_now()
            return now or Lacking("time" if flows else "date")
        return tuple({(time.start, time.end): time for time in reversed(times)}.values())[::-1]

    def _names_all_years(self) -> bool:
        """`in each of the three years`, where three years are held."""
        first, last = self._measures.years
        held = last - first + 1
        for one, other in pairwise(self._scan.items):
            counted = any(isinstance(s, Amount) and s.value == held for s in one.senses)
            if counted and other.detail("grain") == "year":
                return True
        return False

    def _side(self, first: Subject, times: Sequence[Period]) -> Side:
        senses = [
            s
            for item in self._scan.items
            for s in item.senses
            if isinstance(s, SideSense) and (not item.of(SetSense) or self._others_named(item))
        ]
        if self._scan.says("every_side") and not first.is_flow and not any(time.is_point for time in times):
            self._more = (Side.RISE, Side.FALL, Side.CLOSING)
            return Side.OPENING
        said = {side for s in senses if len(s.sides) == 1 for side in s.sides}
        if self._scan.says("added") != self._scan.says("taken_off") and said & {"opening", "closing"}:
            moved = Side.RISE if self._scan.says("added") == (first.sign > 0) else Side.FALL
            self._more = (moved, Side.CLOSING) if "closing" in said and "opening" in said else (moved,)
            return Side.OPENING if "opening" in said else Side.CLOSING
        if {"rise", "fall"} <= said or (any(len(s.sides) > 1 for s in senses) and not said & {"rise", "fall"}):
            return Side.BOTH
        if "closing" in said and said & {"rise", "fall", "opening"}:
            self._more = (Side.CLOSING,)
        for side in (Side.RISE, Side.FALL, Side.OPENING):
            if side.value in said:
                return side
        since = any(period.bound is Bound.SINCE for period in self._scan.periods)
        begins = self._scan.says("start_edge") and not self._scan.says("to_date") and not since
        if begins and times and not (times[0].is_point or times[0].is_start) and not first.is_flow:
            return Side.OPENING
        if self._scan.says("start_edge") and times and times[0].is_point and not first.is_flow:
            self._more = (Side.CLOSING,)
            return Side.OPENING
        if self._scan.says("opening") and not first.is_flow:
            self._more = (Side.CLOSING,) if self._scan.says("ending") else ()
            return Side.OPENING
        if times and times[0].is_start and not first.is_flow:
            return Side.OPENING
        if "closing" in said:
            return Side.CLOSING
        return Side.NET

    def _is_question(self) -> bool:
        scan = self._scan
        first = scan.items[0] if scan.items else None
        either = any(item.is_word("or") for item in scan.items[:-1])  # one or the other is no yes or no
        doubts = any(item.is_word("confirm") and not (either and item.is_word("or")) for item in scan.items)
        opens = first is not None and first.span[0] == 0 and first.is_word("asks")
        ways = [scan.says(more) != scan.says(less) for more, less in (("higher", "lower"), ("up", "down"))]
        return doubts or (opens and not (either and any(ways)))  # `risen or fallen` has its answer

    def _per_member(self) -> bool:
        items = self._scan.items
        pairs = list(pairwise(items))
        named = any(
            (a.of(SetSense) or a.is_word("list")) and self._is_member_word(b) and not b.of(Code) for a, b in pairs
        )
        if self._scan.says("list") and named and self._scan.periods and not self._scan.says("highest", "lowest", "top"):
            return True
        if self._scan.says("composed"):
            return True
        members = {folded(word) for word in self._measures.levels.terms.members.of(self._scan.language)}
        called = any(item.of(SetSense) and folded(item.text).split()[-1] in members for item in items)
        if (
            called
            and self._scan.says("list")
            and not self._scan.says(*_RANKING, "change", "up", "down", "above", "below")
        ):
            return True
        tables = {e.name for e in self._measures.descriptor.entities if e.python_class == self._measures.levels_table}
        if any(isinstance(s, EntitySense) and s.name in tables for item in items for s in item.senses):
            return True
        if sum(bool(item.of(SetSense)) for item in items) == 1 and len(self._scan.periods) <= 1:
            timed = {start for start, _ in self._scan.period_places}  # `per 31.12.`
            lone = [a for a, b in pairs if a.is_word("each") and b.is_word("light")] + [*items[-1:]]
            lone = [item for item in lone if not (item.is_word("light") and item.span[1] in timed)]
            alone = any(item.is_word("each") for item in lone)
            if alone or self._is_called_as_one_of_it():
                return True
        return any(a.is_word("each") and self._is_member_word(b) for a, b in pairs)

    def _is_called_as_one_of_it(self) -> bool:
        """A set by the whole name of one of its members: who says it may mean that one, so each is told."""
        if self._scan.says(*_RANKING, *_MAKING):
            return False
        for item in self._scan.items:
            whole = {code for s in item.senses if isinstance(s, MemberSense) and s.is_whole for code in s.codes}
            for name in (s.name for s in item.senses if isinstance(s, SetSense)):
                if whole and self._measures.sets[name].is_flow and whole < self._measures.sets[name].codes:
                    return True
        return False

    def _grain(self) -> str | None:
        for klass in ("by_grain", "in_which"):
            for item in self._scan.words(klass):
                return item.detail(klass)
        if not self._scan.periods and self._names_all_years():
            return "year"
        items = self._scan.items
        for before, item in zip((None, *items), items, strict=False):
            grain = item.detail("grain")
            if grain is None:
                continue
            is_front = any(isinstance(s, SetSense | MemberSense | SideSense) for s in item.senses)
            following = next((i for i in items if i.span[0] == item.span[1]), None)
            is_front = is_front or (following is not None and bool(following.of(SideSense)))
            if (before is not None and before.is_word("each", "any", "highest", "lowest")) or is_front:
                return grain
        return None

    def _loose_grain(self) -> Item | None:
        """A month or a quarter named by itself, and not to say which time is meant: `our best revenue month`."""
        timed = zip(self._scan.periods, self._scan.period_places, strict=True)
        places = [place for period, place in timed if not period.is_year]
        months = [period for period in self._scan.periods if period.months and period.start.month == period.end.month]
        if months and len(months) == len(self._scan.periods):
            return None  # `the month ends of July and August`
        for item in self._scan.items:
            near = any(abs(item.span[0] - end) <= 1 or abs(start - item.span[1]) <= 1 for start, end in places)
            if item.detail("grain") in ("day", "week", "month", "quarter", "half") and not near:
                return item
        return None

    def _ranking(self) -> tuple[bool, int] | None:
        scan = self._scan
        if not scan.says("highest", "lowest", "top"):
            return None
        is_max = not scan.says("lowest")
        items = scan.items
        for a, b in (*((item, item) for item in items), *pairwise(items)):  # `second largest` is one item
            for one, other in ((a, b), (b, a)):
                numbers = [s.value for s in one.senses if isinstance(s, Amount)]
                if numbers and other.is_word("highest", "lowest", "top"):
                    return is_max, int(numbers[0])
        for one, other in pairwise(items):
            numbers = [s.value for s in one.senses if isinstance(s, Amount)]
            times = other.detail("grain") and scan.says("list")
            if numbers and (other.of(SetSense) or times) and not scan.says("above", "below"):
                return is_max, int(numbers[0])  # `three cost accounts that rose the most`, `which three months`
        return is_max, 1

    def _not_zero(self) -> bool:
        """`that is not zero`."""
        pairs = pairwise(i for i in self._scan.items if not i.is_word("light", "carrying"))
        return any(a.is_word("not") and any(isinstance(s, Amount) and s.value == 0 for s in b.senses) for a, b in pairs)

    def _amount(self, ranking: tuple[bool, int] | None) -> Decimal | None:
        found = [s.value for item in self._scan.items for s in item.senses if isinstance(s, Amount)]
        found = [value for value in found if value or not self._not_zero()]
        if ranking is not None and ranking[1] != 1:
            found = [value for value in found if value != ranking[1]]
        return found[0] if len(found) == 1 else None

    def _counted_times(self) -> Item | None:
        """The number right before years, which says how many they are: `over the three years`."""
        beside = pairwise(self._scan.items)
        return next((one for one, other in beside if one.of(Amount) and other.detail("grain") == "year"), None)

    def _years(self, asked: Asked) -> int:
        """How many whole years the one time has; 0 where it is no such."""
        whole = len(asked.times) == 1 and (asked.times[0].start.month, asked.times[0].end.month) == (1, 12)
        return asked.times[0].end.year - asked.times[0].start.year + 1 if whole else 0

    def _in_unit(self, asked: Asked) -> Asked | Refused:
        """Only members of the currency that is named; none of it, no answer."""
        units = self._scan.units
        held = {self._measures.members[code].unit for subject in asked.subjects for code in subject.codes}
        if len(units) > 1 and units <= held:
            return asked  # each is shown by itself
        if len(units) > 1:
            return Refused("no_conversion")
        if self._scan.units_left_out and not units:
            units = frozenset(held - self._scan.units_left_out)
            if len(units) != 1:
                return Refused("no_conversion")
        if not units or asked.per_member:
            return asked
        [unit] = units
        subjects: list[Subject] = []
        for subject in asked.subjects:
            codes = frozenset(c for c in subject.codes if self._measures.members[c].unit == unit)
            if not codes:
                return Refused("no_conversion", unit or "")
            subjects.append(replace(subject, codes=codes))
        return replace(asked, subjects=tuple(subjects))

    def _are_joined(self, subjects: Sequence[Subject]) -> bool:
        """Whether several subjects are said to be several: by `and`, by a comma, or because they are compared."""
        if self._scan.says(*COMPARING, "including", "percent", "share", "share_of", "or", "minus"):
            return True
        places = sorted(item.span for item in self._scan.items if item.text in {s.title for s in subjects})
        tokens = self._scan.tokens
        joints = (",", "&", "/", "+", *((":",) if all(s.codes < subjects[0].codes for s in subjects[1:]) else ()))
        for (_, end), (start, _) in pairwise(places):
            said = any(i.is_word("and") for i in self._between(end, start))
            if not said and not any(token.text in joints for token in tokens[end:start]):
                return False
        return True

    def _moves_on_no_member(self) -> bool:
        """`the turnover on the account`, and no account is named."""
        items = self._scan.items
        sides = [item for item in items if item.of(SetSense) and item.of(SideSense)]
        return bool(sides) and not any(i.of(Code) for i in items) and any(self._is_member_word(i) for i in items)

    def _times_between(self, places: Sequence[int]) -> bool:
        """Whether a time stands between two items."""
        start, end = (self._scan.items[at].span[0] for at in places)
        return any(start < place[0] < end for place in self._scan.period_places)

    def _as_of_now(self) -> tuple[Period, ...]:
        """How it stands today is how it stood on the last day that is known; the answer names that day."""
        said, last = self._scan.words("now"), self._measures.last_day
        if not said or last is None:
            return ()
        return (Period(last.replace(month=1, day=1), last, said[0].text, said[0].span, is_point=True),)

    def _since_then(self, times: Sequence[Period]) -> tuple[Period, ...]:
        """`how far has the loan gone down since the end of 2023`: how it stood then, and on the last day that is known.
        Empty: no change since a day is asked for."""
        last = self._measures.last_day
        since = len(times) == 1 and times[0].bound is Bound.SINCE and times[0].is_point and not times[0].is_start
        if not since or last is None or last <= times[0].end or not self._scan.says("change", "up", "down", "course"):
            return ()
        if self._scan.says("by_grain", "in_which", "grain", "highest", "lowest", "average"):
            return ()
        then = replace(times[0], bound=Bound.WITHIN)
        return then, replace(then, start=last.replace(month=1, day=1), end=last)

    def _part_and_whole(self, subjects: tuple[Subject, ...]) -> tuple[Subject, ...]:
        """The part first: what is within the other; else what the words say it is a share of comes last."""
        one, other = subjects
        is_result = self._glosses.is_result(one.codes | other.codes)
        if not is_result and (one.codes < other.codes or other.codes < one.codes):
            return (one, other) if one.codes < other.codes else (other, one)
        items = self._scan.items
        found = [
            next((i for i, item in enumerate(items) if item.text == s.title or s.title in item.text), None)
            for s in subjects
        ]
        places = [at for at in found if at is not None]
        if len(places) < len(subjects):
            return one, other
        between = items[places[0] + 1 : places[1]]
        within = language_words(self._scan.language).within
        joined = any(item.is_word("span_to") or folded(item.text) in within for item in between)
        if joined and all(item.is_word("light") for item in between) and not self._times_between(places):
            return one, other  # `the ratio of wages to revenue`, `the share of wages in revenue`
        marked = [self._follows(at, "whole") for at in places]
        if marked == [False, True]:
            return one, other
        if self._follows(places[0], "percent") and not marked[1]:
            return other, one  # `how many percent of the income were the costs`
        if marked == [True, False] or any(item.is_word("share_of") for item in items[: places[0]]):
            return other, one
        return one, other


def since_new_year(period: Period, *, is_level: bool = False) -> Period:
    """What came and went `per 31.12.2025` is what did since the year began."""
    is_end = (period.end + timedelta(days=1)).day == 1
    if not (period.is_point and (is_level or period.start == period.end) and is_end):
        return period
    return replace(period, start=period.end.replace(month=1, day=1), is_point=False)


def _ends(period: Period) -> list[Period]:
    """`from 2023 to 2025`, where a change is asked: its first and its last year."""
    first, last = period.start, period.end
    if first.year == last.year or (first.month, first.day, last.month, last.day) != (1, 1, 12, 31):
        return [period]
    return [replace(period, end=first.replace(month=12, day=31)), replace(period, start=last.replace(month=1, day=1))]
