"""Days, months and moments as people write them: ISO, German, compact. What may be two days is none."""

import calendar
import re
from datetime import UTC, datetime

_DATE_FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d", "%d/%m/%Y", "%Y%m%d", "%d.%m.%y")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})/\d{4}", re.ASCII)
_MONTH = re.compile(r"(\d{4})-(\d{1,2})|(\d{1,2})[./](\d{4})", re.ASCII)
_YEARS = range(1900, 2201)


def read_moment(text: str) -> datetime | None:
    """A day or moment, in the time zone it was written in. None outside 1900 to 2200, or where it may be two days."""
    text = text.strip()
    if len(text) > 40 or is_ambiguous(text):
        return None
    moment = _moment(text)
    return moment if moment is not None and moment.year in _YEARS else None


def read_month(text: str) -> tuple[datetime, datetime] | None:
    """The first and the last day of a month: `2025-12`, `12.2025`."""
    match = _MONTH.fullmatch(text.strip())
    if match is None:
        return None
    year, month = int(match[1] or match[4]), int(match[2] or match[3])
    if year not in _YEARS or not 1 <= month <= 12:
        return None
    last = calendar.monthrange(year, month)[1]
    return datetime(year, month, 1, tzinfo=UTC), datetime(year, month, last, tzinfo=UTC)


def read_year(number: int) -> tuple[datetime, datetime] | None:
    if number not in _YEARS:
        return None
    return datetime(number, 1, 1, tzinfo=UTC), datetime(number, 12, 31, tzinfo=UTC)


def is_ambiguous(text: str) -> bool:
    """`03/04/2025` is a day in March to some and in April to others."""
    match = _SLASHED.fullmatch(text.strip())
    return match is not None and match[1] != match[2] and int(match[1]) <= 12 and int(match[2]) <= 12


def in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _moment(text: str) -> datetime | None:
    for form in _DATE_FORMATS:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
