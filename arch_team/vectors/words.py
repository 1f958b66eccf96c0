"""Words as search and comparison see them: one spelling, one form, for German and English alike.

The same steps apply to both languages. A stem is not a word; it only has to be the same for forms of one word, whatever
language a short text is taken for. So no language is guessed here.
"""

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from typing import Any, cast

_WORD = re.compile(r"[^\W_]+")
_ASCII_WORDS = "".join(sign if sign.isalnum() else " " for sign in map(chr, range(128)))
"""What becomes of each sign: a space of those that part words."""
_MARKS = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})
_GERMAN_LETTERS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})
_WRITTEN_UMLAUT = re.compile(r"(?<![aeiouq])([aou])e(?=[^aeiou]|$)")
_ENGLISH = (
    ("ational", "at"), ("ization", "iz"), ("isation", "iz"), ("fulness", "ful"), ("ousness", "ous"), ("iveness", "iv"),
    ("ations", "at"), ("ation", "at"), ("ings", ""), ("ing", ""), ("edly", ""), ("ied", "y"), ("ies", "y"), ("ed", ""),
    ("ly", ""), ("ness", ""),
)  # fmt: skip
_GERMAN = ("ungen", "heiten", "keiten", "ern", "ung", "em", "en", "er", "es", "e", "s", "n")
_SHORTEST = 3
_VOWEL = re.compile(r"[aeiouy]")


def fold(text: str) -> str:
    """Lower case, no accents. `ü`, `ue` and `u` are one: people write all three, and plurals change it too."""
    bare = text.lower()
    if not bare.isascii():
        bare = bare.translate(_GERMAN_LETTERS)
    if not bare.isascii():
        plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).lower().translate(_MARKS))
        bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    if "ue" in bare or "ae" in bare or "oe" in bare:
        return _WRITTEN_UMLAUT.sub(r"\1", bare)
    return bare


def is_plain(text: str) -> bool:
    """Written in English and German letters: each letter folds alone, whatever stands beside it."""
    return text.isascii() or text.lower().translate(_GERMAN_LETTERS).isascii()


def words_of(text: str) -> list[str]:
    """The folded words in their order; hyphens and signs part words."""
    return words_of_folded(fold(text))


def words_of_folded(text: str) -> list[str]:
    return text.translate(_ASCII_WORDS).split() if text.isascii() else _WORD.findall(text)


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
    import yaml

    text = (files("arch_team.vectors") / "data" / "stop_words.yaml").read_text(encoding="utf-8")
    return cast(
        "dict[str, Any]",
        yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)),  # noqa: S506 - a safe loader, in C
    )
