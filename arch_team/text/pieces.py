"""Pieces that readers cut a text into: what stands in brackets, where a remark ends, words of some length, codes.

Every pattern that is held against a question or a name stands in this room.
"""

import re
from collections.abc import Iterator

Span = tuple[int, int]
STRETCHES = ("halbjahr", "quartal", "trimester", "semester")
"""Names of parts of a year that people misspell."""
_BRACKETS = re.compile(r"\(([^()]+)\)")
_UNTOLD = re.compile(r"\(\s*[^\W\d]*\s*\)")
_REMARKED = re.compile(r":\s|\s[–—-]\s|[.,;!]\s")
_SHARED_END = re.compile(r"(\w{3,})-\s+(und|oder)\s+(\w{6,})", re.IGNORECASE)
_CODE_BEGINNING = re.compile(r"([A-Z]{2,4})(?:-([^\W\d]+))?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_EDGE = re.compile(r"\b")
_ENDED = re.compile(r"(?:en?|n|s|er)?\b")


def bracketed(text: str) -> tuple[str, str] | None:
    """What stands in the first brackets of a text, and the text around them."""
    found = _BRACKETS.search(text)
    return (found[1], f"{text[: found.start()]} {text[found.end() :]}") if found else None


def remarks(text: str) -> Iterator[tuple[str, str]]:
    """Every way to take the beginning of a text for a remark: it, and the rest."""
    for mark in _REMARKED.finditer(text):
        yield text[: mark.start()], text[mark.end() :].strip()


def shared_ends(text: str) -> Iterator[tuple[Span, tuple[str, str, str]]]:
    """Compounds of which the first is cut short: `Energie- und Heizkosten`."""
    for match in _SHARED_END.finditer(text):
        yield match.span(), (match[1], match[2], match[3])


def empty_brackets(text: str) -> list[str]:
    """Brackets with nothing or one word in them, without spaces."""
    return [found.replace(" ", "") for found in _UNTOLD.findall(text)]


def without_empty_brackets(text: str, kept: set[str]) -> str:
    """The text without such brackets, but for those that are kept."""
    return _UNTOLD.sub(lambda found: found[0] if found[0].replace(" ", "") in kept else "", text)


def code_beginning(word: str) -> tuple[str, str] | None:
    """The capitals that codes begin with, and the word they are put together with: `KB-Belege`."""
    match = _CODE_BEGINNING.fullmatch(word)
    return (match[1], match[2] or "") if match else None


def is_year(word: str) -> bool:
    return _YEAR.fullmatch(word) is not None


def words_of_length(text: str, least: int) -> list[str]:
    """The words of so many letters."""
    return re.findall(rf"\w{{{least},}}", text)


def hyphened_of_length(text: str, least: int) -> list[str]:
    """The words of so many letters, those with hyphens whole."""
    return re.findall(rf"[\w-]{{{least},}}", text)


def begins_or_ends_a_word(text: str, start: int, end: int) -> bool:
    """Whether a piece of a text begins a word, or ends one but for an ending."""
    return _EDGE.match(text, start) is not None or _ENDED.match(text, end) is not None
