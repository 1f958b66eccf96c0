"""A question as words with their places, folded so that spelling habits do not matter."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arch_team.text.folding import letters_folded

_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*", re.UNICODE)
_CLITIC = re.compile(r"(?<!\w)[sd]['’](?=[A-ZÄÖÜ])")
"""The Swiss German article: `s'Personal`, `d'Miete`."""
_ENDINGS = ("ern", "en", "er", "es", "em", "e", "n", "s")

Span = tuple[int, int]
"""Where something stands in a text: first place, and the place after the last."""


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    folded: str
    start: int
    end: int

    @property
    def stem(self) -> str:
        return stem(self.folded)

    @property
    def span(self) -> Span:
        return self.start, self.end


def stem(word: str) -> str:
    """The word without an ending of number or case. Short words are left alone."""
    if len(word) > 5 and not word.endswith(("nn", "ss")):
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 4:
                return word[: -len(ending)]
    return word


def words_of(text: str) -> list[Word]:
    return [Word(m[0], letters_folded(m[0]), m.start(), m.end()) for m in _WORD.finditer(_CLITIC.sub("  ", text))]


def folded_words(text: str) -> tuple[str, ...]:
    return tuple(map(letters_folded, _WORD.findall(_CLITIC.sub("  ", text))))


def inside(span: Span, other: Span) -> bool:
    """Whether it is a part of the other, and not all of it."""
    return other[0] <= span[0] and span[1] <= other[1] and span != other


def overlaps(span: Span, spots: Sequence[Span]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in spots)
