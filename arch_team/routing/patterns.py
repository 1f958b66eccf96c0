"""The patterns of the direct path, read from packaged data: kinds of text that need no data at all.

A pattern matches when a key phrase is found and every other word of the text is scaffolding. There is no room left for
a word the pattern does not know, and so none for a question about something else.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, cast

from arch_team.text.packaged import packaged as read_packaged
from arch_team.text.phrases import Phrases
from arch_team.text.words import close_up, without_punctuation, words_of

_FRAGMENT = re.compile(r"<([a-z_]+)>")
_FILES = ("greeting", "small_talk", "identity", "factual", "translation")


def packaged(name: str) -> Any:
    """One of this room's data files."""
    return read_packaged(f"data/{name}.yaml", "arch_team.routing")


def one_line(pattern: str) -> str:
    """A long pattern is written as a block: its line breaks are no part of it."""
    return re.sub(r"\s*\n\s*", "", pattern)


@dataclass(frozen=True, slots=True)
class DirectPattern:
    """One kind of text that needs no data, and how it is recognised. Its regexes are compiled when first needed."""

    name: str
    category: str
    purpose: str
    keys: tuple[str, ...]
    allowed: frozenset[str]
    whole: tuple[str, ...] = ()
    needs: str | None = None
    forbids: str | None = None
    is_open: bool = False
    """A question about data has the same form: only its words tell."""

    def matches(self, text: str) -> bool:
        """Whether the folded text, in whole, is of this kind."""
        row = without_punctuation(text)
        if self.forbids and _compiled(self.forbids).search(row):
            return False
        if any(_compiled(pattern).fullmatch(close_up(row)) for pattern in self.whole):
            return True
        if self.needs and not _compiled(self.needs).search(row):
            return False
        return any(self._covers(row, match) for key in self.keys for match in _compiled(key).finditer(row))

    def _covers(self, row: str, match: re.Match[str]) -> bool:
        rest = f"{row[: match.start()]} {row[match.end() :]}"
        return all(word in self.allowed for word in words_of(rest))


@lru_cache(maxsize=1)
def direct_patterns() -> tuple[DirectPattern, ...]:
    fillers = _word_set("fillers")
    return tuple(
        DirectPattern(
            name=entry["name"],
            category=entry["category"],
            purpose=entry["purpose"],
            keys=tuple(entry.get("keys", ())),
            allowed=_allowed(entry, fillers),
            whole=tuple(entry.get("whole", ())),
            needs=entry.get("needs"),
            forbids=entry.get("not"),
            is_open=entry.get("is_open", False),
        )
        for file in _FILES
        for entry in cast("list[dict[str, Any]]", packaged(file))
    )


@lru_cache(maxsize=1)
def scaffolding() -> frozenset[str]:
    """Every word that some pattern allows beside its key phrase."""
    return frozenset[str]().union(*(pattern.allowed for pattern in direct_patterns()))


@cache
def _compiled(pattern: str) -> Phrases:
    """Compiled where a text could match: most of them never are."""
    while _FRAGMENT.search(pattern):
        pattern = _FRAGMENT.sub(lambda match: _fragments()[match[1]], pattern)
    return Phrases(one_line(pattern))


@lru_cache(maxsize=1)
def _fragments() -> dict[str, str]:
    stop = "|".join(sorted(_word_set("stop")))
    word = rf"(?!(?:{stop})(?![a-z'-]))[a-z][a-z-]*(?![a-z'-])"
    return {"word": word, **{name: one_line(text) for name, text in _common()["fragments"].items()}}


@lru_cache(maxsize=1)
def _common() -> dict[str, dict[str, str]]:
    return cast("dict[str, dict[str, str]]", packaged("fragments"))


def _allowed(entry: dict[str, Any], fillers: frozenset[str]) -> frozenset[str]:
    own = frozenset(str(word) for word in cast("Sequence[object]", entry.get("only", entry.get("words", ()))))
    return own if "only" in entry else own | fillers


def _word_set(name: str) -> frozenset[str]:
    return frozenset(word for text in _common()[name].values() for word in text.split())
