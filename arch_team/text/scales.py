"""Units that measure the same: five hours are three hundred minutes, and no kilograms."""

from decimal import Decimal
from functools import cache

from arch_team.text.packaged import packaged


@cache
def _scales() -> dict[str, tuple[str, Decimal]]:
    kinds = packaged("scales.yaml").items()
    return {word: (kind, Decimal(size)) for kind, units in kinds for size, *words in units for word in words}


def is_scaled(word: str) -> bool:
    """Whether a word is a unit that others can be turned into."""
    return word in _scales()


def turned(value: Decimal, unit: str, into: str) -> Decimal | None:
    """A value in another unit. None: the two do not measure the same."""
    (kind, size), (other, of) = _scales()[unit], _scales()[into]
    return value * size / of if kind == other else None
