"""The numbers of a text, in digits or in words, each with the unit behind it."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from arch_team.text.packaged import packaged
from arch_team.wire import Language

_NUMBER = re.compile(r"\d+(?:[.,'’\u00a0\u202f]\d+)*")
_UNIT = re.compile(r"\s?(%|‰|°\s?[CFK]?|[A-Za-zµ€$£][\w/²³µ]*)")
_WORD = re.compile(r"[^\W\d_]+")
_GROUPED = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+")


@dataclass(frozen=True, slots=True)
class Number:
    shown: str
    values: frozenset[Decimal]
    """Both readings of `1.500`."""
    unit: str = ""


@cache
def _lists(language: Language) -> tuple[dict[str, int], frozenset[str]]:
    loaded = packaged("numbers.yaml")[language]
    return loaded["values"], frozenset(loaded["words"].split())


def numbers_in(text: str, language: Language) -> tuple[Number, ...]:
    found: list[Number] = []
    for match in _NUMBER.finditer(text):
        unit = _UNIT.match(text, match.end())
        found.append(Number(match[0], _values(match[0]), unit[1].casefold() if unit else ""))
    found += [Number(c, frozenset()) for c in text if c.isnumeric() and not c.isdecimal()]
    values, words = _lists(language)
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        if word in values:
            found.append(Number(match[0], frozenset({Decimal(values[word])})))
        elif word in words:
            found.append(Number(match[0], frozenset()))
    return tuple(found)


def _values(digits: str) -> frozenset[Decimal]:
    readings = {re.sub(r"['’\u00a0\u202f]", "", digits)}
    if _GROUPED.fullmatch(digits):
        readings.add(re.sub(r"\D", "", digits))
    values: set[Decimal] = set()
    for reading in readings:
        whole, _, fraction = reading.replace(",", ".").rpartition(".")
        values.add(Decimal(f"{whole.replace('.', '') or '0'}.{fraction}") if whole else Decimal(fraction))
    return frozenset(values)
