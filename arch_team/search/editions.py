"""Which documents have a newer edition: declared by one of them, or the same title with a later version or day.

`supersedes`, `superseded_by` and `status` of a front matter count first. Without them two documents are editions of one
where their names are the same but for a version, a year or a day, and these, or the days the documents give themselves,
say which is the newer. The time of a file decides nothing: a copy may have changed it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from arch_team.search.passages_model import HeldDocument
from arch_team.text.folding import folded

_VERSION = re.compile(
    r"(?<![a-z])(?:version|ausgabe|fassung|edition|stand|rev(?:ision)?|v)?[\s._-]*"
    r"(\d{4}-\d\d(?:-\d\d)?|\d{1,4}(?:\.\d{1,4}){0,3})(?![a-z\d])",
)
_SIGNS = re.compile(r"[\W_]+")
_OVER = frozenset(
    {"superseded", "outdated", "obsolete", "replaced", "withdrawn", "ersetzt", "überholt", "ungültig", "veraltet"}
)


@dataclass(frozen=True)
class Editions:
    """Of the documents that are superseded, the newer one; None where it is only said that they are."""

    newer: dict[str, HeldDocument | None]

    @classmethod
    def of(cls, documents: Sequence[HeldDocument]) -> "Editions":
        newer: dict[str, HeldDocument | None] = {}
        for own, other in _by_title(documents):
            newer[own.id] = other
        by_name: dict[str, list[HeldDocument]] = {}
        for document in documents:
            for name in _names(document):
                by_name.setdefault(name, []).append(document)
        for document in documents:
            for name in document.supersedes:
                newer.update((old.id, document) for old in by_name.get(folded(name), ()) if old.id != document.id)
            for name in document.superseded_by:
                newer[document.id] = next((new for new in by_name.get(folded(name), ()) if new.id != document.id), None)
            if document.status is not None and folded(document.status) in {folded(word) for word in _OVER}:
                newer.setdefault(document.id, None)
        return cls(newer)

    def is_superseded(self, document_id: str) -> bool:
        return document_id in self.newer

    def newest(self, document_id: str) -> HeldDocument | None:
        """The last in the row of those that came after it."""
        seen = {document_id}
        found = self.newer.get(document_id)
        while found is not None and found.id not in seen and self.newer.get(found.id) is not None:
            seen.add(found.id)
            found = self.newer[found.id]
        return found


def _by_title(documents: Sequence[HeldDocument]) -> Iterable[tuple[HeldDocument, HeldDocument]]:
    """Each document but the newest of its series, with the newest."""
    series: dict[tuple[str, str], list[HeldDocument]] = {}
    for document in documents:
        key = _series(document)
        if key is not None:
            series.setdefault((document.collection, key), []).append(document)
    for group in series.values():
        ages = {document.id: _age(document) for document in group}
        known = [document for document in group if ages[document.id] is not None]
        if len(known) != len(group) or len({ages[document.id] for document in group}) != len(group):
            continue
        newest = max(group, key=lambda document: ages[document.id] or ())
        yield from ((document, newest) for document in group if document is not newest)


def _series(document: HeldDocument) -> str | None:
    """The title without its version; of a title that says nothing, the name of the file."""
    for text in (document.title, PurePath(document.source).stem):
        bare = _SIGNS.sub(" ", _VERSION.sub(" ", folded(text))).strip()
        if len(bare) >= 4:
            return bare
    return None


def _age(document: HeldDocument) -> tuple[int, ...] | None:
    """The day it gives itself, else the version in its title or file name."""
    if document.date is not None and document.date_source == "document":
        return (document.date.year, document.date.month, document.date.day)
    for text in (document.title, PurePath(document.source).stem):
        found = _VERSION.findall(folded(text))
        if found:
            return tuple(int(part) for part in re.findall(r"\d+", found[-1]))
    return None


def _names(document: HeldDocument) -> set[str]:
    path = PurePath(document.source)
    return {
        folded(name)
        for name in (document.id, document.source, path.name, path.stem, document.title, document.url or "")
        if name
    }
