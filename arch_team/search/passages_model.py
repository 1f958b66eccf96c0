"""A passage as it is held, and the document it belongs to."""

from datetime import UTC, datetime
from pathlib import PurePath
from typing import Literal

from pydantic import Field

from arch_team.documents.chunking import Chunk
from arch_team.documents.document import PATH_SEPARATOR, DateSource, Kind
from arch_team.search.contracts import SearchCandidate
from arch_team.search.contracts_model import SearchModel
from arch_team.search.policy import SENSITIVE
from arch_team.wire import Language

DEFAULT_COLLECTION = "default"
_SUPERSEDED = {"de": "überholt", "en": "superseded"}
_SUPERSEDED_BY = {"de": "überholt durch {newer}", "en": "superseded by {newer}"}


class HeldDocument(SearchModel):
    """What the library knows about a document it holds."""

    id: str
    source: str
    """Where it was read from: a path, or the name it was handed in under."""
    title: str
    kind: Kind
    collection: str = DEFAULT_COLLECTION
    content_hash: str
    passages: int
    date: datetime | None = None
    date_source: DateSource | None = None
    """`file`: only the file's own time was known."""
    host: str | None = None
    url: str | None = None
    licence: str | None = None
    author: str | None = None
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    status: str | None = None
    sensitive: bool = False
    """What it is part of is never approved by a deadline."""
    added_at: datetime


class Passage(SearchModel):
    """A slice of a document, letter by letter, under its headings; within a table, under the table's first row."""

    id: str
    index: int
    text: str
    path: tuple[str, ...] = Field(min_length=1)
    page: int | None = None
    fresh: int | None = None
    """Where the text begins that the passage before did not hold already. None: held before this was kept."""
    document: HeldDocument
    superseded: bool = False
    """There is a newer edition of its document, or it says itself that it no longer holds."""
    newer: str | None = None
    """The newer edition's file, where it is held."""

    @property
    def place(self) -> str:
        """Where it stands, for a person: `Handbuch › 3 Sicherheit › 3.2 Zugriff, p. 4`."""
        page = f", p. {self.page}" if self.page is not None else ""
        return PATH_SEPARATOR.join(self.path) + page

    def candidate(self) -> SearchCandidate:
        document = self.document
        return SearchCandidate(
            id=self.id,
            title=PATH_SEPARATOR.join(self.path),
            snippet=self.text,
            url=document.url,
            is_pdf=document.kind == "pdf",
            detected_date=document.date,
            trust_hint=SENSITIVE if document.sensitive else None,
        )


def searchable(path: tuple[str, ...], text: str) -> str:
    """What a passage is found by: its headings count as much as its words."""
    return f"{PATH_SEPARATOR.join(path)}\n{text}"


def source_line(passage: Passage, language: Language = "en") -> str:
    """Where a person finds it: headings, page, file or address, and date; and that there is a newer edition."""
    document = passage.document
    where = document.url or PurePath(document.source).name
    date = "" if document.date is None or document.date_source != "document" else f", {document.date:%Y-%m-%d}"
    mark = f"; {superseded_mark(passage.newer, language)}" if passage.superseded else ""
    return f"{passage.place} ({where}{date}{mark})"


def superseded_mark(newer: str | None, language: Language) -> str:
    """That a passage no longer holds, with the newer edition's file where it is held."""
    return _SUPERSEDED_BY[language].format(newer=newer) if newer else _SUPERSEDED[language]


AddStatus = Literal["added", "replaced", "unchanged", "duplicate", "moved", "removed", "failed"]


class AddOutcome(SearchModel):
    """What became of one file."""

    source: str
    status: AddStatus
    passages: int = 0
    message: str = ""
    next_step: str = ""


def as_payload(document: HeldDocument, chunk: Chunk) -> dict[str, object]:
    about = document.model_dump(mode="json")
    about["document"] = about.pop("id")
    own = {"index": chunk.index, "text": chunk.text, "path": list(chunk.path), "page": chunk.page}
    return {**about, **own, "fresh": chunk.fresh_from}


def from_payload(passage_id: str, payload: dict[str, object]) -> Passage:
    given = dict(payload)
    own = {name: given.pop(name, None) for name in ("index", "text", "path", "page", "fresh")}
    given["id"] = given.pop("document")
    return Passage.model_validate({"id": passage_id, "document": given, **own})


def utc_now() -> datetime:
    return datetime.now(UTC)
