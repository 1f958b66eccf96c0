"""Filter values: read as the column's type where nothing is lost, else refused with the value that was meant."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation

from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.tables import FieldType
from arch_team.ontologies.descriptor import UNIX_SECONDS

MAX_TEXT = 500
MAX_INTEGER = 2**53 - 1
"""Whole numbers beyond this lose digits in JSON, and no figure of a business needs them."""
MAX_DECIMAL = Decimal(10) ** 15
MAX_PLACES = 9

_INTEGER = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d{1,18}(\.\d{1,18})?", re.ASCII)
_DATE_FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d", "%d/%m/%Y", "%Y%m%d", "%d.%m.%y")


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a value is not one of the column's, and which value was probably meant."""

    hint: str
    suggestion: str | None = None
    replacement: Scalar = None


def fitter(kind: FieldType, value_format: str | None, name: str) -> Callable[[Scalar], Scalar | Misfit]:
    """What reads a value as a column's type and format. It never raises."""
    read: Callable[[Scalar, str], Scalar | Misfit] = _unix_seconds if value_format == UNIX_SECONDS else _FITTERS[kind]
    return lambda value: read(value, name)


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


def _integer(value: Scalar, name: str) -> int | Misfit:
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
    day = read_day(value) if isinstance(value, str) else None
    return day.date() if day else Misfit(f"{name} is a date: write it as 2025-12-31.")


def _datetime(value: Scalar, name: str) -> datetime | date | Misfit:
    """A moment, or a whole day where no time of day was written."""
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    if isinstance(value, date):
        return value
    moment = read_day(value) if isinstance(value, str) else None
    if moment is None:
        return Misfit(f"{name} is a time: write 2025-12-31, or 2025-12-31T08:00:00.")
    return moment.replace(tzinfo=None) if ":" in str(value) else moment.date()


_FITTERS: dict[FieldType, Callable[[Scalar, str], Scalar | Misfit]] = {
    FieldType.STRING: _text,
    FieldType.INTEGER: _integer,
    FieldType.DECIMAL: _decimal,
    FieldType.BOOLEAN: _boolean,
    FieldType.DATE: _date,
    FieldType.DATETIME: _datetime,
}


def _unix_seconds(value: Scalar, name: str) -> int | Misfit:
    """Whole seconds since 1970. Years, compact dates and milliseconds are numbers too, but not these."""
    whole = _integer(value, name)
    day: datetime | None = None
    if isinstance(whole, Misfit):
        day = read_day(value) if isinstance(value, str) else None
        if day is None:
            return Misfit(f"{name} is Unix seconds (UTC), e.g. 1767139200 for 2025-12-31.")
    elif 1900 <= whole <= 2200:
        day = datetime(whole, 1, 1, tzinfo=UTC)
    elif 19000101 <= whole <= 22001231:
        day = read_day(str(whole))
    elif whole >= 10**11:
        seconds = whole // 1000
        return Misfit(f"{name} is Unix seconds (UTC), not milliseconds: use {seconds}.", str(seconds), seconds)
    if day is None:
        return whole
    seconds = int(day.timestamp())
    return Misfit(f"{name} is Unix seconds (UTC): use {seconds}.", str(seconds), seconds)


def read_day(text: str) -> datetime | None:
    """A day or moment written in ISO, German or compact form, in UTC. None outside 1900 to 2200."""
    text = text.strip()
    moment = _moment(text) if len(text) <= 40 else None
    if moment is None or not 1900 <= moment.year <= 2200:
        return None
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
