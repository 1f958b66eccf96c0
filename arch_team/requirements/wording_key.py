"""What makes two texts the same wording: signs, case and what stands before the text do not count."""

import hashlib
import re
from functools import cache

from arch_team.text.packaged import packaged

_SIGN = r"[\s_.,;:!?\"'`´’‘“”„«»()\[\]{}*#…–—]"
_SIGNS = re.compile(rf"(?:{_SIGN}|-(?!\d)|(?<=[^\s(])-)+")
"""A hyphen before a number, after a space, is a minus, and no such sign."""
_SIGNS_BUT_HYPHENS = re.compile(rf"{_SIGN}+")
MOST_READ = 100_000
"""Characters that are read at all. Longer texts are the same only where the rest is the same, sign by sign."""


def unlabelled(text: str) -> str:
    """Without the bullet, number or identifier before it."""
    return _label().sub("", text, count=1) or text


@cache
def _label() -> re.Pattern[str]:
    return re.compile("^" + str(packaged("rules/lexicon/labels.yaml", "arch_team.requirements.check")["label"]))


def key_of(text: str) -> str:
    """One key for one wording, for ever: rejected pairs are kept by it."""
    begun = unlabelled(" ".join(text[:MOST_READ].split())).casefold().replace("−", "-")
    signs = _SIGNS if "-" in begun else _SIGNS_BUT_HYPHENS
    plain = " ".join(signs.split(begun)).strip() or text[:MOST_READ]
    return hashlib.sha256((plain + text[MOST_READ:]).encode("utf-8", "replace")).hexdigest()
