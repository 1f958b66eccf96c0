"""A document as every reader gives it: sections of plain text under their headings, and what is known about it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from arch_team.errors import DataError

Kind = Literal["markdown", "text", "html", "pdf", "docx", "odt", "pptx"]
DateSource = Literal["document", "file"]
"""`document`: it says so itself. `file`: only the file's own time was there, which a copy may have changed."""

PATH_SEPARATOR = " › "


class UnreadableDocument(DataError):
    """This one file cannot be taken. The others can."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known about a document besides its text. None: not known, and not guessed."""

    title: str | None = None
    date: datetime | None = None
    date_source: DateSource | None = None
    url: str | None = None
    host: str | None = None
    licence: str | None = None
    author: str | None = None
    language: str | None = None
    supersedes: tuple[str, ...] = ()
    """Names of documents that it replaces."""
    superseded_by: tuple[str, ...] = ()
    status: str | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Text under one heading. Paragraphs are divided by an empty line; headings run from the outermost inwards."""

    text: str
    headings: tuple[str, ...] = ()
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Document:
    kind: Kind
    title: str
    sections: tuple[Section, ...]
    facts: Facts = field(default_factory=Facts)

    def path_of(self, section: Section) -> tuple[str, ...]:
        """The document's title and the headings down to the section; a title that is the first heading stands once."""
        if section.headings[:1] == (self.title,):
            return section.headings
        return (self.title, *section.headings)


@dataclass(slots=True)
class Outline:
    """Collects sections while a reader walks through a document and meets headings of some level."""

    sections: list[Section] = field(default_factory=list[Section])
    _open: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    _blocks: list[str] = field(default_factory=list[str])
    _top_headings: list[str] = field(default_factory=list[str])
    _pending: bool = False

    def heading(self, level: int, text: str) -> None:
        title = " ".join(text.split())
        if not title:
            return
        self.close()
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        self._open.append((level, title))
        if len(self._open) == 1:
            self._top_headings.append(title)
        self._pending = True

    def block(self, text: str) -> None:
        if text.strip():
            self._blocks.append(text.strip("\n"))

    def close(self) -> None:
        """End the section. A heading that has nothing under it but deeper headings is kept in their path only."""
        if self._blocks:
            headings = tuple(title for _, title in self._open)
            self.sections.append(Section("\n\n".join(self._blocks), headings))
        self._blocks = []
        self._pending = False

    @property
    def only_title(self) -> str | None:
        """The one heading everything else stands under, if there is such a one."""
        return self._top_headings[0] if len(self._top_headings) == 1 else None


def document_from(
    kind: Kind, sections: Sequence[Section], facts: Facts, *, fallback_title: str, found_title: str | None = None
) -> Document:
    """The finished document. Its title: what its facts say, else its only top heading, else the file's name."""
    kept = tuple(section for section in sections if section.text.strip())
    if not kept:
        raise UnreadableDocument("it holds no text", "Check that it is the right file.")
    title = facts.title or found_title or fallback_title
    return Document(kind, title, kept, facts)
