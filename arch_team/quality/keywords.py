"""Which keywords a text holds. A keyword counts from the start of a word, whatever its ending; Chinese has no words."""

import re
import unicodedata
from collections.abc import Iterable


def matching(text: str, keywords: Iterable[str]) -> list[str]:
    """The keywords found, in their order. `SEO 优化` is also found as `SEO优化`, `review` in `reviewed`."""
    folded = _folded(text)
    return [keyword for keyword in keywords if (pattern := _pattern(keyword)) and re.search(pattern, folded)]


def _pattern(keyword: str) -> str:
    pieces = [re.escape(piece) for piece in _folded(keyword).split()]
    if not pieces:
        return ""
    starts_a_word = r"(?<![^\W\d_\u3400-\u9fff])" if pieces[0][0].isascii() or not _is_chinese(pieces[0][0]) else ""
    return starts_a_word + r"\s*".join(pieces)


def _is_chinese(sign: str) -> bool:
    return "\u3400" <= sign <= "\u9fff"


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
