"""Periods and dates in German and English, as accountants write them."""

import calendar
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

_MONTHS = (
    ("januar", "january", "jan", "janner"), ("februar", "february", "feb"), ("marz", "march", "mar", "maerz"),
    ("april", "apr"), ("mai", "may"), ("juni", "june", "jun"), ("juli", "july", "jul"), ("august", "aug"),
    ("september", "sept", "sep"), ("oktober", "october", "okt", "oct"), ("november", "nov"),
    ("dezember", "december", "dez", "dec"),
)  # fmt: skip
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_MONTH = "(?:" + "|".join(sorted(_MONTH_OF, key=len, reverse=True)) + r")\.?"
_YEAR = r"(?:19|20)\d\d"
_OF_YEAR = rf"(?:\s+(?:des\s+jahres\s+|im\s+jahr\s+|of\s+|in\s+)?(?P<y>{_YEAR}))?"
_ORDINALS = {"erste": 1, "1": 1, "first": 1, "zweite": 2, "2": 2, "second": 2, "dritte": 3, "3": 3, "third": 3,
             "vierte": 4, "4": 4, "fourth": 4, "letzte": 4, "last": 4}  # fmt: skip
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
           "eleven": 11, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9,
           "zehn": 10, "elf": 11}  # fmt: skip
_ORD = r"(?P<ord>erste|zweite|dritte|vierte|letzte|first|second|third|fourth|last|[1-4])[snmr]?(?:\.|st|nd|rd|th)?"


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
    at: tuple[int, int]
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


def unix(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def month_period(year: int, first: int, last: int, said: str, at: tuple[int, int]) -> Period:
    return Period(date(year, first, 1), date(year, last, calendar.monthrange(year, last)[1]), said, at)


_DATE = (
    rf"(?P<d>\d{{1,2}})\.\s?(?P<m>\d{{1,2}})\.\s?(?P<y>{_YEAR}|\d\d)\b"
    rf"|(?P<y2>{_YEAR})-(?P<m2>\d\d)-(?P<d2>\d\d)"
    rf"|(?P<d3>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+(?:of\s+)?(?P<m3>{_MONTH}),?\s+(?P<y3>{_YEAR})"
    rf"|(?P<m4>{_MONTH})\s+(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y4>{_YEAR})"
)
_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("days", re.compile(
        rf"\b(?P<a>\d{{1,2}})\.?(?:st|nd|rd|th)?\s*(?:and|und|to|bis(?:\s+und\s+mit|\s+zum)?|until|through|-|–)\s*(?:dem\s+|den\s+|the\s+)?(?P<b>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{_MONTH}),?\s+(?P<y>{_YEAR})"
        rf"|(?P<m2>{_MONTH})\s+(?P<a2>\d{{1,2}})(?:st|nd|rd|th)?\s*(?:and|to|until|through|-|–)\s*(?P<b2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y2>{_YEAR})")),
    ("span", re.compile(
        rf"\b(?P<d>\d{{1,2}})\.\s?(?P<m>\d{{1,2}})\.?\s*(?:und|bis(?:\s+und\s+mit|\s+zum)?|-|–)\s*(?:dem\s+|den\s+)?(?P<e>\d{{1,2}})\.\s?(?P<n>\d{{1,2}})\.\s?(?P<y>{_YEAR}|\d\d)\b"
        rf"|\b(?P<d2>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+(?P<m2>{_MONTH})\s*(?:and|und|to|bis(?:\s+und\s+mit|\s+zum)?|until|through|-|–)\s*(?:dem\s+|den\s+|the\s+)?(?P<e2>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+(?P<n2>{_MONTH}),?\s+(?P<y2>{_YEAR})")),
    ("some_months", re.compile(
        rf"\b(?P<which>erste|letzte|first|last)[nr]?\s+(?P<k>\d{{1,2}}|{'|'.join(_COUNTS)})\s+(?:monat|month)\w*\s+(?:(?:des|im|of|in|vom|von)\s+)?(?:(?:jahr|jahres|the\s+year)\s+)?(?P<y>{_YEAR})")),
    ("date", re.compile(_DATE)),
    ("months", re.compile(
        rf"\b(?P<a>{_MONTH})(?:\s+(?P<ya>{_YEAR}))?\s*(?:bis(?:\s+und\s+mit|\s+ende)?|to|through|until|-|–)\s*(?P<b>{_MONTH})\s+(?P<y>{_YEAR})")),
    ("quarter", re.compile(
        rf"\bq(?P<q>[1-4])[\s/]*(?P<y>{_YEAR}|'?2\d(?!\d))?\b|\b(?P<q2>[1-4])q[\s/]*(?P<y2>{_YEAR})\b")),
    ("quarter", re.compile(rf"\b(?P<y>{_YEAR})[\s/-]*q(?P<q>[1-4])\b")),
    ("quarter", re.compile(rf"\b(?:{_ORD}\s+)(?:quartal|quarter)\w*{_OF_YEAR}")),
    ("half", re.compile(rf"\bh(?P<q>[12])[\s/]*(?P<y>{_YEAR})?\b")),
    ("half", re.compile(rf"\b(?:{_ORD}\s+)(?:halbjahr|half(?:[- ]year)?)\w*{_OF_YEAR}")),
    ("month", re.compile(rf"\b(?P<m>{_MONTH})\s+(?P<y3>2\d)\b(?![.:%])")),
    ("month", re.compile(
        rf"\b(?P<m>{_MONTH})\s+(?:of\s+)?(?P<y>{_YEAR})\b|\b(?P<mn>0?[1-9]|1[0-2])/(?P<y2>{_YEAR})\b")),
    ("years", re.compile(rf"\b(?P<a>{_YEAR})\s*(?:bis|to|through|-|–)\s*(?P<b>{_YEAR})\b")),
    ("year", re.compile(rf"(?<![-\w])(?:fy\s?)?(?P<y>{_YEAR})(?![-\w])")),
    ("month_alone", re.compile(rf"\b(?P<m>{_MONTH})(?!\w)")),
    ("relative", re.compile(r"\b(?P<rel>letzte[sn]? jahr|vorjahr(?:es|s)?|jahr (?:davor|zuvor)|year before|"
                            r"last year|previous year|prior year|"
                            r"diese[sm] jahr|laufende[sn] jahr|this year|current year|letzte[nr] monat|last month)\b")),
)  # fmt: skip
_LIKELY_YEARS = ("201", "202", "203")
"""After a plural (`revenue accounts 2025`) these are years."""
_POINT = re.compile(
    r"\b(per|am|zum|ende|end of|at the end of|at|as of|as at|on|stand|schluss|by the end of|per ende|year ?end"
    r"|jahresende)"
    r"\s*(des jahres |of |von |the year )?$"
)
_START = re.compile(
    r"\b(anfangs?|beginn|jahresanfang|jahresbeginn|monatsanfang|(?:start|beginning) of|start)"
    r"\s*(des jahres |im jahr |of |von |vom |the year |year )?$"
)
_UNTIL = re.compile(
    r"\b(vor(?: dem)?|bis(?: zum| und mit)?(?: ende)?|before|by|until|till|up to|through|year to date|ytd)"
    r"\s*(the end of |end of |dem |the )?$"
)
_SINCE = re.compile(r"\b(seit|ab|nach(?: dem)?|since|after|from)\s*(dem |the )?$")
_SINCE_THEN = re.compile(r"\b(seit|ab|since)\s*(anfang |beginn |ende |start of |the (?:start|beginning) of )?$")


