"""Word lists that tell one reading of a question from another. They are data, so that they can grow without code."""

from functools import cache
from typing import TypedDict

from arch_team.reading.packaged import packaged


class _Wording(TypedDict):
    parts: dict[str, list[str]]
    words: dict[str, str]
    countries: dict[str, str]
    numbers: dict[str, int]


def _wording() -> _Wording:
    loaded: _Wording = packaged("wording.yaml")
    return loaded


def says(flat: str, *names: str) -> bool:
    """Whether a folded text holds a part of one of these lists, inside words too: `zahlt` is in `bezahlt`."""
    return any(part in flat for name in names for part in _wording()["parts"][name])


@cache
def word_list(name: str) -> frozenset[str]:
    return frozenset(_wording()["words"][name].split())


def countries() -> dict[str, str]:
    """Words for a country to its code, in the order in which they count; `!CH` stands for all but that one."""
    return _wording()["countries"]


def number_words() -> dict[str, int]:
    return _wording()["numbers"]
