"""Many ways to say one thing, as one pattern of which only what can match in a text is ever compiled."""

import re
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache

from arch_team.text.needs import DIGIT, Need, best_of, needs_of

_AS_ASCII = str.maketrans("ſıİ", "sii")
"""Signs that count as an ASCII letter where capitals do not matter, and are no capital of it."""


class Phrases:
    """Matches as `re.compile("|".join(phrases))` does. What `spelled` puts around a phrase leaves it to be matched."""

    def __init__(self, *phrases: str, spelled: Callable[[str], str] = str, ignore_case: bool = False) -> None:
        self.ways = phrases
        self.flags = re.IGNORECASE if ignore_case else re.NOFLAG
        self._spelled = spelled
        self._last: tuple[str, re.Pattern[str] | None] = ("", None)
        """The text that was looked at last, with its pattern: one text is often asked for the same thing again."""

    @property
    def pattern(self) -> str:
        """All of them, as one pattern."""
        return "|".join(map(self._spelled, self.ways))

    @cached_property
    def _rows(self) -> list[tuple[str, tuple[Need, ...], str]]:
        return [(*self._sought(needs_of(phrase)), phrase) for phrase in self.ways]

    def _sought(self, needs: tuple[Need, ...]) -> tuple[str, tuple[Need, ...]]:
        """One piece to look for first, and the other needs."""
        if self.flags:
            lowered = (tuple(piece.lower() for piece in need) for need in needs)
            needs = tuple(need for need in lowered if all(map(str.isascii, need)))
        if len(needs) == 1 and len(needs[0]) == 1:
            return needs[0][0], ()
        first = best_of([need for need in needs if len(need) == 1])
        return (first[0] if first else ""), tuple(need for need in needs if need != first)

    def _in(self, text: str) -> re.Pattern[str] | None:
        """A pattern of the phrases that can match in the text, in their order."""
        last, pattern = self._last
        if not text or text != last:
            held = _held(text, bool(self.flags))
            phrases = [
                phrase for piece, needs, phrase in self._rows if piece in held and (not needs or _meets(held, needs))
            ]
            pattern = _compiled("|".join(map(self._spelled, phrases)), self.flags) if phrases else None
            self._last = text, pattern
        return pattern

    def search(self, text: str) -> re.Match[str] | None:
        return pattern.search(text) if (pattern := self._in(text)) else None

    def match(self, text: str) -> re.Match[str] | None:
        return pattern.match(text) if (pattern := self._in(text)) else None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return pattern.fullmatch(text) if (pattern := self._in(text)) else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return pattern.finditer(text) if (pattern := self._in(text)) else iter(())

    def sub(self, replacement: str, text: str) -> str:
        return pattern.sub(replacement, text) if (pattern := self._in(text)) else text


def _meets(held: str, needs: tuple[Need, ...]) -> bool:
    for need in needs:
        for piece in need:
            if piece in held:
                break
        else:
            return False
    return True


@lru_cache(maxsize=64)
def _held(text: str, ignores_case: bool) -> str:
    """The text as pieces are looked for in it. One text is held against many patterns in a row."""
    held = text.translate(_AS_ASCII).lower() if ignores_case else text
    return held + DIGIT if any(map(str.isdecimal, text)) else held


@lru_cache(maxsize=4096)
def _compiled(pattern: str, flags: re.RegexFlag) -> re.Pattern[str]:
    return re.compile(pattern, flags)
