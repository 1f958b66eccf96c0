"""Columns that hold Unix seconds. Years, compact dates and milliseconds are numbers too, but not these."""

from collections.abc import Callable
from datetime import UTC, datetime

from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.days import in_utc, is_ambiguous, read_moment, read_month, read_year
from arch_team.featuredata.values import Misfit, whole_number

DAY = 86_400
_SMALL = 10**8
"""Less is a day before 1974, and far more often something else: a date without its dots, a code, an amount."""
_MILLISECONDS = 10**11


def unix_fitter(name: str, *, whole_days: bool) -> Callable[[Scalar], Scalar | Misfit]:
    """What reads a value as Unix seconds. With `whole_days` only the midnights of days (UTC) are values."""

    def read(value: Scalar) -> Scalar | Misfit:
        whole = whole_number(value, name)
        if isinstance(whole, Misfit):
            return _from_text(value, name, whole_days) if isinstance(value, str) else _unlike(name)
        if year := read_year(whole):
            return _meant(name, *year, whole_days)
        if abs(whole) >= _MILLISECONDS:
            return _from_milliseconds(whole, name, whole_days)
        if 10_000_000 <= whole < _SMALL:
            return _from_eight_digits(whole, name, whole_days)
        if whole_days and whole % DAY:
            return _not_midnight(whole, name)
        return whole

    return read


def _from_text(text: str, name: str, whole_days: bool) -> Misfit:
    if is_ambiguous(text):
        return Misfit(f"{name}: {text.strip()} may be two days. Write it as 2025-12-31.")
    if month := read_month(text):
        return _meant(name, *month, whole_days)
    moment = read_moment(text)
    if moment is None:
        return _unlike(name)
    if whole_days or ":" not in text:
        day = datetime(moment.year, moment.month, moment.day, tzinfo=UTC)  # as written, whatever its time zone
        return _meant(name, day, day, whole_days)
    seconds = int(in_utc(moment).timestamp())
    return Misfit(f"{name} is Unix seconds (UTC): use {seconds}.", str(seconds), seconds)


def _from_eight_digits(number: int, name: str, whole_days: bool) -> Scalar | Misfit:
    """A date without its dots, or else hardly a moment of the early seventies."""
    day = read_moment(str(number))
    if day is not None:
        return _meant(name, in_utc(day), in_utc(day), whole_days)
    looks_dated = 1900 <= number // 10_000 <= 2200 or 1900 <= number % 10_000 <= 2200
    return _unlike(name) if looks_dated or (whole_days and number % DAY) else number


def _from_milliseconds(number: int, name: str, whole_days: bool) -> Misfit:
    seconds = number // 1000
    if whole_days and seconds % DAY:
        return _not_midnight(seconds, name)
    return Misfit(f"{name} is Unix seconds (UTC), not milliseconds: use {seconds}.", str(seconds), seconds)


def _not_midnight(seconds: int, name: str) -> Misfit:
    """The day is only suggested: one hour before midnight UTC may have been meant as midnight somewhere else."""
    if abs(seconds) < _SMALL or abs(seconds) >= _MILLISECONDS:
        return _unlike(name)
    midnight = seconds - seconds % DAY
    day = datetime.fromtimestamp(midnight, UTC).date()
    return Misfit(f"{name} is a midnight UTC: {midnight} is {day}.", str(midnight))


def _meant(name: str, first: datetime, last: datetime, whole_days: bool) -> Misfit:
    """The day written, or the first and last moment of what was written."""
    start, end = int(first.timestamp()), int(last.timestamp()) + (0 if whole_days else DAY - 1)
    hint = f"{name} is Unix seconds (UTC): use {start}."
    return Misfit(hint, str(start), start, None if start == end else end)


def _unlike(name: str) -> Misfit:
    return Misfit(f"{name} is Unix seconds (UTC), e.g. 1767139200 for 2025-12-31.")
