"""Units that measure the same: five hours are three hundred minutes, and no kilograms."""

from decimal import Decimal
from functools import cache

from arch_team.text.packaged import packaged

_SHORT = 3
"""Letters of an abbreviation of a unit, at most."""


@cache
def _scales() -> dict[str, tuple[str, Decimal]]:
    kinds = packaged("scales.yaml").items()
    return {word: (kind, Decimal(size)) for kind, units in kinds for size, *words in units for word in words}


def is_scaled(word: str) -> bool:
    """Whether a word is a unit that others can be turned into."""
    return word in _scales()


def kind_of(word: str) -> str | None:
    """What a unit measures: time, length. None where a word is none."""
    return _scales()[word][0] if is_scaled(word) else None


def in_full(unit: str) -> tuple[str, ...]:
    """What people call a unit, in every language: the litres of `l`. None where it is no unit."""
    meant = _scales().get(unit)
    return tuple(word for word, scale in _scales().items() if scale == meant and len(word) > _SHORT)


def turned(value: Decimal, unit: str, into: str) -> Decimal | None:
    """A value in another unit. None: the two do not measure the same."""
    (kind, size), (other, of) = _scales()[unit], _scales()[into]
    return value * size / of if kind == other else None
