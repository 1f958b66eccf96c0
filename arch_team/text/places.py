"""A question as words with their places, folded so that spelling habits do not matter."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

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


def folded(text: str) -> str:
    """Lower case, without accents, letter for letter: `Löhne` and `lohne` are the same word, places stay the same."""
    return text.lower() if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    if letter.isascii():
        return letter.lower()
    base = unicodedata.normalize("NFKD", letter.replace("ß", "s").lower())
    return base[0] if base and not unicodedata.combining(base[0]) else letter


def stem(word: str) -> str:
    """The word without an ending of number or case. Short words are left alone."""
    if len(word) > 5 and not word.endswith(("nn", "ss")):
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 4:
                return word[: -len(ending)]
    return word


def words_of(text: str) -> list[Word]:
    return [Word(m[0], folded(m[0]), m.start(), m.end()) for m in _WORD.finditer(_CLITIC.sub("  ", text))]


def folded_words(text: str) -> tuple[str, ...]:
    return tuple(map(folded, _WORD.findall(_CLITIC.sub("  ", text))))


def inside(span: Span, other: Span) -> bool:
    """Whether it is a part of the other, and not all of it."""
    return other[0] <= span[0] and span[1] <= other[1] and span != other


def overlaps(span: Span, spots: Sequence[Span]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in spots)