def periods_in(text: str, today: date | None = None) -> list[Period]:
    """The periods a question names, in their order. `text` is folded already; places are those in it."""
    found: list[Period] = []
    taken: list[tuple[int, int]] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            at = match.span()
            if any(start < at[1] and at[0] < end for start, end in taken):
                continue
            period = _period(kind, match, found, today)
            if period is None or (kind == "year" and _is_account(text, match)):
                continue
            if kind == "relative" and re.match(rf"\s*[(,]\s*{_YEAR}", text[at[1] :]):
                continue  # `last year (2025)` says itself which year
            taken.append(at)
            found.append(_bounded(period, text[: at[0]]))
    return sorted(found, key=lambda p: p.at)


def _is_account(text: str, match: re.Match[str]) -> bool:
    """`Konto 2000` is an account although 2000 could be a year."""
    before = text[: match.start()]
    if re.search(r"(konto|account|nummer|number)\s*(nr\.?|no\.?)?\s*$", before):
        return True
    return bool(re.search(r"(konti|konten|accounts)\s*$", before)) and not match[0].startswith(_LIKELY_YEARS)


def _period(kind: str, match: re.Match[str], found: list[Period], today: date | None) -> Period | None:
    g, said, at = match.groupdict(), match[0], match.span()
    year = _year(g["y"]) if g.get("y") and kind != "date" else _other_year(found)
    try:
        if kind == "date":
            day = _day(g)
            return Period(day, day, said, at, is_point=True)
        if kind == "days":
            month = _MONTH_OF[(g["m"] or g["m2"]).rstrip(".")]
            in_year, first, last = int(g["y"] or g["y2"]), int(g["a"] or g["a2"]), int(g["b"] or g["b2"])
            return Period(date(in_year, month, first), date(in_year, month, last), said, at)
        if kind == "span":
            in_year = _year(g["y"] or g["y2"])
            first = date(in_year, _month(g["m"] or g["m2"]), int(g["d"] or g["d2"]))
            return Period(first, date(in_year, _month(g["n"] or g["n2"]), int(g["e"] or g["e2"])), said, at)
        if kind == "some_months":
            many = _COUNTS.get(g["k"]) or int(g["k"])
            from_start = g["which"] in ("erste", "first")
            return month_period(int(g["y"]), *((1, many) if from_start else (13 - many, 12)), said, at)
        if kind == "months":
            first, last = _MONTH_OF[g["a"].rstrip(".")], _MONTH_OF[g["b"].rstrip(".")]
            start_year = int(g["ya"]) if g["ya"] else int(g["y"])
            end = month_period(int(g["y"]), last, last, said, at).end
            return Period(date(start_year, first, 1), end, said, at)
        if kind in ("quarter", "half"):
            number = int(g.get("q") or g.get("q2") or _ORDINALS[g["ord"]])
            year = _year(g["y2"]) if g.get("y2") else year
            size = 3 if kind == "quarter" else 6
            number = min(number, 12 // size)
            return month_period(year, (number - 1) * size + 1, number * size, said, at) if year else None
        if kind == "month":
            month = _MONTH_OF[g["m"].rstrip(".")] if g.get("m") else int(g["mn"])
            year_said = g.get("y") or g.get("y2") or f"20{g['y3']}"
            return month_period(int(year_said), month, month, said, at)
        if kind == "years":
            return Period(date(int(g["a"]), 1, 1), date(int(g["b"]), 12, 31), said, at)
        if kind == "year":
            return Period(date(int(g["y"]), 1, 1), date(int(g["y"]), 12, 31), said, at)
        if kind == "month_alone":
            month = _MONTH_OF[g["m"].rstrip(".")]
            return month_period(year, month, month, said, at) if year else None
        return _relative(g["rel"], said, at, found, today)
    except (ValueError, KeyError):
        return None


def _year(said: str) -> int:
    number = int(said.strip("'"))
    return number + 2000 if number < 100 else number


def _month(said: str) -> int:
    return int(said) if said.isdigit() else _MONTH_OF[said.rstrip(".")]


def _day(g: dict[str, str]) -> date:
    for d, m, y in (("d", "m", "y"), ("d2", "m2", "y2"), ("d3", "m3", "y3"), ("d4", "m4", "y4")):
        if g.get(y):
            month = int(g[m]) if g[m].isdigit() else _MONTH_OF[g[m].rstrip(".")]
            year = int(g[y]) + (2000 if len(g[y]) == 2 else 0)
            return date(year, month, int(g[d]))
    raise ValueError("no day")


def _other_year(found: list[Period]) -> int | None:
    """A month without a year takes the one year the question names."""
    years = {p.end.year for p in found}
    return years.pop() if len(years) == 1 else None


def _relative(rel: str, said: str, at: tuple[int, int], found: list[Period], today: date | None) -> Period | None:
    named = _other_year(found)
    if "monat" in rel or "month" in rel:
        if today is None:
            return None
        end = today.replace(day=1) - timedelta(days=1)
        return month_period(end.year, end.month, end.month, said, at)
    back = not rel.startswith(("dies", "lauf", "this", "current"))
    base = named or (today.year if today else None)
    if base is None:
        return None
    year = base - 1 if back else base
    return Period(date(year, 1, 1), date(year, 12, 31), said, at)


def _bounded(period: Period, before: str) -> Period:
    is_start = bool(_START.search(before))
    is_point = not is_start and (bool(_POINT.search(before)) or period.is_point)
    bound = Bound.WITHIN
    is_day, is_span = period.start == period.end, period.start.year != period.end.year
    if _UNTIL.search(before) and not before.rstrip().endswith("by the end of"):
        bound = Bound.UNTIL
    elif (_SINCE if is_day else _SINCE_THEN).search(before) and not is_span:
        bound, is_start = Bound.SINCE, False
    return Period(period.start, period.end, period.said, period.at, is_point, bound, is_start)


def joined(periods: list[Period], text: str) -> list[Period]:
    """`zwischen 1.1.2025 und 31.3.2025` is one period, not two days."""
    out: list[Period] = []
    for period in periods:
        if out and out[-1].start == out[-1].end and period.start == period.end:
            between = text[out[-1].at[1] : period.at[0]].strip()
            before = text[: out[-1].at[0]].rstrip()
            opens = before.removesuffix(" dem").endswith(("zwischen", "von", "vom", "between", "from", "seit"))
            if between in ("bis", "bis zum", "bis und mit", "-", "–", "to", "until", "through") or (
                opens and between in ("und", "and", "und dem", "und zum", "and the")
            ):
                said = text[out[-1].at[0] : period.at[1]]
                out[-1] = Period(out[-1].start, period.end, said, (out[-1].at[0], period.at[1]))
                continue
        out.append(period)
    return out
