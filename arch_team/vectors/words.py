"""Words as search and comparison see them: one spelling, one form, for German and English alike.

The same steps apply to both languages. A stem is not a word; it only has to be the same for forms of one word, whatever
language a short text is taken for. So no language is guessed here.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

from arch_team.text.folding import folds_letter_by_letter as is_plain
from arch_team.text.folding import loosely_folded as fold
from arch_team.text.packaged import packaged
from arch_team.text.words import pieces_of
from arch_team.text.words import pieces_of as words_of_folded

_ENGLISH = (
    ("ational", "at"), ("ization", "iz"), ("isation", "iz"), ("fulness", "ful"), ("ousness", "ous"), ("iveness", "iv"),
    ("ations", "at"), ("ation", "at"), ("ings", ""), ("ing", ""), ("edly", ""), ("ied", "y"), ("ies", "y"), ("ed", ""),
    ("ly", ""), ("ness", ""),
)  # fmt: skip
_GERMAN = ("ungen", "heiten", "keiten", "ern", "ung", "em", "en", "er", "es", "e", "s", "n")
_SHORTEST = 3
_VOWEL = re.compile(r"[aeiouy]")


def words_of(text: str) -> list[str]:
    """The folded words in their order; hyphens and signs part words."""
    return pieces_of(fold(text))


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """One form for the forms of a folded word. Light: endings only, never less than three letters with a vowel."""
    if not word.isalpha() or len(word) <= _SHORTEST:
        return word
    return _without_german_ending(_without_english_ending(word))


def _without_english_ending(word: str) -> str:
    for ending, instead in _ENGLISH:
        if word.endswith(ending) and _stands(word[: -len(ending)]):
            rest = word[: -len(ending)]
            if not instead and len(rest) > _SHORTEST and rest[-1] == rest[-2] and rest[-1] not in "lsz":
                rest = rest[:-1]
            return rest + instead
    return word


def _without_german_ending(word: str) -> str:
    for ending in _GERMAN:
        if word.endswith(ending) and _stands(word[: -len(ending)]):
            return word[: -len(ending)]
    return word


def _stands(rest: str) -> bool:
    return len(rest) >= _SHORTEST and _VOWEL.search(rest) is not None


@lru_cache(maxsize=1)
def stop_words() -> frozenset[str]:
    """Folded words without a topic, of both languages, modals and negations among them."""
    lists = word_lists()
    parts = [lists["de"], lists["en"], *lists["modals"].values(), *lists["negations"].values()]
    return frozenset(word for part in parts for word in words_of(part))


@lru_cache(maxsize=1)
def word_lists() -> dict[str, Any]:
    return cast("dict[str, Any]", packaged("data/stop_words.yaml", "arch_team.vectors"))


__all__ = ["fold", "is_plain", "stem", "stop_words", "word_lists", "words_of", "words_of_folded"]


def content_stems(text: str) -> list[str]:
    """The stems of its words without stop words and single letters."""
    return [stem(word) for word in words_of(text) if len(word) > 1 and word not in stop_words()]


def letters_of(text: str, length: int) -> Iterator[str]:
    """Every so many letters in a row, words divided by a space: for compounds, inflections and slips."""
    plain = " ".join(words_of(text))
    return (plain[at : at + length] for at in range(max(1, len(plain) - length + 1)))
