"""Periods and dates in German and English, as people in offices write them."""

import calendar
import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from itertools import pairwise

from arch_team.text import period_patterns as written
from arch_team.text.period_patterns import COUNTS, FEASTS, LAST, ORDINALS, PATTERNS, month_number, year_number
from arch_team.text.places import Span, inside, overlaps

_STRETCHES = ("days", "span", "months", "years", "some_months")
_COUNTED = ("days", "span", "date", "half", "some_months")
"""Written with numbers that may be too high."""
"""Kinds that say both ends themselves."""
_YEAR_ENDS = ("ende", "schluss", "ultimo")
_LIKELY_YEARS = ("201", "202", "203")
"""After a plural (`orders 2025`) these are years."""
_OTHER_YEAR = re.compile(r"\b20[12]\d\b")


@dataclass(frozen=True, slots=True)
class Numbered:
    """Folded words for things with numbers that look like years: `room 2000`."""

    one: tuple[str, ...] = ()
    many: tuple[str, ...] = ()


NOTHING = Numbered()


class Bound(StrEnum):
    WITHIN = "within"
    UNTIL = "until"
    SINCE = "since"


@dataclass(frozen=True, slots=True)
class Period:
    """Days from `start` to `end`, both included. `is_point`: the state at the end is meant, not what happened."""

    start: date
    end: date
    said: str
    at: Span
    is_point: bool = False
    bound: Bound = Bound.WITHIN
    is_start: bool = False
    """The state at the start is meant: `Anfang 2025`, `at the beginning of 2025`."""

    @property
    def is_year(self) -> bool:
        return self.start == date(self.start.year, 1, 1) and self.end == date(self.start.year, 12, 31)

    @property
    def months(self) -> tuple[int, int, int] | None:
        """Year, first and last month, where the period is whole months of one year."""
        last = calendar.monthrange(self.end.year, self.end.month)[1]
        if self.start.year == self.end.year and self.start.day == 1 and self.end.day == last:
            return self.start.year, self.start.month, self.end.month
        return None

    @property
    def month_end(self) -> tuple[int, int] | None:
        """Year and month at whose end the period ends; None inside a month."""
        last = calendar.monthrange(self.end.year, self.end.month)[1]
        return (self.end.year, self.end.month) if self.end.day == last else None

    @property
    def seconds(self) -> tuple[int, int]:
        """First and last day in Unix seconds, midnight UTC."""
        return unix(self.start), unix(self.end)


_MONTHS_IN = {"month": 1, "quarter": 3, "half": 6, "year": 12}


