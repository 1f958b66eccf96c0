"""Documents cut into passages: bounded, ending where a sentence ends, with a small overlap, under their headings.

A passage is a slice of its section's text, never a rewording: what is quoted from it stands in the document. One that
begins within a table begins with that table's first row, so that every row is read under the names of its columns.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from arch_team.documents.document import Document, Section
from arch_team.documents.sentences import Span, sentence_spans
from arch_team.documents.tables import CELLS

MAX_CHARACTERS = 1_200
OVERLAP_CHARACTERS = 160

_LINE = re.compile(r"[^\n]+")
_BLOCK = re.compile(r"(?:[^\n]|\n(?![ \t]*\n))+")
_LISTED = re.compile(r"(?:[-*•] |\d{1,3}[.)] |\|)|.* \| |(?: {4}|\t)")


@dataclass(frozen=True, slots=True)
class Chunk:
    """One passage: its place in the document and its text."""

    index: int
    text: str
    path: tuple[str, ...]
    page: int | None = None
    fresh_from: int = 0
    """Where the text begins that the passage before did not hold already."""
    head: str = ""
    """The first row of the table it begins within; its text begins with it."""


def chunks_of(document: Document, *, limit: int = MAX_CHARACTERS, overlap: int = OVERLAP_CHARACTERS) -> list[Chunk]:
    if limit < 1 or not 0 <= overlap < limit:
        raise ValueError("a passage needs room, and its overlap must be smaller than itself")
    found: list[Chunk] = []
    for section in document.sections:
        path = document.path_of(section)
        for start, fresh, end, head in _windows(section, limit, overlap):
            before = f"{head}\n" if head else ""
            text = before + section.text[start:end]
            found.append(Chunk(len(found), text, path, section.page, len(before) + fresh - start, head))
    return found


def _windows(section: Section, limit: int, overlap: int) -> Iterator[tuple[int, int, int, str]]:
    """Start, start of what is new, end and table head of each passage."""
    units = [piece for unit in units_of(section.text) for piece in _pieces(section.text, unit, limit)]
    first = 0
    while first < len(units):
        begin = _overlap_from(units, first, limit, overlap)
        start, last = units[begin].start, first
        head = _head(section.text, start)
        room = limit - len(head) - 1 if head else limit
        if units[first].end - start > room:
            head, room = "", limit
        while last + 1 < len(units) and units[last + 1].end - start <= room:
            last += 1
        yield start, units[first].start, units[last].end, head
        first = last + 1


def _head(text: str, at: int) -> str:
    """The first row of the table whose later row begins here; else nothing."""
    end = text.find("\n", at)
    if CELLS not in text[at : end if end >= 0 else len(text)]:
        return ""
    start = text.rfind("\n\n", 0, at)
    first = text[start + 2 if start >= 0 else 0 : at].partition("\n")[0].strip()
    return first if CELLS in first and at > 0 and text[at - 1] == "\n" else ""


def _overlap_from(units: list[Span], first: int, limit: int, overlap: int) -> int:
    """Where a passage may begin that repeats the end of the one before: whole sentences, and no more than allowed."""
    begin = first
    while begin > 0:
        earlier = units[begin - 1].start
        if units[first].start - earlier > overlap or units[first].end - earlier > limit:
            break
        begin -= 1
    return begin


def units_of(text: str) -> Iterator[Span]:
    """Sentences; in lists, tables and code, lines."""
    for block in _BLOCK.finditer(text):
        lines = [line for line in _LINE.finditer(block[0]) if line[0].strip()]
        if len(lines) > 1 and sum(bool(_LISTED.match(line[0])) for line in lines) * 2 >= len(lines):
            yield from (Span(block.start() + line.start(), block.start() + line.end()) for line in lines)
        else:
            for span in sentence_spans(block[0]):
                yield Span(block.start() + span.start, block.start() + span.end)


def _pieces(text: str, unit: Span, limit: int) -> Iterator[Span]:
    """A sentence longer than a passage is cut between words, and a word longer than a passage anywhere."""
    start = unit.start
    while unit.end - start > limit:
        window = text[start : start + limit + 1]
        cut = max(window.rfind(space) for space in " \n\t\u00a0")
        end = start + (cut if cut > 0 else limit)
        yield Span(start, end)
        start = end
        while start < unit.end and text[start].isspace():
            start += 1
    if start < unit.end:
        yield Span(start, unit.end)
