"""How values look in an answer. The one place where a figure becomes text.

German is written the Swiss way with the plain apostrophe (152'400.00), English with commas (152,400.00).
"""

import re
import unicodedata
from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext

from babel.dates import format_date
from babel.numbers import format_decimal

from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.provider import ISO_DATES
from arch_team.ontologies.descriptor import UNIX_SECONDS
from arch_team.wire import Language

NOTHING = "–"
_LOCALES: dict[Language, str] = {"de": "de_CH", "en": "en"}
_DAYS: dict[Language, str] = {"de": "dd.MM.y", "en": "d MMM y"}
_YES_NO: dict[Language, tuple[str, str]] = {"de": ("ja", "nein"), "en": ("yes", "no")}
_WIDE = Context(prec=200)
_MAX_DIGITS = 100
_AVERAGED = "avg_"
"""What the names of averages begin with."""
_CENTS = 2
_LABEL_NAME = re.compile(r"(?:year|month|jahr|monat|id|number|nummer|nr|code|identifier)$", re.IGNORECASE)
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_BREAKS = dict.fromkeys(map(ord, "\t\n\r\v\f\x85\u2028\u2029"), " ")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def names_label(column: str) -> bool:
    """Whether a column's name alone says that its numbers are years, months or ids."""
    return bool(_LABEL_NAME.search(column))


def render_value(
    value: Scalar,
    language: Language,
    *,
    value_format: str | None = None,
    is_label: bool = False,
    with_sign: bool = False,
) -> str:
    """A value without its unit."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return _YES_NO[language][0 if value else 1]
    if value_format == UNIX_SECONDS and isinstance(value, int):
        moment = from_unix(value)
        return render_moment(moment, language) if moment else str(value)
    if isinstance(value, int):
        return str(value) if is_label else render_number(Decimal(value), language, with_sign=with_sign)
    if isinstance(value, Decimal):
        return render_number(value, language, with_sign=with_sign)
    if isinstance(value, date):
        if value_format == ISO_DATES:
            return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
        return render_moment(value, language)
    return plain_text(value)


def told_value(value: Scalar, column: str, unit: str | None) -> Scalar:
    """A cell's value as an answer tells it, on the screen and in files alike. The mean of amounts of money has digits
    without end: it is told to two behind the point, a mean of small amounts to two that are not zero. What the cell
    itself holds stands in the table that the answer was read from."""
    if not (unit and isinstance(value, Decimal) and value.is_finite() and column.startswith(_AVERAGED)):
        return value
    exponent = value.as_tuple().exponent
    places = max(_CENTS, _CENTS - 1 - value.adjusted()) if value else _CENTS
    if not isinstance(exponent, int) or -exponent <= places or value.adjusted() >= _MAX_DIGITS:
        return value
    return value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, _WIDE)


def render_number(number: Decimal, language: Language, *, with_sign: bool = False) -> str:
    """A number with the digits it has: no more, no fewer."""
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or number.adjusted() >= _MAX_DIGITS or exponent < -_MAX_DIGITS:
        return str(number)
    places = max(0, -exponent)
    pattern = "#,##0." + "0" * places if places else "#,##0"
    with localcontext(_WIDE):
        text = format_decimal(abs(number), format=pattern, locale=_LOCALES[language])
    sign = "-" if number < 0 else "+" if with_sign and number > 0 else ""
    return sign + text.replace("’", "'")


def with_unit(text: str, unit: str | None) -> str:
    """A currency stands before the number, anything else after it."""
    if not unit or text == NOTHING:
        return text
    return f"{plain_text(unit)} {text}" if is_currency_code(unit) else f"{text} {plain_text(unit)}"


def is_currency_code(unit: str) -> bool:
    return len(unit) == 3 and unit.isascii() and unit.isalpha() and unit.isupper()


def render_moment(moment: date, language: Language) -> str:
    """A day, with the time of day where there is one."""
    day = format_date(moment, _DAYS[language], locale=_LOCALES[language])
    if isinstance(moment, datetime) and (moment.hour or moment.minute or moment.second):
        return f"{day} {moment:%H:%M}" + (f":{moment:%S}" if moment.second else "")
    return day


def from_unix(seconds: int) -> datetime | None:
    try:
        return _EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return None


def plain_text(text: str) -> str:
    """Text as it is, on one line, and only text: no reference, link, tag or hidden character comes out of a cell."""
    shown = visible(text.translate(_BREAKS))
    while "{{" in shown or "}}" in shown:
        shown = shown.replace("{{", "{").replace("}}", "}")
    return _TAG.sub("‹", shown.replace("](", "] ("))


def visible(text: str) -> str:
    """Without characters that nobody sees: they could hide a digit. Line ends and tabs stay."""
    if text.isprintable():
        return text
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co"))
