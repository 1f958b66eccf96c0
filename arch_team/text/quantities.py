"""The quantities of a text in one notation: `2 s`, `2 Sekunden`, `two seconds` and `2000 ms` are the same."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from arch_team.text.folding import loosely_folded as fold
from arch_team.text.packaged import packaged

_CLOCK = re.compile(
    r"\b(?:(\d{1,2})[:.](\d{2})(?=\s*(?:uhr|h\b|a\.?m|p\.?m|o'clock)|\b)(?:\s*(uhr|a\.?m\.?|p\.?m\.?))?"
    r"|(\d{1,2})\s*(uhr|a\.?m\.?|p\.?m\.?|o['’]clock))(?!\w)"
)
_CLOCK_MARK = re.compile(r"\d{1,2}:\d{2}|uhr|[ap]\.?m\b|o['’]clock")
_NUMBER = re.compile(
    r"(?<![\w.,])((?<![^\s(])[-−])?"
    r"(\d{1,3}(?:[.,'’ \u00a0]\d{3})+(?![\d])|\d+)([.,]\d+)?(?![\d])\s*-?\s*([%°€$]?[^\W\d_]*)"
)
_GROUP = re.compile(r"[.,'’ \u00a0]")
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True, order=True)
class Quantity:
    dimension: str
    """Empty for a bare number."""
    value: float


def quantities_of(text: str) -> frozenset[Quantity]:
    found: set[Quantity] = set()
    plain = text.lower()
    if _DIGIT.search(text) is not None:
        if _CLOCK_MARK.search(plain):
            plain = _CLOCK.sub(lambda match: _clock(match, found), plain)
        for match in _NUMBER.finditer(plain):
            value = float(_GROUP.sub("", match[2]) + (match[3] or "").replace(",", "."))
            found.add(_measured(-value if match[1] else value, fold(match[4])))
    found.update(_written(plain))
    return frozenset(found)


def is_quantity_word(word: str) -> bool:
    """Whether the folded word is a unit or a number, and so counted already."""
    return word in _units() or word in _number_words()[0]


def is_unit(word: str) -> bool:
    """Whether the word is a unit that something is measured in."""
    return fold(word) in _units()


def differ(one: frozenset[Quantity], other: frozenset[Quantity]) -> bool:
    """Each has a quantity that the other lacks: they cannot mean the same. Digits match words, so `3` is `three`."""
    return bool(one - other) and bool(other - one)


def _clock(match: re.Match[str], found: set[Quantity]) -> str:
    hour = int(match[1] or match[4])
    minute = int(match[2] or 0)
    mark = (match[3] or match[5] or "").replace(".", "")
    if mark == "pm" and hour < 12:
        hour += 12
    if mark == "am" and hour == 12:
        hour = 0
    found.add(Quantity("clock", hour * 60 + minute))
    return " "


def _measured(value: float, unit: str) -> Quantity:
    dimension, size = _units().get(unit, ("", 1.0))
    return Quantity(dimension, round(value * size, 9))


def _written(plain: str) -> set[Quantity]:
    words = _WORD.findall(fold(plain))
    numbers, only_before_units = _number_words()
    found: set[Quantity] = set()
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word in numbers and (following in _units() or word not in only_before_units):
            found.add(_measured(numbers[word], following))
    return found


@lru_cache(maxsize=1)
def _units() -> dict[str, tuple[str, float]]:
    dimensions = cast("dict[str, dict[float, str]]", packaged("quantities.yaml")["dimensions"])
    return {
        fold(word): (dimension, float(size))
        for dimension, sizes in dimensions.items()
        for size, words in sizes.items()
        for word in words.split()
    }


@lru_cache(maxsize=1)
def _number_words() -> tuple[dict[str, float], frozenset[str]]:
    listed = packaged("quantities.yaml")
    numbers = {
        fold(word): float(value)
        for value, words in cast("dict[int, str]", listed["words"]).items()
        for word in words.split()
    }
    numbers |= {fold(word): 1.0 for word in cast("list[str]", listed["one_before_units"])}
    return numbers, frozenset(fold(word) for word in cast("list[str]", listed["only_before_units"]))
