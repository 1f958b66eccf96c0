"""Which keywords a text holds. A keyword counts from the start of a word, whatever its ending; Chinese has no words."""

import re
import unicodedata
from collections.abc import Iterable


def matching(text: str, keywords: Iterable[str]) -> list[str]:
    """The keywords found, in their order. `SEO 优化` is also found as `SEO优化`, `review` in `reviewed`."""
    folded = _folded(text)
    return [keyword for keyword in keywords if _is_in(folded, _folded(keyword).split())]


def _is_in(text: str, pieces: list[str]) -> bool:
    if not pieces or not all(piece in text for piece in pieces):
        return False
    starts_a_word = "" if _is_chinese(pieces[0][0]) else r"(?<![^\W\d_\u3400-\u9fff])"
    return re.search(starts_a_word + r"\s*".join(map(re.escape, pieces)), text) is not None


def _is_chinese(sign: str) -> bool:
    return "\u3400" <= sign <= "\u9fff"


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
