"""What a column is called in the comment of its schema: `WTR_FLG -- water tap Y/N` is the water tap."""

import re

_END = re.compile(r"[;,:.()=]|\b(?:Y/N|J/N|0/1|yes/no|ja/nein|true/false)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_NULL = re.compile(r"\s*(?:NULL|FK|PK|TODO|DEPRECATED)\b", re.IGNORECASE)
_MOST = 4
"""Words of a name. What is longer explains, and names nothing."""


def named_in(comment: str) -> str | None:
    """The name that a comment gives, as an identifier. None where it gives none: it explains, or tells of values."""
    name = _END.split(comment, maxsplit=1)[0].strip()
    if not name or _NULL.match(comment) or "=" in comment[: len(name) + 2]:
        return None
    words = name.split()
    if len(words) > _MOST or not all(_WORDS.fullmatch(word) for word in words):
        return None
    return "_".join(words)
