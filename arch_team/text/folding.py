"""One spelling for what people write in many: the forms in which the rooms compare text.

Five, for five uses. `folded` is the plain one: names, values and questions; `letters_folded` is the same letter for
letter, where places in the text count. `spelled_out` writes umlauts as people without them do (`ue`), for patterns
written that way. `loosely_folded` takes `ü`, `ue` and `u` for one, for search. `composed` keeps the umlauts, for word
lists that have them.
"""

import re
import unicodedata
from functools import lru_cache

_QUOTES = dict.fromkeys("’‘`´ʼ′", "'") | dict.fromkeys("“”„«»″‟", '"')
_SIGNS = str.maketrans(_QUOTES | dict.fromkeys("‐‑‒–—−", "-"))
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"} | _QUOTES)
_ASCII = str.maketrans(dict.fromkeys(map(chr, (*range(32), 127)), " ") | {"`": "'"})
_MARKS = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})
_GERMAN_LETTERS = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})
_WRITTEN_UMLAUT = re.compile(r"(?<![aeiouq])([aou](?=e(?:[^aeiou]|$))|a(?=eu))e")
"""`laenge`, and `raeume`; not `neue`."""
_LONG = 6
"""Letters of a word in which `ue` is rather an umlaut than two vowels."""


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


def spelled_out(text: str) -> str:
    """Lower case, full-width forms as plain ones, `ä` as `ae`, one kind of quote, no marks one cannot see, no emoji."""
    if text.isascii():
        return " ".join(text.lower().translate(_ASCII).split())
    composed = unicodedata.normalize("NFKC", text).lower().translate(_SPELLED)
    seen = "".join(_visible(sign) for sign in unicodedata.normalize("NFKD", composed))
    return " ".join(seen.split())


def _visible(sign: str) -> str:
    category = unicodedata.category(sign)
    if category in {"Mn", "Cf"}:
        return ""
    return " " if category in {"So", "Cc"} else sign


def loosely_folded(text: str) -> str:
    """Lower case, no accents. `ü`, `ue` and `u` are one: people write all three, and plurals change it too. Signs and
    spaces stay where they are."""
    bare = text.lower()
    if not bare.isascii():
        bare = bare.translate(_GERMAN_LETTERS)
    if not bare.isascii():
        plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).lower().translate(_MARKS))
        bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    if "ue" in bare or "ae" in bare or "oe" in bare:
        return _WRITTEN_UMLAUT.sub(r"\1", bare)
    return bare


def with_umlauts(text: str) -> str | None:
    """A text in which umlauts are written out, as it would be without: `durchgefuehrt` as `durchgefuhrt`. None: it has
    no such word of some length."""
    words = folded(text).split()
    bare = [_WRITTEN_UMLAUT.sub(r"\1", word) if len(word) >= _LONG else word for word in words]
    return " ".join(bare) if bare != words else None


def folds_letter_by_letter(text: str) -> bool:
    """Written in English and German letters: each letter folds alone, whatever stands beside it."""
    return text.isascii() or text.lower().translate(_GERMAN_LETTERS).isascii()


def letters_folded(text: str) -> str:
    """Lower case, without accents, letter for letter: `Löhne` and `lohne` are the same word, places stay the same."""
    return text.lower() if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    if letter.isascii():
        return letter.lower()
    base = unicodedata.normalize("NFKD", letter.replace("ß", "s").lower())
    return base[0] if base and not unicodedata.combining(base[0]) else letter


def composed(text: str) -> str:
    """Small letters that keep their accents, `ss` for `ß`, straight apostrophes and hyphens."""
    if text.isascii():
        return text.lower()
    whole = unicodedata.normalize("NFC", text).casefold()
    return whole.replace("’", "'").replace("‐", "-").replace("‑", "-")
