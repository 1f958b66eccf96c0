"""The times that a follow-up names, told from those of the question before: `und im April?`, `the year before`."""

import calendar
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from typing import cast

from arch_team.measuring.reader import FigureReader
from arch_team.measuring.scan import Amount, Item, Scan
from arch_team.measuring.vocabulary import VerbSense, language_words
from arch_team.text.packaged import packaged
from arch_team.text.period_patterns import ORDINALS
from arch_team.text.periods import Bound, Period, in_year, year_before
from arch_team.wire import Language

MONTHS_OF = {"month": 1, "quarter": 3, "half": 6, "year": 12}
Span = tuple[int, int]
_SHORT = 3


@dataclass(frozen=True, slots=True)
class NamedTimes:
    """Times, the words for them in a whole question, and the places of the follow-up's own words."""

    periods: tuple[Period, ...] = ()
    texts: tuple[str, ...] = ()
    places: tuple[Span, ...] = ()
    is_own: bool = False
    """The words are the follow-up's: it says itself at which end of a time."""
    is_each: bool = False
    """Each is in the place of one before: of two years that are compared, the same part."""

    @property
    def tokens(self) -> frozenset[int]:
        return frozenset(at for start, end in self.places for at in range(start, end))


@dataclass(frozen=True)
class FollowTimes:
    """Serves one source in one language."""

    reader: FigureReader

    def named(self, said: Scan, last: Scan, today: date | None, *, compares: bool) -> NamedTimes:
        """What has no year is in the year of the question before, and the year before is the one before that."""
        period = last.periods[-1] if last.periods else None
        if period is None:
            return self._own(said, said.periods, said.period_places)
        same = tuple(item.span for item in said.words("same_year"))
        earlier = earlier_year(said)
        if earlier and (compares or len(last.periods) > 1):
            return NamedTimes()
        if earlier:
            return self._a_year_before(said, period, earlier, same, today)
        alike = (*same, *(item.span for item in said.words("amid")))
        if alike and said.periods and all(p.is_year for p in said.periods) and not any(t.number for t in said.tokens):
            # `the same month last year`: a year before, whichever is the last by the calendar
            return _told([year_before(period)], (*alike, *said.period_places), said.language)
        if len(last.periods) == 1 and (moved := moved_time(said, period)):
            return _told(moved[0], (moved[1],), said.language)
        if (parts := all_parts(said)) and all(p.is_year for p in said.periods):
            year = _year_at(said, parts[1])
            end = next(at for at, t in enumerate(said.tokens) if t.number == year) + 1 if year else parts[1]
            places = ((parts[0], end), *said.period_places)
            return _told(said.periods or [_year(period, year)], places, said.language)
        if same and not said.periods:
            return _told([_year(period)], same, said.language)
        if said.periods and _is_same(said.periods, period) and not any(t.number for t in said.tokens):
            # `and last year?` after that very year: the one before it
            return _told([year_before(period)], said.period_places, said.language)
        if said.periods:
            return self._until_its_end(self._parts(said, period), period)
        if said.says("whole_year"):
            return _told([_year(period)], tuple(item.span for item in said.words("whole_year")), said.language)
        named = self._until_its_end(self._yearless(said, last, today), period)
        if not named.periods and (of_year := said.words("in_the_year")):
            return _told([_year(period)], tuple(item.span for item in of_year), said.language)
        years = sorted({p.end.year for p in last.periods})
        if len(named.periods) == 1 and len(years) == len(last.periods) == 2:
            [part] = named.periods
            each = tuple(in_year(part, p.end.year) for p in last.periods)
            return replace(named, periods=each, texts=tuple(written(p, said.language) for p in each), is_each=True)
        return named

    def _until_its_end(self, named: NamedTimes, before: Period) -> NamedTimes:
        """`from July on` goes on until the end of the year of the time before."""
        if len(named.periods) != 1 or named.periods[0].bound is not Bound.SINCE or before.is_point:
            return named
        [since] = named.periods
        last = date(max(before.end.year, since.end.year), 12, 31)
        span = Period(since.start, last, "", (0, 0))
        if since.is_year:
            words = cast("dict[str, str]", packaged(f"lexicon/follow_ups_{self.reader.language}.yaml"))
            text = words["span"].format(since.start.year, last.year)
        else:
            text = written(span, self.reader.language)
        return replace(named, periods=(span,), texts=(text,), is_own=True)

    def _a_year_before(
        self, said: Scan, period: Period, earlier: Span, same: tuple[Span, ...], today: date | None
    ) -> NamedTimes:
        year = period.end.year - 1
        dated = self.reader.scan(f"{_blanked(said, earlier)} {year}", today)
        part = next((p for p in dated.periods if not p.is_year), None)
        part = part or (_year(period, year) if said.says("total") else None)  # `the prior year in total`
        named = dated.period_places if part is not None else ()
        places = tuple((start, min(end, len(said.tokens))) for start, end in named)
        return _told([part or year_before(period)], (earlier, *same, *places), said.language)

    def _parts(self, said: Scan, before: Period) -> NamedTimes:
        """`and 2024?` after a question for a March is the March of 2024."""
        ranks = said.says("highest", "lowest") and said.says("grain", "in_which")  # `the best month of 2024`
        if before.is_year or ranks or said.says("whole_year") or not all(p.is_year for p in said.periods):
            return self._own(said, said.periods, said.period_places)
        happened = before.is_point and any(item.of(VerbSense) for item in said.items)  # `how much was repaid in 2025`
        if happened or any(p.is_point or p.is_start for p in said.periods):
            return self._own(said, said.periods, said.period_places)
        return _told([in_year(before, p.end.year) for p in said.periods], said.period_places, said.language)

    def _yearless(self, said: Scan, last: Scan, today: date | None) -> NamedTimes:
        period = last.periods[-1]
        months = period.months
        length = months[2] - months[1] + 1 if months else 0
        steps = next((item.detail("by_grain") for item in last.words("by_grain")), None)
        length = MONTHS_OF[steps] if steps in ("quarter", "half") and period.is_year else length  # one of a series
        is_part = length in (MONTHS_OF["quarter"], MONTHS_OF["half"])
        ordinal = next((t for t in said.tokens if _is_ordinal(t.folded)), None)
        behind = [item for item in said.items if ordinal and said.tokens[item.span[0]].start >= ordinal.end][:1]
        named_so = any(_grain(said, item) and not item.is_word("by_grain", "each") for item in behind)
        words = cast("dict[str, str]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))
        grain = words["quarter" if length == MONTHS_OF["quarter"] else "half"]
        plain = said.question.rstrip(" ?.!")
        day, point, month = plain.split()[-1].partition(".")
        joint = "." if point and day.isdigit() and month.isdigit() else " "
        text, last_at = f"{plain}{joint}{period.end.year}", len(said.tokens)
        if ordinal is not None and is_part and not named_so:
            text = f"{plain[: ordinal.end]} {grain} {period.end.year}{plain[ordinal.end :]}"
            last_at = said.tokens.index(ordinal) + 1
        dated = self.reader.scan(text, today)
        timed = zip(dated.periods, dated.period_places, strict=True)
        edged = said.says("edge", "start_edge")
        named = [(p, at) for p, at in timed if not p.is_year or (edged and (p.is_point or p.is_start))]
        places = tuple((min(start, last_at), min(end, last_at)) for _, (start, end) in named)
        return self._own(dated, [p for p, _ in named], places)

    def _own(self, said: Scan, periods: Sequence[Period], places: tuple[Span, ...]) -> NamedTimes:
        """As they are said, with the words before them that say at which end. A lone year is said by itself."""
        if not periods:
            return NamedTimes()
        texts: list[str] = []
        leads: list[Span] = []
        for period, (first, _) in zip(periods, places, strict=False):
            lead = first
            while lead > 0 and leads_to_time(said, lead - 1):
                lead -= 1
            leads.append((lead, first))
            start = said.tokens[lead].start if lead < len(said.tokens) else period.at[0]
            untold = period.is_year and not any(sign.isdigit() for sign in said.question[slice(*period.at)])
            lone = f"{said.question[start : period.at[0]]}{period.end.year}"  # `next year`, by its number
            texts.append(lone if untold else said.question[start : period.at[1]])
        year = str(periods[-1].end.year)
        texts = [text if year in text or str(p.end.year) in text else f"{text} {p.end.year}"
                 for text, p in zip(texts, periods, strict=True)]  # fmt: skip
        spans = tuple((lead, place[1]) for (lead, _), place in zip(leads, places, strict=True))
        return NamedTimes(tuple(periods), tuple(texts), spans, is_own=any(lead < first for lead, first in leads))


def all_parts(said: Scan) -> Span | None:
    """`all four quarters`, `alle zwölf Monate`: where the parts of a year are named, as many as it has."""
    for one, other in pairwise(said.items):
        numbers = [int(s.value) for s in one.senses if isinstance(s, Amount)] or ([2] if one.is_word("both") else [])
        if numbers and said.question[said.tokens[one.span[1] - 1].end :].startswith("."):
            continue  # `4. Quartal`: the fourth
        if numbers and numbers[0] * MONTHS_OF.get(_grain(said, other), 0) == MONTHS_OF["year"] and numbers[0] > 1:
            return one.span[0], other.span[1]
    return None


def leads_to_time(said: Scan, at: int) -> bool:
    """Whether a word belongs to the time behind it: at the end of, as of, per."""
    words = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["before_times"]
    item = next((item for item in said.items if item.span[0] <= at < item.span[1]), None)
    steps = (
        item is not None and item.is_word("by_grain", "in_which", "each", "grain") and not item.is_word("edge", "light")
    )
    return said.tokens[at].folded in words and not steps


def _is_same(periods: Sequence[Period], before: Period) -> bool:
    return [(p.start, p.end) for p in periods] == [(before.start, before.end)]


def _is_ordinal(word: str) -> bool:
    """`zweiten`, `2`, `iii`; not `in`, which is no `i` with an ending."""
    return word in ORDINALS or (len(word) > _SHORT and word.rstrip("nrs") in ORDINALS)


def _told(periods: Sequence[Period], places: tuple[Span, ...], language: Language) -> NamedTimes:
    return NamedTimes(tuple(periods), tuple(written(p, language) for p in periods), places)


def _year_at(said: Scan, at: int) -> int:
    """The year that a number is, as in `all four quarters 2025`; 0, where there is none."""
    numbers = [token.number for token in said.tokens[at : at + 2] if token.number is not None]
    return next((int(number) for number in numbers if number in range(1900, 2100)), 0)


def _year(period: Period, year: int = 0) -> Period:
    year = year or period.end.year
    return Period(date(year, 1, 1), date(year, 12, 31), str(year), (0, 0))


def _blanked(said: Scan, span: Span) -> str:
    """A text whose words keep their places: those of a span are blanked by a sign."""
    start, end = said.tokens[span[0]].start, said.tokens[span[1] - 1].end
    return (said.question[:start] + " ".join("," for _ in range(*span)) + said.question[end:]).rstrip(" ?.!")


def earlier_year(said: Scan) -> Span | None:
    """Where the year before is named."""
    words = [token.folded for token in said.tokens]
    for phrase in _phrases(said.language):
        for at in range(len(words) - len(phrase) + 1):
            if tuple(words[at : at + len(phrase)]) == phrase:
                return at, at + len(phrase)
    return None


@cache
def _phrases(language: Language) -> tuple[tuple[str, ...], ...]:
    listed = cast("dict[str, list[str]]", packaged(f"lexicon/figures_{language}.yaml"))["year_before"]
    return tuple(sorted((tuple(phrase.split()) for phrase in listed), key=len, reverse=True))


def moved_time(said: Scan, period: Period) -> tuple[list[Period], Span] | None:
    """`ein Jahr danach`, `im nächsten Quartal`: the time before, moved; `the two following years`: those behind it;
    `and before that?`: by its own length."""
    items = said.items
    steps_of = cast("dict[str, dict[str, list[str]]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["steps"]
    for at, token in enumerate(said.tokens):
        for grain, (sooner, later) in steps_of.items():
            if token.folded in (sooner, later) and MONTHS_OF[grain] <= max(_length(period), 1):
                return [_by_months(period, MONTHS_OF[grain] * (1 if token.folded == later else -1))], (at, at + 1)
    for at, item in enumerate(items):
        step = 1 if item.is_word("later") else -1 if item.is_word("sooner") else 0
        near = [other for other in items[max(0, at - 1) : at + 3] if _grain(said, other) in MONTHS_OF]
        if not step or (said.periods and not near):
            continue
        if step > 0 and _is_ahead(said):
            return None
        if not near:
            own, others = _length(period), [other for other in items if other is not item]
            alone = all(other.is_word("and", "pointing", "light", "carrying", "follow") for other in others)
            return ([_by_months(period, own * step)], item.span) if own and alone else None
        around = items[max(0, at - 2) : at + 2]
        counted = [s.value for other in around for s in other.senses if isinstance(s, Amount)]
        both = 2 if any(other.is_word("both") for other in around) else 1
        many, length = int(counted[0] if counted else both), MONTHS_OF[_grain(said, near[0])]
        first = min(item.span[0], near[0].span[0], *(o.span[0] for o in around if o.of(Amount)))
        each = many > 1 and (near[0].span[0] > item.span[0] or both > 1)
        steps = range(1, many + 1) if each else (many,)
        return [_by_months(period, length * step * n) for n in steps], (first, max(item.span[1], near[0].span[1]))
    return None


def _is_ahead(said: Scan) -> bool:
    """`what will it be the next year?`: of what is to come, and not of the time behind the one before."""
    ahead = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{said.language}.yaml"))["ahead"]
    return any(token.folded in ahead for token in said.tokens)


def _length(period: Period) -> int:
    """Months of a time that is a year, a half, a quarter or a month; 0 of any other."""
    length = months_in(period)
    return length if length in MONTHS_OF.values() else 0


def months_in(period: Period) -> int:
    """How many whole months of one year a time is; 0, where it is a day or anything else."""
    months = period.months
    return months[2] - months[1] + 1 if months and period.start != period.end else 0


def _grain(said: Scan, item: Item) -> str:
    """A month, a quarter or a year that an item names: `im Jahr`, `the month before`."""
    words = [said.tokens[at].folded for at in range(*item.span)]
    known = language_words(said.language)
    found = (w.detail for word in words for _, w in known.matches([word], 0) if w.klass == "grain")
    return next(found, "") or ""


def _by_months(period: Period, months: int) -> Period:
    """A period so many months later. What ends with a month still does."""

    def moved(day: date, *, is_end: bool) -> date:
        year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
        last = calendar.monthrange(year, month + 1)[1]
        return date(year, month + 1, last if is_end else min(day.day, last))

    ends = (period.end + timedelta(days=1)).day == 1
    end = moved(period.end, is_end=ends)
    return replace(period, start=end if period.start == period.end else moved(period.start, is_end=False), end=end)


def written(period: Period, language: Language) -> str:
    """A time so that it is read as the same again."""
    first, last = period.start, period.end
    if period.is_start:
        return f"{first.day}.{first.month}.{first.year}"
    if first == last:
        return f"{last.day}.{last.month}.{last.year}"
    months = period.months
    if period.is_year:
        return str(last.year)
    if months and months[1] == months[2]:
        named = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{language}.yaml"))["months"]
        return f"{named[months[1] - 1]} {months[0]}"
    if months and (months[1] - 1) % 3 == 0 and months[2] - months[1] == 2:
        return f"Q{months[2] // 3} {months[0]}"
    return f"{first.day}.{first.month}.{first.year} - {last.day}.{last.month}.{last.year}"


def at_its_end(period: Period, language: Language) -> str:
    """A time by itself, so that a state at its end is read as one."""
    last = period.end
    return f"{last.day}.{last.month}.{last.year}" if period.is_point else written(period, language)
