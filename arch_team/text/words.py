"""The words of a folded text."""

import re

_WORD = re.compile(r"[^\W_]+(?:['&-][^\W_]+)*")
_PIECE = re.compile(r"[^\W_]+")
_ASCII_WORDS = "".join(sign if sign.isalnum() else " " for sign in map(chr, range(128)))
"""What becomes of each sign: a space of those that part words."""
_PUNCTUATION = re.compile(r"[,.;:!?()…。、~]+")
_CHINESE = "\u3400-\u9fff"
_AROUND_CHINESE = rf"(?<=[{_CHINESE}]) +| +(?=[{_CHINESE}])"


def words_of(text: str) -> list[str]:
    """The words in their order, those with a hyphen or an apostrophe whole."""
    return _WORD.findall(text)


def pieces_of(text: str) -> list[str]:
    """The words in their order; hyphens and signs part them."""
    return text.translate(_ASCII_WORDS).split() if text.isascii() else _PIECE.findall(text)


def without_punctuation(text: str) -> str:
    """Folded text as a row of words; quotes stay, they say what somebody quotes."""
    return " ".join(_PUNCTUATION.sub(" ", text).split())


def close_up(text: str) -> str:
    """Without the spaces around Chinese signs, which carry no meaning there."""
    return text if text.isascii() else re.sub(_AROUND_CHINESE, "", text)
