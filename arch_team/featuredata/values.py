"""Filter values: read as the column's type where nothing is lost, else refused with the value that was meant."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from rapidfuzz import fuzz, process

from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.days import in_utc, read_moment
from arch_team.featuredata.tables import FieldType

MAX_TEXT = 500
MAX_INTEGER = 2**53 - 1
"""Whole numbers beyond this lose digits in JSON, and no figure of a business needs them."""
MAX_DECIMAL = Decimal(10) ** 15
MAX_PLACES = 9

_INTEGER = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d{1,18}(\.\d{1,18})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a value is not one of the column's, and which value was probably meant."""

    hint: str
    suggestion: str | None = None
    replacement: Scalar = None
    until: Scalar = None
    """The last value of what was written, where that is more than one: a year has a first and a last day."""


def fitter(kind: FieldType, name: str) -> Callable[[Scalar], Scalar | Misfit]:
    """What reads a value as a column's type. It never raises."""
    read = _FITTERS[kind]
    return lambda value: read(value, name)


def one_of(values: tuple[str, ...], name: str) -> Callable[[Scalar], Misfit | None]:
    """What objects to a value that is none of the column's. Another spelling of one is taken for it."""
    known = {value.casefold(): value for value in values}

    def check(value: Scalar) -> Misfit | None:
        text = str(value)
        if text in values:
            return None
        same = known.get(text.casefold())
        near = same or _nearest(text, values)
        hint = f"{name} has no {text[:20]!r}: {known_names(values, 45)}."
        return Misfit(hint, near, same)

    return check


def _nearest(text: str, values: tuple[str, ...]) -> str | None:
    found = process.extractOne(text.casefold()[:80], values, scorer=fuzz.ratio, score_cutoff=60)
    return found[0] if found else None


def within(low: int, high: int, name: str) -> Callable[[Scalar], Misfit | None]:
    """What objects to a number outside the column's range."""
    misfit = Misfit(f"{name} is from {low} to {high}.")
    return lambda value: None if isinstance(value, int) and low <= value <= high else misfit


def known_names(names: Iterable[str], limit: int = 60) -> str:
    """As many names as fit into a hint."""
    out = ""
    for name in names:
        if len(out) + len(name) + 2 > limit:
            return out + " …"
        out = f"{out}, {name}" if out else name
    return out


def fitted_pattern(value: Scalar, name: str) -> str | Misfit:
    """A LIKE pattern. `%` and `_` are wildcards; everything else, backslash included, stands for itself."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return Misfit(f"{name}: a pattern is text, e.g. '102%'.")
    return _text(value, name)


def _text(value: Scalar, name: str) -> str | Misfit:
    if isinstance(value, str) and value.isprintable() and len(value) <= MAX_TEXT:
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) <= MAX_INTEGER else Misfit(f"{name} is text.")
    if not isinstance(value, str):
        return Misfit(f"{name} is text: give a text value.")
    if len(value) > MAX_TEXT:
        return Misfit(f"{name}: {MAX_TEXT} characters at most.")
    if any(c == "\0" or "\ud800" <= c <= "\udfff" for c in value):
        return Misfit(f"{name}: the value holds characters no table can hold.")
    return value


def whole_number(value: Scalar, name: str) -> int | Misfit:
    whole: int | None = None
    if type(value) is int:
        whole = value
    elif isinstance(value, str):
        whole = int(value) if _INTEGER.fullmatch(value.strip()) else None
    elif isinstance(value, Decimal) and value.is_finite() and value.adjusted() < 18:
        whole = int(value) if value == value.to_integral() else None
    if whole is None:
        return Misfit(f"{name} is a whole number.")
    return whole if -MAX_INTEGER <= whole <= MAX_INTEGER else Misfit(f"{name}: the number is too large.")


def _decimal(value: Scalar, name: str) -> Decimal | Misfit:
    number: Decimal | None = None
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        number = Decimal(value.strip())
    elif isinstance(value, Decimal) or (isinstance(value, int) and not isinstance(value, bool)):
        try:
            number = Decimal(value)
        except InvalidOperation:
            number = None
    if number is None or not number.is_finite():
        return Misfit(f"{name} is a number: write it as 1234.50, without separators.")
    exponent = number.as_tuple().exponent
    if abs(number) >= MAX_DECIMAL or (isinstance(exponent, int) and exponent < -MAX_PLACES):
        return Misfit(f"{name}: the number is out of range.")
    return Decimal(format(number, "f"))


def _boolean(value: Scalar, name: str) -> bool | Misfit:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    return Misfit(f"{name} is true or false.")


def _date(value: Scalar, name: str) -> date | Misfit:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    day = read_moment(value) if isinstance(value, str) else None
    return day.date() if day else Misfit(f"{name} is a date: write it as 2025-12-31.")


def _datetime(value: Scalar, name: str) -> datetime | date | Misfit:
    """A moment, or a whole day where no time of day was written."""
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    if isinstance(value, date):
        return value
    moment = read_moment(value) if isinstance(value, str) else None
    if moment is None:
        return Misfit(f"{name} is a time: write 2025-12-31, or 2025-12-31T08:00:00.")
    return in_utc(moment).replace(tzinfo=None) if ":" in str(value) else moment.date()


_FITTERS: dict[FieldType, Callable[[Scalar, str], Scalar | Misfit]] = {
    FieldType.STRING: _text,
    FieldType.INTEGER: whole_number,
    FieldType.DECIMAL: _decimal,
    FieldType.BOOLEAN: _boolean,
    FieldType.DATE: _date,
    FieldType.DATETIME: _datetime,
}
