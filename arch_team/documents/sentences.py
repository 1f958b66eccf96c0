"""Where sentences end, in German and English. Spans, not copies: a quotation stands in the text letter by letter."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from arch_team.text.packaged import packaged
from arch_team.wire import Wire

_STOP = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”“»«’)\]]*+(?:\s*+\[\d{1,3}\])*+(?=\s|$)|[。！？]+[”」』）]*|[:;]?\n(?=[ \t]*+\n)"
)
"""Signs that may end a sentence, with closing quotes and citations after them. An empty line always ends one."""
_LAST_WORD = re.compile(r"(?:^|[\s(\[„\"'“/–-])([^\s(\[„\"'“/–]*)$")
_ORDINAL = re.compile(r"(?:^|\s)\(?\d{1,4}$")
_STARTS = re.compile(r"[\"'„“»«‚‘(\[*_#–-]*\s*([^\W_])")
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_NEXT_WORD = re.compile(r"\s*([^\W\d_]+)")
_REACH = 40


class Span(NamedTuple):
    start: int
    end: int


class _Words(Wire):
    de: str
    en: str
    before_number: str
    before_ordinal: str
    after_ordinal: str


@dataclass(frozen=True, slots=True)
class _Lists:
    always: frozenset[str]
    before_number: frozenset[str]
    before_ordinal: frozenset[str]
    after_ordinal: frozenset[str]


@lru_cache(maxsize=1)
def _lists() -> _Lists:
    words = _Words.model_validate(packaged("abbreviations.yaml", "arch_team.documents"))
    return _Lists(
        frozenset(f"{words.de} {words.en}".split()),
        frozenset(words.before_number.split()),
        frozenset(words.before_ordinal.split()),
        frozenset(words.after_ordinal.split()),
    )


def sentence_spans(text: str) -> list[Span]:
    """Spans of the sentences, in order, without the space between them. Together they hold every word of the text."""
    spans: list[Span] = []
    start = 0
    for stop in _STOP.finditer(text):
        if _ends_sentence(text, stop):
            _add(spans, text, start, stop.end())
            start = stop.end()
    _add(spans, text, start, len(text))
    return spans


def sentences(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentence_spans(text)]


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append(Span(start, end))


def _ends_sentence(text: str, stop: re.Match[str]) -> bool:
    sign = stop[0]
    if "\n" in sign or sign[0] in "。！？":
        return True
    follows = _STARTS.match(text, _after_space(text, stop.end()))
    if sign[0] != "." or len(sign.rstrip("\"'”“»«’)]")) > 1:
        return follows is None or not follows[1].islower()
    if follows is not None and follows[1].islower():
        return False
    before = text[max(0, stop.start() - _REACH) : stop.start()]
    last = _LAST_WORD.search(before)
    word = last[1].lower() if last else ""
    if _is_abbreviation(word, text, stop.end()):
        return "\n" in text[stop.end() : _after_space(text, stop.end())]
    if _ORDINAL.search(before):
        words = before.split()
        if len(words) > 1 and words[-2].lower() in _lists().before_ordinal:
            return False
        return _next_word(text, stop.end()) not in _lists().after_ordinal and not _starts_line(text, stop.start())
    return True


def _is_abbreviation(word: str, text: str, at: int) -> bool:
    if word in _lists().before_number:
        return text[_after_space(text, at) : _after_space(text, at) + 1].isdigit()
    return word in _lists().always or (len(word) == 1 and word.isalpha()) or bool(_DOTTED.fullmatch(word))


def _starts_line(text: str, at: int) -> bool:
    """`1.` at the start of a line numbers an item."""
    line = text[max(0, at - _REACH) : at].rpartition("\n")
    return (bool(line[1]) or at <= _REACH) and bool(re.fullmatch(r"\s*\(?\d{1,4}", line[2]))


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _next_word(text: str, at: int) -> str:
    match = _NEXT_WORD.match(text, at)
    return match[1].lower() if match else ""