def stretches(period: Period, grain: str) -> tuple[Period, ...]:
    """A period cut into whole months, quarters, half-years or years; none, where it is not made of them."""
    step = _MONTHS_IN[grain]
    last = calendar.monthrange(period.end.year, period.end.month)[1]
    if period.start.day != 1 or period.end.day != last or period.is_point:
        return ()
    first, after = (12 * day.year + day.month - 1 for day in (period.start, period.end))
    if first % step or (after + 1) % step:
        return ()
    found: list[Period] = []
    for at in range(first, after + 1, step):
        year, month = divmod(at + step - 1, 12)
        end = date(year, month + 1, calendar.monthrange(year, month + 1)[1])
        found.append(replace(period, start=date(at // 12, at % 12 + 1, 1), end=end))
    return tuple(found)


def cut(period: Period, grain: str) -> tuple[Period, ...]:
    """The months, quarters, half-years or years that a period touches, each as much of it as is in the period."""
    step, found = _MONTHS_IN[grain], list[Period]()
    first, after = (12 * day.year + day.month - 1 for day in (period.start, period.end))
    for at in range(first - first % step, after + 1, step):
        year, month = divmod(at + step - 1, 12)
        end = date(year, month + 1, calendar.monthrange(year, month + 1)[1])
        start = date(at // 12, at % 12 + 1, 1)
        found.append(replace(period, start=max(start, period.start), end=min(end, period.end)))
    return tuple(found)


def unix(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def month_period(year: int, first: int, last: int, said: str, at: Span) -> Period:
    return Period(date(year, first, 1), date(year, last, calendar.monthrange(year, last)[1]), said, at)


def in_year(period: Period, year: int) -> Period:
    """The same part of another year. What ends with a month still does."""

    def moved(day: date, to: int, *, is_end: bool) -> date:
        last = calendar.monthrange(to, day.month)[1]
        return day.replace(year=to, day=last if is_end else min(day.day, last))

    ends = (period.end + timedelta(days=1)).day == 1
    end = moved(period.end, year, is_end=ends)
    start = moved(period.start, year - (period.end.year - period.start.year), is_end=False)
    return replace(period, start=end if period.start == period.end else start, end=end)


def year_before(period: Period) -> Period:
    return in_year(period, period.end.year - 1)


def not_in_the_calendar(text: str) -> list[Span]:
    """Where a folded text names a day, a half or some months that no year has: `30.2.2025`, `the first 15 months`."""
    found: list[Span] = []
    for kind, pattern in PATTERNS:
        if kind in _COUNTED:
            matches = [m for m in pattern.finditer(text) if not _is_list(kind, m)]
            found += [m.span() for m in matches if _period(kind, m, None, None) is None]
    return [span for span in found if not any(inside(span, other) for other in found)]


def periods_in(text: str, today: date | None = None, numbered: Numbered = NOTHING) -> list[Period]:
    """The periods a question names, in their order. `text` is folded already; places are those in it. What stands right
    behind a word for something `numbered` is no year."""
    found: list[Period] = []
    yearless: list[Period] = []
    borrowed: set[int] = set()
    impossible = not_in_the_calendar(text)
    found += _chained(text)
    for kind, pattern in PATTERNS:
        for match in pattern.finditer(text):
            if overlaps(match.span(), [*impossible, *(p.at for p in (*found, *yearless))]) or (
                kind == "year" and _is_number(text, match, numbered)
            ):
                continue
            if _is_list(kind, match):
                continue
            if kind == "vague" and written.EACH.search(text[: match.start()]):
                continue  # `revenue by quarter 2025` names the year alone
            if kind == "relative" and (year := written.SAYS_YEAR.match(text[match.end() :])):
                found = [_begun_at(match.start(), p, match.end() + year.end()) for p in found]
                continue  # `last year (2025)` says itself which year
            years = {p.end.year for p in found}
            if kind == "some_years":
                found += _last_years(match, found, today)
                continue
            period = _period(kind, match, years.pop() if len(years) == 1 else None, today)
            if period is None:
                continue
            if not _has_year(match):
                borrowed.add(period.end.year)
            bounded = period if kind in _STRETCHES else _bounded(period, text[: period.at[0]])
            (yearless if period.start.year == 1 else found).append(bounded)
    years = {p.end.year for p in found}
    if len(years) == 1:
        (year,) = years
        found += [_moved_to(year, p, p) for p in yearless if not p.is_year]
        borrowed |= years if any(not p.is_year for p in yearless) else set[int]()
    lent = [p for p in found if p.is_year and p.end.year in borrowed and not _is_whole(text[: p.at[0]])]
    found = [p for p in found if p not in lent]
    return sorted(_in_each_year(found, yearless), key=lambda p: p.at)


def _begun_at(start: int, period: Period, end: int) -> Period:
    """The period that ends there as said from an earlier place on."""
    return replace(period, at=(start, period.at[1])) if period.at[1] == end else period


def _is_list(kind: str, match: re.Match[str]) -> bool:
    """`30 June and 30 September 2025` are two days; from the one to the other it is only where a word opens it."""
    joined_by = kind == "span" and bool(written.AND_WORD.search(match[0]))
    return joined_by and not written.OPENS_SPAN.search(match.string[: match.start()])


def _chained(text: str) -> list[Period]:
    """`23 vs 24 vs 25`: years, where each follows the one before."""
    found: list[Period] = []
    for match in written.CHAIN.finditer(text):
        places = [(m.start() + match.start(), m.end() + match.start()) for m in written.CHAINED.finditer(match[0])]
        years = [year_number(text[start:end]) for start, end in places]
        steps = {later - sooner for sooner, later in pairwise(years)}
        short = any(end - start == 2 for start, end in places)
        if short and steps in ({1}, {-1}) and (len(years) > 2 or written.AGAINST.search(match[0])):
            ends = zip(years, places, strict=True)
            found += [Period(date(y, 1, 1), date(y, 12, 31), text[slice(*at)], at) for y, at in ends]
    return found


def _last_years(match: re.Match[str], named: list[Period], today: date | None) -> list[Period]:
    """`the last three years`: those before this one; none besides where they are named as well."""
    many = COUNTS.get(match["k"]) or int(match["k"])
    years = [p for p in named if p.is_year and p.at[0] >= match.end()]
    if len(years) == many:
        first = named.index(years[0])
        named[first] = replace(years[0], at=(match.start(), years[0].at[1]))
        return []
    if today is None:
        return []
    start, end = match.span()
    return [
        Period(date(y, 1, 1), date(y, 12, 31), match[0], (start, end)) for y in range(today.year - many, today.year)
    ]


def _has_year(match: re.Match[str]) -> bool:
    return any(value for name, value in match.groupdict().items() if name.startswith(("y", "rel")))


def _is_whole(before: str) -> bool:
    """`the whole year 2025` is meant beside `in March`; a plain year only says which March."""
    return bool(
        re.search(r"\b(ganze[nrsm]?|gesamte[nrsm]?|whole|full|entire)\s+(?:jahre?s?|year)?\s*(?:of\s+)?$", before)
    )


def _in_each_year(found: list[Period], yearless: list[Period]) -> list[Period]:
    """`in March, 2024 and 2025`: what has no year of its own is meant in each of the years named."""
    years = [p for p in found if p.is_year]
    if len(yearless) != 1 or len(years) < 2 or len(years) != len(found):
        return found
    return [_moved_to(year.end.year, yearless[0], year) for year in years]


def _moved_to(year: int, period: Period, place: Period) -> Period:
    last = calendar.monthrange(year, period.end.month)[1]
    is_month_end = period.month_end is not None
    end = date(year, period.end.month, last if is_month_end else min(period.end.day, last))
    return replace(period, start=period.start.replace(year=year), end=end, said=place.said, at=place.at)


def _is_number(text: str, match: re.Match[str], numbered: Numbered) -> bool:
    """`number 2000` is one although 2000 could be a year."""
    before = text[: match.start()]
    one = "|".join((*map(re.escape, numbered.one), r"\w*nummer", "number"))
    named = re.search(rf"\b({one})\s*(nr\.?|no\.?)?\s*$", before)
    if named:
        return not written.EACH.search(before[: named.start()])
    if match[0].startswith(_LIKELY_YEARS[:2]):
        return False
    after = text[match.end() :]
    if before.endswith("(") and re.match(r"\)|,? [a-z]", after) and _OTHER_YEAR.search(before + after):
        return True
    many = "|".join(map(re.escape, numbered.many))
    return bool(many and re.search(rf"({many})\s*$", before)) and not match[0].startswith(_LIKELY_YEARS)


def _period(kind: str, match: re.Match[str], named: int | None, today: date | None) -> Period | None:
    """What a match means; in the year 1 where it has no year of its own and no one year is `named`."""
    g, said, at = match.groupdict(), match[0], match.span()
    year_said = g.get("y") or g.get("y2")
    year = year_number(year_said) if year_said and kind != "date" else named or 1
    try:
        if kind in ("date", "day_alone"):
            day = _day(g, year)
            return Period(day, day, said, at, is_point=True)
        if kind == "feast":
            number, month = FEASTS[g["feast"] or ""]
            return Period(date(year, month, number), date(year, month, number), said, at, is_point=True)
        if kind == "days":
            month = month_number(g["m"])
            return Period(date(year, month, int(g["a"])), date(year, month, int(g["b"])), said, at)
        if kind == "span":
            first = date(year, month_number(g["m"]), int(g["d"]))
            return Period(first, date(year, month_number(g["n"]), int(g["e"])), said, at)
        if kind == "some_months":
            many = COUNTS.get(g["k"]) or int(g["k"])
            from_start = g["which"] in ("erste", "first")
            return month_period(year, *((1, many) if from_start else (13 - many, 12)), said, at)
        if kind == "months":
            start_year = year_number(g["ya"]) if g["ya"] else year
            end = month_period(year, month_number(g["b"]), month_number(g["b"]), said, at).end
            return Period(date(start_year, month_number(g["a"]), 1), end, said, at)
        if kind in ("quarter", "half"):
            size = 3 if kind == "quarter" else 6
            number = int(g["q"]) if g.get("q") else ORDINALS[g["ord"]]
            if g.get("ord") in LAST:
                number = 12 // size
            return month_period(year, (number - 1) * size + 1, number * size, said, at)
        if kind in ("month", "month_alone"):
            month = month_number(g.get("m") or g.get("mn") or g["mn2"] or "")
            return month_period(year, month, month, said, at)
        if kind == "vague":
            return Period(date(1, 1, 1), date(1, 12, 31), said, at)
        if kind == "years":
            return Period(date(int(g["a"]), 1, 1), date(year_number(g["b"]), 12, 31), said, at)
        if kind == "year":
            start, end = match.span("y" if g.get("y") else "y2")
            return Period(date(year, 1, 1), date(year, 12, 31), match.string[start:end], (start, end))
        return _relative(g["rel"], said, at, named, today)
    except (ValueError, KeyError):
        return None


def _day(g: dict[str, str | None], named: int) -> date:
    for n in ("", "2", "3", "4", "5"):
        day, month, year = g.get(f"d{n}"), g.get(f"m{n}"), g.get(f"y{n}")
        if day and month:
            if n == "5" and int(month) > 12:
                day, month = month, day  # 12/31/2025, as Americans write it
            return date(year_number(year) if year else named, month_number(month), int(day))
    raise ValueError("no day")


def _relative(rel: str, said: str, at: Span, named: int | None, today: date | None) -> Period | None:
    if "monat" in rel or "month" in rel:
        if today is None:
            return None
        end = today.replace(day=1) - timedelta(days=1)
        return month_period(end.year, end.month, end.month, said, at)
    if rel.startswith(("next", "nachst", "coming", "the coming", "komm")):
        named = today.year + 2 if today else None  # whatever was spoken of, it is the one after this
    base = named or (today.year if today else None)
    if base is None:
        return None
    year = base if rel.startswith(("dies", "lauf", "this", "current")) else base - 1
    return Period(date(year, 1, 1), date(year, 12, 31), said, at, is_point=rel.endswith(_YEAR_ENDS))


def _bounded(period: Period, before: str) -> Period:
    """The words before a period say whether a state or a stretch is meant, and whether it is open to one side."""
    if written.MIDDLE.search(before) and period.months:
        end = date(period.start.year, 6, 30) if period.is_year else period.start.replace(day=15)
        return replace(period, start=end, end=end, is_point=True)
    new_year = period.start == period.end and (period.start.month, period.start.day) == (1, 1)
    is_start = bool(written.START.search(before)) or (new_year and period.is_point)
    is_point = not is_start and (bool(written.POINT.search(before)) or period.is_point)
    bound = Bound.WITHIN
    is_day, is_span = period.start == period.end, period.start.year != period.end.year
    if written.BY_END.search(before):
        is_point = True
    elif written.UNTIL.search(before):
        bound = Bound.UNTIL
    elif (written.SINCE if is_day else written.SINCE_THEN).search(before) and not is_span:
        bound, is_start = Bound.SINCE, False
    if is_day and bound is not Bound.WITHIN and written.NOT_THE_DAY.search(before):
        day = period.start + timedelta(days=-1 if bound is Bound.UNTIL else 1)
        period = replace(period, start=day, end=day)
    return replace(period, is_point=is_point, bound=bound, is_start=is_start)


def joined(periods: list[Period], text: str) -> list[Period]:
    """`zwischen 1.1.2025 und 31.3.2025` is one period, not two days; `Q1 2024 and 2025` are two quarters."""
    out: list[Period] = []
    for period in periods:
        last = out[-1] if out else None
        between = text[last.at[1] : period.at[0]] if last else ""
        if last and last.start <= period.start and _is_span(last, period, text[: last.at[0]], between):
            said = text[last.at[0] : period.at[1]]
            out[-1] = Period(last.start, period.end, said, (last.at[0], period.at[1]))
        elif last and period.is_year and written.ALSO.fullmatch(between) and last.start.year == last.end.year:
            out.append(replace(_moved_to(period.start.year, last, period), bound=period.bound))
        else:
            out.append(period)
    return out


def _is_span(first: Period, second: Period, before: str, between: str) -> bool:
    if not between.strip():
        return False
    days = first.start == first.end and second.start == second.end
    opens = bool(written.OPENS_SPAN.search(before))
    if written.TO.fullmatch(between):
        return days or opens or first.bound is Bound.SINCE or not first.is_point
    whole = not (first.is_point or second.is_point or first.is_year)
    return (days or whole) and opens and bool(written.AND.fullmatch(between))


def without_left_out(periods: list[Period], text: str) -> tuple[list[Period], list[Period]]:
    """`March alone, without January and February` is March: what is left out of something it is not part of goes."""
    kept: list[Period] = []
    gone: list[Period] = []
    for period in periods:
        after_gone = bool(gone) and bool(written.AND.fullmatch(text[gone[-1].at[1] : period.at[0]]))
        (gone if after_gone or written.WITHOUT.search(text[: period.at[0]]) else kept).append(period)
    apart = all(one.end < other.start or other.end < one.start for one in gone for other in kept)
    return (kept, gone) if kept and apart else (periods, [])
