"""The words of values and of questions, cut alike, so that one is found in the other."""

from collections.abc import Sequence
from functools import lru_cache

from arch_team.text.folding import folded

MOST_WORDS = 12
"""Words of a phrase that is asked in the database."""
_MARKS = "+#%&$€"
"""Signs that are part of a name. Others only separate its words."""
_BREAK = "\0"
"""Stands in a question for a quoted piece, which is no part of any other value."""


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[str, ...]:
    """The words of a value or of a question's word, folded, without what separates them: `O'Brien` is o, brien."""
    return tuple(cut(text))


def cut(text: str) -> list[str]:
    """The same, without keeping it: for values, which are cut once."""
    plain = folded(text)
    if plain.isascii():
        return plain.translate(_ASCII).split()
    return "".join(map(_part, plain)).split()


def _part(sign: str) -> str:
    return sign if sign.isalnum() else f" {sign} " if sign in _MARKS else " "


_ASCII = {code: _part(chr(code)) for code in range(128)}


def candidates(words: Sequence[str], start: int, most: int) -> list[tuple[int, str, tuple[str, ...]]]:
    """Spans from `start` of at most so many pieces: their end, their key, and the signs that stand within."""
    found: list[tuple[int, str, tuple[str, ...]]] = []
    parts: list[str] = []
    signs: list[str] = []
    for at in range(start, len(words)):
        own = pieces(words[at])
        if not own:
            if not parts or words[at] == _BREAK:
                break
            signs.append(words[at])
            continue
        parts += own
        if len(parts) > most:
            break
        found.append((at + 1, " ".join(parts), tuple(signs)))
    return found


@lru_cache(maxsize=64)
def spans(words: tuple[str, ...]) -> frozenset[str]:
    """What a question's words may spell: spans of them with signs written to the word before."""
    found: set[str] = set()
    for start in range(len(words)):
        text = ""
        for word in words[start : start + MOST_WORDS]:
            text = f"{text} {word}" if text and pieces(word) and not word.startswith("'") else text + word
            if pieces(word):
                found.add(folded(text))
    return frozenset(found)
