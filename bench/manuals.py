"""Questions on manuals that others wrote: `bench/manuals` holds the questions, Debian's packages the texts.

A package is fetched once (`apt-get download`) and unpacked, never installed. Every file of it that a set names is one
document, read as any HTML or text file is. A question's answering paragraph is every paragraph that holds its gold.
"""

import gzip
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import yaml

from arch_team.documents.document import Document, Section
from arch_team.documents.html import read_html
from arch_team.documents.plain import read_plain
from arch_team.wire import Language

ROOT = Path(tempfile.gettempdir()) / "arch-team-manuals"


@dataclass(frozen=True)
class ManualQuestion:
    said: dict[Language, str]
    gold: tuple[str, ...]
    """Empty: nothing answers it."""


@dataclass(frozen=True)
class Manual:
    name: str
    language: Language
    documents: tuple[tuple[str, Document], ...]
    questions: tuple[ManualQuestion, ...]

    def holding(self, gold: Sequence[str]) -> list[str]:
        """The documents with a paragraph that holds the gold."""
        return [name for name, document in self.documents if any(_holds(p, gold) for p in _paragraphs(document))]

    @cached_property
    def by_name(self) -> dict[str, Document]:
        return dict(self.documents)

    def without(self, name: str, gold: Sequence[str]) -> Document:
        """A document without the paragraphs that hold the gold."""
        document = self.by_name[name]
        sections = (replace(section, text=_left(section, gold)) for section in document.sections)
        return replace(document, sections=tuple(section for section in sections if section.text.strip()))


def manual(path: Path, root: Path = ROOT) -> Manual:
    given = cast("dict[str, Any]", yaml.safe_load(path.read_text(encoding="utf-8")))
    folder = _unpacked(given["package"], root)
    files = [file for pattern in given["files"] for file in sorted(folder.glob(pattern))]
    documents = tuple((f"{path.stem}/{file.name}", _document(file)) for file in files)
    asked = [ManualQuestion({"de": q["de"], "en": q["en"]}, tuple(map(str, q["gold"]))) for q in given["questions"]]
    asked += [ManualQuestion({"de": q["de"], "en": q["en"]}, ()) for q in given.get("nowhere", ())]
    found = Manual(path.stem, given["language"], documents, tuple(asked))
    lost = [question.gold for question in asked if question.gold and not found.holding(question.gold)]
    if lost:
        raise SystemExit(f"{path.name}: not in the text of {given['package']}: {lost}")
    return found


def _document(file: Path) -> Document:
    if file.suffix == ".gz":
        return read_plain(gzip.decompress(file.read_bytes()), Path(file.stem).stem)
    return read_html(file.read_bytes(), file.stem)


def plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _holds(paragraph: str, gold: Sequence[str]) -> bool:
    told = plain(paragraph)
    return all(plain(part) in told for part in gold)


def _paragraphs(document: Document) -> Iterator[str]:
    for section in document.sections:
        yield from section.text.split("\n\n")


def _left(section: Section, gold: Sequence[str]) -> str:
    return "\n\n".join(part for part in section.text.split("\n\n") if not _holds(part, gold))


def _unpacked(package: str, root: Path) -> Path:
    folder = root / package
    if not folder.exists():
        root.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", package], cwd=root, check=True, capture_output=True)
        (archive,) = root.glob(f"{package}_*.deb")
        subprocess.run(["dpkg", "-x", archive.name, package], cwd=root, check=True)
    return folder
