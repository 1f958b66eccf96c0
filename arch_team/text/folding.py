"""One spelling for what people write in many: the form in which all rooms compare text."""

import unicodedata
from functools import lru_cache

_SIGNS = str.maketrans(dict.fromkeys("’‘`´ʼ′", "'") | dict.fromkeys("“”„«»″‟", '"') | dict.fromkeys("‐‑‒–—−", "-"))


def folded(text: str) -> str:
    """Lower case, no accents (`Zürich` is `zurich`, `ß` is `ss`), plain quotes and dashes, single spaces."""
    if text.isascii():
        return " ".join(text.lower().split())
    plain = unicodedata.normalize("NFKC", text).translate(_SIGNS).casefold()
    return " ".join("".join(map(_base, plain)).split())


@lru_cache(maxsize=8192)
def _base(letter: str) -> str:
    if letter.isascii():
        return letter
    return "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
