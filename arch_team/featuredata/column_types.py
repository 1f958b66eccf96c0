"""How the values of a column travel: which SQL type they have, and which Python value comes back.

Exact decimals come back at their scale, binary floats as the shortest decimal that means the same float. What is no
number (NaN) or has no end (infinity) comes back as nothing: it is no figure.
"""

import struct
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from typing import cast

import sqlalchemy as sa
from sqlalchemy.types import TypeDecorator, TypeEngine

from arch_team.featuredata.tables import FieldType, TableField

AnyType = TypeEngine[object]

FLOAT_DIGITS = 15
"""Significant digits a computed float is good for."""
_ROUNDED = Context(prec=FLOAT_DIGITS, rounding=ROUND_HALF_EVEN)


class ExactDecimal(TypeDecorator[Decimal]):
    """A decimal of a fixed scale. SQLite keeps it as a binary float; it comes back at its scale all the same."""

    impl = sa.Numeric
    cache_ok = True

    def __init__(self, scale: int) -> None:
        super().__init__(18, scale)
        self.scale = scale

    def load_dialect_impl(self, dialect: sa.Dialect) -> AnyType:
        if dialect.name == "sqlite":
            return cast("AnyType", dialect.type_descriptor(sa.Float()))
        return cast("AnyType", dialect.type_descriptor(sa.Numeric(18, self.scale)))

    def process_bind_param(self, value: Decimal | None, dialect: sa.Dialect) -> object:
        return float(value) if value is not None and dialect.name == "sqlite" else value

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> Decimal | None:
        number = _finite(value)
        return None if number is None else number.quantize(Decimal(1).scaleb(-self.scale))


class UnscaledDecimal(TypeDecorator[Decimal]):
    """A decimal with as many digits as each value has. Exact wherever the database keeps decimals."""

    impl = sa.Numeric
    cache_ok = True

    def load_dialect_impl(self, dialect: sa.Dialect) -> AnyType:
        if dialect.name == "sqlite":
            return cast("AnyType", dialect.type_descriptor(sa.Float()))
        return cast("AnyType", dialect.type_descriptor(sa.Numeric()))

    def process_bind_param(self, value: Decimal | None, dialect: sa.Dialect) -> object:
        return float(value) if value is not None and dialect.name == "sqlite" else value

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> Decimal | None:
        return _finite(value)


class BinaryFloat(TypeDecorator[Decimal]):
    """A binary float of 64 or 32 bits, told as the shortest decimal that reads back as the same float."""

    impl = sa.Double
    cache_ok = True

    def __init__(self, bits: int) -> None:
        super().__init__()
        self.bits = bits

    def process_bind_param(self, value: Decimal | None, dialect: sa.Dialect) -> object:
        if value is None:
            return None
        return float(value) if self.bits == 64 else _as_32_bits(float(value))

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> Decimal | None:
        if isinstance(value, float) and self.bits == 32:
            texts = (f"{value:.{digits}g}" for digits in range(6, 10))
            return _finite(next((t for t in texts if _as_32_bits(float(t)) == _as_32_bits(value)), value))
        return _finite(value)


class Approximate(TypeDecorator[Decimal]):
    """A figure computed in binary floats: good for 15 digits, and not told with more."""

    impl = sa.Double
    cache_ok = True

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> Decimal | None:
        number = _finite(value)
        return None if number is None else fifteen_digits(number)


class Average(TypeDecorator[Decimal]):
    """An average computed in binary floats from exact sums. `scale` is its column's; None: 15 digits in all."""

    impl = sa.Double
    cache_ok = True

    def __init__(self, scale: int | None) -> None:
        super().__init__()
        self.scale = scale

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> Decimal | None:
        number = _finite(value)
        return None if number is None else rounded_average(number, self.scale)


class Rounded(TypeDecorator[Decimal]):
    """A share or a ratio, to so many digits behind the point."""

    impl = sa.Double
    cache_ok = True

    def __init__(self, places: int) -> None:
        super().__init__()
        self.places = places

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> Decimal | None:
        number = _finite(value)
        return None if number is None else number.quantize(Decimal(1).scaleb(-self.places), ROUND_HALF_UP)


class Whole(TypeDecorator[int]):
    """A sum of whole numbers, which some databases give as a decimal."""

    impl = sa.BigInteger
    cache_ok = True

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> int | None:
        number = _finite(value)
        return int(number) if number is not None and number == number.to_integral() else cast("int | None", number)


