"""Names whose words are written together: `orderitemid` is order, item, id; a `class_room` is a classroom."""

from collections.abc import Sequence

from arch_team.text.dictionary import is_word
from arch_team.text.lexicon import Lexicon

_LAST = ("time_noun", "code_noun", "place_noun", "money_noun", "kind_noun", "label_last", "value_name")
"""What names of columns usually end in."""
_LEAST = 3
"""Letters of a word that may be a part of another."""


def taken_apart(words: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    """The words of a name, those that no dictionary holds as the words they are made of, where that is plain."""
    return tuple(part for word in words for part in (_parts(word, lexicon) or (word,)))


def put_together(words: Sequence[str], lexicon: Lexicon) -> str | None:
    """Two words of a name as the one that a dictionary holds."""
    joined = "".join(words)
    return joined if len(words) == 2 and min(map(len, words)) >= _LEAST and is_word(joined, lexicon.language) else None


def _parts(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Two words, perhaps with a short one for what numbers rows behind them. Nothing where several ways are open."""
    if len(word) <= _LEAST or not word.isalpha() or word in lexicon.abbreviated or is_word(word, lexicon.language):
        return ()
    codes = (code for code in lexicon.words("code_noun") if len(code) < _LEAST and word.endswith(code))
    ways = {
        (*rest, code)
        for code in codes
        if (rest := _parts(word.removesuffix(code), lexicon) or _whole(word.removesuffix(code), lexicon))
    }
    ways |= {
        (word[:at], word[at:])
        for at in range(_LEAST, len(word) - _LEAST + 1)
        if all(is_word(part, lexicon.language) for part in (word[:at], word[at:]))
    }
    usual = frozenset[str]().union(*map(lexicon.words, _LAST))
    likely = {way for way in ways if way[-1] in usual} or ways  # an `invoicedate` is no ate
    return likely.pop() if len(likely) == 1 else ()


def _whole(word: str, lexicon: Lexicon) -> tuple[str, ...]:
    return (word,) if len(word) >= _LEAST and is_word(word, lexicon.language) else ()