class AsStored(TypeDecorator[object]):
    """For databases whose columns hold anything: the value as its column's type, or as stored where it is none."""

    impl = sa.String
    cache_ok = True

    def __init__(self, kind: FieldType, scale: int | None = None) -> None:
        super().__init__()
        self.kind, self.scale = kind, scale

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> object | None:
        try:
            return _fitted(value, self.kind, self.scale)
        except (ValueError, ArithmeticError):
            return value


def _fitted(value: object | None, kind: FieldType, scale: int | None) -> object | None:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, str):
        if kind is FieldType.DATE:
            return date.fromisoformat(value)
        return datetime.fromisoformat(value) if kind is FieldType.DATETIME else value
    if kind is FieldType.BOOLEAN and value in (0, 1):
        return value == 1
    if kind is FieldType.DECIMAL or isinstance(value, float):
        number = _finite(value)
        if number is None or scale is None or kind is not FieldType.DECIMAL:
            return number
        return number.quantize(Decimal(1).scaleb(-scale))
    return value


class ScaledInteger(TypeDecorator[Decimal]):
    """A decimal that comes as a whole number of its smallest units."""

    impl = sa.BigInteger
    cache_ok = True

    def __init__(self, scale: int) -> None:
        super().__init__()
        self.scale = scale

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> Decimal | None:
        return None if value is None else Decimal(str(value)).scaleb(-self.scale)


class Truth(TypeDecorator[bool]):
    """True or false. SQLite keeps them as 1 and 0, and anything else as well, which is neither."""

    impl = sa.Boolean
    cache_ok = True

    def load_dialect_impl(self, dialect: sa.Dialect) -> AnyType:
        if dialect.name == "sqlite":
            return cast("AnyType", dialect.type_descriptor(sa.Integer()))
        return cast("AnyType", dialect.type_descriptor(sa.Boolean()))

    def process_result_value(self, value: object | None, dialect: sa.Dialect) -> bool | None:
        if value is None or isinstance(value, bool):
            return value
        if value in (0, 1):
            return value == 1
        raise ValueError("neither true nor false")


class Moment(TypeDecorator[datetime]):
    """A time as it is in UTC, without saying so: sessions are held in UTC."""

    impl = sa.DateTime
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None or value.tzinfo is None:
            return value
        return value.astimezone(UTC).replace(tzinfo=None)


def column_type(field: TableField) -> AnyType:
    if field.type is FieldType.DECIMAL:
        if field.float_bits:
            return cast("AnyType", BinaryFloat(field.float_bits))
        return cast("AnyType", UnscaledDecimal() if field.scale is None else ExactDecimal(field.scale))
    return cast("AnyType", _TYPES[field.type]())


_TYPES: dict[FieldType, Callable[[], object]] = {
    FieldType.STRING: sa.String,
    FieldType.INTEGER: sa.BigInteger,
    FieldType.BOOLEAN: Truth,
    FieldType.DATE: sa.Date,
    FieldType.DATETIME: Moment,
}


AVERAGE_SCALE = 6
_TOLD = 6
"""Digits of an average of floats."""
_WIDE = Context(prec=400)
"""Digits an average is computed to. It is the only figure that may need more than the column has."""


def rounded_average(average: Decimal, scale: int | None) -> Decimal:
    """Of exact decimals and whole numbers to six digits behind the point; of floats and of decimals of any length to
    six in all, and never less than two behind the point: what is measured is not known to more."""
    if scale is None:
        places = max(2, _TOLD - 1 - average.adjusted()) if average else 2
        return fifteen_digits(average.quantize(Decimal(1).scaleb(-places), context=_WIDE))
    full = average.quantize(Decimal(1).scaleb(-max(AVERAGE_SCALE, scale)))
    short = full.quantize(Decimal(1).scaleb(-scale))
    return short if short == full else full


def average_scale(field: TableField) -> int | None:
    """The scale an average of the column is rounded with."""
    return None if field.type is FieldType.DECIMAL and field.scale is None else field.scale or 0


def fifteen_digits(number: Decimal) -> Decimal:
    """Rounded to what a float is good for, without an exponent and without zeros that say nothing."""
    return _plain(_ROUNDED.plus(number).normalize(_ROUNDED))


def _finite(value: object | None) -> Decimal | None:
    if value is None:
        return None
    number = Decimal(repr(value)) if isinstance(value, float) else Decimal(str(value))
    return _plain(number) if number.is_finite() else None


def _plain(number: Decimal) -> Decimal:
    return number if number.as_tuple().exponent in range(-60, 1) else Decimal(format(number, "f"))


def _as_32_bits(value: float) -> float:
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return value
